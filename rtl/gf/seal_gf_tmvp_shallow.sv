// SPDX-License-Identifier: Apache-2.0
//
// Toeplitz product like seal_gf_tmvp_stored, within a given number of levels of gates. Once the
// matrix is prepared, the three products of a split are not equally urgent:
//
//   P0 = (T0 + T1) v1     its vector is ready at once:  Levels - 1 levels until the sum after it
//   P1 = (T1 + T2) v0     the same
//   P2 = T1 (v0 + v1)     its vector is a sum:          Levels - 2 levels
//
// So P0 and P1 can be split further than P2; a recursion that stops at one width everywhere does
// not make use of that. Where to stop is decided by dynamic programming over width and levels
// (seal_gf_pkg::shallow_splits). Gates for width 128, without those of the matrix alone:
//
//   Levels      8       9      10      11     12     13     14
//           32,640  17,280  10,944   8,896  8,432  8,368  8,364
//
// Stopping everywhere at width 16, 8, 4 or 2 takes 11, 12, 13 or 14 levels.
//
// Operands at depth From of a planned pipeline (seal_gf_plan_pkg), product at depth From + Levels,
// Levels >= 1 + clog2(Width). Latency: the cuts between them. No reset.
//
// Source: this project; Toeplitz products as in seal_gf_tmvp.
module seal_gf_tmvp_shallow
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 4,
  parameter int unsigned  Levels = 3,
  parameter int unsigned  From   = 0,
  parameter cuts_t        Cuts   = '0,
  localparam int unsigned KeyW   = shallow_windows(Width, Levels)
) (
  input  logic             clk_i,
  input  logic [KeyW-1:0]  w_i,
  input  logic [Width-1:0] v_i,
  output logic [Width-1:0] p_o
);

  if (!shallow_splits(Width, Levels)) begin : g_leaf
    for (genvar i = 0; i < Width; i++) begin : g_row
      logic [Width-1:0] row;   // element j is t_(Width-1+i-j)
      for (genvar j = 0; j < Width; j++) begin : g_element
        assign row[j] = w_i[Width-1+i-j];
      end
      seal_gf_dot #(.Terms(Width), .From(From), .Levels(Levels - 1), .Cuts(Cuts)) u_dot (
        .clk_i, .a_i(row), .b_i(v_i), .q_o(p_o[i])
      );
    end
  end else begin : g_split
    localparam int unsigned HalfW  = ceil_div(Width, 2);
    localparam int unsigned OuterW = shallow_windows(HalfW, Levels - 1);
    localparam int unsigned InnerW = KeyW - 2*OuterW;
    localparam int unsigned Join   = From + Levels - 1;

    logic [2*HalfW-1:0] v;
    logic [HalfW-1:0]   v_sum, p0, p1, p2;
    logic [InnerW-1:0]  w_inner;

    assign v = (2*HalfW)'(v_i);
    seal_gf_cut #(.Width(HalfW), .From(From), .To(From + 1), .Cuts(Cuts)) u_sum (
      .clk_i, .d_i(v[0+:HalfW] ^ v[HalfW+:HalfW]), .q_o(v_sum)
    );
    seal_gf_cut #(.Width(InnerW), .From(From), .To(From + 1), .Cuts(Cuts)) u_windows (
      .clk_i, .d_i(w_i[KeyW-1:2*OuterW]), .q_o(w_inner)
    );

    seal_gf_tmvp_shallow #(.Width(HalfW), .Levels(Levels - 1), .From(From), .Cuts(Cuts)) u_p0 (
      .clk_i, .w_i(w_i[0+:OuterW]), .v_i(v[HalfW+:HalfW]), .p_o(p0)
    );
    seal_gf_tmvp_shallow #(.Width(HalfW), .Levels(Levels - 1), .From(From), .Cuts(Cuts)) u_p1 (
      .clk_i, .w_i(w_i[OuterW+:OuterW]), .v_i(v[0+:HalfW]), .p_o(p1)
    );
    seal_gf_tmvp_shallow #(.Width(HalfW), .Levels(Levels - 2), .From(From + 1), .Cuts(Cuts)) u_p2 (
      .clk_i, .w_i(w_inner), .v_i(v_sum), .p_o(p2)
    );

    seal_gf_tmvp_join #(.Width(Width), .From(Join), .Cuts(Cuts)) u_join (
      .clk_i, .p0_i(p0), .p1_i(p1), .p2_i(p2), .p_o
    );
  end

endmodule
