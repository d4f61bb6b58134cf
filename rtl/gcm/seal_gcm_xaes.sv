// SPDX-License-Identifier: Apache-2.0
//
// XAES-256-GCM (C2SP, XAES-256-GCM 1.0.1): AES-256-GCM (NIST SP 800-38D) with nonces of 24 bytes,
// each of whose messages has a key of its own, derived from the slot's key K and the nonce N. Seals
// and opens messages at one 128-bit block per cycle, for any mix of messages and keys. Also GMAC
// (no text) and counter mode, under the same keys.
//
//   K1  = x E_K(0)                                        with a key load
//   K_N = E_K(M1 + K1) || E_K(M2 + K1)                    for each message, seal_gcm_xaes_derive
//   AES-256-GCM under K_N with the IV N[12..23]
//
//   s_cmd  --> queue ---> mode -----------> AES --> mode --> m_axis, m_status
//                | ^        ^  (tokens)  ^   |
//   s_key --> slots|        s_axis       |   |
//                | +---- derived keys ---|---+
//                +---> derivation -------+
//
// It is seal_gcm_fresh with derived keys in place of loaded ones. Commands wait in a queue until
// their keys are there, so the messages of those before keep the pipe busy meanwhile; its two steps
// take cycles of the pipe that no token of the mode uses.
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (2: 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv (24 bytes), tag_len (16), id
//   s_axis    the message; tuser = {abort, section}: section 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// The rules are those of docs/architecture.md, without IVs in the data. s_key may come with the
// command of a message for which it is meant, in the same cycle or before: a command waits while a
// key for its slot is on offer, and the key waits until the commands of its slot that were taken
// before have left the queue, and until K1 of the key before is there.
//
// Throughput: a message of n text and a AAD blocks takes n + a + 4 cycles, if its command comes as
// early as the queue has room. A key load takes one cycle of the AES pipe. Latency, at most: 2
// AesLatency + 24 cycles from the command and the first beat in to the first beat out, if K1 of its
// key is there (a passage of the pipe after the load); AesLatency + 2 MultStages + 26 from the last
// beat in to the tag, when the command came before, one less when opening, to the last beat out.
// With Store the latter is that to the first beat out. Reset: control, then as after zeroise_i.
// zeroise_i: m_axis and m_key are gated at once, and all memories are clear SweepCycles later;
// commands, messages and keys in flight end with cause zeroised.
`include "seal_assert.svh"

module seal_gcm_xaes
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 4
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
  input  logic [191:0]       s_cmd_iv,
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

  localparam int unsigned KeySizes    = 4;   // AES-256
  localparam int unsigned AesLatency  = fresh_latency(3'(KeySizes), RoundStages);
  localparam int unsigned Loop        = loop_latency(
      AesLatency, hash_latency(MultKind, MultStages, 16), 1);
  localparam int unsigned Depth       = Store ? StoreBeats : out_depth(Loop, 1);
  localparam int unsigned Messages    = messages(Loop, 1);
  localparam int unsigned Commands    = xaes_commands(AesLatency);   // in the queue
  localparam int unsigned SweepCycles = sweep_cycles(Loop, Depth, Messages, 16);   // slots, keys

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_gcm_xaes: Slots must be 1 to 16");
  end
  if (RoundStages < 1 || RoundStages > 4) begin : g_bad_round_stages
    $error("seal_gcm_xaes: RoundStages must be 1 to 4");
  end
  if (Sbox > seal_aes_pkg::SboxShallow || Sbox == seal_aes_pkg::SboxBram) begin : g_bad_sbox
    $error("seal_gcm_xaes: Sbox must be 0 to 4 or 6, an sbox_e of seal_aes_pkg without a memory");
  end
  if (!seal_gf_pkg::streams(MultKind)) begin : g_bad_kind
    $error("seal_gcm_xaes: MultKind must be 0 to 11, 13 or 14 (kind_e): a product in every cycle");
  end
  if (MultStages < 1 || MultStages > 2) begin : g_bad_mult_stages
    $error("seal_gcm_xaes: MultStages must be 1 or 2, since H^3 is no square");
  end
  // ---- keys -------------------------------------------------------------------------------------
  logic         sweep, halt, slots_clear, slot_ready, key_busy, subkey_busy, queue_busy, start;
  logic [3:0]   sweep_slot, read_slot;
  slot_t        slot;
  uses_t        uses;
  load_t        load, cmd_load;
  logic [257:0] slot_key, derived_key, message_key;
  logic [StartAddrW-1:0] start_addr, token_addr;

  // A command uses its slot from its way into the queue until the front has taken it.
  seal_key_raw #(
    .Slots(Slots), .KeySizes(KeySizes), .InfoW(5), .WordW($bits(slot_t)), .Uses(Commands + 1)
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
    .read_slot_i   (read_slot),
    .key_o         (slot_key),
    .hold_o        (load.hold),
    .load_slot_o   (load.slot),
    .size_o        (load.word.size),
    .info_o        (load.word.min_tag),
    .word_i        (load.word),
    .used_o        (load.used),
    .used_i        (load.used || subkey_busy),
    .set_o         (load.loaded),
    .sweep_slot_i  (sweep_slot),
    .busy_o        (key_busy)
  );

  // ---- commands wait for their keys -------------------------------------------------------------
  logic               want, step_taken, half_valid, half_second;
  logic [3:0]         want_slot;
  logic [95:0]        nonce;
  logic               cmd_valid, cmd_ready, cmd_slot_ready;
  logic [1:0]         cmd_op;
  logic [3:0]         cmd_slot;
  logic [95:0]        cmd_iv;
  logic [4:0]         cmd_tag_len, cmd_min_tag;
  logic [IdWidth-1:0] cmd_id;
  logic [127:0]       keystream;
  logic [3:0]         cause;

  seal_gcm_xaes_queue #(
    .Depth(Commands), .Messages(Messages), .IdWidth(IdWidth)
  ) u_queue (
    .clk_i, .rst_ni,
    .sweep_i      (halt),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_tag_len, .s_cmd_id,
    .hold_i       (load.hold),
    .hold_slot_i  (load.slot),
    .slot_ready_i (slot_ready),
    .min_tag_i    (slot.min_tag),
    .uses_o       (uses),
    .want_o       (want),
    .want_slot_o  (want_slot),
    .nonce_o      (nonce),
    .take_i       (step_taken),
    .half_valid_i (half_valid),
    .half_second_i(half_second),
    .half_i       (keystream),
    .m_cmd_valid  (cmd_valid),
    .m_cmd_ready  (cmd_ready),
    .m_cmd_op     (cmd_op),
    .m_cmd_slot   (cmd_slot),
    .m_cmd_iv     (cmd_iv),
    .m_cmd_tag_len(cmd_tag_len),
    .m_cmd_id     (cmd_id),
    .ready_o      (cmd_slot_ready),
    .min_tag_o    (cmd_min_tag),
    .start_i      (start),
    .key_o        (derived_key),
    .status_i     (m_status_valid && m_status_ready),
    .cause_i      (cause),
    .cause_o      (m_status_cause),
    .busy_o       (queue_busy)
  );

  logic         derive_turn, derive_key, derive_enter;
  logic [127:0] derive_block;

  seal_gcm_xaes_derive #(.Slots(Slots), .AesLatency(AesLatency)) u_derive (
    .clk_i, .rst_ni,
    .sweep_i      (halt),
    .sweep_slot_i (sweep_slot),
    .set_i        (load.loaded),
    .slot_i       (load.slot),
    .used_o       (subkey_busy),
    .want_i       (want),
    .want_slot_i  (want_slot),
    .nonce_i      (nonce),
    .take_o       (step_taken),
    .half_valid_o (half_valid),
    .half_second_o(half_second),
    .turn_o       (derive_turn),
    .read_slot_o  (read_slot),
    .key_o        (derive_key),
    .enter_o      (derive_enter),
    .block_o      (derive_block),
    .aes_i        (keystream)
  );

  seal_gcm_message_keys u_message_keys (
    .clk_i,
    .sweep_i     (sweep),
    .sweep_addr_i(sweep_slot[StartAddrW-1:0]),
    .write_i     (start),
    .write_addr_i(start_addr),
    .key_i       (derived_key),
    .read_addr_i (token_addr),
    .key_o       (message_key)
  );

  // ---- the mode, and the AES pipe with the tokens beside it -------------------------------------
  logic             token_valid, late_valid;
  token_t           token, late_token;
  logic [DataW-1:0] data, late_data;
  logic [127:0]     block;

  // The queue knows the uses of slots, and holds commands while a key is loaded. A block may enter
  // the pipe in each cycle, all keys are of one size, and nothing else is derived of a key.
  logic             unused_used, unused_enter, unused_done, unused_fields;
  logic [3:0]       unused_slot;
  logic [1:0]       unused_size;
  logic [2:0]       unused_pass;
  uses_t            unused_uses;

  assign unused_fields = ^slot.size;

  assign cmd_load = '{hold: 1'b0, slot: load.slot, word: load.word, used: 1'b0,
                      loaded: load.loaded};

  seal_gcm_mode #(
    .Lead(1), .Slots(Slots), .Depth(Depth), .Messages(Messages), .SweepCycles(SweepCycles),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt), .MultTables(MultTables),
    .Store(Store), .StoreBeats(StoreBeats), .IdWidth(IdWidth), .TextLimit(TextLimit),
    .AadLimitLog2(AadLimitLog2), .MsgLimit(MsgLimit), .TagLengths(17'h1_0000)
  ) u_mode (
    .clk_i, .rst_ni, .zeroise_i,
    .key_busy_i   (key_busy || subkey_busy || queue_busy),
    .busy_o,
    .s_cmd_valid     (cmd_valid),
    .s_cmd_ready     (cmd_ready),
    .s_cmd_op        (cmd_op),
    .s_cmd_slot      (cmd_slot),
    .s_cmd_iv        (cmd_iv),
    .s_cmd_iv_in_data(1'b0),
    .s_cmd_tag_len   (cmd_tag_len),
    .s_cmd_id        (cmd_id),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass,
    .m_status_cause   (cause),
    .sweep_o      (sweep),
    .sweep_slot_o (sweep_slot),
    .sweep_pass_o (unused_pass),
    .halt_o       (halt),
    .slots_clear_o(slots_clear),
    .load_i       (cmd_load),
    .slot_ready_i (cmd_slot_ready),
    .slot_i       ('{min_tag: cmd_min_tag, size: 2'd2}),
    .used_o       (unused_used),
    .uses_o       (unused_uses),
    .derive_i     (1'b0),
    .derive_done_o(unused_done),
    .start_o      (start),
    .start_slot_o (unused_slot),
    .start_addr_o (start_addr),
    .token_addr_o (token_addr),
    .turn_i       (!derive_turn),
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

  seal_gcm_fresh_pipe #(
    .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
  ) u_pipe (
    .clk_i, .rst_ni,
    .sweep_i(sweep),
    .key_i  (derive_key ? slot_key : message_key),
    .valid_i(token_valid),
    .token_i(token),
    .data_i (data),
    .block_i(derive_enter ? derive_block : block),
    .valid_o(late_valid),
    .token_o(late_token),
    .data_o (late_data),
    .aes_o  (keystream)
  );

  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_min_tag, s_key_short_tags}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_iv, s_cmd_tag_len, s_cmd_id}, zeroise_i)
  `SEAL_ASSERT(OneBlockAtATime_A, !(derive_enter && token_valid))
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
