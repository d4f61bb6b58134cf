// SPDX-License-Identifier: Apache-2.0
//
// Sums of shifted copies of a sequence t, as the key side of a Toeplitz product wants them, by few
// XOR gates. With z the shift by one element,
//
//   e(k, j) = element j of (1 + z)^k t,   0 <= k < 2^Levels
//
// Over GF(2) (1 + z)^h = 1 + z^h for h = 2^i, so in the lattice of points (k, j), row 0 of which is
// t, each triangle of that size has the sum 0:
//
//   e(k, j) + e(k, j + h) + e(k + h, j) = 0
//
//          k + h     c                any corner from the two others: one XOR gate
//                   / \
//            k     a - b              a recursion makes all rows from the top of the tree down (a
//                  j   j+h            and b give c); going sideways and down as well takes less
//
// Made are the points with j | k = 2^Levels - 1, and with Two = 1 the next one in their row too;
// e_o[k][j] is 0 where a point is neither that nor on the way to it. With Tables = 1 not the number of
// gates is small, but that of tables of six inputs: each point made is a sum of six others at most,
// and what lies between is for the mapper to swallow.
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

  // A net of its own for each point: in one vector they would look like a loop.
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
