// SPDX-License-Identifier: Apache-2.0
//
// For a phase that takes units in their order: the next one, looked up ahead, so that the phase
// decides from registers. No standard.
//
//   cycle 0   look_o -> seal_sector_store -> entry_i -> register: its entry, its bit of ready_i
//         1   ahead_o -> registers: valid_o, unit_o, entry_o, and those of the phase itself
//         2   the phase sees them, and takes the unit with take_i
//         3   the next one is loaded
//
// So no unit follows another in less than two cycles, which is what a unit takes on its way in; and
// no register waits for the decision of the phase.
//
// A unit is captured when ready_i has its bit, or when its command was refused; refused units are
// passed over where Skip is set. While valid_o is low, entry_o takes ahead_o in each cycle: a phase
// that works something out of it has a register of its own that does the same.
//
// Throughput: a unit every two cycles. Latency 2 cycles. Reset and sweep_i: from unit 0 on.
`include "seal_assert.svh"

module seal_sector_next
  import seal_sector_pkg::*;
#(
  parameter int unsigned Words = 8,      // units in flight, a power of two
  parameter bit          Skip  = 1'b0    // units of refused commands
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic [NumW-1:0]  accept_i,     // the unit behind the last one
  input  logic [Words-1:0] ready_i,
  output look_t            look_o,
  input  entry_t           entry_i,

  output entry_t           ahead_o,
  output logic             valid_o,
  output logic [NumW-1:0]  unit_o,
  output entry_t           entry_o,
  input  logic             take_i
);

  localparam int unsigned IndexW = $clog2(Words);

  logic [NumW-1:0] at_q;
  entry_t          entry_q;
  logic            live_q, ready_q, refused, there, pass, moves;

  assign ahead_o = entry_q;
  assign look_o  = '{unit: at_q, tweak: '0};
  assign refused = (entry_q.cause != CauseNone);
  assign there   = live_q && (ready_q || refused);
  assign pass    = Skip && refused;
  assign moves   = there && (!valid_o || pass);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q    <= '0;
      live_q  <= 1'b0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else if (sweep_i) begin
      at_q    <= '0;
      live_q  <= 1'b0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else begin
      live_q <= (at_q != accept_i) && !moves;   // entry_q and ready_q are those of at_q
      if (moves)    at_q   <= at_q + NumW'(1);
      if (!valid_o) unit_o <= at_q;
      valid_o <= valid_o ? !take_i : there && !pass;
    end
  end

  always_ff @(posedge clk_i) begin
    entry_q <= entry_i;
    ready_q <= ready_i[IndexW'(at_q)];
    if (!valid_o) entry_o <= entry_q;
  end

  // A unit's place is taken again only when every phase has passed it. Nothing counts that: it
  // follows from the cycles between a phase's last write and the end of the unit.
  `SEAL_ASSERT(NotOvertaken_A, !sweep_i |-> NumW'(accept_i - at_q) <= NumW'(Words))

endmodule
