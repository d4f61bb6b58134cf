// SPDX-License-Identifier: Apache-2.0
//
// XTS-AES (IEEE Std 1619-2025, clause 5; NIST SP 800-38E, and its revision 1 in draft), with
// ciphertext stealing. a: the mask of block 1, E_K2(tweak); block j takes x^(j-1) a before and
// after the cipher. Clauses here and in other files are numbered as in the edition of 2018; the
// text of 2025 was not at hand.
//
// A partial last block P_m of r bytes takes the end of CC, the result for P_(m-1):
//
//     C_(m-1) = E(P_m || CC[r..15])  under the mask m,    C_m = CC[0..r-1]
//
// Decryption is the same with the two masks exchanged, which the stream sees to.
package seal_sector_xts_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    tail: 1'b1, prepare: 32'd1, finish: 32'd1, keys: 32'd2, default: '0
  };

  function automatic call_t call(phase_e ph, unit_t u, blocks_t s);
    logic [127:0] stolen;
    for (int unsigned i = 0; i < 16; i++) begin
      stolen[8*i+:8] = (4'(i) < tail_of(u)) ? s.q[8*i+:8] : s.s[8*i+:8];
    end
    if (ph == PhPrepare) return '{inv: 1'b0, key: 2'd1, x: s.t};
    return '{inv: u.inv, key: 2'd0, x: stolen ^ s.m};
  endfunction

  // The last whole block of a unit with a partial one
  function automatic logic [127:0] last_whole(blocks_t s);
    return s.e ^ s.m;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoExpand, arg: 3'd1};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
