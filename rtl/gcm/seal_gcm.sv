// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM: seals and opens messages (NIST SP 800-38D) at one 128-bit block per cycle, or in Fold =
// 2, 4 or 8 cycles with streams as much narrower, for any mix of messages, keys and key sizes,
// without a dead cycle. Also GMAC (no text) and counter mode.
//
//   s_cmd  ---> front --------> AES --> exit -+-> blocks --------> egress -> m_axis,
//   s_axis ---^  ^  \-> delay ----------^     +-> pending tags -> finish --^         m_status
//   s_key  -> key load -> m_key               +-> hash -----^  \-> J0 (back to the front)
//              \-> derive (H and its powers, by tokens of the front)
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 1, 2: 128, 192, 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv, iv_in_data, tag_len (bytes), id
//   s_axis    the message; tuser = {abort, section}: section 0 IV, 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
// docs/architecture.md has the rules of the streams, docs/use/security.md the duties of the user.
//
// Throughput: a message of n text and a AAD blocks takes (n + a + 1) Fold cycles.
// Latency with Fold 1: AesLatency + 15 cycles from the first beat in to the first beat out,
// AesLatency + 2 MultStages + 25 from the last beat in to the tag, one less when opening, to the
// last beat out. With Store the latter is that to the first beat out. Else seal_gcm_pkg has it.
// A key load takes the time of one block in the AES pipe and of MultStages - 1 blocks in the hash
// from other traffic.
// Reset: control, then as after zeroise_i. zeroise_i: m_axis and m_key are gated at once, and all
// memories are clear SweepCycles later; messages and keys in flight end with cause zeroised.
`include "seal_assert.svh"

module seal_gcm
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned BeatBytes    = 16,             // of s_axis and m_axis: 2, 4, 8, 16
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 7,              // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 5
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages   = 4,              // stages of the multiplier, 1 to 8
  parameter int unsigned MultDigit    = 16,             // bits of a digit, kinds 16 and 17
  parameter int unsigned MultHalt     = 8,              // kinds that split stop here
  parameter bit          MultTables   = 1'b0,           // see seal_gf_mult
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in beats
  parameter bit          KeyRefuse    = 1'b0,           // refuse, not hold, commands during a load
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
  parameter int unsigned AadLimitLog2 = 61,             // fewer than 2^this bytes of AAD
  parameter bit          AnyIv        = 1'b1,           // IVs of any length, or of 12 bytes alone
  parameter int unsigned IvLimit      = 65536,          // then: bytes of IV
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,  // messages sealed with one key
  parameter int unsigned Ops          = 7,              // bit 0 seals, 1 opens, 2 counter-only
  parameter bit          LengthFirst  = 1'b0            // not AES-GCM, unsafe: see seal_gcm_exit
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
  input  logic [8*BeatBytes-1:0] s_axis_tdata,
  input  logic [BeatBytes-1:0] s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [8*BeatBytes-1:0] m_axis_tdata,
  output logic [BeatBytes-1:0] m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  // A block takes Fold cycles, in which the rounds of AES are used Fold times, and a multiplier may
  // make one product.
  localparam int unsigned Fold        = BlockBytes / BeatBytes;
  localparam int unsigned Powers      = hash_powers(MultKind, MultStages);
  localparam int unsigned AesLatency  = aes_latency(3'(KeySizes), RoundStages, Fold);
  localparam bit [2:0]    OpMask      = 3'(Ops);
  localparam bit          Hashes      = OpMask[OpSeal] || OpMask[OpOpen];
  localparam int unsigned Loop        = loop_latency(
      AesLatency, hash_latency(MultKind, MultStages, MultDigit), Fold);
  localparam int unsigned Depth       = Store ? StoreBeats : out_depth(Loop, Fold);
  localparam int unsigned Messages    = messages(Loop, Fold);
  localparam int unsigned PowerW      = seal_engine_pkg::power_width(1, Powers);
  localparam int unsigned SweepW      = power_addr_width(Slots, MultKind, MultStages);
  localparam int unsigned AddrW       = (SweepW > 4) ? SweepW : 4;   // of powers and slots
  localparam int unsigned SweepCycles = sweep_cycles(Loop, Depth, Messages, 1 << SweepW);

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_gcm: Slots must be 1 to 16");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_key_sizes
    $error("seal_gcm: KeySizes must be a mask of 1 to 7: 1 AES-128, 2 AES-192, 4 AES-256");
  end
  if (RoundStages < 1 || RoundStages > 5) begin : g_bad_round_stages
    $error("seal_gcm: RoundStages must be 1 to 5");
  end
  if (Sbox > seal_aes_pkg::SboxShallow) begin : g_bad_sbox
    $error("seal_gcm: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (!(BeatBytes inside {2, 4, 8, 16})) begin : g_bad_beat_bytes
    $error("seal_gcm: BeatBytes must be 2, 4, 8 or 16");
  end
  if (MultDigit < 1 || MultDigit > 128) begin : g_bad_mult_digit
    $error("seal_gcm: MultDigit must be 1 to 128");
  end
  if (MultKind == seal_gf_pkg::KindFixedKey || MultKind >= seal_gf_pkg::Kinds) begin : g_bad_kind
    $error("seal_gcm: MultKind must be 0 to 11 or 13 to 18 (kind_e)");
  end
  if (!seal_gf_pkg::streams(MultKind) &&
      seal_gf_pkg::serial_cycles(MultKind, 128, MultDigit) > Fold) begin : g_bad_mult
    $error("seal_gcm: the multiplier takes more cycles than a block, 16 / BeatBytes");
  end
  if (MultStages < 1 || MultStages > 8) begin : g_bad_mult_stages
    $error("seal_gcm: MultStages must be 1 to 8");
  end
  if (MultHalt < 1 || MultHalt > 128) begin : g_bad_mult_halt
    $error("seal_gcm: MultHalt must be 1 to 128");
  end
  if (Ops < 1 || Ops > 7) begin : g_bad_ops
    $error("seal_gcm: Ops must be a mask of 1 to 7: 1 seals, 2 opens, 4 counter-only");
  end
  if (!Hashes && (AnyIv || MultStages != 1)) begin : g_bad_counter
    $error("seal_gcm: without sealing and opening in Ops, AnyIv must be 0 and MultStages 1");
  end
  if (LengthFirst && (AnyIv || Store || OpMask[OpCounter])) begin : g_bad_length_first
    $error("seal_gcm: with LengthFirst, AnyIv and Store must be 0, and Ops 1 to 3");
  end
  if (Store && StoreBeats < 2) begin : g_bad_store_beats
    $error("seal_gcm: StoreBeats must be 2 or more");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 61) begin : g_bad_aad_limit
    $error("seal_gcm: AadLimitLog2 must be 5 to 61");
  end
  if (IvLimit < 1 || IvLimit > 65536) begin : g_bad_iv_limit
    $error("seal_gcm: IvLimit must be 1 to 65536 bytes");
  end
  if (TextLimit < 1 || TextLimit > 32'hFFFF_FFFE) begin : g_bad_text_limit
    $error("seal_gcm: TextLimit must be 1 to 2^32 - 2 blocks");
  end
  if (IdWidth < 1 || IdWidth > 16) begin : g_bad_id_width
    $error("seal_gcm: IdWidth must be 1 to 16");
  end

  // ---- zeroise ----------------------------------------------------------------------------------
  // Memories and wide registers are cleared by registers of their own, a cycle after each other
  // (sweep_t); halt stops the front and the loads of keys.
  logic             unused_gate, flush, halt, flushed;
  sweep_t           sweep;
  logic [AddrW-1:0] sweep_addr;

  seal_zeroise #(
    .Cycles(SweepCycles), .AddrW(AddrW), .Depth($bits(sweep_t)), .Flush(1'b1)
  ) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(flushed),
    .gate_o   (unused_gate),
    .sweep_o  (sweep),
    .addr_o   (sweep_addr),
    .flush_o  (flush),
    .halt_o   (halt)
  );

  // ---- keys -------------------------------------------------------------------------------------
  logic         hold, used, table_used, set, derive, derive_done, load_busy, unused_drop;
  logic         slot_ready, front_halt;
  slot_t        slot, load;
  uses_t        uses;
  logic [3:0]   load_slot;
  logic         key_we, key_clear;
  logic [3:0]   key_slot, key_round;
  logic [1:0]   key_size;
  logic [2:0]   key_pass;
  logic [127:0] round_key;

  // A message uses its slot from its check to its verdict; three more are on their way to the
  // table.
  seal_key_slots #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox),
    .SboxStages(seal_aes_pkg::key_stages(Sbox, RoundStages)), .InfoW(5),
    .WordW($bits(slot_t)), .Uses(Messages + 3)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i        (zeroise_i),
    .sweep_i       (halt),
    .table_clear_i (front_halt),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data,
    .s_key_info    (shortest_tag(s_key_short_tags, s_key_min_tag)),
    .refuse_i      (seal_engine_pkg::KeyLoaded),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i        (s_cmd_slot),
    .ready_o       (slot_ready),
    .word_o        (slot),
    .slot_ready_o,
    .begin_i       (uses.begins),
    .begin_slot_i  (uses.begin_slot),
    .end_i         (uses.ends),
    .end_slot_i    (uses.end_slot),
    .hold_o        (hold),
    .load_slot_o   (load_slot),
    .size_o        (load.size),
    .info_o        (load.min_tag),
    .word_i        (load),
    .used_o        (table_used),
    .used_i        (used),
    .drop_o        (unused_drop),
    .set_o         (set),
    .derive_o      (derive),
    .derive_done_i (derive_done),
    .derive_cause_i(seal_engine_pkg::KeyLoaded),
    .again_i       (1'b0),
    .again_key_i   ('0),
    .sweep_we_i    (sweep.pipe),
    .sweep_slot_i  (sweep_addr[3:0]),
    .sweep_pass_i  ('0),
    .key_we_o      (key_we),
    .key_slot_o    (key_slot),
    .key_size_o    (key_size),
    .key_round_o   (key_round),
    .key_o         (round_key),
    .clear_we_o    (key_clear),
    .clear_pass_o  (key_pass),
    .busy_o        (load_busy)
  );

  logic         token_req, token_gnt, h_valid, pow_valid, pow_done;
  token_e       token_kind;
  logic [PowerW-1:0] pow_index;
  logic [3:0]   h_slot;
  logic [127:0] h;

  seal_gcm_derive #(.MultStages(Powers)) u_derive (
    .clk_i, .rst_ni,
    .derive_i   (derive),
    .done_o     (derive_done),
    .req_o      (token_req),
    .gnt_i      (token_gnt),
    .kind_o     (token_kind),
    .pow_index_o(pow_index),
    .h_valid_i  (h_valid),
    .pow_done_i (pow_done)
  );

  // ---- beats become blocks, and at the output blocks beats ---------------------------------------
  logic         in_valid, in_ready, in_last, begun, clear;
  logic [127:0] in_data;
  logic [15:0]  in_keep;
  logic [2:0]   in_user;
  logic         end_valid, end_ready, end_last;
  logic [127:0] end_data;
  logic [15:0]  end_keep;
  logic [2:0]   end_user;
  logic         go, enter;   // a token is decided, and enters the AES pipe two cycles later

  seal_message_beats #(.BeatBytes(BeatBytes)) u_beats (
    .clk_i, .rst_ni,
    .clear_i    (clear),
    .go_o       (go),
    .enter_o    (enter),
    .begun_o    (begun),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .in_valid_o (in_valid),
    .in_ready_i (in_ready),
    .in_data_o  (in_data),
    .in_keep_o  (in_keep),
    .in_last_o  (in_last),
    .in_user_o  (in_user),
    .out_valid_i(end_valid),
    .out_ready_o(end_ready),
    .out_data_i (end_data),
    .out_keep_i (end_keep),
    .out_last_i (end_last),
    .out_user_i (end_user),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser
  );

  // ---- commands and blocks become tokens --------------------------------------------------------
  logic               start, entry_give, msg_give, verdict_valid, j0_valid, front_busy;
  logic [IdWidth-1:0] start_id;
  logic [127:0]       j0, block;
  logic [1:0]         block_size;
  logic               token_valid;
  token_t             token;
  logic [DataW-1:0]   data;

  // For keys that belong to a message, not to a slot
  logic [3:0]            unused_slot;
  logic [StartAddrW-1:0] unused_start_addr, unused_token_addr;

  seal_gcm_front #(
    .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Entries(Depth), .Messages(Messages),
    .Store(Store), .StoreBlocks(StoreBeats), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .AnyIv(AnyIv), .IvLimit(IvLimit), .MsgLimit(MsgLimit), .Ops(OpMask), .LengthFirst(LengthFirst)
  ) u_front (
    .clk_i, .rst_ni,
    .sweep_i      (halt),
    .entries_clear_i(sweep.out),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid(in_valid),
    .s_axis_tready(in_ready),
    .s_axis_tdata (in_data),
    .s_axis_tkeep (in_keep),
    .s_axis_tlast (in_last),
    .s_axis_tuser (in_user),
    .begun_i      (begun),
    .clear_o      (clear),
    .key_hold_i   (hold),
    .key_slot_i   (load_slot),
    .key_size_i   (load.size),
    .key_set_i    (set),
    .key_used_i   (table_used),
    .key_used_o   (used),
    .slot_ready_i (slot_ready),
    .slot_i       (slot),
    .uses_o       (uses),
    .halt_o       (front_halt),
    .go_i         (go),
    .key_req_i    (token_req),
    .key_gnt_o    (token_gnt),
    .key_kind_i   (token_kind),
    .entry_give_i (entry_give),
    .msg_give_i   (msg_give),
    .start_o      (start),
    .id_o         (start_id),
    .slot_o       (unused_slot),
    .verdict_i    (verdict_valid),
    .j0_valid_i   (j0_valid),
    .j0_i         (j0),
    .token_valid_o(token_valid),
    .token_o      (token),
    .data_o       (data),
    .block_o      (block),
    .size_o       (block_size),
    .start_addr_o (unused_start_addr),
    .token_addr_o (unused_token_addr),
    .busy_o       (front_busy)
  );

  // ---- AES pipe, and the tokens beside it -------------------------------------------------------
  logic [127:0]     keystream;
  token_t           late_token;
  logic [DataW-1:0] late_data;
  logic             late_valid;

  seal_gcm_pipe #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages), .Fold(Fold)
  ) u_pipe (
    .clk_i, .rst_ni,
    .sweep_i    (sweep.pipe),
    .enter_i    (enter),
    .valid_i    (token_valid),
    .token_i    (token),
    .data_i     (data),
    .block_i    (block),
    .size_i     (block_size),
    .valid_o    (late_valid),
    .token_o    (late_token),
    .data_o     (late_data),
    .aes_o      (keystream),
    .key_we_i   (key_we),
    .key_slot_i (key_slot),
    .key_size_i (key_size),
    .key_round_i(key_round),
    .key_i      (round_key),
    .clear_we_i (key_clear),
    .clear_pass_i(key_pass)
  );

  // ---- exit -------------------------------------------------------------------------------------
  logic             out_valid, pending_valid, hash_valid, hash_last, hash_iv;
  out_block_t       out_block;
  pending_t         pending;
  logic [3:0]       hash_slot;
  logic [DataW-1:0] hash_data, out_data, mask, tag;

  seal_gcm_exit #(.AnyIv(AnyIv), .Ops(OpMask), .LengthFirst(LengthFirst)) u_exit (
    .clk_i, .rst_ni,
    .sweep_i     (sweep.pipe),
    .valid_i     (late_valid),
    .token_i     (late_token),
    .data_i      (late_data),
    .aes_i       (keystream),
    .block_valid_o(out_valid),
    .block_o     (out_block),
    .block_data_o(out_data),
    .pending_valid_o(pending_valid),
    .pending_o   (pending),
    .mask_o      (mask),
    .hash_valid_o(hash_valid),
    .hash_last_o (hash_last),
    .hash_iv_o   (hash_iv),
    .hash_slot_o (hash_slot),
    .hash_data_o (hash_data),
    .h_valid_o   (h_valid),
    .h_slot_o    (h_slot),
    .h_o         (h),
    .pow_valid_o (pow_valid)
  );

  // ---- hash and verdict -------------------------------------------------------------------------
  logic         sum_valid, sum_iv;
  logic [127:0] sum;
  verdict_t     verdict;

  seal_gcm_hash #(
    .Hashes(Hashes), .Slots(Slots), .MultKind(MultKind), .MultStages(MultStages),
    .MultDigit(MultDigit), .MultHalt(MultHalt), .MultTables(MultTables)
  ) u_hash (
    .clk_i, .rst_ni,
    .sweep_i     (sweep.pipe),
    .sweep_addr_i(sweep_addr[SweepW-1:0]),
    .valid_i     (hash_valid),
    .last_i      (hash_last),
    .tag_i       (hash_iv),
    .slot_i      (hash_slot),
    .data_i      (hash_data),
    .h_valid_i   (h_valid),
    .h_slot_i    (h_slot),
    .h_i         (h),
    .pow_valid_i (pow_valid),
    .pow_index_i (pow_index),
    .pow_done_o  (pow_done),
    .valid_o     (sum_valid),
    .tag_o       (sum_iv),
    .hash_o      (sum)
  );

  seal_gcm_finish #(
    .Depth(Messages), .Ops(OpMask), .LengthFirst(LengthFirst)
  ) u_finish (
    .clk_i, .rst_ni,
    .sweep_i        (sweep.pending),
    .pending_valid_i   (pending_valid),
    .pending_i      (pending),
    .mask_i         (mask),
    .hash_valid_i   (sum_valid),
    .hash_iv_i      (sum_iv),
    .hash_i         (sum),
    .j0_valid_o     (j0_valid),
    .j0_o           (j0),
    .verdict_valid_o(verdict_valid),
    .verdict_o      (verdict),
    .tag_o          (tag)
  );

  // ---- output -----------------------------------------------------------------------------------
  seal_message_egress #(
    .IdWidth(IdWidth), .Depth(Depth), .Messages(Messages), .Store(Store),
    .Tags(OpMask[OpSeal])
  ) u_egress (
    .clk_i, .rst_ni,
    .gate_i         (zeroise_i),
    .sweep_i        ('{verdicts: sweep.verdicts, blocks: sweep.blocks, out: sweep.out}),
    .flush_i        (flush),
    .flushed_o      (flushed),
    .start_i        (start),
    .id_i           (start_id),
    .block_valid_i  (out_valid),
    .block_i        (out_block),
    .block_data_i   (out_data),
    .verdict_valid_i(verdict_valid),
    .verdict_i      (verdict),
    .tag_i          (tag),
    .entry_give_o   (entry_give),
    .msg_give_o     (msg_give),
    .m_axis_tvalid  (end_valid),
    .m_axis_tready  (end_ready),
    .m_axis_tdata   (end_data),
    .m_axis_tkeep   (end_keep),
    .m_axis_tlast   (end_last),
    .m_axis_tuser   (end_user),
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign busy_o = halt || load_busy || front_busy || begun;

  // A reset may be shorter than a cycle: halt tells of it.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_min_tag, s_key_short_tags}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_iv, s_cmd_iv_in_data, s_cmd_tag_len, s_cmd_id}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || halt)
  `SEAL_STREAM(Status, m_status_valid, m_status_ready,
      {m_status_id, m_status_pass, m_status_cause}, zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
