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
  localparam int unsigned ALL    = shallow_windows(Width, Levels)
) (
  input  logic [2*Width-2:0] t_i,
  output logic [ALL-1:0]     w_o
);

  if (!shallow_splits(Width, Levels)) begin : gen_leaf
    assign w_o = t_i;
  end else begin : gen_split
    localparam int unsigned HALF  = ceil_div(Width, 2);
    localparam int unsigned OUTER = shallow_windows(HALF, Levels - 1);
    logic [4*HALF-2:0] t;
    logic [3*HALF-2:0] sums;

    assign t    = (4*HALF - 1)'(t_i) << (2*HALF - Width);
    assign sums = t[0+:3*HALF-1] ^ t[HALF+:3*HALF-1];

    seal_gf_tmvp_shallow_windows #(.Width(HALF), .Levels(Levels - 1)) u_p0 (
      .t_i(sums[0+:2*HALF-1]), .w_o(w_o[0+:OUTER])
    );
    seal_gf_tmvp_shallow_windows #(.Width(HALF), .Levels(Levels - 1)) u_p1 (
      .t_i(sums[HALF+:2*HALF-1]), .w_o(w_o[OUTER+:OUTER])
    );
    seal_gf_tmvp_shallow_windows #(.Width(HALF), .Levels(Levels - 2)) u_p2 (
      .t_i(t[HALF+:2*HALF-1]), .w_o(w_o[ALL-1:2*OUTER])
    );
  end

endmodule
