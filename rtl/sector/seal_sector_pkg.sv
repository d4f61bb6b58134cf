// SPDX-License-Identifier: Apache-2.0
//
// Common to all sector engines: codes of schemes, operations and causes, the fields of a data unit,
// and small functions of blocks. Byte n of a string is in bits [8n+7:8n].
// No standard.
//
// Each scheme has a package of its own (seal_sector_xts_pkg and so on), of functions of the types
// below; seal_sector_scheme_pkg chooses among them.
package seal_sector_pkg;

  // Schemes (parameter Mode)
  typedef enum int unsigned {
    ModeXts = 0, ModeHctr2 = 1, ModeHctr = 2, ModeHch = 3, ModeHchfp = 4, ModeXcb = 5,
    ModeXcbAes = 6, ModeEme = 7, ModeEme2 = 8, ModeTet = 9, ModeTwkd = 10,
    ModeHeh = 11, ModeHehfp = 12
  } mode_e;
  parameter int unsigned Modes = 13;

  // s_cmd_op
  typedef enum logic [1:0] {
    OpEncrypt = 2'd0,
    OpDecrypt = 2'd1
  } sector_op_e;

  // Why a unit was refused. Causes of a command come before those of its beats, in this order.
  // Beats are checked one after the other, each in the order of the tables in seal_sector_ingress:
  // a tweak that is too long counts as CauseTweak, not CauseShort, if the packet ends with it.
  typedef enum logic [3:0] {
    CauseNone     = 4'd0,
    CauseOp       = 4'd1,   // no such operation, or none of this core
    CauseSlot     = 4'd2,   // the slot has no key
    CauseCount    = 4'd3,   // a command for no unit
    CauseWrap     = 4'd4,   // the number of the last unit would exceed 2^128 - 1
    CauseKeep     = 4'd5,   // a beat with the wrong bytes
    CauseShort    = 4'd6,   // the packet ended early
    CauseLong     = 4'd7,   // the packet goes on behind the last unit
    CauseSection  = 4'd8,   // a beat of another section than the one that must come
    CauseTweak    = 4'd9,   // a tweak of a length, or with bits, that the scheme does not take
    CauseAborted  = 4'd10,  // the source gave up
    CauseZeroised = 4'd11,
    CauseLimit    = 4'd12   // the unit would go past the blocks that its key may meet
  } sector_cause_e;

  // s_axis_tuser[1:0]
  typedef enum logic [1:0] {
    SecTweak = 2'd0,
    SecText  = 2'd2
  } sector_section_e;

  parameter int unsigned SizeW  = 13;   // of a data unit's length in bytes: up to 511 blocks
  parameter int unsigned TweakW = 8;    // of a tweak's length in bytes
  parameter int unsigned KeyBlocksW = 45;   // of the number of blocks under a key: to 2^44

  // The parts of a scheme
  typedef struct packed {
    bit          first;        // the first block is treated apart (block p)
    bit          last_bytes;   // the last 16 bytes are (block p)
    bit          last_whole;   // the last whole block is (block p)
    bit          tail;         // a partial last block is (block q)
    bit          whole;        // units of whole blocks only
    bit          any_tweak;    // tweaks of any length
    bit          counter;      // the stream is counter mode; otherwise blocks through the cipher
    bit          hash;         // a hash before the stream, and one after it
    bit          layers;       // a layer of the cipher before the stream, in place of the hash
    bit          block_first;  // the chain before the stream takes the first block
    bit          tweak_key;    // the hash key comes from the tweak
    bit          second_key;   // there are two hash keys
    bit          unit_key;     // the key of the cipher comes from the tweak, too
    int unsigned prepare;      // calls on the tweak (or first block)
    int unsigned middle;       // calls after the first hash
    int unsigned finish;       // calls after the second hash
    int unsigned keys;         // of AES, in each slot
    int unsigned fields;       // of 128 bits, behind the AES keys of s_key_data
  } traits_t;

  // A data unit, for all phases
  typedef struct packed {
    logic              inv;       // the inverse of the scheme
    logic [3:0]        slot;
    logic [1:0]        size;      // of the key
    logic [SizeW-1:0]  len;       // bytes
    logic [TweakW-1:0] tweak_len;
  } unit_t;

  // A unit when its command is taken
  typedef struct packed {
    unit_t  unit;
    logic   in_data;   // its tweak comes in the data
    logic   bad_tweak; // the scheme does not take its tweak
    logic   first;     // of its command
    logic   last;
    sector_cause_e cause;
  } entry_t;

  // A beat of a packet, and its part in the rules that need no more than the beat
  typedef struct packed {
    logic [127:0] data;
    logic [4:0]   bytes;    // in tkeep, if it is dense:
    logic         dense;    // they are the lowest ones
    logic         last;
    logic         aborts;   // with last
    logic         tweak;    // its section
    logic         text;
  } beat_t;

  // A beat of m_axis
  typedef struct packed {
    logic [127:0]  data;
    logic [15:0]   keep;
    logic          last;     // of its packet
    logic          ends;     // a status comes with it
    logic          tweak;    // its section
    sector_cause_e cause;    // of the status
  } send_t;

  // Units are numbered in their order, modulo 64. At most half of them are in flight.
  parameter int unsigned NumW      = 6;
  parameter int unsigned MaxWindow = 32;

  // Blocks of a unit: those that the phases write ...
  typedef enum int unsigned {
    BlkP  = 0,    // the block that is treated apart
    BlkQ  = 1,    // the partial last block
    BlkHa = 2,    // first hash, or sum of the first layer
    BlkHb = 3,    // second hash, or sum of the inputs of the second layer
    BlkA  = 4,    // results of calls: prepare 0,
    BlkB  = 5,    // prepare 1,
    BlkC  = 6,    // middle 0,
    BlkD  = 7,    // middle 1,
    BlkE  = 8,    // finish; see target() of seal_sector_scheme_pkg
    BlkF  = 9,    // a sum over calls: fold() of the scheme
    BlkS  = 10,   // with a tail: last result of the stream, its mask added
    BlkM  = 11    // with a tail: mask of the call that finishes the unit
  } block_e;
  parameter int unsigned Blocks = 12;

  typedef struct packed {
    logic            we;
    logic [NumW-1:0] unit;
    logic [127:0]    data;
  } write_t;

  // ... and those that they read
  typedef struct packed {
    logic [127:0] t;      // a block of the tweak
    logic [127:0] p;
    logic [127:0] q;
    logic [127:0] ha;
    logic [127:0] hb;
    logic [127:0] a;
    logic [127:0] b;
    logic [127:0] c;
    logic [127:0] d;
    logic [127:0] e;
    logic [127:0] f;
    logic [127:0] s;
    logic [127:0] m;
    logic [127:0] r;      // block of the first layer at which the mask is renewed
    logic [127:0] k;      // constants of the key slot
    logic [127:0] k2;
  } blocks_t;

  // A read port of seal_sector_store: which unit, which block of its tweak; and the answer
  typedef struct packed {
    logic [NumW-1:0] unit;
    logic [3:0]      tweak;
  } look_t;

  typedef struct packed {
    entry_t  entry;
    blocks_t blocks;
  } view_t;

  typedef enum int unsigned {
    PortIn = 0, PortNextOut = 1, PortOut = 2,
    PortNextA = 3, PortHashA = 4, PortNextB = 5, PortHashB = 6, PortCall = 7, PortPrepare = 8,
    PortMiddle = 9, PortFinish = 10, PortNextStream = 11, PortStream = 12, PortLate = 13,
    PortNextLayer = 14, PortLayer = 15, PortHashKey = 16, PortUnitKey = 17, PortNextCall = 18
  } port_e;
  parameter int unsigned Ports = 19;

  // The parts of a hashed string besides the blocks: a block and the tweak before them, a block,
  // the tweak and another block behind them. The tweak is padded with zeros, unless it follows the
  // text without a gap (seal_sector_hash).
  typedef struct packed {
    logic         head_pre;
    logic         head_tweak;
    logic         head_post;
    logic         tail_pre;
    logic         tail_tweak;
    logic         tail_post;
    logic [127:0] head;       // the block of head_pre; that of head_post is zero
    logic [127:0] tail1;      // of tail_pre
    logic [127:0] tail2;      // of tail_post
  } frame_t;

  // A call of the cipher
  typedef struct packed {
    logic         inv;
    logic [1:0]   key;
    logic [127:0] x;
  } call_t;

  // A call and its position in a chain or stream
  typedef enum logic [1:0] {PhPrepare = 2'd0, PhMiddle = 2'd1, PhFinish = 2'd2} phase_e;
  parameter int unsigned CallW = 5;

  typedef struct packed {
    logic [NumW-1:0]  unit;
    phase_e           phase;
    logic [CallW-1:0] index;
    logic             first;     // of a stream
    logic             last;      // of a chain or stream
    logic             pause;     // the chain waits behind it
    logic             resumed;   // it comes after that
  } tag_t;

  // Sources of calls, by precedence
  typedef enum logic [1:0] {
    FromKeys = 2'd0, FromChain = 2'd1, FromStream = 2'd2, FromLayer = 2'd3
  } from_e;

  typedef struct packed {
    call_t      call;
    logic [3:0] slot;
    logic [1:0] size;
    tag_t       tag;
  } request_t;

  typedef struct packed {
    tag_t         tag;
    logic [127:0] block;
  } result_t;

  // ---- keys -------------------------------------------------------------------------------------
  // A round key, or a word of the sweep that clears all of them
  typedef struct packed {
    logic         we;
    logic         clear;
    logic [3:0]   slot;
    logic [1:0]   size;
    logic [3:0]   round;
    logic [2:0]   pass;
    logic [127:0] key;
  } round_key_t;

  // A hash key, or the demand for its next power
  typedef struct packed {
    logic         we;
    logic [3:0]   slot;
    logic [127:0] key;
    logic         power;
    logic [2:0]   index;
  } hash_key_t;

  // A block of a message for the hash besides those of units
  typedef struct packed {
    logic         valid;
    logic         last;
    logic [3:0]   slot;
    logic [127:0] block;
  } hash_block_t;

  // Constants of a key slot
  typedef struct packed {
    logic         we;
    logic [3:0]   slot;
    logic [127:0] k;
    logic [127:0] k2;
  } constant_t;

  // ---- lengths ----------------------------------------------------------------------------------
  // Words for units in flight: a power of two, at least 2
  function automatic int unsigned words(int unsigned window);
    return (window < 2) ? 2 : 1 << $clog2(window);
  endfunction

  // Cycles of a zeroise, after which every memory and every pipeline is clear
  function automatic int unsigned sweep_cycles(int unsigned buffer);
    return ((buffer > 512) ? buffer : 512) + 64;
  endfunction

  // Bytes of the partial last block; 0: there is none
  function automatic logic [3:0] tail_of(unit_t u);
    return u.len[3:0];
  endfunction

  // Of a unit of len bytes: the index of its last block, or of its last beat
  function automatic logic [SizeW-5:0] last_block(logic [SizeW-1:0] len);
    return len[SizeW-1:4] - (SizeW-4)'(len[3:0] == '0);
  endfunction

  // Blocks of a unit that pass the ring buffers: those that are not treated apart
  function automatic logic [SizeW-5:0] ring_blocks(traits_t t, logic [SizeW-1:0] len);
    logic [SizeW-5:0] all;
    all = len[SizeW-1:4] + (SizeW-4)'(len[3:0] != '0);
    if (t.first || t.last_bytes || t.last_whole) all = all - (SizeW-4)'(1);
    if (t.tail && len[3:0] != '0)  all = all - (SizeW-4)'(1);
    return all;
  endfunction

  // The slot of the cipher for a call of a unit: units may have keys of their own, behind the slots
  // of the engine
  function automatic logic [3:0] cipher_slot(
    traits_t t, int unsigned slots, logic own, logic [NumW-1:0] unit, logic [NumW-1:0] mask,
    logic [3:0] slot
  );
    return (t.unit_key && own) ? 4'(slots) + 4'(unit & mask) : slot;
  endfunction

  // ---- numbers as blocks ------------------------------------------------------------------------
  function automatic logic [127:0] be(logic [31:0] x);
    return {seal_engine_pkg::swap32(x), 96'd0};
  endfunction

  function automatic logic [127:0] le(logic [31:0] x);
    return {96'd0, x};
  endfunction

  // ---- field ------------------------------------------------------------------------------------
  // x times a block, in a bit order of seal_gf_pkg
  function automatic logic [127:0] times_x(int unsigned order, logic [127:0] block);
    logic [127:0] p;
    p = seal_gf_pkg::block_to_poly(order, block);
    p = {p[126:0], 1'b0} ^ (p[127] ? 128'h87 : '0);
    return seal_gf_pkg::poly_to_block(order, p);
  endfunction

  // x^n times a block, n <= 16
  function automatic logic [127:0] times_x_to(
    int unsigned order, logic [4:0] n, logic [127:0] block
  );
    logic [143:0] p;
    logic [15:0]  high;
    p    = {16'd0, seal_gf_pkg::block_to_poly(order, block)} << n;
    high = p[143:128];
    return seal_gf_pkg::poly_to_block(order, p[127:0] ^ 128'(high) ^ (128'(high) << 1) ^
                                             (128'(high) << 2) ^ (128'(high) << 7));
  endfunction

  function automatic logic [127:0] reversed(logic [127:0] block);
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) out[8*i+:8] = block[8*(15-i)+:8];
    return out;
  endfunction

  // A partial block, a one bit (in the order of the byte), zeros
  function automatic logic [127:0] pad_with(
    logic [127:0] block, logic [3:0] bytes, logic [7:0] one
  );
    logic [127:0] out;
    out = seal_engine_pkg::mask_bytes(block, 5'(bytes));
    for (int unsigned i = 1; i < 16; i++) if (bytes == 4'(i)) out[8*i+:8] = one;
    return out;
  endfunction

  // Cause of a command by its fields alone: `ready`, its slot has a key; `none`, it is for no unit;
  // `ops`: the operations that the core has, bit 0 encryption
  function automatic sector_cause_e command_cause(
    logic [1:0] op, logic [1:0] ops, logic ready, logic none
  );
    if (op > OpDecrypt || !ops[op[0]]) return CauseOp;
    if (!ready)                        return CauseSlot;
    if (none)                          return CauseCount;
    return CauseNone;
  endfunction

endpackage
