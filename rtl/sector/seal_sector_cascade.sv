// SPDX-License-Identifier: Apache-2.0
//
// CHCTR2: HCTR2 (ePrint 2021/1441; seal_sector_hctr2_pkg) twice, under K1 and then K2, with the
// same tweak (Chen, Hiraga, Mouha, Naito, Sasaki, Sugawara, ASIACRYPT 2025). Two sector engines,
// one behind the other:
//
//   encryption   first engine E_K1, second engine E_K2
//   decryption   first engine D_K2, second engine D_K1
//
// so both engines hold both keys: K1 in slot 2 s, K2 in slot 2 s + 1. The streams are those of
// seal_sector; s_key_data is {K2, K1}. A command is taken when both engines take it. While a key of
// its slot is loaded, it waits until both engines have both halves: otherwise it would run under
// one half of the new key and the other half of the old one. The cause of a status is that of the
// first engine, if it has one.
//
// The loading of a key:
//
//   Idle     waits for a key to be offered; its slot is registered
//   Load     each engine takes K1 and then K2, when it no longer uses that slot of its own; the key
//            is taken (s_key_ready) in the cycle after the last of the four
//   Wait     for the four answers
//   Answer   m_key, until it is taken, but not during a sweep; its cause is the first one that an
//            engine had
//   Drain    after a zeroise in Load: the answers to halves that were taken are dropped, and the
//            key, which is still on offer, is loaded from the beginning
//
// Throughput: that of one engine. Reset, zeroise_i: as in seal_sector.
`include "seal_assert.svh"

module seal_sector_cascade
  import seal_sector_pkg::*;
#(
  parameter int unsigned Slots       = 4,     // key slots, 1 to 7
  parameter int unsigned KeySizes    = 7,     // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned MaxUnit     = 4096,  // bytes
  parameter int unsigned MaxTweak    = 16,    // bytes, rounded up to blocks
  parameter int unsigned Buffer      = 512,   // blocks, in each direction
  parameter int unsigned Window      = 8,     // units in flight
  parameter bit          UnitStatus  = 1'b0,  // a status for each unit, not command
  parameter int unsigned IdWidth     = 16,    // bits of s_cmd_id and m_status_id
  parameter int unsigned Sbox        = 1,     // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages = 1,     // registers per AES round
  parameter int unsigned Fold        = 1,     // cycles per call of AES: 1, 2, 4, 8
  parameter int unsigned MultKind    = 0,     // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages  = 4,     // stages of each multiplier, 1 to 8
  parameter int unsigned MultHalt    = 8      // Karatsuba stops splitting here
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [1:0]         s_key_size,
  input  logic [12:0]        s_key_unit,
  input  logic [511:0]       s_key_data,

  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [127:0]       s_cmd_unit,
  input  logic [31:0]        s_cmd_count,
  input  logic               s_cmd_tweak_in_data,
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
  output logic               m_status_last,
  output logic [3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  import seal_engine_pkg::*;

  // Slot 15 of an engine is never used: it stands for all slots that do not exist. So a key or
  // command for one of these is refused by the engines like any other, when they are ready.
  if (Slots < 1 || Slots > 7) begin : g_bad_slots
    $error("seal_sector_cascade: Slots must be 1 to 7: each takes two of an engine");
  end

  // ---- keys: each engine takes K1, then K2 ------------------------------------------------------
  typedef enum logic [2:0] {StIdle, StLoad, StWait, StAnswer, StDrain} state_e;

  state_e          state_q;
  logic            hold, sweep, unused_sweep, unused_addr, unused_flush, unused_halt;
  logic [1:0]      key_valid, key_ready, first_q, second_q, answer;   // by engine: taken halves
  logic [1:0][1:0] due_q;                                             // answers to these
  logic [1:0][2:0] answer_cause;
  logic [3:0]      slot_q;
  key_cause_e      cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
    end else begin
      unique case (state_q)
        StIdle: if (s_key_valid && !zeroise_i) state_q <= StLoad;
        StLoad: begin
          if (zeroise_i)                       state_q <= StDrain;
          else if (s_key_valid && s_key_ready) state_q <= StWait;
        end
        StWait:  if (due_q == '0) state_q <= StAnswer;
        StDrain: if (due_q == '0) state_q <= StIdle;
        default: if (m_key_ready && !sweep) state_q <= StIdle;   // StAnswer
      endcase
    end
  end

  // An answer that waits to be taken is given after the sweep, as in a single engine.
  seal_zeroise #(.Cycles(sweep_cycles(Buffer)), .AddrW(1)) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(1'b1),
    .gate_o   (sweep),
    .sweep_o  (unused_sweep),
    .addr_o   (unused_addr),
    .flush_o  (unused_flush),
    .halt_o   (unused_halt)
  );

  for (genvar e = 0; e < 2; e++) begin : g_halves
    logic take;
    assign take = key_valid[e] && key_ready[e];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q[e]  <= 1'b0;
        second_q[e] <= 1'b0;
        due_q[e]    <= '0;
      end else begin
        first_q[e]  <= (state_q == StLoad) && (first_q[e] || take);
        second_q[e] <= (state_q == StLoad) && (second_q[e] || (first_q[e] && take));
        due_q[e]    <= due_q[e] + 2'(take) - 2'(answer[e]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) begin
      slot_q  <= s_key_slot;
      cause_q <= KeyLoaded;
    end else if (zeroise_i) begin
      if (cause_q == KeyLoaded) cause_q <= KeyZeroised;
    end else begin
      for (int unsigned e = 0; e < 2; e++) begin
        if (answer[e] && cause_q == KeyLoaded) cause_q <= key_cause_e'(answer_cause[e]);
      end
    end
  end

  // The key is taken when both engines have taken both parts: until then it is on offer.
  assign s_key_ready = (state_q == StLoad) && (&second_q) && !zeroise_i;
  assign m_key_valid = (state_q == StAnswer) && !sweep;
  assign m_key_slot  = slot_q;
  assign m_key_cause = cause_q;

  // ---- two engines ------------------------------------------------------------------------------
  logic [1:0]              cmd_ready, status_valid, status_ready, status_last;
  logic [1:0]              unused_pass, busy;
  logic [1:0][3:0]         unused_slot;
  logic [1:0][KeyBlocksW-1:0] unused_blocks;
  logic [2:0][127:0]       data;
  logic [2:0][15:0]        keep;
  logic [2:0][2:0]         user;
  logic [2:0]              beat_valid, beat_ready, beat_last;
  logic [1:0][IdWidth-1:0] status_id;
  logic [1:0][3:0]         status_cause;
  logic [1:0][2*Slots-1:0] slots;

  assign {beat_valid[0], data[0], keep[0], beat_last[0], user[0]} =
      {s_axis_tvalid, s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser};
  assign s_axis_tready = beat_ready[0];
  assign hold          = state_q inside {StLoad, StWait} && s_cmd_slot == slot_q;
  assign s_cmd_ready   = (&cmd_ready) && !hold;

  for (genvar e = 0; e < 2; e++) begin : g_engine
    assign key_valid[e] = (state_q == StLoad) && !second_q[e];

    seal_sector #(
      .Mode(ModeHctr2), .Slots(2 * Slots), .KeySizes(KeySizes), .MaxUnit(MaxUnit),
      .MaxTweak(MaxTweak), .Buffer(Buffer), .Window(Window), .UnitStatus(UnitStatus),
      .KeepTweak(e == 0), .IdWidth(IdWidth), .Sbox(Sbox), .RoundStages(RoundStages), .Fold(Fold),
      .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
    ) u_engine (
      .clk_i, .rst_ni,
      .s_key_valid   (key_valid[e]),
      .s_key_ready   (key_ready[e]),
      .s_key_slot    ((32'(s_key_slot) < Slots) ? {s_key_slot[2:0], first_q[e]} : 4'd15),
      .s_key_size,
      .s_key_unit,
      .s_key_data    (first_q[e] ? s_key_data[511:256] : s_key_data[255:0]),
      .m_key_valid   (answer[e]),
      .m_key_ready   (1'b1),
      .m_key_slot    (unused_slot[e]),
      .m_key_cause   (answer_cause[e]),
      .s_cmd_valid   (s_cmd_valid && cmd_ready[1-e] && !hold),
      .s_cmd_ready   (cmd_ready[e]),
      .s_cmd_op,
      .s_cmd_slot    (s_cmd_slot[3] ? 4'd15 : {s_cmd_slot[2:0], s_cmd_op[0] ^ (e == 1)}),
      .s_cmd_unit, .s_cmd_count, .s_cmd_tweak_in_data, .s_cmd_id,
      .s_axis_tvalid (beat_valid[e]),
      .s_axis_tready (beat_ready[e]),
      .s_axis_tdata  (data[e]),
      .s_axis_tkeep  (keep[e]),
      .s_axis_tlast  (beat_last[e]),
      .s_axis_tuser  (user[e]),
      .m_axis_tvalid (beat_valid[e+1]),
      .m_axis_tready (beat_ready[e+1]),
      .m_axis_tdata  (data[e+1]),
      .m_axis_tkeep  (keep[e+1]),
      .m_axis_tlast  (beat_last[e+1]),
      .m_axis_tuser  (user[e+1]),
      .m_status_valid(status_valid[e]),
      .m_status_ready(status_ready[e]),
      .m_status_id   (status_id[e]),
      .m_status_pass (unused_pass[e]),
      .m_status_last (status_last[e]),
      .m_status_cause(status_cause[e]),
      .slot_ready_o  (slots[e]),
      .zeroise_i,
      .busy_o        (busy[e]),
      .blocks_slot_i ('0),
      .blocks_o      (unused_blocks[e])
    );
  end

  assign m_axis_tvalid = beat_valid[2];
  assign m_axis_tdata  = data[2];
  assign m_axis_tkeep  = keep[2];
  assign m_axis_tlast  = beat_last[2];
  assign m_axis_tuser  = user[2];
  assign beat_ready[2] = m_axis_tready;

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    assign slot_ready_o[s] = &{slots[1][2*s+:2], slots[0][2*s+:2]};
  end

  // ---- statuses: in pairs -----------------------------------------------------------------------
  // A status of the first engine waits for that of the second one. If the second engine has ended
  // the command earlier, the other statuses of the first one are dropped.
  logic           first_valid, first_last, pair, drop, free;
  logic [3:0]     first_cause;

  seal_fifo #(.Width(5), .Depth(32)) u_first (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (status_valid[0] && free),
    .data_i ({status_last[0], status_cause[0]}),
    .pop_i  (drop || (pair && m_status_ready)),
    .data_o ({first_last, first_cause}),
    .valid_o(first_valid)
  );

  logic unused_idle;
  seal_credit #(.Credits(32)) u_free (
    .clk_i, .rst_ni, .clear_i(1'b0),
    .take_i (status_valid[0] && free),
    .give_i (drop || (pair && m_status_ready)),
    .free_o (free),
    .idle_o (unused_idle)
  );

  assign drop            = first_valid && status_valid[1] && status_last[1] && !first_last;
  assign pair            = first_valid && status_valid[1] && !drop;
  assign status_ready[0] = free;
  assign status_ready[1] = pair && m_status_ready;
  assign m_status_valid  = pair;
  assign m_status_id     = status_id[1];
  assign m_status_last   = status_last[1];
  assign m_status_cause  = (first_cause != CauseNone) ? first_cause : status_cause[1];
  assign m_status_pass   = (m_status_cause == CauseNone);

  assign busy_o = (|busy) || (state_q != StIdle) || first_valid;

  // A reset may be shorter than a cycle: sweep tells of it.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_unit, s_key_data}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || sweep)
  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_unit, s_cmd_count, s_cmd_tweak_in_data, s_cmd_id}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || sweep)
  `SEAL_STREAM(Status, m_status_valid, m_status_ready,
      {m_status_id, m_status_pass, m_status_last, m_status_cause}, zeroise_i || sweep)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
