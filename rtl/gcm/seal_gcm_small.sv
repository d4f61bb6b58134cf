// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM for AES-128 (NIST SP 800-38D) in little logic: seals and opens messages, GMAC and counter
// mode too, one after the other, with one key.
//
// Streams, those of seal_gcm with beats of four bytes and one slot:
//   s_key     slot 0, size 0 (128 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv, iv_in_data, tag_len (bytes), id
//   s_axis    the message; tuser = {abort, section}: section 0 IV, 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// docs/architecture.md has the rules of the streams, docs/use/security.md the duties of the user.
//
//   s_key, s_cmd, s_axis --> source --+--> m_axis
//                                     +--> memory of data --> (added to the source, or the state)
//         cipher bus, hash ---^       +--> blocks of the hash, H
//
//   memory of data, S-boxes, MixColumns --> + key word --> cipher bus --> state, key schedule
//
// A microprogram (seal_gcm_small_pkg) moves words of 32 bits from a source to the memories, and
// adds to them what was read from the memory of data: so one row of XOR gates makes ciphertext,
// tags, counts and comparisons. Beside it run AES, a column per cycle, and the hash, a digit per
// cycle. While AES makes the next block of the key stream, a block is sent, and the next one taken.
//
// Throughput: a block of text takes max(43, h + 5) cycles, with h = 1 + 128 / MultDigit cycles of
// the hash, and one of AAD max(27, h + 1). Latency: 44 cycles at most from the first beat in to the
// first beat out; the other formulas are those of the kind gcm-small. A key or a command is taken
// only between two messages, and data only with a command; s_axis_tready depends on the beat on
// offer. Reset: control, then as after zeroise_i. zeroise_i: m_axis and m_key are gated at once,
// and all memories and registers of keys and text are clear SweepCycles later. The message in
// flight is then read to its end, and ends with the cause zeroised.
`include "seal_assert.svh"

module seal_gcm_small
  import seal_message_pkg::*;
  import seal_gcm_small_pkg::*;
#(
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg, not 5
  parameter int unsigned MultDigit    = 4,              // bits of the hash per cycle
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
  parameter int unsigned AadLimitLog2 = 61,             // fewer than 2^this bytes of AAD
  parameter int unsigned IvLimit      = 65536,          // bytes of IV
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF   // messages sealed with one key
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [1:0]         s_key_size,
  input  logic [255:0]       s_key_data,
  input  logic [4:0]         s_key_min_tag,
  input  logic               s_key_short_tags,

  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [95:0]        s_cmd_iv,
  input  logic               s_cmd_iv_in_data,
  input  logic [4:0]         s_cmd_tag_len,
  input  logic [IdWidth-1:0] s_cmd_id,

  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [31:0]        s_axis_tdata,
  input  logic [3:0]         s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [31:0]        m_axis_tdata,
  output logic [3:0]         m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [3:0]         m_status_cause,

  output logic [0:0]         slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  localparam int unsigned SweepCycles = 65;   // the 64 words of the memory of the schedule, and one

  if (Sbox > seal_aes_pkg::SboxShallow || Sbox == seal_aes_pkg::SboxBram) begin : g_bad_sbox
    $error("seal_gcm_small: Sbox must be 0 to 4 or 6, an sbox_e of seal_aes_pkg without a clock");
  end
  if (!(MultDigit inside {1, 2, 4, 8, 16})) begin : g_bad_mult_digit
    $error("seal_gcm_small: MultDigit must be 1, 2, 4, 8 or 16");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 61) begin : g_bad_aad_limit
    $error("seal_gcm_small: AadLimitLog2 must be 5 to 61");
  end
  if (IvLimit < 1 || IvLimit > 65536) begin : g_bad_iv_limit
    $error("seal_gcm_small: IvLimit must be 1 to 65536 bytes");
  end
  if (TextLimit < 1 || TextLimit > 32'hFFFF_FFFE) begin : g_bad_text_limit
    $error("seal_gcm_small: TextLimit must be 1 to 2^32 - 2 blocks");
  end
  if (IdWidth < 1 || IdWidth > 16) begin : g_bad_id_width
    $error("seal_gcm_small: IdWidth must be 1 to 16");
  end

  // ---- program ----------------------------------------------------------------------------------
  instruction_t          i;
  logic [Conditions-1:0] conditions;
  logic                  sweep, swept, live, advance, home;
  logic [1:0]            word, word_next;
  logic [3:0]            n;

  seal_gcm_small_control u_control (
    .clk_i, .rst_ni, .zeroise_i,
    .swept_i(swept), .sweep_o(sweep), .live_o(live),
    .conditions_i(conditions), .advance_i(advance), .home_i(home),
    .instr_o(i), .word_o(word), .word_next_o(word_next)
  );

  // ---- keys -------------------------------------------------------------------------------------
  logic       ready_q, loading_q, key_bad, key_take, key_waits;
  logic [4:0] min_tag_q;
  seal_engine_pkg::key_cause_e key_cause;

  assign key_bad      = s_key_slot != '0 || s_key_size != '0;
  assign key_take     = live && i.key_take;
  assign s_key_ready  = key_take;
  assign slot_ready_o = ready_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q   <= 1'b0;
      loading_q <= 1'b0;
    end else begin
      ready_q   <= live && ((ready_q && !i.key_clear) || i.key_done);
      loading_q <= live && ((loading_q && !i.key_done) || (key_take && !key_bad));
    end
  end

  always_ff @(posedge clk_i) begin
    if (key_take && !key_bad) min_tag_q <= shortest_tag(s_key_short_tags, s_key_min_tag);
  end

  always_comb begin
    if (!live)                                      key_cause = seal_engine_pkg::KeyZeroised;
    else if (i.key_done)                            key_cause = seal_engine_pkg::KeyLoaded;
    else if (s_key_slot != '0)                      key_cause = seal_engine_pkg::KeyBadSlot;
    else                                            key_cause = seal_engine_pkg::KeyBadSize;
  end

  seal_key_answer u_answer (
    .clk_i, .rst_ni,
    .gate_i (zeroise_i),
    .sweep_i(zeroise_i),
    .begin_i(key_take),
    .slot_i (s_key_slot),
    .end_i  ((key_take && key_bad) || (loading_q && (!live || i.key_done))),
    .cause_i(key_cause),
    .waits_o(key_waits),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
  );

  // ---- commands ---------------------------------------------------------------------------------
  logic           cmd_take, cmd_open, tag_bad, used_up, opening_q, counting_q, iv_in_data_q;
  logic [4:0]     tag_len_q;
  logic [31:0]    count;        // the word that was read, as a number
  message_cause_e cmd_cause, cause, block_cause;

  assign cmd_take    = live && i.cmd_take;
  assign s_cmd_ready = cmd_take;
  assign cmd_open    = s_cmd_op == OpOpen;
  assign used_up     = &(count | ~MsgLimit);
  assign tag_bad     = !(s_cmd_tag_len inside {5'd4, 5'd8, [5'd12:5'd16]}) ||
                       s_cmd_tag_len < min_tag_q;

  always_comb begin
    if (s_cmd_op == OpNone)                     cmd_cause = CauseOp;
    else if (!ready_q || s_cmd_slot != '0)      cmd_cause = CauseSlot;
    else if (!cmd_open && used_up)              cmd_cause = CauseMessageLimit;
    else if (s_cmd_op != OpCounter && tag_bad)  cmd_cause = CauseTagLength;
    else                                        cmd_cause = CauseNone;
  end

  always_comb begin
    if (i.cause != CauseNone) cause = i.cause;
    else if (i.cmd_take)      cause = cmd_cause;
    else                      cause = block_cause;
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take) begin
      opening_q    <= cmd_open;
      counting_q   <= s_cmd_op == OpCounter;
      iv_in_data_q <= s_cmd_iv_in_data;
      tag_len_q    <= s_cmd_tag_len;
    end
  end

  // ---- input ------------------------------------------------------------------------------------
  logic             taken, taking, last, short_iv, counter_iv, beat_iv, beat_tag;
  message_section_e section;
  logic [4:0]       bytes;

  seal_gcm_small_block u_block (
    .clk_i, .rst_ni, .live_i(live), .instr_i(i), .word_i(word),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .opening_i(opening_q), .counting_i(counting_q), .iv_in_data_i(iv_in_data_q),
    .tag_len_i(tag_len_q),
    .taken_o(taken), .taking_o(taking), .last_o(last), .section_o(section), .bytes_o(bytes),
    .short_iv_o(short_iv), .counter_iv_o(counter_iv), .cause_o(block_cause)
  );

  assign beat_iv  = s_axis_tuser[1:0] == SecIv;
  assign beat_tag = s_axis_tuser[1:0] == SecTag;

  // ---- units ------------------------------------------------------------------------------------
  logic [31:0] data, cipher, sum, read;
  logic        aes_busy, hash_busy, expanded, sum_valid;

  seal_gcm_small_cipher #(.Sbox(Sbox), .SweepCycles(SweepCycles)) u_cipher (
    .clk_i, .rst_ni, .zeroise_i,
    .sweep_i(sweep), .swept_o(swept), .live_i(live), .instr_i(i),
    .word_i(word), .word_next_i(word_next), .copy_i(read),
    .bus_o(cipher), .busy_o(aes_busy), .expanded_o(expanded), .n_o(n)
  );

  seal_gcm_small_hash #(.Digit(MultDigit)) u_hash (
    .clk_i, .rst_ni,
    .sweep_i(sweep), .address_i(n[2:0]), .live_i(live), .instr_i(i),
    // opening, the hash has taken the ciphertext as it came
    .we_i(i.hash_we && !(i.take && !taken) && !(i.aes_last && opening_q)),
    .word_i(word), .data_i(data),
    .busy_o(hash_busy), .sum_valid_o(sum_valid), .sum_o(sum)
  );

  // ---- data -------------------------------------------------------------------------------------
  logic       too_long;
  logic [3:0] sent_mask;

  seal_gcm_small_data #(
    .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2), .IvLimit(IvLimit)
  ) u_data (
    .clk_i, .sweep_i(sweep), .address_i(n), .live_i(live), .instr_i(i),
    .word_i(word), .word_next_i(word_next),
    .input_i(s_axis_tdata), .keep_i(s_axis_tkeep), .taken_i(taken),
    .key_i(s_key_data[127:0]), .iv_i(s_cmd_iv), .cipher_i(cipher),
    .sum_i(sum), .sum_valid_i(sum_valid), .mask_i(sent_mask),
    .section_i(section), .bytes_i(bytes),
    .data_o(data), .read_o(read), .count_o(count), .too_long_o(too_long)
  );

  // ---- output -----------------------------------------------------------------------------------
  logic sent, sending, out, open, started;

  seal_gcm_small_output #(.IdWidth(IdWidth)) u_output (
    .clk_i, .rst_ni, .zeroise_i, .sweep_i(sweep), .live_i(live), .instr_i(i),
    .word_i(word), .data_i(data), .id_i(s_cmd_id), .section_i(section), .bytes_i(bytes),
    .tag_len_i(tag_len_q), .fin_i(counting_q && last), .cause_i(cause),
    .mask_o(sent_mask), .sent_o(sent), .sending_o(sending), .out_o(out), .open_o(open),
    .started_o(started),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign advance = i.step || taken || sent || (i.sum && sum_valid);
  assign home    = i.home || (i.out && !sending);

  // ---- conditions -------------------------------------------------------------------------------
  logic held_q, iv_q, mismatch_q;

  always_ff @(posedge clk_i) begin
    if (i.cmd_take || i.unhold)  held_q <= 1'b0;
    else if (i.hold)             held_q <= opening_q;

    if (i.cmd_take || i.iv_end)  iv_q <= 1'b0;
    else if (i.iv_begin)         iv_q <= 1'b1;

    if (i.cmd_take || sweep)     mismatch_q <= 1'b0;
    else if (taken && i.compare) mismatch_q <= mismatch_q || data != '0;
  end

  always_comb begin
    conditions = '0;
    conditions[CondLoop]        = word != 2'd3;
    conditions[CondKey]         = s_key_valid && !key_waits;
    conditions[CondKeyBad]      = key_bad;
    conditions[CondCommand]     = s_cmd_valid && !m_status_valid;
    conditions[CondCommandBad]  = cmd_cause != CauseNone;
    conditions[CondCommandOpen] = cmd_open;
    conditions[CondCommandData] = s_cmd_iv_in_data;
    conditions[CondExpanded]    = expanded;
    conditions[CondBusy]        = hash_busy || aes_busy;
    conditions[CondSum]         = !(sum_valid && word == 2'd3);
    conditions[CondOpening]     = opening_q;
    conditions[CondSealing]     = !opening_q && !counting_q;
    conditions[CondLast]        = last;
    conditions[CondTaking]      = taking;
    conditions[CondWhole]       = word == 2'd0;
    conditions[CondRelease]     = held_q && !beat_tag;
    conditions[CondTag]         = opening_q && beat_tag;
    conditions[CondIvDue]       = iv_q && (last || (s_axis_tvalid && !beat_iv));
    conditions[CondIv]          = iv_q;
    conditions[CondDecided]     = last || s_axis_tvalid;
    conditions[CondFault]       = block_cause != CauseNone;
    conditions[CondNull]        = bytes == '0;
    conditions[CondIvBlock]     = section == SecIv;
    conditions[CondAadBlock]    = section == SecAad;
    conditions[CondShortIv]     = short_iv;
    conditions[CondCounterIv]   = counter_iv;
    conditions[CondTooLong]     = too_long;
    conditions[CondMore]        = bytes[4] && !last;
    conditions[CondSending]     = sending;
    conditions[CondOut]         = out;
    conditions[CondMismatch]    = mismatch_q;
    conditions[CondHeld]        = held_q;
    conditions[CondOpen]        = open;
    conditions[CondStarted]     = started;
  end

  assign busy_o = !i.idle || sweep || m_status_valid || key_waits;

  logic unused_key;
  assign unused_key = ^s_key_data[255:128];

  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_min_tag, s_key_short_tags}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || sweep)
  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_iv, s_cmd_iv_in_data, s_cmd_tag_len, s_cmd_id}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || sweep)
  `SEAL_STREAM(Status, m_status_valid, m_status_ready,
      {m_status_id, m_status_pass, m_status_cause}, zeroise_i || sweep)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
