// SPDX-License-Identifier: Apache-2.0
//
// The three steps of the S-box with inversion in the subfield GF(2^4): see seal_aes_sbox_composite.
//
// Source: FIPS 197, section 5.1.1; inversion after Itoh and Tsujii (Inf. Comput. 78, 1988):
//   x^-1 = x^16 (x^17)^-1, where the norm n = x^17 lies in GF(2^4) and x -> x^16 is linear.
// No change of basis is needed, and each step has a shape that suits LUTs:
//   1  norm    bit j of n is the trace of Scales[j] x^17, a quadratic form in the bits of x.
//              The scales are those for which three sums over four bits of x make up the form
//              (Quads): two levels.
//   2  forms   d = n^-1 is a function of four bits, and so are all 15 sums of bits of d: one level.
//   3  output  bit k is a sum over i of x_i times one of the forms: the product
//              (2^i)^16 d and the affine map together are linear in d. Four sums of two products
//              and one sum of those: two levels.
//
// The steps are functions of a package, so that a simulator compiles them once for all S-boxes.
package seal_aes_composite_pkg;

  import seal_aes_pkg::*;

  // The S-box inverts in GF(2^8) between two linear maps: x^-1 with x = In y, then Out.
  //   forward  In = 1,     Out = A     y is the input byte; 63 is added to the output
  //   inverse  In = A^-1,  Out = 1     63 is added to the input byte, which gives y
  //   both     In = 1,     Out = 1     the maps are outside, behind a choice
  // Steps 1 and 3 are worked out for In y and Out, so that the maps cost nothing by themselves.
  function automatic logic [7:0] in_map(int unsigned dir, logic [7:0] y);
    return (dir == DirInverse) ? affine_inverse(y) : y;
  endfunction

  function automatic logic [7:0] out_map(int unsigned dir, logic [7:0] a);
    return (dir == DirForward) ? affine_matrix(a) : a;
  endfunction

  // Representation of the subfield: n is known by the four traces of n times a scale, and d by its
  // coordinates in powers of 0x5C, which generates the subfield.
  localparam logic [3:0][7:0] Basis = {8'h50, 8'hE0, 8'h5C, 8'h01};

  localparam logic [2:0][3:0][7:0] Scales = {
    {8'h34, 8'h24, 8'h20, 8'h16},  // both
    {8'h06, 8'h32, 8'h24, 8'h14},  // inverse
    {8'h34, 8'h24, 8'h20, 8'h16}   // forward
  };

  // Quads[dir][j][t]: the bits of y in the t-th sum of norm bit j
  localparam logic [3:0][2:0][7:0] QuadsPlain = {
    {8'b1010_1010, 8'b0100_1011, 8'b0011_0101},
    {8'b1001_1010, 8'b1010_0101, 8'b0101_0101},
    {8'b1110_0100, 8'b0001_1101, 8'b1010_0011},
    {8'b1101_1000, 8'b0011_0011, 8'b0100_0111}
  };
  localparam logic [3:0][2:0][7:0] QuadsMapped = {
    {8'b1011_0100, 8'b0110_1001, 8'b0100_0111},
    {8'b0011_1010, 8'b1100_0110, 8'b0010_0111},
    {8'b1011_1000, 8'b1100_0110, 8'b0000_1111},
    {8'b1111_0000, 8'b0001_1110, 8'b1000_0111}
  };
  localparam logic [2:0][3:0][2:0][7:0] Quads = {QuadsPlain, QuadsMapped, QuadsPlain};

  // Sum t of norm bit j: row a, bit b is set if y_a y_b belongs to it. Each monomial goes to
  // the first sum that holds both its bits; y_a y_a stands for y_a.
  function automatic logic [7:0][7:0] monomials(int unsigned dir, int unsigned j, int unsigned t);
    logic [7:0][7:0] rows;
    logic [7:0] pair, xa, xb, product;
    logic mine;
    rows = '0;
    for (int unsigned a = 0; a < 8; a++) begin
      for (int unsigned b = a; b < 8; b++) begin
        pair = 8'(1 << a) | 8'(1 << b);
        mine = (pair & ~Quads[dir][j][t]) == 8'h00;
        for (int unsigned s = 0; s < t; s++) mine &= (pair & ~Quads[dir][j][s]) != 8'h00;
        if (mine) begin  // elsewhere the product need not be known, and tools limit their steps
          xa = in_map(dir, 8'(1 << a));
          xb = in_map(dir, 8'(1 << b));
          product = (a == b) ? gf_norm(xa) :
                               gf_mult(gf_pow16(xa), xb) ^ gf_mult(xa, gf_pow16(xb));
          rows[a][b] = gf_trace(gf_mult(Scales[dir][j], product));
        end
      end
    end
    return rows;
  endfunction

  function automatic logic [2:0][3:0][2:0][7:0][7:0] norm_table();
    logic [2:0][3:0][2:0][7:0][7:0] sums;
    for (int unsigned dir = 0; dir < 3; dir++) begin
      for (int unsigned j = 0; j < 4; j++) begin
        for (int unsigned t = 0; t < 3; t++) sums[dir][j][t] = monomials(dir, j, t);
      end
    end
    return sums;
  endfunction

  // Element of the subfield with coordinates v, and the traces by which it is known
  function automatic logic [7:0] element(logic [3:0] v);
    logic [7:0] sum;
    sum = 8'h00;
    for (int unsigned j = 0; j < 4; j++) if (v[j]) sum = sum ^ Basis[j];
    return sum;
  endfunction

  function automatic logic [3:0] traces(int unsigned dir, logic [7:0] a);
    logic [3:0] n;
    for (int unsigned j = 0; j < 4; j++) n[j] = gf_trace(gf_mult(Scales[dir][j], a));
    return n;
  endfunction

  // Inverse[dir][j][n]: coordinate j of the inverse of the element known by n; zero for zero
  function automatic logic [2:0][3:0][15:0] inverse_table();
    logic [2:0][3:0][15:0] columns;
    logic [3:0] n;
    columns = '0;
    for (int unsigned d = 1; d < 16; d++) begin
      for (int unsigned e = 1; e < 16; e++) begin
        if (gf_mult(element(4'(d)), element(4'(e))) == 8'h01) begin
          for (int unsigned dir = 0; dir < 3; dir++) begin
            n = traces(dir, element(4'(e)));
            for (int unsigned j = 0; j < 4; j++) columns[dir][j][n] = d[j];
          end
        end
      end
    end
    return columns;
  endfunction

  // Output[dir][k][i]: which form multiplies y_i in output bit k
  function automatic logic [2:0][7:0][7:0][3:0] output_forms();
    logic [2:0][7:0][7:0][3:0] select;
    logic [7:0] column;
    for (int unsigned dir = 0; dir < 3; dir++) begin
      for (int unsigned i = 0; i < 8; i++) begin
        for (int unsigned j = 0; j < 4; j++) begin
          column = out_map(dir, gf_mult(gf_pow16(in_map(dir, 8'(1 << i))), Basis[j]));
          for (int unsigned k = 0; k < 8; k++) select[dir][k][i][j] = column[k];
        end
      end
    end
    return select;
  endfunction

  localparam logic [2:0][3:0][2:0][7:0][7:0] Norm    = norm_table();
  localparam logic [2:0][3:0][15:0]          Inverse = inverse_table();
  localparam logic [2:0][7:0][7:0][3:0]      Output  = output_forms();

  // Step 1. As in the other steps, a function for each direction calls the one for all of them:
  // with constant masks, a simulator makes of it a few operations in place of loops.
  function automatic logic [3:0] norm_of(int unsigned dir, logic [7:0] y);
    logic [3:0] n;
    logic [2:0] parts;
    logic part;
    for (int unsigned j = 0; j < 4; j++) begin
      for (int unsigned t = 0; t < 3; t++) begin
        part = 1'b0;
        for (int unsigned a = 0; a < 8; a++) part = part ^ (y[a] & ^(y & Norm[dir][j][t][a]));
        parts = {parts[1:0], part};
      end
      n[j] = ^parts;
    end
    return n;
  endfunction

  function automatic logic [3:0] forward_norm(logic [7:0] y);
    /* verilator no_inline_task */
    return norm_of(DirForward, y);
  endfunction

  function automatic logic [3:0] inverse_norm(logic [7:0] y);
    /* verilator no_inline_task */
    return norm_of(DirInverse, y);
  endfunction

  function automatic logic [3:0] both_norm(logic [7:0] y);
    /* verilator no_inline_task */
    return norm_of(DirBoth, y);
  endfunction

  // Step 2. Form m is the parity of d and m. No index into a table, which a tool might take for
  // a memory.
  function automatic logic [15:0] forms_of(int unsigned dir, logic [3:0] n);
    logic [15:0] minterms, forms;
    logic [3:0] d;
    for (int unsigned v = 0; v < 16; v++) minterms[v] = (n == 4'(v));
    for (int unsigned j = 0; j < 4; j++) d[j] = |(minterms & Inverse[dir][j]);
    for (int unsigned m = 0; m < 16; m++) forms[m] = ^(d & 4'(m));
    return forms;
  endfunction

  function automatic logic [15:0] forward_forms(logic [3:0] n);
    /* verilator no_inline_task */
    return forms_of(DirForward, n);
  endfunction

  function automatic logic [15:0] inverse_forms(logic [3:0] n);
    /* verilator no_inline_task */
    return forms_of(DirInverse, n);
  endfunction

  function automatic logic [15:0] both_forms(logic [3:0] n);
    /* verilator no_inline_task */
    return forms_of(DirBoth, n);
  endfunction

  // Step 3
  function automatic logic [7:0] output_of(int unsigned dir, logic [7:0] y, logic [15:0] f);
    logic [7:0] q;
    logic [3:0] pair;
    for (int unsigned k = 0; k < 8; k++) begin
      for (int unsigned i = 0; i < 4; i++) begin
        pair[i] = (y[2*i] & f[Output[dir][k][2*i]]) ^ (y[2*i+1] & f[Output[dir][k][2*i+1]]);
      end
      q[k] = (pair[0] ^ pair[1]) ^ (pair[2] ^ pair[3]);
    end
    return q;
  endfunction

  function automatic logic [7:0] forward_output(logic [7:0] y, logic [15:0] f);
    /* verilator no_inline_task */
    return output_of(DirForward, y, f);
  endfunction

  function automatic logic [7:0] inverse_output(logic [7:0] y, logic [15:0] f);
    /* verilator no_inline_task */
    return output_of(DirInverse, y, f);
  endfunction

  function automatic logic [7:0] both_output(logic [7:0] y, logic [15:0] f);
    /* verilator no_inline_task */
    return output_of(DirBoth, y, f);
  endfunction

endpackage
