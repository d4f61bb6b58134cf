// SPDX-License-Identifier: Apache-2.0
//
// Sum of Lanes products in GF(2^Width) = GF(2)[x]/Poly, a_0 b_0 + a_1 b_1 + ...: one step of a
// GHASH that takes Lanes blocks per cycle. Each product is made by Karatsuba's method.
//
//   Late = 1   the unreduced products are added, and the sum is reduced once
//   Late = 0   each product is reduced, and then they are added (the classical form)
//
// Late saves Lanes - 1 reductions (527 XOR each for the polynomial of GCM) and pays for sums of
// 2 Width - 1 instead of Width bits.
//
// Bit i is the coefficient of x^i; lane n has bits n Width and up. Latency Stages cycles, one sum
// per cycle; no reset. Use it through seal_gf_mult, which checks the parameters.
//
// Source: K. M. Abdellatif, R. Chotin-Avot and H. Mehrez, Efficient Parallel-Pipelined GHASH for
// Message Authentication, ReConFig 2012, equation (6) and Figs. 4 to 6; Late = 0: A. Satoh, T.
// Sugawara and T. Aoki, High-Speed Pipelined Hardware Architecture for Galois Counter Mode, 2007.
module seal_gf_mult_parallel
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned Stages = 1,
  parameter int unsigned Halt   = 32,
  parameter int unsigned Lanes  = 4,
  parameter bit          Late   = 1'b1,
  parameter bit          Fold   = 1'b0    // see seal_gf_reduce
) (
  input  logic                        clk_i,
  input  logic [Lanes-1:0][Width-1:0] a_i,
  input  logic [Lanes-1:0][Width-1:0] b_i,
  output logic [Width-1:0]            p_o
);

  localparam int unsigned Weight        = red_weight(Width, Poly);
  localparam int unsigned ReduceLevels  = $clog2(Weight);
  localparam int unsigned AddLevels     = $clog2(Lanes);
  localparam int unsigned ProductLevels = karatsuba_depth(Width, Halt);
  localparam int unsigned Depth         = ProductLevels + ReduceLevels + AddLevels;
  // Depth is an upper bound: the heaviest row of the reduction need not take the deepest products.
  localparam cuts_t Cuts =
      cut_plan(Depth, Stages, parallel_costs(Width, Halt, Weight, Lanes, Late, Depth), 0);

  // Width of the terms of the sum, and the depth at which they are ready
  localparam int unsigned TermW    = Late ? 2*Width - 1 : Width;
  localparam int unsigned TermFrom = Late ? ProductLevels : ProductLevels + ReduceLevels;

  logic [Lanes-1:0][TermW-1:0] term;
  logic [TermW-1:0]            sum;
  logic [Width-1:0]            p;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    logic [2*Width-2:0] product;
    seal_gf_karatsuba #(.Width(Width), .Halt(Halt), .Cuts(Cuts)) u_product (
      .clk_i, .a_i(a_i[n]), .b_i(b_i[n]), .p_o(product)
    );
    if (Late) begin : g_late
      assign term[n] = product;
    end else begin : g_early
      seal_gf_reduce #(
        .Width(Width), .Poly(Poly), .From(ProductLevels), .Levels(ReduceLevels), .Cuts(Cuts),
        .Fold(Fold)
      ) u_reduce (
        .clk_i, .p_i(product), .p_o(term[n])
      );
    end
  end

  for (genvar i = 0; i < TermW; i++) begin : g_sum
    logic [Lanes-1:0] bits;
    for (genvar n = 0; n < Lanes; n++) begin : g_bit
      assign bits[n] = term[n][i];
    end
    seal_gf_xor_tree #(.Terms(Lanes), .From(TermFrom), .Cuts(Cuts)) u_sum (
      .clk_i, .d_i(bits), .q_o(sum[i])
    );
  end

  if (Late) begin : g_once
    seal_gf_reduce #(
      .Width(Width), .Poly(Poly), .From(ProductLevels + AddLevels), .Levels(ReduceLevels),
      .Cuts(Cuts), .Fold(Fold)
    ) u_reduce (
      .clk_i, .p_i(sum), .p_o(p)
    );
  end else begin : g_done
    assign p = sum;
  end

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
