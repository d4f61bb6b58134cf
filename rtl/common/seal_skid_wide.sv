// SPDX-License-Identifier: Apache-2.0
//
// Register slice for a wide word beside the bits that decisions are made of: two slices (seal_skid)
// that take and give together, each with pointers of its own, so that no decision waits for a
// pointer that selects all bits of the wide word. No standard.
//
// While valid_o is low, few_o and wide_o show what came in last, valid or not: whoever passes them on
// must mask them. wide_valid_o is valid_o by the pointers of the wide slice, for its mask.
//
// Latency, throughput, reset, zero_i and clear_i: as seal_skid.
module seal_skid_wide #(
  parameter int unsigned Few  = 8,     // bits that decisions are made of
  parameter int unsigned Wide = 128
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            zero_i,
  input  logic            clear_i,

  input  logic            valid_i,
  output logic            ready_o,
  input  logic [Few-1:0]  few_i,
  input  logic [Wide-1:0] wide_i,

  output logic            valid_o,
  input  logic            ready_i,
  output logic [Few-1:0]  few_o,
  output logic            wide_valid_o,
  output logic [Wide-1:0] wide_o
);

  logic unused_ready;   // as that of the other one

  seal_skid #(.Width(Few)) u_few (
    .clk_i, .rst_ni, .zero_i, .clear_i, .valid_i, .ready_o, .data_i(few_i), .valid_o, .ready_i,
    .data_o(few_o)
  );

  seal_skid #(.Width(Wide), .Start(1'b1)) u_wide (
    .clk_i, .rst_ni, .zero_i, .clear_i, .valid_i, .ready_o(unused_ready), .data_i(wide_i),
    .valid_o(wide_valid_o), .ready_i, .data_o(wide_o)
  );

endmodule
