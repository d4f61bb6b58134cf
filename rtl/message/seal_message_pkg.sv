// SPDX-License-Identifier: Apache-2.0
//
// Types and codes of cores that seal and open messages: those of their streams, and those between
// the modules of this library (docs/architecture.md has the rules of the streams).
package seal_message_pkg;

  // Sections of a message on s_axis and m_axis (tuser[1:0]), in the order in which they must come.
  typedef enum logic [1:0] {
    SecIv = 2'd0, SecAad = 2'd1, SecText = 2'd2, SecTag = 2'd3
  } message_section_e;

  // Operations of a command. Counter-only has neither AAD nor a tag.
  typedef enum logic [1:0] {
    OpSeal = 2'd0, OpOpen = 2'd1, OpCounter = 2'd2, OpNone = 2'd3
  } message_op_e;

  // Operations that a core has: bit n for the one with code n.
  localparam bit [2:0] AllOps = 3'b111;

  // Why a message was refused (m_status_cause). Zero with pass.
  typedef enum logic [3:0] {
    CauseNone         = 4'd0,
    CauseTagMismatch  = 4'd1,   // opening: the tag is not the message's
    CauseSlot         = 4'd2,   // slot not ready (no key, being loaded, out of range)
    CauseMessageLimit = 4'd3,   // this key has sealed as many messages as it may
    CauseTagLength    = 4'd4,   // none of the mode, below the slot's minimum, or not as received
    CauseEmptyIv      = 4'd5,   // IV announced as data, none came
    CauseOrder        = 4'd6,   // sections out of order, missing or not allowed
    CauseKeep         = 4'd7,   // tkeep not contiguous from bit 0
    CausePartial      = 4'd8,   // partial or null beat that is not the last of its section
    CauseLength       = 4'd9,   // AAD or text longer than the core allows, IV too
                                // or, if the core has one length for it, shorter
    CauseStore        = 4'd10,  // longer than the store-and-release buffer
    CauseAborted      = 4'd11,  // the sender dropped the message
    CauseZeroised     = 4'd12,  // keys were cleared while the message was in flight
    CauseOp           = 4'd13   // no such operation
  } message_cause_e;

  // Bytes in a block, a power of two, and the width of a byte count, whose top bit is set for a
  // full block.
  localparam int unsigned BlockBytes = 16;
  localparam int unsigned BytesW     = $clog2(BlockBytes) + 1;
  // Data travel beside the structs below, in words of DataW bits: a block. Control and data are
  // apart, so that another width changes only the latter.
  localparam int unsigned DataW      = 8 * BlockBytes;
  // Address widths of the front's buffer: beats of blocks, and first counter blocks of messages. At
  // most six messages have a request in a front of one block per cycle: the one in the check, two
  // between check and sequencer, two before the issue stage, and one in it. With several lanes it
  // is one in the check and 4 for each lane in the queue behind it; 3 for each lane are left to the
  // stages downstream. Records have room for MaxLanes.
  localparam int unsigned BlockAddrW = 4;
  localparam int unsigned StartAddrW = 3;
  localparam int unsigned MaxLanes   = 8;
  localparam int unsigned LaneW      = $clog2(MaxLanes);

  function automatic int unsigned start_addr_width(int unsigned lanes);
    return StartAddrW + $clog2(lanes);
  endfunction

  typedef logic [StartAddrW+LaneW-1:0] start_addr_t;

  // What the ingress notes of a block as it comes.
  typedef struct packed {
    logic              last;
    logic              dropped;   // by its sender, together with its message
    logic              ragged;    // tkeep is not contiguous from bit 0
    message_section_e  section;
    logic [BytesW-1:0] bytes;
  } record_t;

  // A block as the check takes it, without its data.
  typedef struct packed {
    logic              first;    // of its message
    logic              last;
    logic              body;     // AAD or text, not the last
    logic              counter;  // the first 16 bytes of an IV, not the last
    logic              short_iv; // an IV of the front's IvBytes (12), if nothing follows in it
    logic              no_iv;    // the first one, and not of an IV with bytes
    message_section_e  section;
    logic              empty;    // a null block
    logic [BytesW-1:0] bytes;
    logic              wrong;    // bad is not CauseNone
    message_cause_e    bad;      // its cause, by itself or after the block before it
  } block_t;

  // The form that a message must have, by its command.
  typedef struct packed {
    logic [4:0] tag_len;
    logic       iv_in_data;
    logic       opening;      // the operation is OpOpen ...
    logic       counting;     // ... or OpCounter
  } form_t;

  // The source of the first counter block of a message. With one lane, command and direct exclude
  // each other. With several, the block of a message may come in the cycle of its command: then
  // direct counts: the command has announced its IV as data.
  typedef struct packed {
    logic                  command;     // a command is taken ...
    logic [95:0]           iv;          // ... with this IV, which is stable until the next cycle
    logic                  direct;      // the block at hand is the IV ...
    logic                  counter;     // ... or the first counter block itself ...
    logic [BlockAddrW-1:0] block_addr;  // ... at this address of the buffer
    logic [LaneW-1:0]      lane;        // ... and in this lane of it
    start_addr_t           message;     // address of the message: of direct in the same cycle, of
                                        // command from the next one on
  } iv_t;

  // A message that begins, with its command, in a front of several lanes
  typedef struct packed {
    logic        valid;
    logic [95:0] iv;        // of the command
    start_addr_t message;   // address of the message
  } begin_t;

  // Lengths of tags that a mode has, bit n for n bytes. Those of SP 800-38D, 5.2.1.2:
  localparam bit [16:0] GcmTags = 17'h1_F110;   // 4, 8, 12 to 16

  // Limits that a message has reached (seal_message_lengths).
  typedef struct packed {
    logic bound;   // no block more of AAD, by the length of its tag
    logic text;    // no block more
    logic aad;     // no full block more
    logic iv;      // less than a block is left
    logic store;   // one block more, if it is the last of the packet
  } full_t;

  // A token request is one token to be made. Its kinds:
  typedef enum logic [2:0] {
    ReqAad,     // a block of AAD
    ReqText,    // a block of text
    ReqEnd,     // the end of the message: its tag, or why it is refused
    ReqIv,      // a block of an IV that is hashed ...
    ReqIvLen    // ... and the end of that hash
  } request_e;

  // The check's result for a block, and the sequencer's order to the stage that issues tokens. Its
  // words of data wait in the buffer. The bits that decide where it goes come first: RequestCtrlW
  // bits, which wait in registers of their own (seal_skid_wide).
  typedef struct packed {
    request_e              kind;
    logic                  first;      // of its message
    logic                  fin;        // its output block is the last of the packet
    logic                  refused;    // cause is not CauseNone
    logic                  entry;      // takes an entry of the output FIFO
    logic                  j0;         // waits for J0; refused, for the end of a hash of an IV
    message_op_e           op;
    logic [3:0]            slot;
    logic [1:0]            size;
    message_cause_e        cause;
    logic [4:0]            tag_len;
    logic [BytesW-1:0]     bytes;
    logic [BlockAddrW-1:0] block_addr; // of its block ...
    logic [LaneW-1:0]      lane;       // ... and its lane
    start_addr_t           start_addr; // of its message's first counter block
  } request_t;

  localparam int unsigned RequestCtrlW = $bits(request_e) + 5;

  // An entry of the output FIFO, beside its data; the last block of a packet (fin) waits for the
  // verdict, and has no data if the packet ends with the tag.
  typedef struct packed {
    logic         fin;
    logic         text;     // section: text, else AAD
    logic         tag;      // of END: its data are the tag in the verdict, if there is one
    logic [4:0]   bytes;
  } out_block_t;

  // The verdict on a message, beside its tag.
  typedef struct packed {
    logic           seal;     // the packet ends with the tag
    logic           refused;  // cause is not CauseNone
    message_cause_e cause;
    logic [4:0]     tag_len;  // zero unless a tag is passed on, and so is the tag
  } verdict_t;

  // The parts of the output side that a zeroise clears, in the order in which it begins
  // (seal_zeroise): each bit has a wide register or a memory behind it, and rises a cycle after the
  // one below.
  typedef struct packed {
    logic verdicts;   // the queue of verdicts, and its register slice
    logic blocks;     // the output FIFO, and its register slice
    logic out;        // the register slice of m_axis
  } egress_sweep_t;

  // The word that the key slots keep for each key (seal_key_slots), and its uses: a use begins and
  // ends once for each message that is accepted.
  typedef struct packed {
    logic [4:0] min_tag;   // bytes of the shortest tag (shortest_tag)
    logic [1:0] size;
  } slot_t;

  // Bytes of the shortest tag that a key allows: min_tag, but not below DefaultMinTag, unless the
  // load asks for short tags by a bit of its own.
  localparam logic [4:0] DefaultMinTag = 5'd12;

  function automatic logic [4:0] shortest_tag(logic short_tags, logic [4:0] min_tag);
    return (short_tags || min_tag > DefaultMinTag) ? min_tag : DefaultMinTag;
  endfunction

  typedef struct packed {
    logic       begins;
    logic [3:0] begin_slot;
    logic       ends;
    logic [3:0] end_slot;
  } uses_t;

endpackage
