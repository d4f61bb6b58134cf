// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly, Digit bits of a in each cycle, the highest first, in dual
// coordinates e_j = f(x^j r) of the sum r so far, f(z) = coefficient of x^(Width-1). With a digit
// g and the sequence s of b (seal_gf_dual_sequence), r' = r x^Digit + g b is
//
//   e'_j = e_(j+Digit) + sum of g_i s_(i+j),   i < Digit
//   e_(Width+k) = sum of e_(k+T) over the taps T of Poly
//
// The product with x^Digit is a shift and the recurrence of the field; the products with the digit
// are Toeplitz blocks of Digit rows on top of each other, whose key side is stored
// (seal_gf_tmvp_stored). No reduction is needed; seal_gf_dual_back turns the result into a
// polynomial.
//
//   key_i = windows of the blocks, the lowest rows first
//
// start_i takes a_i and begins, also in the middle of a product; p_o is the product
// ceil(Width / Digit) cycles later, in that cycle alone. key_i has to stay as it is while a product
// is under way. No reset.
//
// Source: this project; Horner's rule by digits as in S. Lemsitzer et al., Multi-Gigabit GCM-AES
// Architecture Optimized for FPGAs, CHES 2007, Fig. 7.
`include "seal_assert.svh"

module seal_gf_mult_digit_dual
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter poly_t        Poly   = poly_t'(GcmPoly),
  parameter int unsigned  Digit  = 16,
  parameter int unsigned  Halt   = 8,
  parameter bit           Tables = 1'b1,
  localparam int unsigned Blocks = ceil_div(Width, Digit),
  localparam int unsigned PartW  = tmvp_windows(Digit, Halt)
) (
  input  logic                         clk_i,
  input  logic                         start_i,
  input  logic [Width-1:0]             a_i,
  input  logic [Blocks-1:0][PartW-1:0] key_i,
  output logic [Width-1:0]             p_o
);

  localparam int unsigned FilledW = Blocks * Digit;   // a, with zeros on top
  localparam int unsigned Taps    = $countones(Poly) - 1;

  logic [FilledW-1:0]     digits, digits_q;
  logic [Digit-1:0]       reversed;
  logic [Width-1:0]       e, e_q, sum;
  logic [Width+Digit-1:0] longer;
  logic [FilledW-1:0]     products;

  assign digits = start_i ? FilledW'(a_i) : digits_q;
  assign e      = start_i ? '0 : e_q;

  assign longer[Width-1:0] = e;
  for (genvar k = 0; k < Digit; k++) begin : g_longer
    logic [Taps-1:0] term;
    logic            next;   // a separate net: as bits of one vector, tools would see a loop
    for (genvar n = 0; n < Taps; n++) begin : g_term
      localparam int unsigned Source = k + nth_one(row_t'(Poly), n);
      if (Source < Width) begin : g_there
        assign term[n] = e[Source];
      end else begin : g_new
        assign term[n] = g_longer[Source-Width].next;
      end
    end
    assign next            = ^term;
    assign longer[Width+k] = next;
  end

  for (genvar i = 0; i < Digit; i++) begin : g_reversed
    assign reversed[i] = digits[FilledW-1-i];
  end
  for (genvar m = 0; m < Blocks; m++) begin : g_block
    seal_gf_tmvp_stored #(.Width(Digit), .Halt(Halt), .Tables(Tables)) u_block (
      .clk_i(1'b0), .w_i(key_i[m]), .v_i(reversed), .p_o(products[m*Digit+:Digit])
    );
  end
  assign sum = longer[Digit+:Width] ^ products[Width-1:0];

  always_ff @(posedge clk_i) begin
    digits_q <= FilledW'({digits, Digit'(0)});   // on to the next one
    e_q      <= sum;
  end

  seal_gf_dual_back #(.Width(Width), .Poly(Poly)) u_back (.clk_i(1'b0), .d_i(e_q), .p_o);

  logic unused;
  assign unused = ^{longer[Digit-1:0], products};

  // In the Blocks - 1 cycles behind a start, a product is under way: the highest bit is set. Starts
  // of before the first reset are none: they count once there have been four cycles without.
  `SEAL_ASSERT_STATE(logic [3:0], quiet_q, (&quiet_q) ? '1 : start_i ? '0 : {quiet_q[2:0], 1'b1})
  `SEAL_ASSERT_STATE(logic [Blocks-1:0], under_way_q,
      (start_i && (&quiet_q) ? '1 : under_way_q) << 1)
  `SEAL_ASSERT_ALWAYS(KeyStays_A, under_way_q[Blocks-1] && !start_i |-> $stable(key_i))

endmodule
