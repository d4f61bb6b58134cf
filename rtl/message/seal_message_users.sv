// SPDX-License-Identifier: Apache-2.0
//
// Which slots are used by messages without a verdict: ends the use of each, once it has its
// verdict, in the table of the slots (seal_slot_table). No standard.
//
//   take_i      a message begins, of slot_i; uses_i: it uses the slot, whose use has begun
//   verdict_i   the oldest message has its verdict, two cycles after take_i or later
//   end_o       two cycles after verdict_i: the use of end_slot_o ends, if there was one
//
// Up to Commands messages begin in one cycle, and up to Ends have their verdict; bit or word 0 is
// the oldest, and bits of take_i and verdict_i are set from bit 0 on without a gap. A verdict comes
// from afar, so it goes into a register first. Reset: no message. sweep_i: the messages are
// forgotten, their uses do not end.
`include "seal_assert.svh"

module seal_message_users #(
  parameter int unsigned Commands = 2,      // per cycle
  parameter int unsigned Ends     = 2,      // verdicts per cycle
  parameter int unsigned Messages = 32,     // without a verdict, at most
  localparam int unsigned Events  = (Commands > Ends) ? Commands : Ends
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     sweep_i,

  input  logic [Commands-1:0]      take_i,
  input  logic [Commands-1:0]      uses_i,
  input  logic [Commands-1:0][3:0] slot_i,
  input  logic [Ends-1:0]          verdict_i,

  output logic [Events-1:0]        end_o,
  output logic [Events-1:0][3:0]   end_slot_o
);

  typedef struct packed {
    logic       uses;
    logic [3:0] slot;
  } user_t;

  user_t [Commands-1:0] into_q;
  user_t [Events-1:0]   into, oldest;
  logic  [Events-1:0]   take_q, verdict_q, there;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      take_q    <= '0;
      verdict_q <= '0;
    end else begin
      take_q    <= Events'(take_i);
      verdict_q <= Events'(verdict_i & {Ends{!sweep_i}});
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < Commands; n++) into_q[n] <= '{uses: uses_i[n], slot: slot_i[n]};
  end

  assign into = $bits(into)'(into_q);   // more may end in a cycle than begin: zeros above

  for (genvar n = 0; n < Events; n++) begin : g_event
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) end_o[n] <= 1'b0;
      else         end_o[n] <= verdict_q[n] && oldest[n].uses && !sweep_i;
    end

    always_ff @(posedge clk_i) end_slot_o[n] <= oldest[n].slot;
  end

  seal_fifo_multi #(.Width($bits(user_t)), .Depth(Messages), .Ports(Events)) u_users (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (take_q),
    .data_i (into),
    .pop_i  (verdict_q),
    .data_o (oldest),
    .valid_o(there)
  );

  logic unused_there;   // read by an assertion only
  assign unused_there = ^there;

  `SEAL_ASSERT(VerdictHasMessage_A, !sweep_i |-> (verdict_q & ~there) == '0)

endmodule
