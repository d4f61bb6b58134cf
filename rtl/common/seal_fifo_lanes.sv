// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue for wide words and a fast clock. It is made of Lanes queues (seal_fifo,
// each with a register at its output); words go to them in turn, so word i is in lane i mod Lanes.
// Source: no standard.
//
// Why lanes: in one wide queue pop_i would enable every bit of the output register within the
// cycle. Here it only moves the one-hot pointer of the lane that is read. The lane itself receives
// its pop a cycle later, from a register, and has Lanes - 1 cycles to fetch its next word before
// its turn comes again. In front of data_o stands only the choice of the lane.
//
// push_i announces a word one cycle ahead: data_i follows in the next cycle. So the lane that is
// written comes from a register, too.
//
// Latency: a word is visible three cycles after its push_i. Throughput: one push and one pop per
// cycle, also when full. At least Depth words fit. data_o is 0 while valid_o is low.
// Reset empties it. While sweep_i is high it is empty, and one word of each lane is overwritten
// with zeros per cycle: ceil(Depth / Lanes) cycles clear all of it. gate_i: valid_o is low from the
// next cycle on and pushes are dropped, until sweep_i comes: for a user that must stop at once but
// is swept later.
module seal_fifo_lanes #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 32,
  parameter int unsigned Lanes = 2   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,
  input  logic             gate_i,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_i,
  output logic [Width-1:0] data_o,
  output logic             valid_o
);

  if (Lanes < 2) begin : g_bad_lanes
    $error("seal_fifo_lanes: Lanes must be 2 or more");
  end

  // One-hot: the lane of the next push, of the word now at data_i, of the next pop, of the last pop
  logic [Lanes-1:0]            push_q, write_q, pop_q, gone_q;
  logic [Lanes-1:0]            valid, here;
  logic [Lanes-1:0][Width-1:0] word;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q  <= Lanes'(1);
      write_q <= '0;
      pop_q   <= Lanes'(1);
      gone_q  <= '0;
    end else if (sweep_i) begin
      push_q  <= Lanes'(1);
      write_q <= '0;
      pop_q   <= Lanes'(1);
      gone_q  <= '0;
    end else if (gate_i) begin
      write_q <= '0;
      pop_q   <= '0;
      gone_q  <= '0;
    end else begin
      if (push_i) push_q <= {push_q[Lanes-2:0], push_q[Lanes-1]};
      if (pop_i)  pop_q  <= {pop_q[Lanes-2:0], pop_q[Lanes-1]};
      write_q <= push_q & {Lanes{push_i}};
      gone_q  <= pop_q & {Lanes{pop_i}};
    end
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    seal_fifo #(
      .Width(Width), .Depth((Depth + Lanes - 1) / Lanes), .SyncRead(1'b1), .Distributed(1'b1)
    ) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (write_q[n]),
      .data_i,
      .pop_i  (gone_q[n]),
      .data_o (word[n]),
      .valid_o(valid[n])
    );
  end

  // A lane's turn comes again two cycles after its pop at the earliest: by then it has been popped.
  assign here    = pop_q & valid;
  assign valid_o = |here;

  always_comb begin
    data_o = '0;
    for (int unsigned n = 0; n < Lanes; n++) data_o |= word[n] & {Width{here[n]}};
  end

endmodule
