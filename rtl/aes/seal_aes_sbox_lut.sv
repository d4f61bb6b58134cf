// SPDX-License-Identifier: Apache-2.0
//
// S-box as a table of 256 bytes (FIPS 197, sections 5.1.1 and 5.3.2), which the tool maps as it
// likes; for both directions, two tables and a choice.
//
// Latency: Stages cycles. A table cannot be cut, so its registers follow it.
module seal_aes_sbox_lut
  import seal_aes_pkg::*;
#(
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  localparam logic [255:0][7:0] FORWARD = sbox_table(1'b0);
  localparam logic [255:0][7:0] INVERSE = sbox_table(1'b1);

  logic       inverse;
  logic [7:0] q;

  assign inverse = (Dir == DirBoth) ? inv_i : (Dir == DirInverse);
  assign q       = inverse ? INVERSE[d_i] : FORWARD[d_i];

  seal_aes_pipe #(.Width(8), .Stages(Stages)) u_out (.clk_i, .d_i(q), .q_o);

endmodule
