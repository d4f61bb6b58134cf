// SPDX-License-Identifier: Apache-2.0
//
// Front of the GCM core: turns commands and beats into tokens (NIST SP 800-38D, section 7).
//
//   s_cmd  -> command --+-- operation, slot, cause --> check -> sequence -> issue -> token_o, block_o
//                       |                              ^   |               ^
//   s_axis -> ingress --|---- record of the beat ------+   | addresses     |
//                   |   |                                  v               |
//                   |   +-- IV ------------------------> buffer -----------+
//                   +------ 128 bits of data -------------^   words of the token
//
// Control and data are separate. Message check, sequencer and issue stage handle some 40 bits for each block,
// in which an address stands for the data. The data wait in the buffer and are read when the token
// is made.
//
// Nothing behind the front can stop, so the front takes credits first: the check one of Messages
// for each message in flight, the issue stage one of Entries for each beat that a token will leave
// in the output FIFO. The issue stage also waits for J0 of a hashed IV, and makes the tokens of key
// loads.
//
// One token per cycle. Latency: 8 cycles from a beat to its token. Reset: empty, with all credits.
// zero_i: see the modules; entries_clear_i restores the entry credits.
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
  parameter int unsigned StoreBeats   = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zero_i,
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

  // key load
  input  logic               key_hold_i,
  input  logic [3:0]         key_slot_i,
  input  logic [1:0]         key_size_i,
  input  logic [4:0]         key_min_tag_i,
  output logic               key_used_o,     // a message uses the slot
  input  logic               key_drop_i,     // it is no longer ready
  input  logic               key_set_i,      // it is ready, with that size and shortest tag
  input  logic               key_req_i,      // requests a token
  output logic               key_gnt_o,
  input  token_e             key_kind_i,
  output logic [Slots-1:0]   slot_ready_o,

  // credits that are returned, the message that takes one, its verdict, the hash of an IV
  input  logic               entry_give_i,
  input  logic               msg_give_i,
  output logic               start_o,
  output logic [IdWidth-1:0] id_o,
  input  logic               verdict_i,
  input  logic               j0_valid_i,
  input  logic [127:0]       j0_i,

  output logic               token_valid_o,
  output token_t             token_o,
  output logic [127:0]       block_o,        // for the AES pipe
  output logic [1:0]         size_o,
  output logic               busy_o          // a message is in the front or in flight
);

  // ---- zeroise ----------------------------------------------------------------------------------
  // Two registers: zero_q stops the front and has few sinks; clear_q clears its data and has many.
  // It rises one cycle after zero_q and falls together with it. A reset begins a sweep, so the
  // front is closed from the first cycle on.
  logic zero_q, clear_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zero_q  <= 1'b1;
      clear_q <= 1'b0;
    end else begin
      zero_q  <= zero_i;
      clear_q <= zero_i && zero_q;
    end
  end

  // ---- commands ---------------------------------------------------------------------------------
  logic               cmd_valid, cmd_take, cmd_iv_in_data, cmd_empty;
  message_op_e                cmd_op;
  logic [3:0]         cmd_slot;
  logic [1:0]         cmd_size;
  logic [95:0]        cmd_iv;
  logic [4:0]         cmd_tag_len;
  message_cause_e             cmd_cause;

  seal_message_command #(
    .Slots(Slots), .IdWidth(IdWidth), .Messages(Messages), .KeyRefuse(KeyRefuse),
    .MsgLimit(MsgLimit)
  ) u_command (
    .clk_i, .rst_ni, .zero_i(zero_q),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .hold_i       (key_hold_i),
    .hold_slot_i  (key_slot_i),
    .used_o       (key_used_o),
    .drop_i       (key_drop_i),
    .set_i        (key_set_i),
    .set_size_i   (key_size_i),
    .set_min_tag_i(key_min_tag_i),
    .slot_ready_o,
    .valid_o      (cmd_valid),
    .take_i       (cmd_take),
    .op_o         (cmd_op),
    .slot_o       (cmd_slot),
    .size_o       (cmd_size),
    .iv_o         (cmd_iv),
    .iv_in_data_o (cmd_iv_in_data),
    .tag_len_o    (cmd_tag_len),
    .id_o,
    .cause_o      (cmd_cause),
    .empty_o      (cmd_empty),
    .verdict_i
  );

  // ---- beats ------------------------------------------------------------------------------------
  logic                 block_valid, block_take, next_valid, in_empty;
  block_t             block;
  message_section_e             next_section;
  logic [127:0]         in_word;
  logic [BlockAddrW-1:0] in_addr, block_addr, oldest_addr_q;

  seal_message_ingress u_ingress (
    .clk_i, .rst_ni, .zero_i, .clear_i(clear_q),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .word_o        (in_word),
    .word_addr_o   (in_addr),
    .oldest_addr_i (oldest_addr_q),
    .valid_o       (block_valid),
    .take_i        (block_take),
    .block_o        (block),
    .block_addr_o   (block_addr),
    .next_valid_o  (next_valid),
    .next_section_o(next_section),
    .empty_o       (in_empty)
  );

  // ---- requests, tokens, credits -------------------------------------------------------------------
  logic                  checked_valid, checked_take, checked_last, request_valid, request_ready;
  logic                  check_busy, request_waits;
  logic                  entry_free, entry_take, msg_free, no_message, unused_all_entries;
  logic                  direct, counter;
  logic [StartAddrW-1:0] message, start_addr;
  logic [BlockAddrW-1:0]  word_addr, request_addr;
  logic [127:0]          word, start;
  request_t                 checked, request;

  seal_message_check #(
    .Store(Store), .StoreBlocks(StoreBeats), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .IvLimit(IvLimit)
  ) u_check (
    .clk_i, .rst_ni, .zero_i(zero_q),
    .cmd_valid_i     (cmd_valid),
    .cmd_take_o      (cmd_take),
    .cmd_op_i        (cmd_op),
    .cmd_slot_i      (cmd_slot),
    .cmd_size_i      (cmd_size),
    .cmd_iv_in_data_i(cmd_iv_in_data),
    .cmd_tag_len_i   (cmd_tag_len),
    .cmd_cause_i     (cmd_cause),
    .msg_free_i      (msg_free),
    .block_valid_i    (block_valid),
    .block_take_o     (block_take),
    .block_i          (block),
    .block_addr_i     (block_addr),
    .next_valid_i    (next_valid),
    .next_section_i  (next_section),
    .message_o       (message),
    .direct_o        (direct),
    .counter_o       (counter),
    .valid_o         (checked_valid),
    .take_i          (checked_take),
    .last_o          (checked_last),
    .request_o          (checked),
    .busy_o          (check_busy)
  );

  seal_message_sequence u_sequence (
    .clk_i, .rst_ni, .zero_i(zero_q),
    .valid_i     (checked_valid),
    .take_o      (checked_take),
    .last_i      (checked_last),
    .checked_i    (checked),
    .request_valid_o(request_valid),
    .ready_i     (request_ready),
    .request_o      (request)
  );

  seal_gcm_issue u_issue (
    .clk_i, .rst_ni,
    .zero_i(zero_q), .clear_i(clear_q),
    .request_valid_i (request_valid),
    .ready_o      (request_ready),
    .request_i       (request),
    .key_req_i,
    .key_gnt_o,
    .key_kind_i,
    .key_slot_i,
    .key_size_i,
    .entry_free_i (entry_free),
    .entry_take_o (entry_take),
    .j0_valid_i,
    .j0_i,
    .word_addr_o  (word_addr),
    .word_i       (word),
    .start_addr_o (start_addr),
    .start_i      (start),
    .oldest_addr_o(request_addr),
    .token_valid_o,
    .token_o,
    .block_o,
    .size_o,
    .busy_o       (request_waits)
  );

  seal_gcm_buffer u_buffer (
    .clk_i, .rst_ni, .clear_i(clear_q),
    .word_i      (in_word),
    .next_addr_i (in_addr),
    .command_i   (cmd_take),
    .command_iv_i(cmd_iv),
    .direct_i    (direct),
    .counter_i   (counter),
    .iv_addr_i   (block_addr),
    .message_i   (message),
    .word_addr_i (word_addr),
    .word_o      (word),
    .start_addr_i(start_addr),
    .start_o     (start)
  );

  // Beats leave the buffer in the order in which they came, also those that make no token. So the
  // oldest word still needed is that of the request that has come furthest. (The token being made
  // reads its word before this register moves on.)
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)           oldest_addr_q <= '0;
    else if (request_waits)   oldest_addr_q <= request_addr;
    else if (checked_valid) oldest_addr_q <= checked.block_addr;
    else                   oldest_addr_q <= block_addr;
  end

  seal_credit #(.Credits(Entries)) u_entries (
    .clk_i, .rst_ni,
    .clear_i(entries_clear_i),
    .take_i (entry_take),
    .give_i (entry_give_i),
    .free_o (entry_free),
    .idle_o (unused_all_entries)
  );

  // What a message takes with it is counted and queued a cycle later: its command stays that long.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) start_o <= 1'b0;
    else         start_o <= cmd_take;
  end

  seal_credit #(.Credits(Messages), .Late(1)) u_messages (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .take_i (start_o),
    .give_i (msg_give_i),
    .free_o (msg_free),
    .idle_o (no_message)
  );

  assign busy_o  = check_busy || request_waits || !no_message || !cmd_empty || !in_empty;

endmodule
