// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM (NIST SP 800-38D) for keys that are new with each message: seals and opens messages at
// one 128-bit block per cycle, and with Schedule 0 a change of key costs nothing, neither in this
// cycle nor before. For IVs of 12 bytes. Also GMAC (no text) and counter mode.
//
//   s_cmd  ---> front -------------> AES --> exit -+-> blocks -------> egress -> m_axis,
//   s_axis ---^    |  ^ \-> delay ---^--------^     +-> pending tags -> finish -^     m_status
//   s_key  -> slots +-> keys of messages          +-> hash -----^
//
// seal_gcm keeps round keys, H and its powers with each slot, made when the key is loaded. Here
// a slot keeps the key as it came (seal_key_raw): a load takes three cycles and nothing from the
// traffic. The command of a message copies the key (seal_gcm_message_keys), so that its slot is
// free again before the message has begun: two slots in turn are enough for a new key with each
// message of four cycles, one for eight. The first token of a message makes H, whose square follows
// without a product (seal_hash, Square). For H the message takes one cycle more. Round keys:
//
//   Schedule  where                                     cycles of a message of t tokens, Nr rounds
//   0         beside each block in the pipe: a schedule  t
//             in each round (seal_gcm_fresh_pipe)
//   1         in front of each round, rewritten by one   max(t, Nr + 1)
//             schedule of four S-boxes as the first
//             block passes (seal_gcm_fly_pipe)
//   2         as 1, and a block leaves after its own     max(t + longest - shortest Nr, Nr + 1)
//             rounds, not after those of the longest key
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 1, 2: 128, 192, 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv, iv_in_data, tag_len (bytes), id
//   s_axis    the message; tuser = {abort, section}: section 0 IV, 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// s_key may come with the command of a message for which it is meant, in the same cycle or before:
// a command waits while a key for its slot is on offer.
//
// Throughput: a message of n text and a AAD blocks has t = n + a + 2 tokens.
// Latency: AesLatency + 16 cycles from the first beat in to the first beat out, AesLatency +
// 2 MultStages + 26 from the last beat in to the tag, one less when opening, to the last beat out.
// With Store the latter is that to the first beat out. With Schedule 2 and several key sizes both
// are one cycle more, and Nr of the message's key counts in place of the most. A slot is ready in
// the cycle after its key was taken.
// Reset: control, then as after zeroise_i. zeroise_i: m_axis and m_key are gated at once, and all
// memories are clear SweepCycles later; messages and keys in flight end with cause zeroised.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation,
// thesis, University of Waterloo 2008, sections 4.1 and 4.2, is a GCM with a key schedule in the
// pipe, and a token for H after each change of key: Schedule = 2 with RoundStages = MultStages = 1
// is its datapath. The unrolled schedule is where its section 4.2.2 begins. Keys of messages and
// the square of H are this project's.
`include "seal_assert.svh"

module seal_gcm_fresh
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 7,              // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 4
  parameter int unsigned Schedule     = 0,              // see above; 1 and 2: RoundStages = 1
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages   = 2,              // stages of the multiplier, 1 or 2
  parameter int unsigned MultHalt     = 8,              // kinds that split stop here
  parameter bit          MultTables   = 1'b0,           // see seal_gf_mult
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in beats
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
  parameter int unsigned AadLimitLog2 = 61,             // fewer than 2^this bytes of AAD
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
  input  logic [127:0]       s_axis_tdata,
  input  logic [15:0]        s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
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

  localparam int unsigned AesLatency  = (Schedule == 0)
      ? fresh_latency(3'(KeySizes), RoundStages) : seal_aes_pkg::max_rounds(3'(KeySizes)) + 3;
  localparam int unsigned Loop        = loop_latency(
      AesLatency, hash_latency(MultKind, MultStages, 16), 1);
  localparam int unsigned Depth       = Store ? StoreBeats : out_depth(Loop, 1);
  localparam int unsigned Messages    = messages(Loop, 1);
  localparam int unsigned SweepCycles = sweep_cycles(Loop, Depth, Messages, 16);   // slots, keys

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_gcm_fresh: Slots must be 1 to 16");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_key_sizes
    $error("seal_gcm_fresh: KeySizes must be a mask of 1 to 7: 1 AES-128, 2 AES-192, 4 AES-256");
  end
  if (RoundStages < 1 || RoundStages > 4) begin : g_bad_round_stages
    $error("seal_gcm_fresh: RoundStages must be 1 to 4");
  end
  if (Schedule > 2) begin : g_bad_schedule
    $error("seal_gcm_fresh: Schedule must be 0, 1 or 2");
  end
  if (Schedule > 0 && RoundStages != 1) begin : g_bad_schedule_stages
    $error("seal_gcm_fresh: RoundStages must be 1 with Schedule 1 or 2");
  end
  if (Sbox > seal_aes_pkg::SboxShallow || Sbox == seal_aes_pkg::SboxBram) begin : g_bad_sbox
    $error("seal_gcm_fresh: Sbox must be 0 to 4 or 6, an sbox_e of seal_aes_pkg without a memory");
  end
  if (!seal_gf_pkg::streams(MultKind)) begin : g_bad_kind
    $error("seal_gcm_fresh: MultKind must be 0 to 11, 13 or 14 (kind_e): a product in every cycle");
  end
  if (MultStages < 1 || MultStages > 2) begin : g_bad_mult_stages
    $error("seal_gcm_fresh: MultStages must be 1 or 2, since H^3 is no square");
  end
  // ---- keys -------------------------------------------------------------------------------------
  logic                  sweep, halt, slots_clear, slot_ready, used, key_busy, start;
  logic [3:0]            sweep_slot, start_slot;
  logic [StartAddrW-1:0] start_addr, token_addr;
  slot_t                 slot;
  uses_t                 uses;
  load_t                 load;
  logic [257:0]          slot_key, key;

  // A message uses its slot from its check until its key has been copied, which is when it starts.
  seal_key_raw #(
    .Slots(Slots), .KeySizes(KeySizes), .InfoW(5), .WordW($bits(slot_t)), .Uses(8)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i        (zeroise_i),
    .sweep_i       (halt),
    .table_clear_i (slots_clear),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data,
    .s_key_info    (shortest_tag(s_key_short_tags, s_key_min_tag)),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i        (s_cmd_slot),
    .ready_o       (slot_ready),
    .word_o        (slot),
    .slot_ready_o,
    .begin_i       (uses.begins),
    .begin_slot_i  (uses.begin_slot),
    .end_i         (uses.ends),
    .end_slot_i    (uses.end_slot),
    .read_slot_i   (start_slot),
    .key_o         (slot_key),
    .hold_o        (load.hold),
    .load_slot_o   (load.slot),
    .size_o        (load.word.size),
    .info_o        (load.word.min_tag),
    .word_i        (load.word),
    .used_o        (load.used),
    .used_i        (used),
    .set_o         (load.loaded),
    .sweep_slot_i  (sweep_slot),
    .busy_o        (key_busy)
  );

  seal_gcm_message_keys u_message_keys (
    .clk_i,
    .sweep_i     (sweep),
    .sweep_addr_i(sweep_slot[StartAddrW-1:0]),
    .write_i     (start),
    .write_addr_i(start_addr),
    .key_i       (slot_key),
    .read_addr_i (token_addr),
    .key_o       (key)
  );

  // ---- the mode, and the AES pipe with the tokens beside it -------------------------------------
  logic             token_valid, late_valid;
  token_t           token, late_token;
  logic [DataW-1:0] data, late_data;
  logic [127:0]     block, keystream;

  logic             turn;

  // The pipe has the sizes of keys beside them, and nothing is derived of a key.
  logic             unused_enter, unused_done;
  logic [1:0]       unused_size;
  logic [2:0]       unused_pass;

  seal_gcm_mode #(
    .Lead(1), .Slots(Slots), .Depth(Depth), .Messages(Messages), .SweepCycles(SweepCycles),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt), .MultTables(MultTables),
    .Store(Store), .StoreBeats(StoreBeats), .IdWidth(IdWidth), .TextLimit(TextLimit),
    .AadLimitLog2(AadLimitLog2), .MsgLimit(MsgLimit)
  ) u_mode (
    .clk_i, .rst_ni, .zeroise_i,
    .key_busy_i   (key_busy),
    .busy_o,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause,
    .sweep_o      (sweep),
    .sweep_slot_o (sweep_slot),
    .sweep_pass_o (unused_pass),
    .halt_o       (halt),
    .slots_clear_o(slots_clear),
    .load_i       (load),
    .slot_ready_i (slot_ready),
    .slot_i       (slot),
    .used_o       (used),
    .uses_o       (uses),
    .derive_i     (1'b0),
    .derive_done_o(unused_done),
    .start_o      (start),
    .start_slot_o (start_slot),
    .start_addr_o (start_addr),
    .token_addr_o (token_addr),
    .turn_i       (turn),
    .enter_o      (unused_enter),
    .valid_o      (token_valid),
    .token_o      (token),
    .data_o       (data),
    .block_o      (block),
    .size_o       (unused_size),
    .valid_i      (late_valid),
    .token_i      (late_token),
    .data_i       (late_data),
    .aes_i        (keystream)
  );

  if (Schedule == 0) begin : g_unrolled
    assign turn = 1'b1;

    seal_gcm_fresh_pipe #(
      .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
    ) u_pipe (
      .clk_i, .rst_ni,
      .sweep_i(sweep),
      .key_i  (key),
      .valid_i(token_valid),
      .token_i(token),
      .data_i (data),
      .block_i(block),
      .valid_o(late_valid),
      .token_o(late_token),
      .data_o (late_data),
      .aes_o  (keystream)
    );
  end else begin : g_rewritten
    seal_gcm_fly_pipe #(
      .KeySizes(KeySizes), .Sbox(Sbox), .Early(Schedule == 2)
    ) u_pipe (
      .clk_i, .rst_ni,
      .sweep_i(sweep),
      .addr_i (token_addr),
      .turn_o (turn),
      .key_i  (key),
      .valid_i(token_valid),
      .token_i(token),
      .data_i (data),
      .block_i(block),
      .valid_o(late_valid),
      .token_o(late_token),
      .data_o (late_data),
      .aes_o  (keystream)
    );
  end

  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_min_tag, s_key_short_tags}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
