// SPDX-License-Identifier: Apache-2.0
//
// All sums of the bits in each group of Group neighbours: sum m of group g is that of the bits
// g Group + i for which m has a one. A constant linear map selects one sum of each group for each
// of its results, which takes a Group-th of the gates of its definition (the method of the "four
// Russians"); synthesis removes sums that nothing selects.
//
// Group = 1: {a, 0}. Else the sums of each half, and each of one with each of the other:
//
//   (2^L - L - 1) + (2^H - H - 1) + (2^L - 1) (2^H - 1) = 2^Group - Group - 1 XOR,   L + H = Group
//
// From depth From to depth From + clog2(Group) of a planned pipeline (seal_gf_plan_pkg). Latency:
// the cuts between them. No reset.
//
// Source: V. Arlazarov, E. Dinic, M. Kronrod and I. Faradzev, On economical construction of the
// transitive closure of an oriented graph, Soviet Math. Doklady 11, 1970 (the paper of the method).
module seal_gf_subsets
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter int unsigned  Group  = 5,
  parameter int unsigned  From   = 0,
  parameter cuts_t        Cuts   = '0,
  localparam int unsigned Groups = (Width + Group - 1) / Group
) (
  input  logic                            clk_i,
  input  logic [Width-1:0]                a_i,
  output logic [Groups-1:0][2**Group-1:0] sums_o
);

  logic [Groups-1:0][Group-1:0] a;
  assign a = (Groups*Group)'(a_i);

  for (genvar g = 0; g < Groups; g++) begin : g_group
    if (Group == 1) begin : g_bit
      assign sums_o[g] = {a[g], 1'b0};
    end else begin : g_halves
      localparam int unsigned Low   = (Group + 1) / 2;
      localparam int unsigned High  = Group - Low;
      localparam int unsigned Inner = From + $clog2(Low);
      logic [2**Low-1:0]   low;
      logic [2**High-1:0]  high, high_early;
      logic [2**Group-1:0] sums;

      seal_gf_subsets #(.Width(Low), .Group(Low), .From(From), .Cuts(Cuts)) u_low (
        .clk_i, .a_i(a[g][Low-1:0]), .sums_o(low)
      );
      seal_gf_subsets #(.Width(High), .Group(High), .From(From), .Cuts(Cuts)) u_high (
        .clk_i, .a_i(a[g][Group-1:Low]), .sums_o(high_early)
      );
      seal_gf_cut #(
        .Width(2**High), .From(From + $clog2(High)), .To(Inner), .Cuts(Cuts)
      ) u_wait (
        .clk_i, .d_i(high_early), .q_o(high)
      );
      for (genvar m = 0; m < 2**Group; m++) begin : g_set
        assign sums[m] = low[m%2**Low] ^ high[m>>Low];
      end
      seal_gf_cut #(.Width(2**Group), .From(Inner), .To(Inner + 1), .Cuts(Cuts)) u_sums (
        .clk_i, .d_i(sums), .q_o(sums_o[g])
      );
    end
  end

  if (Group == 1) begin : g_wires
    logic unused_clk;
    assign unused_clk = clk_i;
  end

endmodule
