// SPDX-License-Identifier: Apache-2.0
//
// A word for each data unit in flight, or key slot: one write port, Reads asynchronous read ports
// (distributed RAM). No standard: a register file.
//
// Reset: none. While sweep_i is high, the words are overwritten, one per cycle, at sweep_addr_i.
module seal_sector_file #(
  parameter int unsigned Words = 8,
  parameter int unsigned Reads = 1,
  parameter int unsigned AddrW = 5,
  parameter int unsigned Width = 128
) (
  input  logic                        clk_i,
  input  logic                        sweep_i,
  input  logic [AddrW-1:0]            sweep_addr_i,
  input  logic                        we_i,
  input  logic [AddrW-1:0]            waddr_i,
  input  logic [Width-1:0]            data_i,
  input  logic [Reads-1:0][AddrW-1:0] raddr_i,
  output logic [Reads-1:0][Width-1:0] data_o
);

  localparam int unsigned WordW = (Words > 1) ? $clog2(Words) : 1;

  logic [WordW-1:0] waddr;

  assign waddr = WordW'(sweep_i ? sweep_addr_i : waddr_i);

  logic [Width-1:0] mem [Words];

  always_ff @(posedge clk_i) if (we_i || sweep_i) mem[waddr] <= sweep_i ? '0 : data_i;

  for (genvar r = 0; r < Reads; r++) begin : g_read
    assign data_o[r] = mem[WordW'(raddr_i[r])];
  end

endmodule
