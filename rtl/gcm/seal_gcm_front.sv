// SPDX-License-Identifier: Apache-2.0
//
// Front of the GCM core: turns commands and blocks into tokens (NIST SP 800-38D, section 7).
//
//   s_cmd  --> message front -- requests --> issue -> token_o, data_o, block_o
//   s_axis --^   | IV, words                 | addresses
//                +--------------> buffer ----+-------> words of the token
//
// Nothing behind the front can stop, so the front takes credits first: seal_message_front one of
// Messages for each message in flight, the issue stage one of Entries for each block that a token
// will leave in the output FIFO. The issue stage also waits for J0 of a hashed IV, and makes the
// tokens of key loads.
//
// One token per cycle. Latency: 8 cycles from a block to its token. Reset: empty, with all credits.
// sweep_i: see the modules; entries_clear_i restores the credits of entries.
module seal_gcm_front
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots        = 4,
  parameter int unsigned IdWidth      = 16,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned Entries       = 64,
  parameter int unsigned Messages     = 32,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter bit          AnyIv        = 1'b1,            // not only of 12 bytes
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops          = AllOps,          // operations, by their codes
  parameter bit [16:0]   TagLengths   = GcmTags,         // bit n: tags of n bytes
  parameter int unsigned TagBound     = 0,               // see seal_message_lengths
  parameter bit          LengthFirst  = 1'b0,            // see seal_message_check
  parameter int unsigned Lead         = 0,               // see seal_gcm_issue
  parameter bit          Zero         = 1'b0,
  parameter int unsigned J0           = 1
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
  input  logic               begun_i,        // of seal_message_pack before s_axis, if there is one
  output logic               clear_o,        // clears its block; s_axis_tready is low

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

  input  logic               go_i,           // see seal_gcm_issue

  // tokens of a derivation
  input  logic               key_req_i,      // requests a token
  output logic               key_gnt_o,
  input  token_e             key_kind_i,

  // credits that are returned, the message that takes one, its verdict, the hash of an IV
  input  logic               entry_give_i,
  input  logic               msg_give_i,
  output logic               start_o,
  output logic [IdWidth-1:0] id_o,
  output logic [3:0]         slot_o,         // see seal_message_front
  input  logic               verdict_i,
  input  logic               j0_valid_i,
  input  logic [127:0]       j0_i,

  output logic               token_valid_o,
  output token_t             token_o,
  output logic [DataW-1:0]   data_o,
  output logic [127:0]       block_o,        // for the AES pipe
  output logic [1:0]         size_o,
  output logic [StartAddrW-1:0] start_addr_o, // address of the message of start_o, ...
  output logic [StartAddrW-1:0] token_addr_o, // ... and of that of the token, two cycles before it
  output logic               busy_o          // a message is in the front or in flight
);

  logic                  request_valid, request_ready, request_waits;
  request_t              request;
  iv_t                   iv;
  logic                  entry_free, entry_take, unused_all_entries;
  logic [StartAddrW-1:0] start_addr;
  logic [BlockAddrW-1:0] in_addr, word_addr, request_addr;
  logic [127:0]          in_word, word, start;
  logic [3:0]            unused_look;
  begin_t                unused_begin;

  seal_message_front #(
    .Slots(Slots), .IdWidth(IdWidth), .KeyRefuse(KeyRefuse), .Messages(Messages), .Store(Store),
    .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .AnyIv(AnyIv), .IvLimit(IvLimit), .MsgLimit(MsgLimit), .Ops(Ops), .TagLengths(TagLengths),
    .TagBound(TagBound), .LengthFirst(LengthFirst)
  ) u_messages (
    .clk_i, .rst_ni, .sweep_i,
    .halt_o,
    .clear_o,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .begun_i,
    .key_hold_i, .key_slot_i, .key_set_i, .key_used_i, .key_used_o,
    .look_slot_o  (unused_look),
    .slot_ready_i, .slot_i,
    .uses_o, .start_o, .id_o, .slot_o, .msg_give_i, .verdict_i,
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

  seal_gcm_issue #(.AnyIv(AnyIv), .Lead(Lead), .Zero(Zero), .J0(J0)) u_issue (
    .clk_i, .rst_ni,
    .sweep_i(halt_o), .clear_i(clear_o),
    .request_valid_i(request_valid),
    .ready_o        (request_ready),
    .request_i      (request),
    .go_i,
    .key_req_i,
    .key_gnt_o,
    .key_kind_i,
    .key_slot_i,
    .key_size_i,
    .entry_free_i   (entry_free),
    .entry_take_o   (entry_take),
    .j0_valid_i,
    .j0_i,
    .word_addr_o    (word_addr),
    .word_i         (word),
    .start_addr_o   (start_addr),
    .start_i        (start),
    .oldest_addr_o  (request_addr),
    .token_valid_o,
    .token_o,
    .data_o,
    .block_o,
    .size_o,
    .busy_o         (request_waits)
  );

  seal_gcm_buffer #(.First(J0 + 1)) u_buffer (
    .clk_i, .rst_ni, .clear_i(clear_o),
    .word_i      (in_word),
    .next_addr_i (in_addr),
    .iv_i        (iv),
    .word_addr_i (word_addr),
    .word_o      (word),
    .start_addr_i(start_addr),
    .start_o     (start)
  );

  assign start_addr_o = iv.message[StartAddrW-1:0];
  assign token_addr_o = start_addr;

  seal_credit #(.Credits(Entries)) u_entries (
    .clk_i, .rst_ni,
    .clear_i(entries_clear_i),
    .take_i (entry_take),
    .give_i (entry_give_i),
    .free_o (entry_free),
    .idle_o (unused_all_entries)
  );

endmodule
