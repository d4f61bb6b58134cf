// SPDX-License-Identifier: Apache-2.0
//
// Frames of a segmented MAC through a GCM core of several blocks per cycle: sealed on their way
// out, opened on their way in, as in MACsec or any other tunnel. Copy it, and rename what is yours.
//
//   rx -> seal_lanes_from_mac -> seal_gcm_lanes -> seal_lanes_to_mac -> tx
//                  cmd -------------^      ^  '--> status
//                              keys -------'
//
// A frame is AadBytes of AAD, text, and, if it is to be opened, its tag. It leaves as AAD, text, and
// with a tag if it was sealed. rx_open says with rx_sop which of both, and so must the command.
//
// Each frame needs a command, in the order of the frames, also one that ends with rx_err. Commands
// come up to Commands in a cycle: cmd_valid is set from bit 0 on, word 0 is for the older frame, and
// one cmd_ready takes all that are valid. A command may come before its frame, or behind it: the
// frame waits. Statuses come up to Ends in a cycle, in the same way. Of a frame whose status is not
// a pass, the last segment on tx has tx_err: do not use it.
//
// rx_ready: where frames may come faster than rx takes them, put a FIFO in front; the headers of the
// adapters say how deep. docs/use/cores.md and docs/reference/lanes-adapters.md have the rest.
module frames #(
  parameter int unsigned Lanes       = 4,    // segments of 16 bytes per cycle: 2, 4, 8
  parameter int unsigned AadBytes    = 28,   // Ethernet addresses and a SecTAG with SCI, e. g.
  parameter int unsigned TagBytes    = 16,
  parameter int unsigned KeySizes    = 5,    // AES-128 and AES-256
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 2,
  parameter int unsigned MultStages  = 4,
  localparam int unsigned Commands   = seal_gcm_lanes_pkg::commands(Lanes),
  localparam int unsigned Ends       = seal_gcm_lanes_pkg::ends(Lanes)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,         // asynchronous, active low
  input  logic                      zeroise,
  output logic                      busy,
  output logic [3:0]                slots_ready,

  input  logic                      key_valid,      // load a key
  output logic                      key_ready,
  input  logic [3:0]                key_slot,
  input  logic [1:0]                key_size,       // 0 AES-128, 2 AES-256
  input  logic [255:0]              key_data,       // byte 0 in bits [7:0]
  output logic                      loaded_valid,   // one per key
  input  logic                      loaded_ready,
  output logic [3:0]                loaded_slot,
  output logic [2:0]                loaded_cause,   // seal_engine_pkg::key_cause_e

  input  logic [Commands-1:0]       cmd_valid,      // one per frame
  output logic                      cmd_ready,
  input  logic [Commands-1:0]       cmd_open,
  input  logic [Commands-1:0][3:0]  cmd_slot,
  input  logic [Commands-1:0][95:0] cmd_iv,         // never twice with one key when sealing
  input  logic [Commands-1:0][15:0] cmd_id,

  output logic [Ends-1:0]           status_valid,   // one per frame
  input  logic                      status_ready,
  output logic [Ends-1:0][15:0]     status_id,
  output logic [Ends-1:0]           status_pass,
  output logic [Ends-1:0][3:0]      status_cause,   // seal_message_pkg::message_cause_e

  input  logic                      rx_valid,
  output logic                      rx_ready,
  input  logic [128*Lanes-1:0]      rx_data,
  input  logic [Lanes-1:0]          rx_ena,
  input  logic [Lanes-1:0]          rx_sop,
  input  logic [Lanes-1:0]          rx_eop,
  input  logic [Lanes-1:0]          rx_err,
  input  logic [4*Lanes-1:0]        rx_mty,
  input  logic [Lanes-1:0]          rx_open,

  output logic                      tx_valid,
  input  logic                      tx_ready,
  output logic [128*Lanes-1:0]      tx_data,
  output logic [Lanes-1:0]          tx_ena,
  output logic [Lanes-1:0]          tx_sop,
  output logic [Lanes-1:0]          tx_eop,
  output logic [Lanes-1:0]          tx_err,
  output logic [4*Lanes-1:0]        tx_mty
);

  logic                 in_valid, in_ready, out_valid, out_ready;
  logic [128*Lanes-1:0] in_data, out_data;
  logic [16*Lanes-1:0]  in_keep, out_keep;
  logic [Lanes-1:0]     in_last, out_last;
  logic [3*Lanes-1:0]   in_user, out_user;

  logic [Commands-1:0][1:0] op;
  for (genvar n = 0; n < Commands; n++) begin : g_op
    assign op[n] = cmd_open[n] ? seal_message_pkg::OpOpen : seal_message_pkg::OpSeal;
  end

  seal_lanes_from_mac #(.Lanes(Lanes), .AadBytes(AadBytes), .TagBytes(TagBytes)) u_rx (
    .clk_i, .rst_ni,
    .zeroise_i    (zeroise),
    .s_mac_valid  (rx_valid),
    .s_mac_ready  (rx_ready),
    .s_mac_data   (rx_data),
    .s_mac_ena    (rx_ena),
    .s_mac_sop    (rx_sop),
    .s_mac_eop    (rx_eop),
    .s_mac_err    (rx_err),
    .s_mac_mty    (rx_mty),
    .s_mac_open   (rx_open),
    .m_axis_tvalid(in_valid),
    .m_axis_tready(in_ready),
    .m_axis_tdata (in_data),
    .m_axis_tkeep (in_keep),
    .m_axis_tlast (in_last),
    .m_axis_tuser (in_user)
  );

  seal_gcm_lanes #(
    .Lanes(Lanes), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages),
    .MultStages(MultStages)
  ) u_gcm (
    .clk_i, .rst_ni,
    .s_key_valid     (key_valid),
    .s_key_ready     (key_ready),
    .s_key_slot      (key_slot),
    .s_key_size      (key_size),
    .s_key_data      (key_data),
    .s_key_min_tag   (5'(TagBytes)),
    .s_key_short_tags(TagBytes < 12),
    .m_key_valid     (loaded_valid),
    .m_key_ready     (loaded_ready),
    .m_key_slot      (loaded_slot),
    .m_key_cause     (loaded_cause),
    .s_cmd_valid     (cmd_valid),
    .s_cmd_ready     (cmd_ready),
    .s_cmd_op        (op),
    .s_cmd_slot      (cmd_slot),
    .s_cmd_iv        (cmd_iv),
    .s_cmd_iv_in_data('0),
    .s_cmd_tag_len   ({Commands{5'(TagBytes)}}),
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

  seal_lanes_to_mac #(.Lanes(Lanes)) u_tx (
    .clk_i, .rst_ni,
    .zeroise_i    (zeroise),
    .s_axis_tvalid(out_valid),
    .s_axis_tready(out_ready),
    .s_axis_tdata (out_data),
    .s_axis_tkeep (out_keep),
    .s_axis_tlast (out_last),
    .s_axis_tuser (out_user),
    .m_mac_valid  (tx_valid),
    .m_mac_ready  (tx_ready),
    .m_mac_data   (tx_data),
    .m_mac_ena    (tx_ena),
    .m_mac_sop    (tx_sop),
    .m_mac_eop    (tx_eop),
    .m_mac_err    (tx_err),
    .m_mac_mty    (tx_mty)
  );

endmodule
