// SPDX-License-Identifier: Apache-2.0
//
// The product matrix M of a field element a: a b = M b for every b; column i is x^i a mod Poly, and
// element (k, i) is the sum of those a_j for which x^(i+j) mod Poly has x^k.
//
//   M(k, i) = M(k-1, i-1)                    if Poly does not have x^k
//           = M(k-1, i-1) + M(Width-1, i-1)  if it has
//
// So a row without a tap of Poly is the row before it, moved on by one column, and all sums of the
// matrix stand in the rows with a tap. These are the output: row of the n-th tap (from x^0 on) in
// bits n Width and up. seal_gf_matrix_row makes any row of them with wires alone. 784 XOR for the
// polynomial of GCM, less what they share.
//
// a at depth From of a planned pipeline (seal_gf_plan_pkg), rows at depth From + Levels,
// Levels >= clog2(matrix_weight(Width, Poly)). Latency: the cuts between them. No reset.
//
// Source: E. D. Mastrovito, VLSI Architectures for Computation in Galois Fields, thesis, Linkoping
// University 1991; P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation,
// thesis, University of Waterloo 2008, section 3.1 and Fig. 3.2.
module seal_gf_matrix
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter poly_t        Poly   = poly_t'(GcmPoly),
  parameter int unsigned  From   = 0,
  parameter int unsigned  Levels = $clog2(matrix_weight(Width, Poly)),
  parameter cuts_t        Cuts   = '0,
  localparam int unsigned TAPS   = $countones(Poly) - 1
) (
  input  logic                       clk_i,
  input  logic [Width-1:0]           a_i,
  output logic [TAPS-1:0][Width-1:0] rows_o
);

  localparam row_t LAST = last_row(Width, Poly);

  for (genvar n = 0; n < TAPS; n++) begin : gen_tap
    localparam row_t ROW = red_row(nth_one(row_t'(Poly), n), Width, Poly, LAST);
    for (genvar i = 0; i < Width; i++) begin : gen_element
      localparam row_t        MASK  = row_t'(ROW[i+:Width]);
      localparam int unsigned TERMS = $countones(MASK);
      logic [TERMS-1:0] term;
      for (genvar t = 0; t < TERMS; t++) begin : gen_term
        localparam int unsigned POWER = nth_one(MASK, t);
        assign term[t] = a_i[POWER];
      end
      seal_gf_xor_tree #(.Terms(TERMS), .From(From), .Levels(Levels), .Cuts(Cuts)) u_sum (
        .clk_i, .d_i(term), .q_o(rows_o[n][i])
      );
    end
  end

endmodule
