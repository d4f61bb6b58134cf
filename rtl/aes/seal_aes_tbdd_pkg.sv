// SPDX-License-Identifier: Apache-2.0
//
// The upper half of the twisted decision diagrams of the S-box: see seal_aes_sbox_bdd.
//
// Below the cut, four variables of seal_aes_bdd_pkg are left; n has all the different functions of
// them that occur. Above it, decode makes one line of each value of the other variables, and an
// output is the sum of those n that its lines select: AND and OR gates in place of multiplexers.
//
// Written by scripts/generate_bdd.py.
//
// Source: after S. Morioka and A. Satoh, "A 10-Gbps full-AES crypto design with a twisted BDD S-Box
// architecture", IEEE Trans. VLSI Syst. 12(7), 2004. seal_aes_sbox_bdd says what is taken from it.
package seal_aes_tbdd_pkg;

  // Values at the cut
  localparam int unsigned FORWARD_CUT_W = 128;
  localparam int unsigned INVERSE_CUT_W = 127;
  localparam int unsigned BOTH_CUT_W    = 254;

  function automatic logic [15:0] forward_decode(logic [7:0] d);
    /* verilator no_inline_task */
    logic [15:0] u;
    for (int unsigned v = 0; v < 16; v++) begin
      u[v] = ((d & 8'b10001011) == {v[0], 1'b0, 1'b0, 1'b0, v[1], 1'b0, v[2], v[3]});
    end
    return u;
  endfunction

  function automatic logic [7:0] forward_select(
    logic [15:0] u, logic [FORWARD_CUT_W-1:0] n
  );
    /* verilator no_inline_task */
    logic [7:0] q;
    q[0] = |(u & n[15:0]);
    q[1] = |(u & n[31:16]);
    q[2] = |(u & n[47:32]);
    q[3] = |(u & n[63:48]);
    q[4] = |(u & n[79:64]);
    q[5] = |(u & n[95:80]);
    q[6] = |(u & n[111:96]);
    q[7] = |(u & n[127:112]);
    return q;
  endfunction

  function automatic logic [15:0] inverse_decode(logic [7:0] d);
    /* verilator no_inline_task */
    logic [15:0] u;
    for (int unsigned v = 0; v < 16; v++) begin
      u[v] = ((d & 8'b10011010) == {v[0], 1'b0, 1'b0, v[1], v[2], 1'b0, v[3], 1'b0});
    end
    return u;
  endfunction

  function automatic logic [7:0] inverse_select(
    logic [15:0] u, logic [INVERSE_CUT_W-1:0] n
  );
    /* verilator no_inline_task */
    logic [7:0] q;
    q[0] = |(u & n[15:0]);
    q[1] = |(u & n[31:16]);
    q[2] = |(u & n[47:32]);
    q[3] = |(u & {n[62:61], n[9], n[60:48]});
    q[4] = |(u & n[78:63]);
    q[5] = |(u & n[94:79]);
    q[6] = |(u & n[110:95]);
    q[7] = |(u & n[126:111]);
    return q;
  endfunction

  function automatic logic [31:0] both_decode(logic [8:0] d);
    /* verilator no_inline_task */
    logic [31:0] u;
    for (int unsigned v = 0; v < 32; v++) begin
      u[v] = ((d & 9'b110101100) == {v[0], v[1], 1'b0, v[2], 1'b0, v[3], v[4], 1'b0, 1'b0});
    end
    return u;
  endfunction

  function automatic logic [7:0] both_select(
    logic [31:0] u, logic [BOTH_CUT_W-1:0] n
  );
    /* verilator no_inline_task */
    logic [7:0] q;
    q[0] = |(u & n[31:0]);
    q[1] = |(u & n[63:32]);
    q[2] = |(u & n[95:64]);
    q[3] = |(u & n[127:96]);
    q[4] = |(u & {n[158:149], n[92], n[148:128]});
    q[5] = |(u & n[190:159]);
    q[6] = |(u & n[222:191]);
    q[7] = |(u & {n[33], n[253:223]});
    return q;
  endfunction

endpackage
