// SPDX-License-Identifier: Apache-2.0
//
// Everything in a Toeplitz product (seal_gf_tmvp) that depends on the matrix alone: the diagonals
// of all the small matrices at the bottom of the recursion, in its order,
//
//   windows(T) = { windows(T1), windows(T1 + T2), windows(T0 + T1) }   (P2, P1, P0 from the top)
//   windows(T) = the 2 Width - 1 diagonals of T                        where Width <= Halt
//
// tmvp_windows(Width, Halt) bits. Many of them are equal, since windows of a sequence overlap, and
// synthesis merges equal registers and wires. They are stored once for each key;
// seal_gf_tmvp_stored makes the product from them.
//
// Combinational: one XOR per split.
//
// Source: see seal_gf_tmvp; storing the windows is this project's.
module seal_gf_tmvp_windows
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width = 4,
  parameter int unsigned  Halt  = 4,
  localparam int unsigned KeyW  = tmvp_windows(Width, Halt)
) (
  input  logic [2*Width-2:0] t_i,
  output logic [KeyW-1:0]    w_o
);

  if (Width <= Halt || Width < 2) begin : g_leaf
    assign w_o = t_i;
  end else begin : g_split
    localparam int unsigned HalfW = ceil_div(Width, 2);
    localparam int unsigned PartW = tmvp_windows(HalfW, Halt);
    logic [4*HalfW-2:0] t;
    logic [3*HalfW-2:0] sums;

    assign t    = (4*HalfW - 1)'(t_i) << (2*HalfW - Width);
    assign sums = t[0+:3*HalfW-1] ^ t[HalfW+:3*HalfW-1];

    seal_gf_tmvp_windows #(.Width(HalfW), .Halt(Halt)) u_p0 (
      .t_i(sums[0+:2*HalfW-1]), .w_o(w_o[0+:PartW])
    );
    seal_gf_tmvp_windows #(.Width(HalfW), .Halt(Halt)) u_p1 (
      .t_i(sums[HalfW+:2*HalfW-1]), .w_o(w_o[PartW+:PartW])
    );
    seal_gf_tmvp_windows #(.Width(HalfW), .Halt(Halt)) u_p2 (
      .t_i(t[HalfW+:2*HalfW-1]), .w_o(w_o[2*PartW+:PartW])
    );
  end

endmodule
