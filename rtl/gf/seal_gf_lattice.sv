// SPDX-License-Identifier: Apache-2.0
//
// Sums of shifted copies of a sequence t, which the key side of a Toeplitz product needs, with few
// XOR gates. With z the shift by one element,
//
//   e(k, j) = element j of (1 + z)^k t,   0 <= k < 2^Levels
//
// Over GF(2), (1 + z)^h = 1 + z^h for h = 2^i. So in the lattice of points (k, j), with t as row 0,
// the three corners of each triangle of that size add up to 0:
//
//   e(k, j) + e(k, j + h) + e(k + h, j) = 0
//
//          k + h     c                any corner is the sum of the two others: one XOR gate
//                   / \
//            k     a - b              the plain recursion only goes up (a and b give c); going
//                  j   j+h            sideways and down as well takes fewer gates
//
// Wanted are the points whose j OR k, bit by bit, is all ones, and with Two = 1 the next one in
// their row too.
// e_o[k][j] is 0 for a point that is neither wanted nor used on the way to one. With Tables = 1 the
// number of six-input LUTs is small instead of the number of gates: each wanted point is a sum of
// at most six others, and a mapper merges the points between into its LUT.
//
// Combinational.
//
// Source: this project (scripts/lattice/search.cpp); the triangle is Sierpinski's.
module seal_gf_lattice
  import seal_gf_lattice_pkg::*;
#(
  parameter int unsigned  Levels = 1,
  parameter bit           Two    = 1'b0,
  parameter bit           Tables = 1'b0,
  localparam int unsigned Rows   = 32'd1 << Levels,
  localparam int unsigned Given  = 2*Rows - 1 + 32'(Two)
) (
  input  logic [Given-1:0]            t_i,
  output logic [Rows-1:0][2*Rows-1:0] e_o
);

  // A separate net for each point: as bits of one vector, tools would see a loop.
  for (genvar k = 0; k < Rows; k++) begin : g_row
    localparam lattice_row_t Codes = (k == 0) ? '0 : lattice_row(Levels, Two, Tables, k);
    for (genvar j = 0; j < 2*Rows; j++) begin : g_point
      localparam bit [4:0]    Code = Codes[5*j+:5];
      localparam int unsigned H    = 32'd1 << Code[4:2];
      logic e;
      if (k == 0 && j < Given) begin : g_given
        assign e = t_i[j];
      end else if (Code == '0) begin : g_none
        assign e = 1'b0;
      end else if (Code[1:0] == 2'd1) begin : g_up
        assign e = g_row[k-H].g_point[j].e ^ g_row[k-H].g_point[j+H].e;
      end else if (Code[1:0] == 2'd2) begin : g_left
        assign e = g_row[k].g_point[j+H].e ^ g_row[k+H].g_point[j].e;
      end else begin : g_right
        assign e = g_row[k].g_point[j-H].e ^ g_row[k+H].g_point[j-H].e;
      end
      assign e_o[k][j] = e;
    end
  end

endmodule
