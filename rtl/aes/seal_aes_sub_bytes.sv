// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes (FIPS 197, sections 5.1.1 and 5.3.2) on any number of bytes.
//
// Kind, Dir and Stages as in seal_aes_sbox; one inv_i for all bytes. With SboxBram, two bytes share
// a memory. Latency: Stages cycles. No reset.
module seal_aes_sub_bytes
  import seal_aes_pkg::*;
#(
  parameter int unsigned Bytes  = 16,
  parameter int unsigned Kind   = 1,
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic               clk_i,
  input  logic               inv_i,
  input  logic [8*Bytes-1:0] d_i,
  output logic [8*Bytes-1:0] q_o
);

  localparam int unsigned Pairs = (Kind == SboxBram) ? Bytes / 2 : 0;

  for (genvar i = 0; i < Pairs; i++) begin : g_pair
    seal_aes_sbox_bram #(.Dir(Dir), .Stages(Stages)) u_sbox (
      .clk_i, .inv_i({2{inv_i}}), .d_i(d_i[16*i+:16]), .q_o(q_o[16*i+:16])
    );
  end

  for (genvar i = 2 * Pairs; i < Bytes; i++) begin : g_byte
    seal_aes_sbox #(.Kind(Kind), .Dir(Dir), .Stages(Stages)) u_sbox (
      .clk_i, .inv_i, .d_i(d_i[8*i+:8]), .q_o(q_o[8*i+:8])
    );
  end

endmodule
