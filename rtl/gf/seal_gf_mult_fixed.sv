// SPDX-License-Identifier: Apache-2.0
//
// Product of a and a constant in GF(2^Width) = GF(2)[x]/Poly: Width sums of bits of a, which the
// product matrix of the constant selects. Bits are taken in groups of Group, whose sums are made
// once (seal_gf_subsets), so a row is a sum of Width/Group terms. About Width^2/Group XOR, and at
// most (2^Group - Group - 1) Width/Group for the groups; no AND.
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset.
// Use it through seal_gf_mult, which checks the parameters.
//
// Source: J. Crenne et al., Efficient Key-Dependent Message Authentication in Reconfigurable
// Hardware, FPT 2011: one circuit per key.
module seal_gf_mult_fixed
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned    Width  = 128,
  parameter poly_t          Poly   = poly_t'(GcmPoly),
  parameter bit [Width-1:0] Key    = Width'(1),
  parameter int unsigned    Stages = 1,
  parameter int unsigned    Group  = 5
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] p_o
);

  localparam row_t        Last   = last_row(Width, Poly);
  localparam int unsigned Groups = ceil_div(Width, Group);
  localparam int unsigned Inner  = $clog2(Group);
  localparam int unsigned Depth  = Inner + $clog2(Groups);
  // Depth is an upper bound: the number of terms of a sum depends on the key.
  localparam cuts_t Cuts = cut_plan(Depth, Stages, fixed_costs(Width, Groups, Group), 0);

  logic [Groups-1:0][2**Group-1:0] sums;   // of each group, by the set of its bits
  logic [Width-1:0]                p;

  seal_gf_subsets #(.Width(Width), .Group(Group), .Cuts(Cuts)) u_subsets (
    .clk_i, .a_i, .sums_o(sums)
  );

  for (genvar k = 0; k < Width; k++) begin : g_row
    localparam bit [Width-1:0]        Row = Width'(matrix_row(k, Width, Poly, Last, poly_t'(Key)));
    localparam bit [Groups*Group-1:0] Set = (Groups*Group)'(Row);
    logic [Groups-1:0] term;
    for (genvar g = 0; g < Groups; g++) begin : g_term
      assign term[g] = sums[g][Set[g*Group+:Group]];
    end
    seal_gf_xor_tree #(.Terms(Groups), .From(Inner), .Cuts(Cuts)) u_sum (
      .clk_i, .d_i(term), .q_o(p[k])
    );
  end

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
