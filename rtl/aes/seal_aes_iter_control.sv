// SPDX-License-Identifier: Apache-2.0
//
// Sequence of seal_aes_iterative. No standard; seal_aes_iterative has the rules of the streams.
//
//             +--> Load --> Round --------------------------+
//             |      |  \--> Drain --> Fail ----------------+
//   Idle -----+                                             +--> Idle, Load, KeyLoad
//             +--> KeyLoad --> Expand --> Wipe -------------+
//                     \--> KeyDrain -------^
//   any state, with zeroise_i: Zero --> Idle, or Drain or KeyDrain for the rest of what was cut
//
// A step is one position of the counters slot, round, column, part; each state goes over some of
// them. Blocks and keys take turns when both are waiting. The first beat of the next block waits in
// sight while another one is worked on: its slot is looked up ahead, and it costs no cycle.
// Drain and KeyDrain swallow beats up to the last one; with no cause they end silently.
module seal_aes_iter_control
  import seal_aes_pkg::*;
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
  output logic [1:0]       m_key_cause,

  input  logic             s_axis_tvalid,
  output logic             s_axis_tready,
  input  logic             s_axis_tlast,
  input  logic [4:0]       s_axis_tuser,

  input  logic             out_ready_i,   // there is place for a beat
  output logic             emit_o,        // a beat goes out
  output logic             emit_last_o,
  output logic [6:0]       emit_user_o,

  output logic             step_o,        // the step is done
  output logic             start_o,       // another state begins
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
  output logic             wipe_o,
  output logic             zero_o,

  input  logic             last_beat_i,   // of seal_aes_iter_schedule
  input  logic             last_word_i,
  output logic [Slots-1:0] slot_ready_o,
  output logic             busy_o
);

  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1;
  localparam int unsigned Parts   = (Width < 32) ? 32 / Width : 1;

  typedef enum logic [3:0] {
    Idle, Load, Drain, Round, Fail, KeyLoad, KeyDrain, Expand, Wipe, Zero
  } state_e;

  state_e     state_q, state_d, next;
  logic [3:0] slot_q, round_q, user_slot_q, m_slot_q;
  logic [1:0] column_q, part_q, size_q, cause_q, m_cause_q;
  logic       bank_q, asked_q, user_asked_q, waiting_q, turn_q, block_open_q, key_open_q;
  logic       m_valid_q;

  // ---- counters --------------------------------------------------------------------------------

  logic       step, settled, part_last, column_last, round_done, final_round, swept, leave;
  logic       block_start, key_start, block_beat, key_beat;
  logic [3:0] rounds;      // Nr

  assign part_last   = (part_q == 2'(Parts - 1));
  assign column_last = (column_q == ((state_q == Expand) ? 2'd3 : 2'(4 / Columns - 1)));
  assign round_done  = part_last & column_last;
  assign rounds      = 4'(rounds_of(32'(size_q)));
  assign final_round = (round_q == (inverse_o ? 4'd0 : rounds));
  assign swept       = round_done & (round_q == 4'd15) & (slot_q == 4'(Slots - 1));
  assign leave       = (state_d != state_q);
  assign block_start = (state_d == Load) & leave;
  assign key_start   = (state_d == KeyLoad) & leave;
  assign block_beat  = s_axis_tvalid & s_axis_tready;
  assign key_beat    = s_key_valid & s_key_ready;

  always_comb begin
    unique case (state_q)
      Load:    step = s_axis_tvalid;
      Round:   step = settled & (~final_round | out_ready_i);
      Fail:    step = out_ready_i;
      KeyLoad: step = s_key_valid;
      Expand:  step = settled;
      Wipe:    step = 1'b1;
      Zero:    step = ~swept;
      default: step = 1'b0;
    endcase
  end

  // An S-box with a register takes a cycle more after each change of its input.
  if (Stages == 0) begin : g_unregistered
    assign settled = 1'b1;
  end else begin : g_registered
    logic settled_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) settled_q <= 1'b0;
      else         settled_q <= ~step;
    end
    assign settled = settled_q;
  end

  logic       slot_ready, refused_dir;
  logic [1:0] slot_size;

  assign refused_dir = (Dir == DirForward && user_asked_q) || (Dir == DirInverse && !user_asked_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      part_q   <= '0;
      column_q <= '0;
      round_q  <= '0;
      bank_q   <= 1'b0;
    end else begin
      if (leave)     part_q <= '0;
      else if (step) part_q <= part_last ? '0 : part_q + 2'd1;

      if (leave)                  column_q <= '0;
      else if (step && part_last) column_q <= column_last ? '0 : column_q + 2'd1;

      if (block_start)                   round_q <= starts_at(user_asked_q, slot_size);
      else if (leave && state_d == Zero) round_q <= '0;
      else if (state_q == KeyLoad)       round_q <= '0;
      else if (step && round_done)       round_q <= inverse_o ? round_q - 4'd1 : round_q + 4'd1;

      if (step && part_last && (column_last || state_q == Expand || state_q == Wipe)) begin
        bank_q <= ~bank_q;
      end
    end
  end

  function automatic logic [3:0] starts_at(logic asked, logic [1:0] size);
    return (Dir != DirForward && asked) ? 4'(rounds_of(32'(size))) : 4'd0;
  endfunction

  // ---- what is worked on -----------------------------------------------------------------------

  // A beat more or less than there should be
  logic wrong_count;
  assign wrong_count = ((state_q == Load) & s_axis_tvalid & (s_axis_tlast != round_done)) |
                       ((state_q == KeyLoad) & s_key_valid & (s_key_last != last_beat_i));

  // The slot and the direction that the block in sight asks for
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else         waiting_q <= s_axis_tvalid & ~s_axis_tready & (state_q != Zero);
  end

  always_ff @(posedge clk_i) {user_asked_q, user_slot_q} <= s_axis_tuser;

  always_ff @(posedge clk_i) begin
    if (block_start) begin
      slot_q  <= user_slot_q;
      asked_q <= user_asked_q;
      size_q  <= slot_size;
      if (!slot_ready)      cause_q <= 2'd1;
      else if (refused_dir) cause_q <= 2'd2;
      else                  cause_q <= 2'd0;
    end else if (key_start) begin
      slot_q  <= s_key_slot;
      asked_q <= 1'b0;
      size_q  <= s_key_size;
      if (!built(s_key_size))            cause_q <= 2'd1;
      else if (32'(s_key_slot) >= Slots) cause_q <= 2'd2;
      else                               cause_q <= 2'd0;
    end else if (leave && state_d == Zero) begin
      slot_q  <= '0;
      asked_q <= 1'b0;
      cause_q <= 2'd0;
    end else begin
      if (state_q == Zero && step && round_done && round_q == 4'd15) slot_q <= slot_q + 4'd1;
      if (wrong_count && cause_q == 2'd0) cause_q <= 2'd3;
    end
  end

  function automatic logic built(logic [1:0] size);
    return 1'(4'(KeySizes) >> size);
  endfunction

  // ---- states ----------------------------------------------------------------------------------

  logic answered, key_done;

  assign answered    = m_valid_q & ~m_key_ready;
  assign key_done    = (state_q == Wipe) & part_last & last_word_i;

  always_comb begin
    next = Idle;
    if (s_key_valid && !m_valid_q && !(waiting_q && turn_q)) next = KeyLoad;
    else if (waiting_q)                                      next = Load;
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Load: begin
        if (s_axis_tvalid && s_axis_tlast) begin
          state_d = (round_done && cause_q == 2'd0) ? Round : Fail;
        end else if (s_axis_tvalid && round_done) begin
          state_d = Drain;
        end
      end
      Drain:    if (s_axis_tvalid && s_axis_tlast) state_d = (cause_q == 2'd0) ? Idle : Fail;
      Round:    if (step && round_done && final_round) state_d = next;
      Fail:     if (step && round_done) state_d = next;
      KeyLoad: begin
        if (s_key_valid && s_key_last) begin
          state_d = (last_beat_i && cause_q == 2'd0) ? Expand : Wipe;
        end else if (s_key_valid && last_beat_i) begin
          state_d = KeyDrain;
        end
      end
      KeyDrain: if (s_key_valid && s_key_last) state_d = (cause_q == 2'd0) ? Idle : Wipe;
      Expand:   if (step && round_done && final_round) state_d = Wipe;
      Wipe:     if (key_done) state_d = next;
      Zero: begin
        if (swept && !zeroise_i) begin
          if (block_open_q)    state_d = Drain;
          else if (key_open_q) state_d = KeyDrain;
          else                 state_d = Idle;
        end
      end
      default:  state_d = next;
    endcase
    if (zeroise_i) state_d = Zero;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= Idle;
      turn_q       <= 1'b0;
      block_open_q <= 1'b0;
      key_open_q   <= 1'b0;
      m_valid_q    <= 1'b0;
    end else begin
      state_q <= state_d;
      if (block_start || key_start) turn_q <= key_start;
      if (block_beat) block_open_q <= ~s_axis_tlast;
      if (key_beat)   key_open_q   <= ~s_key_last;
      m_valid_q <= (state_q != Zero) & (key_done | answered);
    end
  end

  always_ff @(posedge clk_i) begin
    if (key_done) begin
      m_slot_q  <= slot_q;
      m_cause_q <= cause_q;
    end
  end

  logic [Slots-1:0] slots;

  // The old key stays in use, as far as anybody can see, until the new one is complete.
  seal_aes_iter_slots #(.Slots(Slots)) u_slots (
    .clk_i, .rst_ni,
    .clear_i(state_q == Zero),
    .set_i((state_q == Expand) & (state_d == Wipe)), .set_slot_i(slot_q), .size_i(size_q),
    .slot_i(user_slot_q), .ready_o(slot_ready), .size_o(slot_size), .slot_ready_o(slots)
  );

  assign slot_ready_o  = slots & {Slots{~zeroise_i}};
  assign s_axis_tready = ((state_q == Load) | (state_q == Drain)) & ~zeroise_i;
  assign s_key_ready   = ((state_q == KeyLoad) | (state_q == KeyDrain)) & ~zeroise_i;
  assign m_key_valid   = m_valid_q & ~zeroise_i;
  assign m_key_slot    = m_slot_q;
  assign m_key_cause   = m_cause_q;

  assign emit_o      = step & ((state_q == Fail) | ((state_q == Round) & final_round));
  assign emit_last_o = round_done;
  assign emit_user_o = {cause_q, asked_q, slot_q};
  assign busy_o      = (state_q != Idle) | m_valid_q;

  assign step_o      = step;
  assign start_o     = leave;
  assign slot_o      = slot_q;
  assign round_o     = round_q;
  assign column_o    = column_q;
  assign part_o      = part_q;
  assign part_last_o = part_last;
  assign bank_o      = bank_q;
  assign inverse_o   = (Dir != DirForward) & asked_q;
  assign size_o      = size_q;

  assign load_o      = (state_q == Load);
  assign round_on_o  = (state_q == Round);
  assign key_load_o  = (state_q == KeyLoad);
  assign expand_o    = (state_q == Expand);
  assign wipe_o      = (state_q == Wipe);
  assign zero_o      = (state_q == Zero);

endmodule
