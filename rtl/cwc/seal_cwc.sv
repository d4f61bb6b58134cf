// SPDX-License-Identifier: Apache-2.0
//
// AES-CWC: seals and opens messages (T. Kohno, J. Viega, D. Whiting, The CWC authenticated
// encryption mode, 2003) with a hash of 96 bits per cycle, for any mix of messages, keys and key
// sizes. Also counter mode.
//
//   s_cmd  ---> front --------> AES --> exit -+-> blocks --------> egress -> m_axis,
//   s_axis ---^  ^  \-> delay ----------^     +-> both parts of tags -> finish --^    m_status
//                +-- hash of a message <------+-- pieces
//   s_key  -> key load -> m_key
//              \-> derive (K and its powers, by tokens of the front)
//
// It has the ports and rules of seal_gcm, but that nonces have 11 bytes, s_cmd_iv[87:0] or a
// section of 11, and tags 16. (CWC's hash needs a second call of AES for each message: the hash
// comes back to the front, and passes the pipe as a block.)
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 1, 2: 128, 192, 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv, iv_in_data, tag_len (16), id
//   s_axis    the message; tuser = {abort, section}: section 0 IV, 1 AAD, 2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// docs/architecture.md has the rules of the streams, docs/reference/cwc.md more of the core.
//
// Throughput: a message of n text and a AAD blocks takes n + a + 1 + max(p, 1) cycles, where p of
// its blocks make two pieces of the hash: every third (seal_cwc_pieces). Messages without data, one
// every other cycle at most, may delay others by the passages of their hashes. Latency: AesLatency
// + 15 cycles from the first beat in to the first beat out, at most 2 AesLatency + 2 MultStages +
// 52 from the last beat in to the tag, one less when opening, to the last beat out. With Store the
// latter is that to the first beat out. A key load takes one cycle of the AES pipe and MultStages -
// 1 cycles of the hash from other traffic. Reset: control, then as after zeroise_i. zeroise_i:
// m_axis and m_key are gated at once, and all memories are clear SweepCycles later; messages and
// keys in flight end with cause zeroised.
`include "seal_assert.svh"

module seal_cwc
  import seal_message_pkg::*;
  import seal_cwc_pkg::*;
#(
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 7,              // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 5
  parameter int unsigned MultStages   = 5,              // stages of the multiplier, 1 to 5
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in beats
  parameter bit          KeyRefuse    = 1'b0,           // refuse, not hold, commands during a load
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
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

  localparam int unsigned AesLatency  = seal_gcm_pkg::aes_latency(3'(KeySizes), RoundStages, 1);
  localparam int unsigned Loop        = loop_latency(AesLatency, hash_latency(MultStages));
  localparam int unsigned Depth       = Store ? StoreBeats : seal_engine_pkg::entries(Loop);
  localparam int unsigned Messages    = seal_gcm_pkg::messages(Loop, 1);
  localparam int unsigned PowerW      = seal_engine_pkg::power_width(1, MultStages);
  localparam int unsigned SweepW      = seal_engine_pkg::power_addr_width(Slots, 1, MultStages);
  localparam int unsigned AddrW       = (SweepW > 4) ? SweepW : 4;   // of powers and slots
  localparam int unsigned SweepCycles = seal_gcm_pkg::sweep_cycles(Loop, Depth, Messages,
                                                                   1 << SweepW);

  if (MultStages < 1 || MultStages > 5) begin : g_bad_mult_stages
    $error("seal_cwc: MultStages must be 1 to 5");
  end
  if (Store && StoreBeats < 2) begin : g_bad_store_beats
    $error("seal_cwc: StoreBeats must be 2 or more");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 35) begin : g_bad_aad_limit
    $error("seal_cwc: AadLimitLog2 must be 5 to 35");
  end

  // ---- keys -------------------------------------------------------------------------------------
  logic       sweep, entries_clear, halt, slots_clear, key_busy;
  logic       slot_ready, used, derive, derive_done;
  slot_t      slot;
  uses_t      uses;
  logic [AddrW-1:0]         sweep_addr;
  seal_gcm_pkg::load_t      load;
  seal_gcm_pkg::key_write_t key;

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
    .sweep_slot_i (sweep_addr[3:0]),
    .sweep_pass_i ('0),
    .write_o      (key),
    .busy_o       (key_busy)
  );

  logic         token_req, token_gnt, h_valid, pow_valid, pow_done;
  seal_gcm_pkg::token_e token_kind;
  logic [PowerW-1:0] pow_index;
  logic [3:0]   h_slot;

  seal_gcm_derive #(.MultStages(MultStages)) u_derive (
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

  // ---- commands and blocks become tokens --------------------------------------------------------
  logic               start, entry_give, msg_give, verdict_valid, y_valid, front_busy;
  logic [IdWidth-1:0] start_id;
  logic [3:0]         y_slot;
  logic [1:0]         y_size;
  logic [127:0]       y, block;
  logic               token_valid;
  token_t             token;
  logic [DataW-1:0]   data;

  seal_cwc_front #(
    .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Entries(Depth), .Messages(Messages),
    .Store(Store), .StoreBlocks(StoreBeats), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .MsgLimit(MsgLimit)
  ) u_front (
    .clk_i, .rst_ni,
    .sweep_i      (halt),
    .entries_clear_i(entries_clear),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .key_hold_i   (load.hold),
    .key_slot_i   (load.slot),
    .key_size_i   (load.word.size),
    .key_set_i    (load.loaded),
    .key_used_i   (load.used),
    .key_used_o   (used),
    .slot_ready_i (slot_ready),
    .slot_i       (slot),
    .uses_o       (uses),
    .halt_o       (slots_clear),
    .key_req_i    (token_req),
    .key_gnt_o    (token_gnt),
    .key_kind_i   (token_e'(token_kind)),
    .entry_give_i (entry_give),
    .msg_give_i   (msg_give),
    .start_o      (start),
    .id_o         (start_id),
    .verdict_i    (verdict_valid),
    .y_valid_i    (y_valid),
    .y_slot_i     (y_slot),
    .y_size_i     (y_size),
    .y_i          (y),
    .token_valid_o(token_valid),
    .token_o      (token),
    .data_o       (data),
    .block_o      (block),
    .busy_o       (front_busy)
  );

  // ---- AES pipe, and the delay line beside it ---------------------------------------------------
  logic [127:0]     keystream;
  token_t           late_token;
  logic [DataW-1:0] late_data;
  logic             late_valid;

  seal_aes_pipe #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
  ) u_aes (
    .clk_i,
    .enter_i    (1'b1),
    .block_i    (block),
    .inv_i      (1'b0),
    .slot_i     (token.slot),
    .size_i     (token.size),
    .block_o    (keystream),
    .key_we_i   (key.we),
    .key_slot_i (key.slot),
    .key_size_i (key.size),
    .key_round_i(key.round),
    .key_i      (key.key),
    .clear_we_i (key.clear),
    .clear_pass_i(key.pass)
  );

  seal_delay #(.Width($bits(token_t) + DataW), .Cycles(AesLatency)) u_delay (
    .clk_i, .rst_ni,
    .d_i({token, data}),
    .q_o({late_token, late_data})
  );

  seal_valid #(.Cycles(AesLatency)) u_valid (
    .clk_i, .rst_ni,
    .clear_i(sweep),
    .valid_i(token_valid),
    .valid_o(late_valid)
  );

  // ---- exit -------------------------------------------------------------------------------------
  logic                   out_valid, pending_valid, tag_valid, hash_valid, hash_last;
  out_block_t             out_block;
  seal_gcm_pkg::pending_t pending;
  logic [3:0]             hash_slot;
  logic [PieceW-1:0]      hash_piece;
  end_t                   hash_end;
  logic [DataW-1:0]       out_data, mask;
  logic [127:0]           late_aes;   // of TAG, or the hash key

  seal_cwc_exit u_exit (
    .clk_i, .rst_ni,
    .sweep_i        (sweep),
    .valid_i        (late_valid),
    .token_i        (late_token),
    .data_i         (late_data),
    .aes_i          (keystream),
    .block_valid_o  (out_valid),
    .block_o        (out_block),
    .block_data_o   (out_data),
    .pending_valid_o(pending_valid),
    .pending_o      (pending),
    .mask_o         (mask),
    .tag_valid_o    (tag_valid),
    .aes_o          (late_aes),
    .hash_valid_o   (hash_valid),
    .hash_last_o    (hash_last),
    .hash_slot_o    (hash_slot),
    .hash_piece_o   (hash_piece),
    .hash_end_o     (hash_end),
    .h_valid_o      (h_valid),
    .h_slot_o       (h_slot),
    .pow_valid_o    (pow_valid)
  );

  // ---- hash and verdict -------------------------------------------------------------------------
  logic         unused_j0_valid;
  logic [127:0] unused_j0;

  seal_cwc_hash #(.Slots(Slots), .MultStages(MultStages)) u_hash (
    .clk_i, .rst_ni,
    .sweep_i     (sweep),
    .sweep_addr_i(SweepW'(sweep_addr)),
    .valid_i     (hash_valid),
    .last_i      (hash_last),
    .slot_i      (hash_slot),
    .piece_i     (hash_piece),
    .end_i       (hash_end),
    .h_valid_i   (h_valid),
    .h_slot_i    (h_slot),
    .h_i         (late_aes),
    .pow_valid_i (pow_valid),
    .pow_index_i (pow_index),
    .pow_done_o  (pow_done),
    .valid_o     (y_valid),
    .slot_o      (y_slot),
    .size_o      (y_size),
    .y_o         (y)
  );

  // ---- output -----------------------------------------------------------------------------------
  // To the verdict, E(y) is what a hash is to that of GCM.
  seal_gcm_output #(
    .IdWidth(IdWidth), .Depth(Depth), .Messages(Messages), .Store(Store),
    .SweepCycles(SweepCycles), .AddrW(AddrW)
  ) u_output (
    .clk_i, .rst_ni, .zeroise_i,
    .sweep_o        (sweep),
    .entries_clear_o(entries_clear),
    .sweep_addr_o   (sweep_addr),
    .halt_o         (halt),
    .start_i        (start),
    .id_i           (start_id),
    .block_valid_i  (out_valid),
    .block_i        (out_block),
    .block_data_i   (out_data),
    .entry_give_o   (entry_give),
    .msg_give_o     (msg_give),
    .pending_valid_i(pending_valid),
    .pending_i      (pending),
    .mask_i         (mask),
    .hash_valid_i   (tag_valid),
    .hash_iv_i      (1'b0),
    .hash_i         (late_aes),
    .j0_valid_o     (unused_j0_valid),
    .j0_o           (unused_j0),
    .verdict_valid_o(verdict_valid),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign busy_o = halt || key_busy || front_busy;

  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_iv, s_cmd_iv_in_data, s_cmd_tag_len, s_cmd_id}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
