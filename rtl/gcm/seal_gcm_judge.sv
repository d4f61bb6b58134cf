// SPDX-License-Identifier: Apache-2.0
//
// Judge: takes commands and their beats in order, and says of each beat what it is and whether it
// may come. NIST SP 800-38D, sections 5.2.1.1 (lengths), 7.1 and 7.2.
//
//   beat                        entry for the parser
//   IV, 12 bytes                KNOW (J0 = IV || 0^31 1)
//   IV                          IV
//   AAD, text                   AAD, TEXT
//   null, last                  END
//   tag                         END with the received tag
//   refused, or of a refused    none, but for the last one of the message: END with the cause of
//   message                     the first refusal
//
// Two questions need the beat behind the one at hand: is it the last before the tag, and is a
// 16-byte IV all of the IV. (A null beat of section IV behind it makes it one to be hashed, which
// nobody sees, since that beat ends a message without text.)
//
// One beat per cycle, latency 1 cycle. Reset: empty. zero_i: the entries are dropped; what is left
// of the message's input is swallowed without another one. clear_i, with it, clears their data.
`include "seal_assert.svh"

module seal_gcm_judge
  import seal_gcm_pkg::*;
#(
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,
  input  logic         clear_i,

  // checked commands; a message needs a credit
  input  logic         cmd_valid_i,
  output logic         cmd_take_o,
  input  op_e          cmd_op_i,
  input  logic [3:0]   cmd_slot_i,
  input  logic [1:0]   cmd_size_i,
  input  logic [95:0]  cmd_iv_i,
  input  logic         cmd_iv_in_data_i,
  input  logic [4:0]   cmd_tag_len_i,
  input  cause_e       cmd_cause_i,
  input  logic         msg_free_i,

  // beats
  input  logic         beat_valid_i,
  output logic         beat_take_o,
  input  logic         beat_first_i,
  input  logic         beat_last_i,
  input  section_e     beat_section_i,
  input  logic         beat_null_i,
  input  logic [4:0]   beat_bytes_i,
  input  cause_e       beat_bad_i,
  input  logic [127:0] beat_data_i,
  input  logic         next_valid_i,
  input  section_e     next_section_i,

  output logic         valid_o,
  input  logic         take_i,
  output logic         last_o,         // the message's last entry
  output step_t        entry_o,
  output start_t       start_o,        // of the entry's message

  input  logic [3:0]   key_slot_i,
  output logic         key_uses_o,     // a message of key_slot_i is here
  output logic         busy_o
);

  localparam logic [AadLimitLog2-5:0] AAD_ONE = 1;

  // ---- the message at work ----------------------------------------------------------------------
  typedef struct packed {
    op_e        op;
    logic [3:0] slot;
    logic [1:0] size;
    logic [4:0] tag_len;
    start_t     start;
  } message_t;

  message_t msg_q;
  logic     msg_valid_q, silent_q;
  logic     begun_q;         // an entry has been made
  cause_e   cause_q;         // why it is refused
  logic     was_refused_q;   // already by its command: it never touched its key

  // Lengths so far: text and AAD in blocks, the IV in bytes that are left, output FIFO in beats;
  // and, kept beside them so that no decision waits for a comparison, whether a limit is reached.
  logic [31:0]             text_q;
  logic [AadLimitLog2-5:0] aad_q;
  logic [16:0]             iv_left_q;
  logic [31:0]             places_q;
  logic                    text_full_q, aad_full_q, iv_short_q, store_full_q;

  // ---- what the beat means ----------------------------------------------------------------------
  logic   full_beat, opening, counting, look, seen, ends_text, raw_counter, no_room, refused;
  cause_e bad;
  token_e kind;

  assign full_beat = beat_bytes_i[4];
  assign opening   = (msg_q.op == OpOpen);
  assign counting  = (msg_q.op == OpCounter);

  assign look = (opening && (beat_section_i == SecAad || beat_section_i == SecText)) ||
                (counting && (beat_section_i == SecIv) && beat_first_i && full_beat);
  assign seen        = beat_last_i || !look || next_valid_i;
  assign ends_text   = opening ? (next_section_i == SecTag) : (counting && beat_last_i);
  assign raw_counter = counting && beat_first_i && full_beat &&
                       (beat_last_i || next_section_i != SecIv);
  assign no_room     = Store && store_full_q && !ends_text;

  always_comb begin
    bad = CauseNone;
    if (beat_bad_i != CauseNone) begin
      bad = beat_bad_i;
    end else if (msg_q.start.iv_in_data && beat_first_i &&
                 (beat_section_i != SecIv || beat_null_i)) begin
      bad = CauseEmptyIv;
    end else begin
      unique case (beat_section_i)
        SecIv: begin
          if (!msg_q.start.iv_in_data || (opening && beat_last_i)) bad = CauseOrder;
          else if (iv_short_q && beat_bytes_i > iv_left_q[4:0])    bad = CauseLength;
        end
        SecAad: begin
          if (counting || (opening && beat_last_i)) bad = CauseOrder;
          else if (aad_full_q && full_beat)         bad = CauseLength;
          else if (no_room && !beat_null_i)         bad = CauseStore;
        end
        SecText: begin
          if (opening && beat_last_i)            bad = CauseOrder;
          else if (text_full_q && !beat_null_i)  bad = CauseLength;
          else if (no_room && !beat_null_i)      bad = CauseStore;
        end
        default: begin  // SecTag
          if (!opening || !beat_last_i)            bad = CauseOrder;
          else if (beat_bytes_i != msg_q.tag_len)  bad = CauseTagLength;
        end
      endcase
    end
  end

  assign refused = (cause_q != CauseNone) || (bad != CauseNone);

  always_comb begin
    if (refused || beat_null_i) begin
      kind = TkEnd;
    end else begin
      unique case (beat_section_i)
        SecIv:   kind = (beat_first_i && (beat_bytes_i == 5'd12 || raw_counter)) ? TkKnow : TkIv;
        SecAad:  kind = TkAad;
        SecText: kind = TkText;
        default: kind = TkEnd;
      endcase
    end
  end

  // ---- the entry --------------------------------------------------------------------------------
  typedef struct packed {
    logic   last;
    step_t  step;
    start_t start;
  } entry_t;

  logic   ready, enter, ended;
  entry_t entry, head;

  assign beat_take_o = beat_valid_i && msg_valid_q && seen && ready;
  assign enter       = beat_take_o && (beat_last_i || !refused) && !silent_q;
  assign ended       = beat_take_o && beat_last_i;
  assign cmd_take_o  = cmd_valid_i && msg_free_i && (!msg_valid_q || ended);

  assign entry = '{
    last:  beat_last_i,
    start: msg_q.start,
    step: '{
      kind:        kind,
      first:       !begun_q,
      op:          msg_q.op,
      slot:        msg_q.slot,
      size:        msg_q.size,
      raw_counter: raw_counter,
      fin:         ends_text && beat_section_i != SecIv,
      cause:       (cause_q != CauseNone) ? cause_q : bad,
      tag_len:     msg_q.tag_len,
      bytes:       beat_bytes_i,
      data:        silent_q ? '0 : beat_data_i   // what is swallowed goes no further than here
    }
  };

  seal_skid #(.Width($bits(entry_t))) u_entries (
    .clk_i, .rst_ni, .zero_i, .clear_i,
    .valid_i(enter),
    .ready_o(ready),
    .data_i (entry),
    .valid_o(valid_o),
    .ready_i(take_i),
    .data_o (head)
  );

  assign last_o  = head.last;
  assign entry_o = head.step;
  assign start_o = head.start;
  assign busy_o  = msg_valid_q || valid_o;

  // Entries of two messages at most are here: of the first one, and of the one that came last.
  // A message that is refused by its command uses no key.
  logic [3:0] newest_slot_q;
  logic       newest_uses_q;

  always_ff @(posedge clk_i) begin
    if (enter) begin
      newest_slot_q <= msg_q.slot;
      newest_uses_q <= !was_refused_q;
    end
  end

  assign key_uses_o = (msg_valid_q && !was_refused_q && msg_q.slot == key_slot_i) ||
                      (valid_o && newest_uses_q && newest_slot_q == key_slot_i) ||
                      (valid_o && head.step.slot == key_slot_i &&
                       !(head.step.first && head.step.cause != CauseNone));

  // ---- registers of the message -----------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msg_valid_q <= 1'b0;
      silent_q    <= 1'b0;
      begun_q     <= 1'b0;
      cause_q     <= CauseNone;
    end else if (zero_i) begin
      silent_q <= 1'b1;
    end else if (cmd_take_o) begin
      msg_valid_q <= 1'b1;
      silent_q    <= 1'b0;
      begun_q     <= 1'b0;
      cause_q     <= cmd_cause_i;
    end else if (beat_take_o) begin
      if (beat_last_i)          msg_valid_q <= 1'b0;
      if (enter)                begun_q     <= 1'b1;
      if (cause_q == CauseNone) cause_q     <= bad;
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) begin
      msg_q <= '{op: cmd_op_i, slot: cmd_slot_i, size: cmd_size_i, tag_len: cmd_tag_len_i,
                 start: '{iv_in_data: cmd_iv_in_data_i, iv: cmd_iv_i}};
      was_refused_q <= (cmd_cause_i != CauseNone);
      text_q        <= '0;
      text_full_q   <= 1'b0;
      aad_q         <= '0;
      aad_full_q    <= 1'b0;
      iv_left_q     <= 17'(IvLimit);
      iv_short_q    <= (IvLimit < 16);
      places_q      <= '0;
      store_full_q  <= 1'b0;
    end else if (beat_take_o) begin
      // Refused or not: behind a refused beat nothing is compared.
      if (beat_section_i == SecText) begin
        text_q      <= text_q + 32'd1;
        text_full_q <= (text_q == TextLimit - 1);
      end
      if (beat_section_i == SecAad) begin
        aad_q      <= aad_q + AAD_ONE;
        aad_full_q <= &(aad_q | AAD_ONE) && !aad_q[0];   // the next count is all ones
      end
      if (beat_section_i == SecIv) begin
        // Whole beats only, but for the last one, behind which nothing is compared.
        iv_left_q  <= iv_left_q - 17'd16;
        iv_short_q <= (iv_left_q < 17'd32);
      end
      if (beat_section_i == SecText || beat_section_i == SecAad) begin
        places_q     <= places_q + 32'd1;
        store_full_q <= store_full_q || (places_q == StoreBeats - 2);
      end
    end
  end

  `SEAL_ASSERT(FirstBeatAligned_A, beat_take_o && !begun_q && !silent_q && cause_q == CauseNone
               |-> beat_first_i)

endmodule
