// SPDX-License-Identifier: Apache-2.0
//
// From commands and packets to data units that the phases can take:
//
//   s_cmd  -> units   -> window (units in flight, by number) -> take_o, entry_o
//                          |
//   s_axis -> ingress ------------> input ring -> block_o
//               +-> tweaks in the data, blocks p and q, verdicts
//               +-> blocks under each key (LimitLog2 > 0)
//
// The units are kept in seal_sector_store; see the modules. No standard. Latency: 2 cycles from a
// beat to its write into the ring, and 4 more until it is visible there. Reset: empty. gate_i and
// sweep_i (zeroise): nothing under way; the rest of packets whose commands were taken is read and
// dropped (draining_o).
module seal_sector_input
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter bit [1:0]    Ops        = 2'b11,  // operations that the core has
  parameter bit          Swap       = 1'b0,   // op 1 is the scheme's encryption
  parameter int unsigned Slots      = 4,      // key slots
  parameter int unsigned LimitLog2  = 0,      // of blocks under a key; 0: they are not counted
  parameter int unsigned TweakCount = 1,      // blocks of the longest tweak
  parameter int unsigned Buffer     = 512,    // blocks
  parameter int unsigned Window     = 8,      // units in flight
  parameter int unsigned Words      = 8,      // Window, rounded up to a power of two
  parameter int unsigned Readers    = 2       // of the ring
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      gate_i,
  input  logic [1:0]                sweep_i,        // bit 1, for window and ring: later
  input  logic [8:0]                sweep_addr_i,

  input  logic                      set_i,          // set_slot_i has a new key
  input  logic [3:0]                set_slot_i,
  input  logic [3:0]                blocks_slot_i,  // looked up
  output logic [KeyBlocksW-1:0]     blocks_o,       // that its key has met

  input  logic                      s_cmd_valid,
  output logic                      s_cmd_ready,
  input  logic [1:0]                s_cmd_op,
  input  logic [3:0]                s_cmd_slot,
  input  logic [127:0]              s_cmd_unit,
  input  logic [31:0]               s_cmd_count,
  input  logic                      s_cmd_tweak_in_data,
  input  logic                      hold_i,         // no command may be taken
  input  logic                      slot_ready_i,   // of s_cmd_slot: it has a key,
  input  logic [SizeW+1:0]          slot_info_i,    // of this size, for units of this many bytes
  output logic                      command_o,      // one is taken
  output logic                      draining_o,
  output logic                      busy_o,         // a command whose units are not all taken
  output logic [3:0]                slot_o,         // of that command

  input  logic                      s_axis_tvalid,
  output logic                      s_axis_tready,
  input  logic [127:0]              s_axis_tdata,
  input  logic [15:0]               s_axis_tkeep,
  input  logic                      s_axis_tlast,
  input  logic [2:0]                s_axis_tuser,

  output logic                      take_o,         // the unit accept_o begins
  output logic [NumW-1:0]           accept_o,
  output entry_t                    entry_o,
  output logic [127:0]              number_o,       // its number, which is its tweak
  input  logic                      retire_i,

  output look_t                     look_o,         // the unit that comes next
  input  entry_t                    entry_i,
  output logic [NumW-1:0]           unit_o,         // the one that is received
  output logic                      tweak_we_o,
  output logic [3:0]                tweak_index_o,
  output logic [127:0]              tweak_o,
  output logic                      tweak_end_o,
  output logic [TweakW-1:0]         tweak_len_o,
  output logic [Words-1:0]          tweak_there_o,
  output write_t                    p_o,
  output write_t                    q_o,
  output logic                      done_o,         // nothing else of this unit comes
  output logic                      verdict_we_o,   // of verdict_unit_o
  output logic [NumW-1:0]           verdict_unit_o,
  output sector_cause_e             cause_o,
  output logic                      cancelled_o,

  output logic [Readers-1:0]        valid_o,        // reader 0 of the ring frees its words
  output logic [Readers-1:0][127:0] block_o,
  input  logic [Readers-1:0]        pop_i
);

  logic             unit_valid, unit_ready, unit_op, unit_first, unit_last, cancel, we;
  logic             tweak_hold, full, count;
  logic [3:0]       next_slot;
  logic [SizeW-5:0] unit_blocks;
  logic [3:0]       unit_cause;
  logic [SizeW+2:0] unit_info;
  logic [127:0]     data;

  assign command_o = s_cmd_valid && s_cmd_ready;

  seal_sector_units #(.CountW(32), .Ops(Ops), .InfoW(SizeW + 3)) u_units (
    .clk_i, .rst_ni,
    .sweep_i     (sweep_i[0]),
    .hold_i      (hold_i || draining_o || gate_i),
    .cancel_i    (cancel),
    .busy_o,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot,
    .s_cmd_unit  (s_cmd_unit & {128{!s_cmd_tweak_in_data}}),
    .s_cmd_count,
    .s_cmd_info  ({s_cmd_tweak_in_data, slot_info_i}),
    .slot_ready_i,
    .m_unit_valid(unit_valid),
    .m_unit_ready(unit_ready),
    .m_unit_op   (unit_op),
    .m_unit_slot (slot_o),
    .m_unit_tweak(number_o),
    .m_unit_info (unit_info),
    .m_unit_first(unit_first),
    .m_unit_last (unit_last),
    .m_unit_cause(unit_cause)
  );

  seal_sector_window #(.Mode(Mode), .Window(Window), .Swap(Swap)) u_window (
    .clk_i, .rst_ni,
    .sweep_i      (sweep_i[1]),
    .hold_i       (tweak_hold),
    .s_unit_valid (unit_valid),
    .s_unit_ready (unit_ready),
    .s_unit_op    (unit_op),
    .s_unit_slot  (slot_o),
    .s_unit_tweak (number_o),
    .s_unit_info  (unit_info),
    .s_unit_first (unit_first),
    .s_unit_last  (unit_last),
    .s_unit_cause (unit_cause),
    .take_o, .entry_o, .accept_o,
    .retire_i,
    .tweak_end_i  (tweak_end_o),
    .tweak_unit_i (unit_o),
    .tweak_there_o
  );

  seal_sector_ingress #(
    .Mode(Mode), .Words(Words), .TweakCount(TweakCount), .Buffer(Buffer),
    .Limit(LimitLog2 != 0)
  ) u_ingress (
    .clk_i, .rst_ni,
    .gate_i,
    .sweep_i  (sweep_i[0]),
    .command_i(command_o),
    .draining_o,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .look_o,
    .accept_i (accept_o),
    .first_i  (take_o && unit_first),
    .entry_i,
    .cancel_o (cancel),
    .slot_o   (next_slot),
    .full_i   (full),
    .count_o  (count),
    .blocks_o (unit_blocks),
    .unit_o,
    .tweak_hold_o(tweak_hold),
    .tweak_we_o, .tweak_index_o, .tweak_end_o, .tweak_len_o,
    .we_o     (we),
    .data_o   (data),
    .p_o, .q_o, .tweak_o, .verdict_we_o, .verdict_unit_o, .cause_o, .cancelled_o, .done_o,
    .pop_i    (pop_i[0])
  );

  if (LimitLog2 != 0) begin : g_limit
    seal_sector_key_blocks #(.Slots(Slots), .LimitLog2(LimitLog2)) u_key_blocks (
      .clk_i, .rst_ni,
      .sweep_i     (sweep_i[1]),
      .sweep_addr_i(sweep_addr_i[3:0]),
      .set_i, .set_slot_i,
      .slot_i      (next_slot),
      .full_o      (full),
      .count_i     (count),
      .blocks_i    (unit_blocks),
      .read_slot_i (blocks_slot_i),
      .read_o      (blocks_o)
    );
  end else begin : g_no_limit
    assign full     = 1'b0;
    assign blocks_o = '0;
    logic unused_count;
    assign unused_count = ^{count, next_slot, unit_blocks, set_i, set_slot_i, blocks_slot_i,
                            sweep_addr_i};
  end

  seal_sector_ring #(.Depth(Buffer), .Readers(Readers)) u_ring (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i[1]),
    .we_i   (we),
    .data_i (data),
    .valid_o,
    .data_o (block_o),
    .pop_i
  );

endmodule
