// SPDX-License-Identifier: Apache-2.0
//
// The parts of the S-box of few two-input gates: see seal_aes_sbox_gates.
//
// Source: FIPS 197, section 5.1.1; circuit of J. Boyar and R. Peralta, "A new combinational logic
// minimization technique with applications to cryptology", SEA 2010 (IACR ePrint 2009/191): a
// tower of fields GF(((2^2)^2)^2) whose linear parts at top and bottom are minimised as a whole.
// Names and order of the equations follow the paper; its x_0, u_0 and s_0 are the top bits.
//
// The parts are functions of a package so that a simulator compiles them once for all S-boxes.
package seal_aes_gates_pkg;

  // Top linear part: y_1 to y_21 from the input byte; y_0 is x_7
  function automatic logic [21:0] top(logic [7:0] d);
    /* verilator no_inline_task */
    logic [7:0] x;
    logic [21:0] y;
    logic t0, t1;
    for (int unsigned i = 0; i < 8; i++) x[i] = d[7-i];
    y[0]  = x[7];
    y[14] = x[3] ^ x[5];
    y[13] = x[0] ^ x[6];
    y[9]  = x[0] ^ x[3];
    y[8]  = x[0] ^ x[5];
    t0    = x[1] ^ x[2];
    y[1]  = t0 ^ x[7];
    y[4]  = y[1] ^ x[3];
    y[12] = y[13] ^ y[14];
    y[2]  = y[1] ^ x[0];
    y[5]  = y[1] ^ x[6];
    y[3]  = y[5] ^ y[8];
    t1    = x[4] ^ y[12];
    y[15] = t1 ^ x[5];
    y[20] = t1 ^ x[1];
    y[6]  = y[15] ^ x[7];
    y[10] = y[15] ^ t0;
    y[11] = y[20] ^ y[9];
    y[7]  = x[7] ^ y[11];
    y[17] = y[10] ^ y[11];
    y[19] = y[10] ^ y[8];
    y[16] = t0 ^ y[11];
    y[21] = y[13] ^ y[16];
    y[18] = x[0] ^ y[16];
    return y;
  endfunction

  // {t_24, t_23, t_22, t_21}: the element of GF(2^4) that has to be inverted
  function automatic logic [3:0] norm(logic [21:0] y);
    /* verilator no_inline_task */
    logic t2, t4, t6, t7, t9, t11, t12, t14, t16;
    t2  = y[12] & y[15];
    t4  = (y[3] & y[6]) ^ t2;
    t6  = (y[4] & y[0]) ^ t2;
    t7  = y[13] & y[16];
    t9  = (y[5] & y[1]) ^ t7;
    t11 = (y[2] & y[7]) ^ t7;
    t12 = y[9] & y[11];
    t14 = (y[14] & y[17]) ^ t12;
    t16 = (y[8] & y[10]) ^ t12;
    return {t11 ^ t16 ^ y[18], t9 ^ t14 ^ y[21], t6 ^ t16 ^ y[19], t4 ^ t14 ^ y[20]};
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

  // z_17 to z_0
  function automatic logic [17:0] products(logic [17:0] y, logic [8:0] inv);
    /* verilator no_inline_task */
    logic t29, t33, t37, t40, t41, t42, t43, t44, t45;
    {t45, t44, t43, t42, t41, t40, t37, t33, t29} = inv;
    return {2{t41, t45, t42, t29, t40, t43, t33, t37, t44}} &
           {y[8], y[14], y[9], y[2], y[5], y[13], y[4], y[3], y[12],
            y[10], y[17], y[11], y[7], y[1], y[16], y[0], y[6], y[15]};
  endfunction

  // Bottom linear part: the output byte from the 18 products
  function automatic logic [7:0] bottom(logic [17:0] z);
    /* verilator no_inline_task */
    logic t46, t48, t53, t54, t57, t58, t59, t60, t61, t62, t63, t64, t65, t66, t67;
    logic [7:0] s;
    t46  = z[15] ^ z[16];
    t48  = z[5] ^ z[13];
    t53  = z[0] ^ z[3];
    t54  = z[6] ^ z[7];
    t57  = (z[2] ^ z[12]) ^ t53;
    t58  = z[4] ^ t46;
    t59  = z[3] ^ t54;
    t60  = t46 ^ t57;
    t61  = z[14] ^ t57;
    t62  = (z[7] ^ z[8]) ^ t58;
    t63  = (z[9] ^ z[10]) ^ t58;
    t64  = z[4] ^ t59;
    t65  = t61 ^ t62;
    t66  = z[1] ^ t63;
    t67  = t64 ^ t65;
    s[0] = t59 ^ t63;
    s[6] = ~((z[12] ^ t48) ^ t62);
    s[7] = ~(t48 ^ t60);
    s[3] = t53 ^ t66;
    s[4] = (z[2] ^ z[5]) ^ t66;
    s[5] = (z[10] ^ z[11]) ^ t65;
    s[1] = ~(t64 ^ s[3]);
    s[2] = ~((z[16] ^ z[17]) ^ t67);
    return {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]};
  endfunction

endpackage
