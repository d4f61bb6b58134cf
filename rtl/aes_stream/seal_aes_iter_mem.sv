// SPDX-License-Identifier: Apache-2.0
//
// Memory of Lanes words side by side, each with a write enable of its own; one address for reading
// and writing. No standard.
//
// Asynchronous read: distributed memory where the device has it. A word that is written in one
// cycle is read in the next. No reset: the owner clears it by writing zeros. Addresses from Depth
// on hold nothing.
module seal_aes_iter_mem #(
  parameter int unsigned Width = 32,
  parameter int unsigned Lanes = 1,
  parameter int unsigned Depth = 8,
  localparam int unsigned AddressW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic                   clk_i,
  input  logic [Lanes-1:0]       we_i,
  input  logic [AddressW-1:0]    address_i,
  input  logic [Lanes*Width-1:0] d_i,
  output logic [Lanes*Width-1:0] q_o
);

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    (* ram_style = "distributed" *) logic [Width-1:0] mem [Depth];

    always_ff @(posedge clk_i) if (we_i[n]) mem[address_i] <= d_i[Width*n+:Width];
    assign q_o[Width*n+:Width] = mem[address_i];
  end

endmodule
