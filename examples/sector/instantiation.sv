// SPDX-License-Identifier: Apache-2.0
//
// Instantiation template of seal_sector: every parameter with its default, every port. Copy the
// instance, delete the parameters whose default you keep, and rename the signals in parentheses.
// Mode 1 is HCTR2. The named core sector-xts is Mode 0, Order 1, KeyLimitLog2 44, Window 16 and
// RoundStages 4, with 512 bits of key_data; `sealwright info CORE` prints the parameters of any named
// core. docs/use/sector.md describes the ports and their use, step by step.
//
// Window is the most units in flight: 1 to 32 for XTS, HCTR2, HCTR, HCHfp, XCB, XCB-AES,
// EME, EME2, TET, HEH and HEHfp; 1 to 16 for HCH (Mode 3), each of whose units has a hash key of its
// own, and for HCTR2-TwKD (Mode 10), each of whose units has an AES key: there Slots + Window, with
// Window rounded up to a power of two of at least 2, is at most 16.
module instantiation (
  input  logic         clk,
  input  logic         rst_n,              // asynchronous, active low; its end in step with clk

  input  logic         key_valid,          // load a key
  output logic         key_ready,
  input  logic [3:0]   key_slot,
  input  logic [1:0]   key_size,           // 0, 1, 2: AES-128, -192, -256
  input  logic [12:0]  key_unit,           // bytes of the data units under this key
  input  logic [255:0] key_data,           // as wide as the keys of the mode: docs/use/sector.md

  output logic         loaded_valid,       // one per key
  input  logic         loaded_ready,
  output logic [3:0]   loaded_slot,
  output logic [2:0]   loaded_cause,       // seal_engine_pkg::key_cause_e

  input  logic         cmd_valid,          // one command for a row of data units
  output logic         cmd_ready,
  input  logic [1:0]   cmd_op,             // 0 encrypt, 1 decrypt
  input  logic [3:0]   cmd_slot,
  input  logic [127:0] cmd_unit,           // number of the first unit: its tweak
  input  logic [31:0]  cmd_count,          // units
  input  logic         cmd_tweak_in_data,  // tweaks come in the packet instead
  input  logic [15:0]  cmd_id,             // comes back with the status

  input  logic         in_valid,           // the units, one packet per command
  output logic         in_ready,
  input  logic [127:0] in_data,
  input  logic [15:0]  in_keep,
  input  logic         in_last,
  input  logic [2:0]   in_user,            // {abort, section}: 0 tweak, 2 text

  output logic         out_valid,          // the same packet, enciphered
  input  logic         out_ready,
  output logic [127:0] out_data,
  output logic [15:0]  out_keep,
  output logic         out_last,
  output logic [2:0]   out_user,           // abort on the last beat: the command failed

  output logic         status_valid,       // one per command, or per unit (UnitStatus)
  input  logic         status_ready,
  output logic [15:0]  status_id,
  output logic         status_pass,
  output logic         status_last,        // of its command
  output logic [3:0]   status_cause,       // seal_sector_pkg::sector_cause_e

  output logic [3:0]   slots_ready,        // Slots wide
  input  logic         zeroise,
  output logic         busy,

  input  logic [3:0]   blocks_slot,        // tie to 0 if you do not read blocks
  output logic [44:0]  blocks              // under the key of that slot, with KeyLimitLog2
);

  seal_sector #(
    .Mode       (1),
    .Slots      (4),
    .KeySizes   (7),
    .Order      (0),
    .MaxUnit    (4096),
    .MaxTweak   (16),
    .Buffer     (512),
    .Window     (8),
    .UnitStatus (1'b0),
    .KeepTweak  (1'b0),
    .OpenEqual  (1'b0),
    .KeyLimitLog2(0),          // with Mode 0: 44, or there is no limit
    .IdWidth    (16),
    .Sbox       (1),
    .Dir        (2),
    .Swap       (1'b0),
    .RoundStages(1),
    .Fold       (1),
    .Pipes      (1),
    .MultKind   (0),
    .MultStages (4),
    .MultHalt   (8)
  ) u_sector (
    .clk_i              (clk),
    .rst_ni             (rst_n),

    .s_key_valid        (key_valid),
    .s_key_ready        (key_ready),
    .s_key_slot         (key_slot),
    .s_key_size         (key_size),
    .s_key_unit         (key_unit),
    .s_key_data         (key_data),

    .m_key_valid        (loaded_valid),
    .m_key_ready        (loaded_ready),
    .m_key_slot         (loaded_slot),
    .m_key_cause        (loaded_cause),

    .s_cmd_valid        (cmd_valid),
    .s_cmd_ready        (cmd_ready),
    .s_cmd_op           (cmd_op),
    .s_cmd_slot         (cmd_slot),
    .s_cmd_unit         (cmd_unit),
    .s_cmd_count        (cmd_count),
    .s_cmd_tweak_in_data(cmd_tweak_in_data),
    .s_cmd_id           (cmd_id),

    .s_axis_tvalid      (in_valid),
    .s_axis_tready      (in_ready),
    .s_axis_tdata       (in_data),
    .s_axis_tkeep       (in_keep),
    .s_axis_tlast       (in_last),
    .s_axis_tuser       (in_user),

    .m_axis_tvalid      (out_valid),
    .m_axis_tready      (out_ready),
    .m_axis_tdata       (out_data),
    .m_axis_tkeep       (out_keep),
    .m_axis_tlast       (out_last),
    .m_axis_tuser       (out_user),

    .m_status_valid     (status_valid),
    .m_status_ready     (status_ready),
    .m_status_id        (status_id),
    .m_status_pass      (status_pass),
    .m_status_last      (status_last),
    .m_status_cause     (status_cause),

    .slot_ready_o       (slots_ready),
    .zeroise_i          (zeroise),
    .busy_o             (busy),

    .blocks_slot_i      (blocks_slot),
    .blocks_o           (blocks)
  );

endmodule
