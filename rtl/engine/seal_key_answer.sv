// SPDX-License-Identifier: Apache-2.0
//
// The answer to a key (m_key), for cores that do not load it with seal_key_load: whose keys come in
// beats, or are expanded beside the blocks. No standard. (In seal_key_load the answer is a state,
// and the slot and the cause are registers of the load.)
//
// begin_i takes the slot of a key that has been accepted; end_i, with begin_i or later, its cause
// (a key_cause_e). The answer is valid from the next cycle until it is taken. waits_o is high until
// then, and no other key may begin. gate_i gates m_key at once; sweep_i, while gate_i is high,
// changes the cause KeyLoaded into KeyZeroised. Reset: no answer.
`include "seal_assert.svh"

module seal_key_answer
  import seal_engine_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       gate_i,
  input  logic       sweep_i,

  input  logic       begin_i,
  input  logic [3:0] slot_i,
  input  logic       end_i,
  input  key_cause_e cause_i,
  output logic       waits_o,

  output logic       m_key_valid,
  input  logic       m_key_ready,
  output logic [3:0] m_key_slot,
  output logic [2:0] m_key_cause
);

  logic       waits_q;
  logic [3:0] slot_q;
  key_cause_e cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else         waits_q <= end_i || (waits_q && !(m_key_valid && m_key_ready));
  end

  always_ff @(posedge clk_i) begin
    if (begin_i)                               slot_q  <= slot_i;
    if (end_i)                                 cause_q <= cause_i;
    else if (sweep_i && cause_q == KeyLoaded)   cause_q <= KeyZeroised;
  end

  assign waits_o     = waits_q;
  assign m_key_valid = waits_q && !gate_i;
  assign m_key_slot  = slot_q & {4{m_key_valid}};
  assign m_key_cause = cause_q & {3{m_key_valid}};

  `SEAL_ASSERT(StableWhileStalled_A, m_key_valid && !m_key_ready |=> gate_i ||
      (m_key_valid && $stable(m_key_slot) && $stable(m_key_cause)))
  `SEAL_ASSERT(OneAtATime_A, begin_i |-> !waits_q || (m_key_valid && m_key_ready))

endmodule
