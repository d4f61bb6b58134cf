// SPDX-License-Identifier: Apache-2.0
//
// Scalar product of two bit vectors: one level of AND gates, then a balanced tree of XOR gates.
// Terms AND, Terms - 1 XOR. With Tables = 1 the tree begins with sums of three, which fill LUTs of
// six inputs: three LUTs for eight terms, (3) + (3) + 2, and up to one level of gates more.
//
// Operands at depth From of a planned pipeline (seal_gf_plan_pkg), result at depth
// From + 1 + Levels, Levels >= dot_levels(Terms, Tables). Latency: the cuts between them. No reset.
//
// Source: no standard: the inner product that every matrix-vector multiplier is made of.
module seal_gf_dot
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Terms  = 1,
  parameter int unsigned From   = 0,
  parameter bit          Tables = 1'b0,
  parameter int unsigned Levels = dot_levels(Terms, Tables),
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

  if (Tables && Terms > 4) begin : g_threes
    localparam int unsigned Threes = (Terms + 2) / 3;
    logic [Threes-1:0] sum;
    for (genvar i = 0; i < Threes; i++) begin : g_three
      localparam int unsigned Size = (Terms - 3*i < 3) ? Terms - 3*i : 3;
      seal_gf_xor_tree #(.Terms(Size), .From(From + 1), .Levels(2), .Cuts(Cuts)) u_sum (
        .clk_i, .d_i(products[3*i+:Size]), .q_o(sum[i])
      );
    end
    seal_gf_xor_tree #(.Terms(Threes), .From(From + 3), .Levels(Levels - 2), .Cuts(Cuts)) u_tree (
      .clk_i, .d_i(sum), .q_o
    );
  end else begin : g_tree
    seal_gf_xor_tree #(.Terms(Terms), .From(From + 1), .Levels(Levels), .Cuts(Cuts)) u_tree (
      .clk_i, .d_i(products), .q_o
    );
  end

endmodule
