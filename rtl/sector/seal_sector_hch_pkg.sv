// SPDX-License-Identifier: Apache-2.0
//
// HCH and HCHfp (Chakraborty, Sarkar; Mancillas-Lopez 2010, III.A, Figs. 2 and 3): hash, counter
// mode, hash.
//
//     HCH     a: R = E(T), which is the hash key;  b: Q = E(R + l), l the length in bits
//     HCHfp   a: Q = E(T); the hash key is part of the key
//
//     M_1 = P_1 + Q + H(P_2..)   U_1 = E(M_1)      S = E(M_1 + U_1)
//     C_i = P_i + E(S + i - 1)   C_1 = U_1 + x Q + H(C_2..)
//
// Decryption exchanges P and C, Q and x Q, and takes the inverse cipher for U_1 alone. Numbers are
// big-endian. (c: U_1, d: S)
package seal_sector_hch_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, counter: 1'b1, hash: 1'b1, tweak_key: 1'b1, prepare: 32'd2, middle: 32'd2,
    keys: 32'd1, default: '0
  };

  parameter traits_t TraitsFp = '{
    first: 1'b1, counter: 1'b1, hash: 1'b1, prepare: 32'd1, middle: 32'd2, keys: 32'd1,
    fields: 32'd1, default: '0
  };

  function automatic logic [127:0] q_of(bit fp, blocks_t s);
    return fp ? s.a : s.b;
  endfunction

  // The block that is added before the cipher (inv = 0) or behind it
  function automatic logic [127:0] masked(bit fp, int unsigned order, logic inv, blocks_t s);
    return inv ? times_x(order, q_of(fp, s)) : q_of(fp, s);
  endfunction

  function automatic call_t call(
    bit fp, int unsigned order, phase_e ph, logic index, unit_t u, blocks_t s
  );
    logic [127:0] m1;
    m1 = s.p ^ s.ha ^ masked(fp, order, u.inv, s);
    if (ph == PhPrepare) begin
      return '{inv: 1'b0, key: 2'd0, x: index ? s.a ^ be(32'(u.len) << 3) : s.t};
    end
    return '{inv: u.inv && !index, key: 2'd0, x: index ? m1 ^ s.c : m1};
  endfunction

  function automatic logic [127:0] special(bit fp, int unsigned order, unit_t u, blocks_t s);
    return s.c ^ s.hb ^ masked(fp, order, !u.inv, s);
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive_fp(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoField, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
