// SPDX-License-Identifier: Apache-2.0
//
// A polynomial of Width + Over bits modulo Poly. x^Width is the sum of the taps of Poly, so the
// bits from x^Width up are added at each tap. The highest bit comes first, so the bits that it adds
// above x^Width are folded by later steps. Over XOR for each tap, and a few more.
//
// Combinational. Bit i is the coefficient of x^i.
//
// Source: no standard: long division by a sparse polynomial.
module seal_gf_fold
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly),
  parameter int unsigned Over  = 16
) (
  input  logic [Width+Over-1:0] d_i,
  output logic [Width-1:0]      q_o
);

  localparam bit [Width+Over-1:0] Taps = (Width+Over)'(Poly[Width-1:0]);

  logic [Width+Over-1:0] rest;

  always_comb begin
    rest = d_i;
    for (int unsigned i = Width + Over; i > Width; i--) begin
      rest = rest ^ ((Taps & {(Width+Over){rest[i-1]}}) << (i - 1 - Width));
    end
  end
  assign q_o = rest[Width-1:0];

  logic unused_folded;
  assign unused_folded = ^rest[Width+:Over];

endmodule
