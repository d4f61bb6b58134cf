// SPDX-License-Identifier: Apache-2.0
//
// Stub with the ports and the packet rules of the sector engines, for the tests of the bulk
// harness. It computes no cryptography: text is xored with a constant. One command at a time,
// latency 1 cycle; a command for a slot without a key, or with an abort, is refused, and other
// errors are not noticed. Byte 0 of the last key is a fault: 0 none, else the rule of the protocol
// that it breaks, so that the harness can be seen to notice:
//   3 text named as tweak                6 a failing assertion     7 two statuses
//   8 busy never shown                  11 bytes outside tkeep    14 last on no status
// or one of those in seal_stub.
// Reset clears control only. Zeroise forgets the keys and ends the command in flight.
module seal_sector #(
  parameter int unsigned Mode        = 1,
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Order       = 0,
  parameter int unsigned MaxUnit     = 4096,
  parameter int unsigned MaxTweak    = 16,
  parameter int unsigned Buffer      = 512,
  parameter int unsigned Window      = 8,
  parameter bit          UnitStatus  = 0,
  parameter bit          OpenEqual   = 0,
  parameter int unsigned KeyLimitLog2 = 0,
  parameter int unsigned IdWidth     = 16,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 2,
  parameter bit          Swap        = 0,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Pipes       = 1,
  parameter int unsigned MultKind    = 0,
  parameter int unsigned MultStages  = 4,
  parameter int unsigned MultHalt    = 8,
  localparam int unsigned KeyW       = (Mode == 0) ? 512 : 256
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [1:0]         s_key_size,
  input  logic [12:0]        s_key_unit,
  input  logic [KeyW-1:0]    s_key_data,
  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,
  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [127:0]       s_cmd_unit,
  input  logic [31:0]        s_cmd_count,
  input  logic               s_cmd_tweak_in_data,
  input  logic [IdWidth-1:0] s_cmd_id,
  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [127:0]       s_axis_tdata,
  input  logic [15:0]        s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,
  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,
  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic               m_status_last,
  output logic [3:0]         m_status_cause,
  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o,
  input  logic [3:0]         blocks_slot_i,
  output logic [44:0]        blocks_o
);

  typedef enum logic [2:0] {StIdle, StData, StFlush, StStatus, StAgain} state_e;

  state_e             state_q;
  logic [IdWidth-1:0] id_q;
  logic [31:0]        left_q;          // units without a status
  logic [3:0]         cause_q;
  logic [15:0]        slots, keep_q;
  logic [127:0]       data_q;
  logic [7:0]         fault;
  logic               out_valid_q, last_q, abort_q, busy_q, slot_ok_q, key_busy, open, cut;
  logic [127:0]       text;
  logic               take, take_text, out_free, ends, refused;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++)
      text[8*i+:8] = (s_axis_tkeep[i] || fault == 8'd11) ? s_axis_tdata[8*i+:8] ^ 8'h5a : 8'h00;
  end

  assign take      = s_axis_tvalid && s_axis_tready;
  assign take_text = take && s_axis_tuser[1:0] == 2'd2;
  assign refused   = !slot_ok_q || s_axis_tuser[2] || zeroise_i || cause_q == 4'd11;
  assign ends      = !UnitStatus || left_q <= 32'd1 || cause_q != '0;

  assign s_cmd_ready   = state_q == StIdle;
  assign s_axis_tready = state_q == StData && out_free;
  assign slot_ready_o  = slots[Slots-1:0];
  assign busy_o        = (busy_q && fault != 8'd8) || key_busy;

  assign open = state_q == StData || (state_q == StFlush && out_valid_q);

  assign m_axis_tuser  = {abort_q || cut, 2'(fault == 8'd3 ? 0 : 2)};
  assign m_status_last = ends && fault != 8'd14;

  seal_stub #(
    .IdWidth (IdWidth)
  ) u_common (
    .clk_i,
    .rst_ni,
    .idle_i      (state_q == StIdle),
    .s_key_valid,
    .s_key_ready,
    .s_key_slot,
    .s_key_fault (s_key_data[7:0]),
    .m_key_valid,
    .m_key_ready,
    .m_key_slot,
    .m_key_cause,
    .slots_o     (slots),
    .fault_o     (fault),
    .zeroise_i,
    .busy_o      (key_busy),
    .open_i      (open),
    .cut_o       (cut),
    .free_o      (out_free),
    .valid_i     (out_valid_q),
    .data_i      (data_q),
    .keep_i      (keep_q),
    .last_i      (last_q),
    .answered_i  (state_q == StStatus || state_q == StAgain),
    .id_i        (id_q),
    .cause_i     (cause_q),
    .m_axis_tvalid,
    .m_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_status_valid,
    .m_status_id,
    .m_status_pass,
    .m_status_cause
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      {out_valid_q, busy_q} <= '0;
    end else begin
      if (out_free) out_valid_q <= take_text && (s_axis_tlast || !refused);
      unique case (state_q)
        StIdle: if (s_cmd_valid) begin
          state_q <= StData;
          busy_q  <= 1'b1;
        end
        StData:  if (take && s_axis_tlast) state_q <= StFlush;
        StFlush: if (out_free && fault != 8'd13) state_q <= StStatus;
        StStatus: if (m_status_ready && ends) begin
          state_q <= (fault == 8'd7) ? StAgain : StIdle;
          busy_q  <= fault == 8'd5;
        end
        default: if (m_status_ready) state_q <= StIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_cmd_valid && s_cmd_ready) begin
      id_q      <= s_cmd_id;
      left_q    <= s_cmd_count;
      slot_ok_q <= slots[s_cmd_slot];
      cause_q   <= slots[s_cmd_slot] ? 4'd0 : 4'd2;
    end
    if (take && s_axis_tuser[2] && slot_ok_q) cause_q <= 4'd10;
    if (take_text) begin
      data_q  <= refused ? '0 : text;
      keep_q  <= refused ? '0 : s_axis_tkeep;
      abort_q <= refused;
      last_q  <= s_axis_tlast;
    end
    if (m_status_valid && m_status_ready) left_q <= left_q - 32'd1;
    if (zeroise_i && open) cause_q <= 4'd11;
  end

  always_ff @(posedge clk_i) begin
    NoFault_A: assert (!(fault == 8'd6 && take_text)) else $error("text with fault 6");
  end

  logic unused_inputs;
  assign blocks_o      = '0;
  assign unused_inputs = ^{blocks_slot_i, s_key_size, s_key_unit, s_key_data, s_cmd_op, s_cmd_unit};

endmodule
