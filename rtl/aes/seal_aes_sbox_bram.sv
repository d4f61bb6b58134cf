// SPDX-License-Identifier: Apache-2.0
//
// Two S-boxes (FIPS 197, sections 5.1.1 and 5.3.2) in one synchronous memory of 256 bytes with two
// read ports, as FPGAs have them; for both directions, 512 bytes with inv_i as highest address bit.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 4.3.2: the memory is at once a pipeline register.
// Port n has bits [8n+7:8n] and inv_i[n]. Latency: Stages cycles, the memory being the first.
module seal_aes_sbox_bram
  import seal_aes_pkg::*;
#(
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 1
) (
  input  logic        clk_i,
  input  logic [1:0]  inv_i,
  input  logic [15:0] d_i,
  output logic [15:0] q_o
);

  if (Stages < 1) begin : g_bad_stages
    $error("seal_aes_sbox_bram: a synchronous memory needs Stages of at least 1");
  end

  localparam int unsigned Depth    = (Dir == DirBoth) ? 512 : 256;
  localparam int unsigned AddressW = $clog2(Depth);
  localparam logic [1:0][255:0][7:0] Tables = {sbox_table(1'b1), sbox_table(1'b0)};

  (* rom_style = "block", ram_style = "block" *) logic [7:0] mem [Depth];

  initial begin
    for (int unsigned i = 0; i < Depth; i++) begin
      mem[i] = Tables[1'(Dir == DirInverse || i > 255)][i%256];
    end
  end

  for (genvar n = 0; n < 2; n++) begin : g_port
    logic [AddressW-1:0] address;
    logic [7:0]          word_q;

    assign address = AddressW'({inv_i[n], d_i[8*n+:8]});
    always_ff @(posedge clk_i) word_q <= mem[address];

    seal_shift_reg #(.Width(8), .Stages((Stages > 1) ? Stages - 1 : 0)) u_out (
      .clk_i, .d_i(word_q), .q_o(q_o[8*n+:8])
    );
  end

endmodule
