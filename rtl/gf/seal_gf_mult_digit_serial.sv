// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly, Digit bits of a in each cycle, the highest ones first:
//
//   p <- x^Digit p + (digit of a) b   mod Poly
//
// The sum is taken unreduced, Width + Digit bits wide, and its Digit upper bits are folded back by
// seal_gf_fold: the product of a digit needs Digit Width AND and as many XOR. 3 Width - Digit
// registers.
//
// start_i takes the operands, also while a product is being made. The product is at p_o
// ceil(Width / Digit) cycles later, for one cycle at least. No reset. Use it through
// seal_gf_mult, which checks the parameters.
//
// Source: S. Lemsitzer et al., Multi-Gigabit GCM-AES Architecture Optimized for FPGAs, CHES 2007,
// section 4.4 and Fig. 7, after W. Tang, H. Wu and M. Ahmadi, VLSI implementation of bit-parallel
// word-serial multiplier in GF(2^233), IEEE-NEWCAS 2005.
module seal_gf_mult_digit_serial
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly),
  parameter int unsigned Digit = 16
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Cycles  = ceil_div(Width, Digit);
  localparam int unsigned FilledW = Cycles * Digit;   // a, with zeros on top

  logic [FilledW-1:0]     digits, digits_q;
  logic [Width-1:0]       b, b_q, sum, sum_q, folded;
  logic [Width+Digit-1:0] product;

  assign digits = start_i ? FilledW'(a_i) : digits_q;
  assign b      = start_i ? b_i : b_q;
  assign sum    = start_i ? '0 : sum_q;

  always_comb begin
    product = (Width + Digit)'(sum) << Digit;
    for (int unsigned i = 0; i < Digit; i++) begin
      product = product ^ (((Width + Digit)'(b) << i) & {(Width+Digit){digits[FilledW-Digit+i]}});
    end
  end
  seal_gf_fold #(.Width(Width), .Poly(Poly), .Over(Digit)) u_fold (.d_i(product), .q_o(folded));

  always_ff @(posedge clk_i) begin
    digits_q <= FilledW'({digits, Digit'(0)});   // on to the next one
    b_q      <= b;
    sum_q    <= folded;
  end

  assign p_o = sum_q;

endmodule
