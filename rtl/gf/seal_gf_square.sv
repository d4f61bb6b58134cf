// SPDX-License-Identifier: Apache-2.0
//
// Square in GF(2^Width) = GF(2)[x]/Poly: linear, since the mixed terms of a square cancel. Bit i
// goes to x^(2i), which is reduced (red_row): one XOR tree per row, as deep as clog2 of the
// heaviest.
//
// Combinational. Bit i is the coefficient of x^i.
//
// Source: no standard: (a + b)^2 = a^2 + b^2 in characteristic 2.
module seal_gf_square
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly)
) (
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] p_o
);

  localparam row_t Last = last_row(Width, Poly);

  for (genvar k = 0; k < Width; k++) begin : g_row
    localparam row_t Row = red_row(k, Width, Poly, Last);
    logic [Width-1:0] term;
    for (genvar i = 0; i < Width; i++) begin : g_term
      assign term[i] = a_i[i] & Row[2*i];
    end
    assign p_o[k] = ^term;
  end

endmodule
