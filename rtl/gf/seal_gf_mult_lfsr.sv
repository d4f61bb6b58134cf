// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly, bit by bit: a register holds a, x a, x^2 a, ...; another
// adds up those for which b has a one. 3 Width - 1 registers.
//
// start_i takes the operands, also while a product is being made. The product is at p_o Width
// cycles later, for one cycle at least. No reset. Use it through seal_gf_mult, which checks
// the parameters.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 2.1.2, Algorithm 1 (whose loop has one step too many).
module seal_gf_mult_lfsr
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly)
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  logic [Width-1:0] power, bits, sum;
  logic [Width-1:0] power_q, bits_q, sum_q;

  assign power = start_i ? a_i : power_q;
  assign bits  = start_i ? b_i : bits_q;
  assign sum   = start_i ? '0 : sum_q;

  always_ff @(posedge clk_i) begin
    power_q <= (power << 1) ^ (Poly[Width-1:0] & {Width{power[Width-1]}});
    bits_q  <= bits >> 1;
    sum_q   <= sum ^ (power & {Width{bits[0]}});
  end

  assign p_o = sum_q;

endmodule
