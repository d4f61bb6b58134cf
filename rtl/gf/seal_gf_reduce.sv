// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a product modulo any field polynomial: multiplication by the reduction matrix, one
// XOR tree per row. For x^128 + x^7 + x^2 + x + 1: 527 XOR (less what rows share), 3 levels.
//
// Bit i is the coefficient of x^i. Product at depth From of a planned pipeline (seal_gf_plan_pkg),
// result at depth From + Levels, Levels >= clog2(red_weight(Width, Poly)).
// Latency: the cuts between them. No reset.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of
// Operation, thesis, University of Waterloo 2008, section 3.3
// (reduction matrix and its Hamming weight).
module seal_gf_reduce
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned From   = 0,
  parameter int unsigned Levels = $clog2(red_weight(Width, Poly)),
  parameter cuts_t       Cuts   = '0
) (
  input  logic               clk_i,
  input  logic [2*Width-2:0] p_i,
  output logic [Width-1:0]   p_o
);

  localparam row_t Last = last_row(Width, Poly);

  for (genvar k = 0; k < Width; k++) begin : g_row
    localparam row_t        Row   = red_row(k, Width, Poly, Last);
    localparam int unsigned Terms = $countones(Row);
    logic [Terms-1:0] term;
    for (genvar t = 0; t < Terms; t++) begin : g_term
      localparam int unsigned Power = nth_one(Row, t);
      assign term[t] = p_i[Power];
    end
    seal_gf_xor_tree #(.Terms(Terms), .From(From), .Levels(Levels), .Cuts(Cuts)) u_tree (
      .clk_i(clk_i), .d_i(term), .q_o(p_o[k])
    );
  end

endmodule
