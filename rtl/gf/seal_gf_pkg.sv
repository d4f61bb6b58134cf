// SPDX-License-Identifier: Apache-2.0
//
// Constants, bit orders and reduction matrices of the multipliers over GF(2^m).
//
// Polynomials are plain: bit i is the coefficient of x^i. A field polynomial includes x^Width.
//
// The field functions have counterparts in Python, sealwright.model.field. A test compares the two
// orders; the others are compared by the proofs of the multipliers, which use the Python ones.
//
// Source: NIST SP 800-38D, 6.3, for GcmPoly and the order gcm; IEEE Std 1619-2025, 5.2, for the
// order le; the irreducibility test of M. O. Rabin, Probabilistic Algorithms in Finite Fields, SIAM
// J. Comput. 9(2), 1980. For matrices and splits see seal_gf_matrix, seal_gf_reduce, seal_gf_tmvp.
package seal_gf_pkg;

  parameter int unsigned MaxWidth  = 512;
  parameter int unsigned MaxStages = 8;
  parameter int unsigned MaxLanes  = 16;
  parameter int unsigned MaxLevels = 30;  // of seal_gf_mult_shallow

  typedef bit [MaxWidth:0]     poly_t;    // a field polynomial
  typedef bit [2*MaxWidth+1:0] square_t;  // an unreduced product
  typedef bit [2*MaxWidth-2:0] row_t;     // one row of a reduction matrix: one bit per x^j

  // Architectures of multipliers. Those from KindLfsr on take several cycles for a product.
  typedef enum int unsigned {
    KindKaratsuba = 0, KindMastrovito = 1, KindPartialProduct = 2, KindReyhaniMasoleh = 3,
    KindSpb = 4, KindTmvp1 = 5, KindTmvp2 = 6, KindTmvp3 = 7, KindTmvpKeyed = 8,
    KindTmvpDual = 9, KindTmvpPrecomputed = 10, KindTmvpShallow = 11,
    KindFixedKey = 12, KindParallel = 13, KindParallelClassical = 14,
    KindLfsr = 15, KindDigitSerial = 16, KindDigitSerialDual = 17, KindHybrid = 18
  } kind_e;
  parameter int unsigned Kinds = 19;

  // A product of two operands in every cycle
  function automatic bit streams(int unsigned kind);
    return kind < KindLfsr && kind != KindFixedKey;
  endfunction

  // Cycles of a kind that makes one product at a time, from its operands to its result
  function automatic int unsigned serial_cycles(int unsigned kind, int unsigned width,
                                                int unsigned digit);
    if (kind == KindLfsr)   return width;
    if (kind == KindHybrid) return 8;
    if (digit == 0)         return width;  // refused by those that ask
    return (width + digit - 1) / digit;
  endfunction

  // Multipliers of 128 bits take these by default: bits in a digit, levels of tmvp-shallow.
  parameter int unsigned GcmDigit  = 16;
  parameter int unsigned GcmLevels = 10;

  // How the 128-bit blocks of a mode are read as polynomials.
  //   gcm: first bit of the string (most significant of byte 0) is x^0   (SP 800-38D)
  //   le:  bit 0 of byte 0 is x^0                                        (IEEE 1619)
  //   be:  last bit of the string (bit 0 of byte 15) is x^0
  typedef enum int unsigned {OrderGcm = 0, OrderLe = 1, OrderBe = 2} order_e;

  // x^128 + x^7 + x^2 + x + 1, the field of all the modes
  parameter bit [128:0] GcmPoly = {1'b1, 128'h87};

  // The polynomial of a block (byte 0 in bits [7:0]): wires only.
  function automatic logic [127:0] block_to_poly(int unsigned order, logic [127:0] block);
    logic [127:0] poly;
    for (int unsigned i = 0; i < 128; i++) begin
      unique case (order)
        OrderGcm: poly[i] = block[8*(i/8) + 7 - i%8];
        OrderBe:  poly[i] = block[8*(15 - i/8) + i%8];
        default:  poly[i] = block[i];
      endcase
    end
    return poly;
  endfunction

  // The inverse. Each order is its own inverse; the second name only shows the direction.
  function automatic logic [127:0] poly_to_block(int unsigned order, logic [127:0] poly);
    return block_to_poly(order, poly);
  endfunction

  function automatic int unsigned ceil_div(int unsigned a, int unsigned b);
    return (a + b - 1) / b;
  endfunction

  function automatic int unsigned clamp(int unsigned value, int unsigned low, int unsigned high);
    return (value < low) ? low : (value > high) ? high : value;
  endfunction

  // value * x modulo poly
  function automatic poly_t times_x(poly_t value, int unsigned width, poly_t poly);
    return value[width-1] ? (value << 1) ^ poly : value << 1;
  endfunction

  // Degree of a polynomial, 0 for 0
  function automatic int unsigned degree(square_t value);
    return (value == '0) ? 0 : $clog2(value + square_t'(1)) - 1;
  endfunction

  // value modulo poly; each step cancels the highest coefficient that is too high.
  function automatic poly_t modulo(square_t value, poly_t poly);
    square_t rest = value;
    while (degree(rest) >= degree(square_t'(poly)) && rest != '0) begin
      rest = rest ^ (square_t'(poly) << (degree(rest) - degree(square_t'(poly))));
    end
    return poly_t'(rest);
  endfunction

  // Squaring over GF(2) puts zeros between the bits: halves move apart, then halves of halves.
  function automatic square_t squared(poly_t value);
    square_t wide = square_t'(value);
    square_t mask = '1;
    for (int unsigned half = 512; half > 0; half = half / 2) begin
      mask = mask ^ (mask << half);
      wide = (wide | (wide << half)) & mask;
    end
    return wide;
  endfunction

  // Is poly irreducible? Rabin's test: x^(2^width) = x, and for each prime q that divides width
  // x^(2^(width/q)) - x has no factor in common with it.
  function automatic bit irreducible(int unsigned width, poly_t poly);
    poly_t power = poly_t'(2);
    poly_t a, b, rest;
    for (int unsigned k = 1; k <= width; k++) begin
      power = modulo(squared(power), poly);
      if (k < width && width % k == 0 && is_prime(width / k)) begin
        a = poly;
        b = power ^ poly_t'(2);
        while (b != '0) begin
          rest = modulo(square_t'(a), b);
          a    = b;
          b    = rest;
        end
        if (a != poly_t'(1)) return 1'b0;
      end
    end
    return power == modulo(square_t'(2), poly);
  endfunction

  function automatic bit is_prime(int unsigned n);
    for (int unsigned d = 2; d < n; d++) if (n % d == 0) return 1'b0;
    return n > 1;
  endfunction

  // x^-n modulo poly
  function automatic poly_t x_to_minus(int unsigned n, poly_t poly);
    poly_t value = poly_t'(1);
    for (int unsigned i = 0; i < n; i++) value = (value[0] ? value ^ poly : value) >> 1;
    return value;
  endfunction

  // The last row of the reduction matrix: bit j is the coefficient of x^(width-1) in x^j start mod
  // poly, j < 2 width - 1. Start is 1, or x^-v where bit j stands for x^(j-v) (seal_gf_matrix).
  function automatic row_t last_row(int unsigned width, poly_t poly, poly_t start = poly_t'(1));
    row_t  row   = '0;
    poly_t power = start;
    for (int unsigned j = 0; j < 2*width - 1; j++) begin
      row[j] = power[width-1];
      power  = times_x(power, width, poly);
    end
    return row;
  endfunction

  // Row k: bit j is the coefficient of x^k in x^j start mod poly. Bit j + 1 of row t is bit j of
  // row t - 1, plus bit j of the last row if poly has x^t. One row per call: a whole matrix in one
  // constant is slow in some tools.
  function automatic row_t red_row(int unsigned k, int unsigned width, poly_t poly, row_t last,
                                   poly_t start = poly_t'(1));
    row_t row = '0;
    for (int unsigned t = 0; t <= k; t++) begin
      if (start[t]) row = row ^ (row_t'(1) << (k - t));
      if (poly[t])  row = row ^ (last << (k + 1 - t));
    end
    return row & ~('1 << (2*width - 1));
  endfunction

  // Recursive multipliers split width into halves (the lower one larger by one if odd) until width
  // <= halt.
  function automatic int unsigned split_width(int unsigned width, int unsigned level);
    return ceil_div(width, 32'd1 << level);
  endfunction

  function automatic int unsigned split_levels(int unsigned width, int unsigned halt);
    int unsigned level = 0;
    while (split_width(width, level) > halt) level = level + 1;
    return level;
  endfunction

  // Bits of all the windows at the bottom of a Toeplitz product (seal_gf_tmvp_windows).
  function automatic int unsigned tmvp_windows(int unsigned width, int unsigned halt);
    int unsigned levels = split_levels(width, halt);
    return 3**levels * (2*split_width(width, levels) - 1);
  endfunction

  // Where a Toeplitz product within `levels` levels of gates is split (seal_gf_tmvp_shallow): bit
  // [l][d] says whether parts of width split_width(width, l) are split when d levels are left for
  // them. The gates cost(width, d) are the smaller of
  //   width (2 width - 1)                                     row by row, 1 + clog2(width) levels
  //   3 half + 2 cost(half, d - 1) + cost(half, d - 2)        split
  typedef bit [9:0][MaxLevels:0] shallow_t;

  function automatic shallow_t shallow_plan(int unsigned width, int unsigned levels);
    bit [9:0][MaxLevels:0][19:0] cost = '1;   // all ones: impossible
    shallow_t    plan = '0;
    int unsigned parts = $clog2(width);
    int unsigned w, half, split;
    for (int unsigned n = 0; n <= parts; n++) begin
      w    = split_width(width, parts - n);
      half = ceil_div(w, 2);
      for (int unsigned d = 1 + $clog2(w); d <= levels; d++) begin
        cost[parts-n][d] = 20'(w * (2*w - 1));
        if (n > 0 && d > 2 && cost[parts-n+1][d-2] != '1) begin
          split = 3*half + 2*32'(cost[parts-n+1][d-1]) + 32'(cost[parts-n+1][d-2]);
          if (split < 32'(cost[parts-n][d])) begin
            cost[parts-n][d] = 20'(split);
            plan[parts-n][d] = 1'b1;
          end
        end
      end
    end
    return plan;
  endfunction

  function automatic bit shallow_splits(int unsigned width, int unsigned levels);
    return (shallow_plan(width, levels) & (shallow_t'(1) << levels)) != '0;
  endfunction

  // Bits of all the windows of seal_gf_tmvp_shallow.
  function automatic int unsigned shallow_windows(int unsigned width, int unsigned levels);
    bit [9:0][MaxLevels:0][19:0] bits = '0;
    shallow_t    plan  = shallow_plan(width, levels);
    int unsigned parts = $clog2(width);
    for (int unsigned n = 0; n <= parts; n++) begin
      for (int unsigned d = 1; d <= levels; d++) begin
        bits[parts-n][d] = 20'(2*split_width(width, parts - n) - 1);
        if (plan[parts-n][d]) begin
          bits[parts-n][d] = 2*bits[parts-n+1][d-1] + bits[parts-n+1][d-2];
        end
      end
    end
    return 32'(bits[0][levels]);
  endfunction

  // Can seal_gf_tmvp_lattice make these windows?
  function automatic bit has_lattice(int unsigned width, int unsigned halt, bit tables = 1'b0);
    int unsigned levels = split_levels(width, halt);
    int unsigned most   = tables ? seal_gf_lattice_pkg::MaxTableLattice
                                 : seal_gf_lattice_pkg::MaxLattice;
    return levels >= 1 && levels <= most && width == split_width(width, levels) << levels;
  endfunction

  // Bits of the form in which a multiplier takes the operand that changes rarely
  // (seal_gf_mult_key).
  function automatic int unsigned key_width(int unsigned kind, int unsigned width, poly_t poly,
                                            int unsigned halt, int unsigned digit,
                                            int unsigned levels);
    if (kind == KindTmvpKeyed)       return $countones(poly) * width;
    if (kind == KindTmvpDual)        return 2*width - 1;
    if (kind == KindTmvpPrecomputed) return tmvp_windows(width, halt);
    if (kind == KindDigitSerialDual) return ceil_div(width, digit) * tmvp_windows(digit, halt);
    if (kind == KindTmvpShallow) begin
      return $countones(poly) * width + shallow_windows(width, levels);
    end
    return width;
  endfunction

  // Two pairs of taps of a polynomial that are equally far apart: first and first + gap, second and
  // second + gap. In a sequence that the polynomial generates, a sum of two elements at that
  // distance then serves two later ones. Four taps if there are such, else three, with second =
  // first + gap; gap = 0: none, or more taps than are worth the search.
  typedef struct packed {
    int unsigned gap;
    int unsigned first;
    int unsigned second;
  } tap_pairs_t;

  function automatic tap_pairs_t tap_pairs(poly_t poly);
    int unsigned taps = $countones(poly) - 1;
    poly_t       low  = poly & ~(poly_t'(1) << nth_one(row_t'(poly), taps));   // without x^width
    tap_pairs_t  three = '0;
    int unsigned a, b, c;
    if (taps > 8) return '0;
    for (int unsigned i = 0; i + 1 < taps; i++) begin
      a = nth_one(row_t'(low), i);
      for (int unsigned j = i + 1; j < taps; j++) begin
        b = nth_one(row_t'(low), j);
        for (int unsigned k = i + 1; k < taps; k++) begin
          c = nth_one(row_t'(low), k);
          if (low[c+b-a]) begin
            if (c != b)           return '{gap: b - a, first: a, second: c};
            if (three.gap == '0)  three = '{gap: b - a, first: a, second: c};
          end
        end
      end
    end
    return three;
  endfunction

  // How far the shifted polynomial basis is shifted: by the middle one of the taps.
  function automatic int unsigned spb_shift(poly_t poly);
    return nth_one(row_t'(poly), $countones(poly) / 2);
  endfunction

  // Row k of the product matrix of a constant: bit i is the coefficient of x^k in x^i value.
  function automatic poly_t matrix_row(int unsigned k, int unsigned width, poly_t poly, row_t last,
                                       poly_t value);
    row_t  row = red_row(k, width, poly, last);
    poly_t found = '0;
    for (int unsigned i = 0; i < width; i++) found[i] = ^(row_t'(value) & (row >> i));
    return found;
  endfunction

  // The largest number of ones in a row of the reduction matrix. Counts all rows at once: plane[b]
  // holds bit b of each row's counter.
  function automatic int unsigned red_weight(int unsigned width, poly_t poly);
    bit [10:0][MaxWidth:0] plane = '0;
    poly_t power = poly_t'(1);
    poly_t carry, spill;
    int unsigned weight = 0;
    for (int unsigned j = 0; j < 2*width - 1; j++) begin
      carry = power;
      for (int unsigned b = 0; b < 11; b++) begin
        spill    = plane[b] & carry;
        plane[b] = plane[b] ^ carry;
        carry    = spill;
      end
      power = times_x(power, width, poly);
    end
    carry = '1;  // rows that are still candidates for the maximum
    for (int unsigned b = 0; b < 11; b++) begin
      weight = 2 * weight;
      if ((carry & plane[10-b]) != '0) begin
        weight = weight + 1;
        carry  = carry & plane[10-b];
      end
    end
    return weight;
  endfunction

  // The position of the n-th one of a row: without its n lowest ones, the lowest.
  function automatic int unsigned nth_one(row_t row, int unsigned n);
    row_t rest = row;
    for (int unsigned i = 0; i < n; i++) rest = rest & (rest - row_t'(1));
    return $clog2(rest & ~(rest - row_t'(1)));
  endfunction

  // The largest number of terms in an element of the product matrix (seal_gf_matrix). Element i of
  // row k is the sum of those bits for which row[i+:width] is set. New sums stand in column 0 and
  // in the rows with a tap of poly.
  function automatic int unsigned matrix_weight(int unsigned width, poly_t poly,
                                                int unsigned shift = 0);
    int unsigned most = 1;
    int unsigned ones;
    poly_t start = x_to_minus(shift, poly);
    row_t  last  = last_row(width, poly, start);
    row_t  row;
    for (int unsigned k = 0; k < width; k++) begin
      if (poly[k] || shift != 0) begin
        row  = red_row(k, width, poly, last, start);
        ones = $countones(row & ~('1 << width));
        if (ones > most) most = ones;
        for (int unsigned i = 1; i < width && poly[k]; i++) begin
          ones = ones + 32'(row[i+width-1]) - 32'(row[i-1]);
          if (ones > most) most = ones;
        end
      end
    end
    return most;
  endfunction

endpackage
