// SPDX-License-Identifier: Apache-2.0
//
// The product matrix M of a field element b: a b = M a for every a; column i is x^i b mod Poly.
//
//   M(k, i) = M(k-1, i-1)                    if Poly does not have x^k
//           = M(k-1, i-1) + M(Width-1, i-1)  if it has
//
// So a row without a tap of Poly is the row before it, shifted by one column, and all sums of the
// matrix are in the rows with a tap and in column 0. These are the outputs: rows_o[n] is the row of
// the n-th tap, counted from x^0. seal_gf_matrix_row makes any row of them with wires alone.
//
// The input is x^Shift b mod Poly. With Shift = 0 column 0 is b itself, and element (k, i) is the
// sum of those b_j for which x^(i+j) mod Poly has x^k: 784 XOR for the polynomial of GCM, less the
// terms that they share. With Shift > 0 exponents run from -Shift to 2 Width - 2 - Shift and are
// reduced from both ends, which needs fewer terms: the shifted polynomial basis.
//
// Input at depth From of a planned pipeline (seal_gf_plan_pkg), outputs at depth From + Levels,
// Levels >= clog2(matrix_weight(Width, Poly, Shift)). Latency: the cuts between them. No reset.
//
// Source: E. D. Mastrovito, VLSI Architectures for Computation in Galois Fields, thesis, Linkoping
// University 1991; P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation,
// thesis, University of Waterloo 2008, section 3.1 and Fig. 3.2; H. Fan and Y. Dai, Fast
// Bit-Parallel GF(2^n) Multiplier for All Trinomials, IEEE Trans. Computers 54(4), 2005, for Shift.
module seal_gf_matrix
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter poly_t        Poly   = poly_t'(GcmPoly),
  parameter int unsigned  Shift  = 0,
  parameter int unsigned  From   = 0,
  parameter int unsigned  Levels = $clog2(matrix_weight(Width, Poly, Shift)),
  parameter cuts_t        Cuts   = '0,
  localparam int unsigned Taps   = $countones(Poly) - 1
) (
  input  logic                       clk_i,
  input  logic [Width-1:0]           b_i,
  output logic [Width-1:0]           column_o,
  output logic [Taps-1:0][Width-1:0] rows_o
);

  localparam poly_t Start = x_to_minus(Shift, Poly);
  localparam row_t  Last  = last_row(Width, Poly, Start);

  for (genvar k = 0; k < Width; k++) begin : g_row
    localparam row_t        Row = red_row(k, Width, Poly, Last, Start);
    localparam int unsigned New = Poly[k] ? Width : 1;   // elements that are new in this row
    logic [New-1:0] sum;
    for (genvar i = 0; i < New; i++) begin : g_element
      localparam row_t        Mask  = row_t'(Row[i+:Width]);
      localparam int unsigned Terms = $countones(Mask);
      logic [Terms-1:0] term;
      for (genvar t = 0; t < Terms; t++) begin : g_term
        localparam int unsigned Power = nth_one(Mask, t);
        assign term[t] = b_i[Power];
      end
      seal_gf_xor_tree #(.Terms(Terms), .From(From), .Levels(Levels), .Cuts(Cuts)) u_sum (
        .clk_i, .d_i(term), .q_o(sum[i])
      );
    end
    assign column_o[k] = sum[0];
    if (Poly[k]) begin : g_tap
      localparam int unsigned N = $countones(Poly & ~(~poly_t'(0) << k));   // taps below this one
      assign rows_o[N] = sum;
    end
  end

endmodule
