// SPDX-License-Identifier: Apache-2.0
//
// Chooses among the schemes: the only place that knows all of them. Mode is a constant wherever
// these functions are called, so that one branch is built. No standard: see the schemes' packages.
package seal_sector_scheme_pkg;

  import seal_engine_pkg::*;
  import seal_sector_pkg::*;

  function automatic traits_t traits_of(int unsigned mode);
    unique case (mode)
      ModeXts:    return seal_sector_xts_pkg::Traits;
      ModeHctr2:  return seal_sector_hctr2_pkg::Traits;
      ModeHctr:   return seal_sector_hctr_pkg::Traits;
      ModeHch:    return seal_sector_hch_pkg::Traits;
      ModeHchfp:  return seal_sector_hch_pkg::TraitsFp;
      ModeXcb:    return seal_sector_xcb_pkg::Traits;
      ModeXcbAes: return seal_sector_xcb_pkg::TraitsAes;
      ModeEme:    return seal_sector_eme_pkg::Traits;
      ModeEme2:   return seal_sector_eme2_pkg::Traits;
      ModeTwkd:   return seal_sector_twkd_pkg::Traits;
      ModeHeh:    return seal_sector_heh_pkg::Traits;
      ModeHehfp:  return seal_sector_heh_pkg::TraitsFp;
      default:    return seal_sector_tet_pkg::Traits;
    endcase
  endfunction

  // Bits of s_key_data
  function automatic int unsigned key_width(int unsigned mode);
    traits_t t;
    t = traits_of(mode);
    if (mode == ModeXcb || mode == ModeXcbAes) return 256;   // the others are derived
    if (mode == ModeHeh) return 256;                         // so is its second one
    return 256 * t.keys + 128 * t.fields;
  endfunction

  // Length of a data unit that the scheme and the buffers take
  function automatic logic size_allowed(
    int unsigned mode, logic [SizeW-1:0] bytes, int unsigned longest
  );
    traits_t t;
    t = traits_of(mode);
    if (bytes < SizeW'(16) || 32'(bytes) > longest) return 1'b0;
    return !(t.whole && bytes[3:0] != '0) && !(mode == ModeEme && bytes > SizeW'(2048));
  endfunction

  function automatic derive_t derive(int unsigned mode, logic [3:0] step);
    unique case (mode)
      ModeXts:    return seal_sector_xts_pkg::derive(step);
      ModeHctr2:  return seal_sector_hctr2_pkg::derive(step);
      ModeHctr:   return seal_sector_hctr_pkg::derive(step);
      ModeHch, ModeTwkd: return '{op: DoEnd, arg: 3'd0};
      ModeHchfp:  return seal_sector_hch_pkg::derive_fp(step);
      ModeXcb:    return seal_sector_xcb_pkg::derive(step);
      ModeXcbAes: return seal_sector_xcb_pkg::derive_aes(step);
      ModeEme:    return seal_sector_eme_pkg::derive(step);
      ModeEme2:   return seal_sector_eme2_pkg::derive(step);
      ModeHeh:    return seal_sector_heh_pkg::derive(step);
      ModeHehfp:  return seal_sector_heh_pkg::derive_fp(step);
      default:    return seal_sector_tet_pkg::derive(step);
    endcase
  endfunction

  // Whether a new key takes calls of the cipher
  function automatic bit derives_by_calls(int unsigned mode);
    derive_t step;
    derives_by_calls = 1'b0;
    for (int unsigned n = 0; n < 16; n++) begin
      step             = derive(mode, 4'(n));
      derives_by_calls = derives_by_calls || step.op == DoCall;
    end
  endfunction

  // The number whose encryption a step asks for, as the scheme writes numbers
  function automatic logic [127:0] number(int unsigned mode, logic [31:0] x);
    return (mode == ModeHctr2) ? le(x) : be(x);
  endfunction

  // ---- chains -----------------------------------------------------------------------------------
  // Number of calls in a chain
  function automatic logic [CallW-1:0] calls(int unsigned mode, phase_e ph, unit_t u);
    traits_t t;
    t = traits_of(mode);
    if (mode == ModeEme2) return seal_sector_eme2_pkg::calls(ph, u);
    if (mode == ModeTwkd) return seal_sector_twkd_pkg::calls(ph, u);
    unique case (ph)
      PhPrepare: return CallW'(t.prepare);
      PhMiddle:  return CallW'(t.middle);
      default:   return (mode == ModeXts && tail_of(u) == '0) ? '0 : CallW'(t.finish);
    endcase
  endfunction

  function automatic call_t call(
    int unsigned mode, int unsigned order, phase_e ph, logic [CallW-1:0] index, unit_t u, blocks_t s
  );
    unique case (mode)
      ModeXts:    return seal_sector_xts_pkg::call(ph, u, s);
      ModeHctr2:  return seal_sector_hctr2_pkg::call(u, s);
      ModeHctr:   return seal_sector_hctr_pkg::call(u, s);
      ModeHch:    return seal_sector_hch_pkg::call(1'b0, order, ph, index[0], u, s);
      ModeHchfp:  return seal_sector_hch_pkg::call(1'b1, order, ph, index[0], u, s);
      ModeXcb, ModeXcbAes: return seal_sector_xcb_pkg::call(ph, u, s);
      ModeEme:    return seal_sector_eme_pkg::call(ph, u, s);
      ModeEme2:   return seal_sector_eme2_pkg::call(order, ph, index, u, s);
      ModeTwkd:   return seal_sector_twkd_pkg::call(ph, index, u, s);
      ModeHeh:    return seal_sector_heh_pkg::call(1'b0, ph, index[0], u, s);
      ModeHehfp:  return seal_sector_heh_pkg::call(1'b1, ph, index[0], u, s);
      default:    return seal_sector_tet_pkg::call(s);
    endcase
  endfunction

  // Whether a chain waits for the unit's key behind a call
  function automatic logic pauses(
    int unsigned mode, phase_e ph, logic [CallW-1:0] index, unit_t u
  );
    return (mode == ModeTwkd) && ph == PhPrepare && index == seal_sector_twkd_pkg::key_calls(u);
  endfunction

  // Whether a call comes after that
  function automatic logic resumed(
    int unsigned mode, phase_e ph, logic [CallW-1:0] index, unit_t u
  );
    return (mode == ModeTwkd) && ph == PhPrepare && index > seal_sector_twkd_pkg::key_calls(u);
  endfunction

  // Where the result of a call goes: block a, b, c, d or e, from 0
  function automatic logic [2:0] target(int unsigned mode, tag_t tag);
    unique case (tag.phase)
      PhPrepare: begin
        if (mode == ModeEme2) return tag.last ? 3'd0 : 3'd1;
        if (mode == ModeTwkd && tag.resumed) return tag.last ? 3'd3 : 3'd4;
        if (mode == ModeTwkd) return (tag.index == CallW'(2)) ? 3'd3 : 3'(tag.index);
        return 3'(tag.index);
      end
      PhMiddle: return (tag.index == '0) ? 3'd2 : (tag.index == CallW'(1)) ? 3'd3 : 3'd7;
      default:  return 3'd4;
    endcase
  endfunction

  // The new value of block f when a call is made
  function automatic logic folds(int unsigned mode, phase_e ph);
    return (mode == ModeEme2) && (ph == PhPrepare);
  endfunction

  function automatic logic [127:0] fold(
    int unsigned mode, int unsigned order, logic [CallW-1:0] index, unit_t u, blocks_t s
  );
    return (mode == ModeEme2) ? seal_sector_eme2_pkg::fold(order, index, u, s) : '0;
  endfunction

  // Whether a scheme takes the first block of a tweak
  function automatic logic tweak_allowed(int unsigned mode, logic [127:0] tweak);
    return mode != ModeTwkd || tweak[7:6] == 2'd0;
  endfunction

  // Bytes of the tweak that the hash takes; the others come first
  function automatic logic [TweakW-1:0] hashed_tweak(int unsigned mode, unit_t u);
    return (mode == ModeTwkd) ? u.tweak_len - TweakW'(16) : u.tweak_len;
  endfunction

  // ---- hashes -----------------------------------------------------------------------------------
  // The string for the hash; `second`: H_2 of the scheme's encryption
  function automatic frame_t frame(int unsigned mode, logic second, unit_t u);
    unique case (mode)
      ModeHctr2:  return seal_sector_hctr2_pkg::frame(u);
      ModeHctr:   return seal_sector_hctr_pkg::frame(u);
      ModeXcb:    return seal_sector_xcb_pkg::frame(u);
      ModeXcbAes: return seal_sector_xcb_pkg::frame_aes(second, u);
      ModeTwkd:   return seal_sector_hctr2_pkg::frame(seal_sector_twkd_pkg::inner(u));
      default:    return '0;
    endcase
  endfunction

  // A partial block with zeros behind its bytes, padded as the scheme asks: HCTR2 with a one bit
  function automatic logic [127:0] pad(int unsigned mode, unit_t u, logic [127:0] block);
    return (mode == ModeHctr2 || mode == ModeTwkd) ? seal_sector_hctr2_pkg::pad(u, block) : block;
  endfunction

  // ---- stream -----------------------------------------------------------------------------------
  // The key of the stream's calls
  function automatic logic [1:0] stream_key(int unsigned mode);
    unique case (mode)
      ModeXcb, ModeXcbAes, ModeTet, ModeHeh: return 2'd1;
      default:                               return 2'd0;
    endcase
  endfunction

  // The seed of the first counter or mask; between two layers, x times it is the first mask
  function automatic logic [127:0] seed(int unsigned mode, unit_t u, blocks_t s);
    unique case (mode)
      ModeHctr2:           return seal_sector_hctr2_pkg::seed(s);
      ModeHctr:            return seal_sector_hctr_pkg::seed(s);
      ModeTwkd:            return seal_sector_twkd_pkg::seed(s);
      ModeHch, ModeHchfp:  return s.d;
      ModeXcb, ModeXcbAes: return seal_sector_xcb_pkg::seed(s);
      ModeEme:             return seal_sector_eme_pkg::seed(s);
      ModeEme2:            return seal_sector_eme2_pkg::seed(u, s);
      ModeHeh:             return seal_sector_heh_pkg::seed(1'b0, u, s);
      ModeHehfp:           return seal_sector_heh_pkg::seed(1'b1, u, s);
      default:             return s.a;
    endcase
  endfunction

  // Counter i, from 0, of a seed
  function automatic logic [127:0] counter(int unsigned mode, logic [127:0] s, logic [SizeW-5:0] i);
    logic [31:0] low;
    low = seal_engine_pkg::swap32(s[127:96]) + 32'(i);
    unique case (mode)
      ModeHctr2, ModeTwkd: return s ^ le(32'(i) + 32'd1);
      ModeXcb, ModeXcbAes: return {seal_engine_pkg::swap32(low), s[95:0]};
      default:             return s ^ be(32'(i) + 32'd1);
    endcase
  endfunction

  // The block that is added to every block before the cipher, and behind it
  function automatic logic [127:0] add(int unsigned mode, blocks_t s);
    unique case (mode)
      ModeTet:            return s.ha;
      ModeHeh, ModeHehfp: return seal_sector_heh_pkg::common_in(s);
      default:            return '0;
    endcase
  endfunction

  function automatic logic [127:0] add_behind(int unsigned mode, unit_t u, blocks_t s);
    unique case (mode)
      ModeHeh:   return seal_sector_heh_pkg::common_out(1'b0, u, s);
      ModeHehfp: return seal_sector_heh_pkg::common_out(1'b1, u, s);
      default:   return '0;
    endcase
  endfunction

  // The first mask behind the cipher
  function automatic logic [127:0] mask_out(
    int unsigned mode, int unsigned order, unit_t u, blocks_t s
  );
    return (mode == ModeEme || mode == ModeEme2) ? times_x(order, s.k) :
           (mode == ModeHeh)   ? seal_sector_heh_pkg::mask_out(1'b0, u, s) :
           (mode == ModeHehfp) ? seal_sector_heh_pkg::mask_out(1'b1, u, s) : s.a;
  endfunction

  // The operand of the call for a partial block, which is added to its result
  function automatic logic [127:0] part(int unsigned mode, unit_t u, blocks_t s);
    return (mode == ModeHeh) ? seal_sector_heh_pkg::part(u, s) : '0;
  endfunction

  // ---- output -----------------------------------------------------------------------------------
  // The block that is treated apart
  function automatic logic [127:0] special(
    int unsigned mode, int unsigned order, unit_t u, blocks_t s
  );
    unique case (mode)
      ModeHctr2, ModeTwkd: return seal_sector_hctr2_pkg::special(s);
      ModeHctr:  return seal_sector_hctr_pkg::special(s);
      ModeHch:   return seal_sector_hch_pkg::special(1'b0, order, u, s);
      ModeHchfp: return seal_sector_hch_pkg::special(1'b1, order, u, s);
      ModeEme:   return seal_sector_eme_pkg::special(s);
      ModeEme2:  return seal_sector_eme2_pkg::special(s);
      ModeHeh:   return seal_sector_heh_pkg::special(1'b0, u, s);
      ModeHehfp: return seal_sector_heh_pkg::special(1'b1, u, s);
      default:   return s.e;
    endcase
  endfunction

  // The partial last block, if it is treated apart
  function automatic logic [127:0] partial(int unsigned mode, blocks_t s);
    return (mode == ModeXts) ? s.s : s.q ^ s.c;
  endfunction

  // The block that is added to every other one
  function automatic logic [127:0] add_out(int unsigned mode, blocks_t s);
    return (mode == ModeTet) ? s.hb : '0;
  endfunction

endpackage
