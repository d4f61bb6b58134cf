// SPDX-License-Identifier: Apache-2.0
//
// Collects the words that seal_deal has dealt to Ports queues, in the order in which they came.
// Source: no standard.
//
//   valid_i, data_i, take_o   the oldest word of each queue; it is taken
//   valid_o, data_o           the same in order, word 0 the oldest, valid without a gap: a word is
//                             valid only if those before it are
//   take_i                    words that are taken, set from bit 0 on without a gap
//
// No latency: only the place of the oldest word is a register. Reset and sweep_i: it is port 0.
`include "seal_assert.svh"

module seal_collect #(
  parameter int unsigned Width = 8,
  parameter int unsigned Ports = 2
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sweep_i,

  input  logic [Ports-1:0]            valid_i,
  input  logic [Ports-1:0][Width-1:0] data_i,
  output logic [Ports-1:0]            take_o,
  output logic [Ports-1:0]            valid_o,
  output logic [Ports-1:0][Width-1:0] data_o,
  input  logic [Ports-1:0]            take_i
);

  localparam int unsigned PortW = (Ports > 1) ? $clog2(Ports) : 1;

  if (Ports < 1) begin : g_bad_ports
    $error("seal_collect: Ports must be 1 or more");
  end

  logic [PortW-1:0] first_q;   // the port of the oldest word

  function automatic logic [PortW-1:0] after(logic [PortW-1:0] port, int unsigned words);
    int unsigned sum;
    sum = 32'(port) + words;
    return PortW'((sum >= Ports) ? sum - Ports : sum);
  endfunction

  always_comb begin
    take_o = '0;
    for (int unsigned n = 0; n < Ports; n++) take_o[after(first_q, n)] = take_i[n];
  end

  always_comb begin
    for (int unsigned n = 0; n < Ports; n++) begin
      valid_o[n] = valid_i[after(first_q, n)];
      if (n > 0) valid_o[n] &= valid_o[n-1];
      data_o[n] = data_i[after(first_q, n)];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      first_q <= '0;
    else if (sweep_i) first_q <= '0;
    else              first_q <= after(first_q, $countones(take_i));
  end

  `SEAL_ASSERT(TakeFromBitZero_A, !sweep_i |-> (take_i & (take_i + Ports'(1))) == '0)
  `SEAL_ASSERT(TakenIsThere_A, !sweep_i |-> (take_i & ~valid_o) == '0)

endmodule
