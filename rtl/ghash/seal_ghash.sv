// SPDX-License-Identifier: Apache-2.0
//
// GHASH (NIST SP 800-38D, section 6.4) as a stream of messages: q blocks per cycle (q = Lanes),
// message after message without a dead cycle, for any lengths and any mix of keys.
//
//   s_key  -> key slots -> powers of H
//                |            v
//   s_axis -> ingress -> q multipliers, sum, feedback -> exit -> m_axis
//
// Streams (valid/ready; byte 0 of a string in bits [7:0]):
//   s_key   slot, data: H, which is a block; see seal_ghash_keys
//   m_key   slot, cause (a key_cause_e): one answer to each key
//   s_axis  a message: 16 q bytes per beat, each message from byte 0 of a beat on; tlast with its
//           last beat; tuser = {id, slot}, of which that of the first beat counts. Any length in
//           bytes: zeros fill up the last block. A message without bytes is a null beat (tkeep
//           zero) with tlast; its hash is zero.
//   m_axis  the hash of each message in order, a beat each; tuser = {cause, id}, the cause being a
//           ghash_cause_e. A hash with a cause is zero.
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, message or zeroise is under way
// A key applies to messages that begin from the first cycle of its answer on. Messages of its
// slot that have not begun wait from the cycle after its offer on, also while another key is under
// way (s_axis_tready depends on the slot in s_axis_tuser, and is low for them); the key is taken
// when the messages before have read their powers. No length is counted, and none is limited.
//
// Reductions: 1, or one for each lane (seal_ghash_mult). MultKind, MultStages, MultHalt: those of
// seal_gf_mult. FixedKey = 1: H is Key for ever (seal_ghash_fixed); it needs MultStages = 1 and
// Slots = 1, MultKind, MultHalt and Reductions have no meaning, and any key is answered with
// KeyBadSlot.
//
// Throughput: a beat per cycle; a key load takes one for each power but the first. Latency:
// ghash_latency(). From the offer of a key to its answer: ghash_load(). With FixedKey the latency
// is 6, and a key is answered in the next cycle. Reset: control, then as after zeroise_i.
// zeroise_i: outputs are gated at once; ghash_clear() cycles after its fall all keys and messages
// are gone, and no slot has a key (but for a fixed one). Messages in flight end silently; of one
// that has begun to come in, the rest is read and dropped. A key without an answer gets KeyZeroised
// then.
//
// Source: K. M. Abdellatif, R. Chotin-Avot and H. Mehrez, Efficient Parallel-Pipelined GHASH for
// Message Authentication, ReConFig 2012, Fig. 6.
`include "seal_assert.svh"

module seal_ghash
  import seal_ghash_pkg::*;
#(
  parameter int unsigned Slots      = 4,     // key slots, 1 to 16
  parameter int unsigned Lanes      = 4,     // blocks per cycle: 1, 2, 4, 8
  parameter int unsigned Reductions = 1,     // 1 or Lanes
  parameter int unsigned MultKind   = 0,     // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages = 4,     // registers of a product, 1 to 8
  parameter int unsigned MultHalt   = 32,    // 1 to 128
  parameter bit          FixedKey   = 1'b0,  // H is Key, in place of key slots
  parameter bit [127:0]  Key        = '0     // H of FixedKey, byte n in bits [8n+7:8n]
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 s_key_valid,
  output logic                 s_key_ready,
  input  logic [3:0]           s_key_slot,
  input  logic [127:0]         s_key_data,

  output logic                 m_key_valid,
  input  logic                 m_key_ready,
  output logic [3:0]           m_key_slot,
  output logic [2:0]           m_key_cause,

  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [Lanes*128-1:0] s_axis_tdata,
  input  logic [Lanes*16-1:0]  s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [7:0]           s_axis_tuser,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [127:0]         m_axis_tdata,
  output logic                 m_axis_tlast,
  output logic [5:0]           m_axis_tuser,

  output logic [Slots-1:0]     slot_ready_o,
  input  logic                 zeroise_i,
  output logic                 busy_o
);

  localparam int unsigned Powers   = ghash_powers(Lanes, MultStages);
  localparam int unsigned PowerW   = seal_engine_pkg::power_width(Lanes, MultStages);
  localparam int unsigned AddrW    = seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages);
  localparam int unsigned CountW   = (Lanes > 1) ? $clog2(Lanes) : 1;
  localparam int unsigned Messages = ghash_messages(MultStages);
  localparam bit          Joint    = (MultKind == seal_gf_pkg::KindKaratsuba) ||
                                     (MultKind == seal_gf_pkg::KindReyhaniMasoleh);

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_ghash: Slots must be 1 to 16");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : g_bad_lanes
    $error("seal_ghash: Lanes must be 1, 2, 4 or 8");
  end
  if (Reductions != 1 && Reductions != Lanes) begin : g_bad_reductions
    $error("seal_ghash: Reductions must be 1 or Lanes");
  end
  if (Lanes > 1 && Reductions == 1 && !Joint && !FixedKey) begin : g_bad_joint
    $error("seal_ghash: Reductions must be Lanes, but for MultKind 0 and 3, which reduce products");
  end
  if (MultKind > seal_gf_pkg::KindTmvpShallow) begin : g_bad_mult_kind
    $error("seal_ghash: MultKind must be 0 to 11 (a product in every cycle)");
  end
  if (MultStages < 1 || MultStages > 8) begin : g_bad_stages
    $error("seal_ghash: MultStages must be 1 to 8");
  end
  if (MultHalt < 1 || MultHalt > 128) begin : g_bad_halt
    $error("seal_ghash: MultHalt must be 1 to 128");
  end
  if (FixedKey && (MultStages != 1 || Slots != 1)) begin : g_bad_fixed
    $error("seal_ghash: FixedKey needs MultStages = 1 and Slots = 1");
  end

  if (AddrW > 8) begin : g_bad_words
    $error("seal_ghash: Slots times Lanes times MultStages, rounded up, must be 256 or less");
  end

  logic             halt, gate, sweep, free, exit_busy, load_busy;
  logic [7:0]       sweep_addr;

  // ---- input ------------------------------------------------------------------------------------
  logic             go, begun, hold, power, slot_ready, first;
  logic [3:0]       slot, id;
  logic [Slots-1:0] slots_ready;

  assign {id, slot}    = s_axis_tuser;
  assign s_axis_tready = !halt && !power &&
                         (begun || (free && !hold));
  assign go            = s_axis_tvalid && s_axis_tready;
  assign first         = go && !begun;

  logic                    valid, last;
  logic [CountW-1:0]       count;
  logic [3:0]              beat_slot;
  ghash_tag_t              tag;
  logic [Lanes-1:0][127:0] blocks;

  seal_ghash_ingress #(.Lanes(Lanes)) u_ingress (
    .clk_i, .rst_ni,
    .sweep_i     (halt),
    .go_i        (go),
    .data_i      (s_axis_tdata),
    .keep_i      (s_axis_tkeep),
    .last_i      (s_axis_tlast),
    .id_i        (id),
    .slot_i      (slot),
    .slot_ready_i(slot_ready),
    .inside_o    (begun),
    .valid_o     (valid),
    .last_o      (last),
    .count_o     (count),
    .slot_o      (beat_slot),
    .tag_o       (tag),
    .blocks_o    (blocks)
  );

  // ---- keys and hash ----------------------------------------------------------------------------
  logic         next;
  ghash_tag_t   hash_tag;
  logic [127:0] hash;

  if (FixedKey) begin : g_fixed
    logic answer_waits, take;

    assign hold        = 1'b0;
    assign power       = 1'b0;
    assign slot_ready  = (slot == 4'd0);
    assign slots_ready = '1;
    assign s_key_ready = !answer_waits && !gate;
    assign take        = s_key_valid && s_key_ready;
    assign load_busy   = answer_waits;

    seal_key_answer u_answer (
      .clk_i, .rst_ni,
      .gate_i (gate),
      .sweep_i(halt),
      .begin_i(take),
      .slot_i (s_key_slot),
      .end_i  (take),
      .cause_i(seal_engine_pkg::KeyBadSlot),
      .waits_o(answer_waits),
      .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
    );

    seal_ghash_fixed #(.TagW($bits(ghash_tag_t)), .Lanes(Lanes), .Key(Key)) u_hash (
      .clk_i, .rst_ni,
      .sweep_i (sweep),
      .valid_i (valid),
      .last_i  (last),
      .count_i (count),
      .tag_i   (tag),
      .blocks_i(blocks),
      .next_o  (next),
      .tag_o   (hash_tag),
      .hash_o  (hash)
    );

    logic unused_key;
    assign unused_key = ^{s_key_data, beat_slot, sweep_addr, first};
  end else begin : g_keys
    logic              h_valid, pow_valid, pow_done, ended;
    logic [3:0]        end_slot;
    logic [PowerW-1:0] pow_index;

    seal_ghash_keys #(.Slots(Slots), .Powers(Powers), .Uses(Messages)) u_keys (
      .clk_i, .rst_ni,
      .gate_i      (zeroise_i),
      .sweep_i     (halt),
      .s_key_valid, .s_key_ready, .s_key_slot,
      .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
      .slot_i      (slot),
      .ready_o     (slot_ready),
      .wait_o      (hold),
      .slot_ready_o(slots_ready),
      .begin_i     (first),
      .begin_slot_i(slot),
      .end_i       (ended),
      .end_slot_i  (end_slot),
      .h_valid_o   (h_valid),
      .power_o     (power),
      .pow_valid_o (pow_valid),
      .pow_index_o (pow_index),
      .pow_done_i  (pow_done),
      .busy_o      (load_busy)
    );

    seal_ghash_lanes #(
      .Slots(Slots), .TagW($bits(ghash_tag_t)), .Lanes(Lanes), .Reductions(Reductions),
      .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
    ) u_hash (
      .clk_i, .rst_ni,
      .sweep_i     (sweep),
      .sweep_addr_i(sweep_addr[AddrW-1:0]),
      .valid_i     (valid),
      .last_i      (last),
      .count_i     (count),
      .tag_i       (tag),
      .slot_i      (beat_slot),
      .blocks_i    (blocks),
      .end_o       (ended),
      .end_slot_o  (end_slot),
      .h_valid_i   (h_valid),
      .h_slot_i    (s_key_slot),
      .h_i         (s_key_data),
      .pow_valid_i (pow_valid),
      .pow_index_i (pow_index),
      .pow_done_o  (pow_done),
      .next_o      (next),
      .tag_o       (hash_tag),
      .hash_o      (hash)
    );

    logic unused_key;
    assign unused_key = ^{Key, sweep_addr};
  end

  // ---- output -----------------------------------------------------------------------------------
  seal_aes_exit #(
    .Depth(Messages), .Clear(ghash_clear(AddrW, MultStages)), .UserW($bits(ghash_tag_t))
  ) u_exit (
    .clk_i, .rst_ni, .zeroise_i,
    .gate_o      (gate),
    .halt_o      (halt),
    .sweep_o     (sweep),
    .sweep_addr_o(sweep_addr),
    .free_o      (free),
    .take_i      (first),
    .push_i      (next),
    .error_i     (hash_tag.cause != GhashNone),
    .user_i      (hash_tag),
    .block_i     (hash),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tuser,
    .busy_o (exit_busy)
  );

  assign m_axis_tlast = m_axis_tvalid;
  assign slot_ready_o = slots_ready & {Slots{!gate}};
  assign busy_o       = load_busy || exit_busy;

  // During a zeroise, which a reset begins, too, what is offered may change.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready, {s_key_slot, s_key_data}, zeroise_i || halt)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i || halt)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tlast, m_axis_tuser}, zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
