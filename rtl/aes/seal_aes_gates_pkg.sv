// SPDX-License-Identifier: Apache-2.0
//
// The middle part of the S-box of few two-input gates: see seal_aes_sbox_gates.
//
// Source: FIPS 197, section 5.1.1; circuit of J. Boyar and R. Peralta, "A new combinational logic
// minimization technique with applications to cryptology", SEA 2010 (IACR ePrint 2009/191): a
// tower of fields GF(((2^2)^2)^2) whose linear parts at top and bottom are minimised as a whole.
// Names and order of the equations follow the paper, except in norm, which explains why.
//
// The parts are functions of a package so that a simulator compiles them once for all S-boxes.
package seal_aes_gates_pkg;

  // {t_24, t_23, t_22, t_21}: the element of GF(2^4) that has to be inverted.
  //
  // The paper makes it from nine products and four sums y of its own (y_18 to y_21), in 23 gates.
  // Since a | b = ab + a + b, a product that is an OR gate brings its two factors along. With the
  // four ORs below the sums that are left over are t_21, t_22: y_18 and t_21, t_23: y_19, with
  //   y_18 = x_6,  y_19 = x_0 + x_2 + x_4 + x_5  in the bits of the paper;
  // the sums of two outputs stand where these part: 21 gates, and two sums less at the top.
  function automatic logic [3:0] norm(logic [19:0] y);
    /* verilator no_inline_task */
    logic t2, t4, t6, t7, t9, t11, t12, t14, t16;
    t2  = (y[12] | y[15]) ^ y[18];
    t4  = (y[3] | y[6]) ^ t2;
    t6  = (y[4] | y[0]) ^ t2;
    t7  = y[13] & y[16];
    t9  = (y[5] & y[1]) ^ t7;
    t11 = (y[2] | y[7]) ^ t7;
    t12 = y[9] & y[11];
    t14 = (y[14] & y[17]) ^ t12 ^ y[19];
    t16 = (y[8] & y[10]) ^ t12;
    return {t11 ^ t16, t9 ^ t14, t6 ^ t16, t4 ^ t14};
  endfunction

  // {t_45, t_44, t_43, t_42, t_41, t_40, t_37, t_33, t_29}: its inverse and sums of it
  function automatic logic [8:0] inverse(logic [3:0] n);
    /* verilator no_inline_task */
    logic t25, t26, t27, t29, t33, t36, t37, t38, t40, t41, t42;
    t25 = n[0] ^ n[1];
    t26 = n[0] & n[2];
    t27 = n[3] ^ t26;
    t29 = (t25 & t27) ^ n[1];
    t33 = ((n[1] ^ t26) & (n[2] ^ n[3])) ^ n[3];
    t36 = n[3] & (t27 ^ t33);
    t37 = t36 ^ (n[2] ^ t33);
    t38 = t27 ^ t36;
    t40 = t25 ^ (t29 & t38);
    t41 = t40 ^ t37;
    t42 = t29 ^ t33;
    return {t42 ^ t41, t33 ^ t37, t29 ^ t40, t42, t41, t40, t37, t33, t29};
  endfunction

  // The same, 6 gates deep in place of 11, for one gate more. Source: J. Boyar and R. Peralta, "A
  // depth-16 circuit for the AES S-box" (IACR ePrint 2011/332); names after the equations above.
  function automatic logic [8:0] inverse_shallow(logic [3:0] n);
    /* verilator no_inline_task */
    logic t25, t30, a, b, t29, t33, t37, t40, t41, t42;
    t25 = n[0] ^ n[1];
    t30 = n[2] ^ n[3];
    a   = n[0] & n[2];
    b   = n[0] & n[3];
    t29 = ((n[3] ^ a) & t25) ^ n[1];
    t33 = ((n[1] ^ a) & t30) ^ n[3];
    t40 = (t25 & b) ^ (t25 ^ a);
    t37 = (t30 & (n[1] & n[2])) ^ (t30 ^ a);
    t41 = t40 ^ t37;
    t42 = t29 ^ t33;
    return {t42 ^ t41, t33 ^ t37, t29 ^ t40, t42, t41, t40, t37, t33, t29};
  endfunction

  // z_17 to z_0
  function automatic logic [17:0] products(logic [17:0] y, logic [8:0] inv);
    /* verilator no_inline_task */
    logic t29, t33, t37, t40, t41, t42, t43, t44, t45;
    {t45, t44, t43, t42, t41, t40, t37, t33, t29} = inv;
    return {2{t41, t45, t42, t29, t40, t43, t33, t37, t44}} &
           {y[8], y[14], y[9], y[2], y[5], y[13], y[4], y[3], y[12],
            y[10], y[17], y[11], y[7], y[1], y[16], y[0], y[6], y[15]};
  endfunction

endpackage
