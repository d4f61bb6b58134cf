// SPDX-License-Identifier: Apache-2.0
//
// Message check: takes commands and their beats in order, classifies each beat, and checks the rules of a
// message. NIST SP 800-38D, sections 5.2.1.1 (lengths), 7.1 and 7.2.
//
//   beat                           request for the sequencer
//   IV of 12 bytes in all          none: direct_o (J0 = IV || [1]_32)
//   counter-only: IV of 16 bytes   none: direct_o and counter_o (the first counter block itself)
//   other IV                       IV
//   AAD, text                      AAD, TEXT
//   null, last                     END
//   tag                            END with the received tag
//   refused, or part of a          none
//   refused message
//
// The last beat of a message always makes a request: END where the table says none, with the cause of
// the first refusal if there was one.
//
// Two decisions need the beat that follows: whether this beat is the last before the tag, and
// whether an IV of 16 bytes ends here. (If a null beat of section IV follows, the IV is hashed.
// This has no visible effect, since that null beat ends a message without text.)
//
// Control only: a request holds the beat's address in the buffer, not its data. Of the width of a
// beat, this module depends on BlockBytes alone.
//
// One beat per cycle, latency 1 cycle. The next command is taken together with the last beat of a
// message, or one cycle later if that beat is of section IV. Reset: empty. zero_i: the requests are
// dropped, and the rest of the message's input is discarded without an answer.
`include "seal_assert.svh"

module seal_message_check
  import seal_message_pkg::*;
#(
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks, one in a beat
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  zero_i,

  // checked commands; each message takes a credit
  input  logic                  cmd_valid_i,
  output logic                  cmd_take_o,
  input  message_op_e                   cmd_op_i,
  input  logic [3:0]            cmd_slot_i,
  input  logic [1:0]            cmd_size_i,
  input  logic                  cmd_iv_in_data_i,
  input  logic [4:0]            cmd_tag_len_i,
  input  message_cause_e                cmd_cause_i,
  input  logic                  msg_free_i,

  // beats
  input  logic                  block_valid_i,
  output logic                  block_take_o,
  input  block_t              block_i,
  input  logic [BlockAddrW-1:0]  block_addr_i,
  input  logic                  next_valid_i,
  input  message_section_e              next_section_i,

  // the message's first counter block
  output logic [StartAddrW-1:0] message_o,      // its address, valid after cmd_take_o
  output logic                  direct_o,       // the beat at hand is the IV ...
  output logic                  counter_o,      // ... or the first counter block itself

  // requests
  output logic                  valid_o,
  input  logic                  take_i,
  output logic                  last_o,         // the message's last
  output request_t                 request_o,

  output logic                  busy_o
);

  localparam int unsigned BeatLog2 = $clog2(BlockBytes);
  localparam int unsigned AadW     = AadLimitLog2 - BeatLog2;
  localparam int unsigned IvBeats  = IvLimit / BlockBytes;   // whole ones
  localparam int unsigned IvW      = (IvBeats > 1) ? $clog2(IvBeats + 2) : 2;

  // ---- current message --------------------------------------------------------------------------
  typedef struct packed {
    message_op_e        op;
    logic [3:0] slot;
    logic [1:0] size;
    logic [4:0] tag_len;
    logic       iv_in_data;
    logic       opening;      // op is OpOpen
    logic       counting;     // op is OpCounter
  } message_t;

  message_t              msg_q;
  logic [StartAddrW-1:0] number_q;
  logic                  msg_valid_q;
  logic                  discard_q;       // ended by a zeroise: answered already
  logic                  started_q;       // it has made a request
  logic                  begin_q;         // it was taken in the cycle before
  logic                  refused_q;       // a rule was broken ...
  message_cause_e                cause_q;         // ... and by what

  // Lengths so far in beats: text, AAD and stored output; and what is left of the IV. Flags beside
  // them are set when a limit is reached, so that no decision waits for a comparison. The taking of
  // a command, which comes late, clears the flags; the lengths begin anew a cycle later, with the
  // first beat if it comes then.
  logic [31:0]     text_q;
  logic [AadW-1:0] aad_q;
  logic [IvW-1:0]  iv_left_q, iv_left;
  logic [31:0]     stored_q;
  logic            text_full_q, aad_full_q, iv_short_q, store_full_q;

  // ---- meaning of the beat ----------------------------------------------------------------------
  logic   full_beat, opening, counting, decided, ends_text, counter, direct;
  logic   no_entry, refused;
  message_cause_e bad;
  request_e kind;

  assign full_beat = block_i.bytes[BytesW-1];
  assign opening   = msg_q.opening;
  assign counting  = msg_q.counting;

  assign decided    = next_valid_i || !((opening && block_i.body) || (counting && block_i.counter));
  assign ends_text  = opening ? (next_section_i == SecTag) : (counting && block_i.last);
  assign no_entry   = Store && store_full_q && !ends_text;

  // What a section may have against a beat, each by itself, so that whether a beat is refused does
  // not wait for the choice of the cause. (A tag of a wrong length ends its message in any case: it
  // is refused by its cause alone.)
  logic empty_iv, order, too_long, no_room, wrong_tag;

  assign empty_iv  = msg_q.iv_in_data && block_i.no_iv;
  assign no_room   = (block_i.section inside {SecAad, SecText}) && no_entry && !block_i.empty;
  assign wrong_tag = (block_i.section == SecTag) && (block_i.bytes != msg_q.tag_len);

  always_comb begin
    unique case (block_i.section)
      SecIv: begin
        order    = !msg_q.iv_in_data || (opening && block_i.last);
        too_long = iv_short_q && block_i.bytes > BytesW'(IvLimit % BlockBytes);
      end
      SecAad: begin
        order    = counting || (opening && block_i.last);
        too_long = aad_full_q && full_beat;
      end
      SecText: begin
        order    = opening && block_i.last;
        too_long = text_full_q && !block_i.empty;
      end
      default: begin  // SecTag
        order    = !opening || !block_i.last;
        too_long = 1'b0;
      end
    endcase
  end

  always_comb begin
    if (block_i.bad != CauseNone) bad = block_i.bad;
    else if (empty_iv)           bad = CauseEmptyIv;
    else if (order)              bad = CauseOrder;
    else if (too_long)           bad = CauseLength;
    else if (no_room)            bad = CauseStore;
    else if (wrong_tag)          bad = CauseTagLength;
    else                         bad = CauseNone;
  end

  assign refused = refused_q || block_i.wrong || empty_iv || order || too_long || no_room;
  assign counter = counting && full_beat && (block_i.last || next_section_i != SecIv);
  assign direct  = !refused && (block_i.short_iv ||
                                (counter && block_i.section == SecIv && block_i.first));

  always_comb begin
    if (refused || direct || block_i.empty) begin
      kind = ReqEnd;
    end else begin
      unique case (block_i.section)
        SecIv:   kind = ReqIv;
        SecAad:  kind = ReqAad;
        SecText: kind = ReqText;
        default: kind = ReqEnd;
      endcase
    end
  end

  // ---- the request ---------------------------------------------------------------------------------
  typedef struct packed {
    logic   last;
    request_t  request;
  } checked_t;

  logic    ready, enter, ended;
  checked_t checked, head;

  assign block_take_o = block_valid_i && msg_valid_q && decided && ready;
  assign enter       = block_take_o && (block_i.last || !(refused || direct)) && !discard_q;
  assign ended       = block_take_o && block_i.last && block_i.section != SecIv;
  assign cmd_take_o  = cmd_valid_i && msg_free_i && (!msg_valid_q || ended);
  assign direct_o    = block_take_o && direct;
  assign counter_o   = counter;
  assign message_o   = number_q;

  assign checked = '{
    last: block_i.last,
    request: '{
      kind:       kind,
      first:      !started_q,
      fin:        ends_text && block_i.section != SecIv,
      refused:    refused || wrong_tag,
      entry:      kind inside {ReqAad, ReqText},
      j0:         kind inside {ReqText, ReqEnd},
      op:         msg_q.op,
      slot:       msg_q.slot,
      size:       msg_q.size,
      cause:      refused_q ? cause_q : bad,
      tag_len:    msg_q.tag_len,
      bytes:      block_i.bytes,
      block_addr:  block_addr_i,
      start_addr: number_q
    }
  };

  localparam int unsigned Wide = $bits(request_t) - RequestCtrlW;

  seal_skid_wide #(.Few(RequestCtrlW + 1), .Wide(Wide)) u_requests (
    .clk_i, .rst_ni, .zero_i,
    .valid_i(enter),
    .ready_o(ready),
    .few_i  (checked[$bits(checked_t)-1:Wide]),
    .wide_i (checked[Wide-1:0]),
    .valid_o(valid_o),
    .ready_i(take_i),
    .few_o  (head[$bits(checked_t)-1:Wide]),
    .wide_o (head[Wide-1:0])
  );

  assign last_o = head.last;
  assign request_o = head.request;
  assign busy_o = msg_valid_q || valid_o;

  // ---- registers of the message -----------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msg_valid_q <= 1'b0;
      discard_q   <= 1'b0;
      started_q   <= 1'b0;
      refused_q   <= 1'b0;
      cause_q     <= CauseNone;
      number_q    <= '0;
    end else if (zero_i) begin
      discard_q <= 1'b1;
    end else if (cmd_take_o) begin
      msg_valid_q <= 1'b1;
      discard_q   <= 1'b0;
      started_q   <= 1'b0;
      refused_q   <= (cmd_cause_i != CauseNone);
      cause_q     <= cmd_cause_i;
      number_q    <= number_q + StartAddrW'(1);
    end else if (block_take_o) begin
      if (block_i.last) msg_valid_q <= 1'b0;
      if (enter)       started_q   <= 1'b1;
      if (!refused_q)  cause_q     <= bad;
      refused_q <= refused;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin_q <= 1'b0;
    else         begin_q <= cmd_take_o;
  end

  // Refused beats count as well: after one, nothing is compared.
  logic is_text, is_aad, is_iv;

  assign is_text = block_take_o && (block_i.section == SecText);
  assign is_aad  = block_take_o && (block_i.section == SecAad);
  assign is_iv   = block_take_o && (block_i.section == SecIv);

  assign iv_left = begin_q ? IvW'(IvBeats) : iv_left_q;

  always_ff @(posedge clk_i) begin
    if (begin_q)                text_q   <= 32'(is_text);
    else if (is_text)           text_q   <= text_q + 32'd1;
    if (begin_q)                aad_q    <= AadW'(is_aad);
    else if (is_aad)            aad_q    <= aad_q + AadW'(1);
    if (begin_q)                stored_q <= 32'(is_text || is_aad);
    else if (is_text || is_aad) stored_q <= stored_q + 32'd1;
    // Only the last beat is partial, and after it nothing is compared.
    iv_left_q <= iv_left - IvW'(is_iv);
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) begin
      msg_q <= '{op: cmd_op_i, slot: cmd_slot_i, size: cmd_size_i, tag_len: cmd_tag_len_i,
                 iv_in_data: cmd_iv_in_data_i, opening: cmd_op_i == OpOpen,
                 counting: cmd_op_i == OpCounter};
      text_full_q  <= 1'b0;
      aad_full_q   <= 1'b0;
      iv_short_q   <= (IvLimit < BlockBytes);
      store_full_q <= 1'b0;
    end else begin
      if (is_text) text_full_q <= begin_q ? (TextLimit == 1) : (text_q == TextLimit - 1);
      // The next count is all ones.
      if (is_aad)  aad_full_q  <= begin_q ? (AadW == 1) : &(aad_q | AadW'(1)) && !aad_q[0];
      if (is_iv)   iv_short_q  <= (iv_left <= IvW'(1));
      if (is_text || is_aad) begin
        store_full_q <= begin_q ? (StoreBeats == 2) : store_full_q || (stored_q == StoreBeats - 2);
      end
    end
  end

  `SEAL_ASSERT(FirstBeatAligned_A, block_take_o && !started_q && !discard_q &&
               cause_q == CauseNone && !msg_q.iv_in_data |-> block_i.first)
  `SEAL_ASSERT(RefusedHasCause_A, enter |->
               checked.request.refused == (checked.request.cause != CauseNone))
  `SEAL_ASSERT(OthersBehindIt_A, block_take_o && started_q && !discard_q |-> !block_i.first)

endmodule
