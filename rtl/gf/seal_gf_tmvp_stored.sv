// SPDX-License-Identifier: Apache-2.0
//
// Toeplitz product like seal_gf_tmvp, from the small matrices that seal_gf_tmvp_windows has made of
// the large one. Left are sums of parts of the vector, the small products, and their sums: 8,364
// gates for width 128 and Halt 1 or 2, 9,336 for Halt 4.
//
// Operands at depth From of a planned pipeline (seal_gf_plan_pkg), product at depth
// From + tmvp_depth(Width, Halt, Tables). Latency: the cuts between them. No reset.
//
// Source: see seal_gf_tmvp; that the matrix is prepared once is this project's.
module seal_gf_tmvp_stored
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 4,
  parameter int unsigned  Halt   = 4,
  parameter bit           Tables = 1'b0,   // see seal_gf_dot
  parameter int unsigned  From   = 0,
  parameter cuts_t        Cuts   = '0,
  localparam int unsigned KeyW   = tmvp_windows(Width, Halt)
) (
  input  logic             clk_i,
  input  logic [KeyW-1:0]  w_i,
  input  logic [Width-1:0] v_i,
  output logic [Width-1:0] p_o
);

  if (Width <= Halt || Width < 2) begin : g_leaf
    seal_gf_tmvp #(.Width(Width), .Halt(Width), .Tables(Tables), .From(From), .Cuts(Cuts)) u_rows (
      .clk_i, .t_i(w_i), .v_i, .p_o
    );
  end else begin : g_split
    localparam int unsigned HalfW = ceil_div(Width, 2);
    localparam int unsigned PartW = tmvp_windows(HalfW, Halt);
    localparam int unsigned Inner = From + 1;
    localparam int unsigned Join  = Inner + tmvp_depth(HalfW, Halt, Tables);

    logic [2*HalfW-1:0] v;
    logic [HalfW-1:0]   v0, v1, v_sum, p0, p1, p2;
    logic [KeyW-1:0]    w;

    assign v = (2*HalfW)'(v_i);
    seal_gf_cut #(.Width(3*HalfW), .From(From), .To(Inner), .Cuts(Cuts)) u_vector (
      .clk_i, .d_i({v[0+:HalfW] ^ v[HalfW+:HalfW], v}), .q_o({v_sum, v1, v0})
    );
    seal_gf_cut #(.Width(KeyW), .From(From), .To(Inner), .Cuts(Cuts)) u_windows (
      .clk_i, .d_i(w_i), .q_o(w)
    );

    seal_gf_tmvp_stored #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p0 (
      .clk_i, .w_i(w[0+:PartW]), .v_i(v1), .p_o(p0)
    );
    seal_gf_tmvp_stored #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p1 (
      .clk_i, .w_i(w[PartW+:PartW]), .v_i(v0), .p_o(p1)
    );
    seal_gf_tmvp_stored #(
      .Width(HalfW), .Halt(Halt), .Tables(Tables), .From(Inner), .Cuts(Cuts)
    ) u_p2 (
      .clk_i, .w_i(w[2*PartW+:PartW]), .v_i(v_sum), .p_o(p2)
    );

    seal_gf_tmvp_join #(.Width(Width), .From(Join), .Cuts(Cuts)) u_join (
      .clk_i, .p0_i(p0), .p1_i(p1), .p2_i(p2), .p_o
    );
  end

endmodule
