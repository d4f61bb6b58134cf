// SPDX-License-Identifier: Apache-2.0
//
// S-box of few two-input gates: 106 in either direction, 36 of them AND or OR.
//
// Source: FIPS 197, sections 5.1.1 and 5.3.2; the circuit of Boyar and Peralta, whose middle part
// is in seal_aes_gates_pkg, with linear parts of this project's search, seal_aes_linear_pkg:
//
//             top   norm   inverse   products   bottom
//   forward   18    21     21        18         28       the paper had 115 in all, later 113
//   inverse   18    21     21        18         28       and an inverter; published: 121
//
// For both directions the forward circuit stands between two choices: S^-1 is the inversion between
// two affine maps backwards, and so is the forward circuit with the map backwards (12 gates) on
// either side. Latency: Stages cycles. Cuts: 1 after the inversion; 2 there and at the output; 3
// also before the inversion.
module seal_aes_sbox_gates
  import seal_aes_pkg::*;
  import seal_aes_gates_pkg::*;
  import seal_aes_linear_pkg::*;
#(
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  // S^-1 = back S back, with back(a) = A^-1 (a + 63): S(back(a)) is A times the inverse of what
  // S^-1 takes the inverse of, plus 63.
  logic        inv_norm, inv_out;
  logic [7:0]  x, x_norm, s, q;
  logic [3:0]  n;
  logic [8:0]  t;
  logic [17:0] y, z;
  logic [19:0] y_ahead, y_norm;

  assign x       = (Dir == DirBoth && inv_i) ? back(d_i) : d_i;
  assign y_ahead = (Dir == DirInverse) ? inverse_top(x) : forward_top(x);

  seal_aes_pipe #(.Width(13), .Stages((Stages == 3) ? 1 : 0)) u_norm (
    .clk_i, .d_i({inv_i, x, norm(y_ahead)}), .q_o({inv_norm, x_norm, n})
  );

  // The top part is written again behind the first cut: its byte is cheaper to keep than its sums.
  assign y_norm = (Dir == DirInverse) ? inverse_top(x_norm) : forward_top(x_norm);
  logic unused_y;
  assign unused_y = ^y_norm[19:18];

  seal_aes_pipe #(.Width(28), .Stages((Stages >= 1) ? 1 : 0)) u_inverse (
    .clk_i, .d_i({inv_norm, y_norm[17:0], inverse(n)}), .q_o({inv_out, y, t})
  );

  assign z = products(y, t);
  assign s = (Dir == DirInverse) ? inverse_bottom(z) : forward_bottom(z);

  if (Dir == DirBoth) begin : g_both
    assign q = inv_out ? back(s) : s;
  end else begin : g_one
    logic unused_inv;
    assign unused_inv = inv_out;
    assign q = s;
  end

  seal_aes_pipe #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (.clk_i, .d_i(q), .q_o);

endmodule
