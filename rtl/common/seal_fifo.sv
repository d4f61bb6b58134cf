// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue: the oldest word is on data_o while valid_o is high; pop_i removes it.
// Source: no standard: textbook circular buffer.
//
//   SyncRead = 0   asynchronous read (distributed RAM); a word is visible one cycle after its push
//   SyncRead = 1   registered read (block RAM); visible two cycles after its push, and one more
//                  word fits, in the output register
//
// Distributed = 1 requests distributed RAM in either case: for a short queue whose output must
// settle early in the cycle, which that of a block RAM does not. Quiet = 1 leaves out the logic
// that writes zeros while sweep_i is high: for users whose data_i is zero in its last Depth cycles.
// Start is the address of the first word. Of queues beside each other that move together, each
// needs another one, or synthesis finds that their pointers are equal and keeps one for all.
//
// Throughput: one push and one pop per cycle, also when full (push together with pop). Pushing into
// a full queue and popping an empty one are errors of the user, which assertions report.
// Reset empties it. While sweep_i is high it is empty, and one word of the memory is overwritten
// with zeros per cycle: Depth cycles clear all of it.
`include "seal_assert.svh"

module seal_fifo #(
  parameter int unsigned Width       = 8,
  parameter int unsigned Depth       = 4,
  parameter bit          SyncRead    = 1'b0,
  parameter bit          Distributed = 1'b0,
  parameter bit          Quiet       = 1'b0,
  parameter int unsigned Start       = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_i,
  output logic [Width-1:0] data_o,
  output logic             valid_o
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;

  if (Start >= Depth) begin : g_bad_start
    $error("seal_fifo: Start must be below Depth");
  end

  logic [PtrW-1:0] wr_ptr_q, rd_ptr_q, rd_next_q;
  logic            read, stored_q;

  if (Distributed) begin : g_mem
    (* ram_style = "distributed" *) logic [Width-1:0] mem [Depth];
  end else begin : g_mem
    logic [Width-1:0] mem [Depth];
  end

  function automatic logic [PtrW-1:0] next(logic [PtrW-1:0] ptr);
    return (ptr == PtrW'(Depth - 1)) ? '0 : ptr + PtrW'(1);
  endfunction

  // Equal pointers mean empty or full; stored_q distinguishes the two. It needs no counter: a read
  // removes the last word if the read pointer, once advanced (rd_next_q), meets the write pointer.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_ptr_q  <= PtrW'(Start);
      rd_ptr_q  <= PtrW'(Start);
      rd_next_q <= '0;
      stored_q  <= 1'b0;
    end else begin
      if (!stored_q || read) rd_next_q <= next(stored_q ? rd_next_q : rd_ptr_q);
      if (sweep_i) begin
        // The write pointer walks through the whole memory; where it stops does not matter.
        wr_ptr_q <= next(wr_ptr_q);
        rd_ptr_q <= next(wr_ptr_q);
        stored_q <= 1'b0;
      end else begin
        if (push_i) wr_ptr_q <= next(wr_ptr_q);
        if (read)   rd_ptr_q <= rd_next_q;
        stored_q <= push_i || (stored_q && !(read && rd_next_q == wr_ptr_q));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i || sweep_i) g_mem.mem[wr_ptr_q] <= (sweep_i && !Quiet) ? '0 : data_i;
  end

  if (SyncRead) begin : g_sync
    logic [Width-1:0] out_q;
    logic             out_valid_q;

    assign read    = stored_q && (!out_valid_q || pop_i);
    assign data_o  = out_q;
    assign valid_o = out_valid_q;

    always_ff @(posedge clk_i) begin
      if (sweep_i)    out_q <= '0;
      else if (read) out_q <= g_mem.mem[rd_ptr_q];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)     out_valid_q <= 1'b0;
      else if (sweep_i) out_valid_q <= 1'b0;
      else             out_valid_q <= read || (out_valid_q && !pop_i);
    end
  end else begin : g_async
    assign read    = pop_i;
    assign data_o  = g_mem.mem[rd_ptr_q];
    assign valid_o = stored_q;
  end

  `SEAL_ASSERT(NoOverflow_A, push_i && !sweep_i |-> !stored_q || rd_ptr_q != wr_ptr_q || read)
  `SEAL_ASSERT(NoUnderflow_A, pop_i && !sweep_i |-> valid_o)

endmodule
