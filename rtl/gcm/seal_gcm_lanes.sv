// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM for Lanes = 2, 4 or 8 blocks of 128 bits per cycle: seals and opens messages (NIST SP
// 800-38D), several short ones side by side in one beat, each with a key of its own, and no lane
// idle between them. Also GMAC (no text) and counter mode.
//
//   s_cmd  ---> front --> issue --> AES x Lanes --> exit -+-> blocks --------> egress -> m_axis,
//   s_axis ---^       \-> delay --------------------^     +-> pending tags -> finish --^  m_status
//   s_key  -> key load -> m_key                           +-> hash --------------^
//              \-> derive (H, by a token of the issue stage, and its powers)
//   (J0 of an IV that is hashed goes from finish back to the issue stage.)
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 1, 2: 128, 192, 256 bits), data, min_tag (bytes), short_tags
//   m_key     the answer to each key, in order: slot, cause (seal_engine_pkg::key_cause_e)
//   s_cmd     op (0 seal, 1 open, 2 counter-only), slot, iv, iv_in_data, tag_len (bytes), id
//   s_axis    the messages; each lane with its tuser = {abort, section}: section 0 IV, 1 AAD,
//             2 text, 3 tag
//   m_axis    AAD as it came, text transformed, the tag as last section when sealing
//   m_status  id, pass, cause (seal_message_pkg::message_cause_e), once per command, in order
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// docs/architecture.md has the rules of the streams, docs/use/security.md the duties of the user.
//
// A beat of s_axis or m_axis has Lanes blocks side by side, lane 0 in the low bits. A section
// begins on any lane, so does a message; a lane with neither tkeep nor tlast is empty. Of s_cmd up
// to Commands come in a cycle, of m_status up to Ends: word 0 is the oldest, valid is set from bit
// 0 on without a gap, and one ready takes all that are valid.
//
// Each cycle's tokens are in the order of the stream. Of a message of n text and a AAD blocks there
// are n + a + 1, the last one for its tag, and Lanes tokens leave in a cycle whatever messages they
// belong to: so n + a + 1 blocks' time is all that it takes, (n + a + 1) / Lanes cycles. One IV
// may come as data in a cycle; text behind one that is hashed waits for its hash.
//
// A key load takes one cycle from other traffic. Latency: AesLatency + 21 cycles from the first
// beat in to the first beat out, if the message goes on behind it; at most AesLatency + 2
// MultStages + 33 from the last beat in to the tag, one less when opening, to the last beat out.
// With Store the latter is that to the first beat out. Reset: control, then as after zeroise_i.
// zeroise_i: m_axis and m_key are gated at once, and all memories are clear SweepCycles later;
// messages and keys in flight end with cause zeroised.
`include "seal_assert.svh"

module seal_gcm_lanes
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes        = 4,              // blocks per cycle: 2, 4, 8
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 7,              // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 5
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages   = 4,              // stages of the multipliers, 1 to 8
  parameter int unsigned MultHalt     = 8,              // kinds that split stop here
  parameter bit          MultTables   = 1'b0,           // see seal_gf_mult
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in blocks
  parameter bit          KeyRefuse    = 1'b0,           // refuse, not hold, commands during a load
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
  parameter int unsigned AadLimitLog2 = 61,             // fewer than 2^this bytes of AAD
  parameter bit          AnyIv        = 1'b1,           // IVs of any length, or of 12 bytes alone
  parameter int unsigned IvLimit      = 65536,          // then: bytes of IV
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,  // messages sealed with one key
  localparam int unsigned Commands    = seal_gcm_lanes_pkg::commands(Lanes),
  localparam int unsigned Ends        = seal_gcm_lanes_pkg::ends(Lanes)
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

  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,

  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [128*Lanes-1:0] s_axis_tdata,
  input  logic [16*Lanes-1:0]  s_axis_tkeep,
  input  logic [Lanes-1:0]     s_axis_tlast,
  input  logic [3*Lanes-1:0]   s_axis_tuser,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [128*Lanes-1:0] m_axis_tdata,
  output logic [16*Lanes-1:0]  m_axis_tkeep,
  output logic [Lanes-1:0]     m_axis_tlast,
  output logic [3*Lanes-1:0]   m_axis_tuser,

  output logic [Ends-1:0]              m_status_valid,
  input  logic                         m_status_ready,
  output logic [Ends-1:0][IdWidth-1:0] m_status_id,
  output logic [Ends-1:0]              m_status_pass,
  output logic [Ends-1:0][3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  localparam int unsigned Events      = (Ends > Commands) ? Ends : Commands;
  localparam int unsigned AesLatency  = aes_latency(3'(KeySizes), RoundStages, 1);
  localparam int unsigned HashLatency = seal_hash_pkg::lanes_sum_cycles(Lanes, MultStages);
  localparam int unsigned Loop        = seal_gcm_lanes_pkg::loop_latency(AesLatency, HashLatency);
  localparam int unsigned Depth       =
      Store ? StoreBeats : seal_gcm_lanes_pkg::out_depth(Lanes, Loop);
  localparam int unsigned Messages    = seal_gcm_lanes_pkg::messages(Lanes, Loop);
  localparam int unsigned SweepW      = seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages);
  localparam int unsigned AddrW       = (SweepW > 4) ? SweepW : 4;   // of powers and slots
  localparam int unsigned SweepCycles =
      seal_gcm_lanes_pkg::sweep_cycles(Lanes, Loop, Depth, Messages, 1 << SweepW);

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_gcm_lanes: Lanes must be 2, 4 or 8");
  end
  if (!seal_gf_pkg::streams(MultKind)) begin : g_bad_kind
    $error("seal_gcm_lanes: MultKind must be 0 to 11, 13 or 14 (a product in every cycle)");
  end
  if (MultStages < 1 || MultStages > 8) begin : g_bad_mult_stages
    $error("seal_gcm_lanes: MultStages must be 1 to 8");
  end
  if (MultHalt < 1 || MultHalt > 128) begin : g_bad_mult_halt
    $error("seal_gcm_lanes: MultHalt must be 1 to 128");
  end
  if (Store && StoreBeats < 2 * Lanes) begin : g_bad_store_beats
    $error("seal_gcm_lanes: StoreBeats must be 2 Lanes or more");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 61) begin : g_bad_aad_limit
    $error("seal_gcm_lanes: AadLimitLog2 must be 5 to 61");
  end
  if (IvLimit < 1 || IvLimit > 65536) begin : g_bad_iv_limit
    $error("seal_gcm_lanes: IvLimit must be 1 to 65536 bytes");
  end
  if (TextLimit < 1 || TextLimit > 32'hFFFF_FFFE) begin : g_bad_text_limit
    $error("seal_gcm_lanes: TextLimit must be 1 to 2^32 - 2 blocks");
  end
  if (IdWidth < 1 || IdWidth > 16) begin : g_bad_id_width
    $error("seal_gcm_lanes: IdWidth must be 1 to 16");
  end

  // ---- zeroise ----------------------------------------------------------------------------------
  // As in seal_gcm.
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
  logic                   used, derive, derive_done, key_busy, slots_clear;
  logic [Events-1:0][3:0] look_slot;
  logic [Events-1:0]      slot_ready;
  slot_t [Events-1:0]     slot;
  uses_t [Events-1:0]     uses;
  load_t                  load;
  key_write_t             key;

  seal_gcm_keys #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages),
    .Messages(Messages), .Events(Events)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i       (zeroise_i),
    .sweep_i      (halt),
    .table_clear_i(slots_clear),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data, .s_key_min_tag,
    .s_key_short_tags,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i       (look_slot),
    .ready_o      (slot_ready),
    .slot_o       (slot),
    .slot_ready_o,
    .uses_i       (uses),
    .load_o       (load),
    .used_i       (used),
    .derive_o     (derive),
    .derive_done_i(derive_done),
    .sweep_we_i   (sweep.pipe),
    .sweep_slot_i (sweep_addr[3:0]),
    .sweep_pass_i ('0),
    .write_o      (key),
    .busy_o       (key_busy)
  );

  // H by one token; the hash makes its powers. A request is a register, and so is its end.
  logic token_req, token_gnt, asked_q;

  assign token_req = derive && !asked_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) asked_q <= 1'b0;
    else         asked_q <= derive && !derive_done && (asked_q || token_gnt);
  end

  // ---- commands and blocks become tokens --------------------------------------------------------
  logic                             front_busy, j0_valid;
  logic [127:0]                     j0;
  logic [Commands-1:0]              start;
  logic [Commands-1:0][IdWidth-1:0] start_id;
  logic [Ends-1:0]                  msg_give, verdict_valid;
  logic [Lanes-1:0]                 entry_give, token_valid;
  token_t [Lanes-1:0]               token;
  logic [Lanes-1:0][DataW-1:0]      data;
  logic [Lanes-1:0][127:0]          block;
  logic [Lanes-1:0][1:0]            block_size;

  seal_gcm_lanes_front #(
    .Lanes(Lanes), .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Entries(Depth),
    .Messages(Messages), .Store(Store), .StoreBlocks(StoreBeats), .TextLimit(TextLimit),
    .AadLimitLog2(AadLimitLog2), .AnyIv(AnyIv), .IvLimit(IvLimit), .MsgLimit(MsgLimit)
  ) u_front (
    .clk_i, .rst_ni,
    .sweep_i        (halt),
    .entries_clear_i(sweep.out),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .load_i         (load),
    .used_o         (used),
    .look_slot_o    (look_slot),
    .slot_ready_i   (slot_ready),
    .slot_i         (slot),
    .uses_o         (uses),
    .halt_o         (slots_clear),
    .key_req_i      (token_req),
    .key_gnt_o      (token_gnt),
    .entry_give_i   (entry_give),
    .msg_give_i     (msg_give),
    .start_o        (start),
    .id_o           (start_id),
    .verdict_i      (verdict_valid),
    .j0_valid_i     (j0_valid),
    .j0_i           (j0),
    .token_valid_o  (token_valid),
    .token_o        (token),
    .data_o         (data),
    .block_o        (block),
    .size_o         (block_size),
    .busy_o         (front_busy)
  );

  // ---- AES pipes, and the tokens beside them ----------------------------------------------------
  logic [Lanes-1:0]            late_valid;
  token_t [Lanes-1:0]          late_token;
  logic [Lanes-1:0][DataW-1:0] late_data;
  logic [Lanes-1:0][127:0]     keystream;

  seal_gcm_lanes_pipes #(
    .Lanes(Lanes), .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
  ) u_pipes (
    .clk_i, .rst_ni,
    .sweep_i(sweep.pipe),
    .valid_i(token_valid),
    .token_i(token),
    .data_i (data),
    .block_i(block),
    .size_i (block_size),
    .valid_o(late_valid),
    .token_o(late_token),
    .data_o (late_data),
    .aes_o  (keystream),
    .key_i  (key)
  );

  // ---- exit -------------------------------------------------------------------------------------
  logic [Lanes-1:0]            out_valid, pending_valid, hash_valid, hash_last, hash_iv;
  out_block_t [Lanes-1:0]      out_block;
  pending_t [Lanes-1:0]        pending;
  logic [Lanes-1:0][3:0]       hash_slot;
  logic [Lanes-1:0][DataW-1:0] hash_data, out_data, mask;
  logic                        h_valid, unused_pow;
  logic [3:0]                  h_slot;
  logic [127:0]                h;

  seal_gcm_exit #(.Lanes(Lanes), .AnyIv(AnyIv)) u_exit (
    .clk_i, .rst_ni,
    .sweep_i        (sweep.pipe),
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
    .hash_valid_o   (hash_valid),
    .hash_last_o    (hash_last),
    .hash_iv_o      (hash_iv),
    .hash_slot_o    (hash_slot),
    .hash_data_o    (hash_data),
    .h_valid_o      (h_valid),
    .h_slot_o       (h_slot),
    .h_o            (h),
    .pow_valid_o    (unused_pow)
  );

  // ---- hash and verdicts ------------------------------------------------------------------------
  logic [Ends-1:0]            sum_valid, sum_iv;
  logic [Ends-1:0][127:0]     sum;
  verdict_t [Ends-1:0]        verdict;
  logic [Ends-1:0][DataW-1:0] tag;

  seal_hash_lanes #(
    .Lanes(Lanes), .Ends(Ends), .Slots(Slots), .TagW(1), .Order(seal_gf_pkg::OrderGcm),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt), .MultTables(MultTables)
  ) u_hash (
    .clk_i, .rst_ni,
    .sweep_i      (sweep.pipe),
    .sweep_addr_i (sweep_addr[SweepW-1:0]),
    .valid_i      (hash_valid),
    .last_i       (hash_last),
    .tag_i        (hash_iv),
    .slot_i       (hash_slot),
    .data_i       (hash_data),
    .h_valid_i    (h_valid),
    .h_slot_i     (h_slot),
    .h_i          (h),
    .powers_done_o(derive_done),
    .valid_o      (sum_valid),
    .tag_o        (sum_iv),
    .hash_o       (sum)
  );

  seal_gcm_finish_lanes #(.Lanes(Lanes), .Ends(Ends), .Depth(Messages)) u_finish (
    .clk_i, .rst_ni,
    .sweep_i        (sweep.pending),
    .pending_valid_i(pending_valid),
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
  seal_message_egress_lanes #(
    .Lanes(Lanes), .Commands(Commands), .Ends(Ends), .IdWidth(IdWidth), .Depth(Depth),
    .Messages(Messages), .Store(Store)
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
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign busy_o = halt || key_busy || front_busy;

  // A reset may be shorter than a cycle: halt tells of it.
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

  // Each of one or two commands, and of two or three statuses. Commands may join one that waits.
  `SEAL_STREAM(Command, s_cmd_valid[0], s_cmd_ready,
      {s_cmd_op[0], s_cmd_slot[0], s_cmd_iv[0], s_cmd_iv_in_data[0], s_cmd_tag_len[0],
       s_cmd_id[0]}, zeroise_i)
  `SEAL_STREAM(LastCommand, s_cmd_valid[Commands-1], s_cmd_ready,
      {s_cmd_op[Commands-1], s_cmd_slot[Commands-1], s_cmd_iv[Commands-1],
       s_cmd_iv_in_data[Commands-1], s_cmd_tag_len[Commands-1], s_cmd_id[Commands-1]}, zeroise_i)
  `SEAL_STREAM(Status, m_status_valid[0], m_status_ready,
      {m_status_id[0], m_status_pass[0], m_status_cause[0]}, zeroise_i || halt)
  `SEAL_STREAM(SecondStatus, m_status_valid[1], m_status_ready,
      {m_status_id[1], m_status_pass[1], m_status_cause[1]}, zeroise_i || halt)
  `SEAL_STREAM(LastStatus, m_status_valid[Ends-1], m_status_ready,
      {m_status_id[Ends-1], m_status_pass[Ends-1], m_status_cause[Ends-1]}, zeroise_i || halt)

endmodule
