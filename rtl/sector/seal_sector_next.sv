// SPDX-License-Identifier: Apache-2.0
//
// For a phase that takes units in their order: the next one, looked up a cycle ahead, so that the
// phase decides from registers. No standard.
//
//   look_o -> seal_sector_store -> entry_i -> register: valid_o, unit_o, entry_o -> take_i
//
// A unit is captured when ready_i has its bit, or when its command was refused; refused units are
// passed over where Skip is set. last_o is the index of the unit's last block, ring_o the number of
// its blocks that pass the ring buffers.
//
// Throughput: a unit per cycle. Latency 1 cycle. Reset and sweep_i: from unit 0 on.
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
  output logic [SizeW-5:0] last_o,
  output logic [SizeW-5:0] ring_o,
  input  logic             take_i
);

  localparam int unsigned IndexW = $clog2(Words);
  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);

  logic [NumW-1:0] at_q;
  logic            free, refused, there, pass;

  assign look_o  = '{unit: at_q, tweak: '0};
  assign free    = !valid_o || take_i;
  assign refused = (entry_i.cause != CauseNone);
  assign there   = (at_q != accept_i) && (ready_i[IndexW'(at_q)] || refused);
  assign pass    = Skip && refused;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q    <= '0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else if (sweep_i) begin
      at_q    <= '0;
      unit_o  <= '0;
      valid_o <= 1'b0;
    end else begin
      if (there && (free || pass)) at_q <= at_q + NumW'(1);
      if (free) unit_o <= at_q;
      valid_o <= (there && free && !pass) || !free;
    end
  end

  always_ff @(posedge clk_i) begin
    if (free) begin
      entry_o <= entry_i;
      last_o  <= entry_i.unit.len[SizeW-1:4] - (SizeW-4)'(entry_i.unit.len[3:0] == '0);
      ring_o  <= ring_blocks(Traits, entry_i.unit.len);
    end
  end

endmodule
