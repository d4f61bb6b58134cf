// SPDX-License-Identifier: Apache-2.0
//
// S-box with its inversion in the subfield GF(2^4): shallow in LUTs, about 70 LUT4 in one direction
// and 100 in both.
//
// Source: FIPS 197, sections 5.1.1 and 5.3.2; seal_aes_composite_pkg explains the three steps
// (norm, forms, output), which are two, one and two LUT4 levels deep. For both directions the
// affine maps stand outside of them, each behind a choice.
// Latency: Stages cycles. Cuts: 1 after forms; 2 after forms and output; 3 after every step.
module seal_aes_sbox_composite
  import seal_aes_pkg::*;
  import seal_aes_composite_pkg::*;
#(
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  function automatic logic [3:0] norm(logic [7:0] x);
    if (Dir == DirBoth) return both_norm(x);
    return (Dir == DirInverse) ? inverse_norm(x) : forward_norm(x);
  endfunction

  function automatic logic [15:0] forms(logic [3:0] x);
    if (Dir == DirBoth) return both_forms(x);
    return (Dir == DirInverse) ? inverse_forms(x) : forward_forms(x);
  endfunction

  function automatic logic [7:0] out(logic [7:0] x, logic [15:0] products);
    if (Dir == DirBoth) return both_output(x, products);
    return (Dir == DirInverse) ? inverse_output(x, products) : forward_output(x, products);
  endfunction

  logic        inverse, inv_norm, inv_forms;
  logic [7:0]  shifted, y, y_norm, y_forms, a, q;
  logic [3:0]  n;
  logic [15:0] f;

  assign inverse = (Dir == DirBoth) ? inv_i : (Dir == DirInverse);
  assign shifted = d_i ^ (inverse ? AffineConst : 8'h00);
  assign y       = (Dir == DirBoth && inverse) ? affine_inverse(shifted) : shifted;

  seal_shift_reg #(.Width(13), .Stages((Stages == 3) ? 1 : 0)) u_norm (
    .clk_i, .d_i({inverse, y, norm(y)}), .q_o({inv_norm, y_norm, n})
  );

  seal_shift_reg #(.Width(25), .Stages((Stages >= 1) ? 1 : 0)) u_forms (
    .clk_i, .d_i({inv_norm, y_norm, forms(n)}), .q_o({inv_forms, y_forms, f})
  );

  assign a = out(y_forms, f);

  if (Dir == DirBoth) begin : g_both
    assign q = inv_forms ? a : affine_matrix(a) ^ AffineConst;
  end else begin : g_one
    logic unused_inv;
    assign unused_inv = inv_forms;
    assign q = (Dir == DirForward) ? a ^ AffineConst : a;
  end

  seal_shift_reg #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (.clk_i, .d_i(q), .q_o);

endmodule
