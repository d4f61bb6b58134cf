// SPDX-License-Identifier: Apache-2.0
//
// All sums of the bits in each group of Group neighbours: sum m of group g is that of the bits
// g Group + i for which m has a one. A linear map by constants picks one sum of each group for each
// of its results, which takes a Group-th of the gates of its definition (the "four Russians"); sums
// that nothing picks disappear. (2^Group - Group - 1) XOR per group at most, Group - 1 deep.
//
// Combinational.
//
// Source: V. Arlazarov, E. Dinic, M. Kronrod and I. Faradzev, On economical construction of the
// transitive closure of an oriented graph, Soviet Math. Doklady 11, 1970.
module seal_gf_subsets #(
  parameter int unsigned  Width  = 128,
  parameter int unsigned  Group  = 5,
  localparam int unsigned GROUPS = (Width + Group - 1) / Group
) (
  input  logic [Width-1:0]                a_i,
  output logic [GROUPS-1:0][2**Group-1:0] sums_o
);

  logic [GROUPS*Group-1:0] a;
  assign a = (GROUPS*Group)'(a_i);

  for (genvar g = 0; g < GROUPS; g++) begin : gen_group
    assign sums_o[g][0] = 1'b0;
    for (genvar m = 1; m < 2**Group; m++) begin : gen_set   // without its highest bit, and that bit
      localparam int unsigned HIGH = $clog2(m + 1) - 1;
      assign sums_o[g][m] = sums_o[g][m-2**HIGH] ^ a[g*Group+HIGH];
    end
  end

endmodule
