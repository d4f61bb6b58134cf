// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly: Karatsuba product, then reduction by matrix.
// Multiplier: see seal_gf_karatsuba; reduction: see seal_gf_reduce. Use it through seal_gf_mult,
// which checks the parameters.
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 3.3. With Halt = Width: A. Reyhani-Masoleh and M. A. Hasan,
// Low Complexity Bit Parallel Architectures for Polynomial Basis Multiplication over GF(2^m), IEEE
// Trans. Computers 53(8), 2004.
module seal_gf_mult_karatsuba
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned Stages = 1,
  parameter int unsigned Halt   = 4,
  parameter bit          Fold   = 1'b0    // see seal_gf_reduce
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Weight       = red_weight(Width, Poly);
  localparam int unsigned ReduceLevels = $clog2(Weight);
  localparam int unsigned Inner        = karatsuba_depth(Width, Halt);
  localparam int unsigned Depth        = Inner + ReduceLevels;
  localparam cuts_t Cuts = cut_plan(Depth, Stages, karatsuba_costs(Width, Halt, Weight));

  logic [2*Width-2:0] product;
  logic [Width-1:0]   reduced;

  seal_gf_karatsuba #(.Width(Width), .Halt(Halt), .Cuts(Cuts)) u_product (
    .clk_i(clk_i), .a_i(a_i), .b_i(b_i), .p_o(product)
  );

  seal_gf_reduce #(
    .Width(Width), .Poly(Poly), .From(Inner), .Levels(ReduceLevels), .Cuts(Cuts),
    .Fold(Fold)
  ) u_reduce (
    .clk_i(clk_i), .p_i(product), .p_o(reduced)
  );

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i(clk_i), .d_i(reduced), .q_o(p_o)
  );

endmodule
