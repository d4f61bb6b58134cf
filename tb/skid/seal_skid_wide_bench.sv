// SPDX-License-Identifier: Apache-2.0
//
// seal_skid_wide with the ports of seal_skid: 6 few bits, which may be anything while nothing is
// valid, and 18 wide ones.
module seal_skid_wide_bench (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        zero_i,
  input  logic        valid_i,
  output logic        ready_o,
  input  logic [23:0] data_i,
  output logic        valid_o,
  input  logic        ready_i,
  output logic [23:0] data_o
);

  seal_skid_wide #(.Few(6), .Wide(18)) u_skid (
    .clk_i, .rst_ni, .zero_i, .valid_i, .ready_o,
    .few_i  (data_i[5:0]),
    .wide_i (data_i[23:6]),
    .valid_o, .ready_i,
    .few_o  (data_o[5:0]),
    .wide_o (data_o[23:6])
  );

endmodule
