// SPDX-License-Identifier: Apache-2.0
//
// Check of several commands per cycle beside the table of the slots, as they are in a core
// (seal_key_slots); the bench takes the part of the key load. No standard.
module seal_message_commands_bench
  import seal_message_pkg::*;
#(
  parameter int unsigned Commands  = 2,
  parameter int unsigned Ends      = 2,
  parameter int unsigned Slots     = 4,
  parameter bit          KeyRefuse = 1'b0,
  parameter int unsigned MsgLimit  = 32'hFFFF_FFFF
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          sweep_i,

  input  logic [Commands-1:0]           s_cmd_valid,
  output logic                          s_cmd_ready,
  input  logic [Commands-1:0][1:0]      s_cmd_op,
  input  logic [Commands-1:0][3:0]      s_cmd_slot,
  input  logic [Commands-1:0][95:0]     s_cmd_iv,
  input  logic [Commands-1:0]           s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]      s_cmd_tag_len,
  input  logic [Commands-1:0][15:0]     s_cmd_id,

  input  logic                          hold_i,
  input  logic [3:0]                    hold_slot_i,
  output logic                          used_o,
  input  logic                          drop_i,
  input  logic                          set_i,
  input  logic [1:0]                    set_size_i,
  input  logic [4:0]                    set_min_tag_i,
  output logic [Slots-1:0]              slot_ready_o,

  output logic [Commands-1:0]           valid_o,
  input  logic [Commands-1:0]           take_i,
  output message_op_e [Commands-1:0]    op_o,
  output logic [Commands-1:0][3:0]      slot_o,
  output logic [Commands-1:0][1:0]      size_o,
  output logic [Commands-1:0][95:0]     iv_o,
  output logic [Commands-1:0]           iv_in_data_o,
  output logic [Commands-1:0][4:0]      tag_len_o,
  output logic [Commands-1:0][15:0]     id_o,
  output message_cause_e [Commands-1:0] cause_o,
  output logic                          empty_o,
  input  logic [Ends-1:0]               verdict_i
);

  localparam int unsigned Messages = 32;
  localparam int unsigned Events   = (Commands > Ends) ? Commands : Ends;

  logic                   used;
  logic  [Commands-1:0][3:0] look_slot;
  logic  [Events-1:0]     ready, begins, ends;
  slot_t [Events-1:0]     slot;
  logic  [Events-1:0][3:0] begin_slot, end_slot;

  seal_slot_table #(
    .Slots(Slots), .InfoW(7), .Uses(Messages + 12 * Commands), .Events(Events)
  ) u_table (
    .clk_i, .rst_ni, .sweep_i,
    .load_slot_i(hold_slot_i), .drop_i, .set_i, .info_i({set_min_tag_i, set_size_i}),
    .used_o(used),
    .slot_i((4*Events)'(look_slot)), .ready_o(ready), .info_o(slot), .slot_ready_o,
    .begin_i(begins), .begin_slot_i(begin_slot), .end_i(ends), .end_slot_i(end_slot)
  );

  seal_message_commands #(
    .Commands(Commands), .Ends(Ends), .Slots(Slots), .Messages(Messages), .KeyRefuse(KeyRefuse),
    .MsgLimit(MsgLimit)
  ) u_commands (
    .clk_i, .rst_ni, .sweep_i,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_iv, .s_cmd_iv_in_data,
    .s_cmd_tag_len, .s_cmd_id,
    .hold_i, .hold_slot_i, .set_i, .used_i(used), .used_o,
    .look_slot_o(look_slot), .slot_ready_i(ready[Commands-1:0]), .slot_i(slot[Commands-1:0]),
    .begin_o(begins), .begin_slot_o(begin_slot), .end_o(ends), .end_slot_o(end_slot),
    .valid_o, .take_i, .op_o, .slot_o, .size_o, .iv_o, .iv_in_data_o, .tag_len_o, .id_o, .cause_o,
    .empty_o, .verdict_i
  );

endmodule
