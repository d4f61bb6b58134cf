// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue of which up to Ports words are pushed and popped in one cycle. It is
// made of Ports queues (seal_fifo); words go to them in turn, so that word i lies in queue
// i mod Ports, and neighbouring words never in the same one. Source: no standard.
//
//   push_i, pop_i, valid_o   one bit for each word, set from bit 0 on without a gap: 0, 1, 3, 7 ...
//   data_i, data_o           word 0 is the oldest
//
// With one port it is a seal_fifo. Latency, reset and sweep_i: as there; at least Depth words fit,
// and ceil(Depth / Ports) cycles of sweep_i clear all of it.
`include "seal_assert.svh"

module seal_fifo_multi #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4,
  parameter int unsigned Ports = 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sweep_i,

  input  logic [Ports-1:0]            push_i,
  input  logic [Ports-1:0][Width-1:0] data_i,
  input  logic [Ports-1:0]            pop_i,
  output logic [Ports-1:0][Width-1:0] data_o,
  output logic [Ports-1:0]            valid_o
);

  if (Ports < 1) begin : g_bad_ports
    $error("seal_fifo_multi: Ports must be 1 or more");
  end

  logic [Ports-1:0]            push, pop, valid;   // of each queue
  logic [Ports-1:0][Width-1:0] into, out;

  for (genvar n = 0; n < Ports; n++) begin : g_queue
    seal_fifo #(.Width(Width), .Depth((Depth + Ports - 1) / Ports)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push[n]),
      .data_i (into[n]),
      .pop_i  (pop[n]),
      .data_o (out[n]),
      .valid_o(valid[n])
    );
  end

  if (Ports == 1) begin : g_one
    assign {push, into, pop, data_o, valid_o} = {push_i, data_i, pop_i, out, valid};
  end else begin : g_many
    localparam int unsigned PortW = $clog2(Ports);

    logic [PortW-1:0] write_q, read_q;   // the queues of the next words in and out

    function automatic logic [PortW-1:0] after(logic [PortW-1:0] queue, int unsigned words);
      int unsigned sum;
      sum = 32'(queue) + words;
      return PortW'((sum >= Ports) ? sum - Ports : sum);
    endfunction

    always_comb begin
      {push, pop, into} = '0;
      for (int unsigned n = 0; n < Ports; n++) begin
        push[after(write_q, n)] = push_i[n];
        into[after(write_q, n)] = data_i[n];
        pop[after(read_q, n)]   = pop_i[n];
      end
    end

    always_comb begin   // by itself: what is offered does not depend on what is taken
      for (int unsigned n = 0; n < Ports; n++) begin
        valid_o[n] = valid[after(read_q, n)];
        data_o[n]  = out[after(read_q, n)];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q  <= '0;
      end else if (sweep_i) begin
        write_q <= '0;
        read_q  <= '0;
      end else begin
        write_q <= after(write_q, $countones(push_i));
        read_q  <= after(read_q, $countones(pop_i));
      end
    end
  end

  `SEAL_ASSERT(PushFromBitZero_A, !sweep_i |-> (push_i & (push_i + Ports'(1))) == '0)
  `SEAL_ASSERT(PopFromBitZero_A, !sweep_i |-> (pop_i & (pop_i + Ports'(1))) == '0)
  `SEAL_ASSERT(PopIsThere_A, !sweep_i |-> (pop_i & ~valid_o) == '0)

endmodule
