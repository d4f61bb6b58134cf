// SPDX-License-Identifier: Apache-2.0
//
// Instantiation template of seal_gcm: every parameter with its default, every port. Copy the
// instance, delete the parameters whose default you keep, and rename the signals in parentheses.
// The defaults are those of the named core gcm-default.
// docs/use/integration.md describes the ports and their use, step by step.
module instantiation (
  input  logic         clk,
  input  logic         rst_n,          // asynchronous, active low; its end in step with clk

  input  logic         key_valid,      // load a key
  output logic         key_ready,
  input  logic [3:0]   key_slot,
  input  logic [1:0]   key_size,       // 0, 1, 2: AES-128, -192, -256
  input  logic [255:0] key_data,       // byte 0 in bits [7:0], like every string
  input  logic [4:0]   key_min_tag,    // shortest tag allowed with this key, in bytes
  input  logic         key_short_tags, // less than 12 bytes are allowed

  output logic         loaded_valid,   // one per key
  input  logic         loaded_ready,
  output logic [3:0]   loaded_slot,
  output logic [2:0]   loaded_cause,   // seal_engine_pkg::key_cause_e

  input  logic         cmd_valid,      // one command per message
  output logic         cmd_ready,
  input  logic [1:0]   cmd_op,         // 0 seal, 1 open, 2 counter mode only
  input  logic [3:0]   cmd_slot,
  input  logic [95:0]  cmd_iv,
  input  logic         cmd_iv_in_data, // the IV is the first section of the message instead
  input  logic [4:0]   cmd_tag_len,    // bytes: 4, 8, 12 to 16
  input  logic [15:0]  cmd_id,         // comes back with the status

  input  logic         in_valid,       // the message
  output logic         in_ready,
  input  logic [127:0] in_data,
  input  logic [15:0]  in_keep,
  input  logic         in_last,
  input  logic [2:0]   in_user,        // {abort, section}: 0 IV, 1 AAD, 2 text, 3 tag

  output logic         out_valid,      // its answer
  input  logic         out_ready,
  output logic [127:0] out_data,
  output logic [15:0]  out_keep,
  output logic         out_last,
  output logic [2:0]   out_user,       // abort on the last beat: the message was refused

  output logic         status_valid,   // one per command
  input  logic         status_ready,
  output logic [15:0]  status_id,
  output logic         status_pass,
  output logic [3:0]   status_cause,   // seal_message_pkg::message_cause_e

  output logic [3:0]   slots_ready,    // Slots wide
  input  logic         zeroise,
  output logic         busy
);

  seal_gcm #(
    .BeatBytes   (16),
    .Slots       (4),
    .KeySizes    (7),
    .Sbox        (1),
    .RoundStages (2),
    .MultKind    (0),
    .MultStages  (4),
    .MultDigit   (16),
    .MultHalt    (8),
    .MultTables  (1'b0),
    .Store       (1'b0),
    .StoreBeats  (128),
    .KeyRefuse   (1'b0),
    .IdWidth     (16),
    .TextLimit   (32'hFFFF_FFFE),
    .AadLimitLog2(61),
    .AnyIv       (1'b1),
    .IvLimit     (65536),
    .MsgLimit    (32'hFFFF_FFFF),
    .Ops         (7),
    .LengthFirst (1'b0)   // 1 is not AES-GCM, and unsafe
  ) u_gcm (
    .clk_i           (clk),
    .rst_ni          (rst_n),

    .s_key_valid     (key_valid),
    .s_key_ready     (key_ready),
    .s_key_slot      (key_slot),
    .s_key_size      (key_size),
    .s_key_data      (key_data),
    .s_key_min_tag   (key_min_tag),
    .s_key_short_tags(key_short_tags),

    .m_key_valid     (loaded_valid),
    .m_key_ready     (loaded_ready),
    .m_key_slot      (loaded_slot),
    .m_key_cause     (loaded_cause),

    .s_cmd_valid     (cmd_valid),
    .s_cmd_ready     (cmd_ready),
    .s_cmd_op        (cmd_op),
    .s_cmd_slot      (cmd_slot),
    .s_cmd_iv        (cmd_iv),
    .s_cmd_iv_in_data(cmd_iv_in_data),
    .s_cmd_tag_len   (cmd_tag_len),
    .s_cmd_id        (cmd_id),

    .s_axis_tvalid   (in_valid),
    .s_axis_tready   (in_ready),
    .s_axis_tdata    (in_data),
    .s_axis_tkeep    (in_keep),
    .s_axis_tlast    (in_last),
    .s_axis_tuser    (in_user),

    .m_axis_tvalid   (out_valid),
    .m_axis_tready   (out_ready),
    .m_axis_tdata    (out_data),
    .m_axis_tkeep    (out_keep),
    .m_axis_tlast    (out_last),
    .m_axis_tuser    (out_user),

    .m_status_valid  (status_valid),
    .m_status_ready  (status_ready),
    .m_status_id     (status_id),
    .m_status_pass   (status_pass),
    .m_status_cause  (status_cause),

    .slot_ready_o    (slots_ready),
    .zeroise_i       (zeroise),
    .busy_o          (busy)
  );

endmodule
