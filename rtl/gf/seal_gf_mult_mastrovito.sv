// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly as a product of matrix and vector (Mastrovito 1991):
// p = M a with the matrix M of b (seal_gf_matrix), row by row.
//
// Width^2 AND, Width^2 - Width XOR, and the XOR of the matrix (784 for the polynomial of GCM, less
// the terms that its sums share). Depth: clog2(matrix_weight) for M, then AND, then clog2(Width).
//
// Shift > 0: the shifted polynomial basis, whose elements are x^(i-Shift). b_i then is x^Shift b,
// which is how b is written in that basis, and the matrix has fewer terms.
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset.
// Use it through seal_gf_mult, which checks the parameters.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 3.2 and Fig. 3.1; H. Fan and Y. Dai, Fast Bit-Parallel
// GF(2^n) Multiplier for All Trinomials, IEEE Trans. Computers 54(4), 2005, for Shift.
module seal_gf_mult_mastrovito
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned Stages = 1,
  parameter int unsigned Shift  = 0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned MatrixLevels = $clog2(matrix_weight(Width, Poly, Shift));
  localparam int unsigned Depth        = MatrixLevels + 1 + $clog2(Width);
  localparam int unsigned Taps         = $countones(Poly) - 1;
  localparam cuts_t Cuts = cut_plan(Depth, Stages, mastrovito_costs(Width, Taps, MatrixLevels));

  logic [Taps-1:0][Width-1:0] rows;
  logic [Width-1:0]           column, a, sum;

  seal_gf_matrix #(
    .Width(Width), .Poly(Poly), .Shift(Shift), .Levels(MatrixLevels), .Cuts(Cuts)
  ) u_matrix (
    .clk_i, .b_i, .column_o(column), .rows_o(rows)
  );
  seal_gf_cut #(.Width(Width), .To(MatrixLevels), .Cuts(Cuts)) u_vector (   // beside the matrix
    .clk_i, .d_i(a_i), .q_o(a)
  );

  for (genvar k = 0; k < Width; k++) begin : g_row
    logic [Width-1:0] row;
    seal_gf_matrix_row #(.Width(Width), .Poly(Poly), .Row(k)) u_row (
      .column_i(column), .rows_i(rows), .row_o(row)
    );
    seal_gf_dot #(.Terms(Width), .From(MatrixLevels), .Cuts(Cuts)) u_dot (
      .clk_i, .a_i(row), .b_i(a), .q_o(sum[k])
    );
  end

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(sum), .q_o(p_o)
  );

endmodule
