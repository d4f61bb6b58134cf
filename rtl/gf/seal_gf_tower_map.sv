// SPDX-License-Identifier: Apache-2.0
//
// The map from GF(2^128) as polynomials in x to the tower GF((2^16)^8), or back (Back = 1). It is
// linear: each row is a sum of sums of groups of bits (seal_gf_subsets). About 3,700 XOR.
//
// Combinational. Bit orders: see seal_gf_tower_pkg.
//
// Source: S. Lemsitzer et al., Multi-Gigabit GCM-AES Architecture Optimized for FPGAs, CHES 2007,
// section 4.4 (map and its inverse).
module seal_gf_tower_map
  import seal_gf_tower_pkg::*;
#(
  parameter int unsigned Tower = 0,
  parameter bit          Back  = 1'b0,
  parameter int unsigned Group = 5
) (
  input  logic [127:0] a_i,
  output logic [127:0] p_o
);

  localparam int unsigned Groups = (128 + Group - 1) / Group;

  logic [Groups-1:0][2**Group-1:0] sums;

  seal_gf_subsets #(.Width(128), .Group(Group)) u_sums (
    .clk_i(1'b0), .a_i, .sums_o(sums)
  );

  for (genvar k = 0; k < 128; k++) begin : g_row
    localparam bit [127:0]            ToTower = (Tower == 0) ? to_tower0(k) : to_tower1(k);
    localparam bit [127:0]            ToField = (Tower == 0) ? to_field0(k) : to_field1(k);
    localparam bit [127:0]            Map     = Back ? ToField : ToTower;
    localparam bit [Groups*Group-1:0] Row     = (Groups*Group)'(Map);
    logic [Groups-1:0] term;
    for (genvar g = 0; g < Groups; g++) begin : g_term
      assign term[g] = sums[g][Row[g*Group+:Group]];
    end
    assign p_o[k] = ^term;
  end

endmodule
