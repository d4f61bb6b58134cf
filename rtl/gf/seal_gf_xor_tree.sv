// SPDX-License-Identifier: Apache-2.0
//
// Sum of Terms bits: a balanced tree of two-input XOR gates. It reaches from depth From to depth
// From + Levels of a planned pipeline (seal_gf_plan_pkg), Levels >= clog2(Terms); a sum that is
// ready earlier is delayed.
//
// Levels without a cut between them are written as one reduction operator over groups of 2^levels
// terms: the same gates, and much faster to simulate.
//
// Latency: cut_count(Cuts, From, From + Levels) cycles. No reset.
//
// Source: no standard: textbook reduction tree.
module seal_gf_xor_tree
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Terms  = 1,
  parameter int unsigned From   = 0,
  parameter int unsigned Levels = $clog2(Terms),
  parameter cuts_t       Cuts   = '0
) (
  input  logic             clk_i,
  input  logic [Terms-1:0] d_i,
  output logic             q_o
);

  if (Levels == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign q_o = d_i[0];
  end else begin : g_tree
    localparam int unsigned Made = levels_to_cut(Cuts, From, Levels);
    localparam int unsigned Left = ceil_div(Terms, 32'd1 << Made);
    logic [Left-1:0] sum, kept;

    for (genvar i = 0; i < Left; i++) begin : g_group
      localparam int unsigned First = i << Made;
      localparam int unsigned Size  = (Terms - First < (32'd1 << Made)) ? Terms - First
                                                                       : 32'd1 << Made;
      assign sum[i] = ^d_i[First +: Size];
    end

    seal_gf_cut #(.Width(Left), .From(From), .To(From + Made), .Cuts(Cuts)) u_cut (
      .clk_i(clk_i), .d_i(sum), .q_o(kept)
    );
    seal_gf_xor_tree #(
      .Terms(Left), .From(From + Made), .Levels(Levels - Made), .Cuts(Cuts)
    ) u_rest (
      .clk_i(clk_i), .d_i(kept), .q_o(q_o)
    );
  end

endmodule
