// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly: p = a b mod Poly. One wrapper for all architectures;
// a new one is a value of seal_gf_pkg::kind_e, a file, and a branch here.
//
//   Kind                     one product per cycle, latency Stages cycles
//    0  karatsuba            two-way splitting down to width Halt      (seal_gf_mult_karatsuba)
//    1  mastrovito           product matrix, row by row                (seal_gf_mult_mastrovito)
//    2  partial-product      sum of shifted operands             (seal_gf_mult_partial_product)
//    3  reyhani-masoleh      product without splitting, then reduction (seal_gf_mult_karatsuba)
//    4  spb                  product matrix, shifted polynomial basis  (seal_gf_mult_mastrovito)
//    5  tmvp-1               Toeplitz product, three ways to treat the other rows;
//    6  tmvp-2                 splitting down to width Halt            (seal_gf_mult_tmvp)
//    7  tmvp-3
//    8  tmvp-keyed           tmvp-1 behind a key register              (seal_gf_mult_tmvp)
//    9  tmvp-dual            one Toeplitz product in dual coordinates  (seal_gf_mult_dual)
//   10  tmvp-precomputed     the same, its key side made once          (seal_gf_mult_dual)
//   11  tmvp-shallow         the same, within Levels levels of gates   (seal_gf_mult_shallow)
//   12  fixed-key            b is the constant Key                     (seal_gf_mult_fixed)
//   13  parallel             sum of Lanes products, reduced once       (seal_gf_mult_parallel)
//   14  parallel-classical   sum of Lanes reduced products             (seal_gf_mult_parallel)
//                            one product at a time, from start_i on
//   15  lfsr                 Width cycles                              (seal_gf_mult_lfsr)
//   16  digit-serial         ceil(Width / Digit) cycles                (seal_gf_mult_digit_serial)
//   17  digit-serial-dual    the same in dual coordinates; b_i must stay (seal_gf_mult_digit_dual)
//   18  hybrid               8 cycles, in GF((2^16)^8), GCM only       (seal_gf_mult_hybrid)
//
// With Tables = 1 the sums of tmvp-dual and tmvp-precomputed are shaped for tables of six inputs
// (best with Halt 8), not for two-input gates; digit-serial-dual too. With Lattice = 1 the key side
// of tmvp-precomputed takes fewer gates (a fifth at Halt 2, less above), and is many times as deep.
//
// With Keyed = 1 b comes in the form in which the multiplier uses it (seal_gf_mult_key), key_width
// bits, so that what depends on b alone is worked out once for each key.
//
// Bit i is the coefficient of x^i; byte and bit orders of the modes are wired outside
// (seal_gf_pkg::block_to_poly). The pipeline of the first ones always moves; the last register is
// the output register, and operands are not registered. With Keyed = 1 and D levels of two-input
// gates in all (kind 12: for the heaviest key), no stage has more than ceil(D / Stages) + 1; in
// kinds 0, 1, 3, 4 and 9 to 11 the first has two less than the deepest may have, where there are
// enough levels. With Keyed = 0 what is made of b alone stands before the first stage of kinds 4 and 8 to
// 11. No reset.
//
// Source: NIST SP 800-38D, section 6.3, for the field of GCM.
module seal_gf_mult
  import seal_gf_pkg::*;
#(
  parameter int unsigned     Width  = 128,
  parameter bit [Width:0]    Poly   = (Width+1)'(GcmPoly),  // with x^Width
  parameter int unsigned     Kind   = 0,
  parameter int unsigned     Stages = 1,
  parameter int unsigned     Halt   = 4,
  parameter int unsigned     Digit  = GcmDigit,
  parameter int unsigned     Lanes  = 1,
  parameter int unsigned     Levels = GcmLevels,
  parameter bit              Tables = 1'b0,
  parameter bit              Lattice = 1'b0,
  parameter int unsigned     Tower  = 0,
  parameter bit [Width-1:0]  Key    = '0,
  parameter bit              Keyed  = 1'b0,
  // Legal parameters, or small ones in place of illegal ones, which shall end in their own
  // messages.
  localparam int unsigned    W      = (Width >= 2 && Width <= MaxWidth) ? Width : 2,
  localparam poly_t          ENDS   = (poly_t'(1) << W) | poly_t'(1),
  localparam poly_t          MODULUS = poly_t'(Poly) | ENDS,
  localparam int unsigned    LANES  = clamp(Lanes, 1, MaxLanes),
  localparam int unsigned    LEVELS = clamp(Levels, 1 + $clog2(W), MaxLevels),
  localparam int unsigned    FORMW  = key_width(Kind, W, MODULUS, clamp(Halt, 1, W),
                                                clamp(Digit, 1, W), LEVELS),
  localparam int unsigned    KEYW   = Keyed ? FORMW : W
) (
  input  logic                       clk_i,
  input  logic                       start_i,
  input  logic [LANES-1:0][W-1:0]    a_i,
  input  logic [LANES-1:0][KEYW-1:0] b_i,
  output logic [W-1:0]               p_o
);

  localparam int unsigned STAGES = clamp(Stages, 1, MaxStages);
  localparam int unsigned HALT   = clamp(Halt, 1, W);
  localparam int unsigned DIGIT  = clamp(Digit, 1, W);
  localparam int unsigned TOWER  = clamp(Tower, 0, seal_gf_tower_pkg::Towers - 1);
  localparam bit          MANY   = (Kind == KindParallel) || (Kind == KindParallelClassical);
  localparam bit          SPLITS = (Kind == KindKaratsuba) || MANY ||
                                   (Kind >= KindTmvp1 && Kind <= KindTmvpPrecomputed) ||
                                   (Kind == KindDigitSerialDual);
  localparam bit          DIGITS = (Kind == KindDigitSerial) || (Kind == KindDigitSerialDual);

  if (Width != W) begin : gen_illegal_width
    $error("seal_gf_mult: Width must be 2 to 512");
  end else if (poly_t'(Poly) != MODULUS) begin : gen_illegal_poly
    $error("seal_gf_mult: Poly must have the terms x^Width and 1");
  end else if (MODULUS != poly_t'(GcmPoly) && !irreducible(W, MODULUS)) begin : gen_reducible
    $error("seal_gf_mult: Poly must be irreducible");
  end
  if (Kind >= Kinds) begin : gen_illegal_kind
    $error("seal_gf_mult: Kind must be 0 to 18 (see the list in its header)");
  end
  if (Stages != STAGES) begin : gen_illegal_stages
    $error("seal_gf_mult: Stages must be 1 to 8");
  end
  if (SPLITS && Width == W && Halt != HALT) begin : gen_illegal_halt
    $error("seal_gf_mult: Halt must be 1 to Width");
  end
  if (Kind == KindHybrid && MODULUS != poly_t'(GcmPoly)) begin : gen_illegal_tower
    $error("seal_gf_mult: Kind 18 (hybrid) is for x^128 + x^7 + x^2 + x + 1 only");
  end
  if (Tower >= seal_gf_tower_pkg::Towers) begin : gen_illegal_number
    $error("seal_gf_mult: Tower must be 0 or 1");
  end
  if (DIGITS && Digit != DIGIT) begin : gen_illegal_digit
    $error("seal_gf_mult: Digit must be 1 to Width");
  end
  if (Kind == KindTmvpShallow && Levels != LEVELS) begin : gen_illegal_levels
    $error("seal_gf_mult: Levels must be 1 + clog2(Width) to 30");
  end
  if (Lattice && Kind != KindTmvpPrecomputed) begin : gen_illegal_lattice
    $error("seal_gf_mult: Lattice is for Kind 10 (tmvp-precomputed) only");
  end
  if (Lanes != LANES || (Lanes > 1 && !MANY)) begin : gen_illegal_lanes
    $error("seal_gf_mult: Lanes must be 1, or 1 to 16 with Kind 13 and 14");
  end

  // ---- the key side -----------------------------------------------------------------------------
  logic [LANES-1:0][FORMW-1:0] key;

  for (genvar n = 0; n < LANES; n++) begin : gen_key
    if (Keyed) begin : gen_given
      assign key[n] = b_i[n];
    end else begin : gen_made
      seal_gf_mult_key #(
        .Width(W), .Poly(MODULUS), .Kind(Kind), .Halt(HALT), .Digit(DIGIT), .Levels(LEVELS),
        .Lattice(Lattice), .Tables(Tables), .Tower(TOWER)
      ) u_key (
        .b_i(b_i[n]), .key_o(key[n])
      );
    end
  end

  // ---- the product ------------------------------------------------------------------------------
  if (Kind < KindLfsr) begin : gen_pipeline
    logic unused_start;
    assign unused_start = start_i;
  end

  if (Kind == KindMastrovito || Kind == KindSpb) begin : gen_mastrovito
    localparam int unsigned SHIFT = (Kind == KindSpb) ? spb_shift(MODULUS) : 0;
    seal_gf_mult_mastrovito #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Shift(SHIFT)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindPartialProduct) begin : gen_partial_product
    seal_gf_mult_partial_product #(.Width(W), .Poly(MODULUS), .Stages(STAGES)) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind >= KindTmvp1 && Kind <= KindTmvpKeyed) begin : gen_tmvp
    seal_gf_mult_tmvp #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Halt(HALT),
      .Approach((Kind == KindTmvpKeyed) ? 1 : Kind - KindTmvp1 + 1), .Keyed(Kind == KindTmvpKeyed)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindTmvpDual || Kind == KindTmvpPrecomputed) begin : gen_dual
    seal_gf_mult_dual #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Halt(HALT),
      .Stored(Kind == KindTmvpPrecomputed), .Tables(Tables)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindTmvpShallow) begin : gen_shallow
    seal_gf_mult_shallow #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Levels(LEVELS)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindFixedKey) begin : gen_fixed
    logic unused_key;
    assign unused_key = ^key[0];
    seal_gf_mult_fixed #(.Width(W), .Poly(MODULUS), .Key(W'(Key)), .Stages(STAGES)) u_mult (
      .clk_i, .a_i(a_i[0]), .p_o
    );
  end else if (MANY) begin : gen_parallel
    seal_gf_mult_parallel #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Halt(HALT), .Lanes(LANES),
      .Late(Kind == KindParallel)
    ) u_mult (
      .clk_i, .a_i, .b_i(key), .p_o
    );
  end else if (Kind == KindLfsr) begin : gen_lfsr
    seal_gf_mult_lfsr #(.Width(W), .Poly(MODULUS)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindDigitSerial) begin : gen_digit_serial
    seal_gf_mult_digit_serial #(.Width(W), .Poly(MODULUS), .Digit(DIGIT)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindDigitSerialDual) begin : gen_digit_dual
    seal_gf_mult_digit_dual #(
      .Width(W), .Poly(MODULUS), .Digit(DIGIT), .Halt(HALT), .Tables(Tables)
    ) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .key_i(key[0]), .p_o
    );
  end else if (Kind == KindHybrid && W == 128) begin : gen_hybrid
    seal_gf_mult_hybrid #(.Tower(TOWER)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else begin : gen_karatsuba
    seal_gf_mult_karatsuba #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Halt((Kind == KindReyhaniMasoleh) ? W : HALT)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end

endmodule
