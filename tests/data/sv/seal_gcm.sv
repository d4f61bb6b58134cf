// SPDX-License-Identifier: Apache-2.0
//
// Stub with the ports and the packet rules of the GCM core, for the tests of the bulk harness.
// It computes no cryptography: text is xored with a constant, the tag is the xor of all text and
// AAD blocks with the slot number in byte 0. One message at a time, cut-through, latency 1 cycle.
// Byte 0 of the last key is a fault: 0 none, else the rule of the protocol that it breaks, so that
// the harness can be seen to notice:
//   3 AAD named as IV                    6 a failing assertion     7 two statuses
//   8 busy never shown                  11 bytes outside tkeep    14 a short tag
// or one of those in seal_stub.
// Reset clears control only. Zeroise forgets the keys and ends the message in flight.
module seal_gcm #(
  parameter int unsigned Slots        = 4,              // key slots, 1 to 16
  parameter int unsigned KeySizes     = 7,              // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox         = 1,              // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages  = 2,              // registers per AES round, 1 to 5
  parameter int unsigned MultKind     = 0,              // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages   = 4,              // stages of the multiplier, 1 to 8
  parameter int unsigned MultHalt     = 8,              // kinds that split stop here
  parameter bit          MultTables   = 1'b0,           // see seal_gf_mult
  parameter bit          Store        = 1'b0,           // release text only after the tag check
  parameter int unsigned StoreBeats   = 128,            // then: longest message, in beats
  parameter bit          KeyRefuse    = 1'b0,           // refuse, not hold, commands during a load
  parameter int unsigned IdWidth      = 16,             // bits of s_cmd_id and m_status_id
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks per message
  parameter int unsigned AadLimitLog2 = 61,             // fewer than 2^this bytes of AAD
  parameter bit          AnyIv        = 1'b1,           // IVs of any length
  parameter int unsigned IvLimit      = 65536,          // bytes of IV
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,  // messages sealed with one key
  parameter int unsigned Ops          = 7,              // bit 0 seals, 1 opens, 2 counter-only
  parameter bit          LengthFirst  = 1'b0            // not AES-GCM, unsafe: see seal_gcm_exit
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [1:0]         s_key_size,
  input  logic [255:0]       s_key_data,
  input  logic [4:0]         s_key_min_tag,
  input  logic               s_key_short_tags,
  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,
  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [95:0]        s_cmd_iv,
  input  logic               s_cmd_iv_in_data,
  input  logic [4:0]         s_cmd_tag_len,
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
  output logic [3:0]         m_status_cause,
  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  localparam logic [127:0] PAD = {16{8'h5a}};

  typedef enum logic [2:0] {StIdle, StData, StHeld, StTag, StFlush, StStatus, StAgain} state_e;

  // Opening, the last data beat waits in `held` for the verdict on the tag beat.
  typedef struct packed {
    logic [127:0] data;
    logic [15:0]  keep;
    logic         last;
    logic [2:0]   user;
  } beat_t;

  state_e               state_q;
  logic [1:0]           op_q;
  logic [4:0]           tag_len_q;
  logic [IdWidth-1:0]   id_q;
  logic [127:0]         tag_q;
  logic [3:0]           cause_q;
  logic                 held_valid_q, out_valid_q, busy_q;
  beat_t                held_q, out_q;
  logic [15:0]          slots;
  logic [7:0]           fault;
  logic                 key_busy, open, cut;

  // All ones in the bytes that are kept.
  function automatic logic [127:0] mask_of(logic [15:0] keep);
    logic [127:0] mask;
    for (int unsigned i = 0; i < 16; i++) mask[8*i+:8] = {8{keep[i]}};
    return mask;
  endfunction

  logic [127:0] mask, text, tag_mask;
  logic [15:0]  tag_keep;
  logic         take, take_data, out_free, is_text, is_tag, slot_ok, refused, drop;
  beat_t        next;

  assign mask     = mask_of(s_axis_tkeep);
  assign tag_keep = 16'((17'd1 << (tag_len_q - 5'(fault == 8'd14))) - 17'd1);
  assign tag_mask = mask_of(tag_keep);
  assign is_text  = s_axis_tuser[1:0] == 2'd2;
  assign is_tag   = s_axis_tuser[1:0] == 2'd3;
  assign text     = (s_axis_tdata ^ (is_text ? PAD : '0)) & mask;
  assign slot_ok  = slots[s_cmd_slot];
  assign take      = s_axis_tvalid && s_axis_tready;
  // A null beat only ends a message; counter-only it also ends the packet.
  assign take_data = take && s_axis_tuser[1:0] inside {2'd1, 2'd2} &&
                     (s_axis_tkeep != '0 || op_q == 2'd2);
  assign refused  = cause_q != '0 || s_axis_tuser[2] || zeroise_i;
  assign drop     = op_q == 2'd2 && s_axis_tlast && refused;
  assign next     = '{data: drop ? '0 : (fault == 8'd11) ? text | ~mask : text,
                      keep: drop ? '0 : s_axis_tkeep,
                      last: s_axis_tlast && op_q == 2'd2, user: {drop, s_axis_tuser[1:0]}};

  assign s_cmd_ready   = state_q == StIdle;
  assign s_axis_tready = state_q == StData && out_free;
  assign slot_ready_o  = slots[Slots-1:0];
  assign busy_o        = (busy_q && fault != 8'd8) || key_busy;

  assign open = state_q inside {StData, StTag, StHeld} || (state_q == StFlush && out_valid_q);

  assign m_axis_tuser  = cut ? 3'd6 : (fault == 8'd3 && out_q.user == 3'd1) ? 3'd0 : out_q.user;

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
    .data_i      (out_q.data),
    .keep_i      (out_q.keep),
    .last_i      (out_q.last),
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
      state_q      <= StIdle;
      held_valid_q <= 1'b0;
      out_valid_q  <= 1'b0;
      busy_q       <= 1'b0;
    end else begin
      if (out_free) out_valid_q <= 1'b0;
      case (state_q)
        StIdle: if (s_cmd_valid) begin
          state_q      <= StData;
          busy_q       <= 1'b1;
          held_valid_q <= 1'b0;
        end
        StData: begin
          if (take && s_axis_tlast) state_q <= (op_q == 2'd2) ? StFlush : StTag;
          if (take_data) begin
            held_valid_q <= 1'b1;
            out_valid_q  <= held_valid_q || op_q == 2'd2;
          end
        end
        StTag: if (out_free) begin
          state_q     <= (op_q == 2'd0) ? StHeld : StFlush;
          out_valid_q <= held_valid_q || op_q == 2'd1;
        end
        StHeld: if (out_free) begin
          state_q     <= StFlush;
          out_valid_q <= 1'b1;
        end
        StFlush: if (out_free && fault != 8'd13) state_q <= StStatus;
        StStatus: if (m_status_ready) begin
          state_q <= (fault == 8'd7) ? StAgain : StIdle;
          busy_q  <= fault == 8'd5;
        end
        default: if (m_status_ready) state_q <= StIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_cmd_valid && s_cmd_ready) begin
      op_q      <= s_cmd_op;
      id_q      <= s_cmd_id;
      tag_len_q <= s_cmd_tag_len;
      tag_q     <= 128'(s_cmd_slot);
      cause_q   <= slot_ok ? 4'd0 : 4'd2;
    end
    if (take) begin
      if (is_tag && ((s_axis_tdata ^ tag_q) & tag_mask) != '0 && fault != 8'd9) cause_q <= 4'd1;
      if (s_axis_tuser[2]) cause_q <= 4'd11;
      // The tag is taken over plaintext, so that opening what was sealed agrees.
      if (!is_tag) tag_q <= tag_q ^ ((op_q == 2'd0) ? s_axis_tdata & mask : text);
    end
    if (take_data) begin
      held_q <= next;
      out_q  <= (op_q == 2'd2) ? next : held_q;
    end
    if (state_q == StTag && out_free) begin
      out_q <= held_q;
      if (op_q == 2'd1) begin
        out_q.last <= 1'b1;
        if (!held_valid_q) out_q <= '{data: '0, keep: '0, last: 1'b1, user: 3'd2};
        if (cause_q != '0) out_q <= '{data: '0, keep: '0, last: 1'b1, user: 3'd6};
      end
    end
    if (state_q == StHeld && out_free) begin
      out_q <= '{data: tag_q & tag_mask, keep: tag_keep, last: 1'b1, user: 3'd3};
      if (cause_q != '0) out_q <= '{data: '0, keep: '0, last: 1'b1, user: 3'd6};
    end
    if (zeroise_i && open) cause_q <= 4'd12;
  end

  always_ff @(posedge clk_i) begin
    NoFault_A: assert (!(fault == 8'd6 && take && is_text)) else $error("text with fault 6");
  end

  logic unused_inputs;
  assign unused_inputs = ^{s_key_size, s_key_data, s_key_min_tag, s_key_short_tags, s_cmd_iv, s_cmd_iv_in_data};

endmodule
