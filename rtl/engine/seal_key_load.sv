// SPDX-License-Identifier: Apache-2.0
//
// Loads keys into slots, for any engine around an AES pipe. It holds back new work of the slot,
// waits until nothing uses the old key, takes the new key, expands it (FIPS 197, section 5.2), lets
// the engine derive its own keys from it, and answers.
//
//   Idle     waits for a key to be offered; its slot and size are registered
//   Hold     two cycles: new work of the slot waits (hold_o); work accepted before shows in used_i
//   Wait     until nothing uses the slot: used_i was low a cycle ago
//   Accept   the key is taken (s_key_ready); the slot is no longer ready (drop_o)
//   Expand   the round keys are written, one after the other
//   Derive   derive_o is high until derive_done_i: hash keys, tweak keys, inverse round keys
//   Offer    from Derive, if the engine wants another key expanded (again_i, again_key_i): Expand
//            and Derive follow once more
//   Set      the slot becomes ready (set_o), with size_o and info_o
//   Answer   m_key, until it is taken; another key may be offered meanwhile, and waits
//   Refuse   from Idle: a key that the core cannot hold is taken and answered; it changes nothing
//
// s_key: slot, size (0, 1, 2: 128, 192, 256 bits), data, info (InfoW bits for the slot table); byte
// n of a key is in bits [8n+7:8n]. Every key that is taken is answered on m_key exactly once, in
// order, with a key_cause_e. The slot is ready from the first cycle of its answer on. Causes of the
// engine itself: refuse_i for the key that is offered, in the same cycle; derive_cause_i with
// derive_done_i, for a key that turns out to be unusable, whose slot remains without one. KeyLoaded
// stands for no objection.
//
// used_i must show, within two cycles, work that was accepted before hold_o rose. Latency from
// offer to acceptance, with an unused slot: offer_cycles; from acceptance to the slot being ready:
// load_cycles (seal_engine_pkg). An offer that is withdrawn, against the rules of the stream,
// blocks nothing.
//
// gate_i and sweep_i gate s_key_ready and m_key_valid at once. gate_i is the first cycle of a
// zeroise: sweep_i follows, which drops the key under way, from the next cycle on, and clears its
// registers. An accepted key whose answer has not been taken is then answered with KeyZeroised,
// after sweep_i; a refused key keeps its cause. sweep_* passes the words of a sweep on to the key
// memories, one cycle later, from registers. Reset: idle.
`include "seal_assert.svh"

module seal_key_load
  import seal_engine_pkg::*;
#(
  parameter int unsigned Slots      = 4,
  parameter int unsigned KeySizes   = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox       = 1,    // an sbox_e of seal_aes_pkg
  parameter int unsigned SboxStages = 0,
  parameter int unsigned InfoW      = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             gate_i,
  input  logic             sweep_i,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [255:0]     s_key_data,
  input  logic [InfoW-1:0] s_key_info,
  input  logic [2:0]       refuse_i,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  // slot table
  output logic             hold_o,       // new work of slot_o has to wait
  output logic [3:0]       slot_o,
  input  logic             used_i,
  output logic             drop_o,
  output logic             set_o,
  output logic [1:0]       size_o,
  output logic [InfoW-1:0] info_o,

  // derivation in the engine
  output logic             derive_o,
  input  logic             derive_done_i,
  input  logic [2:0]       derive_cause_i,
  input  logic             again_i,
  input  logic [255:0]     again_key_i,

  // key memories: words of a sweep, and the writes
  input  logic             sweep_we_i,
  input  logic [3:0]       sweep_slot_i,
  input  logic [2:0]       sweep_pass_i,
  output logic             key_we_o,
  output logic [3:0]       key_slot_o,
  output logic [1:0]       key_size_o,
  output logic [3:0]       key_round_o,
  output logic [127:0]     key_o,
  output logic             clear_we_o,
  output logic [2:0]       clear_pass_o,

  output logic             busy_o
);

  // One bit for each state: no decision waits for a decoder.
  typedef enum int unsigned {
    StIdle, StHold, StHeld, StWait, StAccept, StRefuse, StExpand, StDerive, StOffer, StSet, StAnswer
  } state_e;

  localparam int unsigned States = int'(StAnswer) + 1;

  logic [States-1:0] state_q, state_d;
  key_cause_e       cause, cause_q;
  logic             done, unused_expand_busy;
  logic             hold_q;              // any state but StIdle, StRefuse and StAnswer
  logic             again, again_q;      // again_q: in StOffer, the key comes from the engine
  logic             offer_q;             // a key may be taken, or comes from the engine
  logic             used_q;              // used_i, which is made from many registers
  logic [3:0]       slot_q, sizes;
  logic [1:0]       size_q;
  logic [InfoW-1:0] info_q;

  assign sizes = 4'(KeySizes);

  always_comb begin
    if (32'(s_key_slot) >= Slots)                      cause = KeyBadSlot;
    else if (s_key_size == 2'd3 || !sizes[s_key_size]) cause = KeyBadSize;
    else                                               cause = key_cause_e'(refuse_i);
  end

  // Each state, and the conditions for it. A key that is offered may be withdrawn (present), and a
  // zeroise drops the key under way; both precede everything else.
  logic untaken, present, wanted, taken, derived, unusable, answered;

  assign untaken  = state_q[StIdle] || state_q[StHold] || state_q[StHeld] || state_q[StWait] ||
                    state_q[StAccept] || state_q[StRefuse];
  assign present  = s_key_valid && !sweep_i;
  assign wanted   = s_key_valid && (cause == KeyLoaded);
  assign taken    = s_key_valid && !gate_i;
  assign derived  = derive_done_i && !again_i;
  assign unusable = (derive_cause_i != KeyLoaded);
  assign answered = m_key_ready && !gate_i;

  always_comb begin
    state_d[StIdle]   = (untaken && !present) || (state_q[StAnswer] && answered && !sweep_i);
    state_d[StHold]   = state_q[StIdle] && wanted && !sweep_i;
    state_d[StHeld]   = state_q[StHold] && present;
    state_d[StWait]   = (state_q[StHeld] || (state_q[StWait] && used_q)) && present;
    state_d[StAccept] = ((state_q[StWait] && !used_q) || (state_q[StAccept] && gate_i)) && present;
    state_d[StRefuse] = ((state_q[StIdle] && !wanted) || (state_q[StRefuse] && gate_i)) && present;
    state_d[StExpand] = ((state_q[StAccept] && taken) || (state_q[StExpand] && !done) ||
                         state_q[StOffer]) && !sweep_i;
    state_d[StDerive] = ((state_q[StExpand] && done) ||
                         (state_q[StDerive] && !again_i && !derive_done_i)) && !sweep_i;
    state_d[StOffer]  = state_q[StDerive] && again_i && !sweep_i;
    state_d[StSet]    = state_q[StDerive] && derived && !unusable && !sweep_i;
    state_d[StAnswer] = (state_q[StRefuse] && taken && !sweep_i) ||
                        (state_q[StDerive] && derived && unusable) || state_q[StSet] ||
                        (state_q[StAnswer] && (!answered || sweep_i)) ||
                        (sweep_i && (state_q[StExpand] || state_q[StDerive] || state_q[StOffer]));
  end

  // The offer of a key to the 256 bits of the window is a register of its own, which precedes
  // StAccept and is low again when the expansion has ended.
  assign again = state_q[StDerive] && again_i && !sweep_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= States'(1);   // StIdle
      hold_q  <= 1'b0;
      again_q <= 1'b0;
      offer_q <= 1'b0;
      used_q  <= 1'b1;
    end else begin
      state_q <= state_d;
      hold_q  <= !(state_d[StIdle] || state_d[StRefuse] || state_d[StAnswer]);
      again_q <= again;
      used_q  <= used_i;
      offer_q <= again || state_q[StHeld] || state_q[StWait] || state_q[StAccept];
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q[StIdle]) begin
      slot_q  <= s_key_slot;
      size_q  <= s_key_size;
      cause_q <= cause;
    end else if (sweep_i && cause_q == KeyLoaded) begin
      cause_q <= KeyZeroised;
    end else if (state_q[StDerive] && derive_done_i) begin
      cause_q <= key_cause_e'(derive_cause_i);
    end
    if (state_q[StAccept]) info_q <= s_key_info;
  end

  assign s_key_ready = (state_q[StAccept] || state_q[StRefuse]) && !gate_i && !sweep_i;
  assign m_key_valid = state_q[StAnswer] && !gate_i && !sweep_i;
  assign m_key_slot  = slot_q & {4{state_q[StAnswer]}};
  assign m_key_cause = cause_q & {3{state_q[StAnswer]}};

  // An expansion that begins without the gate being asked is cleared in the next cycle.
  seal_aes_key_expand #(
    .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages)
  ) u_expand (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .offer_i(offer_q),
    .start_i((s_key_valid && state_q[StAccept]) || again_q),
    .size_i (size_q),
    .key_i  (again_q ? again_key_i : s_key_data),
    .busy_o (unused_expand_busy),
    .we_o   (key_we_o),
    .round_o(key_round_o),
    .key_o  (key_o),
    .done_o (done)
  );

  // The write bus reaches the memory of every round, so it comes from registers.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_we_o <= 1'b0;
    else         clear_we_o <= sweep_we_i;
  end

  always_ff @(posedge clk_i) begin
    key_slot_o  <= sweep_we_i ? sweep_slot_i : slot_q;
    key_size_o  <= size_q;
    clear_pass_o <= sweep_pass_i;
  end

  assign hold_o     = hold_q;
  assign slot_o     = slot_q;
  assign drop_o     = state_q[StAccept] && taken && !sweep_i;
  assign set_o      = state_q[StSet] && !sweep_i;
  assign size_o     = size_q;
  assign info_o     = info_q;
  assign derive_o   = state_q[StDerive] && !sweep_i;
  assign busy_o     = !state_q[StIdle];

  `SEAL_ASSERT(OneState_A, $onehot(state_q))
  `SEAL_ASSERT(Hold_A, hold_q == !(state_q[StIdle] || state_q[StRefuse] || state_q[StAnswer]))
  `SEAL_ASSERT(AnswerStable_A, m_key_valid && !m_key_ready |=> gate_i || sweep_i ||
      (m_key_valid && $stable(m_key_slot) && $stable(m_key_cause)))

endmodule
