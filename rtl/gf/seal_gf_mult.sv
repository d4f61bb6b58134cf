// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly: p = a b mod Poly. One wrapper for all architectures.
// A new one is a value of seal_gf_pkg::kind_e, a file, and a branch here.
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
// Tables = 1: the sums of tmvp-dual, tmvp-precomputed and digit-serial-dual are shaped for LUTs of
// six inputs (best with Halt 8), not for two-input gates.
// Lattice = 1: the key side of tmvp-precomputed takes fewer gates (a fifth less at Halt 2, and a
// smaller saving above), but is many times as deep.
// Fold = 1: the reduction of karatsuba, reyhani-masoleh and parallel folds from the top
// (seal_gf_reduce): 76 XOR less for GCM, and two levels more, all in one stage.
// Keyed = 1: b_i comes in the form that the multiplier uses inside (seal_gf_mult_key), key_width
// bits. Whatever depends on b alone is then made once for each key, outside.
//
// Stages: 1 to 8. Key: the constant of kind 12. Tower: which tower of fields kind 18 uses
// (seal_gf_tower_pkg), 0 or 1.
//
// Bit i is the coefficient of x^i; the byte and bit orders of the modes are wired outside
// (seal_gf_pkg::block_to_poly).
//
// The pipelines (kinds 0 to 14) have no enable: they always move. The last register is the output
// register, and operands are not registered. Depth of a stage, with Keyed = 1 and D levels of
// two-input gates in all (kind 12: for the heaviest key): at most ceil(D / Stages) + 1 levels; with
// Fold = 1, the stage of the reduction may have more. In kinds 0, 1, 3, 4 and 9 to 11 the first
// stage has two levels less than this limit, as far as there are enough levels: in GHASH an XOR and
// a multiplexer stand in front of it. With Keyed = 0 the logic that makes the key form stands in
// front of the first stage of kinds 4 and 8 to 11. No reset.
//
// Source: NIST SP 800-38D, section 6.3, for the field of GCM.
module seal_gf_mult
  import seal_gf_pkg::*;
#(
  parameter int unsigned    Width   = 128,
  parameter bit [Width:0]   Poly    = (Width+1)'(GcmPoly),  // with x^Width
  parameter int unsigned    Kind    = 0,
  parameter int unsigned    Stages  = 1,
  parameter int unsigned    Halt    = 4,
  parameter int unsigned    Digit   = GcmDigit,
  parameter int unsigned    Lanes   = 1,
  parameter int unsigned    Levels  = GcmLevels,
  parameter bit             Tables  = 1'b0,
  parameter bit             Lattice = 1'b0,
  parameter bit             Fold    = 1'b0,
  parameter int unsigned    Tower   = 0,
  parameter bit [Width-1:0] Key     = '0,
  parameter bit             Keyed   = 1'b0,
  // Illegal parameters are replaced by legal ones, so that the message about them is the only
  // error.
  localparam int unsigned W           = (Width >= 2 && Width <= MaxWidth) ? Width : 2,
  localparam poly_t       Ends        = (poly_t'(1) << W) | poly_t'(1),
  localparam poly_t       Modulus     = poly_t'(Poly) | Ends,
  localparam int unsigned LegalLanes  = clamp(Lanes, 1, MaxLanes),
  localparam int unsigned LegalLevels = clamp(Levels, 1 + $clog2(W), MaxLevels),
  localparam int unsigned FormW       = key_width(Kind, W, Modulus, clamp(Halt, 1, W),
                                                  clamp(Digit, 1, W), LegalLevels),
  localparam int unsigned KeyW        = Keyed ? FormW : W
) (
  input  logic                            clk_i,
  input  logic                            start_i,
  input  logic [LegalLanes-1:0][W-1:0]    a_i,
  input  logic [LegalLanes-1:0][KeyW-1:0] b_i,
  output logic [W-1:0]                    p_o
);

  localparam int unsigned LegalStages = clamp(Stages, 1, MaxStages);
  localparam int unsigned LegalHalt   = clamp(Halt, 1, W);
  localparam int unsigned LegalDigit  = clamp(Digit, 1, W);
  localparam int unsigned LegalTower  = clamp(Tower, 0, seal_gf_tower_pkg::Towers - 1);
  localparam bit          Many        = (Kind == KindParallel) || (Kind == KindParallelClassical);
  localparam bit          Splits      = (Kind == KindKaratsuba) || Many ||
                                        (Kind >= KindTmvp1 && Kind <= KindTmvpPrecomputed) ||
                                        (Kind == KindDigitSerialDual);
  localparam bit          Digits      = (Kind == KindDigitSerial) || (Kind == KindDigitSerialDual);

  if (Width != W) begin : g_bad_width
    $error("seal_gf_mult: Width must be 2 to 512");
  end else if (poly_t'(Poly) != Modulus) begin : g_bad_poly
    $error("seal_gf_mult: Poly must have the terms x^Width and 1");
  end else if (Modulus != poly_t'(GcmPoly) && !irreducible(W, Modulus)) begin : g_bad_reducible
    $error("seal_gf_mult: Poly must be irreducible");
  end
  if (Kind >= Kinds) begin : g_bad_kind
    $error("seal_gf_mult: Kind must be 0 to 18 (see the list in its header)");
  end
  if (Stages != LegalStages) begin : g_bad_stages
    $error("seal_gf_mult: Stages must be 1 to 8");
  end
  if (Splits && Width == W && Halt != LegalHalt) begin : g_bad_halt
    $error("seal_gf_mult: Halt must be 1 to Width");
  end
  if (Kind == KindHybrid && Modulus != poly_t'(GcmPoly)) begin : g_bad_tower
    $error("seal_gf_mult: Kind 18 (hybrid) is for x^128 + x^7 + x^2 + x + 1 only");
  end
  if (Tower >= seal_gf_tower_pkg::Towers) begin : g_bad_number
    $error("seal_gf_mult: Tower must be 0 or 1");
  end
  if (Digits && Digit != LegalDigit) begin : g_bad_digit
    $error("seal_gf_mult: Digit must be 1 to Width");
  end
  if (Kind == KindTmvpShallow && Levels != LegalLevels) begin : g_bad_levels
    $error("seal_gf_mult: Levels must be 1 + clog2(Width) to 30");
  end
  if (Lattice && Kind != KindTmvpPrecomputed) begin : g_bad_lattice
    $error("seal_gf_mult: Lattice is for Kind 10 (tmvp-precomputed) only");
  end
  if (Fold && Kind != KindKaratsuba && Kind != KindReyhaniMasoleh && !Many) begin : g_bad_fold
    $error("seal_gf_mult: Fold is for Kind 0, 3, 13 and 14, which reduce a product");
  end
  if (Lanes != LegalLanes || (Lanes > 1 && !Many)) begin : g_bad_lanes
    $error("seal_gf_mult: Lanes must be 1, or 1 to 16 with Kind 13 and 14");
  end

  // ---- the key side -----------------------------------------------------------------------------
  logic [LegalLanes-1:0][FormW-1:0] key;

  for (genvar n = 0; n < LegalLanes; n++) begin : g_key
    if (Keyed) begin : g_given
      assign key[n] = b_i[n];
    end else begin : g_made
      seal_gf_mult_key #(
        .Width(W), .Poly(Modulus), .Kind(Kind), .Halt(LegalHalt), .Digit(LegalDigit),
        .Levels(LegalLevels), .Lattice(Lattice), .Tables(Tables), .Tower(LegalTower)
      ) u_key (
        .b_i(b_i[n]), .key_o(key[n])
      );
    end
  end

  // ---- the product ------------------------------------------------------------------------------
  if (Kind < KindLfsr) begin : g_pipeline
    logic unused_start;
    assign unused_start = start_i;
  end

  if (Kind == KindMastrovito || Kind == KindSpb) begin : g_mastrovito
    localparam int unsigned SpbShift = (Kind == KindSpb) ? spb_shift(Modulus) : 0;
    seal_gf_mult_mastrovito #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages), .Shift(SpbShift)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindPartialProduct) begin : g_partial_product
    seal_gf_mult_partial_product #(.Width(W), .Poly(Modulus), .Stages(LegalStages)) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind >= KindTmvp1 && Kind <= KindTmvpKeyed) begin : g_tmvp
    seal_gf_mult_tmvp #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages), .Halt(LegalHalt),
      .Approach((Kind == KindTmvpKeyed) ? 1 : Kind - KindTmvp1 + 1), .Keyed(Kind == KindTmvpKeyed)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindTmvpDual || Kind == KindTmvpPrecomputed) begin : g_dual
    seal_gf_mult_dual #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages), .Halt(LegalHalt),
      .Stored(Kind == KindTmvpPrecomputed), .Tables(Tables)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindTmvpShallow) begin : g_shallow
    seal_gf_mult_shallow #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages), .Levels(LegalLevels)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindFixedKey) begin : g_fixed
    logic unused_key;
    assign unused_key = ^key[0];
    seal_gf_mult_fixed #(.Width(W), .Poly(Modulus), .Key(W'(Key)), .Stages(LegalStages)) u_mult (
      .clk_i, .a_i(a_i[0]), .p_o
    );
  end else if (Many) begin : g_parallel
    seal_gf_mult_parallel #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages), .Halt(LegalHalt), .Lanes(LegalLanes),
      .Late(Kind == KindParallel), .Fold(Fold)
    ) u_mult (
      .clk_i, .a_i, .b_i(key), .p_o
    );
  end else if (Kind == KindLfsr) begin : g_lfsr
    seal_gf_mult_lfsr #(.Width(W), .Poly(Modulus)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindDigitSerial) begin : g_digit_serial
    seal_gf_mult_digit_serial #(.Width(W), .Poly(Modulus), .Digit(LegalDigit)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else if (Kind == KindDigitSerialDual) begin : g_digit_dual
    seal_gf_mult_digit_dual #(
      .Width(W), .Poly(Modulus), .Digit(LegalDigit), .Halt(LegalHalt), .Tables(Tables)
    ) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .key_i(key[0]), .p_o
    );
  end else if (Kind == KindHybrid && W == 128) begin : g_hybrid
    seal_gf_mult_hybrid #(.Tower(LegalTower)) u_mult (
      .clk_i, .start_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end else begin : g_karatsuba
    seal_gf_mult_karatsuba #(
      .Width(W), .Poly(Modulus), .Stages(LegalStages),
      .Halt((Kind == KindReyhaniMasoleh) ? W : LegalHalt), .Fold(Fold)
    ) u_mult (
      .clk_i, .a_i(a_i[0]), .b_i(key[0]), .p_o
    );
  end

endmodule
