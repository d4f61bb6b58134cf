// SPDX-License-Identifier: Apache-2.0
//
// HCTR (Wang, Feng, Wu; Mancillas-Lopez 2010, III.B, Fig. 4; GB/T 17964-2021): hash, counter mode,
// hash. The hash key is part of the key.
//
//     MM = P_1 + H(P_2.. || T)   CC = E(MM)     S = MM + CC
//     C_i = P_i + E(S + i - 1)   C_1 = CC + H(C_2.. || T)
//
// and decryption with P and C exchanged and the inverse cipher for CC. The tweak follows a partial
// block without a gap. Numbers are big-endian.
package seal_sector_hctr_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, any_tweak: 1'b1, counter: 1'b1, hash: 1'b1, middle: 32'd1, keys: 32'd1,
    fields: 32'd1, default: '0
  };

  // Of X = rest || tweak; then the length of X in bits
  function automatic frame_t frame(unit_t u);
    return '{
      tail_tweak: 1'b1, tail_post: 1'b1,
      tail2: be((32'(u.len) + 32'(u.tweak_len) - 32'd16) << 3), default: '0
    };
  endfunction

  function automatic call_t call(unit_t u, blocks_t s);
    return '{inv: u.inv, key: 2'd0, x: s.p ^ s.ha};
  endfunction

  function automatic logic [127:0] seed(blocks_t s);
    return s.p ^ s.ha ^ s.c;
  endfunction

  function automatic logic [127:0] special(blocks_t s);
    return s.c ^ s.hb;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoField, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
