// SPDX-License-Identifier: Apache-2.0
//
// Key slots of a GHASH engine: a key is H itself, and its powers are made when it is loaded.
// Source: H and its powers, NIST SP 800-38D, section 6.4; the slots follow no standard.
//
//   Idle    waits for a key to be offered
//   Hold    until no message uses its slot
//   Take    s_key_ready: the key is taken, and its slot is no longer ready. At once from Idle for
//           a slot that does not exist, which is answered and changes nothing
//   Power   H has been stored; a cycle of the multipliers is taken for the next power ...
//   Store   ... which is awaited; the first state follows again, or the next one
//   Set     the slot becomes ready, and m_key has the answer
//
// Every key that is taken is answered on m_key once, with a key_cause_e, and the next one is taken
// after that. An offer that is withdrawn, against the rules of the stream, changes nothing. New
// messages of its slot wait (wait_o) from the cycle after the offer on, until the answer.
//
// slot_i is looked up, for ready_o and wait_o. begin_i is the first beat of a message, and end_i
// the last reading of a power for one; at most Uses are between them. power_o reserves a cycle of
// the multipliers: no beat may be taken in it. pow_valid_o follows InputCycles later, when that
// beat would be in front of the hash.
//
// Latency from the offer of a key for an unused slot to its answer: ghash_load(). gate_i is the
// first cycle of a zeroise, sweep_i follows: no slot is ready, and a key under way is answered with
// KeyZeroised. Reset: idle.
module seal_ghash_keys
  import seal_engine_pkg::*;
  import seal_ghash_pkg::*;
#(
  parameter int unsigned  Slots  = 4,    // 1 to 16
  parameter int unsigned  Powers = 16,   // H and more
  parameter int unsigned  Uses   = 20,
  localparam int unsigned PowerW = power_width(1, Powers)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              gate_i,
  input  logic              sweep_i,

  input  logic              s_key_valid,
  output logic              s_key_ready,
  input  logic [3:0]        s_key_slot,

  output logic              m_key_valid,
  input  logic              m_key_ready,
  output logic [3:0]        m_key_slot,
  output logic [2:0]        m_key_cause,

  input  logic [3:0]        slot_i,
  output logic              ready_o,
  output logic              wait_o,
  output logic [Slots-1:0]  slot_ready_o,
  input  logic              begin_i,
  input  logic [3:0]        begin_slot_i,
  input  logic              end_i,
  input  logic [3:0]        end_slot_i,

  output logic              h_valid_o,    // the key on offer is stored
  output logic              power_o,
  output logic              pow_valid_o,
  output logic [PowerW-1:0] pow_index_o,
  input  logic              pow_done_i,
  output logic              busy_o
);

  typedef enum logic [2:0] {StIdle, StHold, StTake, StPower, StStore, StSet} state_e;

  state_e     state_q, state_d;
  logic       legal, take, making, used, answer_waits, answered;
  logic       offered_q;   // also while another key is under way
  logic [3:0] slot_q;
  key_cause_e cause;

  localparam int unsigned CountW = $clog2(Powers + 1);

  logic [CountW-1:0] power_q;   // the powers that there are

  assign legal       = (32'(slot_q) < Slots);
  assign s_key_ready = (state_q == StTake) && !gate_i && !sweep_i;
  assign take        = s_key_valid && s_key_ready;
  assign wait_o      = (state_q != StIdle && slot_q == slot_i) ||
                       (offered_q && s_key_slot == slot_i);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:
        if (s_key_valid && !answer_waits) state_d = (32'(s_key_slot) < Slots) ? StHold : StTake;
      StHold:  state_d = !s_key_valid ? StIdle : used ? StHold : StTake;
      StTake:
        if (!s_key_valid)  state_d = StIdle;
        else if (take)     state_d = !legal ? StIdle : (Powers > 1) ? StPower : StSet;
      StPower: state_d = StStore;
      StStore:
        if (pow_done_i)    state_d = (32'(power_q) < Powers) ? StPower : StSet;
      default: state_d = StIdle;   // StSet
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StIdle;
      offered_q <= 1'b0;
    end else begin
      state_q   <= sweep_i ? StIdle : state_d;
      offered_q <= s_key_valid && !take && !sweep_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) slot_q <= s_key_slot;
  end

  logic unused_info;

  seal_slot_table #(.Slots(Slots), .InfoW(1), .Uses(Uses)) u_table (
    .clk_i, .rst_ni, .sweep_i,
    .load_slot_i (slot_q),
    .drop_i      (take && legal),
    .set_i       (state_q == StSet),
    .info_i      (1'b0),
    .used_o      (used),
    .slot_i, .ready_o,
    .info_o      (unused_info),
    .slot_ready_o,
    .begin_i, .begin_slot_i, .end_i, .end_slot_i
  );

  // ---- powers -----------------------------------------------------------------------------------
  logic pow_q;

  assign h_valid_o = take && legal;
  assign power_o   = (state_q == StPower);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {pow_valid_o, pow_q} <= 2'b00;
    else         {pow_valid_o, pow_q} <= {pow_q, power_o} & {2{!sweep_i}};
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StTake) power_q     <= CountW'(1);
    else if (power_o)      power_q     <= power_q + CountW'(1);
    if (power_o)           pow_index_o <= PowerW'(power_q);
  end

  // ---- the answer -------------------------------------------------------------------------------
  assign making   = (state_q == StPower) || (state_q == StStore) || (state_q == StSet);
  assign answered = making ? (state_q == StSet) || sweep_i : take && !legal;
  assign cause    = !making ? KeyBadSlot : sweep_i ? KeyZeroised : KeyLoaded;

  seal_key_answer u_answer (
    .clk_i, .rst_ni,
    .gate_i (gate_i || sweep_i),
    .sweep_i,
    .begin_i(take),
    .slot_i (slot_q),
    .end_i  (answered),
    .cause_i(cause),
    .waits_o(answer_waits),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
  );

  assign busy_o = making || answer_waits;

endmodule
