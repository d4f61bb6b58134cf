// SPDX-License-Identifier: Apache-2.0
//
// Sets of queues with seal_collect behind them: one build for all of them. No standard. Set i has
// so many inputs and queues of 16 bits, and room for so many words in all:
//
//   set    inputs  queues  words
//   0      4       4       40
//   1      8       3       30
//   2      2       2       19, in two queues of 10
module seal_fifo_dealt_bench (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  input  logic [2:0][7:0]       push_i,
  input  logic [2:0][7:0][15:0] data_i,
  input  logic [2:0][3:0]       pop_i,
  output logic [2:0][3:0]       give_o,
  output logic [2:0][3:0][15:0] data_o,
  output logic [2:0][3:0]       valid_o
);

  for (genvar i = 0; i < 3; i++) begin : g_set
    localparam int unsigned Inputs = (i == 0) ? 4 : (i == 1) ? 8 : 2;
    localparam int unsigned Ports  = (i == 0) ? 4 : (i == 1) ? 3 : 2;
    localparam int unsigned Depth  = (i == 0) ? 40 : (i == 1) ? 30 : 19;

    logic [Inputs-1:0][3:0]  ctrl_in;
    logic [Inputs-1:0][11:0] data_in;
    logic [Ports-1:0][3:0]   ctrl;
    logic [Ports-1:0][11:0]  data;
    logic [Ports-1:0][15:0]  word, out;
    logic [Ports-1:0]        head, take, give, valid;

    for (genvar n = 0; n < Inputs; n++) begin : g_in
      assign {ctrl_in[n], data_in[n]} = data_i[i][n];
    end
    for (genvar n = 0; n < Ports; n++) begin : g_word
      assign word[n] = {ctrl[n], data[n]};
    end

    seal_fifo_dealt #(
      .CtrlW(4), .DataW(12), .Depth(Depth), .Inputs(Inputs), .Ports(Ports)
    ) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push_i[i][Inputs-1:0]),
      .ctrl_i (ctrl_in),
      .data_i (data_in),
      .give_o (give),
      .valid_o(head),
      .ctrl_o (ctrl),
      .data_o (data),
      .pop_i  (take)
    );

    seal_collect #(.Width(16), .Ports(Ports)) u_collect (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(head),
      .data_i (word),
      .take_o (take),
      .valid_o(valid),
      .data_o (out),
      .take_i (pop_i[i][Ports-1:0])
    );

    assign give_o[i]  = 4'(give);
    assign valid_o[i] = 4'(valid);
    assign data_o[i]  = 64'(out);
  end

endmodule
