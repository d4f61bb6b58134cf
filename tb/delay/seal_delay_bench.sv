// SPDX-License-Identifier: Apache-2.0
//
// Delay lines of 0 to 7 cycles behind one input: one build for all of them. No standard.
// Lane i of q_o is d_i of i cycles ago.
module seal_delay_bench (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic [15:0]     d_i,
  output logic [7:0][15:0] q_o
);

  for (genvar i = 0; i < 8; i++) begin : g_delay
    seal_delay #(.Width(16), .Cycles(i)) u_delay (.clk_i, .rst_ni, .d_i, .q_o(q_o[i]));
  end

endmodule
