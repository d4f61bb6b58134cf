// SPDX-License-Identifier: Apache-2.0
//
// Register slice for a wide word of data beside the few control bits that decisions are made of.
// No standard: a skid buffer, as seal_skid, with the control bits in registers.
//
// The data are in a queue of two, which a late ready does not enable (seal_skid). The control bits
// come from a register, with a spare one before it: so no decision waits for a pointer and a choice
// between two registers, and a late ready enables only these bits. Both move together.
//
// While valid_o is low, ctrl_o and data_o show the latest input, valid or not: their user must mask
// them.
//
// Latency, throughput, reset and sweep_i: as seal_skid.
`include "seal_assert.svh"

module seal_skid_wide #(
  parameter int unsigned CtrlW = 8,    // control bits
  parameter int unsigned DataW = 128
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            sweep_i,

  input  logic            valid_i,
  output logic            ready_o,
  input  logic [CtrlW-1:0] ctrl_i,
  input  logic [DataW-1:0] data_i,

  output logic            valid_o,
  input  logic            ready_i,
  output logic [CtrlW-1:0] ctrl_o,
  output logic [DataW-1:0] data_o
);

  logic [CtrlW-1:0] ctrl_q, spare_q;
  logic           valid_q, spare_valid_q, move;
  logic           data_valid, data_ready;

  assign ready_o = !spare_valid_q;
  assign valid_o = valid_q;
  assign ctrl_o   = ctrl_q;
  assign move    = !valid_q || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (sweep_i) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      valid_q       <= !move || spare_valid_q || valid_i;
      spare_valid_q <= !move && (spare_valid_q || valid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!spare_valid_q) spare_q <= ctrl_i;
    if (move)           ctrl_q   <= spare_valid_q ? spare_q : ctrl_i;
  end

  seal_skid #(.Width(DataW)) u_data (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .ready_o(data_ready), .data_i(data_i),
    .valid_o(data_valid), .ready_i, .data_o(data_o)
  );

  logic unused_data;   // read by an assertion only
  assign unused_data = data_valid ^ data_ready;

  `SEAL_ASSERT(Together_A, data_valid == valid_o && data_ready == ready_o)

endmodule
