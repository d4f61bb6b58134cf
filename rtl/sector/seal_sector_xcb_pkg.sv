// SPDX-License-Identifier: Apache-2.0
//
// XCB, for study only (two queries recover plaintext: ePrint 2024/1554), in two versions:
//
//   XCB      McGrew, Fluhrer, ePrint 2004/278; Mancillas-Lopez 2010, III.C, Fig. 5: the first
//            block is special
//   XCB-AES  IEEE Std 1619.2-2010, clause 6: the last 16 bytes are
//
// With P* the special block and P' the rest,
//
//     A = E_K0(P*)   S = A + H_1(P', T)   C' = P' + CTR_K1(S)   C* = D_K2(S + H_2(C', T))
//
// and decryption with K0 and K2, and H_1 and H_2, exchanged. The keys are derived from one (Fig. 5:
// K_i = E_K(i), where the figure lost the cipher). Counters begin with S and count modulo 2^32. a:
// A.
package seal_sector_xcb_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, counter: 1'b1, hash: 1'b1, block_first: 1'b1, second_key: 1'b1, prepare: 32'd1,
    finish: 32'd1, keys: 32'd3, default: '0
  };

  parameter traits_t TraitsAes = '{
    last_bytes: 1'b1, any_tweak: 1'b1, counter: 1'b1, hash: 1'b1, block_first: 1'b1,
    prepare: 32'd1, finish: 32'd1, keys: 32'd3, default: '0
  };

  // The text, then the tweak, each filled with zeros; their lengths in bits, 64 bits each
  function automatic frame_t frame(unit_t u);
    return '{
      tail_tweak: 1'b1, tail_post: 1'b1,
      tail2: lengths(32'(u.len) - 32'd16, 32'(u.tweak_len)), default: '0
    };
  endfunction

  // GHASH of two strings, as SP 800-38D has it, followed by their lengths:
  //   H_1  0^128 || T  and  P' || 0^128          P' filled with zeros
  //   H_2  T || 0^128  and  C' || lengths of T || 0^128 and of C'
  function automatic frame_t frame_aes(logic second, unit_t u);
    logic [31:0] rest, ad;
    rest = 32'(u.len) - 32'd16;
    ad   = 32'(u.tweak_len) + 32'd16;
    return '{
      head_pre: !second, head_tweak: 1'b1, head_post: second, tail_pre: 1'b1,
      tail_post: 1'b1, head: '0, tail1: second ? lengths(ad, rest) : '0,
      tail2: lengths(ad, ((rest + 32'd15) & ~32'd15) + 32'd16), default: '0
    };
  endfunction

  // Two lengths in bytes as 64 bits each, in bits, big-endian
  function automatic logic [127:0] lengths(logic [31:0] first, logic [31:0] second);
    logic [127:0] a, b;
    a = be(first << 3);
    b = be(second << 3);
    return {b[127:64], a[127:64]};
  endfunction

  function automatic call_t call(phase_e ph, unit_t u, blocks_t s);
    if (ph == PhPrepare) return '{inv: 1'b0, key: u.inv ? 2'd2 : 2'd0, x: s.p};
    return '{inv: 1'b1, key: u.inv ? 2'd0 : 2'd2, x: s.a ^ s.ha ^ s.hb};
  endfunction

  function automatic logic [127:0] seed(blocks_t s);
    return s.a ^ s.ha;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoCall, arg: 3'd1};
      4'd1:    return '{op: DoHash, arg: 3'd0};
      4'd2:    return '{op: DoCall, arg: 3'd3};
      4'd3:    return '{op: DoHash, arg: 3'd1};
      4'd4:    return '{op: DoCall, arg: 3'd2};
      4'd5:    return '{op: DoExpand, arg: 3'd1};
      4'd6:    return '{op: DoCall, arg: 3'd4};
      4'd7:    return '{op: DoExpand, arg: 3'd2};
      4'd8:    return '{op: DoCall, arg: 3'd0};
      4'd9:    return '{op: DoExpand, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive_aes(logic [3:0] step);
    unique case (step)
      4'd0:    return '{op: DoCall, arg: 3'd0};
      4'd1:    return '{op: DoHash, arg: 3'd0};
      4'd2:    return '{op: DoCall, arg: 3'd3};
      4'd3:    return '{op: DoCall, arg: 3'd4};
      4'd4:    return '{op: DoExpand, arg: 3'd2};
      4'd5:    return '{op: DoCall, arg: 3'd5};
      4'd6:    return '{op: DoCall, arg: 3'd6};
      4'd7:    return '{op: DoExpand, arg: 3'd1};
      4'd8:    return '{op: DoCall, arg: 3'd1};
      4'd9:    return '{op: DoCall, arg: 3'd2};
      4'd10:   return '{op: DoExpand, arg: 3'd0};
      default: return '{op: DoEnd, arg: 3'd0};
    endcase
  endfunction

endpackage
