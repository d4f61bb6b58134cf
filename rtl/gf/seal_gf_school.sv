// SPDX-License-Identifier: Apache-2.0
//
// Unreduced product of two polynomials over GF(2), schoolbook method: all products of coefficients,
// then a tree over the shifted rows. Width^2 AND, (Width - 1)^2 XOR; depth 1 + clog2(Width).
//
// Bit i is the coefficient of x^i. Operands at depth From of a planned pipeline (see seal_gf_pkg),
// product at depth From + 1 + clog2(Width). Latency: the cuts between them. No reset.
module seal_gf_school
  import seal_gf_pkg::*;
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

  localparam int unsigned PRODUCT = 2*Width - 1;

  logic [Width-1:0][PRODUCT-1:0] rows;

  for (genvar i = 0; i < Width; i++) begin : gen_row
    logic [Width-1:0] row, kept;
    assign row = a_i & {Width{b_i[i]}};
    seal_gf_cut #(.Width(Width), .From(From), .To(From + 1), .Cuts(Cuts)) u_cut (
      .clk_i(clk_i), .d_i(row), .q_o(kept)
    );
    assign rows[i] = PRODUCT'(kept) << i;
  end

  seal_gf_xor_tree #(.Width(PRODUCT), .Terms(Width), .From(From + 1), .Cuts(Cuts)) u_tree (
    .clk_i(clk_i), .d_i(rows), .q_o(p_o)
  );

endmodule
