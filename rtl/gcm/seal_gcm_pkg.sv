// SPDX-License-Identifier: Apache-2.0
//
// Types, codes and formulas of the GCM core (NIST SP 800-38D).
//
// The Python twin of the formulas is sealwright.families.message.config; a test compares both.
package seal_gcm_pkg;

  // Sections of a message on s_axis and m_axis (tuser[1:0]), in the order in which they must come.
  typedef enum logic [1:0] {
    SecIv = 2'd0, SecAad = 2'd1, SecText = 2'd2, SecTag = 2'd3
  } message_section_e;

  // Operations of a command. Counter-only has neither AAD nor a tag.
  typedef enum logic [1:0] {
    OpSeal = 2'd0, OpOpen = 2'd1, OpCounter = 2'd2, OpNone = 2'd3
  } message_op_e;

  // Why a message was refused (m_status_cause). Zero with pass.
  typedef enum logic [3:0] {
    CauseNone         = 4'd0,
    CauseTagMismatch  = 4'd1,   // opening: the tag is not the message's
    CauseSlot         = 4'd2,   // slot not ready (no key, being loaded, out of range)
    CauseMessageLimit = 4'd3,   // this key has sealed as many messages as it may
    CauseTagLength    = 4'd4,   // not 4, 8, 12..16, below the slot's minimum, or not as received
    CauseEmptyIv      = 4'd5,   // IV announced as data, none came
    CauseOrder        = 4'd6,   // sections out of order, missing or not allowed
    CauseKeep         = 4'd7,   // tkeep not contiguous from bit 0
    CausePartial      = 4'd8,   // partial or null beat that is not the last of its section
    CauseLength       = 4'd9,   // IV, AAD or text longer than the core allows
    CauseStore        = 4'd10,  // longer than the store-and-release buffer
    CauseAborted      = 4'd11,  // the sender dropped the message
    CauseZeroised     = 4'd12,  // keys were cleared while the message was in flight
    CauseOp           = 4'd13   // no such operation
  } message_cause_e;

  // Bytes in a beat of s_axis, a power of two, and the width of a byte count, whose top bit is set
  // for a full beat.
  localparam int unsigned BeatBytes  = 16;
  localparam int unsigned BytesW     = $clog2(BeatBytes) + 1;
  // Address widths of the front's buffer: beats, and first counter blocks of messages. At most six
  // messages have a step in the front: the one in the judge, two between judge and parser, two
  // before the issue stage, and one in it.
  localparam int unsigned BeatAddrW  = 4;
  localparam int unsigned StartAddrW = 3;

  // Kinds of tokens (see docs/architecture.md).
  typedef enum logic [2:0] {
    TokenAad, TokenText, TokenEnd, TokenIv, TokenIvLen, TokenKeyH, TokenKeyPow
  } token_e;

  // A beat as the judge takes it, without its data.
  typedef struct packed {
    logic              first;    // of its message
    logic              last;
    logic              body;     // AAD or text, not the last
    logic              counter;  // the first 16 bytes of an IV, not the last
    logic              short_iv; // an IV of 12 bytes, if nothing follows in its section
    logic              no_iv;    // the first one, and not of an IV with bytes
    message_section_e          section;
    logic              empty;    // a null beat
    logic [BytesW-1:0] bytes;
    logic              wrong;    // bad is not CauseNone
    message_cause_e    bad;      // what is wrong with it, by itself or after the beat before it
  } in_beat_t;

  // A step is one token to be made: the judge's result for a beat, and the parser's order to the
  // issue stage. Its 128-bit words wait in the buffer. What decides where it goes comes first:
  // StepFew bits, which wait in registers of their own (seal_skid_wide).
  typedef struct packed {
    token_e                kind;
    logic                  first;      // of its message
    logic                  fin;
    logic                  refused;    // cause is not CauseNone
    logic                  place;      // leaves a beat in the output FIFO
    logic                  j0;         // waits for J0; refused, for the end of a hash of an IV
    message_op_e                   op;
    logic [3:0]            slot;
    logic [1:0]            size;
    message_cause_e                cause;
    logic [4:0]            tag_len;
    logic [BytesW-1:0]     bytes;
    logic [BeatAddrW-1:0]  beat_addr;  // of its beat
    logic [StartAddrW-1:0] start_addr; // of its message's first counter block
  } step_t;

  localparam int unsigned StepFew = $bits(token_e) + 5;

  // The token: everything that travels beside the AES pipe. text, mask and keep follow from the
  // other fields, and are decided before the pipe: behind it they select 128 bits in one cycle.
  typedef struct packed {
    token_e       kind;
    message_op_e          op;
    logic [3:0]   slot;
    logic         fin;      // its output beat is the last of the packet
    message_cause_e       cause;    // END only: why the message is refused
    logic [4:0]   tag_len;  // END only
    logic         text;     // the result of AES is added to data: TEXT
    logic         mask;     // it is wanted itself: END, KEYH
    logic [4:0]   bytes;    // of an output beat or IV, 0..16
    logic [15:0]  keep;     // which ones: the lowest
    logic [127:0] data;     // AAD, text, IV, or (END of opening) the received tag
  } token_t;

  // An entry of the output FIFO; the last beat of a packet (fin) waits for the verdict, and has no
  // data if the packet ends with the tag.
  typedef struct packed {
    logic         fin;
    logic         text;     // section: text, else AAD
    logic         tag;      // of END: its data are the tag in the verdict, if there is one
    logic [4:0]   bytes;
    logic [127:0] data;
  } beat_t;

  // What END leaves behind for the verdict, until the hash is there.
  typedef struct packed {
    logic         open;
    logic         seal;
    message_cause_e       cause;
    logic [4:0]   tag_len;
    logic [127:0] mask;     // E(J0), plus the received tag when opening
  } mark_t;

  // The verdict on a message.
  typedef struct packed {
    logic         seal;     // the packet ends with the tag
    logic         refused;  // cause is not CauseNone
    message_cause_e       cause;
    logic [4:0]   tag_len;  // zero unless a tag is passed on ...
    logic [127:0] tag;      // ... and so is the tag
  } verdict_t;

  // ---- formulas (twins in sealwright.families.message.config) -----------------------------------
  // Cycles through the AES pipe and the delay line beside it
  function automatic int unsigned aes_latency(bit [2:0] key_sizes, int unsigned round_stages);
    return seal_aes_pkg::pipe_latency(key_sizes, round_stages);
  endfunction

  // Cycles from a token to its message's status when nothing waits: issue, AES, exit, look-ahead,
  // multiplier, verdict, output. The credits of a place and of a message come back within them.
  function automatic int unsigned loop_latency(int unsigned aes, int unsigned mult_stages);
    return aes + 2 * mult_stages + 24;
  endfunction

  // Entries of the output FIFO, enough that credits never run out at full rate.
  function automatic int unsigned out_depth(int unsigned aes, int unsigned mult_stages);
    return seal_engine_pkg::places(loop_latency(aes, mult_stages));
  endfunction

  // Messages in flight: enough for messages of two tokens at full rate.
  function automatic int unsigned messages(int unsigned aes, int unsigned mult_stages);
    return seal_engine_pkg::places(loop_latency(aes, mult_stages) / 2);
  endfunction

  // Cycles of a zeroise: as long as the pipe or the largest memory needs, and 16 more. The powers
  // of H are written a cycle behind their address, which must come round to the first one again.
  function automatic int unsigned zero_cycles(int unsigned aes, int unsigned mult_stages,
                                              int unsigned slots, int unsigned depth);
    int unsigned most, powers;
    powers = 1 << $clog2(slots << ((mult_stages > 1) ? $clog2(mult_stages) : 1));
    most   = loop_latency(aes, mult_stages);
    if (depth > most)                       most = depth;
    if (messages(aes, mult_stages) > most)  most = messages(aes, mult_stages);
    if (powers > most)                      most = powers;
    return most + 16;
  endfunction

  // Cycles from a written schedule to the end of derivation, when the last power of H is stored
  // (seal_gcm_derive)
  function automatic int unsigned derive_cycles(int unsigned aes, int unsigned mult_stages);
    return aes + 6 + (mult_stages - 1) * (aes + mult_stages + 7);
  endfunction

endpackage
