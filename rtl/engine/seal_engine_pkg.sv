// SPDX-License-Identifier: Apache-2.0
//
// Common to all engines: the answers to key loads, formulas, and small functions of blocks and
// bytes. Byte n of a string is in bits [8n+7:8n].
//
// The formulas and causes have counterparts in sealwright.cores.engine; a test compares them.
package seal_engine_pkg;

  // The answer to a key (m_key_cause), in every core. A refused key changes nothing.
  typedef enum logic [2:0] {
    KeyLoaded   = 3'd0,   // the slot has the key
    KeyBadSize  = 3'd1,   // refused: the core was not built for keys of this size
    KeyBadSlot  = 3'd2,   // refused: there is no such slot
    KeyBadBeats = 3'd3,   // refused: a key that comes in beats had too many or too few
    KeyZeroised = 3'd4,   // accepted, but zeroised before it was answered; the slot is empty
    KeyBadUnit  = 3'd5,   // refused: data units of this length are not possible
    KeyEqual    = 3'd6,   // refused: two keys that must differ are equal
    KeyUnusable = 3'd7    // accepted, but a value derived from it is not usable; the slot is empty
  } key_cause_e;

  // ---- derivation -------------------------------------------------------------------------------
  // Steps by which an engine derives the values that it keeps with a key (seal_key_derive). The
  // results are those of the calls, s_key_data is the key of the user. A mode's list ends with
  // DoEnd.
  typedef enum logic [2:0] {
    DoEnd    = 3'd0,
    DoCall   = 3'd1,   // E(arg), under key 0
    DoLength = 3'd2,   // E(length of a data unit in bits), under key 0
    DoHash   = 3'd3,   // the latest result is hash key arg
    DoField  = 3'd4,   // the field of s_key_data is hash key 0
    DoStore  = 3'd5,   // k is: 0, the latest result; 1, x times it; 2, the second field of
                       // s_key_data, and k2 the first one
    DoExpand = 3'd6,   // AES key arg is a field of s_key_data, or the two latest results
    DoInvert = 3'd7    // hash key 1 is the inverse of sigma of hash key 0
  } derive_e;

  typedef struct packed {
    derive_e    op;
    logic [2:0] arg;
  } derive_t;

  // ---- formulas ---------------------------------------------------------------------------------
  // Cycles of seal_aes_key_expand, from its start to its last round key (size 0, 1, 2)
  function automatic int unsigned expand_cycles(int unsigned size, int unsigned sbox_stages);
    int unsigned steps;
    steps = (size == 0) ? 10 : (size == 1) ? 8 : 13;
    return 4 * (10 + 2 * size) + 5 + steps * sbox_stages;
  endfunction

  // Cycles of seal_key_load: from the offer of a key to its acceptance, when its slot is unused;
  // and from there until the slot is ready, when the engine's own derivation takes `derive` cycles
  function automatic int unsigned offer_cycles();
    return 4;
  endfunction

  function automatic int unsigned load_cycles(
    int unsigned size, int unsigned sbox_stages, int unsigned derive
  );
    return expand_cycles(size, sbox_stages) + derive + 2;
  endfunction

  // Entries of a queue behind a pipeline that does not stop, enough that credits which come back
  // after `loop` cycles never run out: a power of two
  function automatic int unsigned entries(int unsigned loop);
    return 1 << $clog2(loop + 4);
  endfunction

  // A hash of `lanes` blocks per cycle, with multipliers of `stages` stages, keeps the powers H ..
  // H^(lanes stages) of each slot's hash key (seal_hash_powers). Bits of the number of a power, and
  // of its address in the memory of all slots:
  function automatic int unsigned power_width(int unsigned lanes, int unsigned stages);
    return (lanes * stages > 1) ? $clog2(lanes * stages) : 1;
  endfunction

  function automatic int unsigned power_addr_width(
    int unsigned slots, int unsigned lanes, int unsigned stages
  );
    return $clog2(slots << power_width(lanes, stages));
  endfunction

  // ---- blocks and bytes -------------------------------------------------------------------------
  // tkeep of a beat of that many bytes
  function automatic logic [15:0] keep_of(logic [4:0] bytes);
    logic [15:0] keep;
    for (int unsigned i = 0; i < 16; i++) keep[i] = (5'(i) < bytes);
    return keep;
  endfunction

  // The first bytes of a block, followed by zeros
  function automatic logic [127:0] mask_bytes(logic [127:0] data, logic [4:0] bytes);
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) out[8*i+:8] = (5'(i) < bytes) ? data[8*i+:8] : 8'h00;
    return out;
  endfunction

  // The integers [x]_32 and [x]_64, big-endian as the standards write them, in the byte order above
  function automatic logic [31:0] swap32(logic [31:0] x);
    return {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  function automatic logic [63:0] swap64(logic [63:0] x);
    return {swap32(x[31:0]), swap32(x[63:32])};
  endfunction

endpackage
