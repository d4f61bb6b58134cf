// SPDX-License-Identifier: Apache-2.0
//
// seal_skid_wide with the ports of seal_skid: 6 few bits, which may be anything while nothing is
// valid, and 18 wide ones.
module seal_skid_wide_bench (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        sweep_i,
  input  logic        valid_i,
  output logic        ready_o,
  input  logic [23:0] data_i,
  output logic        valid_o,
  input  logic        ready_i,
  output logic [23:0] data_o
);

  seal_skid_wide #(.CtrlW(6), .DataW(18)) u_skid (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .ready_o,
    .ctrl_i  (data_i[5:0]),
    .data_i (data_i[23:6]),
    .valid_o, .ready_i,
    .ctrl_o  (data_o[5:0]),
    .data_o (data_o[23:6])
  );

endmodule
