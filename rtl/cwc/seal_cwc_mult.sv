// SPDX-License-Identifier: Apache-2.0
//
// Product modulo 2^127 - 1, of numbers in limbs (seal_cwc_pkg): p = (x + y) k. No standard:
// schoolbook multiplication by columns, with 2^128 = 2 and 2^127 = 1.
//
//   a = x + y, limb by limb
//   c_n = sum of a_i k_j, i + j = n,  + 2 (sum of a_i k_j, i + j = n + 8)      column n, 39 bits
//   p_n = c_n mod 2^16 + (c_(n-1) / 2^16) mod 2^16 + c_(n-2) / 2^32            limb n
//
// and where a part of a column leaves at the top it comes back at the bottom: times 2 from column
// 6, of weight 2^96; from column 7, of weight 2^112, all from bit 15 on, times 1. So no carry runs
// further than two limbs. The limbs of p are below 2^17 + 2^8, whatever this module is given that
// keeps to
//
//   x_i < 2^17 + 2^8   a product or a canonical number; or y_i is, and
//   y_i < 2^16         the other is a canonical one
//   k_j < 2^17 + 2^8   a product or a canonical number
//
// since then a_i < 3 2^16 + 2^8, and the fifteen products of a column make less than 2^39. The same
// number has many forms in limbs. Each a_i k_j is one multiplier of 18 x 18 bits, as FPGAs have
// them.
//
// Latency: Stages cycles; the last register is the output. Which other registers there are:
//
//   Stages   a, k   products   half of a column   column
//   1         -        -              -             -
//   2         -        x              -             -
//   3         -        x              -             x
//   4         x        x              -             x
//   5         x        x              x             x
//
// One product per cycle. No reset, no enable: zeros at the inputs clear it.
module seal_cwc_mult
  import seal_cwc_pkg::*;
#(
  parameter int unsigned Stages = 5
) (
  input  logic   clk_i,
  input  limbs_t x_i,
  input  limbs_t y_i,
  input  limbs_t k_i,
  output limbs_t p_o
);

  localparam int unsigned ProductW = 2 * LimbW;
  localparam int unsigned ColumnW  = 39;

  typedef logic [Limbs-1:0][Limbs-1:0][ProductW-1:0] products_t;   // [i][j]
  typedef logic [Limbs-1:0][ColumnW-1:0]             columns_t;

  if (Stages < 1 || Stages > 5) begin : g_bad_stages
    $error("seal_cwc_mult: Stages must be 1 to 5");
  end

  // ---- operands and products --------------------------------------------------------------------
  limbs_t    a, a_late, k_late;
  products_t product, product_late;

  always_comb begin
    for (int unsigned i = 0; i < Limbs; i++) a[i] = x_i[i] + y_i[i];
  end

  seal_shift_reg #(.Width(2 * $bits(limbs_t)), .Stages((Stages >= 4) ? 1 : 0)) u_operands (
    .clk_i, .d_i({a, k_i}), .q_o({a_late, k_late})
  );

  always_comb begin
    for (int unsigned i = 0; i < Limbs; i++) begin
      for (int unsigned j = 0; j < Limbs; j++) begin
        product[i][j] = ProductW'(a_late[i]) * ProductW'(k_late[j]);
      end
    end
  end

  seal_shift_reg #(.Width($bits(products_t)), .Stages((Stages >= 2) ? 1 : 0)) u_products (
    .clk_i, .d_i(product), .q_o(product_late)
  );

  // ---- columns ----------------------------------------------------------------------------------
  // Column n is the sum of a_i k_((n - i) mod 8), doubled if i > n: of the lower four limbs of a,
  // and of the upper four.
  columns_t low, high, low_late, high_late, column, column_late;

  function automatic columns_t half(products_t products, int unsigned first);
    columns_t sums;
    for (int unsigned n = 0; n < Limbs; n++) begin
      sums[n] = '0;
      for (int unsigned i = first; i < first + Limbs / 2; i++) begin
        sums[n] += ColumnW'(products[i][(n + Limbs - i) % Limbs]) << ((i > n) ? 1 : 0);
      end
    end
    return sums;
  endfunction

  assign low  = half(product_late, 0);
  assign high = half(product_late, Limbs / 2);

  seal_shift_reg #(.Width(2 * $bits(columns_t)), .Stages((Stages >= 5) ? 1 : 0)) u_halves (
    .clk_i, .d_i({low, high}), .q_o({low_late, high_late})
  );

  always_comb begin
    for (int unsigned n = 0; n < Limbs; n++) column[n] = low_late[n] + high_late[n];
  end

  seal_shift_reg #(.Width($bits(columns_t)), .Stages((Stages >= 3) ? 1 : 0)) u_columns (
    .clk_i, .d_i(column), .q_o(column_late)
  );

  // ---- limbs ------------------------------------------------------------------------------------
  // The parts of column n that belong to limbs n, n + 1 and n + 2
  limbs_t p;

  always_comb begin
    logic [Limbs-1:0][15:0]         own, next;
    logic [Limbs-1:0][ColumnW-33:0] after;
    logic [8:0]                     top;
    for (int unsigned n = 0; n < Limbs; n++) {after[n], next[n], own[n]} = column_late[n];
    {top, next[7], own[7]} = {1'b0, column_late[7], 1'b0};
    own[7] = 16'(own[7][15:1]);
    p[0] = LimbW'(own[0]) + LimbW'(next[7]) + (LimbW'(after[6]) << 1);
    p[1] = LimbW'(own[1]) + LimbW'(next[0]) + LimbW'(top);
    for (int unsigned n = 2; n < Limbs; n++) begin
      p[n] = LimbW'(own[n]) + LimbW'(next[n-1]) + LimbW'(after[n-2]);
    end
  end

  always_ff @(posedge clk_i) p_o <= p;

endmodule
