// SPDX-License-Identifier: Apache-2.0
//
// HCTR2 (Crowley, Huckleberry, Biggers, ePrint 2021/1441, section 3): POLYVAL, counter mode,
// POLYVAL. k: L = E(1). The hash key E(0) is derived with it.
//
//     MM = P_1 + H(T, P_2..)     UU = E(MM)     S = MM + UU + L
//     C_i = P_i + E(S + i - 1)   C_1 = UU + H(T, C_2..)
//
// and decryption with P and C exchanged and the inverse cipher for UU. Numbers are little-endian.
package seal_sector_hctr2_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, any_tweak: 1'b1, counter: 1'b1, hash: 1'b1, middle: 32'd1, keys: 32'd1, default: '0
  };

  // POLYVAL of: twice the tweak's length in bits, plus 2, plus 1 if the text has a partial block;
  // the tweak; the text
  function automatic frame_t frame(unit_t u);
    return '{
      head_pre: 1'b1, head_tweak: 1'b1,
      head: le((32'(u.tweak_len) << 4) + 32'd2 + 32'(tail_of(u) != '0)), default: '0
    };
  endfunction

  function automatic logic [127:0] pad(unit_t u, logic [127:0] block);
    return pad_with(block, tail_of(u), 8'h01);
  endfunction

  function automatic call_t call(unit_t u, blocks_t s);
    return '{inv: u.inv, key: 2'd0, x: s.p ^ s.ha};
  endfunction

  function automatic logic [127:0] seed(blocks_t s);
    return s.p ^ s.ha ^ s.c ^ s.k;
  endfunction

  function automatic logic [127:0] special(blocks_t s);
    return s.c ^ s.hb;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoCall, arg: 3'd0};
      4'd1:    return '{op: DoHash, arg: 3'd0};
      4'd2:    return '{op: DoCall, arg: 3'd1};
      4'd3:    return '{op: DoStore, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
