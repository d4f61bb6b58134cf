// SPDX-License-Identifier: Apache-2.0
//
// Unreduced product of two polynomials over GF(2) of any width by recursive two-way splitting
// (Karatsuba and Ofman 1963), schoolbook from width Halt down. With l = ceil(Width / 2),
// a = ah x^l + al, and b likewise:
//
//   d0 = al bl    d2 = ah bh    d1 = (al + ah)(bl + bh)
//   a b = x^2l d2 + x^l (d1 + d0 + d2) + d0
//
// For even Width a split costs 4 Width - 4 XOR besides its three products: Width before them and
// 3 Width - 4 after. It adds one level of gates before them and two after, because the sum of four
// terms in the middle is taken as (d0 + d2) + (d1 + the overlap).
//
// Bit i is the coefficient of x^i. Operands at depth From of a planned pipeline (seal_gf_plan_pkg),
// product at depth From + karatsuba_depth(Width, Halt). Latency: the cuts between them. No reset.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 3.3 and Table 3.1 (gate counts).
module seal_gf_karatsuba
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width = 4,
  parameter int unsigned Halt  = 4,
  parameter int unsigned From  = 0,
  parameter cuts_t       Cuts  = '0
) (
  input  logic               clk_i,
  input  logic [Width-1:0]   a_i,
  input  logic [Width-1:0]   b_i,
  output logic [2*Width-2:0] p_o
);

  if (Width <= Halt || Width < 2) begin : g_leaf
    seal_gf_school #(.Width(Width), .From(From), .Cuts(Cuts)) u_school (
      .clk_i(clk_i), .a_i(a_i), .b_i(b_i), .p_o(p_o)
    );
  end else begin : g_split
    localparam int unsigned ProductW = 2*Width - 1;
    localparam int unsigned LowW     = ceil_div(Width, 2);
    localparam int unsigned HighW    = Width - LowW;
    localparam int unsigned Inner    = From + 1;
    localparam int unsigned Join     = Inner + karatsuba_depth(LowW, Halt);
    localparam int unsigned Early    = Inner + karatsuba_depth(HighW, Halt);

    logic [Width-1:0]   a, b;
    logic [LowW-1:0]    a_sum, b_sum;
    logic [2*LowW-2:0]  d0, d1;
    logic [2*HighW-2:0] d2_early, d2;

    // The halves of the operands wait for their sums.
    seal_gf_cut #(.Width(2*Width), .From(From), .To(Inner), .Cuts(Cuts)) u_halves (
      .clk_i(clk_i), .d_i({a_i, b_i}), .q_o({a, b})
    );
    seal_gf_cut #(.Width(2*LowW), .From(From), .To(Inner), .Cuts(Cuts)) u_sums (
      .clk_i(clk_i),
      .d_i({a_i[LowW-1:0] ^ LowW'(a_i[Width-1:LowW]), b_i[LowW-1:0] ^ LowW'(b_i[Width-1:LowW])}),
      .q_o({a_sum, b_sum})
    );

    seal_gf_karatsuba #(.Width(LowW), .Halt(Halt), .From(Inner), .Cuts(Cuts)) u_d0 (
      .clk_i(clk_i), .a_i(a[LowW-1:0]), .b_i(b[LowW-1:0]), .p_o(d0)
    );
    seal_gf_karatsuba #(.Width(LowW), .Halt(Halt), .From(Inner), .Cuts(Cuts)) u_d1 (
      .clk_i(clk_i), .a_i(a_sum), .b_i(b_sum), .p_o(d1)
    );
    seal_gf_karatsuba #(.Width(HighW), .Halt(Halt), .From(Inner), .Cuts(Cuts)) u_d2 (
      .clk_i(clk_i), .a_i(a[Width-1:LowW]), .b_i(b[Width-1:LowW]), .p_o(d2_early)
    );
    // With an odd width the upper product is smaller, and may be ready earlier.
    seal_gf_cut #(.Width(2*HighW - 1), .From(Early), .To(Join), .Cuts(Cuts)) u_d2_wait (
      .clk_i(clk_i), .d_i(d2_early), .q_o(d2)
    );

    logic [2*LowW-2:0]   inner;
    logic [ProductW-1:0] outer, joined;

    seal_gf_cut #(.Width(2*LowW - 1), .From(Join), .To(Join + 1), .Cuts(Cuts)) u_inner (
      .clk_i(clk_i), .d_i(d0 ^ (2*LowW - 1)'(d2)), .q_o(inner)
    );
    seal_gf_cut #(.Width(ProductW), .From(Join), .To(Join + 1), .Cuts(Cuts)) u_outer (
      .clk_i(clk_i), .d_i({d2, 1'b0, d0} ^ (ProductW'(d1) << LowW)), .q_o(outer)
    );
    assign joined = outer ^ (ProductW'(inner) << LowW);
    seal_gf_cut #(.Width(ProductW), .From(Join + 1), .To(Join + 2), .Cuts(Cuts)) u_joined (
      .clk_i(clk_i), .d_i(joined), .q_o(p_o)
    );
  end

endmodule
