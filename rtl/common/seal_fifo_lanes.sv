// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue in lanes, for wide words and a fast clock: word i lies in lane i modulo
// Lanes, a queue of its own (seal_fifo) with a register at its output. No standard.
//
// While a lane's register is looked at, the others fetch their next words; so a lane may learn a
// cycle late that its word has gone. pop_i then reaches a few pointers within the cycle, and no
// register of a word; and a word's way out of its memory, which is a Lanes-th as deep, is a whole
// cycle long. On its way to data_o is the choice of a lane.
//
// push_i announces the word that data_i has in the next cycle: so the lane that writes it is known
// from a register. Otherwise as seal_fifo with a registered read: a word is visible three cycles
// after its push; one push and one pop per cycle, also when full; Depth words fit, from their push
// on, and more as they happen to lie. data_o is 0 while valid_o is low. Reset empties it. While
// zero_i is high it is empty and one word of each lane is overwritten with zeros per cycle:
// ceil(Depth / Lanes) cycles clear all of it. From the cycle after hide_i on, until then, nothing
// is seen of what is in it: for an owner whose zero_i comes later.
module seal_fifo_lanes #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 32,
  parameter int unsigned Lanes = 2   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zero_i,
  input  logic             hide_i,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_i,
  output logic [Width-1:0] data_o,
  output logic             valid_o
);

  if (Lanes < 2) begin : g_bad_lanes
    $error("seal_fifo_lanes: Lanes must be 2 or more");
  end

  // The lane of the next push, of the word that is there, of the next pop, and of the last: a bit
  // per lane
  logic [Lanes-1:0]            push_q, write_q, pop_q, gone_q;
  logic [Lanes-1:0]            valid, here;
  logic [Lanes-1:0][Width-1:0] word;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q  <= Lanes'(1);
      write_q <= '0;
      pop_q   <= Lanes'(1);
      gone_q  <= '0;
    end else if (zero_i) begin
      push_q  <= Lanes'(1);
      write_q <= '0;
      pop_q   <= Lanes'(1);
      gone_q  <= '0;
    end else if (hide_i) begin
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
      .clk_i, .rst_ni, .zero_i,
      .push_i (write_q[n]),
      .data_i,
      .pop_i  (gone_q[n]),
      .data_o (word[n]),
      .valid_o(valid[n])
    );
  end

  // A lane's turn comes again two cycles after its pop or later, when it knows.
  assign here    = pop_q & valid;
  assign valid_o = |here;

  always_comb begin
    data_o = '0;
    for (int unsigned n = 0; n < Lanes; n++) data_o |= word[n] & {Width{here[n]}};
  end

endmodule
