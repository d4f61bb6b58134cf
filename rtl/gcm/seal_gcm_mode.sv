// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM (NIST SP 800-38D) around an AES pipe and key slots, which the core has beside it: from
// commands and beats to tokens for the pipe, and from the pipe to packets and statuses.
//
//   s_cmd  ---> front -> tokens to the pipe    from the pipe -> exit -+-> blocks ------> output
//   s_axis ---^  ^                                                    +-> pending tags ---^  |
//                +- J0 of an IV <------------------------- hash <-----+        hash ------^  |
//                                                                        m_axis, m_status <--+
//
// The parts are the same whatever a key of the hash belongs to (Lead), how keys reach the pipe, and
// what makes the round keys:
//
//   Lead   keys of the hash                                    of
//   0      H and its powers, derived when a key is loaded      each slot: AES-GCM
//   1      H, by a token before the first one of a message     each message: AES-GCM
//   2      H and H2, by two tokens                             each message: AES-GCM-SST
//
// s_cmd, s_axis, m_axis, m_status, rules: docs/architecture.md. load_i, slot_ready_i and slot_i
// (the entry of s_cmd_slot) come from the slots; uses_o goes to them, and used_o is a use of the
// slot of load_i that they do not know yet. A use ends with the verdict. With Lead 1 it ends with
// start_o: in that cycle seal_gcm_message_keys copies the key of slot start_slot_o; start_addr_o
// and token_addr_o are for its copies. derive_i, until derive_done_o: what belongs to a key is
// made.
//
// A token is decided while turn_i is high. Two cycles later, in that of enter_o, it enters the pipe
// with its word of data and its block, if it is valid. All come back after the latency of the pipe,
// with the result of AES. Nothing can stop behind the front: Depth blocks and Messages messages
// have room behind it, by the time from a token to its message's status (seal_gcm_pkg).
//
// Reset: control, then as after zeroise_i, with which m_axis is gated at once. All memories are
// clear SweepCycles later; sweep_o clears the valid bits beside the pipe and, with sweep_slot_o and
// sweep_pass_o, the keys in it, of which each pass of a loop has its own. halt_o stops the loads of
// keys, and slots_clear_o empties the slots.
`include "seal_assert.svh"

module seal_gcm_mode
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lead         = 0,
  parameter int unsigned BeatBytes    = 16,             // of s_axis and m_axis: 2, 4, 8, 16
  parameter int unsigned Slots        = 4,
  parameter int unsigned Depth        = 64,             // blocks in the output FIFO
  parameter int unsigned Messages     = 32,             // in flight
  parameter int unsigned SweepCycles  = 96,             // of a zeroise
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages   = 4,
  parameter int unsigned MultDigit    = 16,
  parameter int unsigned MultHalt     = 8,
  parameter bit          MultTables   = 1'b0,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 128,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned IdWidth      = 16,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks
  parameter int unsigned AadLimitLog2 = 61,
  parameter bit          AnyIv        = 1'b0,
  parameter int unsigned IvLimit      = 65536,
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops          = AllOps,
  parameter bit          LengthFirst  = 1'b0,           // not AES-GCM: see seal_gcm_exit
  parameter bit [16:0]   TagLengths   = GcmTags
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   zeroise_i,
  input  logic                   key_busy_i,    // the slots have a key under way
  output logic                   busy_o,

  input  logic                   s_cmd_valid,
  output logic                   s_cmd_ready,
  input  logic [1:0]             s_cmd_op,
  input  logic [3:0]             s_cmd_slot,
  input  logic [95:0]            s_cmd_iv,
  input  logic                   s_cmd_iv_in_data,
  input  logic [4:0]             s_cmd_tag_len,
  input  logic [IdWidth-1:0]     s_cmd_id,

  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,
  input  logic [8*BeatBytes-1:0] s_axis_tdata,
  input  logic [BeatBytes-1:0]   s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [2:0]             s_axis_tuser,

  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,
  output logic [8*BeatBytes-1:0] m_axis_tdata,
  output logic [BeatBytes-1:0]   m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [2:0]             m_axis_tuser,

  output logic                   m_status_valid,
  input  logic                   m_status_ready,
  output logic [IdWidth-1:0]     m_status_id,
  output logic                   m_status_pass,
  output logic [3:0]             m_status_cause,

  // key slots, and the keys in the pipe
  output logic                   sweep_o,
  output logic [3:0]             sweep_slot_o,
  output logic [2:0]             sweep_pass_o,
  output logic                   halt_o,
  output logic                   slots_clear_o,
  input  load_t                  load_i,
  input  logic                   slot_ready_i,
  input  slot_t                  slot_i,
  output logic                   used_o,
  output uses_t                  uses_o,
  input  logic                   derive_i,
  output logic                   derive_done_o,
  output logic                   start_o,
  output logic [3:0]             start_slot_o,
  output logic [StartAddrW-1:0]  start_addr_o,
  output logic [StartAddrW-1:0]  token_addr_o,

  // to the AES pipe, and back
  input  logic                   turn_i,        // a token may be decided
  output logic                   enter_o,
  output logic                   valid_o,
  output token_t                 token_o,
  output logic [DataW-1:0]       data_o,
  output logic [127:0]           block_o,
  output logic [1:0]             size_o,
  input  logic                   valid_i,
  input  token_t                 token_i,
  input  logic [DataW-1:0]       data_i,
  input  logic [127:0]           aes_i
);

  localparam int unsigned Fold      = BlockBytes / BeatBytes;
  localparam bit          Sst       = (Lead == 2);
  localparam int unsigned J0        = Sst ? 2 : 1;   // its counter
  localparam int unsigned Sets      = Sst ? 2 : 4;   // of keys that messages bring, in turn
  localparam int unsigned HashSlots = (Lead == 0) ? Slots : Sets * Lead;
  localparam int unsigned Powers    = hash_powers(MultKind, MultStages);
  localparam int unsigned PowerW    = seal_engine_pkg::power_width(1, Powers);
  localparam bit          Hashes    = Ops[OpSeal] || Ops[OpOpen];
  localparam int unsigned SweepW    = power_addr_width(HashSlots, MultKind, MultStages);
  localparam int unsigned PassW     = $clog2(Fold);
  localparam int unsigned RoundW    = key_addr_width(Slots, Fold);
  localparam int unsigned KeyW      = (RoundW > 4) ? RoundW : 4;
  localparam int unsigned AddrW     = (SweepW > KeyW) ? SweepW : KeyW;   // of powers, round keys

  if (MultKind == seal_gf_pkg::KindFixedKey || MultKind >= seal_gf_pkg::Kinds) begin : g_bad_kind
    $error("seal_gcm_mode: MultKind must be 0 to 11 or 13 to 18 (kind_e)");
  end
  if (!seal_gf_pkg::streams(MultKind) &&
      seal_gf_pkg::serial_cycles(MultKind, 128, MultDigit) > Fold) begin : g_bad_mult
    $error("seal_gcm_mode: the multiplier takes more cycles than a block, 16 / BeatBytes");
  end
  if (MultDigit < 1 || MultDigit > 128) begin : g_bad_mult_digit
    $error("seal_gcm_mode: MultDigit must be 1 to 128");
  end
  if (MultStages < 1 || MultStages > 8) begin : g_bad_mult_stages
    $error("seal_gcm_mode: MultStages must be 1 to 8");
  end
  if (MultHalt < 1 || MultHalt > 128) begin : g_bad_mult_halt
    $error("seal_gcm_mode: MultHalt must be 1 to 128");
  end
  if (!Hashes && (AnyIv || MultStages != 1)) begin : g_bad_counter
    $error("seal_gcm_mode: without sealing and opening in Ops, AnyIv must be 0 and MultStages 1");
  end
  if (Store && StoreBeats < 2) begin : g_bad_store_beats
    $error("seal_gcm_mode: StoreBeats must be 2 or more");
  end

  // ---- beats become blocks, and at the output blocks beats ------------------------------------
  logic         in_valid, in_ready, in_last, begun, clear;
  logic [127:0] in_data;
  logic [15:0]  in_keep;
  logic [2:0]   in_user;
  logic         end_valid, end_ready, end_last;
  logic [127:0] end_data;
  logic [15:0]  end_keep;
  logic [2:0]   end_user;
  logic         go;      // a token is decided, and enters the AES pipe two cycles later

  seal_message_beats #(.BeatBytes(BeatBytes)) u_beats (
    .clk_i, .rst_ni,
    .clear_i    (clear),
    .go_o       (go),
    .enter_o,
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
  logic               key_req, key_gnt, entry_give, msg_give, verdict_valid, j0_valid, front_busy;
  token_e             key_kind;
  logic [IdWidth-1:0] start_id;
  logic [127:0]       j0;
  logic               entries_clear;
  logic [AddrW-1:0]   sweep_addr;

  // All passes of a slot, then those of the next one, and round again
  assign sweep_slot_o = 4'(sweep_addr[KeyW-1:PassW]);
  assign sweep_pass_o = 3'(sweep_addr & AddrW'(Fold - 1));

  seal_gcm_front #(
    .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Entries(Depth), .Messages(Messages),
    .Store(Store), .StoreBlocks(StoreBeats), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .AnyIv(AnyIv), .IvLimit(IvLimit), .MsgLimit(MsgLimit), .Ops(Ops),
    .TagLengths(TagLengths), .TagBound(Sst ? 128 : 0),
    .LengthFirst(LengthFirst), .Lead(Lead), .Zero(Lead == 1), .J0(J0)
  ) u_front (
    .clk_i, .rst_ni,
    .sweep_i        (halt_o),
    .entries_clear_i(entries_clear),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid  (in_valid),
    .s_axis_tready  (in_ready),
    .s_axis_tdata   (in_data),
    .s_axis_tkeep   (in_keep),
    .s_axis_tlast   (in_last),
    .s_axis_tuser   (in_user),
    .begun_i        (begun),
    .clear_o        (clear),
    .key_hold_i     (load_i.hold),
    .key_slot_i     (load_i.slot),
    .key_size_i     (load_i.word.size),
    .key_set_i      (load_i.loaded),
    .key_used_i     (load_i.used),
    .key_used_o     (used_o),
    .slot_ready_i, .slot_i, .uses_o,
    .halt_o         (slots_clear_o),
    .go_i           (go && turn_i),
    .key_req_i      (key_req),
    .key_gnt_o      (key_gnt),
    .key_kind_i     (key_kind),
    .entry_give_i   (entry_give),
    .msg_give_i     (msg_give),
    .start_o,
    .id_o           (start_id),
    .slot_o         (start_slot_o),
    .verdict_i      ((Lead == 1) ? start_o : verdict_valid),
    .j0_valid_i     ((Lead == 0) && j0_valid),
    .j0_i           ((Lead == 0) ? j0 : '0),
    .token_valid_o  (valid_o),
    .token_o, .data_o, .block_o, .size_o, .start_addr_o, .token_addr_o,
    .busy_o         (front_busy)
  );

  assign busy_o = halt_o || key_busy_i || front_busy || begun;

  // ---- exit -------------------------------------------------------------------------------------
  logic             out_valid, pending_valid, hash_valid, hash_last, hash_iv, h_valid, pow_valid;
  out_block_t       out_block;
  pending_t         pending;
  logic [3:0]       hash_slot, h_slot;
  logic [127:0]     h;
  logic [DataW-1:0] hash_data, out_data, mask;

  seal_gcm_exit #(
    .AnyIv(AnyIv), .Lead(Lead), .Sets(Sets), .Polyval(Sst), .Ops(Ops),
    .LengthFirst(LengthFirst)
  ) u_exit (
    .clk_i, .rst_ni,
    .sweep_i        (sweep_o),
    .valid_i, .token_i, .data_i, .aes_i,
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
    .pow_valid_o    (pow_valid)
  );

  // ---- keys of the hash -------------------------------------------------------------------------
  logic [PowerW-1:0] pow_index;
  logic              pow_done;

  if (Lead == 0) begin : g_of_slots
    seal_gcm_derive #(.MultStages(Powers)) u_derive (
      .clk_i, .rst_ni, .derive_i,
      .done_o     (derive_done_o),
      .req_o      (key_req),
      .gnt_i      (key_gnt),
      .kind_o     (key_kind),
      .pow_index_o(pow_index),
      .h_valid_i  (h_valid),
      .pow_done_i (pow_done)
    );
  end else begin : g_of_messages
    // Nothing belongs to a key but its schedule.
    logic unused_derive;
    assign unused_derive = ^{key_gnt, pow_done};
    assign derive_done_o = derive_i;
    assign key_req       = 1'b0;
    assign key_kind      = TokenKeyH;
    assign pow_index     = '0;
  end

  // ---- hash, verdict, output --------------------------------------------------------------------
  logic         sum_valid, sum_iv;
  logic [127:0] sum;

  seal_gcm_hash #(
    .Hashes(Hashes), .Slots(HashSlots), .MultKind(MultKind), .MultStages(MultStages),
    .MultDigit(MultDigit), .MultHalt(MultHalt), .MultTables(MultTables), .Polyval(Sst),
    .Square(Lead == 1)
  ) u_hash (
    .clk_i, .rst_ni,
    .sweep_i     (sweep_o),
    .sweep_addr_i(sweep_addr[SweepW-1:0]),
    .valid_i     (hash_valid),
    .last_i      (hash_last),
    .tag_i       (!Sst && hash_iv),
    .slot_i      (hash_slot),
    .data_i      (hash_data),
    .h_valid_i   (h_valid),
    .h_slot_i    (h_slot),
    .h_i         (h),
    .pow_valid_i ((Lead == 0) && pow_valid),
    .pow_index_i (pow_index),
    .pow_done_o  (pow_done),
    .valid_o     (sum_valid),
    .tag_o       (sum_iv),
    .hash_o      (sum)
  );

  seal_gcm_output #(
    .IdWidth(IdWidth), .Depth(Depth), .Messages(Messages), .Store(Store), .Ops(Ops),
    .LengthFirst(LengthFirst), .SweepCycles(SweepCycles), .AddrW(AddrW)
  ) u_output (
    .clk_i, .rst_ni, .zeroise_i,
    .sweep_o,
    .entries_clear_o(entries_clear),
    .sweep_addr_o   (sweep_addr),
    .halt_o,
    .start_i        (start_o),
    .id_i           (start_id),
    .block_valid_i  (out_valid),
    .block_i        (out_block),
    .block_data_i   (out_data),
    .entry_give_o   (entry_give),
    .msg_give_o     (msg_give),
    .pending_valid_i(pending_valid),
    .pending_i      (pending),
    .mask_i         (mask),
    .hash_valid_i   (sum_valid),
    .hash_iv_i      (!Sst && sum_iv),
    .hash_i         (sum),
    .j0_valid_o     (j0_valid),
    .j0_o           (j0),
    .verdict_valid_o(verdict_valid),
    .m_axis_tvalid  (end_valid),
    .m_axis_tready  (end_ready),
    .m_axis_tdata   (end_data),
    .m_axis_tkeep   (end_keep),
    .m_axis_tlast   (end_last),
    .m_axis_tuser   (end_user),
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_iv, s_cmd_iv_in_data, s_cmd_tag_len, s_cmd_id}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || halt_o)

endmodule
