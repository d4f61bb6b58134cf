// SPDX-License-Identifier: Apache-2.0
//
// From dual coordinates d_j = f(x^j p), f(z) = coefficient of x^(Width-1), back to the polynomial:
//
//   p_i = sum of d_j over those j for which Poly has x^(i+j+1)
//
// The sum is f(u_i p) with u_i = floor(Poly / x^(i+1)), and it is p_i because f(u_i x^k) is 1 for
// k = i and 0 otherwise: u_i x^k has the degree Width-1+k-i, so for k < i it has no x^(Width-1),
// and for k = i it has. For k > i it equals, modulo Poly, x^(k-i-1) times the part of Poly up to
// x^i, whose degree is below Width-1.
//
// 10 XOR and 2 levels for the polynomial of GCM; in general the sum of the exponents of the taps
// below x^Width, less the terms that sums share.
//
// From depth From to depth From + clog2(taps) of a planned pipeline (seal_gf_plan_pkg). Latency:
// the cuts between them. No reset.
//
// Source: this project; dual bases as in E. R. Berlekamp, Bit-Serial Reed-Solomon Encoders, IEEE
// Trans. Information Theory 28(6), 1982.
module seal_gf_dual_back
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly),
  parameter int unsigned From  = 0,
  parameter cuts_t       Cuts  = '0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Levels = $clog2($countones(Poly) - 1);   // p_0 is a sum of all taps

  for (genvar i = 0; i < Width; i++) begin : g_sum
    localparam row_t        TermMask = row_t'(Poly) >> (i + 1);   // j where Poly has x^(i+j+1)
    localparam int unsigned Terms    = $countones(TermMask);
    logic [Terms-1:0] term;
    for (genvar n = 0; n < Terms; n++) begin : g_term
      localparam int unsigned J = nth_one(TermMask, n);
      assign term[n] = d_i[J];
    end
    seal_gf_xor_tree #(.Terms(Terms), .From(From), .Levels(Levels), .Cuts(Cuts)) u_sum (
      .clk_i, .d_i(term), .q_o(p_o[i])
    );
  end

endmodule
