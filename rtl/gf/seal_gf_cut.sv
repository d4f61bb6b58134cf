// SPDX-License-Identifier: Apache-2.0
//
// Carries a bus from depth From to depth To of a planned pipeline (seal_gf_plan_pkg): one register
// for each cut on the way, none if there is no cut.
//
// Latency: cut_count(Cuts, From, To) cycles. No reset, no enable: the pipeline always moves.
//
// Source: no standard: textbook pipelining.
module seal_gf_cut
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width = 1,
  parameter int unsigned From  = 0,
  parameter int unsigned To    = 1,
  parameter cuts_t       Cuts  = '0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  localparam int unsigned Regs = cut_count(Cuts, From, To);

  if (Regs == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign q_o = d_i;
  end else begin : g_regs
    logic [Regs-1:0][Width-1:0] line_q;
    always_ff @(posedge clk_i) begin
      line_q[0] <= d_i;
      for (int unsigned i = 1; i < Regs; i++) line_q[i] <= line_q[i-1];
    end
    assign q_o = line_q[Regs-1];
  end

endmodule
