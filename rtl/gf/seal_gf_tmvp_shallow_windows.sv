// SPDX-License-Identifier: Apache-2.0
//
// The key side of seal_gf_tmvp_shallow: the diagonals of all its small matrices, in its order, as
// seal_gf_tmvp_windows makes them for a recursion that stops everywhere at the same width.
//
// Combinational: one XOR per split.
//
// Source: this project (seal_gf_tmvp_shallow), from the split in P. Patel's thesis, equation (3.8).
module seal_gf_tmvp_shallow_windows
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width  = 4,
  parameter int unsigned  Levels = 3,
  localparam int unsigned KeyW   = shallow_windows(Width, Levels)
) (
  input  logic [2*Width-2:0] t_i,
  output logic [KeyW-1:0]    w_o
);

  if (!shallow_splits(Width, Levels)) begin : g_leaf
    assign w_o = t_i;
  end else begin : g_split
    localparam int unsigned HalfW  = ceil_div(Width, 2);
    localparam int unsigned OuterW = shallow_windows(HalfW, Levels - 1);
    logic [4*HalfW-2:0] t;
    logic [3*HalfW-2:0] sums;

    assign t    = (4*HalfW - 1)'(t_i) << (2*HalfW - Width);
    assign sums = t[0+:3*HalfW-1] ^ t[HalfW+:3*HalfW-1];

    seal_gf_tmvp_shallow_windows #(.Width(HalfW), .Levels(Levels - 1)) u_p0 (
      .t_i(sums[0+:2*HalfW-1]), .w_o(w_o[0+:OuterW])
    );
    seal_gf_tmvp_shallow_windows #(.Width(HalfW), .Levels(Levels - 1)) u_p1 (
      .t_i(sums[HalfW+:2*HalfW-1]), .w_o(w_o[OuterW+:OuterW])
    );
    seal_gf_tmvp_shallow_windows #(.Width(HalfW), .Levels(Levels - 2)) u_p2 (
      .t_i(t[HalfW+:2*HalfW-1]), .w_o(w_o[KeyW-1:2*OuterW])
    );
  end

endmodule
