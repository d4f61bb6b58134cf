// SPDX-License-Identifier: Apache-2.0
//
// AES keys of units, for schemes that derive one from each tweak: in the order of the units, the
// key that a unit's chain has made is expanded into a slot of its own behind the Slots of the
// engine (FIPS 197, 5.2), and then the chain goes on. HCTR2-TwKD needs it (seal_sector_twkd_pkg).
//
// paused_i: units whose key is made. resume_o says that the chain of resume_unit_o may go on, with
// call resume_index_o; it waits in registers of its own, and the next key begins meanwhile. The bus
// of the round keys is that of seal_sector_keys, which takes no key while this module claims the
// bus (bus_claim_o); an expansion begins when a key that was taken before no longer uses it
// (bus_used_i).
//
// A key takes expand_cycles() and 5 cycles. Reset and sweep_i: idle.
module seal_sector_unit_key
  import seal_sector_pkg::*;
#(
  parameter int unsigned Slots      = 4,
  parameter int unsigned Words      = 8,
  parameter int unsigned KeySizes   = 5,
  parameter int unsigned Sbox       = 1,
  parameter int unsigned SboxStages = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic [NumW-1:0]  accept_i,
  output look_t            look_o,
  input  view_t            view_i,
  input  logic [Words-1:0] paused_i,
  input  logic             bus_used_i,
  output logic             bus_claim_o,

  output logic             resume_o,
  input  logic             resume_ready_i,
  output logic [NumW-1:0]  resume_unit_o,
  output logic [CallW-1:0] resume_index_o,

  output round_key_t       round_key_o
);

  localparam int unsigned IndexW = $clog2(Words);

  if (Slots + Words > 16) begin : g_bad_slots
    $error("seal_sector_unit_key: Slots and the units in flight must be at most 16 together");
  end
  if (KeySizes[1]) begin : g_bad_sizes
    $error("seal_sector_unit_key: KeySizes must be without AES-192: the scheme makes no such keys");
  end

  typedef enum logic [2:0] {StIdle, StClaim, StOffer, StExpand, StResume} state_e;

  state_e          state_q, state_d;
  logic [NumW-1:0] at_q;
  logic [1:0]      size_q;
  logic            here, skip, done, claimed_q, moves, unused_busy;

  assign here = (at_q != accept_i) && (view_i.entry.cause == CauseNone);
  assign skip = (at_q != accept_i) && (view_i.entry.cause != CauseNone) && (state_q == StIdle);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:   if (here && paused_i[IndexW'(at_q)]) state_d = StClaim;
      StClaim:  if (claimed_q && !bus_used_i) state_d = StOffer;
      StOffer:  state_d = StExpand;
      StExpand: if (done) state_d = StResume;
      default:  if (moves) state_d = StIdle;   // StResume
    endcase
  end

  // The last round key is at hand with done, and a block may follow it four cycles later; a call
  // that is resumed comes to the pipe five cycles after done, at least.
  assign moves = (state_q == StResume) && (!resume_o || resume_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StIdle;
      at_q     <= '0;
      resume_o <= 1'b0;
    end else if (sweep_i) begin
      state_q  <= StIdle;
      at_q     <= '0;
      resume_o <= 1'b0;
    end else begin
      state_q  <= state_d;
      resume_o <= moves || (resume_o && !resume_ready_i);
      if (skip || moves) at_q <= at_q + NumW'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    claimed_q <= (state_q == StClaim);
    if (state_q == StIdle) size_q <= view_i.entry.unit.size;
    if (moves) begin
      resume_unit_o  <= at_q;
      resume_index_o <= seal_sector_twkd_pkg::key_calls(view_i.entry.unit) + CallW'(1);
    end
  end

  seal_aes_key_expand #(
    .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages)
  ) u_expand (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .offer_i(state_q == StOffer),
    .start_i(state_q == StOffer),
    .size_i (size_q),
    .key_i  (seal_sector_twkd_pkg::key(view_i.blocks)),
    .busy_o (unused_busy),
    .we_o   (round_key_o.we),
    .round_o(round_key_o.round),
    .key_o  (round_key_o.key),
    .done_o (done)
  );

  assign look_o         = '{unit: at_q, tweak: '0};
  assign bus_claim_o    = (state_q inside {StClaim, StOffer, StExpand});

  assign round_key_o.clear = 1'b0;
  assign round_key_o.pass = '0;
  assign round_key_o.slot = 4'(Slots) + 4'(IndexW'(at_q));
  assign round_key_o.size = size_q;

endmodule
