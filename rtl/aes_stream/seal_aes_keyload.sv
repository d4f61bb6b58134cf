// SPDX-License-Identifier: Apache-2.0
//
// Loads keys into the slots of a pipelined AES core: holds back new blocks of the slot, waits until
// the old key's blocks have left the pipe, expands the key (FIPS 197, section 5.2), answers.
//
// s_key: slot, size (0, 1, 2: 128, 192, 256 bits), data. It is taken when the slot has drained,
// Drain + 2 cycles after its offer, or two cycles after it when it is refused. m_key: once per key,
// slot and cause:
//   0  the slot has the key        1  the core lacks this size      2  there is no such slot
// A refused key changes nothing. Blocks of other slots are never held back.
//
// Cycles from offer to answer: Drain + 5 and those of seal_aes_key_expand.
// zeroise_i gates valid, ready and ready_o at once; m_key's fields mean nothing then. shut_i, a
// cycle later, forgets all keys; and zero_i, as long as it stays high, sweeps the words of all
// slots and passes, one in every other cycle (2 * 16 * Fold cycles for all of them), two cycles
// late. All three are low again at once. Reset: control only, no slot has a key.
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
  input  logic             zeroise_i,
  input  logic             shut_i,
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

  // Bit 3: blocks of the slot have to wait. Bit 2: the key is taken.
  typedef enum logic [3:0] {
    StIdle   = 4'b0000,
    StAnswer = 4'b0001,
    StDrain  = 4'b1000,
    StTake   = 4'b1100,
    StExpand = 4'b1001,
    StWrite  = 4'b1010,
    StSettle = 4'b1011
  } state_e;

  localparam int unsigned DrainW = $clog2(Drain);

  state_e            state_q, state_d;
  logic [DrainW:0]   drain_q;  // from Drain - 1 to -1, whose sign tells that the slot has drained
  logic              take;
  logic [3:0]        slot_q, sizes;
  logic [1:0]        size_q, cause, cause_q;
  logic [7:0]        sweep_q;
  logic              refused_q, start, done, zero_q, unused_expand_busy;

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
      StDrain:  if (drain_q[DrainW] || refused_q) state_d = StTake;
      StTake:   state_d = refused_q ? StAnswer : StExpand;
      StExpand: if (done) state_d = StWrite;  // the last key is written, and in the cycle after it
      StWrite:  state_d = StSettle;           // the inverse cipher's
      StSettle: state_d = StAnswer;
      default:  if (m_key_ready) state_d = StIdle;
    endcase
    // An offer that is withdrawn (against the rules of the stream) must not block its slot.
    if ((state_q == StDrain || state_q == StTake) && !s_key_valid) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     state_q <= StIdle;
    else if (shut_i) state_q <= StIdle;
    else             state_q <= state_d;
  end

  assign hold_o = state_q[3];
  assign take   = state_q[2];

  always_ff @(posedge clk_i) begin
    drain_q <= (state_q == StDrain) ? drain_q - 1'b1 : (DrainW + 1)'(Drain - 1);
    sweep_q <= zero_q ? sweep_q + 8'd1 : '0;
    if (state_q == StIdle) begin
      slot_q    <= s_key_slot;
      size_q    <= s_key_size;
      cause_q   <= cause;
      refused_q <= (cause != 2'd0);
    end
  end

  // Nothing inside waits for zeroise_i, which has much to reach: what it comes too late for ends
  // with shut_i or zero_i.
  assign s_key_ready = take && !zeroise_i && !shut_i;
  assign start       = s_key_valid && take && !refused_q;
  assign m_key_valid = (state_q == StAnswer) && !zeroise_i && !shut_i;
  assign m_key_slot  = slot_q & {4{state_q == StAnswer}};
  assign m_key_cause = cause_q & {2{state_q == StAnswer}};
  assign hold_slot_o = slot_q;
  assign busy_o      = (state_q != StIdle);

  for (genvar s = 0; s < 16; s++) begin : g_slot
    if (s < Slots) begin : g_there
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                                    ready_o[s] <= 1'b0;
        else if (shut_i)                                ready_o[s] <= 1'b0;
        else if (start && slot_q == 4'(s))              ready_o[s] <= 1'b0;
        else if (state_q == StSettle && slot_q == 4'(s)) ready_o[s] <= 1'b1;
      end
      always_ff @(posedge clk_i) if (state_q == StSettle && slot_q == 4'(s)) size_o[s] <= size_q;
    end else begin : g_none
      assign size_o[s] = '0;
    end
  end

  seal_aes_key_expand #(
    .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages)
  ) u_expand (
    .clk_i, .rst_ni,
    .clear_i(zero_q),
    .offer_i(take),
    .start_i(start),
    .size_i (size_q),
    .key_i  (s_key_data),
    .busy_o (unused_expand_busy),
    .we_o   (key_we_o),
    .round_o(key_round_o),
    .key_o,
    .done_o (done)
  );

  // Even cycles of the sweep write, odd ones leave the port to the inverse cipher's words. All
  // rounds look at what is to be written: it comes from registers.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {zero_q, zero_we_o} <= 2'b00;
    else         {zero_q, zero_we_o} <= {zero_i, zero_q && !sweep_q[0]};
  end

  always_ff @(posedge clk_i) begin
    key_slot_o  <= zero_q ? sweep_q[4:1] : slot_q;
    zero_pass_o <= sweep_q[7:5];
  end

  assign key_size_o = size_q;

endmodule
