// SPDX-License-Identifier: Apache-2.0
//
// Parser: takes commands and their beats in order and says, step by step, what the issue stage has
// to do; refuses what breaks a rule. NIST SP 800-38D, sections 5.2.1.1 (lengths), 7.1 and 7.2.
//
//   state   beat            step                                    next state
//   Run     IV, 12 bytes    KNOW (J0 = IV || 0^31 1)
//           IV              IV; when the section is over: IVLEN
//           AAD             AAD
//           text            TEXT
//           null, last      END
//           tag             END with the received tag
//           refused         none                                    Drain; Finish if last
//           last of sealing or counter-only, besides                Finish
//   Finish  -               IVLEN if the hash of an IV is open, END
//   Drain   any             none, up to the last beat               Finish
//
// So a message of n text and a AAD beats has n + a + 1 steps, and the next one's first step
// follows at once if its command is there.
//
// Combinational from registers to step_o; everything here moves only with ready_i. Reset: idle.
// zero_i: what is left of the message's input is swallowed without a further step.
`include "seal_assert.svh"

module seal_gcm_parse
  import seal_gcm_pkg::*;
#(
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 64,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,

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
  input  logic         beat_abort_i,
  input  section_e     beat_section_i,
  input  logic         beat_null_i,
  input  logic [4:0]   beat_bytes_i,
  input  cause_e       beat_bad_i,
  input  logic [127:0] beat_data_i,
  input  logic         next_valid_i,
  input  section_e     next_section_i,

  output logic         step_valid_o,
  input  logic         ready_i,
  output step_t        step_o,
  output logic         first_o,      // first step of its message: with it come
  output logic         iv_in_data_o,
  output logic [95:0]  iv_o,

  input  logic [3:0]   key_slot_i,
  output logic         key_uses_o,   // a message of key_slot_i is here
  output logic         busy_o
);

  localparam logic [AadLimitLog2-5:0] AAD_ONE = 1;

  typedef enum logic [1:0] {StRun, StFinish, StDrain} state_e;

  // ---- the message at work ----------------------------------------------------------------------
  logic        msg_valid_q, silent_q, begun_q;
  op_e         op_q;
  logic [3:0]  slot_q;
  logic [1:0]  size_q;
  logic        iv_in_data_q;
  logic [95:0] iv_q;
  logic [4:0]  tag_len_q;
  cause_e      cause_q, cause_d;
  logic        was_refused_q;   // already by its command: it never touched its key
  state_e      state_q, state_d;
  logic        iv_hash_q, fin_q;

  // Lengths so far: text and AAD in blocks, the IV in bytes that are left, output FIFO in beats;
  // and, kept beside them so that no decision waits for a comparison, whether a limit is reached.
  logic [31:0]             text_q;
  logic [AadLimitLog2-5:0] aad_q;
  logic [16:0]             iv_left_q;
  logic [31:0]             entries_q;
  logic                    text_full_q, aad_full_q, iv_short_q, store_full_q;

  // ---- what the beat means ----------------------------------------------------------------------
  logic   full_beat, opening, counting, look, seen, ends_text, raw_counter, no_room;
  cause_e bad;

  assign full_beat = beat_bytes_i[4];
  assign opening   = (op_q == OpOpen);
  assign counting  = (op_q == OpCounter);

  // Two questions need the beat behind this one: is it the last before the tag, and is a 16-byte
  // IV all of the IV.
  assign look = (opening && (beat_section_i == SecAad || beat_section_i == SecText)) ||
                (counting && (beat_section_i == SecIv) && beat_first_i && full_beat);
  assign seen        = beat_last_i || !look || next_valid_i;
  assign ends_text   = opening ? (next_section_i == SecTag) : (counting && beat_last_i);
  assign raw_counter = counting && beat_first_i && full_beat &&
                       (beat_last_i || next_section_i != SecIv);
  assign no_room     = Store && store_full_q && !ends_text;

  always_comb begin
    bad = CauseNone;
    if (beat_abort_i) begin
      bad = CauseAborted;
    end else if (beat_bad_i != CauseNone) begin
      bad = beat_bad_i;
    end else if (iv_in_data_q && beat_first_i && (beat_section_i != SecIv || beat_null_i)) begin
      bad = CauseEmptyIv;
    end else begin
      unique case (beat_section_i)
        SecIv: begin
          if (!iv_in_data_q || (opening && beat_last_i))        bad = CauseOrder;
          else if (iv_short_q && beat_bytes_i > iv_left_q[4:0]) bad = CauseLength;
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
          if (!opening || !beat_last_i)        bad = CauseOrder;
          else if (beat_bytes_i != tag_len_q)  bad = CauseTagLength;
        end
      endcase
    end
  end

  // ---- decision ---------------------------------------------------------------------------------
  logic   use_beat, step, ended, fin;
  token_e kind;

  always_comb begin
    step     = 1'b0;
    kind     = TkEnd;
    fin      = 1'b0;
    use_beat = 1'b0;
    state_d  = state_q;
    cause_d  = cause_q;

    unique case (state_q)
      StRun: begin
        if (msg_valid_q && beat_valid_i && seen) begin
          use_beat = 1'b1;
          step     = 1'b1;
          if (beat_last_i) state_d = StFinish;
          if (bad != CauseNone) begin
            step    = 1'b0;
            cause_d = bad;
            state_d = beat_last_i ? StFinish : StDrain;
          end else if (iv_hash_q && beat_section_i != SecIv) begin
            kind     = TkIvLen;
            use_beat = 1'b0;
            state_d  = StRun;
          end else if (beat_null_i) begin
            // The message ends here; behind an IV alone its hash has to be closed first.
            step = !iv_hash_q;
            fin  = !fin_q;
          end else begin
            unique case (beat_section_i)
              SecIv:   kind = (beat_first_i && (beat_bytes_i == 5'd12 || raw_counter)) ? TkKnow
                                                                                       : TkIv;
              SecAad:  kind = TkAad;
              SecText: kind = TkText;
              default: kind = TkEnd;
            endcase
            fin = (beat_section_i == SecTag) ? !fin_q : (beat_section_i != SecIv) && ends_text;
          end
        end
      end

      StFinish: begin
        step = 1'b1;
        if (iv_hash_q && cause_q == CauseNone) kind = TkIvLen;
        else                                   fin  = !fin_q;
      end

      default: begin  // StDrain
        use_beat = beat_valid_i && msg_valid_q;
        if (use_beat && beat_last_i) state_d = StFinish;
      end
    endcase
  end

  assign step_valid_o = step && !zero_i;
  assign beat_take_o  = use_beat && ready_i && !zero_i;

  // The message leaves: with its END, or silently if it was zeroised.
  assign ended = (step_valid_o && ready_i && kind == TkEnd) ||
                 (silent_q && msg_valid_q && beat_take_o && beat_last_i);
  assign cmd_take_o = cmd_valid_i && msg_free_i && !zero_i && (!msg_valid_q || ended);
  assign key_uses_o = msg_valid_q && !was_refused_q && slot_q == key_slot_i;
  assign busy_o     = msg_valid_q;

  assign first_o      = !begun_q;
  assign iv_in_data_o = iv_in_data_q;
  assign iv_o         = iv_q;
  assign step_o = '{
    kind:        kind,
    op:          op_q,
    slot:        slot_q,
    size:        size_q,
    raw_counter: raw_counter,
    fin:         fin,
    cause:       cause_q,
    tag_len:     tag_len_q,
    bytes:       beat_bytes_i,
    // END brings the received tag when opening, else nothing: a null beat is zero.
    data:        (state_q == StRun) ? beat_data_i : '0
  };

  // ---- registers --------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msg_valid_q <= 1'b0;
      silent_q    <= 1'b0;
      begun_q     <= 1'b0;
      state_q     <= StRun;
      cause_q     <= CauseNone;
      iv_hash_q   <= 1'b0;
      fin_q       <= 1'b0;
    end else if (zero_i) begin
      state_q  <= StDrain;
      silent_q <= 1'b1;
      // Nothing is left to swallow if the last beat has been taken.
      if (state_q == StFinish) msg_valid_q <= 1'b0;
    end else if (cmd_take_o) begin
      msg_valid_q <= 1'b1;
      silent_q    <= 1'b0;
      begun_q     <= 1'b0;
      state_q     <= (cmd_cause_i == CauseNone) ? StRun : StDrain;
      cause_q     <= cmd_cause_i;
      iv_hash_q   <= 1'b0;
      fin_q       <= 1'b0;
    end else if (ready_i) begin
      if (ended) msg_valid_q <= 1'b0;
      state_q <= ended ? StRun : state_d;
      cause_q <= cause_d;
      if (step_valid_o) begin
        begun_q   <= 1'b1;
        fin_q     <= fin_q || fin;
        iv_hash_q <= (kind == TkIv) || (iv_hash_q && kind != TkIvLen);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) begin
      op_q          <= cmd_op_i;
      slot_q        <= cmd_slot_i;
      size_q        <= cmd_size_i;
      iv_in_data_q  <= cmd_iv_in_data_i;
      iv_q          <= cmd_iv_i;
      tag_len_q     <= cmd_tag_len_i;
      was_refused_q <= (cmd_cause_i != CauseNone);
      text_q        <= '0;
      text_full_q   <= 1'b0;
      aad_q         <= '0;
      aad_full_q    <= 1'b0;
      iv_left_q     <= 17'(IvLimit);
      iv_short_q    <= (IvLimit < 16);
      entries_q     <= '0;
      store_full_q  <= 1'b0;
    end else if (step_valid_o && ready_i) begin
      if (kind == TkText) begin
        text_q      <= text_q + 32'd1;
        text_full_q <= (text_q == TextLimit - 1);
      end
      if (kind == TkAad) begin
        aad_q      <= aad_q + AAD_ONE;
        aad_full_q <= &(aad_q | AAD_ONE) && !aad_q[0];   // the next count is all ones
      end
      if (kind == TkIv) begin
        // Whole beats only, but for the last one, behind which nothing is compared.
        iv_left_q  <= iv_left_q - 17'd16;
        iv_short_q <= (iv_left_q < 17'd32);
      end
      if (kind == TkText || kind == TkAad) begin
        entries_q    <= entries_q + 32'd1;
        store_full_q <= store_full_q || (entries_q == StoreBeats - 2);
      end
    end
  end

  `SEAL_ASSERT(FirstBeatAligned_A, msg_valid_q && beat_valid_i && state_q == StRun && !begun_q
               && cause_q == CauseNone |-> beat_first_i)

endmodule
