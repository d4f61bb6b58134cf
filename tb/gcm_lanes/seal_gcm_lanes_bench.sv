// SPDX-License-Identifier: Apache-2.0
//
// The issue stage of several blocks per cycle and its buffer, from requests and words to tokens.
module seal_gcm_lanes_bench
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned  Lanes    = 4,
  parameter int unsigned  Commands = 2,
  parameter int unsigned  Ends     = 2
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           sweep_i,
  input  logic                           clear_i,

  input  logic [Lanes-1:0][127:0]        word_i,
  input  logic [BlockAddrW-1:0]          next_addr_i,
  input  begin_t [Commands-1:0]          begin_i,
  input  logic                           direct_i,
  input  logic                           direct_counter_i,
  input  logic [LaneW-1:0]               direct_lane_i,
  input  logic [BlockAddrW-1:0]          direct_addr_i,
  input  start_addr_t                    direct_message_i,

  input  logic     [Lanes-1:0]           request_valid_i,
  output logic                           ready_o,
  input  request_t [Lanes-1:0]           request_i,
  input  logic                           key_req_i,
  output logic                           key_gnt_o,
  input  logic [3:0]                     key_slot_i,
  input  logic [1:0]                     key_size_i,
  input  logic                           entry_free_i,
  output logic [Lanes-1:0]               entry_take_o,
  input  logic                           j0_valid_i,
  input  logic [127:0]                   j0_i,
  output logic [BlockAddrW-1:0]          oldest_addr_o,

  output logic   [Lanes-1:0]             token_valid_o,
  output token_t [Lanes-1:0]             token_o,
  output logic   [Lanes-1:0][DataW-1:0]  data_o,
  output logic   [Lanes-1:0][127:0]      block_o,
  output logic   [Lanes-1:0][1:0]        size_o,
  output logic                           busy_o
);

  logic [Lanes-1:0][BlockAddrW-1:0]               word_addr;
  logic [Lanes-1:0][LaneW-1:0]                    word_lane;
  logic [Lanes-1:0][127:0]                        word;
  logic [Lanes-1:0][start_addr_width(Lanes)-1:0] start_addr;
  logic [Lanes-1:0][127:0]                        start;

  seal_gcm_lanes_issue #(.Lanes(Lanes), .Ends(Ends)) u_issue (
    .clk_i, .rst_ni, .sweep_i, .clear_i, .request_valid_i, .ready_o, .request_i, .key_req_i,
    .key_gnt_o, .key_slot_i, .key_size_i, .entry_free_i, .entry_take_o,
    .j0_valid_i, .j0_i,
    .word_addr_o (word_addr),
    .word_lane_o (word_lane),
    .word_i      (word),
    .start_addr_o(start_addr),
    .start_i     (start),
    .oldest_addr_o, .token_valid_o, .token_o, .data_o, .block_o, .size_o, .busy_o
  );

  seal_gcm_lanes_buffer #(.Lanes(Lanes), .Commands(Commands)) u_buffer (
    .clk_i, .rst_ni, .clear_i, .word_i, .next_addr_i, .begin_i, .direct_i, .direct_counter_i,
    .direct_lane_i, .direct_addr_i, .direct_message_i,
    .word_addr_i (word_addr),
    .word_lane_i (word_lane),
    .word_o      (word),
    .start_addr_i(start_addr),
    .start_o     (start)
  );

endmodule
