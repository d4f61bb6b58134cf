// SPDX-License-Identifier: Apache-2.0
//
// From commands to data units: a command for `count` units becomes that many units, with the
// numbers unit, unit + 1, ... as tweaks (IEEE Std 1619-2025: 16 bytes, little-endian; 5.1 in 2018).
//
// s_cmd: op (sector_op_e of seal_sector_pkg), slot, unit (the first tweak), count, info (passed
// on). slot_ready_i says whether the slot of the command on offer has a key. hold_i: no command is
// taken; the owner raises it in a sweep.
//
// m_unit: op, slot, tweak, info, first and last of its command, cause. A command that is refused
// gives one unit, which is first and last, with a cause and the fields of the command.
// cancel_i drops the rest of a command of which a unit has been taken. busy_o: there is a
// command, and its slot is m_unit_slot.
//
// The registers of a command are loaded in every idle cycle, so that they have few causes to move.
// The number advances by a sum of two parts: the low CountW bits, and the high part, whose
// successor is computed ahead, since it is taken only when the low part is all ones:
//
//   {high, low} + 1 = {high, low + 1}        low not all ones
//                     {high_next, 0}         otherwise; high_next = high + 1
//
// The last number, unit + count - 1, exceeds 2^128 - 1 when unit + count is more than 2^128: the
// sum of the low parts is more than 2^CountW, and the high part is all ones.
//
// Latency: two cycles from a command to its first unit; then a unit per cycle. Reset and sweep_i:
// no command, from the next cycle on; sweep_i also clears the number.
`include "seal_assert.svh"

module seal_sector_units
  import seal_sector_pkg::*;
#(
  parameter int unsigned CountW = 32,
  parameter bit [1:0]    Ops    = 2'b11,   // operations that the core has: bit 0 encryption
  parameter int unsigned InfoW  = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               sweep_i,
  input  logic               hold_i,
  input  logic               cancel_i,
  output logic               busy_o,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [127:0]       s_cmd_unit,
  input  logic [CountW-1:0]  s_cmd_count,
  input  logic [InfoW-1:0]   s_cmd_info,

  input  logic               slot_ready_i,

  output logic               m_unit_valid,
  input  logic               m_unit_ready,
  output logic               m_unit_op,    // 1: decryption
  output logic [3:0]         m_unit_slot,
  output logic [127:0]       m_unit_tweak,
  output logic [InfoW-1:0]   m_unit_info,
  output logic               m_unit_first,
  output logic               m_unit_last,
  output logic [3:0]         m_unit_cause
);

  localparam int unsigned HighW = 128 - CountW;

  if (CountW < 1 || CountW > 64) begin : g_bad_count
    $error("seal_sector_units: CountW must be 1 to 64");
  end

  typedef enum logic [1:0] {
    StIdle  = 2'b00,
    StCheck = 2'b01,   // the limit is compared, and the successor of the high part made
    StUnits = 2'b10
  } state_e;

  state_e             state_q;
  sector_cause_e      cause_q;
  logic               op_q, first_q, last_q, ones_q, take, next, over;
  logic               carry_q;   // the low part is all ones: the next number has another high part
  logic [3:0]         slot_q;
  logic [InfoW-1:0]   info_q;
  logic [CountW-1:0]  low_q, left_q, less;
  logic [HighW-1:0]   high_q, high_next_q;
  logic [CountW:0]    end_q;   // the low part of the first number, plus the count

  assign s_cmd_ready = (state_q == StIdle) && !hold_i;
  assign take        = s_cmd_valid && s_cmd_ready;
  assign next        = m_unit_valid && m_unit_ready;

  // Of the command that is held: left_q is its count, less the units that were taken
  assign less    = left_q - CountW'(1);
  assign over    = end_q[CountW] && (end_q[CountW-1:0] != '0) && ones_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
    end else if (sweep_i) begin
      state_q <= StIdle;
    end else begin
      unique case (state_q)
        StIdle:  if (take) state_q <= StCheck;
        StCheck: state_q <= StUnits;
        StUnits: if ((next && last_q) || (cancel_i && !first_q)) state_q <= StIdle;
        default: state_q <= StIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i) begin
      {high_q, low_q} <= '0;
      high_next_q     <= '0;
      end_q           <= '0;
    end else if (state_q == StIdle) begin   // taken or not
      op_q            <= (s_cmd_op == OpDecrypt);
      slot_q          <= s_cmd_slot;
      info_q          <= s_cmd_info;
      {high_q, low_q} <= s_cmd_unit;
      ones_q          <= &s_cmd_unit[127:CountW];   // of the high part
      left_q          <= s_cmd_count;
      end_q           <= {1'b0, s_cmd_unit[CountW-1:0]} + {1'b0, s_cmd_count};
      first_q         <= 1'b1;
      cause_q         <= command_cause(s_cmd_op, Ops, slot_ready_i, s_cmd_count == '0);
    end else if (state_q == StCheck) begin
      high_next_q <= high_q + HighW'(1);
      carry_q     <= &low_q;
      last_q      <= (left_q == CountW'(1)) || (cause_q != CauseNone) || over;
      if (cause_q == CauseNone && over) cause_q <= CauseWrap;
    end else if (next) begin
      first_q <= 1'b0;
      left_q  <= less;
      last_q  <= (left_q == CountW'(2));
      low_q   <= low_q + CountW'(1);
      carry_q <= (low_q == CountW'(-2));
      if (carry_q) high_q <= high_next_q;
    end
  end

  assign m_unit_valid = state_q[1];   // StUnits
  assign m_unit_op    = op_q;
  assign m_unit_slot  = slot_q;
  assign m_unit_tweak = {high_q, low_q};
  assign m_unit_info  = info_q;
  assign m_unit_first = first_q;
  assign m_unit_last  = last_q;
  assign m_unit_cause = cause_q;
  assign busy_o       = (state_q != StIdle);

  `SEAL_ASSERT(UnitStable_A, m_unit_valid && !m_unit_ready && !sweep_i |=>
      sweep_i || $past(cancel_i) || (m_unit_valid && $stable(m_unit_tweak) && $stable(m_unit_last)))

endmodule
