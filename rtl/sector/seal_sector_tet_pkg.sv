// SPDX-License-Identifier: Apache-2.0
//
// TET (Halevi; Mancillas-Lopez 2010, III.E, Fig. 7): a hash that is added to every block, the
// cipher with masks, another hash. a: beta = E_K1(T + x E_K1(length)); k: x E_K1(length), of the
// key.
//
//     encryption   SP = sigma^-1 H(P)   CC_i = E(P_i + SP + x^(i-1) beta) + x^(i-1) beta
//                  C_i = CC_i + SC      SC = sigma^-1 H(CC)
//     decryption   SC = H(C)            PP_i = D(C_i + SC + x^(i-1) beta) + x^(i-1) beta
//                  P_i = PP_i + SP      SP = H(PP)
//
// H is Horner's sum with tau; sigma = 1 + tau + ... + tau^m. A second hash key is sigma^-1. E and D
// are under K2, the call for the tweak under K1.
package seal_sector_tet_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    whole: 1'b1, hash: 1'b1, second_key: 1'b1, prepare: 32'd1, keys: 32'd2, fields: 32'd1,
    default: '0
  };

  function automatic call_t call(blocks_t s);
    return '{inv: 1'b0, key: 2'd0, x: s.t ^ s.k};
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoExpand, arg: 3'd1};
      4'd1:    return '{op: DoField, arg: 3'd0};
      4'd2:    return '{op: DoLength, arg: 3'd0};
      4'd3:    return '{op: DoStore, arg: 3'd1};
      4'd4:    return '{op: DoInvert, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
