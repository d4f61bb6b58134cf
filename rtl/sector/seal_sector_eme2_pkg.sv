// SPDX-License-Identifier: Apache-2.0
//
// EME2 (IEEE Std 1619.2-2010, clause 5; EME* of Halevi, ePrint 2004/125): EME (seal_sector_eme_pkg)
// for texts of any length, with associated data of any length in place of the tweak. The key has
// three parts: k2: K_AD, k: K_ECB (L of EME), and that of the cipher.
//
//   T* = sum of E(T_i + x^i K_AD) + x^i K_AD, always forward; a partial T_i gets a one bit, and one
//        x more; E(K_AD) for an empty T                                                f: T*
//   MP = PPP_1 + ... + T* + Q     c: E(MP)    d: E(c), only with a partial block      MC = d or c
//   Q is the partial block with a one bit; on the output side, the partial block plus c, with a one
//   bit
//
// A mask M serves for 128 blocks: at block 128 r + 1, PPP + M_1 goes through the cipher, and its
// sum with the result is the next mask, that result + M_1 the block of the second layer.
package seal_sector_eme2_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, tail: 1'b1, any_tweak: 1'b1, layers: 1'b1, block_first: 1'b1, prepare: 32'd2,
    middle: 32'd1, finish: 32'd1, keys: 32'd1, fields: 32'd2, default: '0
  };

  parameter int unsigned Renewed = 128;   // blocks for which a mask serves

  // Blocks of the tweak; an empty one takes a call too
  function automatic logic [CallW-1:0] tweak_calls(unit_t u);
    if (u.tweak_len == '0) return CallW'(1);
    return CallW'((32'(u.tweak_len) + 32'd15) >> 4);
  endfunction

  // Whole blocks behind the first one at which the mask is renewed
  function automatic logic [CallW-1:0] renewals(unit_t u);
    return CallW'((32'(u.len[SizeW-1:4]) - 32'd1) / Renewed);
  endfunction

  function automatic logic has_tail(unit_t u);
    return tail_of(u) != '0;
  endfunction

  function automatic logic [CallW-1:0] calls(phase_e ph, unit_t u);
    unique case (ph)
      PhPrepare: return tweak_calls(u) + CallW'(1);
      PhMiddle:  return CallW'(1) + CallW'(has_tail(u)) + renewals(u);
      default:   return CallW'(1);
    endcase
  endfunction

  // x^i K_AD for block i of the tweak, from 1
  function automatic logic [127:0] tweak_mask(
    int unsigned order, logic [CallW-1:0] i, unit_t u, blocks_t s
  );
    logic partial;
    partial = (i == tweak_calls(u)) && (u.tweak_len[3:0] != '0);
    return times_x_to(order, (u.tweak_len == '0) ? 5'd0 : i + CallW'(partial), s.k2);
  endfunction

  function automatic logic [127:0] tail_in(unit_t u, blocks_t s);
    return has_tail(u) ? pad_with(s.q, tail_of(u), 8'h80) : '0;
  endfunction

  function automatic logic [127:0] tail_out(unit_t u, blocks_t s);
    return has_tail(u) ? pad_with(s.q ^ s.c, tail_of(u), 8'h80) : '0;
  endfunction

  function automatic logic [127:0] mp(unit_t u, blocks_t s);
    return s.a ^ s.ha ^ s.f ^ tail_in(u, s);
  endfunction

  function automatic logic [127:0] mc(unit_t u, blocks_t s);
    return has_tail(u) ? s.d : s.c;
  endfunction

  function automatic logic [127:0] seed(unit_t u, blocks_t s);
    return mp(u, s) ^ mc(u, s);
  endfunction

  // s.t is block i of the tweak for call i, from 0.
  function automatic call_t call(
    int unsigned order, phase_e ph, logic [CallW-1:0] i, unit_t u, blocks_t s
  );
    logic [127:0] x;
    if (ph == PhPrepare && i != tweak_calls(u)) begin
      x = s.t;
      if (i + CallW'(1) == tweak_calls(u) && u.tweak_len[3:0] != '0) begin
        x = pad_with(s.t, u.tweak_len[3:0], 8'h80);
      end
      if (u.tweak_len == '0) x = '0;
      return '{inv: 1'b0, key: 2'd0, x: x ^ tweak_mask(order, i + CallW'(1), u, s)};
    end
    unique case (ph)
      PhPrepare: x = s.p ^ s.k;
      PhMiddle: begin
        if (i == '0)                              x = mp(u, s);
        else if (i == CallW'(1) && has_tail(u))   x = s.c;
        else                                      x = s.r ^ seed(u, s);
      end
      default:   x = mc(u, s) ^ s.hb ^ s.f ^ tail_out(u, s);
    endcase
    return '{inv: u.inv, key: 2'd0, x: x};
  endfunction

  // T* so far, when call i of the first chain is formed and the result of the one before is b
  function automatic logic [127:0] fold(
    int unsigned order, logic [CallW-1:0] i, unit_t u, blocks_t s
  );
    logic [127:0] mask;
    if (i == '0) return '0;
    mask = (u.tweak_len == '0) ? '0 : tweak_mask(order, i, u, s);
    return s.f ^ s.b ^ mask;
  endfunction

  function automatic logic [127:0] special(blocks_t s);
    return s.e ^ s.k;
  endfunction

  // Derivation of values from a key
  function automatic derive_t derive(logic [3:0] step);
    return (step == 4'd0) ? '{op: DoStore, arg: 3'd2} : '{op: DoEnd, arg: 3'd0};
  endfunction

endpackage
