// SPDX-License-Identifier: Apache-2.0
//
// The linear parts of the S-box of few two-input gates (seal_aes_sbox_gates), of XOR and XNOR:
// sums y of bits of the input byte, and the output byte from the products z.
//
//                     gates at the top    at the bottom    map of x
//   forward           18                  28               c = 08, k = 1
//   inverse           18                  28               c = 38, k = 0
//   forward_shallow   21                  28               c = 68, k = 1
//   inverse_shallow   21                  29               c = 83, k = 1
//   back              12 in all
//
// The middle part (seal_aes_gates_pkg) may be fed with c x^(2^k) in place of x, which changes both
// linear parts: map of x says which c and k. Each part has the fewest gates possible, by exhaustive
// search over the sets of bytes that a circuit of XOR gates makes; the bottom part is searched as
// the circuit of its transposed matrix. forward and inverse have the fewest gates in all for any c
// and k, the shallow ones the least depth that was seen for any.
//
// Written by scripts/generate_sbox_linear.py with scripts/sbox/linear.cpp, seed 1.
//
// Source: FIPS 197, sections 5.1.1 and 5.3.2; J. Boyar and R. Peralta, "A new combinational logic
// minimization technique with applications to cryptology", SEA 2010 (IACR ePrint 2009/191), for the
// sums themselves and the order of y and z; the change of x and the search are this project's.
package seal_aes_linear_pkg;

  // Forward, fewest gates: input byte
  function automatic logic [19:0] forward_top(logic [7:0] d);
    /* verilator no_inline_task */
    logic [19:0] y;
    y[4] = d[1];
    y[7] = d[0];
    y[9] = d[2] ^ d[3];
    y[18] = d[3] ^ d[6];
    y[0] = d[5] ^ d[6];
    y[2] = d[1] ^ y[9];
    y[11] = d[0] ^ y[0];
    y[14] = d[4] ^ y[0];
    y[17] = y[2] ^ d[5];
    y[8] = y[9] ^ y[14];
    y[10] = y[17] ^ y[11];
    y[3] = y[17] ^ d[7];
    y[19] = d[3] ^ y[10];
    y[12] = d[1] ^ y[3];
    y[5] = y[8] ^ y[3];
    y[1] = y[18] ^ y[5];
    y[13] = y[2] ^ y[5];
    y[16] = y[19] ^ y[13];
    y[6] = y[10] ^ y[1];
    y[15] = y[0] ^ y[6];
    return y;
  endfunction

  // Forward, fewest gates: output byte
  function automatic logic [7:0] forward_bottom(logic [17:0] z);
    /* verilator no_inline_task */
    logic [7:0] s;
    logic t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;
    logic t15, t16, t17, t18, t19;
    t0 = z[6] ^ z[0];
    t1 = z[10] ^ z[9];
    t2 = t1 ^ z[13];
    s[6] = ~(t2 ^ z[12]);
    t3 = z[2] ^ t0;
    t4 = t3 ^ z[8];
    t5 = s[6] ^ t4;
    t6 = z[6] ^ z[3];
    t7 = t6 ^ t5;
    t8 = z[4] ^ t7;
    t9 = z[1] ^ t0;
    s[3] = ~(t9 ^ t8);
    t10 = z[15] ^ z[9];
    t11 = t10 ^ s[3];
    t12 = z[11] ^ t5;
    s[7] = ~(z[7] ^ t8);
    t13 = z[5] ^ z[8];
    s[4] = ~(t13 ^ t7);
    t14 = z[16] ^ t11;
    t15 = z[17] ^ t12;
    s[1] = t15 ^ t11;
    s[0] = t4 ^ s[1];
    t16 = z[14] ^ z[13];
    t17 = t16 ^ t12;
    t18 = t17 ^ s[7];
    s[2] = ~(t18 ^ t14);
    t19 = z[10] ^ s[4];
    s[5] = ~(t19 ^ t14);
    return s;
  endfunction

  // Inverse, fewest gates: input byte
  function automatic logic [19:0] inverse_top(logic [7:0] d);
    /* verilator no_inline_task */
    logic [19:0] y;
    y[6] = ~d[5];
    y[12] = d[3];
    y[2] = d[1] ^ d[5];
    y[19] = d[5] ^ d[6];
    y[14] = ~(d[1] ^ d[7]);
    y[3] = d[2] ^ y[19];
    y[13] = d[3] ^ y[14];
    y[4] = d[3] ^ y[3];
    y[5] = y[2] ^ y[13];
    y[16] = y[19] ^ y[13];
    y[9] = y[2] ^ y[4];
    y[0] = ~(d[0] ^ y[5]);
    y[8] = y[3] ^ y[5];
    y[18] = d[4] ^ y[9];
    y[15] = ~(d[5] ^ y[0]);
    y[17] = y[15] ^ y[16];
    y[1] = y[18] ^ y[5];
    y[7] = y[16] ^ y[1];
    y[10] = ~(d[5] ^ y[1]);
    y[11] = y[17] ^ y[10];
    return y;
  endfunction

  // Inverse, fewest gates: output byte
  function automatic logic [7:0] inverse_bottom(logic [17:0] z);
    /* verilator no_inline_task */
    logic [7:0] s;
    logic t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;
    logic t15, t16, t17, t18, t19;
    t0 = z[14] ^ z[17];
    t1 = z[9] ^ z[12];
    t2 = z[8] ^ z[7];
    t3 = z[2] ^ z[0];
    t4 = z[13] ^ t0;
    s[6] = z[16] ^ t4;
    t5 = t3 ^ z[3];
    t6 = z[11] ^ z[14];
    t7 = t6 ^ t1;
    t8 = z[6] ^ t3;
    t9 = t8 ^ z[8];
    t10 = z[2] ^ z[1];
    t11 = t10 ^ t2;
    s[0] = t11 ^ s[6];
    t12 = z[4] ^ t5;
    t13 = t12 ^ t2;
    s[2] = z[5] ^ t5;
    t14 = t9 ^ t7;
    t15 = t14 ^ s[0];
    t16 = z[10] ^ z[13];
    t17 = t16 ^ t1;
    s[4] = t9 ^ t17;
    t18 = z[15] ^ z[12];
    t19 = t0 ^ t18;
    s[1] = t19 ^ t15;
    s[3] = t13 ^ s[4];
    s[5] = s[2] ^ t15;
    s[7] = t7 ^ t13;
    return s;
  endfunction

  // Forward, least deep: input byte
  function automatic logic [19:0] forward_shallow_top(logic [7:0] d);
    /* verilator no_inline_task */
    logic [19:0] y;
    logic t0, t1;
    y[15] = d[0];
    t0 = d[1] ^ d[3];
    t1 = d[4] ^ d[6];
    y[9] = d[5] ^ d[7];
    y[12] = d[2] ^ t0;
    y[19] = t0 ^ d[5];
    y[5] = d[1] ^ y[9];
    y[13] = t1 ^ d[7];
    y[7] = y[12] ^ d[6];
    y[2] = y[5] ^ y[13];
    y[4] = d[1] ^ y[13];
    y[11] = d[2] ^ y[13];
    y[14] = y[12] ^ y[13];
    y[16] = y[19] ^ y[13];
    y[8] = y[9] ^ y[14];
    y[0] = y[7] ^ y[11];
    y[1] = y[7] ^ y[16];
    y[3] = d[1] ^ y[14];
    y[17] = d[0] ^ y[16];
    y[18] = y[5] ^ y[1];
    y[10] = y[11] ^ y[17];
    y[6] = d[0] ^ y[0];
    return y;
  endfunction

  // Forward, least deep: output byte
  function automatic logic [7:0] forward_shallow_bottom(logic [17:0] z);
    /* verilator no_inline_task */
    logic [7:0] s;
    logic t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;
    logic t15, t16, t17, t18, t19;
    t0 = z[10] ^ z[13];
    t1 = t0 ^ z[12];
    t2 = z[11] ^ z[17];
    t3 = t2 ^ z[15];
    s[6] = ~(t1 ^ t3);
    t4 = z[1] ^ z[2];
    t5 = t4 ^ s[6];
    t6 = z[5] ^ z[3];
    t7 = z[17] ^ z[16];
    t8 = z[8] ^ z[7];
    s[3] = ~(t8 ^ t5);
    t9 = z[4] ^ z[5];
    s[7] = ~(t9 ^ t5);
    t10 = z[2] ^ z[0];
    t11 = t10 ^ t6;
    t12 = z[8] ^ z[6];
    t13 = t12 ^ t6;
    t14 = z[10] ^ z[11];
    t15 = t14 ^ t7;
    s[0] = ~(t15 ^ s[3]);
    t16 = t13 ^ t15;
    s[1] = ~(s[7] ^ t16);
    t17 = z[9] ^ t1;
    s[2] = t13 ^ t17;
    s[4] = t11 ^ s[3];
    t18 = z[13] ^ z[14];
    t19 = t18 ^ t11;
    s[5] = ~(t7 ^ t19);
    return s;
  endfunction

  // Inverse, least deep: input byte
  function automatic logic [19:0] inverse_shallow_top(logic [7:0] d);
    /* verilator no_inline_task */
    logic [19:0] y;
    logic t0, t1;
    y[9] = d[3];
    t0 = d[0] ^ d[2];
    t1 = d[1] ^ d[3];
    y[3] = d[1] ^ d[5];
    y[6] = ~(d[2] ^ d[6]);
    y[0] = ~(d[0] ^ d[7]);
    y[2] = ~(d[5] ^ d[7]);
    y[16] = ~(t1 ^ d[4]);
    y[5] = ~(d[1] ^ y[6]);
    y[8] = ~(d[5] ^ y[6]);
    y[12] = ~(t1 ^ d[7]);
    y[10] = ~(t0 ^ y[2]);
    y[4] = d[3] ^ y[2];
    y[15] = y[6] ^ y[0];
    y[14] = d[3] ^ y[8];
    y[18] = ~(d[1] ^ y[10]);
    y[17] = y[16] ^ y[15];
    y[1] = y[6] ^ y[10];
    y[13] = y[5] ^ y[2];
    y[11] = y[10] ^ y[17];
    y[7] = y[16] ^ y[1];
    y[19] = y[16] ^ y[13];
    return y;
  endfunction

  // Inverse, least deep: output byte
  function automatic logic [7:0] inverse_shallow_bottom(logic [17:0] z);
    /* verilator no_inline_task */
    logic [7:0] s;
    logic t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;
    logic t15, t16, t17, t18, t19, t20;
    t0 = z[14] ^ z[17];
    t1 = t0 ^ z[15];
    t2 = z[10] ^ z[13];
    t3 = z[8] ^ z[6];
    t4 = t2 ^ z[9];
    t5 = t1 ^ t4;
    s[6] = z[12] ^ t1;
    t6 = z[0] ^ t3;
    t7 = t2 ^ z[11];
    t8 = z[14] ^ t7;
    t9 = z[8] ^ z[7];
    t10 = z[5] ^ z[3];
    t11 = t10 ^ t3;
    t12 = z[4] ^ z[5];
    t13 = t12 ^ t5;
    t14 = z[2] ^ s[6];
    s[7] = t6 ^ t14;
    t15 = z[1] ^ t8;
    t16 = t15 ^ t6;
    t17 = z[13] ^ t0;
    t18 = t17 ^ z[16];
    t19 = t9 ^ t18;
    s[1] = t13 ^ t19;
    s[0] = t11 ^ s[1];
    s[2] = t13 ^ t16;
    t20 = t8 ^ t11;
    s[3] = t20 ^ s[7];
    s[4] = t11 ^ t5;
    s[5] = t9 ^ t16;
    return s;
  endfunction

  // The affine map of the forward S-box backwards
  function automatic logic [7:0] back(logic [7:0] d);
    /* verilator no_inline_task */
    logic [7:0] s;
    logic t0, t1, t2, t3;
    t0 = d[0] ^ d[3];
    t1 = d[2] ^ d[5];
    t2 = d[1] ^ d[6];
    t3 = d[4] ^ d[7];
    s[3] = d[0] ^ t1;
    s[6] = t0 ^ d[5];
    s[1] = t0 ^ d[6];
    s[4] = d[3] ^ t2;
    s[7] = d[4] ^ t2;
    s[2] = ~(d[1] ^ t3);
    s[5] = d[2] ^ t3;
    s[0] = ~(t1 ^ d[7]);
    return s;
  endfunction

endpackage
