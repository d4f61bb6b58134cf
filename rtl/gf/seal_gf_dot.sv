// SPDX-License-Identifier: Apache-2.0
//
// Scalar product of two bit vectors: one level of AND gates, then a balanced tree of XOR gates.
// Terms AND, Terms - 1 XOR.
//
// Operands at depth From of a planned pipeline (seal_gf_plan_pkg), result at depth
// From + 1 + Levels, Levels >= clog2(Terms). Latency: the cuts between them. No reset.
//
// Source: no standard: the inner product that every matrix-vector multiplier is made of.
module seal_gf_dot
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Terms  = 1,
  parameter int unsigned From   = 0,
  parameter int unsigned Levels = $clog2(Terms),
  parameter cuts_t       Cuts   = '0
) (
  input  logic             clk_i,
  input  logic [Terms-1:0] a_i,
  input  logic [Terms-1:0] b_i,
  output logic             q_o
);

  logic [Terms-1:0] products;

  seal_gf_cut #(.Width(Terms), .From(From), .To(From + 1), .Cuts(Cuts)) u_products (
    .clk_i, .d_i(a_i & b_i), .q_o(products)
  );
  seal_gf_xor_tree #(.Terms(Terms), .From(From + 1), .Levels(Levels), .Cuts(Cuts)) u_tree (
    .clk_i, .d_i(products), .q_o
  );

endmodule
