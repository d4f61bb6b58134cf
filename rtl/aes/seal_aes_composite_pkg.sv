// SPDX-License-Identifier: Apache-2.0
//
// The three steps of the S-box with inversion in the subfield GF(2^4): see seal_aes_sbox_composite.
//
// Source: FIPS 197, section 5.1.1; inversion after Itoh and Tsujii (Inf. Comput. 78, 1988):
//   x^-1 = x^16 (x^17)^-1, where the norm n = x^17 lies in GF(2^4) and x -> x^16 is linear.
// No change of basis is needed, and each step has a shape that suits look-up tables:
//   1  norm    bit j of n is the trace of NormScale[j] x^17, a quadratic form in the bits of x.
//              The scales are those for which three sums over four bits of x make up the form
//              (QUADS): two levels.
//   2  forms   d = n^-1 is a function of four bits, and so are all 15 sums of bits of d: one level.
//   3  output  bit k is a sum over i of x_i times one of the forms: the product
//              (2^i)^16 d and the affine map together are linear in d. Four sums of two products
//              and one sum of those: two levels.
//
// The steps are functions of a package so that a simulator compiles them once for all S-boxes.
package seal_aes_composite_pkg;

  import seal_aes_pkg::*;

  // Representation of the subfield: n is known by the four traces of n times NormScale[j], and
  // d by its coordinates in powers of 0x5C, which generates the subfield.
  localparam logic [3:0][7:0] NormScale = {8'h34, 8'h24, 8'h20, 8'h16};
  localparam logic [3:0][7:0] BASIS     = {8'h50, 8'hE0, 8'h5C, 8'h01};

  // QUADS[j][t]: the bits of x in the t-th sum of norm bit j
  localparam logic [3:0][2:0][7:0] QUADS = {
    {8'b1010_1010, 8'b0100_1011, 8'b0011_0101},
    {8'b1001_1010, 8'b1010_0101, 8'b0101_0101},
    {8'b1110_0100, 8'b0001_1101, 8'b1010_0011},
    {8'b1101_1000, 8'b0011_0011, 8'b0100_0111}
  };

  // Sum t of norm bit j: row a, bit b tells whether x_a x_b belongs to it. Each monomial goes to
  // the first sum that holds both its bits; x_a x_a stands for x_a.
  function automatic logic [7:0][7:0] monomials(int unsigned j, int unsigned t);
    logic [7:0][7:0] rows;
    logic [7:0] pair, xa, xb, product;
    logic mine;
    for (int unsigned a = 0; a < 8; a++) begin
      for (int unsigned b = 0; b < 8; b++) begin
        xa      = 8'(1 << a);
        xb      = 8'(1 << b);
        pair    = xa | xb;
        product = (a == b) ? gf_norm(xa) :
                             gf_mult(gf_pow16(xa), xb) ^ gf_mult(xa, gf_pow16(xb));
        mine    = (pair & ~QUADS[j][t]) == 8'h00;
        for (int unsigned s = 0; s < t; s++) mine &= (pair & ~QUADS[j][s]) != 8'h00;
        rows[a][b] = (b >= a) & mine & gf_trace(gf_mult(NormScale[j], product));
      end
    end
    return rows;
  endfunction

  function automatic logic [3:0][2:0][7:0][7:0] norm_table();
    logic [3:0][2:0][7:0][7:0] sums;
    for (int unsigned j = 0; j < 4; j++) begin
      for (int unsigned t = 0; t < 3; t++) sums[j][t] = monomials(j, t);
    end
    return sums;
  endfunction

  // Element of the subfield with coordinates v, and the traces by which it is known
  function automatic logic [7:0] element(logic [3:0] v);
    logic [7:0] sum;
    sum = 8'h00;
    for (int unsigned j = 0; j < 4; j++) if (v[j]) sum = sum ^ BASIS[j];
    return sum;
  endfunction

  function automatic logic [3:0] traces(logic [7:0] y);
    logic [3:0] n;
    for (int unsigned j = 0; j < 4; j++) n[j] = gf_trace(gf_mult(NormScale[j], y));
    return n;
  endfunction

  // INVERSE[j][n]: coordinate j of the inverse of the element known by n; zero for zero
  function automatic logic [3:0][15:0] inverse_table();
    logic [3:0][15:0] columns;
    logic [3:0] n;
    columns = '0;
    for (int unsigned d = 1; d < 16; d++) begin
      for (int unsigned e = 1; e < 16; e++) begin
        if (gf_mult(element(4'(d)), element(4'(e))) == 8'h01) begin
          n = traces(element(4'(e)));
          for (int unsigned j = 0; j < 4; j++) columns[j][n] = d[j];
        end
      end
    end
    return columns;
  endfunction

  // OUTPUT[k][i]: which form multiplies x_i in output bit k
  function automatic logic [7:0][7:0][3:0] output_forms();
    logic [7:0][7:0][3:0] select;
    logic [7:0] column;
    for (int unsigned i = 0; i < 8; i++) begin
      for (int unsigned j = 0; j < 4; j++) begin
        column = affine_matrix(gf_mult(gf_pow16(8'(1 << i)), BASIS[j]));
        for (int unsigned k = 0; k < 8; k++) select[k][i][j] = column[k];
      end
    end
    return select;
  endfunction

  localparam logic [3:0][2:0][7:0][7:0] NORM    = norm_table();
  localparam logic [3:0][15:0]          INVERSE = inverse_table();
  localparam logic [7:0][7:0][3:0]      OUTPUT  = output_forms();

  // Step 1
  function automatic logic [3:0] norm_of(logic [7:0] x);
    /* verilator no_inline_task */
    logic [3:0] n;
    logic [2:0] part;
    for (int unsigned j = 0; j < 4; j++) begin
      part = '0;
      for (int unsigned t = 0; t < 3; t++) begin
        for (int unsigned a = 0; a < 8; a++) part[t] = part[t] ^ (x[a] & ^(x & NORM[j][t][a]));
      end
      n[j] = ^part;
    end
    return n;
  endfunction

  // Step 2. Form m is the parity of d and m. No index into a table, which a tool might take for
  // a memory.
  function automatic logic [15:0] forms_of(logic [3:0] n);
    /* verilator no_inline_task */
    logic [15:0] minterms, forms;
    logic [3:0] d;
    for (int unsigned v = 0; v < 16; v++) minterms[v] = (n == 4'(v));
    for (int unsigned j = 0; j < 4; j++) d[j] = |(minterms & INVERSE[j]);
    for (int unsigned m = 0; m < 16; m++) forms[m] = ^(d & 4'(m));
    return forms;
  endfunction

  // Step 3
  function automatic logic [7:0] output_of(logic [7:0] x, logic [15:0] f);
    /* verilator no_inline_task */
    logic [7:0] q;
    logic [3:0] pair;
    for (int unsigned k = 0; k < 8; k++) begin
      for (int unsigned i = 0; i < 4; i++) begin
        pair[i] = (x[2*i] & f[OUTPUT[k][2*i]]) ^ (x[2*i+1] & f[OUTPUT[k][2*i+1]]);
      end
      q[k] = (pair[0] ^ pair[1]) ^ (pair[2] ^ pair[3]);
    end
    return q ^ AffineConst;
  endfunction

endpackage
