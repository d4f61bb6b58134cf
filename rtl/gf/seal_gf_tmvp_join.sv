// SPDX-License-Identifier: Apache-2.0
//
// The last step of a split Toeplitz product (seal_gf_tmvp): the three products of half the width,
//
//   p = {P1 + P2, P0 + P2}
//
// without the row that was added to an odd width. Width is that of the whole product; operands at
// depth From of a planned pipeline (seal_gf_plan_pkg), product at depth From + 1. Latency: the cut
// between them, if there is one. No reset.
//
// Source: H. Fan and M. A. Hasan's formula; P. Patel's thesis, equation (3.8). References:
// seal_gf_tmvp.
module seal_gf_tmvp_join
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width = 4,
  parameter int unsigned  From  = 0,
  parameter cuts_t        Cuts  = '0,
  localparam int unsigned HalfW = ceil_div(Width, 2)
) (
  input  logic             clk_i,
  input  logic [HalfW-1:0] p0_i,
  input  logic [HalfW-1:0] p1_i,
  input  logic [HalfW-1:0] p2_i,
  output logic [Width-1:0] p_o
);

  logic [2*HalfW-1:0] joined;
  assign joined = {p1_i ^ p2_i, p0_i ^ p2_i};

  seal_gf_cut #(.Width(Width), .From(From), .To(From + 1), .Cuts(Cuts)) u_joined (
    .clk_i, .d_i(joined[Width-1:0]), .q_o(p_o)
  );
  if (Width % 2 != 0) begin : g_odd
    logic unused_row;
    assign unused_row = joined[2*HalfW-1];
  end

endmodule
