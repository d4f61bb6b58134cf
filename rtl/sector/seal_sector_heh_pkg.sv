// SPDX-License-Identifier: Apache-2.0
//
// HEH, a hash that is added to every block, the cipher, the inverse of a hash, in two wirings:
//
//   HEH     draft-cope-heh-01 (A. Cope, 2016), as its author's code for Linux has it
//   HEHfp   the same layers for whole blocks, with a hash key of its own and beta from the tweak.
//           This wiring is the project's: of Sarkar's definition (ePrint 2007/317) only the
//           abstract was at hand
//
// Mancillas-Lopez 2010 only discusses HEH (VII). With m whole blocks P_0 .. P_(m-1), the last of
// which is the block p, and a partial block R or none,
//
//   H    = P_(m-1) + hash of P_0 .. P_(m-2), R          H' = C_(m-1) + the same of C_0 .., R'
//   I    = H + beta        O  = E(I)        H'  = O + beta'        R'  = R + E(I + O)
//   C_k  = E(P_k + H + x^(k+1) beta) + H' + x^(k+1) beta'          k < m - 1
//
// where beta' = x beta, and decryption takes the inverse cipher, but for R, and exchanges beta and
// beta'. Blocks are little-endian. a, b: results of the tweak; c: O. Calls for a unit: m + 2, and
// one for a partial block; HEHfp m + 1.
//
// HEH has one key, that of a CMAC (SP 800-38B) whose subkey k is x E(0), read as a big-endian
// number. Of numbers as big-endian blocks, CMAC(1) is the hash key, and CMAC(2) || CMAC(3), cut to
// its size, the key of the blocks: AES key 1. beta is the CMAC of the tweak and the lengths.
package seal_sector_heh_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    last_whole: 1'b1, hash: 1'b1, prepare: 32'd2, middle: 32'd1, keys: 32'd2, default: '0
  };

  parameter traits_t TraitsFp = '{
    last_whole: 1'b1, whole: 1'b1, hash: 1'b1, prepare: 32'd1, middle: 32'd1, keys: 32'd1,
    fields: 32'd1, default: '0
  };

  // The beta of the layer before the cipher, and that of the layer behind it
  function automatic logic [127:0] beta_in(bit fp, unit_t u, blocks_t s);
    logic [127:0] beta;
    beta = fp ? s.a : s.b;
    return u.inv ? times_x(seal_gf_pkg::OrderLe, beta) : beta;
  endfunction

  function automatic logic [127:0] beta_out(bit fp, unit_t u, blocks_t s);
    logic [127:0] beta;
    beta = fp ? s.a : s.b;
    return u.inv ? beta : times_x(seal_gf_pkg::OrderLe, beta);
  endfunction

  // Bytes of the tweak, of associated data (none), of the text, as little-endian numbers
  function automatic logic [127:0] lengths(unit_t u);
    return {32'd0, 32'(u.len), 32'd0, 32'd16};
  endfunction

  function automatic call_t call(bit fp, phase_e ph, logic index, unit_t u, blocks_t s);
    if (ph == PhPrepare) begin
      return '{inv: 1'b0, key: 2'd0, x: index ? s.a ^ s.k ^ lengths(u) : s.t};
    end
    return '{inv: u.inv, key: {1'b0, !fp}, x: common_in(s) ^ beta_in(fp, u, s)};
  endfunction

  // What is added to every block but the last whole one, besides its mask: H, and H'
  function automatic logic [127:0] common_in(blocks_t s);
    return s.ha ^ s.p;
  endfunction

  function automatic logic [127:0] common_out(bit fp, unit_t u, blocks_t s);
    return s.c ^ beta_out(fp, u, s);
  endfunction

  // The first mask, before the cipher and behind it
  function automatic logic [127:0] seed(bit fp, unit_t u, blocks_t s);
    return times_x(seal_gf_pkg::OrderLe, beta_in(fp, u, s));
  endfunction

  function automatic logic [127:0] mask_out(bit fp, unit_t u, blocks_t s);
    return times_x(seal_gf_pkg::OrderLe, beta_out(fp, u, s));
  endfunction

  // The operand of the call for a partial block: I + O
  function automatic logic [127:0] part(unit_t u, blocks_t s);
    return common_in(s) ^ beta_in(1'b0, u, s) ^ s.c;
  endfunction

  function automatic logic [127:0] special(bit fp, unit_t u, blocks_t s);
    return common_out(fp, u, s) ^ s.hb;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoCall, arg: 3'd0};
      4'd1:    return '{op: DoStore, arg: 3'd1};
      4'd2:    return '{op: DoCall, arg: 3'd1};
      4'd3:    return '{op: DoHash, arg: 3'd0};
      4'd4:    return '{op: DoCall, arg: 3'd2};
      4'd5:    return '{op: DoCall, arg: 3'd3};
      4'd6:    return '{op: DoExpand, arg: 3'd1};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

  function automatic derive_t derive_fp(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoField, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
