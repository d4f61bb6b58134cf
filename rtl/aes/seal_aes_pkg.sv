// SPDX-License-Identifier: Apache-2.0
//
// Codes, formulas and small functions of the cipher (FIPS 197).
//
// Byte n of a block, key or word is in bits [8n+7:8n]. A byte is the polynomial whose coefficient
// of x^i is bit i, modulo x^8 + x^4 + x^3 + x + 1. The state's row r, column c is byte r + 4c.
package seal_aes_pkg;

  // S-box architectures (parameter Sbox or Kind).
  //   SboxTable      the table of FIPS 197, left to the tool
  //   SboxComposite  inversion in GF(2^4): shallow in LUTs
  //   SboxGates      Boyar and Peralta's circuit: few two-input gates
  //   SboxBdd        binary decision diagrams: multiplexers only
  //   SboxTwisted    Morioka and Satoh's form of them: selectors in place of multiplexers
  //   SboxBram       a synchronous memory, which is at once a pipeline register
  //   SboxShallow    SboxGates with a few gates more and a third fewer levels
  typedef enum int unsigned {
    SboxTable = 0, SboxComposite = 1, SboxGates = 2, SboxBdd = 3, SboxTwisted = 4, SboxBram = 5,
    SboxShallow = 6
  } sbox_e;

  // Directions (parameter Dir): the cipher, its inverse, or both at the choice of an input inv_i
  typedef enum int unsigned {DirForward = 0, DirInverse = 1, DirBoth = 2} dir_e;

  // Key sizes (size_i); bit s of a KeySizes mask allows size s. Code 3 is not used.
  typedef enum logic [1:0] {Aes128 = 2'd0, Aes192 = 2'd1, Aes256 = 2'd2} size_e;

  // Nr and Nk of a size code (FIPS 197, section 5)
  function automatic int unsigned rounds_of(int unsigned size);
    return 10 + 2 * size;
  endfunction

  function automatic int unsigned key_words_of(int unsigned size);
    return 4 + 2 * size;
  endfunction

  // Nr of the longest and of the shortest size of a KeySizes mask
  function automatic int unsigned max_rounds(bit [2:0] sizes);
    for (int unsigned s = 3; s > 0; s--) if (sizes[s-1]) return rounds_of(s - 1);
    return rounds_of(0);
  endfunction

  function automatic int unsigned min_rounds(bit [2:0] sizes);
    for (int unsigned s = 0; s < 3; s++) if (sizes[s]) return rounds_of(s);
    return rounds_of(0);
  endfunction

  // The size itself, or a constant where a KeySizes mask has one only: a choice by size is then not
  // built
  function automatic size_e size_among(bit [2:0] sizes, logic [1:0] size);
    if (min_rounds(sizes) == max_rounds(sizes)) return size_e'(2'((max_rounds(sizes) - 10) / 2));
    return size_e'(size);
  endfunction

  // Where the registers of a round of `stages` are: `sub_stages` within SubBytes, `mix_stages`
  // within MixColumns, the last one after AddRoundKey. A memory is a register itself, and the next
  // one is best after it; only then follow the others.
  //
  //   stages            1     2     3       4           5           S: SubBytes, M: MixColumns,
  //   S-box in logic    K     SK    SSK     SSSK        SSSMK       K: after AddRoundKey
  //   in a memory       S     SS    SSK     SSMK        SSSMK
  function automatic int unsigned mix_stages(int unsigned sbox, int unsigned stages);
    return (stages > ((sbox == SboxBram) ? 3 : 4)) ? 1 : 0;
  endfunction

  function automatic int unsigned sub_stages(int unsigned sbox, int unsigned stages);
    return (sbox == SboxBram && stages < 3) ? stages : stages - 1 - mix_stages(sbox, stages);
  endfunction

  // Registers within SubBytes of the key schedule. A memory may be far from the schedule's window,
  // so it has, from two stages on, one or two registers behind it.
  function automatic int unsigned key_stages(int unsigned sbox, int unsigned stages);
    int unsigned most;
    most = (sbox == SboxBram) ? stages : stages - 1;
    return (most > 3) ? 3 : most;
  endfunction

  // Cycles by which a round needs its key before the last of its registers: none if it has no
  // register after AddRoundKey (then the key is needed a cycle later still, -1), one if that is
  // behind MixColumns' register, or if the round may be passed by (see seal_aes_round)
  function automatic int key_lead(int unsigned sbox, int unsigned stages, bit bypass);
    if (sub_stages(sbox, stages) == stages) return bypass ? 0 : -1;
    return (mix_stages(sbox, stages) == 1 || (bypass && sub_stages(sbox, stages) > 0)) ? 1 : 0;
  endfunction

  // Rounds' worth of logic in seal_aes_pipe, and the cycles of one pass through them: an odd
  // number, with the register at the entrance
  function automatic int unsigned pipelined_units(bit [2:0] sizes, int unsigned fold);
    return (max_rounds(sizes) + fold - 1) / fold;
  endfunction

  function automatic int unsigned fold_loop(
    bit [2:0] sizes, int unsigned round_stages, int unsigned fold
  );
    int unsigned stages;
    stages = pipelined_units(sizes, fold) * round_stages;
    return stages + 1 + stages % 2;
  endfunction

  // Cycles from block_i to block_o of seal_aes_pipe
  function automatic int unsigned pipe_latency(
    bit [2:0] sizes, int unsigned round_stages, int unsigned fold = 1
  );
    return 2 + pipelined_units(sizes, fold) * round_stages +
           (fold - 1) * fold_loop(sizes, round_stages, fold);
  endfunction

  // The same of seal_aes_pipe_keyed, which adds round key 0 a cycle earlier where no round needs
  // its key early
  function automatic int unsigned keyed_latency(bit [2:0] sizes, int unsigned round_stages);
    return pipe_latency(sizes, round_stages) -
           ((round_stages == 1 || max_rounds(sizes) == min_rounds(sizes)) ? 1 : 0);
  endfunction

  // Multiplication by x, and in general, in GF(2^8) (FIPS 197, section 4.2)
  function automatic logic [7:0] xtime(logic [7:0] a);
    return {a[6:0], 1'b0} ^ {3'b000, {2{a[7]}}, 1'b0, {2{a[7]}}};
  endfunction

  function automatic logic [7:0] gf_mult(logic [7:0] a, logic [7:0] b);
    logic [7:0] p;
    p = 8'h00;
    for (int i = 7; i >= 0; i--) p = xtime(p) ^ (b[i] ? a : 8'h00);
    return p;
  endfunction

  // a^16 and a^17. The latter, the norm of a, lies in the subfield of 16 elements.
  function automatic logic [7:0] gf_pow16(logic [7:0] a);
    logic [7:0] p;
    p = a;
    for (int unsigned i = 0; i < 4; i++) p = gf_mult(p, p);
    return p;
  endfunction

  function automatic logic [7:0] gf_norm(logic [7:0] a);
    return gf_mult(gf_pow16(a), a);
  endfunction

  // The absolute trace: a + a^2 + a^4 + ... + a^128, which is 0 or 1
  function automatic logic gf_trace(logic [7:0] a);
    logic [7:0] p, sum;
    p   = a;
    sum = 8'h00;
    for (int unsigned i = 0; i < 8; i++) begin
      sum = sum ^ p;
      p   = gf_mult(p, p);
    end
    return sum[0];
  endfunction

  // SubBytes' matrix (FIPS 197, section 5.1.1); AffineConst is added to its result.
  localparam logic [7:0] AffineConst = 8'h63;

  function automatic logic [7:0] affine_matrix(logic [7:0] a);
    return a ^ {a[6:0], a[7]} ^ {a[5:0], a[7:6]} ^ {a[4:0], a[7:5]} ^ {a[3:0], a[7:4]};
  endfunction

  // The inverse of that matrix (section 5.3.2): S^-1(a) is the inverse of affine_inverse(a + 63).
  function automatic logic [7:0] affine_inverse(logic [7:0] a);
    return {a[6:0], a[7]} ^ {a[4:0], a[7:5]} ^ {a[1:0], a[7:2]};
  endfunction

  function automatic logic [127:0] affine_inverses(logic [127:0] state);
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) out[8*i+:8] = affine_inverse(state[8*i+:8]);
    return out;
  endfunction

  // The S-box of FIPS 197 as 256 bytes (table 4), and its inverse (table 6). 3 generates the
  // multiplicative group: the walk visits each p = 3^i with its inverse q = 3^-i (hex F6 is the
  // inverse of 3). Zero has no inverse and maps to the constant.
  function automatic logic [255:0][7:0] sbox_table(bit inverse);
    logic [255:0][7:0] table_v;
    logic [7:0] p, q, image;
    p = 8'h01;
    q = 8'h01;
    for (int unsigned i = 0; i < 256; i++) begin
      image = (i == 255) ? AffineConst : affine_matrix(q) ^ AffineConst;
      if (i == 255) p = 8'h00;
      if (inverse) table_v[image] = p;
      else         table_v[p] = image;
      p = p ^ xtime(p);
      q = gf_mult(q, 8'hF6);
    end
    return table_v;
  endfunction

  // ShiftRows: row r moves r columns to the left
  function automatic logic [127:0] shift_rows(logic [127:0] state);
    logic [127:0] out;
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) begin
        out[8*(r+4*c)+:8] = state[8*(r+4*((c+r)%4))+:8];
      end
    end
    return out;
  endfunction

  // InvShiftRows (section 5.3.1): row r moves r columns to the right
  function automatic logic [127:0] inv_shift_rows(logic [127:0] state);
    logic [127:0] out;
    for (int unsigned c = 0; c < 4; c++) begin
      for (int unsigned r = 0; r < 4; r++) begin
        out[8*(r+4*((c+r)%4))+:8] = state[8*(r+4*c)+:8];
      end
    end
    return out;
  endfunction

  // Columns in the order 0 3 2 1. InvShiftRows of a state so turned is ShiftRows of it: row r moves
  // r columns the other way. A core for both directions keeps the state of an inverse block like
  // this, and so chooses where a block comes in and goes out, not between S-boxes and MixColumns.
  function automatic logic [127:0] turn_columns(logic [127:0] state);
    return {state[63:32], state[95:64], state[127:96], state[31:0]};
  endfunction

  // MixColumns. Byte r of a column is 2 s_r + 3 s_(r+1) + s_(r+2) + s_(r+3), grouped as
  // 2 (s_r + s_(r+1)) and three bytes, so that with a round key each half is one LUT4 per bit.
  function automatic logic [127:0] mix_columns(logic [127:0] state);
    logic [127:0] out;
    logic [3:0][7:0] s;
    for (int unsigned c = 0; c < 4; c++) begin
      s = state[32*c+:32];
      for (int unsigned r = 0; r < 4; r++) begin
        out[8*(r+4*c)+:8] =
            xtime(s[r] ^ s[(r+1)%4]) ^ (s[(r+1)%4] ^ s[(r+2)%4] ^ s[(r+3)%4]);
      end
    end
    return out;
  endfunction

  // The same in two steps, between which a register may stand: mix_columns(s) is mix_last(u, v)
  // with u_r = s_r + s_(r+1) and v_r = s_(r+1), since 2 u_r + v_r + u_(r+2) is the sum above. Each
  // bit of a step, with a round key in the first one, is a LUT4 or less.
  function automatic logic [127:0] mix_pairs(logic [127:0] state);
    return state ^ mix_next(state);
  endfunction

  function automatic logic [127:0] mix_next(logic [127:0] state);
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) out[8*i+:8] = state[8*(i-i%4+(i+1)%4)+:8];
    return out;
  endfunction

  function automatic logic [127:0] mix_last(logic [127:0] pairs, logic [127:0] rest);
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) begin
      out[8*i+:8] = xtime(pairs[8*i+:8]) ^ pairs[8*(i-i%4+(i+2)%4)+:8] ^ rest[8*i+:8];
    end
    return out;
  endfunction

  // InvMixColumns is MixColumns after a step of its own (section 5.3.3):
  //   [0E 0B 0D 09] = [02 03 01 01] * [05 00 04 00], as polynomials modulo y^4 + 1,
  // which adds 4 (s_r + s_(r+2)) to byte r. A core for both directions shares MixColumns.
  function automatic logic [127:0] inv_mix_ahead(logic [127:0] state);
    logic [127:0] out;
    logic [3:0][7:0] s;
    logic [7:0] even, odd;
    for (int unsigned c = 0; c < 4; c++) begin
      s    = state[32*c+:32];
      even = xtime(xtime(s[0] ^ s[2]));
      odd  = xtime(xtime(s[1] ^ s[3]));
      out[32*c+:32] = {s[3] ^ odd, s[2] ^ even, s[1] ^ odd, s[0] ^ even};
    end
    return out;
  endfunction

  function automatic logic [127:0] inv_mix_columns(logic [127:0] state);
    return mix_columns(inv_mix_ahead(state));
  endfunction

  // Whether a mask has a size; never for code 3
  function automatic logic size_built(bit [2:0] sizes, logic [1:0] size);
    logic [3:0] mask;
    mask = {1'b0, sizes};
    return mask[size];
  endfunction

  // The sizes of a mask that have a round of this number
  function automatic bit [2:0] sizes_from(bit [2:0] sizes, int unsigned round);
    return sizes & {1'b1, round <= 12, round <= 10};
  endfunction

  // A key as the window of the Nk latest words of its schedule, the latest on top
  function automatic logic [255:0] key_window(logic [1:0] size, logic [255:0] key);
    unique case (size)
      Aes128:  return {key[127:0], 128'h0};
      Aes192:  return {key[191:0], 64'h0};
      default: return key;
    endcase
  endfunction

  // Plan of step `round` of a key schedule (see seal_aes_key_step): whether the S-boxes' result
  // goes to word 0, or to word 2, whether it is rotated, and Rcon.
  function automatic logic [10:0] key_plan(logic [1:0] size, logic [3:0] round);
    logic [3:0] third, index;
    logic [7:0] rcon;
    logic       at_0, at_2;
    third = round % 4'd3;
    at_0  = (size != Aes192) || (third == 4'd0);
    at_2  = (size == Aes192) && (third == 4'd1);
    unique case (size)
      Aes128:  index = round;
      Aes192:  index = (round / 4'd3) * 4'd2 + {3'b000, at_2};
      default: index = {1'b0, round[3:1]};
    endcase
    rcon = 8'h01;
    for (int unsigned i = 1; i < 16; i++) if (4'(i) <= index) rcon = xtime(rcon);
    return {at_0, at_2, size[1] ? !round[0] : 1'b1, rcon};
  endfunction

endpackage
