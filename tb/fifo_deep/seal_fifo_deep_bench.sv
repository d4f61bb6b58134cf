// SPDX-License-Identifier: Apache-2.0
//
// Queues of 1 to 12 words beside each other: one build for all of them. No standard. Queue i has
// i + 1 words, and for an odd i three lanes; bit or 16-bit part i of each port is its own. Reset
// and sweep_i are shared.
module seal_fifo_deep_bench (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic [11:0]       push_i,
  input  logic [11:0][15:0] data_i,
  input  logic [11:0]       pop_i,
  output logic [11:0][15:0] data_o,
  output logic [11:0]       valid_o
);

  for (genvar i = 0; i < 12; i++) begin : g_fifo
    seal_fifo_deep #(.Width(16), .Depth(i + 1), .Lane((i % 2 == 1) ? 6 : 64)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push_i[i]),
      .data_i (data_i[i]),
      .pop_i  (pop_i[i]),
      .data_o (data_o[i]),
      .valid_o(valid_o[i])
    );
  end

endmodule
