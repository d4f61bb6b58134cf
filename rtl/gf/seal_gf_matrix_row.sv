// SPDX-License-Identifier: Apache-2.0
//
// Row Row of the product matrix of a (seal_gf_matrix), from a and the rows with a tap of Poly:
// wires only. With tap T <= Row the last one up to Row, and D = Row - T, the row is that of T moved
// on by D columns, behind a_Row, a_(Row-1), ... a_(T+1).
//
// Source: see seal_gf_matrix.
module seal_gf_matrix_row
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width = 128,
  parameter poly_t        Poly  = poly_t'(GcmPoly),
  parameter int unsigned  Row   = 0,
  localparam int unsigned TAPS  = $countones(Poly) - 1
) (
  input  logic [Width-1:0]           a_i,
  input  logic [TAPS-1:0][Width-1:0] rows_i,
  output logic [Width-1:0]           row_o
);

  localparam poly_t       UP_TO = Poly & ~(~poly_t'(0) << (Row + 1));  // taps up to Row
  localparam int unsigned N     = $countones(UP_TO) - 1;
  localparam int unsigned D     = Row - nth_one(row_t'(UP_TO), N);

  for (genvar i = 0; i < Width; i++) begin : gen_element
    if (i < D) begin : gen_bit
      assign row_o[i] = a_i[Row-i];
    end else begin : gen_sum
      assign row_o[i] = rows_i[N][i-D];
    end
  end

endmodule
