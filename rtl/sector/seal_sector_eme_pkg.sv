// SPDX-License-Identifier: Apache-2.0
//
// EME (Halevi, Rogaway; Mancillas-Lopez 2010, III.D, Fig. 6): two layers of the cipher, and one
// call between them. k: L = x E(0). Block i has the mask x^(i-1) L in both layers.
//
//     PPP_i = E(P_i + x^(i-1) L)    MP = PPP_1 + PPP_2 + ... + T    MC = E(MP)    M = MP + MC
//     CCC_i = PPP_i + x^(i-1) M     CCC_1 = MC + CCC_2 + ... + T
//     C_i = E(CCC_i) + x^(i-1) L
//
// Decryption takes the inverse cipher throughout. The first block goes in the chain: a: PPP_1, c:
// MC, e: E(CCC_1). ha: PPP_2 + ..., hb: CCC_2 + ...
package seal_sector_eme_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, whole: 1'b1, layers: 1'b1, block_first: 1'b1, prepare: 32'd1, middle: 32'd1,
    finish: 32'd1, keys: 32'd1, default: '0
  };

  function automatic call_t call(phase_e ph, unit_t u, blocks_t s);
    unique case (ph)
      PhPrepare: return '{inv: u.inv, key: 2'd0, x: s.p ^ s.k};
      PhMiddle:  return '{inv: u.inv, key: 2'd0, x: s.a ^ s.ha ^ s.t};
      default:   return '{inv: u.inv, key: 2'd0, x: s.c ^ s.hb ^ s.t};
    endcase
  endfunction

  // M
  function automatic logic [127:0] seed(blocks_t s);
    return s.a ^ s.ha ^ s.t ^ s.c;
  endfunction

  function automatic logic [127:0] special(blocks_t s);
    return s.e ^ s.k;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoCall, arg: 3'd0};
      4'd1:    return '{op: DoStore, arg: 3'd1};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
