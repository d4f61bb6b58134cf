// SPDX-License-Identifier: Apache-2.0
//
// For a phase that takes units in their order: the next one, looked up ahead, so that the phase
// decides from registers. No standard.
//
//   cycle 0   look_o -> seal_sector_store -> entry_i -> register: its entry, its bit of ready_i
//         1   register: valid_o, unit_o, entry_o, refused_o, last_o, ring_o, none_o
//         2   the phase sees them, and takes the unit with take_i
//         3   the next one is loaded
//
// So no unit follows another in less than two cycles, which is what a unit takes on its way in; and
// no register waits for the decision of the phase.
//
// A unit is captured when ready_i has its bit, or when its command was refused (refused_o); refused
// units are passed over where Skip is set. last_o is the index of the unit's last block, ring_o the
// number of its blocks that pass the ring buffers, none_o that there are none of these.
//
// Throughput: a unit every two cycles. Latency 2 cycles. Reset and sweep_i: from unit 0 on.
module seal_sector_next
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode  = 1,
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

  output logic             valid_o,
  output logic [NumW-1:0]  unit_o,
  output entry_t           entry_o,
  output logic             refused_o,
  output logic [SizeW-5:0] last_o,
  output logic [SizeW-5:0] ring_o,
  output logic             none_o,
  input  logic             take_i
);

  localparam int unsigned IndexW = $clog2(Words);
  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);

  logic [NumW-1:0] at_q;
  entry_t          entry_q;
  logic            live_q, ready_q, refused, there, pass, moves;

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
    if (!valid_o) begin
      entry_o   <= entry_q;
      refused_o <= (entry_q.cause != CauseNone);
      last_o    <= entry_q.unit.len[SizeW-1:4] - (SizeW-4)'(entry_q.unit.len[3:0] == '0);
      ring_o    <= ring_blocks(Traits, entry_q.unit.len);
      none_o    <= (ring_blocks(Traits, entry_q.unit.len) == '0);
    end
  end

endmodule
