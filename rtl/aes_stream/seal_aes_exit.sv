// SPDX-License-Identifier: Apache-2.0
//
// The output side of an AES pipe that never stops: credits, a queue of results, and the sequence of
// a zeroise. No standard.
//
// A block may enter the pipe (take_i) only while free_o is high, so that one of the Depth entries
// of the queue is free when it comes out (push_i, one cycle before block_i). Depth = latency + 2,
// with the latency from take_i to m_axis_tvalid, keeps the pipe full: free entries are counted one
// cycle late, from registers, so that neither the entrance nor the exit waits for the counter.
// user_i comes with its block; with error_i a block has no result, and leaves as zeros.
//
// Latency: 2 cycles from block_i. m_axis is stable while stalled.
// zeroise_i: m_axis is gated at once; halt_o, with the fall of free_o, then sweep_o, and then the
// sweep of the queue follow a cycle after each other, each from a register with a large fan-out
// (seal_zeroise). They end together, Clear cycles after the fall of zeroise_i (at least Depth + 2).
// In that time the queue is overwritten, all credits come back, and the owner clears its own
// registers and feeds zeros to its pipe; sweep_addr_o counts from 0 from the fall on, and wraps.
// Blocks in flight, and one that is taken in the first cycle of zeroise_i, are lost. gate_o is
// zeroise_i or halt_o. Reset: empty.
`include "seal_assert.svh"

module seal_aes_exit #(
  parameter int unsigned Depth = 18,
  parameter int unsigned Clear = Depth + 2,
  parameter int unsigned UserW = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zeroise_i,
  output logic             gate_o,
  output logic             halt_o,
  output logic             sweep_o,
  output logic [7:0]       sweep_addr_o,

  output logic             free_o,
  input  logic             take_i,
  input  logic             push_i,
  input  logic             error_i,
  input  logic [UserW-1:0] user_i,
  input  logic [127:0]     block_i,

  output logic             m_axis_tvalid,
  input  logic             m_axis_tready,
  output logic [127:0]     m_axis_tdata,
  output logic [UserW-1:0] m_axis_tuser,
  output logic             busy_o
);

  // Lanes of 16 words at most, which is how deep distributed memory is on small devices
  localparam int unsigned Lanes = (Depth > 32) ? (Depth + 15) / 16 : 2;

  if (Clear < Depth + 2) begin : g_bad_clear
    $error("seal_aes_exit: Clear must be Depth + 2 or more, to reach all of the queue");
  end

  // What is cleared, the last one first: each begins a cycle after the one below it
  typedef struct packed {
    logic fifo;
    logic owner;
    logic entrance;
  } sweep_t;

  sweep_t           sweep;
  logic             credit, idle, valid, pop, take_q, pop_q, unused_flush, unused_halt;
  logic [UserW-1:0] user;
  logic [127:0]     block;

  seal_zeroise #(.Cycles(Clear), .AddrW(8), .Depth($bits(sweep_t))) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(1'b0),
    .gate_o,
    .sweep_o  (sweep),
    .addr_o   (sweep_addr_o),
    .flush_o  (unused_flush),
    .halt_o   (unused_halt)
  );

  assign halt_o  = sweep.entrance;
  assign sweep_o = sweep.owner;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {take_q, pop_q} <= 2'b00;
    else         {take_q, pop_q} <= {take_i, pop} & {2{!sweep.entrance}};
  end

  seal_credit #(.Credits(Depth), .Late(1)) u_credit (
    .clk_i, .rst_ni,
    .clear_i(sweep.entrance),
    .take_i (take_q),
    .give_i (pop_q),
    .free_o (credit),
    .idle_o (idle)
  );

  seal_fifo_lanes #(.Width(UserW + 128), .Depth(Depth), .Lanes(Lanes)) u_fifo (
    .clk_i, .rst_ni,
    .sweep_i(sweep.fifo),
    .gate_i (zeroise_i),
    .push_i (push_i && !sweep.entrance),
    .data_i ({user_i, block_i & {128{!error_i}}}),
    .pop_i  (pop),
    .data_o ({user, block}),
    .valid_o(valid)
  );

  assign free_o = credit && !sweep.entrance;
  // A word popped during a zeroise is lost anyway, so this path need not wait for the gate.
  assign pop    = valid && m_axis_tready;
  assign busy_o = !idle || take_q || zeroise_i || halt_o;

  // After the first cycle of a zeroise the output of the queue is gated.
  assign m_axis_tvalid = valid && !zeroise_i;
  assign m_axis_tuser  = user & {UserW{!zeroise_i}};
  assign m_axis_tdata  = block & {128{!zeroise_i}};

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> zeroise_i || halt_o ||
      (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tuser)))

endmodule
