// SPDX-License-Identifier: Apache-2.0
//
// Front of the CWC core: turns commands and blocks into tokens.
//
//   s_cmd  --> message front -- requests --> issue -> token_o, data_o, block_o
//   s_axis --^   | nonce, words              | addresses     ^ y: hashes that come back
//                +--------------> buffer ----+-------> words of the token
//
// As seal_gcm_front, with nonces of 11 bytes, of which a command or the data have no other, tags of
// 16, and the hash of each message as a block for the AES pipe. The buffer is the same: of its
// first counter blocks only the nonce is used.
//
// One token per cycle. Latency: 8 cycles from a block to its token, 3 from a hash. Reset: empty,
// with all credits. sweep_i: see the modules; entries_clear_i restores the credits of entries.
module seal_cwc_front
  import seal_message_pkg::*;
  import seal_cwc_pkg::*;
#(
  parameter int unsigned Slots        = 4,
  parameter int unsigned IdWidth      = 16,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned Entries      = 64,
  parameter int unsigned Messages     = 32,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 35,              // fewer than 2^this bytes
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               sweep_i,
  input  logic               entries_clear_i,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [95:0]        s_cmd_iv,
  input  logic               s_cmd_iv_in_data,
  input  logic [4:0]         s_cmd_tag_len,
  input  logic [IdWidth-1:0] s_cmd_id,

  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [127:0]       s_axis_tdata,
  input  logic [15:0]        s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  // key slots: the load under way; the entry of s_cmd_slot; uses of slots
  input  logic               key_hold_i,
  input  logic [3:0]         key_slot_i,
  input  logic [1:0]         key_size_i,
  input  logic               key_set_i,
  input  logic               key_used_i,     // the slot has uses in the table,
  output logic               key_used_o,     // or one that the table does not know yet
  input  logic               slot_ready_i,
  input  slot_t              slot_i,
  output uses_t              uses_o,
  output logic               halt_o,         // sweep_i, a cycle later: the slots are empty

  // tokens of a derivation
  input  logic               key_req_i,      // requests a token
  output logic               key_gnt_o,
  input  token_e             key_kind_i,

  // credits that are returned, the message that takes one, its verdict, its hash
  input  logic               entry_give_i,
  input  logic               msg_give_i,
  output logic               start_o,
  output logic [IdWidth-1:0] id_o,
  input  logic               verdict_i,
  input  logic               y_valid_i,
  input  logic [3:0]         y_slot_i,
  input  logic [1:0]         y_size_i,
  input  logic [127:0]       y_i,

  output logic               token_valid_o,
  output token_t             token_o,
  output logic [DataW-1:0]   data_o,
  output logic [127:0]       block_o,        // for the AES pipe
  output logic               busy_o          // a message is in the front or in flight
);

  logic                  request_valid, request_ready, request_waits;
  request_t              request;
  iv_t                   iv;
  logic                  clear, entry_free, entry_take, unused_all_entries;
  logic [StartAddrW-1:0] start_addr;
  logic [BlockAddrW-1:0] in_addr, word_addr, request_addr;
  logic [127:0]          in_word, word, start;
  logic [3:0]            unused_slot, unused_look;
  begin_t                unused_begin;

  seal_message_front #(
    .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Messages(Messages), .Store(Store),
    .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .TagLengths(17'h1_0000), .AnyIv(1'b0), .IvBytes(11), .IvLimit(11), .MsgLimit(MsgLimit)
  ) u_messages (
    .clk_i, .rst_ni, .sweep_i,
    .halt_o,
    .clear_o      (clear),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .begun_i      (1'b0),
    .key_hold_i, .key_slot_i, .key_set_i, .key_used_i, .key_used_o,
    .look_slot_o  (unused_look),
    .slot_ready_i, .slot_i,
    .uses_o, .start_o, .id_o,
    .slot_o       (unused_slot),
    .msg_give_i, .verdict_i,
    .word_o       (in_word),
    .word_addr_o  (in_addr),
    .iv_o         (iv),
    .begin_o      (unused_begin),
    .valid_o      (request_valid),
    .ready_i      (request_ready),
    .request_o    (request),
    .waits_i      (request_waits),
    .oldest_addr_i(request_addr),
    .busy_o
  );

  seal_cwc_issue u_issue (
    .clk_i, .rst_ni,
    .sweep_i(halt_o), .clear_i(clear),
    .request_valid_i(request_valid),
    .ready_o        (request_ready),
    .request_i      (request),
    .key_req_i,
    .key_gnt_o,
    .key_kind_i,
    .key_slot_i,
    .key_size_i,
    .entry_free_i   (entry_free),
    .entry_take_o   (entry_take),
    .y_valid_i, .y_slot_i, .y_size_i, .y_i,
    .word_addr_o    (word_addr),
    .word_i         (word),
    .start_addr_o   (start_addr),
    .start_i        (start[87:0]),
    .oldest_addr_o  (request_addr),
    .token_valid_o,
    .token_o,
    .data_o,
    .block_o,
    .busy_o         (request_waits)
  );

  seal_gcm_buffer u_buffer (
    .clk_i, .rst_ni, .clear_i(clear),
    .word_i      (in_word),
    .next_addr_i (in_addr),
    .iv_i        (iv),
    .word_addr_i (word_addr),
    .word_o      (word),
    .start_addr_i(start_addr),
    .start_o     (start)
  );

  logic unused_counter;   // the counter of CWC has no start of its own
  assign unused_counter = ^start[127:88];

  seal_credit #(.Credits(Entries)) u_entries (
    .clk_i, .rst_ni,
    .clear_i(entries_clear_i),
    .take_i (entry_take),
    .give_i (entry_give_i),
    .free_o (entry_free),
    .idle_o (unused_all_entries)
  );

endmodule
