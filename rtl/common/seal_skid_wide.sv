// SPDX-License-Identifier: Apache-2.0
//
// Register slice for a wide word of data beside the few control bits that decisions are made of. No
// standard.
//
// The data are in a queue of two, which a late ready does not enable (seal_skid). The control bits
// come from a register, with a spare one before it: so no decision waits for a pointer and a choice
// between two registers, and a late ready enables only these bits. Both move together.
//
// While valid_o is low, few_o and wide_o show the latest input, valid or not: their user must mask
// them.
//
// Latency, throughput, reset and zero_i: as seal_skid.
`include "seal_assert.svh"

module seal_skid_wide #(
  parameter int unsigned Few  = 8,     // control bits
  parameter int unsigned Wide = 128
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            zero_i,

  input  logic            valid_i,
  output logic            ready_o,
  input  logic [Few-1:0]  few_i,
  input  logic [Wide-1:0] wide_i,

  output logic            valid_o,
  input  logic            ready_i,
  output logic [Few-1:0]  few_o,
  output logic [Wide-1:0] wide_o
);

  logic [Few-1:0] few_q, spare_q;
  logic           valid_q, spare_valid_q, move;
  logic           wide_valid, wide_ready;

  assign ready_o = !spare_valid_q;
  assign valid_o = valid_q;
  assign few_o   = few_q;
  assign move    = !valid_q || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (zero_i) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      valid_q       <= !move || spare_valid_q || valid_i;
      spare_valid_q <= !move && (spare_valid_q || valid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!spare_valid_q) spare_q <= few_i;
    if (move)           few_q   <= spare_valid_q ? spare_q : few_i;
  end

  seal_skid #(.Width(Wide)) u_wide (
    .clk_i, .rst_ni, .zero_i, .valid_i, .ready_o(wide_ready), .data_i(wide_i),
    .valid_o(wide_valid), .ready_i, .data_o(wide_o)
  );

  logic unused_wide;   // read by an assertion only
  assign unused_wide = wide_valid ^ wide_ready;

  `SEAL_ASSERT(Together_A, wide_valid == valid_o && wide_ready == ready_o)

endmodule
