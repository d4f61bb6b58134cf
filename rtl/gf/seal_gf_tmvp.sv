// SPDX-License-Identifier: Apache-2.0
//
// Product of a Toeplitz matrix and a vector over GF(2) by recursive two-way splitting, row by row
// from width Halt down. The matrix is given by its 2 Width - 1 diagonals, the one at the upper
// right corner first:
//
//   p_i = sum of t_(Width-1+i-j) v_j
//
//   [T1 T0] [v0]   [P0 + P2]    P0 = (T0 + T1) v1
//   [T2 T1] [v1] = [P1 + P2]    P1 = (T1 + T2) v0
//                               P2 = T1 (v0 + v1)
//
// Both sums of matrices are windows of one sequence, t_i + t_(i+Width/2): 3 Width/2 - 1 XOR.
// Windows of different products overlap again further down, where synthesis shares equal gates. An
// odd width gets one more row and column, whose inputs are 0 and whose output is not used.
//
// One level of gates stands before and one after the three products. Karatsuba's method
// (seal_gf_karatsuba) has two after, and so is deeper.
//
// Operands at depth From of a planned pipeline (seal_gf_plan_pkg), product at depth
// From + tmvp_depth(Width, Halt, Tables). Latency: the cuts between them. No reset.
//
// Source: H. Fan and M. A. Hasan, A New Approach to Subquadratic Space Complexity Parallel
// Multipliers for Extended Binary Fields, IEEE Trans. Computers 56(2), 2007; P. Patel, Parallel
// Multiplier Designs for the Galois/Counter Mode of Operation, thesis, University of Waterloo 2008,
// equation (3.8) and Table 3.2 (gate counts).
module seal_gf_tmvp
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 4,
  parameter int unsigned Halt   = 4,
  parameter bit          Tables = 1'b0,   // see seal_gf_dot
  parameter int unsigned From   = 0,
  parameter cuts_t       Cuts   = '0
) (
  input  logic               clk_i,
  input  logic [2*Width-2:0] t_i,
  input  logic [Width-1:0]   v_i,
  output logic [Width-1:0]   p_o
);

  if (Width <= Halt || Width < 2) begin : g_leaf
    for (genvar i = 0; i < Width; i++) begin : g_row
      logic [Width-1:0] row;   // element j is t_(Width-1+i-j)
      for (genvar j = 0; j < Width; j++) begin : g_element
        assign row[j] = t_i[Width-1+i-j];
      end
      seal_gf_dot #(.Terms(Width), .Tables(Tables), .From(From), .Cuts(Cuts)) u_dot (
        .clk_i, .a_i(row), .b_i(v_i), .q_o(p_o[i])
      );
    end
  end else begin : g_split
    localparam int unsigned HalfW = ceil_div(Width, 2);
    localparam int unsigned Inner = From + 1;
    localparam int unsigned Join  = Inner + tmvp_depth(HalfW, Halt, Tables);

    // Extended to an even width: the new diagonals meet only inputs of 0 and outputs not used.
    logic [4*HalfW-2:0] t;
    logic [2*HalfW-1:0] v;
    logic [2*HalfW-2:0] t1;
    logic [3*HalfW-2:0] sums;
    logic [HalfW-1:0]   v0, v1, v_sum;
    logic [HalfW-1:0]   p0, p1, p2;

    assign t = (4*HalfW - 1)'(t_i) << (2*HalfW - Width);
    assign v = (2*HalfW)'(v_i);

    seal_gf_cut #(.Width(2*HalfW - 1), .From(From), .To(Inner), .Cuts(Cuts)) u_middle (
      .clk_i, .d_i(t[HalfW+:2*HalfW-1]), .q_o(t1)
    );
    seal_gf_cut #(.Width(3*HalfW - 1), .From(From), .To(Inner), .Cuts(Cuts)) u_sums (
      .clk_i, .d_i(t[0+:3*HalfW-1] ^ t[HalfW+:3*HalfW-1]), .q_o(sums)
    );
    seal_gf_cut #(.Width(3*HalfW), .From(From), .To(Inner), .Cuts(Cuts)) u_vector (
      .clk_i,
      .d_i({v[0+:HalfW] ^ v[HalfW+:HalfW], v}),
      .q_o({v_sum, v1, v0})
    );

    seal_gf_tmvp #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p0 (
      .clk_i, .t_i(sums[0+:2*HalfW-1]), .v_i(v1), .p_o(p0)
    );
    seal_gf_tmvp #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p1 (
      .clk_i, .t_i(sums[HalfW+:2*HalfW-1]), .v_i(v0), .p_o(p1)
    );
    seal_gf_tmvp #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p2 (
      .clk_i, .t_i(t1), .v_i(v_sum), .p_o(p2)
    );

    seal_gf_tmvp_join #(.Width(Width), .From(Join), .Cuts(Cuts)) u_join (
      .clk_i, .p0_i(p0), .p1_i(p1), .p2_i(p2), .p_o
    );
  end

endmodule
