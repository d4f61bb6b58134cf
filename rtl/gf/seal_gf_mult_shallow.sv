// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly within Levels levels of gates: the Toeplitz product of
// seal_gf_mult_dual with its key side stored, split as far as the levels allow
// (seal_gf_tmvp_shallow). With T the highest tap below x^Width, the way back from dual coordinates
// costs nothing for p_T and up, p_i = d_(Width-1-i), but two more levels for p_0 to p_(T-1). These
// few are made from their rows of the product matrix instead, and synthesis removes the parts of
// the Toeplitz product that they would have needed.
//
//   b_i = {column 0 and tap rows of the product matrix (seal_gf_matrix),
//          windows of the sequence of b (seal_gf_tmvp_shallow_windows)}
//
// Meant for polynomials with a low T, as all usual ones have; correct but large with T near Width.
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset. Use it
// through seal_gf_mult, which checks the parameters.
//
// Source: this project.
module seal_gf_mult_shallow
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter poly_t        Poly   = poly_t'(GcmPoly),
  parameter int unsigned  Stages = 1,
  parameter int unsigned  Levels = 10,
  localparam int unsigned Taps   = $countones(Poly) - 1,
  localparam int unsigned PartsW = shallow_windows(Width, Levels),
  localparam int unsigned KeyW   = (1 + Taps) * Width + PartsW
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [KeyW-1:0]  b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Top  = nth_one(row_t'(Poly), Taps - 1);
  localparam cuts_t       Cuts = cut_plan(Levels, Stages, {MaxDepth+1{32'd1}});

  logic [Width-1:0]           reversed, d, p, column;
  logic [Taps-1:0][Width-1:0] tap_rows;

  assign {column, tap_rows} = b_i[KeyW-1:PartsW];
  for (genvar i = 0; i < Width; i++) begin : g_reversed
    assign reversed[i] = a_i[Width-1-i];
  end
  seal_gf_tmvp_shallow #(.Width(Width), .Levels(Levels), .Cuts(Cuts)) u_toeplitz (
    .clk_i, .w_i(b_i[PartsW-1:0]), .v_i(reversed), .p_o(d)
  );

  for (genvar k = 0; k < Width; k++) begin : g_result
    if (k < Top) begin : g_row
      logic [Width-1:0] row;
      seal_gf_matrix_row #(.Width(Width), .Poly(Poly), .Row(k)) u_row (
        .column_i(column), .rows_i(tap_rows), .row_o(row)
      );
      seal_gf_dot #(.Terms(Width), .Levels(Levels - 1), .Cuts(Cuts)) u_dot (
        .clk_i, .a_i(row), .b_i(a_i), .q_o(p[k])
      );
      logic unused_d;
      assign unused_d = d[Width-1-k];
    end else begin : g_dual
      assign p[k] = d[Width-1-k];
    end
  end

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
