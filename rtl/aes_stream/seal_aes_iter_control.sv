// SPDX-License-Identifier: Apache-2.0
//
// Sequence of seal_aes_iterative. No standard; seal_aes_iterative has the rules of the streams.
//
//             +--> Load --> Round --------------------------+
//             |      |  \--> Drain --> Fail ----------------+
//   Idle -----+                                             +--> Idle, Load, KeyLoad
//             +--> KeyLoad --> Expand --> Clear ------------+
//                     \--> KeyDrain -------^
//   any state, with zeroise_i: Sweep --> Idle, or Drain or KeyDrain for the rest of a block or key
//
// A block or key that is withdrawn before its first beat (against the rules of the streams) leads
// back to Idle.
//
// A step is one position of the counters slot, round, column, part; each state goes over some of
// them. Drain and KeyDrain take beats up to the last one and drop them. With no cause a zeroise has
// cut the block or key that they belong to: a block ends silently, a key with the answer
// KeyZeroised.
// Which block or key comes next is decided in seal_aes_iter_request, in the last step of the one
// before, so that there is no idle cycle between them.
module seal_aes_iter_control
  import seal_aes_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_aes_iterative_pkg::*;
  import seal_engine_pkg::*;
#(
  parameter int unsigned Width    = 128,
  parameter int unsigned Dir      = 0,
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Slots    = 1,
  parameter int unsigned Stages   = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zeroise_i,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic             s_key_last,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  input  logic             s_axis_tvalid,
  output logic             s_axis_tready,
  input  logic             s_axis_tlast,
  input  logic [4:0]       s_axis_tuser,

  input  logic             out_ready_i,   // there is room for a beat
  output logic             emit_o,        // a beat goes out
  output logic             emit_last_o,
  output logic [6:0]       emit_user_o,

  output logic             step_o,        // the step is done
  output logic             key_begin_o,   // the window is at its beginning
  output logic [3:0]       slot_o,
  output logic [3:0]       round_o,
  output logic [1:0]       column_o,
  output logic [1:0]       part_o,
  output logic             part_last_o,
  output logic             bank_o,
  output logic             inverse_o,
  output logic [1:0]       size_o,

  output logic             load_o,        // states
  output logic             round_on_o,
  output logic             key_load_o,
  output logic             expand_o,
  output logic             clear_o,
  output logic             sweep_o,

  input  logic             last_beat_i,   // of seal_aes_iter_schedule
  input  logic             last_word_i,
  input  logic             sub_i,         // the word waits for the S-boxes
  output logic [Slots-1:0] slot_ready_o,
  output logic             busy_o
);

  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1;
  localparam int unsigned Parts   = iterative_word_steps(Width);

  // One bit per state
  typedef enum int unsigned {
    StIdle, StLoad, StDrain, StRound, StFail, StKeyLoad, StKeyDrain, StExpand, StClear, StSweep
  } state_e;

  logic [9:0] on_q, on_d, next;
  logic [3:0] round_q, first_round;
  logic [1:0] column_q, part_q, cause;
  logic       final_q, bank_q, swept_q, block_open_q, key_open_q, key_due_q, answer_waits;
  logic       free, block, key, inverse, sweep_start, key_begin, key_end;
  key_cause_e key_cause;

  // ---- counters --------------------------------------------------------------------------------

  logic       step, settled, part_last, column_last, round_done, cut;
  logic [1:0] part;          // which has constant bits at widths that need no parts
  logic [3:0] before_last;   // the round before the last one

  assign part        = part_q & 2'(Parts - 1);
  assign part_last   = (part == 2'(Parts - 1));
  assign column_last = (column_q == (on_q[StExpand] ? 2'd3 : 2'(4 / Columns - 1)));
  assign round_done  = part_last && column_last;
  assign before_last = inverse_o ? 4'd1 : 4'(rounds_of(32'(size_o)) - 1);

  assign step = (on_q[StLoad] && s_axis_tvalid) || (on_q[StKeyLoad] && s_key_valid) ||
                (on_q[StRound] && settled && (!final_q || out_ready_i)) ||
                (on_q[StFail] && out_ready_i) ||
                (on_q[StExpand] && (settled || !sub_i)) || on_q[StClear] || on_q[StSweep];

  // The output of a register takes a cycle more after each change of its input.
  logic unchanged_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) unchanged_q <= 1'b0;
    else         unchanged_q <= !step;
  end
  assign settled = unchanged_q || ((Stages == 0) && on_q[StRound]);

  assign sweep_start = zeroise_i && !on_q[StSweep];

  // Counters begin at zero wherever the state before may have ended early.
  assign cut = sweep_start || on_q[StIdle] || on_q[StDrain] || on_q[StKeyDrain] ||
               (on_q[StLoad] && s_axis_tvalid && s_axis_tlast) ||
               (on_q[StKeyLoad] && s_key_valid && (s_key_last || last_beat_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      part_q   <= '0;
      column_q <= '0;
      bank_q   <= 1'b0;
    end else begin
      if (cut)       part_q <= '0;
      else if (step) part_q <= part_last ? '0 : part + 2'd1;

      if (cut)                    column_q <= '0;
      else if (step && part_last) column_q <= column_last ? '0 : column_q + 2'd1;

      if (step && part_last && (column_last || on_q[StExpand] || on_q[StClear])) bank_q <= !bank_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (free && block)                      round_q <= first_round;
    else if (sweep_start || on_q[StKeyLoad]) round_q <= '0;
    else if (step && round_done)            round_q <= inverse_o ? round_q - 4'd1 : round_q + 4'd1;

    if (step && round_done) begin
      final_q <= (on_q[StRound] || on_q[StExpand]) && (round_q == before_last);
    end
  end

  // ---- states ----------------------------------------------------------------------------------

  logic legal, wrong_count, round_end, fail_end, expand_end, clear_end, slot_swept;

  assign legal      = (cause == BlkNone);
  assign round_end  = on_q[StRound] && step && round_done && final_q;
  assign fail_end   = on_q[StFail] && step && round_done;
  assign expand_end = on_q[StExpand] && step && round_done && final_q;
  assign clear_end   = on_q[StClear] && part_last && last_word_i;
  assign slot_swept = on_q[StSweep] && round_done && (round_q == 4'd15);
  assign free       = (on_q[StIdle] || round_end || fail_end || clear_end) && !zeroise_i;

  // A beat too many or too few; of a refused key the number of beats is not known.
  assign wrong_count = (on_q[StLoad] && s_axis_tvalid && (s_axis_tlast != round_done)) ||
                       (on_q[StKeyLoad] && s_key_valid && legal && (s_key_last != last_beat_i));

  always_comb begin
    next            = '0;
    next[StLoad]    = block;
    next[StKeyLoad] = key;
    next[StIdle]    = !block && !key;
  end

  always_comb begin
    on_d = on_q;
    case (1'b1)  // one-hot, but before the reset
      on_q[StLoad]: begin
        if (s_axis_tvalid && s_axis_tlast) begin
          on_d = (round_done && legal) ? at(StRound) : at(StFail);
        end else if (s_axis_tvalid && round_done) begin
          on_d = at(StDrain);
        end else if (!s_axis_tvalid && !block_open_q) begin
          on_d = at(StIdle);
        end
      end
      on_q[StDrain]:  if (s_axis_tvalid && s_axis_tlast) on_d = legal ? at(StIdle) : at(StFail);
      on_q[StRound]:  if (round_end) on_d = next;
      on_q[StFail]:   if (fail_end)  on_d = next;
      on_q[StKeyLoad]: begin
        if (s_key_valid && s_key_last) begin
          on_d = (last_beat_i && legal) ? at(StExpand) : at(StClear);
        end else if (s_key_valid && last_beat_i) begin
          on_d = at(StKeyDrain);
        end else if (!s_key_valid && !key_open_q) begin
          on_d = at(StIdle);
        end
      end
      on_q[StKeyDrain]: if (s_key_valid && s_key_last) on_d = legal ? at(StIdle) : at(StClear);
      on_q[StExpand]:   if (expand_end) on_d = at(StClear);
      on_q[StClear]:     if (clear_end)   on_d = next;
      on_q[StSweep]: begin
        if (swept_q && block_open_q)    on_d = at(StDrain);
        else if (swept_q && key_open_q) on_d = at(StKeyDrain);
        else if (swept_q)               on_d = at(StIdle);
      end
      default: on_d = next;
    endcase
    if (zeroise_i) on_d = at(StSweep);
  end

  function automatic logic [9:0] at(state_e state);
    return 10'(1) << state;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on_q         <= at(StIdle);
      swept_q      <= 1'b0;
      block_open_q <= 1'b0;
      key_open_q   <= 1'b0;
      key_due_q    <= 1'b0;
    end else begin
      on_q    <= on_d;
      swept_q <= on_q[StSweep] && (swept_q || (slot_swept && slot_o == 4'(Slots - 1)));
      if (s_axis_tvalid && s_axis_tready) block_open_q <= !s_axis_tlast;
      if (s_key_valid && s_key_ready)     key_open_q   <= !s_key_last;
      key_due_q <= key_begin || (key_due_q && !key_end);
    end
  end

  // ---- answers to keys: one to each whose first beat was taken ---------------------------------

  assign key_begin = s_key_valid && s_key_ready && !key_open_q;
  assign key_cause = clear_end ? key_cause_e'(3'(cause)) : KeyZeroised;

  // A key that a zeroise has cut is answered after its last beat.
  always_comb begin
    key_end = clear_end;
    if (on_q[StSweep])     key_end = key_due_q && swept_q && !key_open_q && !zeroise_i;
    if (on_q[StKeyDrain]) key_end = legal && s_key_valid && s_key_ready && s_key_last;
  end

  seal_key_answer u_answer (
    .clk_i, .rst_ni,
    .gate_i (zeroise_i || on_q[StSweep]),
    .sweep_i(on_q[StSweep]),
    .begin_i(key_begin),
    .slot_i (s_key_slot),
    .end_i  (key_end),
    .cause_i(key_cause),
    .waits_o(answer_waits),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
  );

  // ---- the block or key at work ----------------------------------------------------------------

  logic [Slots-1:0] slots;

  seal_aes_iter_request #(.Dir(Dir), .KeySizes(KeySizes), .Slots(Slots)) u_request (
    .clk_i, .rst_ni, .s_key_valid, .s_key_slot, .s_key_size,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tuser,
    .free_i(free), .key_ok_i(!answer_waits && !on_q[StClear]), .sweep_i(on_q[StSweep]),
    .sweep_start_i(sweep_start), .slot_next_i(slot_swept),
    .wrong_count_i(wrong_count), .ready_i(expand_end),
    .block_o(block), .key_o(key), .first_round_o(first_round),
    .slot_o, .inverse_o(inverse), .size_o, .cause_o(cause), .slot_ready_o(slots)
  );

  // In the cycle after zeroise_i, slots may still be changed by the step before.
  assign slot_ready_o  = slots & {Slots{!zeroise_i && !on_q[StSweep]}};
  assign s_axis_tready = (on_q[StLoad] || on_q[StDrain]) && !zeroise_i;
  assign s_key_ready   = (on_q[StKeyLoad] || on_q[StKeyDrain]) && !zeroise_i;

  assign emit_o      = (on_q[StFail] && out_ready_i) ||
                       (on_q[StRound] && settled && final_q && out_ready_i);
  assign emit_last_o = round_done;
  assign emit_user_o = {cause, inverse, slot_o};
  assign busy_o      = !on_q[StIdle] || answer_waits;

  assign step_o      = step;
  assign key_begin_o = !(on_q[StKeyLoad] || on_q[StExpand] || on_q[StClear] || on_q[StSweep]) ||
                       expand_end || (on_q[StKeyLoad] && cut) || sweep_start;
  assign round_o     = round_q;
  assign column_o    = column_q;
  assign part_o      = part;
  assign part_last_o = part_last;
  assign bank_o      = bank_q;
  assign inverse_o   = (Dir != DirForward) && inverse;

  assign load_o      = on_q[StLoad];
  assign round_on_o  = on_q[StRound];
  assign key_load_o  = on_q[StKeyLoad];
  assign expand_o    = on_q[StExpand];
  assign clear_o      = on_q[StClear];
  assign sweep_o      = on_q[StSweep];

endmodule
