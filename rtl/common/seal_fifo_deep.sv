// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue for wide words and a fast clock, in block RAM: words are fetched ahead
// of their pop into a short queue. No standard: a prefetch buffer.
//
//   push -> memory -> its output register -> short queue -> data_o
//              ^ fetch, while there is room for the words on the way
//
// The memory and the register at its output always move, so that both lie in the block RAM; a pop
// moves the pointers of the short queue only, and returns its credit for a fetch a cycle later. The
// short queue is cut into lanes, so that no pointer selects more than Lane bits.
//
// At most Depth + 1 words may be in the queue, the short one included: of so many, one at least has
// left the memory. (With Depth = 1 it may leave too late, so one word may.) Throughput: one push
// and one pop per cycle. Latency: a word is visible 4 cycles after its push_i. Pushing into a full
// queue and popping an empty one are errors of the user, which assertions report. Reset empties it.
// While sweep_i is high it is empty, and one word of the memory is overwritten with zeros per
// cycle, then of the short queue: Depth + 8 cycles clear all of it. The memory sees sweep_i from a
// register, so nothing may be pushed in the cycle after it.
`include "seal_assert.svh"

module seal_fifo_deep #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 32,
  parameter int unsigned Lane  = 64    // most bits that a pointer of the short queue selects
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

  // From a fetch to the next one that its pop allows: memory, register, short queue, credit; and
  // one more, so that a late pop costs nothing.
  localparam int unsigned Ahead = 5;
  localparam int unsigned PtrW  = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned Lanes = (Width + Lane - 1) / Lane;
  localparam int unsigned LaneW = (Width + Lanes - 1) / Lanes;

  // A word that is read in the cycle in which it is written is not used: no logic for that case.
  (* ram_style = "block", no_rw_check *) logic [Width-1:0] mem [Depth];

  logic [PtrW-1:0]  wr_ptr_q, rd_ptr_q, rd_next_q;
  logic [Width-1:0] read_q, out_q;
  logic [1:0]       way_q;             // words between memory and short queue
  logic             clear_q;           // sweep_i, beside the memory
  logic             stored_q, fetch, room, unused_idle;

  function automatic logic [PtrW-1:0] behind(logic [PtrW-1:0] ptr);
    return (ptr == PtrW'(Depth - 1)) ? '0 : ptr + PtrW'(1);
  endfunction

  // Equal pointers mean empty or full; stored_q distinguishes the two. It needs no counter: a fetch
  // takes the last word if the read pointer, once advanced (rd_next_q), meets the write pointer.
  assign fetch = stored_q && room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_ptr_q  <= '0;
      rd_ptr_q  <= '0;
      rd_next_q <= '0;
      stored_q  <= 1'b0;
      way_q     <= '0;
    end else begin
      if (!stored_q || fetch) rd_next_q <= behind(stored_q ? rd_next_q : rd_ptr_q);
      if (sweep_i) begin
        // The write pointer walks through the whole memory; where it stops does not matter.
        wr_ptr_q <= behind(wr_ptr_q);
        rd_ptr_q <= behind(wr_ptr_q);
        stored_q <= 1'b0;
        way_q    <= '0;
      end else begin
        if (push_i) wr_ptr_q <= behind(wr_ptr_q);
        if (fetch)  rd_ptr_q <= rd_next_q;
        stored_q <= push_i || (stored_q && !(fetch && rd_next_q == wr_ptr_q));
        way_q    <= {way_q[0], fetch};
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= 1'b0;
    else         clear_q <= sweep_i;
  end

  always_ff @(posedge clk_i) begin
    if (push_i || clear_q) mem[wr_ptr_q] <= clear_q ? '0 : data_i;
    read_q <= mem[rd_ptr_q];
    out_q  <= read_q;
  end

  seal_credit #(.Credits(Ahead)) u_room (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .take_i (fetch),
    .give_i (pop_i),
    .free_o (room),
    .idle_o (unused_idle)
  );

  logic [Lanes-1:0][LaneW-1:0] ahead;
  logic [Lanes-1:0]            valid;      // all the same
  logic                        unused_lanes;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    seal_fifo #(
      .Width(LaneW), .Depth(Ahead), .Distributed(1'b1), .Quiet(1'b1), .Start(n % Ahead)
    ) u_ahead (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (way_q[1]),
      .data_i (LaneW'(out_q >> (n * LaneW))),
      .pop_i,
      .data_o (ahead[n]),
      .valid_o(valid[n])
    );
  end

  assign data_o       = Width'(ahead);
  assign valid_o      = valid[0];
  assign unused_lanes = ^{ahead, valid};

  `SEAL_ASSERT(NotWhileItClears_A, clear_q && !sweep_i |-> !push_i)
  `SEAL_ASSERT(NoOverflow_A, push_i && !sweep_i |-> !stored_q || rd_ptr_q != wr_ptr_q)

endmodule
