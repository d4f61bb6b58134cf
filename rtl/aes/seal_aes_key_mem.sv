// SPDX-License-Identifier: Apache-2.0
//
// Round keys of one round: Words words of 128 bits, one write port, one registered read.
// No standard.
//
// The word is read one cycle before its use and registered, so that the cipher never waits for
// the memory; key_o is zero when use_i was low. Latency: 1 cycle; a word written in one cycle can
// be read in the next. No reset: the owner clears each word by writing zeros.
module seal_aes_key_mem #(
  parameter int unsigned Words    = 1,
  parameter int unsigned AddressW = 4
) (
  input  logic                clk_i,
  input  logic                we_i,
  input  logic [AddressW-1:0] waddr_i,
  input  logic [127:0]        key_i,
  input  logic                use_i,
  input  logic [AddressW-1:0] raddr_i,
  output logic [127:0]        key_o
);

  logic [127:0] word;

  if (Words == 1) begin : g_one
    logic [127:0] key_q;
    always_ff @(posedge clk_i) if (we_i) key_q <= key_i;
    assign word = key_q;

    logic unused_address;
    assign unused_address = ^{waddr_i, raddr_i};
  end else begin : g_many
    localparam int unsigned NeedW = $clog2(Words);

    // Small, with an asynchronous read: distributed memory where the device has it.
    (* ram_style = "distributed" *) logic [127:0] mem [Words];
    always_ff @(posedge clk_i) if (we_i) mem[waddr_i[NeedW-1:0]] <= key_i;
    assign word = mem[raddr_i[NeedW-1:0]];

    if (NeedW < AddressW) begin : g_spare
      logic unused_address;
      assign unused_address = ^{waddr_i[AddressW-1:NeedW], raddr_i[AddressW-1:NeedW]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (use_i) key_o <= word;
    else       key_o <= '0;
  end

endmodule
