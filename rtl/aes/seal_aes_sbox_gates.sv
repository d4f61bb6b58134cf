// SPDX-License-Identifier: Apache-2.0
//
// S-box of few two-input gates: 106 in either direction, 32 of them AND or OR; or, with Shallow =
// 1, of a few more that make a less deep circuit.
//
// Source: FIPS 197, sections 5.1.1 and 5.3.2; the circuit of Boyar and Peralta, whose middle part
// is in seal_aes_gates_pkg, with linear parts of this project's search, seal_aes_linear_pkg:
//
//                       top   norm   inverse   products   bottom         depth
//   forward             18    21     21        18         28      106    31
//   inverse             18    21     21        18         28      106    29
//   forward, shallow    21    21     22        18         28      110    19
//   inverse, shallow    21    21     22        18         29      111    19
//
// Published were 115, then 113 gates (forward, 27 deep), 121 (inverse), and 128 (forward) and
// 127 (inverse) at a depth of 16, all of them AND, XOR and XNOR. Here four are OR; the smallest
// inverse circuit has an inverter besides, at one bit of the input.
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
  parameter int unsigned Dir     = 0,
  parameter bit          Shallow = 1'b0,
  parameter int unsigned Stages  = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  function automatic logic [19:0] top(logic [7:0] d);
    if (Dir == DirInverse) return Shallow ? inverse_shallow_top(d) : inverse_top(d);
    return Shallow ? forward_shallow_top(d) : forward_top(d);
  endfunction

  function automatic logic [7:0] bottom(logic [17:0] p);
    if (Dir == DirInverse) return Shallow ? inverse_shallow_bottom(p) : inverse_bottom(p);
    return Shallow ? forward_shallow_bottom(p) : forward_bottom(p);
  endfunction

  // S^-1 = back S back, with back(a) = A^-1 (a + 63): S(back(a)) is A times the inverse of A^-1 (a
  // + 63), plus 63.
  logic        inv_norm, inv_out;
  logic [7:0]  x, x_norm, s, q;
  logic [3:0]  n;
  logic [8:0]  inverted, t;
  logic [17:0] y, z;
  logic [19:0] y_ahead, y_norm;

  assign x       = (Dir == DirBoth && inv_i) ? back(d_i) : d_i;
  assign y_ahead = top(x);

  seal_shift_reg #(.Width(13), .Stages((Stages == 3) ? 1 : 0)) u_norm (
    .clk_i, .d_i({inv_i, x, norm(y_ahead)}), .q_o({inv_norm, x_norm, n})
  );

  // The top part is written again after the first cut: its byte is cheaper to keep than its sums.
  assign y_norm = top(x_norm);
  assign inverted = Shallow ? inverse_shallow(n) : inverse(n);
  logic unused_y;
  assign unused_y = ^y_norm[19:18];

  seal_shift_reg #(.Width(28), .Stages((Stages >= 1) ? 1 : 0)) u_inverse (
    .clk_i, .d_i({inv_norm, y_norm[17:0], inverted}), .q_o({inv_out, y, t})
  );

  assign z = products(y, t);
  assign s = bottom(z);

  if (Dir == DirBoth) begin : g_both
    assign q = inv_out ? back(s) : s;
  end else begin : g_one
    logic unused_inv;
    assign unused_inv = inv_out;
    assign q = s;
  end

  seal_shift_reg #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (.clk_i, .d_i(q), .q_o);

endmodule
