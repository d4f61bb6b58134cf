// SPDX-License-Identifier: Apache-2.0
//
// S-box with its inversion in the subfield GF(2^4): shallow in look-up tables, about 70 LUT4.
//
// Source: FIPS 197, section 5.1.1; seal_aes_composite_pkg explains the three steps (norm, forms,
// output), which are two, one and two LUT4 levels deep.
// Latency: Stages cycles. Cuts: 1 after forms; 2 after forms and output; 3 after every step.
module seal_aes_sbox_composite
  import seal_aes_composite_pkg::*;
#(
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  logic [7:0]  x_norm, x_forms;
  logic [3:0]  n;
  logic [15:0] f;

  seal_aes_pipe #(.Width(12), .Stages((Stages == 3) ? 1 : 0)) u_norm (
    .clk_i, .d_i({d_i, norm_of(d_i)}), .q_o({x_norm, n})
  );

  seal_aes_pipe #(.Width(24), .Stages((Stages >= 1) ? 1 : 0)) u_forms (
    .clk_i, .d_i({x_norm, forms_of(n)}), .q_o({x_forms, f})
  );

  seal_aes_pipe #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (
    .clk_i, .d_i(output_of(x_forms, f)), .q_o
  );

endmodule
