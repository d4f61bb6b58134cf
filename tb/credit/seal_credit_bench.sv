// SPDX-License-Identifier: Apache-2.0
//
// Credit counters of 1 to 5 credits beside each other: one build for all of them. No standard.
// Bit i of each port is the counter of i + 1 credits.
module seal_credit_bench (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,
  input  logic [4:0] take_i,
  input  logic [4:0] give_i,
  output logic [4:0] free_o,
  output logic [4:0] idle_o
);

  for (genvar i = 0; i < 5; i++) begin : g_credit
    seal_credit #(.Credits(i + 1)) u_credit (
      .clk_i, .rst_ni, .clear_i,
      .take_i(take_i[i]),
      .give_i(give_i[i]),
      .free_o(free_o[i]),
      .idle_o(idle_o[i])
    );
  end

endmodule
