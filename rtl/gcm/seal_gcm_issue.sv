// SPDX-License-Identifier: Apache-2.0
//
// Issue stage: turns commands and beats into tokens, at most one per cycle, in message order.
// NIST SP 800-38D, sections 7.1 and 7.2 (GCM), 6.2 (inc32), 6.5 (counter mode).
//
//   state   beat            token                                   next state
//   Run     IV, 12 bytes    none (J0 = IV || 0^31 1)
//           IV              IV; when the section is over: IVLEN
//           AAD             AAD
//           text            TEXT with inc32 of the last counter
//           null, last      END
//           tag             END with the received tag
//           refused         none                                    Drain; Finish if it was the last
//           last of sealing or counter-only                         Finish
//   Finish  -               IVLEN if the hash of an IV is open, END
//   Drain   any             none, up to the last beat               Finish
//
// A message of n text and a AAD beats takes n + a + 1 tokens; the next one's first token follows
// in the next cycle if its command is there. Key loads take a token's place at any time.
//
// Every token that leaves an output beat takes a credit of the output FIFO, every message one of
// the verdict and status FIFOs, so nothing behind this stage ever has to stop.
//
// Latency 1 cycle. Reset: idle. zero_i: idle; what is left of the message's input is swallowed.
`include "seal_assert.svh"

module seal_gcm_issue
  import seal_gcm_pkg::*;
#(
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 64,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zero_i,

  // checked commands
  input  logic               cmd_valid_i,
  output logic               cmd_take_o,
  input  op_e                cmd_op_i,
  input  logic [3:0]         cmd_slot_i,
  input  logic [1:0]         cmd_size_i,
  input  logic [95:0]        cmd_iv_i,
  input  logic               cmd_iv_in_data_i,
  input  logic [4:0]         cmd_tag_len_i,
  input  cause_e             cmd_cause_i,

  // beats
  input  logic               beat_valid_i,
  output logic               beat_take_o,
  input  logic               beat_first_i,
  input  logic               beat_last_i,
  input  logic               beat_abort_i,
  input  section_e           beat_section_i,
  input  logic [4:0]         beat_bytes_i,
  input  cause_e             beat_bad_i,
  input  logic [127:0]       beat_data_i,
  input  logic               next_valid_i,
  input  section_e           next_section_i,

  // key load: a token on request
  input  logic               key_req_i,
  output logic               key_gnt_o,
  input  token_e             key_kind_i,
  input  logic [3:0]         key_slot_i,
  input  logic [1:0]         key_size_i,
  output logic               key_uses_o,    // a message of key_slot_i is here

  // credits
  input  logic               place_free_i,
  output logic               place_take_o,
  input  logic               msg_free_i,
  output logic               msg_take_o,    // with cmd_take_o

  // hash of an IV
  input  logic               j0_valid_i,
  input  logic [127:0]       j0_i,

  output token_t             token_o,
  output logic [127:0]       block_o,       // for the AES pipe
  output logic [1:0]         size_o,
  output logic               busy_o
);

  typedef enum logic [1:0] {StRun, StFinish, StDrain} state_e;

  // ---- the message at work ----------------------------------------------------------------------
  logic        msg_valid_q, silent_q;
  op_e         op_q;
  logic [3:0]  slot_q;
  logic [1:0]  size_q;
  logic        iv_in_data_q;
  logic [4:0]  tag_len_q;
  cause_e      cause_q, cause_d;
  logic        was_refused_q;       // already by its command: it never touched its key
  state_e      state_q, state_d;

  logic [95:0] prefix_q;            // counter block: bytes 0 to 11
  logic [31:0] j0_low_q, counter_q; // and its last 32 bits, as numbers
  logic        j0_known_q, j0_wait_q, iv_hash_q, fin_q;

  // Lengths so far: text and AAD in blocks, the IV in bytes that are left, output FIFO in beats;
  // and, kept beside them so that no decision waits for a comparison, whether a limit is reached.
  logic [31:0]             text_q;
  logic [AadLimitLog2-5:0] aad_q;
  logic [16:0]             iv_left_q;
  logic [31:0]             entries_q;
  logic                    text_full_q, aad_full_q, iv_short_q, store_full_q;

  // ---- what the beat means ----------------------------------------------------------------------
  logic   null_beat, full_beat, look, seen, ends_text, raw_counter, no_room;
  cause_e bad;

  assign null_beat = (beat_bytes_i == '0);
  assign full_beat = beat_bytes_i[4];

  // Two questions need the beat behind this one: is it the last before the tag, and is a 16-byte
  // IV all of the IV.
  assign look = ((op_q == OpOpen) && (beat_section_i == SecAad || beat_section_i == SecText)) ||
                ((op_q == OpCounter) && (beat_section_i == SecIv) && beat_first_i && full_beat);
  assign seen        = beat_last_i || !look || next_valid_i;
  assign ends_text   = (op_q == OpOpen)    ? (next_section_i == SecTag) :
                       (op_q == OpCounter) ? beat_last_i : 1'b0;
  assign raw_counter = (op_q == OpCounter) && beat_first_i && full_beat &&
                       (beat_last_i || next_section_i != SecIv);
  assign no_room     = Store && store_full_q && !ends_text;

  always_comb begin
    bad = CauseNone;
    if (beat_abort_i) begin
      bad = CauseAborted;
    end else if (beat_bad_i != CauseNone) begin
      bad = beat_bad_i;
    end else if (iv_in_data_q && beat_first_i && (beat_section_i != SecIv || null_beat)) begin
      bad = CauseEmptyIv;
    end else begin
      unique case (beat_section_i)
        SecIv: begin
          if (!iv_in_data_q || (op_q == OpOpen && beat_last_i)) bad = CauseOrder;
          else if (iv_short_q && beat_bytes_i > iv_left_q[4:0]) bad = CauseLength;
        end
        SecAad: begin
          if (op_q == OpCounter || (op_q == OpOpen && beat_last_i)) bad = CauseOrder;
          else if (aad_full_q && full_beat)                         bad = CauseLength;
          else if (no_room && !null_beat)                           bad = CauseStore;
        end
        SecText: begin
          if (op_q == OpOpen && beat_last_i)              bad = CauseOrder;
          else if (text_full_q && !null_beat)             bad = CauseLength;
          else if (no_room && !null_beat)                 bad = CauseStore;
        end
        default: begin  // SecTag
          if (op_q != OpOpen || !beat_last_i)  bad = CauseOrder;
          else if (beat_bytes_i != tag_len_q)  bad = CauseTagLength;
        end
      endcase
    end
  end

  // ---- decision ---------------------------------------------------------------------------------
  logic   go, room, emit, ended, count_text, count_aad, count_iv, know_iv;
  token_e kind;
  logic   fin, iv_len;

  assign go   = !zero_i && !key_req_i;   // a token may be made
  assign room = place_free_i;

  always_comb begin
    emit        = 1'b0;
    kind        = TkEnd;
    fin         = 1'b0;
    beat_take_o = 1'b0;
    state_d     = state_q;
    cause_d     = cause_q;
    iv_len      = 1'b0;
    know_iv     = 1'b0;

    unique case (state_q)
      StRun: begin
        if (msg_valid_q && beat_valid_i && seen && !zero_i) begin
          if (bad != CauseNone) begin
            beat_take_o = 1'b1;
            cause_d     = bad;
            state_d     = beat_last_i ? StFinish : StDrain;
          end else if (iv_hash_q && beat_section_i != SecIv) begin
            emit   = go;
            kind   = TkIvLen;
            iv_len = go;
          end else if (beat_section_i == SecIv && !null_beat) begin
            if (beat_first_i && (beat_bytes_i == 5'd12 || raw_counter)) begin
              know_iv     = 1'b1;
              beat_take_o = 1'b1;
            end else begin
              emit        = go;
              kind        = TkIv;
              beat_take_o = go;
            end
            if (beat_take_o && beat_last_i) state_d = StFinish;
          end else if (beat_section_i == SecAad && !null_beat) begin
            emit        = go && room;
            kind        = TkAad;
            fin         = ends_text;
            beat_take_o = emit;
            if (emit && beat_last_i) state_d = StFinish;
          end else if (beat_section_i == SecText && !null_beat) begin
            emit        = go && room && j0_known_q;
            kind        = TkText;
            fin         = ends_text;
            beat_take_o = emit;
            if (emit && beat_last_i) state_d = StFinish;
          end else if (iv_hash_q) begin
            // a null beat that ends the message behind its IV
            beat_take_o = 1'b1;
            state_d     = StFinish;
          end else begin
            // tag, or a null beat: the message ends here
            emit        = go && (room || fin_q) && j0_known_q;
            fin         = !fin_q;
            beat_take_o = emit;
          end
        end
      end

      StFinish: begin
        if (iv_hash_q && cause_q == CauseNone) begin
          emit   = go;
          kind   = TkIvLen;
          iv_len = go;
        end else begin
          emit = go && (room || fin_q) && !j0_wait_q && (j0_known_q || cause_q != CauseNone);
          fin  = !fin_q;
        end
      end

      default: begin  // StDrain
        beat_take_o = beat_valid_i && msg_valid_q && !zero_i;
        if (beat_take_o && beat_last_i) state_d = StFinish;
      end
    endcase
  end

  // The message leaves this stage: with its END, or silently if it was zeroised.
  assign ended      = (emit && kind == TkEnd) ||
                      (silent_q && msg_valid_q && beat_take_o && beat_last_i);
  assign cmd_take_o = cmd_valid_i && msg_free_i && !zero_i && (!msg_valid_q || ended);
  assign msg_take_o = cmd_take_o;

  assign place_take_o = emit && (kind == TkAad || kind == TkText || fin);
  assign key_gnt_o    = key_req_i && !zero_i;
  assign key_uses_o   = msg_valid_q && !was_refused_q && slot_q == key_slot_i;
  assign busy_o       = msg_valid_q;

  assign count_text = emit && kind == TkText;
  assign count_aad  = emit && kind == TkAad;
  assign count_iv   = emit && kind == TkIv;

  // ---- registers --------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msg_valid_q <= 1'b0;
      silent_q    <= 1'b0;
      state_q     <= StRun;
      cause_q     <= CauseNone;
      j0_known_q  <= 1'b0;
      j0_wait_q   <= 1'b0;
      iv_hash_q   <= 1'b0;
      fin_q       <= 1'b0;
    end else if (zero_i) begin
      state_q     <= StDrain;
      silent_q    <= 1'b1;
      // Nothing is left to swallow if the last beat has been taken.
      if (state_q == StFinish) msg_valid_q <= 1'b0;
      j0_wait_q   <= 1'b0;
      iv_hash_q   <= 1'b0;
    end else begin
      if (cmd_take_o) begin
        msg_valid_q <= 1'b1;
        silent_q    <= 1'b0;
        state_q     <= (cmd_cause_i == CauseNone) ? StRun : StDrain;
        cause_q     <= cmd_cause_i;
        j0_known_q  <= !cmd_iv_in_data_i;
        j0_wait_q   <= 1'b0;
        iv_hash_q   <= 1'b0;
        fin_q       <= 1'b0;
      end else begin
        if (ended) msg_valid_q <= 1'b0;
        state_q <= ended ? StRun : state_d;
        cause_q <= cause_d;
        fin_q   <= fin_q || (emit && fin);
        if (count_iv)    iv_hash_q  <= 1'b1;
        else if (iv_len) iv_hash_q  <= 1'b0;
        if (iv_len)          j0_wait_q <= 1'b1;
        else if (j0_valid_i) j0_wait_q <= 1'b0;
        if (know_iv || (j0_wait_q && j0_valid_i)) j0_known_q <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) begin
      op_q          <= cmd_op_i;
      slot_q        <= cmd_slot_i;
      size_q        <= cmd_size_i;
      iv_in_data_q  <= cmd_iv_in_data_i;
      tag_len_q     <= cmd_tag_len_i;
      was_refused_q <= (cmd_cause_i != CauseNone);
      prefix_q      <= cmd_iv_i;
      j0_low_q      <= 32'd1;
      counter_q     <= 32'd2;
      text_q        <= '0;
      text_full_q   <= 1'b0;
      aad_q         <= '0;
      aad_full_q    <= 1'b0;
      iv_left_q     <= 17'(IvLimit);
      iv_short_q    <= (IvLimit < 16);
      entries_q     <= '0;
      store_full_q  <= 1'b0;
    end else begin
      if (know_iv) begin
        prefix_q <= beat_data_i[95:0];
        // A counter block given as such is used as it is; from an IV, J0 is one before.
        if (raw_counter) counter_q <= swap32(beat_data_i[127:96]);
      end else if (j0_wait_q && j0_valid_i) begin
        prefix_q  <= j0_i[95:0];
        j0_low_q  <= swap32(j0_i[127:96]);
        counter_q <= swap32(j0_i[127:96]) + 32'd1;
      end else if (count_text) begin
        counter_q <= counter_q + 32'd1;   // inc32: wraps
      end
      if (count_text) begin
        text_q      <= text_q + 32'd1;
        text_full_q <= (text_q == TextLimit - 1);
      end
      if (count_aad) begin
        aad_q      <= aad_q + 1'b1;
        aad_full_q <= &(aad_q | 1'b1) && !aad_q[0];   // the next count is all ones
      end
      if (count_iv) begin
        // Whole beats only, but for the last one, behind which nothing is compared.
        iv_left_q  <= iv_left_q - 17'd16;
        iv_short_q <= (iv_left_q < 17'd32);
      end
      if (place_take_o) begin
        entries_q    <= entries_q + 32'd1;
        store_full_q <= store_full_q || (entries_q == StoreBeats - 2);
      end
    end
  end

  // ---- the token --------------------------------------------------------------------------------
  logic         token_valid_q;
  token_t       token_d, token_q;
  logic [127:0] block_q;
  logic [1:0]   token_size_q;

  always_comb begin
    token_d         = '0;
    token_d.valid   = emit || key_gnt_o;
    token_d.kind    = key_gnt_o ? key_kind_i : kind;
    token_d.op      = op_q;
    token_d.slot    = key_gnt_o ? key_slot_i : slot_q;
    token_d.fin     = emit && fin;
    token_d.cause   = cause_q;
    token_d.tag_len = tag_len_q;
    token_d.bytes   = beat_bytes_i;
    // END brings the received tag when opening, else nothing: the null beat on which it may come
    // is zero. Tokens that are not valid may carry anything.
    token_d.data    = (state_q == StRun) ? beat_data_i : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_q <= 1'b0;
    else         token_valid_q <= token_d.valid;
  end

  always_ff @(posedge clk_i) begin
    token_q      <= token_d;
    token_size_q <= key_gnt_o ? key_size_i : size_q;
    // Only TEXT, END and KEYH look at what AES makes of it.
    block_q      <= key_req_i ? '0
                  : (state_q == StRun && beat_section_i == SecText && !null_beat)
                    ? {swap32(counter_q), prefix_q} : {swap32(j0_low_q), prefix_q};
  end

  always_comb begin
    token_o       = token_q;
    token_o.valid = token_valid_q;
  end
  assign block_o = block_q;
  assign size_o  = token_size_q;

  `SEAL_ASSERT(FirstBeatAligned_A, msg_valid_q && beat_valid_i && state_q == StRun && !silent_q
               && entries_q == 0 && text_q == 0 && aad_q == 0 && iv_left_q == 17'(IvLimit)
               && !j0_known_q && !j0_wait_q && !iv_hash_q |-> beat_first_i)

endmodule
