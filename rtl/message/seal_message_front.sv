// SPDX-License-Identifier: Apache-2.0
//
// Front of a core that seals and opens messages: turns commands and blocks into token requests, by
// the rules of docs/architecture.md.
//
//   s_cmd  -> command --+-- operation, slot, cause --> check -> sequence -> request_o
//                       |                                ^
//   s_axis -> ingress --|---- records of the blocks -----+
//                   |   +-- IV ------------------------------------------> iv_o
//                   +------ 128 bits of data for each -------------------> word_o
//
// Control and data are separate: check and sequence handle some 40 bits for each block, in which
// an address stands for the data. The data wait in a buffer behind this module, which it fills at
// word_addr_o, until the token is made; oldest_addr_i, the address of the oldest request that waits
// behind this module (waits_i), keeps the words that are still needed from being overwritten.
//
// A block is 16 bytes. A stream of narrower beats passes seal_message_pack before, which has begun
// a block while begun_i is high. A wider one has Lanes blocks side by side in a beat, each with its
// own tkeep, tlast and tuser; a lane without bytes and without tlast is empty. Messages may begin
// in any lane, at most Commands of them in a cycle, and at most Ends may end. With one lane a
// command is checked every other cycle, with several Commands in each (seal_message_commands).
//
// Each message takes one of Messages credits with its command (start_o, a cycle later, with the
// command's identifier and slot), and returns it with its status (msg_give_i). Of several in a
// cycle, bit or word 0 is the oldest, and bits are set from bit 0 on without a gap.
//
// Up to Lanes requests per cycle, all of which ready_i takes. Latency: 5 cycles from a block to its
// request, and of several lanes 8 from its command, whichever is later. Reset: empty, with all
// credits. sweep_i: nothing goes in or out. halt_o and clear_o are its registers for the modules
// downstream: halt_o ends all activity; clear_o clears data, rises one cycle later, and falls
// together with it.
module seal_message_front
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes        = 1,
  parameter int unsigned Commands     = 1,               // in one cycle
  parameter int unsigned Ends         = 1,               // messages that end in one cycle
  parameter int unsigned Slots        = 4,
  parameter int unsigned IdWidth      = 16,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned Messages     = 32,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter bit          AnyIv        = 1'b1,            // not only of IvBytes
  parameter int unsigned IvBytes      = 12,              // of an IV that is taken as it is
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops          = AllOps,          // operations, by their codes
  parameter bit [16:0]   TagLengths   = GcmTags,         // bit n: tags of n bytes
  parameter int unsigned TagBound     = 0,               // see seal_message_lengths
  parameter bit          LengthFirst  = 1'b0,            // see seal_message_check
  localparam int unsigned Events      = (Ends > Commands) ? Ends : Commands
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  output logic                  halt_o,
  output logic                  clear_o,

  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,

  input  logic                  s_axis_tvalid,
  output logic                  s_axis_tready,
  input  logic [128*Lanes-1:0]  s_axis_tdata,
  input  logic [16*Lanes-1:0]   s_axis_tkeep,
  input  logic [Lanes-1:0]      s_axis_tlast,
  input  logic [3*Lanes-1:0]    s_axis_tuser,
  input  logic                  begun_i,

  // key slots: the load under way; the entry of look_slot_o; uses of slots
  input  logic                  key_hold_i,
  input  logic [3:0]            key_slot_i,
  input  logic                  key_set_i,
  input  logic                  key_used_i,     // the slot has uses in the table,
  output logic                  key_used_o,     // or one that the table does not know yet
  output logic [Commands-1:0][3:0] look_slot_o,  // s_cmd_slot, or of a cycle before
  input  logic [Commands-1:0]   slot_ready_i,
  input  slot_t [Commands-1:0]  slot_i,
  output uses_t [Events-1:0]    uses_o,

  // credit of a message: taken, returned; its verdict
  output logic [Commands-1:0]              start_o,
  output logic [Commands-1:0][IdWidth-1:0] id_o,
  output logic [3:0]            slot_o,         // one lane: from the cycle before start_o on
  input  logic [Ends-1:0]       msg_give_i,
  input  logic [Ends-1:0]       verdict_i,

  // to the buffer
  output logic [128*Lanes-1:0]  word_o,
  output logic [BlockAddrW-1:0] word_addr_o,
  output iv_t [Lanes-1:0]       iv_o,           // of one lane, with the command
  output begin_t [Commands-1:0] begin_o,        // of several lanes, messages that begin

  // requests
  output logic [Lanes-1:0]      valid_o,
  input  logic                  ready_i,
  output request_t [Lanes-1:0]  request_o,
  input  logic                  waits_i,        // behind this module
  input  logic [BlockAddrW-1:0] oldest_addr_i,

  output logic                  busy_o          // a message is in the front or in flight
);

  if (Lanes < 1 || Lanes > MaxLanes) begin : g_bad_lanes
    $error("seal_message_front: Lanes must be 1 to 8");
  end
  if (Messages < 2) begin : g_bad_messages
    $error("seal_message_front: Messages must be 2 or more");
  end
  if (Store && StoreBlocks < 2) begin : g_bad_store_blocks
    $error("seal_message_front: StoreBlocks must be 2 or more");
  end
  if (TextLimit < 1 || TextLimit > 32'hFFFF_FFFE) begin : g_bad_text_limit
    $error("seal_message_front: TextLimit must be 1 to 2^32 - 2 blocks");
  end
  if (AadLimitLog2 < 5 || AadLimitLog2 > 61) begin : g_bad_aad_limit
    $error("seal_message_front: AadLimitLog2 must be 5 to 61");
  end
  if (IvLimit < 1 || IvLimit > 65536) begin : g_bad_iv_limit
    $error("seal_message_front: IvLimit must be 1 to 65536 bytes");
  end

  // ---- zeroise ----------------------------------------------------------------------------------
  // halt_q has a low fan-out, clear_q a high one. A reset begins a sweep, so the front is closed
  // from the first cycle on.
  logic halt_q, clear_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      halt_q  <= 1'b1;
      clear_q <= 1'b0;
    end else begin
      halt_q  <= sweep_i;
      clear_q <= sweep_i && halt_q;
    end
  end

  assign halt_o  = halt_q;
  assign clear_o = clear_q;

  // ---- commands ---------------------------------------------------------------------------------
  logic [Commands-1:0]              cmd_valid, cmd_take, cmd_iv_in_data;
  logic                             cmd_empty;
  message_op_e [Commands-1:0]       cmd_op;
  logic [Commands-1:0][3:0]         cmd_slot;
  logic [Commands-1:0][1:0]         cmd_size;
  logic [Commands-1:0][95:0]        cmd_iv;
  logic [Commands-1:0][4:0]         cmd_tag_len;
  logic [Commands-1:0][IdWidth-1:0] cmd_id;
  message_cause_e [Commands-1:0]    cmd_cause;

  if (Lanes == 1) begin : g_commands
    if (Commands != 1 || Ends != 1) begin : g_bad_commands
      $error("seal_message_front: Commands and Ends must be 1 with one lane");
    end

    seal_message_command #(
      .Slots(Slots), .IdWidth(IdWidth), .Messages(Messages), .KeyRefuse(KeyRefuse),
      .MsgLimit(MsgLimit), .Ops(Ops), .TagLengths(TagLengths)
    ) u_command (
      .clk_i, .rst_ni, .sweep_i(halt_q),
      .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
      .s_cmd_tag_len, .s_cmd_id,
      .hold_i       (key_hold_i),
      .hold_slot_i  (key_slot_i),
      .set_i        (key_set_i),
      .used_i       (key_used_i),
      .used_o       (key_used_o),
      .slot_ready_i, .slot_i, .uses_o,
      .valid_o      (cmd_valid),
      .take_i       (cmd_take),
      .op_o         (cmd_op[0]),
      .slot_o       (cmd_slot),
      .size_o       (cmd_size),
      .iv_o         (cmd_iv),
      .iv_in_data_o (cmd_iv_in_data),
      .tag_len_o    (cmd_tag_len),
      .id_o         (cmd_id),
      .cause_o      (cmd_cause[0]),
      .empty_o      (cmd_empty),
      .verdict_i
    );

    assign look_slot_o = s_cmd_slot;
    assign id_o        = cmd_id;    // stays for a cycle
  end else begin : g_commands
    logic [Events-1:0]      begins, ends;
    logic [Events-1:0][3:0] begin_slot, end_slot;

    seal_message_commands #(
      .Commands(Commands), .Ends(Ends), .Slots(Slots), .IdWidth(IdWidth), .Messages(Messages),
      .KeyRefuse(KeyRefuse), .MsgLimit(MsgLimit), .Ops(Ops), .TagLengths(TagLengths)
    ) u_commands (
      .clk_i, .rst_ni, .sweep_i(halt_q),
      .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
      .s_cmd_tag_len, .s_cmd_id,
      .hold_i       (key_hold_i),
      .hold_slot_i  (key_slot_i),
      .set_i        (key_set_i),
      .used_i       (key_used_i),
      .used_o       (key_used_o),
      .look_slot_o, .slot_ready_i, .slot_i,
      .begin_o      (begins),
      .begin_slot_o (begin_slot),
      .end_o        (ends),
      .end_slot_o   (end_slot),
      .valid_o      (cmd_valid),
      .take_i       (cmd_take),
      .op_o         (cmd_op),
      .slot_o       (cmd_slot),
      .size_o       (cmd_size),
      .iv_o         (cmd_iv),
      .iv_in_data_o (cmd_iv_in_data),
      .tag_len_o    (cmd_tag_len),
      .id_o         (cmd_id),
      .cause_o      (cmd_cause),
      .empty_o      (cmd_empty),
      .verdict_i
    );

    for (genvar n = 0; n < Events; n++) begin : g_uses
      assign uses_o[n] = '{begins: begins[n], begin_slot: begin_slot[n],
                           ends: ends[n], end_slot: end_slot[n]};
    end

    always_ff @(posedge clk_i) id_o <= cmd_id;
  end

  // ---- blocks -----------------------------------------------------------------------------------
  logic                             next_valid, in_empty;
  logic [Lanes-1:0]                 block_valid, block_take;
  block_t [Lanes-1:0]               block;
  message_section_e                 next_section;
  logic [Lanes-1:0][BlockAddrW-1:0] block_addr;
  logic [Lanes-1:0][LaneW-1:0]      block_lane;
  logic [BlockAddrW-1:0]            oldest_addr_q;

  seal_message_ingress #(.Lanes(Lanes), .IvBytes(IvBytes)) u_ingress (
    .clk_i, .rst_ni, .sweep_i, .clear_i(clear_q),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .begun_i,
    .word_o,
    .word_addr_o,
    .oldest_addr_i (oldest_addr_q),
    .valid_o       (block_valid),
    .take_i        (block_take),
    .block_o       (block),
    .block_addr_o  (block_addr),
    .block_lane_o  (block_lane),
    .next_valid_o  (next_valid),
    .next_section_o(next_section),
    .empty_o       (in_empty)
  );

  // ---- requests ---------------------------------------------------------------------------------
  logic                    check_busy, msg_free, no_message;
  logic [Lanes-1:0]        checked_valid, checked_take, checked_last, direct, counter;
  start_addr_t [Lanes-1:0] message;
  start_addr_t [Commands-1:0] begin_addr;
  request_t [Lanes-1:0]    checked;

  seal_message_check #(
    .Lanes(Lanes), .Begins(Commands), .Store(Store), .StoreBlocks(StoreBlocks),
    .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2), .AnyIv(AnyIv), .IvLimit(IvLimit), .Ops(Ops),
    .TagLengths(TagLengths), .TagBound(TagBound), .LengthFirst(LengthFirst)
  ) u_check (
    .clk_i, .rst_ni, .sweep_i(halt_q),
    .cmd_valid_i     (cmd_valid),
    .cmd_take_o      (cmd_take),
    .cmd_op_i        (cmd_op),
    .cmd_slot_i      (cmd_slot),
    .cmd_size_i      (cmd_size),
    .cmd_iv_in_data_i(cmd_iv_in_data),
    .cmd_tag_len_i   (cmd_tag_len),
    .cmd_cause_i     (cmd_cause),
    .msg_free_i      (msg_free),
    .block_valid_i   (block_valid),
    .block_take_o    (block_take),
    .block_i         (block),
    .block_addr_i    (block_addr),
    .block_lane_i    (block_lane),
    .next_valid_i    (next_valid),
    .next_section_i  (next_section),
    .message_o       (message),
    .begin_addr_o    (begin_addr),
    .direct_o        (direct),
    .counter_o       (counter),
    .valid_o         (checked_valid),
    .take_i          (checked_take),
    .last_o          (checked_last),
    .request_o       (checked),
    .busy_o          (check_busy)
  );

  for (genvar n = 0; n < Lanes; n++) begin : g_iv
    assign iv_o[n] = '{command: cmd_take[0] && n == 0, iv: cmd_iv[0], direct: direct[n],
                       counter: counter[n], block_addr: block_addr[n], lane: block_lane[n],
                       message: message[n]};
  end
  for (genvar n = 0; n < Commands; n++) begin : g_begin
    assign begin_o[n] = '{valid: cmd_take[n], iv: cmd_iv[n], message: begin_addr[n]};
  end

  seal_message_sequence #(.Lanes(Lanes), .AnyIv(AnyIv)) u_sequence (
    .clk_i, .rst_ni, .sweep_i(halt_q),
    .valid_i        (checked_valid),
    .take_o         (checked_take),
    .last_i         (checked_last),
    .checked_i      (checked),
    .request_valid_o(valid_o),
    .ready_i,
    .request_o
  );

  // Blocks leave the buffer in the order in which they came, also those that make no token. So the
  // oldest word still needed is that of the request that has come furthest. (The token being made
  // reads its word before this register moves on.) Of several lanes, requests are on their way to
  // the queue for a cycle, in which it may be empty: so the block at hand is that of a cycle ago.
  logic [BlockAddrW-1:0] at_hand;

  if (Lanes == 1) begin : g_now
    assign at_hand = block_addr[0];
  end else begin : g_before
    logic [BlockAddrW-1:0] at_hand_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) at_hand_q <= '0;
      else         at_hand_q <= block_addr[0];
    end

    assign at_hand = at_hand_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)               oldest_addr_q <= '0;
    else if (waits_i)          oldest_addr_q <= oldest_addr_i;
    else if (checked_valid[0]) oldest_addr_q <= checked[0].block_addr;
    else                       oldest_addr_q <= at_hand;
  end

  // ---- credits of messages ----------------------------------------------------------------------
  // The credit and the identifier of a message are taken a cycle later: its command stays that
  // long.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) start_o <= '0;
    else         start_o <= cmd_take;
  end

  seal_credit #(
    .Credits(Messages), .Late(1), .Takes(Commands), .Gives(Ends)
  ) u_messages (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .take_i (start_o),
    .give_i (msg_give_i),
    .free_o (msg_free),
    .idle_o (no_message)
  );

  assign slot_o = cmd_slot[0];
  assign busy_o = check_busy || waits_i || !no_message || !cmd_empty || !in_empty;

endmodule
