// SPDX-License-Identifier: Apache-2.0
//
// The front of messages behind a stream of BeatBytes bytes per beat (2, 4, 8 or 16), or of Lanes
// blocks per beat, up to its token requests, with a slot table in place of the key load and a
// memory in place of the buffer: word_o has the data of the requests at hand. As many commands and
// ends as in a core of so many lanes come in a cycle. Beside it a narrow stream is packed and
// unpacked again (loop_*).
`include "seal_assert.svh"

module seal_message_rules_bench
  import seal_message_pkg::*;
#(
  parameter int unsigned BeatBytes    = 4,    // of a lane
  parameter int unsigned Lanes        = 1,    // of 16 bytes, if more
  parameter int unsigned Slots        = 3,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 5 * Lanes,
  parameter int unsigned TextLimit    = 4 * Lanes,              // blocks
  parameter int unsigned AadLimitLog2 = 6 + $clog2(Lanes),      // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 40 + 32 * (Lanes - 1),  // bytes
  parameter int unsigned MsgLimit     = 12,
  localparam int unsigned Commands    = (Lanes < 4) ? 1 : 2,
  localparam int unsigned Ends        = (Lanes < 2) ? 1 : Commands + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   sweep_i,

  input  logic [Commands-1:0]       s_cmd_valid,
  output logic                      s_cmd_ready,
  input  logic [Commands-1:0][1:0]  s_cmd_op,
  input  logic [Commands-1:0][3:0]  s_cmd_slot,
  input  logic [Commands-1:0][95:0] s_cmd_iv,
  input  logic [Commands-1:0]       s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]  s_cmd_tag_len,

  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,
  input  logic [8*BeatBytes*Lanes-1:0] s_axis_tdata,
  input  logic [BeatBytes*Lanes-1:0]   s_axis_tkeep,
  input  logic [Lanes-1:0]       s_axis_tlast,
  input  logic [3*Lanes-1:0]     s_axis_tuser,

  input  logic                   key_set_i,
  input  logic [3:0]             key_slot_i,
  input  logic [4:0]             key_min_tag_i,
  input  logic [1:0]             key_size_i,
  output logic                   used_o,         // a message uses that slot

  output logic [Commands-1:0]    start_o,
  input  logic [Ends-1:0]        msg_give_i,
  input  logic [Ends-1:0]        verdict_i,

  output logic [Commands-1:0]    command_o,      // messages that begin
  output logic [Lanes-1:0]       direct_o,
  output logic [Lanes-1:0]       counter_o,
  output start_addr_t [Lanes-1:0] message_o,
  output logic [Lanes-1:0]       valid_o,
  input  logic                   ready_i,
  output request_t [Lanes-1:0]   request_o,
  output logic [Lanes-1:0][127:0] word_o,
  output logic [Lanes-1:0][127:0] iv_word_o,      // the block that is the IV
  output logic                   clear_o,
  output logic                   busy_o,

  input  logic                   loop_valid_i,
  output logic                   loop_ready_o,
  input  logic [8*BeatBytes-1:0] loop_data_i,
  input  logic [BeatBytes-1:0]   loop_keep_i,
  input  logic                   loop_last_i,
  input  logic [2:0]             loop_user_i,
  output logic                   loop_valid_o,
  input  logic                   loop_ready_i,
  output logic [8*BeatBytes-1:0] loop_data_o,
  output logic [BeatBytes-1:0]   loop_keep_o,
  output logic                   loop_last_o,
  output logic [2:0]             loop_user_o
);

  // ---- beats to blocks --------------------------------------------------------------------------
  logic                 valid, ready, begun;
  logic [128*Lanes-1:0] data;
  logic [16*Lanes-1:0]  keep;
  logic [Lanes-1:0]     last;
  logic [3*Lanes-1:0]   user;

  if (BeatBytes < BlockBytes) begin : g_narrow
    typedef struct packed {
      logic [127:0] data;
      logic [15:0]  keep;
      logic         last;
      logic [2:0]   user;
    } packed_t;

    packed_t packed_in, packed_out;
    logic    in_valid, in_ready, out_valid, out_ready, unused_begun;

    seal_message_pack #(.BeatBytes(BeatBytes)) u_pack (
      .clk_i, .rst_ni, .clear_i(clear_o),
      .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
      .m_axis_tvalid(valid),
      .m_axis_tready(ready),
      .m_axis_tdata (data),
      .m_axis_tkeep (keep),
      .m_axis_tlast (last),
      .m_axis_tuser (user),
      .begun_o      (begun)
    );

    seal_message_pack #(.BeatBytes(BeatBytes)) u_loop_pack (
      .clk_i, .rst_ni, .clear_i(1'b0),
      .s_axis_tvalid(loop_valid_i),
      .s_axis_tready(loop_ready_o),
      .s_axis_tdata (loop_data_i),
      .s_axis_tkeep (loop_keep_i),
      .s_axis_tlast (loop_last_i),
      .s_axis_tuser (loop_user_i),
      .m_axis_tvalid(in_valid),
      .m_axis_tready(in_ready),
      .m_axis_tdata (packed_in.data),
      .m_axis_tkeep (packed_in.keep),
      .m_axis_tlast (packed_in.last),
      .m_axis_tuser (packed_in.user),
      .begun_o      (unused_begun)
    );

    seal_skid #(.Width($bits(packed_t))) u_loop_skid (
      .clk_i, .rst_ni,
      .sweep_i(1'b0),
      .valid_i(in_valid),
      .ready_o(in_ready),
      .data_i (packed_in),
      .valid_o(out_valid),
      .ready_i(out_ready),
      .data_o (packed_out)
    );

    seal_message_unpack #(.BeatBytes(BeatBytes)) u_loop_unpack (
      .clk_i, .rst_ni,
      .s_axis_tvalid(out_valid),
      .s_axis_tready(out_ready),
      .s_axis_tdata (packed_out.data),
      .s_axis_tkeep (packed_out.keep),
      .s_axis_tlast (packed_out.last),
      .s_axis_tuser (packed_out.user),
      .m_axis_tvalid(loop_valid_o),
      .m_axis_tready(loop_ready_i),
      .m_axis_tdata (loop_data_o),
      .m_axis_tkeep (loop_keep_o),
      .m_axis_tlast (loop_last_o),
      .m_axis_tuser (loop_user_o)
    );
  end else begin : g_blocks
    assign valid         = s_axis_tvalid;
    assign s_axis_tready = ready;
    assign data          = s_axis_tdata;
    assign keep          = s_axis_tkeep;
    assign last          = s_axis_tlast;
    assign user          = s_axis_tuser;
    assign begun         = 1'b0;
    assign loop_valid_o  = loop_valid_i;
    assign loop_ready_o  = loop_ready_i;
    assign loop_data_o   = loop_data_i;
    assign loop_keep_o   = loop_keep_i;
    assign loop_last_o   = loop_last_i;
    assign loop_user_o   = loop_user_i;
  end

  // ---- the front, and the memory of words -------------------------------------------------------
  localparam int unsigned Messages = (Lanes == 1) ? 8 : 16 * Lanes;   // more than addresses

  localparam int unsigned Events   = (Ends > Commands) ? Ends : Commands;

  logic                     halt, table_used;
  logic [Events-1:0]        slot_ready, use_begins, use_ends;
  logic [Events-1:0][3:0]   look_slot, begin_slot, end_slot;
  logic [3:0]               unused_slot;
  begin_t [Commands-1:0]    begins;
  logic [Commands-1:0]      unused_id;
  logic [Slots-1:0]         unused_ready;
  slot_t [Events-1:0]       slot;
  slot_t                    load;
  uses_t [Events-1:0]       uses;
  logic                  front_busy;
  logic [128*Lanes-1:0]  word;
  logic [BlockAddrW-1:0] word_addr;
  iv_t [Lanes-1:0]       iv;

  assign load = '{min_tag: key_min_tag_i, size: key_size_i};

  seal_slot_table #(
    .Slots(Slots), .InfoW($bits(slot_t)), .Events(Events),
    .Uses(Messages + (Lanes == 1 ? 3 : 12 * Commands))
  ) u_slots (
    .clk_i, .rst_ni,
    .sweep_i     (halt),
    .load_slot_i (key_slot_i),
    .drop_i      (1'b0),
    .set_i       (key_set_i),
    .info_i      (load),
    .used_o      (table_used),
    .slot_i      (look_slot),
    .ready_o     (slot_ready),
    .info_o      (slot),
    .slot_ready_o(unused_ready),
    .begin_i     (use_begins),
    .begin_slot_i(begin_slot),
    .end_i       (use_ends),
    .end_slot_i  (end_slot)
  );

  for (genvar n = 0; n < Events; n++) begin : g_use
    assign use_begins[n] = uses[n].begins;
    assign begin_slot[n] = uses[n].begin_slot;
    assign use_ends[n]   = uses[n].ends;
    assign end_slot[n]   = uses[n].end_slot;
    if (n >= Commands) begin : g_no_look
      assign look_slot[n] = '0;
    end
  end

  seal_message_front #(
    .Lanes(Lanes), .Commands(Commands), .Ends(Ends), .Slots(Slots), .IdWidth(1), .Messages(Messages), .Store(Store),
    .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .IvLimit(IvLimit), .MsgLimit(MsgLimit)
  ) u_front (
    .clk_i, .rst_ni, .sweep_i,
    .halt_o       (halt),
    .clear_o,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len,
    .s_cmd_id     ('0),
    .s_axis_tvalid(valid),
    .s_axis_tready(ready),
    .s_axis_tdata (data),
    .s_axis_tkeep (keep),
    .s_axis_tlast (last),
    .s_axis_tuser (user),
    .begun_i      (begun),
    .key_hold_i   (1'b0),
    .key_slot_i,
    .key_set_i,
    .key_used_i   (table_used),
    .key_used_o   (used_o),
    .look_slot_o  (look_slot[Commands-1:0]),
    .slot_ready_i (slot_ready[Commands-1:0]),
    .slot_i       (slot[Commands-1:0]),
    .uses_o       (uses),
    .start_o,
    .id_o         (unused_id),
    .slot_o       (unused_slot),
    .msg_give_i,
    .verdict_i,
    .word_o       (word),
    .word_addr_o  (word_addr),
    .iv_o         (iv),
    .begin_o      (begins),
    .valid_o,
    .ready_i,
    .request_o,
    .waits_i      (1'b0),
    .oldest_addr_i('0),
    .busy_o       (front_busy)
  );

  logic [128*Lanes-1:0] words [2**BlockAddrW];

  always_ff @(posedge clk_i) words[word_addr] <= word;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    logic [128*Lanes-1:0] row, iv_row;
    assign row          = words[request_o[n].block_addr];
    assign word_o[n]    = row[128*request_o[n].lane+:128];
    assign iv_row       = words[iv[n].block_addr];
    assign iv_word_o[n] = iv_row[128*iv[n].lane+:128];
    assign direct_o[n]  = iv[n].direct;
    assign counter_o[n] = iv[n].counter;
    assign message_o[n] = iv[n].message;
  end
  for (genvar n = 0; n < Commands; n++) begin : g_command
    assign command_o[n] = (Lanes == 1) ? iv[0].command : begins[n].valid;
  end
  assign busy_o    = front_busy || begun;   // the packer has a part of a block

  if (Lanes == 1) begin : g_one
    `SEAL_ASSERT(OneSourceOfTheIv_A, !(iv[0].command && iv[0].direct))
  end

endmodule
