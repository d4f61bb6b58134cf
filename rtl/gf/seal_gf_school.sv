// SPDX-License-Identifier: Apache-2.0
//
// Unreduced product of two polynomials over GF(2), schoolbook method: all products of coefficients,
// then a tree for each column. Width^2 AND, (Width - 1)^2 XOR; depth 1 + clog2(Width).
//
// Bit i is the coefficient of x^i. Operands at depth From of a planned pipeline (seal_gf_plan_pkg),
// product at depth From + 1 + clog2(Width). Latency: the cuts between them. No reset.
//
// Source: textbook method; the leaves of the recursion in P. Patel, Parallel Multiplier Designs for
// the Galois/Counter Mode of Operation, thesis, University of Waterloo 2008, section 3.3.
module seal_gf_school
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width = 4,
  parameter int unsigned From  = 0,
  parameter cuts_t       Cuts  = '0
) (
  input  logic               clk_i,
  input  logic [Width-1:0]   a_i,
  input  logic [Width-1:0]   b_i,
  output logic [2*Width-2:0] p_o
);

  // Column j of the product: the sum of a_i b_(j-i) over all i for which both exist.
  for (genvar j = 0; j < 2*Width - 1; j++) begin : g_column
    localparam int unsigned Low   = (j < Width) ? 0 : j - Width + 1;
    localparam int unsigned Terms = (j < Width) ? j + 1 : 2*Width - 1 - j;
    logic [Terms-1:0] b_reversed, products, kept;

    for (genvar i = 0; i < Terms; i++) begin : g_term
      assign b_reversed[i] = b_i[j - Low - i];
    end
    assign products = a_i[Low +: Terms] & b_reversed;
    seal_gf_cut #(.Width(Terms), .From(From), .To(From + 1), .Cuts(Cuts)) u_cut (
      .clk_i(clk_i), .d_i(products), .q_o(kept)
    );
    seal_gf_xor_tree #(
      .Terms(Terms), .From(From + 1), .Levels($clog2(Width)), .Cuts(Cuts)
    ) u_tree (
      .clk_i(clk_i), .d_i(kept), .q_o(p_o[j])
    );
  end

endmodule
