// SPDX-License-Identifier: Apache-2.0
//
// Credit counters beside each other: one build for all of them. No standard. Bit i of each port is
// the counter of i + 1 credits for i < 5, else that of i - 3 credits which keeps one back (Late =
// 1).
module seal_credit_bench (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,
  input  logic [8:0] take_i,
  input  logic [8:0] give_i,
  output logic [8:0] free_o,
  output logic [8:0] idle_o
);

  for (genvar i = 0; i < 9; i++) begin : g_credit
    seal_credit #(.Credits((i < 5) ? i + 1 : i - 3), .Late(32'(i >= 5))) u_credit (
      .clk_i, .rst_ni, .clear_i,
      .take_i(take_i[i]),
      .give_i(give_i[i]),
      .free_o(free_o[i]),
      .idle_o(idle_o[i])
    );
  end

endmodule
