// SPDX-License-Identifier: Apache-2.0
//
// Loads keys into the slots of a pipelined AES core: holds back new blocks of the slot, waits until
// the old key's blocks have left the pipe, expands the key (FIPS 197, section 5.2), answers.
//
// s_key: slot, size (0, 1, 2: 128, 192, 256 bits), data. It is taken when the slot has drained,
// Drain cycles after its offer, or two cycles after it when it is refused. m_key: once per key, slot
// and cause:
//   0  the slot has the key        1  the core lacks this size      2  there is no such slot
// A refused key changes nothing. Blocks of other slots are never held back.
//
// Cycles from offer to answer: Drain + expand_cycles() + 6.
// gate_i gates the outputs. zero_i forgets all keys at once, and as long as it stays high sweeps
// the words of all slots and passes, one in every other cycle (2 * 16 * Fold cycles for all of
// them). Reset: control only, no slot has a key.
module seal_aes_keyload
  import seal_aes_pkg::*;
#(
  parameter int unsigned Slots      = 4,
  parameter int unsigned KeySizes   = 7,
  parameter int unsigned Sbox       = 1,
  parameter int unsigned SboxStages = 0,
  parameter int unsigned Drain      = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             gate_i,
  input  logic             zero_i,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [255:0]     s_key_data,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [1:0]       m_key_cause,

  output logic             hold_o,       // blocks of hold_slot_o have to wait
  output logic [3:0]       hold_slot_o,
  output logic [Slots-1:0] ready_o,
  output logic [15:0][1:0] size_o,       // of the key in each slot

  output logic             key_we_o,
  output logic [3:0]       key_slot_o,
  output logic [1:0]       key_size_o,
  output logic [3:0]       key_round_o,
  output logic [127:0]     key_o,
  output logic             zero_we_o,
  output logic [2:0]       zero_pass_o,
  output logic             busy_o
);

  typedef enum logic [2:0] {
    StIdle, StDrain, StTake, StExpand, StWrite, StSettle, StAnswer
  } state_e;

  localparam int unsigned DrainW = $clog2(Drain + 1);

  state_e            state_q, state_d;
  logic [DrainW-1:0] drain_q;
  logic [3:0]        slot_q, sizes;
  logic [1:0]        size_q, cause, cause_q;
  logic [7:0]        sweep_q;
  logic              take_q, start, done, unused_expand_busy;

  assign sizes = 4'(KeySizes);

  always_comb begin
    cause = 2'd0;
    if (s_key_size == 2'd3 || !sizes[s_key_size]) cause = 2'd1;
    if (32'(s_key_slot) >= Slots)                 cause = 2'd2;
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:   if (s_key_valid) state_d = StDrain;
      StDrain:  if (drain_q == '0 || cause_q != 2'd0) state_d = StTake;
      StTake:   state_d = (cause_q == 2'd0) ? StExpand : StAnswer;
      StExpand: if (done) state_d = StWrite;  // the last key is written, and in the cycle after it
      StWrite:  state_d = StSettle;           // the inverse cipher's
      StSettle: state_d = StAnswer;
      default:  if (m_key_ready) state_d = StIdle;
    endcase
    // An offer that is withdrawn (against the rules of the stream) must not block its slot.
    if ((state_q == StDrain || take_q) && !s_key_valid) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      take_q  <= 1'b0;
      hold_o  <= 1'b0;
    end else if (zero_i) begin
      state_q <= StIdle;
      take_q  <= 1'b0;
      hold_o  <= 1'b0;
    end else begin
      state_q <= state_d;
      take_q  <= (state_d == StTake);
      hold_o  <= (state_d != StIdle) && (state_d != StAnswer);
    end
  end

  always_ff @(posedge clk_i) begin
    drain_q <= (state_q == StDrain) ? drain_q - DrainW'(1) : DrainW'(Drain);
    sweep_q <= zero_i ? sweep_q + 8'd1 : '0;
    if (state_q == StIdle) begin
      slot_q  <= s_key_slot;
      size_q  <= s_key_size;
      cause_q <= cause;
    end
  end

  assign s_key_ready = take_q && !gate_i;
  assign start       = s_key_valid && s_key_ready && (cause_q == 2'd0);
  assign m_key_valid = (state_q == StAnswer) && !gate_i;
  assign m_key_slot  = slot_q & {4{m_key_valid}};
  assign m_key_cause = cause_q & {2{m_key_valid}};
  assign hold_slot_o = slot_q;
  assign busy_o      = (state_q != StIdle);

  for (genvar s = 0; s < 16; s++) begin : g_slot
    if (s < Slots) begin : g_there
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                                    ready_o[s] <= 1'b0;
        else if (zero_i)                                ready_o[s] <= 1'b0;
        else if (start && slot_q == 4'(s))              ready_o[s] <= 1'b0;
        else if (state_q == StSettle && slot_q == 4'(s)) ready_o[s] <= 1'b1;
      end
      always_ff @(posedge clk_i) if (state_q == StSettle && slot_q == 4'(s)) size_o[s] <= size_q;
    end else begin : g_none
      assign size_o[s] = '0;
    end
  end

  seal_aes_key_expand #(.Sbox(Sbox), .SboxStages(SboxStages)) u_expand (
    .clk_i, .rst_ni,
    .clear_i(zero_i),
    .offer_i(take_q),
    .start_i(start),
    .size_i (size_q),
    .key_i  (s_key_data),
    .busy_o (unused_expand_busy),
    .we_o   (key_we_o),
    .round_o(key_round_o),
    .key_o,
    .done_o (done)
  );

  // Even cycles of the sweep write, odd ones leave the port to the inverse cipher's words.
  assign zero_we_o   = zero_i && !sweep_q[0];
  assign key_slot_o  = zero_i ? sweep_q[4:1] : slot_q;
  assign zero_pass_o = sweep_q[7:5];
  assign key_size_o  = size_q;

endmodule
