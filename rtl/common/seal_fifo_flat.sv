// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue of a few bits per word, of which up to Ports words are pushed and popped
// in one cycle. All of it is in registers, and the oldest word is always in the same ones: so a
// decision starts from a flip-flop, where seal_fifo_multi reads a memory and chooses a queue. For
// the bits that decide, beside a seal_fifo_multi with the others. Source: no standard; a shift
// register whose words fall through to the first free place.
//
//   push_i, pop_i, valid_o   one bit for each word, set from bit 0 on without a gap: 0, 1, 3, 7 ...
//   data_i, data_o           word 0 is the oldest; data_o means nothing without its valid_o
//   room_o                   Ports words fit, whatever is popped; a register
//
// What is here moves by as many places as words leave, and so does the first free place; the words
// that come are put there, and behind it. So neither a late data_i nor a late pop_i waits for the
// other.
//
// Latency 1 cycle. Depth words fit, and as many more as are popped in the same cycle. Reset: empty.
// sweep_i: empty and zero in the next cycle.
`include "seal_assert.svh"

module seal_fifo_flat #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4,   // Ports or more
  parameter int unsigned Ports = 2
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sweep_i,

  input  logic [Ports-1:0]            push_i,
  input  logic [Ports-1:0][Width-1:0] data_i,
  output logic                        room_o,
  input  logic [Ports-1:0]            pop_i,
  output logic [Ports-1:0][Width-1:0] data_o,
  output logic [Ports-1:0]            valid_o
);

  if (Ports < 1) begin : g_bad_ports
    $error("seal_fifo_flat: Ports must be 1 or more");
  end
  if (Depth < Ports) begin : g_bad_depth
    $error("seal_fifo_flat: Depth must be Ports or more");
  end

  // valid_q is set from bit 0 on without a gap; free has one bit, at the first place without one.
  logic [Depth-1:0]            valid_q, valid_d;
  logic [Depth-1:0][Width-1:0] word_q, word_d, word;
  logic [Depth:0]              free, freed;

  assign free = {valid_q, 1'b1} & ~{1'b0, valid_q};

  always_comb begin
    for (int unsigned i = 0; i < Depth; i++) word[i] = word_q[i] & {Width{valid_q[i]}};
  end

  always_comb begin
    valid_d = valid_q;
    word_d  = word;
    freed   = free;
    for (int unsigned n = 0; n < Ports; n++) begin
      if (pop_i[n]) begin
        valid_d = valid_q >> (n + 1);
        word_d  = word >> (Width * (n + 1));
        freed   = free >> (n + 1);
      end
    end
    for (int unsigned i = 0; i < Depth; i++) begin
      for (int unsigned n = 0; n < Ports; n++) begin
        if (i >= n) begin
          valid_d[i] |= push_i[n] && freed[i-n];
          word_d[i]  |= data_i[n] & {Width{freed[i-n]}};
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      valid_q <= '0;
    else if (sweep_i) valid_q <= '0;
    else              valid_q <= valid_d;
  end

  always_ff @(posedge clk_i) word_q <= sweep_i ? '0 : word_d;

  assign room_o  = !valid_q[Depth-Ports];
  assign valid_o = valid_q[Ports-1:0];
  assign data_o  = word_q[Ports-1:0];

  `SEAL_ASSERT(PushFromBitZero_A, !sweep_i |-> (push_i & (push_i + Ports'(1))) == '0)
  `SEAL_ASSERT(PopFromBitZero_A, !sweep_i |-> (pop_i & (pop_i + Ports'(1))) == '0)
  `SEAL_ASSERT(PopIsThere_A, !sweep_i |-> (pop_i & ~valid_o) == '0)
  `SEAL_ASSERT(NoOverflow_A, !sweep_i |->
      $countones(valid_q) + $countones(push_i) - $countones(pop_i) <= Depth)

endmodule
