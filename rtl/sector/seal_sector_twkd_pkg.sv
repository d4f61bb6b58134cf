// SPDX-License-Identifier: Apache-2.0
//
// HCTR2-TwKD (Chen, Hiraga, Mouha, Naito, Sasaki, Sugawara, ASIACRYPT 2025; encodings as in Denis'
// rust-hctr2): HCTR2 under a key that comes from the first block T0 of the tweak, whose two highest
// bits are zero; the rest is the tweak of HCTR2. With i in those bits,
//
//   B_i = E_master(T0 | i)    K = B_0 + B_1 (AES-128), and B_0 + B_2 behind it (AES-256)
//
// a, b, d: B_0, B_1, B_2. When K has been expanded, e: E_K(0), the hash key; d: E_K(1), L of HCTR2.
package seal_sector_twkd_pkg;

  import seal_sector_pkg::*;

  parameter traits_t Traits = '{
    first: 1'b1, any_tweak: 1'b1, counter: 1'b1, hash: 1'b1, tweak_key: 1'b1, unit_key: 1'b1,
    prepare: 32'd4, middle: 32'd1, keys: 32'd1, default: '0
  };

  // Number of the last call for K; its size code is that of the master key
  function automatic logic [CallW-1:0] key_calls(unit_t u);
    return (u.size == 2'd2) ? CallW'(2) : CallW'(1);
  endfunction

  function automatic logic [CallW-1:0] calls(phase_e ph, unit_t u);
    return (ph == PhPrepare) ? key_calls(u) + CallW'(3) : (ph == PhMiddle) ? CallW'(1) : '0;
  endfunction

  function automatic logic [255:0] key(blocks_t s);
    return {s.a ^ s.d, s.a ^ s.b};
  endfunction

  function automatic unit_t inner(unit_t u);
    unit_t v;
    v = u;
    v.tweak_len = u.tweak_len - TweakW'(16);
    return v;
  endfunction

  function automatic call_t call(phase_e ph, logic [CallW-1:0] i, unit_t u, blocks_t s);
    logic [127:0] x;
    if (ph == PhMiddle) return seal_sector_hctr2_pkg::call(u, s);
    x = s.t;
    x[7:6] = i[1:0];
    if (i > key_calls(u)) x = le(32'(i) - 32'(key_calls(u)) - 32'd1);
    return '{inv: 1'b0, key: 2'd0, x: x};
  endfunction

  function automatic logic [127:0] seed(blocks_t s);
    blocks_t v;
    v   = s;
    v.k = s.d;
    return seal_sector_hctr2_pkg::seed(v);
  endfunction

endpackage
