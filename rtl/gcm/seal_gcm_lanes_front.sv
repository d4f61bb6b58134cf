// SPDX-License-Identifier: Apache-2.0
//
// Front of the GCM core of several blocks per cycle: turns commands and blocks into tokens (NIST SP
// 800-38D, section 7). As seal_gcm_front, for up to Lanes tokens in a cycle.
//
//   s_cmd  --> message front -- requests --> issue -> token_o, data_o, block_o
//   s_axis --^   | IVs, words                | addresses
//                +--------------> buffer ----+-------> words of the tokens
//
// Nothing behind the front can stop, so the front takes credits first: seal_message_front one of
// Messages for each message in flight, the issue stage one of Entries for each block that a token
// will leave in the output FIFO.
//
// Words of several in a cycle: 0 is the oldest. Latency: 9 cycles from a block to its token, or 12
// from its command (6 of them in seal_message_commands), whichever is later. Reset: empty, with all
// credits. sweep_i: see the modules; entries_clear_i restores the credits of entries.
module seal_gcm_lanes_front
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes        = 4,
  parameter int unsigned Slots        = 4,
  parameter int unsigned IdWidth      = 16,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned Entries      = 256,
  parameter int unsigned Messages     = 64,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter bit          AnyIv        = 1'b1,            // not only of 12 bytes
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,
  localparam int unsigned Commands    = seal_gcm_lanes_pkg::commands(Lanes),
  localparam int unsigned Ends        = seal_gcm_lanes_pkg::ends(Lanes)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,
  input  logic                             entries_clear_i,

  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,

  input  logic                             s_axis_tvalid,
  output logic                             s_axis_tready,
  input  logic [128*Lanes-1:0]             s_axis_tdata,
  input  logic [16*Lanes-1:0]              s_axis_tkeep,
  input  logic [Lanes-1:0]                 s_axis_tlast,
  input  logic [3*Lanes-1:0]               s_axis_tuser,

  // key slots: the load under way; the entries of look_slot_o; uses of slots. As many as messages
  // end in a cycle, which are no fewer than begin
  input  load_t                            load_i,
  output logic                             used_o,         // also what the table does not know yet
  output logic [Ends-1:0][3:0]             look_slot_o,
  input  logic [Ends-1:0]                  slot_ready_i,
  input  slot_t [Ends-1:0]                 slot_i,
  output uses_t [Ends-1:0]                 uses_o,
  output logic                             halt_o,         // sweep_i, a cycle later

  // token of a derivation
  input  logic                             key_req_i,
  output logic                             key_gnt_o,

  // credits that are returned, messages that take one, their verdicts, the hash of an IV
  input  logic [Lanes-1:0]                 entry_give_i,
  input  logic [Ends-1:0]                  msg_give_i,
  output logic [Commands-1:0]              start_o,
  output logic [Commands-1:0][IdWidth-1:0] id_o,
  input  logic [Ends-1:0]                  verdict_i,
  input  logic                             j0_valid_i,
  input  logic [127:0]                     j0_i,

  output logic   [Lanes-1:0]               token_valid_o,
  output token_t [Lanes-1:0]               token_o,
  output logic   [Lanes-1:0][DataW-1:0]    data_o,
  output logic   [Lanes-1:0][127:0]        block_o,        // for the AES pipes
  output logic   [Lanes-1:0][1:0]          size_o,
  output logic                             busy_o          // a message is here or in flight
);

  localparam int unsigned StartW = start_addr_width(Lanes);

  logic                             clear, waits, request_ready;
  logic [3:0]                       unused_slot;
  logic [Commands-1:0][3:0]         look_slot;
  logic [Lanes-1:0][127:0]          in_word, word;
  logic [BlockAddrW-1:0]            in_addr, oldest_addr;
  iv_t [Lanes-1:0]                  iv;
  begin_t [Commands-1:0]            begun;
  logic [Lanes-1:0]                 request_valid;
  request_t [Lanes-1:0]             request;

  // There are at least as many look-ups as commands.
  for (genvar n = 0; n < Ends; n++) begin : g_look
    assign look_slot_o[n] = look_slot[(n < Commands) ? n : 0];
  end

  logic unused_look;
  assign unused_look = ^{slot_ready_i, slot_i};

  seal_message_front #(
    .Lanes(Lanes), .Commands(Commands), .Ends(Ends), .Slots(Slots), .IdWidth(IdWidth),
    .KeyRefuse(KeyRefuse), .Messages(Messages), .Store(Store), .StoreBlocks(StoreBlocks),
    .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2), .AnyIv(AnyIv), .IvLimit(IvLimit),
    .MsgLimit(MsgLimit)
  ) u_messages (
    .clk_i, .rst_ni, .sweep_i,
    .halt_o,
    .clear_o      (clear),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .begun_i      (1'b0),
    .key_hold_i   (load_i.hold),
    .key_slot_i   (load_i.slot),
    .key_set_i    (load_i.loaded),
    .key_used_i   (load_i.used),
    .key_used_o   (used_o),
    .look_slot_o  (look_slot),
    .slot_ready_i (slot_ready_i[Commands-1:0]),
    .slot_i       (slot_i[Commands-1:0]),
    .uses_o,
    .start_o, .id_o,
    .slot_o       (unused_slot),
    .msg_give_i, .verdict_i,
    .word_o       (in_word),
    .word_addr_o  (in_addr),
    .iv_o         (iv),
    .begin_o      (begun),
    .valid_o      (request_valid),
    .ready_i      (request_ready),
    .request_o    (request),
    .waits_i      (waits),
    .oldest_addr_i(oldest_addr),
    .busy_o
  );

  // The block that is an IV: one in a cycle, a cycle later, since the check knows it late. The
  // requests of its cycle take two cycles more to a bundle.
  iv_t [Lanes-1:0]  iv_q;
  iv_t              direct;
  logic [Lanes-1:0] is_direct, is_direct_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) is_direct_q <= '0;
    else         is_direct_q <= is_direct;
  end

  always_ff @(posedge clk_i) iv_q <= iv;

  always_comb begin
    direct = iv_q[0];
    for (int unsigned n = 0; n < Lanes; n++) begin
      is_direct[n] = iv[n].direct;
      if (is_direct_q[n]) direct = iv_q[n];
    end
  end

  logic unused_iv;
  assign unused_iv = ^{iv_q, direct};

  logic                             entry_free, unused_all_entries;
  logic [Lanes-1:0]                 entry_take;
  logic [Lanes-1:0][BlockAddrW-1:0] word_addr;
  logic [Lanes-1:0][LaneW-1:0]      word_lane;
  logic [Lanes-1:0][StartW-1:0]     start_addr;
  logic [Lanes-1:0][127:0]          start;

  seal_gcm_lanes_issue #(.Lanes(Lanes), .Ends(Ends), .AnyIv(AnyIv)) u_issue (
    .clk_i, .rst_ni,
    .sweep_i        (halt_o),
    .clear_i        (clear),
    .request_valid_i(request_valid),
    .ready_o        (request_ready),
    .request_i      (request),
    .key_req_i, .key_gnt_o,
    .key_slot_i     (load_i.slot),
    .key_size_i     (load_i.word.size),
    .entry_free_i   (entry_free),
    .entry_take_o   (entry_take),
    .j0_valid_i, .j0_i,
    .word_addr_o    (word_addr),
    .word_lane_o    (word_lane),
    .word_i         (word),
    .start_addr_o   (start_addr),
    .start_i        (start),
    .oldest_addr_o  (oldest_addr),
    .token_valid_o, .token_o, .data_o, .block_o, .size_o,
    .busy_o         (waits)
  );

  seal_gcm_lanes_buffer #(.Lanes(Lanes), .Commands(Commands)) u_buffer (
    .clk_i, .rst_ni,
    .clear_i         (clear),
    .word_i          (in_word),
    .next_addr_i     (in_addr),
    .begin_i         (begun),
    .direct_i        (|is_direct_q),
    .direct_counter_i(direct.counter),
    .direct_lane_i   (direct.lane),
    .direct_addr_i   (direct.block_addr),
    .direct_message_i(direct.message),
    .word_addr_i     (word_addr),
    .word_lane_i     (word_lane),
    .word_o          (word),
    .start_addr_i    (start_addr),
    .start_o         (start)
  );

  seal_credit #(.Credits(Entries), .Takes(Lanes), .Gives(Lanes)) u_entries (
    .clk_i, .rst_ni,
    .clear_i(entries_clear_i),
    .take_i (entry_take),
    .give_i (entry_give_i),
    .free_o (entry_free),
    .idle_o (unused_all_entries)
  );

endmodule
