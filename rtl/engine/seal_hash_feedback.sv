// SPDX-License-Identifier: Apache-2.0
//
// Brings products of a pipelined multiplier of s stages (s = Stages) back to the blocks that they
// are added to: those which seal_hash_schedule marks. No standard; the equations are in seal_hash.
//
// A product leaves the multiplier s + 1 cycles after its block was in stage B. Without gaps that is
// one cycle after the block s places behind was in B, whose operand then takes it at the
// multiplier's input (bypass_o). When the input has gaps, products come back before their block;
// they wait in a FIFO of s words, and a register brings them beside the operand (early_o). One of
// the two is added: early_o is zero if there is none, and bypass_o says that product_i is another.
//
//   B: feedback_i --> C: early_o, bypass_o; operand --> multiplier --> product_i, done_o, tag_o
//
// flags_i and tag_i of stage B travel beside the product. Reset and sweep_i: control is clear, the
// FIFO empty; its words must be overwritten by products of zero, for s cycles.
`include "seal_assert.svh"

module seal_hash_feedback
  import seal_hash_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter int unsigned Stages = 4,
  parameter int unsigned TagW   = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             feedback_i,   // B: a product is added to the block
  input  hash_flags_t      flags_i,
  input  logic [TagW-1:0]  tag_i,

  output logic [Width-1:0] early_o,      // C
  output logic             bypass_o,     // the product to be added leaves in this cycle

  input  logic [Width-1:0] product_i,
  output hash_flags_t      done_o,
  output logic [TagW-1:0]  tag_o
);

  localparam int unsigned FlagsW = $bits(hash_flags_t) + TagW;

  hash_flags_t      done;
  logic             returning;     // a product for feedback leaves the multiplier ...
  logic             take_now;      // ... and is taken by the block in B
  logic             early_valid;
  logic [Width-1:0] early_head;

  assign returning = done.fed_back && !bypass_o;
  assign take_now  = feedback_i && !early_valid && returning;

  // Products that came back before their block, at most s.
  seal_fifo #(.Width(Width), .Depth(Stages), .Quiet(1'b1)) u_early (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (returning && !take_now),
    .data_i (product_i),
    .pop_i  (feedback_i && early_valid),
    .data_o (early_head),
    .valid_o(early_valid)
  );

  always_ff @(posedge clk_i) begin
    early_o <= !feedback_i ? '0 : early_valid ? early_head : take_now ? product_i : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      bypass_o <= 1'b0;
    else if (sweep_i) bypass_o <= 1'b0;
    else              bypass_o <= feedback_i && !early_valid && !take_now;
  end

  // C, and the stages of the multiplier
  logic [Stages:0][FlagsW-1:0] flight_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      flight_q <= '0;
    else if (sweep_i) flight_q <= '0;
    else              flight_q <= {flight_q[Stages-1:0], flags_i, tag_i};
  end

  assign {done, tag_o} = flight_q[Stages];
  assign done_o        = done;

  `SEAL_ASSERT(FeedbackThere_A, bypass_o && !sweep_i |-> done.fed_back)

endmodule
