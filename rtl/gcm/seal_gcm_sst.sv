// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM-SST, GCM with secure short tags (draft-mattsson-cfrg-aes-gcm-sst-19): seals and opens
// messages at one 128-bit block per cycle, or in Fold = 2, 4 or 8 cycles with streams as much
// narrower, for any mix of messages, keys and key sizes, without a dead cycle.
//
//   Z_i = E_K(N || [i]_32),  H = Z_0,  H2 = Z_1,  M = Z_2,  text block j is added to Z_(j+3)
//   X   = POLYVAL(H; pad(A) || pad(C))
//   tag = first bytes of POLYVAL(H2; X + L) + M,  L = le64(bits of C) || le64(bits of A)
//
// The keys of the hash belong to the message, so a key has none: its slot is ready when its round
// keys are written. Two tokens at the head of a message make H and H2, and END the mask M.
//
//   s_cmd  ---> front --------> AES --> exit -+-> blocks --------> egress -> m_axis,
//   s_axis ---^     \-> delay ----------^     +-> masks ---> finish --^         m_status
//   s_key  -> key load -> m_key               +-> hash -------^
//                                             +-> H, H2 -^
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 2: 128, 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open), slot, iv, iv_in_data, tag_len (bytes), id
//   s_axis    the message; tuser = {abort, section}: section 0 IV, 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// IVs have 12 bytes; tags 4, 6, 8, 12 or 14, with which a message has at most 2^(128 - 8 tag_len)
// bytes of text, and of AAD. docs/architecture.md has the rules of streams, docs/use/security.md
// the duties of the user: no IV twice with a key, no message opened twice.
//
// Throughput: a message of n text and a AAD blocks takes (n + a + 3) Fold cycles. Latency, at most:
// AesLatency + 13 + 5 Fold cycles from the first beat in to the first beat out, AesLatency + h + 17
// + 7 Fold from the last beat in to the last beat of the tag (one more with Fold 8), with h cycles
// of the hash (hash_latency of seal_gcm_pkg). A key load takes nothing from other traffic. Reset:
// control, then as after zeroise_i. zeroise_i: m_axis and m_key are gated at once, and all memories
// are clear SweepCycles later; messages and keys in flight end with cause zeroised.
`include "seal_assert.svh"

module seal_gcm_sst
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned BeatBytes    = 16,             // of s_axis and m_axis: 2, 4, 8, 16
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 5,              // bit 0 AES-128, bit 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 5
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultDigit    = 16,             // bits of a digit, kinds 16 and 17
  parameter int unsigned MultHalt     = 8,              // kinds that split stop here
  parameter bit          MultTables   = 1'b0,           // see seal_gf_mult
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in beats
  parameter bit          KeyRefuse    = 1'b0,           // refuse, not hold, commands during a load
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFD,  // blocks per message
  parameter int unsigned AadLimitLog2 = 35,             // fewer than 2^this bytes of AAD
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

  localparam bit [16:0]   TagLengths  = 17'h0_5150;   // 4, 6, 8, 12, 14
  localparam int unsigned Fold        = BlockBytes / BeatBytes;
  localparam int unsigned AesLatency  = aes_latency(3'(KeySizes), RoundStages, Fold);
  localparam int unsigned Loop        = loop_latency(
      AesLatency, hash_latency(MultKind, 1, MultDigit), Fold);
  localparam int unsigned Depth       = Store ? StoreBeats : out_depth(Loop, Fold);
  localparam int unsigned Messages    = messages(Loop, Fold);
  localparam int unsigned SweepCycles =
      sweep_cycles(Loop, Depth, Messages,
                   key_sweep(AesLatency, key_addr_width(Slots, Fold), 0));

  if (!(KeySizes inside {1, 4, 5})) begin : g_bad_key_sizes
    $error("seal_gcm_sst: KeySizes must be 1, 4 or 5: 1 AES-128, 4 AES-256, 5 both");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 35) begin : g_bad_aad_limit
    $error("seal_gcm_sst: AadLimitLog2 must be 5 to 35");
  end
  if (TextLimit < 1 || TextLimit > 32'hFFFF_FFFD) begin : g_bad_text_limit
    $error("seal_gcm_sst: TextLimit must be 1 to 2^32 - 3 blocks");
  end

  // ---- keys -------------------------------------------------------------------------------------
  logic       sweep, halt, slots_clear, slot_ready, used, derive, derive_done, key_busy;
  logic [3:0] sweep_slot;
  logic [2:0] sweep_pass;
  slot_t      slot;
  uses_t      uses;
  load_t      load;
  key_write_t key;

  seal_gcm_keys #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages),
    .Messages(Messages)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i       (zeroise_i),
    .sweep_i      (halt),
    .table_clear_i(slots_clear),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data, .s_key_min_tag,
    .s_key_short_tags,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i       (s_cmd_slot),
    .ready_o      (slot_ready),
    .slot_o       (slot),
    .slot_ready_o,
    .uses_i       (uses),
    .load_o       (load),
    .used_i       (used),
    .derive_o     (derive),
    .derive_done_i(derive_done),
    .sweep_we_i   (sweep),
    .sweep_slot_i (sweep_slot),
    .sweep_pass_i (sweep_pass),
    .write_o      (key),
    .busy_o       (key_busy)
  );

  // ---- the mode, and the AES pipe with the tokens beside it -------------------------------------
  logic             enter, token_valid, late_valid;
  token_t           token, late_token;
  logic [DataW-1:0] data, late_data;
  logic [127:0]     block, keystream;
  logic [1:0]       size;

  // For keys that a message brings
  logic                  unused_start;
  logic [3:0]            unused_slot;
  logic [StartAddrW-1:0] unused_start_addr, unused_token_addr;

  seal_gcm_mode #(
    .Lead(2), .BeatBytes(BeatBytes), .Slots(Slots), .Depth(Depth), .Messages(Messages),
    .SweepCycles(SweepCycles), .MultKind(MultKind), .MultStages(1), .MultDigit(MultDigit),
    .MultHalt(MultHalt), .MultTables(MultTables), .Store(Store), .StoreBeats(StoreBeats),
    .KeyRefuse(KeyRefuse), .IdWidth(IdWidth), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .MsgLimit(MsgLimit), .Ops(3'b011), .TagLengths(TagLengths)
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
    .sweep_pass_o (sweep_pass),
    .halt_o       (halt),
    .slots_clear_o(slots_clear),
    .load_i       (load),
    .slot_ready_i (slot_ready),
    .slot_i       (slot),
    .used_o       (used),
    .uses_o       (uses),
    .derive_i     (derive),
    .derive_done_o(derive_done),
    .start_o      (unused_start),
    .start_slot_o (unused_slot),
    .start_addr_o (unused_start_addr),
    .token_addr_o (unused_token_addr),
    .turn_i       (1'b1),
    .enter_o      (enter),
    .valid_o      (token_valid),
    .token_o      (token),
    .data_o       (data),
    .block_o      (block),
    .size_o       (size),
    .valid_i      (late_valid),
    .token_i      (late_token),
    .data_i       (late_data),
    .aes_i        (keystream)
  );

  seal_gcm_pipe #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages), .Fold(Fold)
  ) u_pipe (
    .clk_i, .rst_ni,
    .sweep_i     (sweep),
    .enter_i     (enter),
    .valid_i     (token_valid),
    .token_i     (token),
    .data_i      (data),
    .block_i     (block),
    .size_i      (size),
    .valid_o     (late_valid),
    .token_o     (late_token),
    .data_o      (late_data),
    .aes_o       (keystream),
    .key_we_i    (key.we),
    .key_slot_i  (key.slot),
    .key_size_i  (key.size),
    .key_round_i (key.round),
    .key_i       (key.key),
    .clear_we_i  (key.clear),
    .clear_pass_i(key.pass)
  );

  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
