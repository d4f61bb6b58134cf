// SPDX-License-Identifier: Apache-2.0
//
// Tokens and formulas of the GCM core (NIST SP 800-38D). The types of all cores that seal and open
// messages are in seal_message_pkg.
//
// The formulas have counterparts in sealwright.families.message.config; a test compares them.
package seal_gcm_pkg;
  import seal_message_pkg::*;

  // Kinds of tokens (see docs/architecture.md): those of token requests, and those that make keys
  // of the hash: with a key load (KEYH, KEYPOW), or at the head of each message (KEYH, KEYH2).
  typedef enum logic [2:0] {
    TokenAad    = 3'(ReqAad),
    TokenText   = 3'(ReqText),
    TokenEnd    = 3'(ReqEnd),
    TokenIv     = 3'(ReqIv),
    TokenIvLen  = 3'(ReqIvLen),
    TokenKeyH   = 3'd5,
    TokenKeyPow = 3'd6,
    TokenKeyH2  = 3'd7
  } token_e;

  // The token travels beside the AES pipe, and beside it a word of data: AAD, text, IV, or (END of
  // opening) the received tag. text, mask and keep follow from the other fields, and are decided
  // before the pipe: behind it they select 128 bits in one cycle.
  typedef struct packed {
    token_e         kind;
    message_op_e    op;
    logic [3:0]     slot;
    logic           fin;      // its output block is the last of the packet
    message_cause_e cause;    // END only: why the message is refused
    logic [4:0]     tag_len;  // END only
    logic           text;     // the result of AES is added to data: TEXT
    logic           mask;     // it is wanted itself: END, KEYH, KEYH2
    logic [4:0]     bytes;    // of an output block or IV, 0..16
    logic [15:0]    keep;     // which ones: the lowest
  } token_t;

  // The pending tag, which END leaves behind for the verdict until the hash is there, without its
  // 128 bits (mask): E(J0), plus the received tag when opening.
  typedef struct packed {
    logic           open;
    logic           seal;
    message_cause_e cause;
    logic [4:0]     tag_len;
  } pending_t;

  // A token's share of the lengths of its message (seal_gcm_lengths)
  typedef struct packed {
    logic       aad;       // its bytes count as AAD ...
    logic       text;      // ... or as text
    logic       restart;   // the count begins anew after it
    logic [4:0] bytes;
  } counts_t;

  // The parts that a zeroise clears, by the bits of seal_zeroise (sweep_o): each rises a cycle
  // after the one below, and all fall together.
  typedef struct packed {
    logic verdicts;   // the queue of verdicts
    logic blocks;     // the output FIFO
    logic pending;    // the pending tags
    logic pipe;       // round keys, powers of H; valid bits beside and behind the AES pipe
    logic out;        // the output register; all credits of the output FIFO are back
  } sweep_t;

  // The key of a slot that is being loaded, as the front must know it: new work of the slot has to
  // wait (hold), the slot has uses in the table, and the key is there, with its word (loaded).
  typedef struct packed {
    logic       hold;
    logic [3:0] slot;
    slot_t      word;
    logic       used;
    logic       loaded;
  } load_t;

  // A write into the memories of round keys, or a word of their sweep (seal_aes_pipe).
  typedef struct packed {
    logic         we;
    logic [3:0]   slot;
    logic [1:0]   size;
    logic [3:0]   round;
    logic [127:0] key;
    logic         clear;
    logic [2:0]   pass;
  } key_write_t;

  // A block with its bytes in the other order
  function automatic logic [127:0] reversed(logic [127:0] block);
    return {seal_engine_pkg::swap64(block[63:0]), seal_engine_pkg::swap64(block[127:64])};
  endfunction

  // ---- formulas ---------------------------------------------------------------------------------
  // A core with streams of fewer than 16 bytes takes a block in `fold` cycles. Cycles through the
  // AES pipe and the delay line beside it
  function automatic int unsigned aes_latency(bit [2:0] key_sizes, int unsigned round_stages,
                                              int unsigned fold);
    return seal_aes_pkg::pipe_latency(key_sizes, round_stages, fold);
  endfunction

  // Cycles through the AES pipe of a core whose keys are new with each message
  function automatic int unsigned fresh_latency(bit [2:0] key_sizes, int unsigned round_stages);
    return seal_aes_pkg::keyed_latency(key_sizes, round_stages);
  endfunction

  // Commands of XAES-256-GCM that wait for their keys: enough for messages of four cycles at full
  // rate
  function automatic int unsigned xaes_commands(int unsigned aes);
    return 1 << $clog2(aes / 4 + 4);
  endfunction

  // Cycles of the hash, at most, from the last block of a message: seal_hash, seal_hash_serial
  function automatic int unsigned hash_latency(int unsigned kind, int unsigned mult_stages,
                                               int unsigned digit);
    return seal_gf_pkg::streams(kind) ? 2 * mult_stages + 4
                                      : seal_gf_pkg::serial_cycles(kind, 128, digit) + 2;
  endfunction

  // Powers of each H that the hash keeps, and bits of an address of all slots' (seal_gcm_hash): a
  // multiplier that makes one product at a time needs H alone.
  function automatic int unsigned hash_powers(int unsigned kind, int unsigned mult_stages);
    return seal_gf_pkg::streams(kind) ? mult_stages : 1;
  endfunction

  function automatic int unsigned power_addr_width(int unsigned slots, int unsigned kind,
                                                   int unsigned mult_stages);
    if (seal_gf_pkg::streams(kind)) begin
      return seal_engine_pkg::power_addr_width(slots, 1, mult_stages);
    end
    return (slots > 1) ? $clog2(slots) : 1;
  endfunction

  // Cycles from a token to its message's status when nothing waits: issue, AES, exit, hash,
  // verdict, output. The credits of an entry and of a message come back within them.
  function automatic int unsigned loop_latency(int unsigned aes, int unsigned hash,
                                               int unsigned fold);
    return aes + hash + 19 + fold;
  endfunction

  // Entries of the output FIFO, enough that credits never run out at full rate.
  function automatic int unsigned out_depth(int unsigned loop, int unsigned fold);
    return seal_engine_pkg::entries((loop + fold - 1) / fold);
  endfunction

  // Messages in flight: enough at full rate for messages of one token, or if that is a cycle, of
  // two, since commands come in every other cycle at most.
  function automatic int unsigned messages(int unsigned loop, int unsigned fold);
    return seal_engine_pkg::entries(loop / ((fold > 1) ? fold : 2));
  endfunction

  // Bits of the address of round keys: the slots of each pass
  function automatic int unsigned key_addr_width(int unsigned slots, int unsigned fold);
    return $clog2(fold) + ((slots > 1) ? $clog2(slots) : 0);
  endfunction

  // Cycles that keys need in a zeroise: their words, and for round keys (2^key_addr_w of them in a
  // unit of the pipe) the latency of the pipe, which a block may have entered before they were
  // clear.
  function automatic int unsigned key_sweep(int unsigned aes, int unsigned key_addr_w,
                                            int unsigned powers);
    return ((1 << key_addr_w) + aes > powers) ? (1 << key_addr_w) + aes : powers;
  endfunction

  // Cycles of a zeroise: as long as the pipe, the keys or the largest memory need, and 16 more. A
  // sweep reaches the keys some cycles late, so their address must come round to the first again.
  function automatic int unsigned sweep_cycles(int unsigned loop, int unsigned depth,
                                              int unsigned in_flight, int unsigned keys);
    int unsigned most;
    most = loop;
    if (depth > most)    most = depth;
    if (in_flight > most) most = in_flight;
    if (keys > most)     most = keys;
    return most + 16;
  endfunction

  // Cycles from a written schedule to the end of derivation, when the last power of H is stored
  // (seal_gcm_derive)
  function automatic int unsigned derive_cycles(int unsigned aes, int unsigned mult_stages);
    return aes + 6 + (mult_stages - 1) * (aes + mult_stages + 7);
  endfunction

endpackage
