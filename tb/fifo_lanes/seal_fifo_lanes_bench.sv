// SPDX-License-Identifier: Apache-2.0
//
// Queues of 2 to 4 lanes and 1 to 9 words beside each other: one build for all of them. No
// standard. Queue i has i / 9 + 2 lanes and i % 9 + 1 words; bit or 16-bit part i of each port is
// its own. Reset, sweep_i and gate_i are shared.
module seal_fifo_lanes_bench (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic              gate_i,
  input  logic [26:0]       push_i,
  input  logic [26:0][15:0] data_i,
  input  logic [26:0]       pop_i,
  output logic [26:0][15:0] data_o,
  output logic [26:0]       valid_o
);

  for (genvar i = 0; i < 27; i++) begin : g_fifo
    seal_fifo_lanes #(.Width(16), .Depth(i % 9 + 1), .Lanes(i / 9 + 2)) u_fifo (
      .clk_i, .rst_ni, .sweep_i, .gate_i,
      .push_i (push_i[i]),
      .data_i (data_i[i]),
      .pop_i  (pop_i[i]),
      .data_o (data_o[i]),
      .valid_o(valid_o[i])
    );
  end

endmodule
