// SPDX-License-Identifier: Apache-2.0
//
// Row Row of a product matrix (seal_gf_matrix), from its column 0 and its rows with a tap of Poly:
// wires only. With T the highest tap up to Row and D = Row - T, its first D elements are elements
// Row, Row - 1, ... T + 1 of column 0, and after them comes the row of T.
//
// Source: E. D. Mastrovito's matrix, with the references of seal_gf_matrix; P. Patel's thesis,
// section 3.1, has its rows.
module seal_gf_matrix_row
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width = 128,
  parameter poly_t        Poly  = poly_t'(GcmPoly),
  parameter int unsigned  Row   = 0,
  localparam int unsigned Taps  = $countones(Poly) - 1
) (
  input  logic [Width-1:0]           column_i,
  input  logic [Taps-1:0][Width-1:0] rows_i,
  output logic [Width-1:0]           row_o
);

  localparam poly_t       UpTo = Poly & ~(~poly_t'(0) << (Row + 1));  // taps up to Row
  localparam int unsigned N    = $countones(UpTo) - 1;
  localparam int unsigned D    = Row - nth_one(row_t'(UpTo), N);

  // A row with a tap needs nothing of the column, and others little.
  logic unused_column;
  assign unused_column = ^column_i;

  for (genvar i = 0; i < Width; i++) begin : g_element
    if (i < D) begin : g_bit
      assign row_o[i] = column_i[Row-i];
    end else begin : g_sum
      assign row_o[i] = rows_i[N][i-D];
    end
  end

endmodule
