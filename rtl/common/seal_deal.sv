// SPDX-License-Identifier: Apache-2.0
//
// Deals words to Ports queues in turn: the n-th word since reset goes to port n mod Ports, so that
// several words of a cycle go to different queues. seal_collect puts them in order again.
// Source: no standard.
//
//   valid_i   any pattern, word 0 is the oldest; at most Ports bits may be set
//
// Latency: 1 cycle, in which the words are in registers that always move, beside the port's choice
// between them. While a bit of valid_o is low, its data are those of any input. Reset and sweep_i:
// nothing is valid, and the next word goes to port 0.
`include "seal_assert.svh"

module seal_deal #(
  parameter int unsigned Width  = 8,
  parameter int unsigned Inputs = 2,
  parameter int unsigned Ports  = 2
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         sweep_i,

  input  logic [Inputs-1:0]            valid_i,
  input  logic [Inputs-1:0][Width-1:0] data_i,
  output logic [Ports-1:0]             valid_o,
  output logic [Ports-1:0][Width-1:0]  data_o
);

  localparam int unsigned PortW = (Ports > 1) ? $clog2(Ports) : 1;
  localparam int unsigned FromW = (Inputs > 1) ? $clog2(Inputs) : 1;

  if (Inputs < 1 || Ports < 1) begin : g_bad_ports
    $error("seal_deal: Inputs and Ports must be 1 or more");
  end

  logic [PortW-1:0]             next_q;   // the port of the next word
  logic [Ports-1:0]             valid, valid_q;
  logic [Ports-1:0][FromW-1:0]  from, from_q;
  logic [Inputs-1:0][Width-1:0] data_q;

  function automatic logic [PortW-1:0] after(logic [PortW-1:0] port, int unsigned words);
    int unsigned sum;
    sum = 32'(port) + words;
    return PortW'((sum >= Ports) ? sum - Ports : sum);
  endfunction

  always_comb begin
    valid = '0;
    from  = '0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      for (int unsigned n = 0; n < Ports; n++) begin
        if (valid_i[i] && PortW'(n) == after(next_q, $countones(valid_i & ((1 << i) - 1)))) begin
          valid[n] = 1'b1;
          from[n]  = from[n] | FromW'(i);
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q  <= '0;
      valid_q <= '0;
    end else if (sweep_i) begin
      next_q  <= '0;
      valid_q <= '0;
    end else begin
      next_q  <= after(next_q, $countones(valid_i));
      valid_q <= valid;
    end
  end

  always_ff @(posedge clk_i) begin
    from_q <= from;
    data_q <= data_i;
  end

  assign valid_o = valid_q;
  for (genvar n = 0; n < Ports; n++) begin : g_port
    assign data_o[n] = data_q[from_q[n]];
  end

  `SEAL_ASSERT(NotTooMany_A, !sweep_i |-> $countones(valid_i) <= Ports)

endmodule
