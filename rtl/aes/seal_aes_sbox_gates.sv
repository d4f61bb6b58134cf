// SPDX-License-Identifier: Apache-2.0
//
// S-box of few two-input gates: 115 (83 linear, 32 AND), 28 deep.
//
// Source: FIPS 197, section 5.1.1; the circuit of Boyar and Peralta, see seal_aes_gates_pkg.
// Latency: Stages cycles. Cuts: 1 after the inversion; 2 there and at the output; 3 also before
// the inversion.
module seal_aes_sbox_gates
  import seal_aes_gates_pkg::*;
#(
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  logic [7:0]  x_norm;
  logic [3:0]  n;
  logic [8:0]  inv;
  logic [17:0] y;
  logic [21:0] y_norm;

  seal_aes_pipe #(.Width(12), .Stages((Stages == 3) ? 1 : 0)) u_norm (
    .clk_i, .d_i({d_i, norm(top(d_i))}), .q_o({x_norm, n})
  );

  // The top part is written again behind the first cut: its byte is cheaper to keep than its sums.
  assign y_norm = top(x_norm);
  logic unused_y;
  assign unused_y = ^y_norm[21:18];

  seal_aes_pipe #(.Width(27), .Stages((Stages >= 1) ? 1 : 0)) u_inverse (
    .clk_i, .d_i({y_norm[17:0], inverse(n)}), .q_o({y, inv})
  );

  seal_aes_pipe #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (
    .clk_i, .d_i(bottom(products(y, inv))), .q_o
  );

endmodule
