// SPDX-License-Identifier: Apache-2.0
//
// FIFOs of depth 1 to 5, with both kinds of read, beside each other: one build for all of them.
// No standard. FIFO i has depth i % 5 + 1 and SyncRead = i / 5; bit or 16-bit lane i of each port
// is its own. Reset and sweep_i are shared.
module seal_fifo_bench (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,
  input  logic [9:0]       push_i,
  input  logic [9:0][15:0] data_i,
  input  logic [9:0]       pop_i,
  output logic [9:0][15:0] data_o,
  output logic [9:0]       valid_o
);

  for (genvar i = 0; i < 10; i++) begin : g_fifo
    seal_fifo #(.Width(16), .Depth(i % 5 + 1), .SyncRead(i >= 5)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push_i[i]),
      .data_i (data_i[i]),
      .pop_i  (pop_i[i]),
      .data_o (data_o[i]),
      .valid_o(valid_o[i])
    );
  end

endmodule
