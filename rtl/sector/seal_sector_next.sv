// SPDX-License-Identifier: Apache-2.0
//
// For a phase that takes units in their order: the next one, looked up ahead, so that the phase
// decides from registers. No standard.
//
//   cycle 0   look_o -> seal_sector_store -> entry_i -> register: whether it is there, its entry
//         1   register: valid_o, unit_o, entry_o, refused_o, last_o, ring_o, none_o
//         2   the phase sees them, and may take the unit with take_i
//
// When a unit moves from the first register to the second, the next one is looked up a cycle later:
// no unit takes less than two cycles on its way in.
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
  logic            there_q, there, free, pass, moves;

  assign look_o = '{unit: at_q, tweak: '0};
  assign there  = (at_q != accept_i) && (ready_i[IndexW'(at_q)] || entry_i.cause != CauseNone);
  assign free   = !valid_o || take_i;
  assign pass   = Skip && entry_q.cause != CauseNone;
  assign moves  = there_q && (free || pass);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q    <= '0;
      there_q <= 1'b0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else if (sweep_i) begin
      at_q    <= '0;
      there_q <= 1'b0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else begin
      there_q <= there && !moves;
      if (moves) at_q <= at_q + NumW'(1);
      if (free) unit_o <= at_q;
      valid_o <= (there_q && !pass) || !free;
    end
  end

  always_ff @(posedge clk_i) begin
    entry_q <= entry_i;
    if (free) begin
      entry_o   <= entry_q;
      refused_o <= (entry_q.cause != CauseNone);
      last_o    <= entry_q.unit.len[SizeW-1:4] - (SizeW-4)'(entry_q.unit.len[3:0] == '0);
      ring_o    <= ring_blocks(Traits, entry_q.unit.len);
      none_o    <= (ring_blocks(Traits, entry_q.unit.len) == '0);
    end
  end

endmodule
