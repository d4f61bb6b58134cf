// SPDX-License-Identifier: Apache-2.0
//
// The windows of seal_gf_tmvp_windows, in the same order, with fewer gates: 2,400 XOR instead of
// 3,203 for width 128 and Halt 2. More levels, see seal_gf_lattice.
//
// All shifts of the recursion are multiples of the width at the bottom, LeafW, so the diagonals
// t_(r + LeafW n) of each residue r are a sequence of their own, and the window of a small matrix
// takes the points (k, j) and (k, j + 1) from each (only the first from the last residue). Bit
// Levels - 1 - l of k and j encodes the choice at level l of the recursion:
//
//   T0 + T1: k 1, j 0      T1 + T2: k 1, j 1      T1: k 0, j 1
//
// Width must be LeafW 2^Levels, 1 <= Levels <= MaxLattice, or MaxTableLattice
// (seal_gf_pkg::has_lattice).
//
// Combinational.
//
// Source: this project; see seal_gf_lattice.
module seal_gf_tmvp_lattice
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width  = 4,
  parameter int unsigned  Halt   = 2,
  parameter bit           Tables = 1'b0,   // few LUTs of six inputs instead of few gates
  localparam int unsigned KeyW   = tmvp_windows(Width, Halt)
) (
  input  logic [2*Width-2:0] t_i,
  output logic [KeyW-1:0]    w_o
);

  localparam int unsigned Levels  = split_levels(Width, Halt);
  localparam int unsigned Rows    = 32'd1 << Levels;
  localparam int unsigned LeafW   = Width / Rows;
  localparam int unsigned WindowW = 2*LeafW - 1;

  logic [LeafW-1:0][Rows-1:0][2*Rows-1:0] e;

  // Row (0) or position (1) of the n-th small matrix: its digits in base 3, the top level first.
  function automatic int unsigned point_of(int unsigned n, bit position);
    int unsigned found = 0;
    int unsigned digit;
    for (int unsigned l = 0; l < Levels; l++) begin
      digit = (n / 3**(Levels - 1 - l)) % 3;
      found = 2*found + 32'(position ? digit != 0 : digit != 2);
    end
    return found;
  endfunction

  for (genvar r = 0; r < LeafW; r++) begin : g_residue
    localparam bit          Two   = r < LeafW - 1;
    localparam int unsigned Given = 2*Rows - 1 + 32'(Two);
    logic [Given-1:0] t;
    for (genvar n = 0; n < Given; n++) begin : g_given
      assign t[n] = t_i[r+LeafW*n];
    end
    seal_gf_lattice #(.Levels(Levels), .Two(Two), .Tables(Tables)) u_lattice (
      .t_i(t), .e_o(e[r])
    );
  end

  for (genvar n = 0; n < 3**Levels; n++) begin : g_window
    localparam int unsigned K = point_of(n, 1'b0);
    localparam int unsigned J = point_of(n, 1'b1);
    for (genvar i = 0; i < WindowW; i++) begin : g_diagonal
      assign w_o[n*WindowW+i] = e[i%LeafW][K][J+i/LeafW];
    end
  end

endmodule
