// SPDX-License-Identifier: Apache-2.0
//
// A register slice with the ports of a core that takes commands, packets and keys, for tests of the
// packet harness on streams of any geometry: a beat is Lanes segments side by side, each with its
// tkeep, tlast and tuser; an empty lane has neither tkeep nor tlast. Segments come back in the next
// cycle, in the lanes in which they came, with zeros where tkeep is low; a beat waits for the
// commands of all messages that begin in it. Up to Commands commands come in a cycle, and up to
// Statuses statuses leave, packed in their ports. Every status is good. The command has the fields
// of the message cores, without effect. Byte 0 of the last key is a fault:
//   1 valid falls while stalled               2 the last lane changes while stalled
//   3 a lane between two segments is empty    4 tuser in empty lanes
//   5 tkeep with a gap                        6 bytes outside tkeep
//   7 m_axis is not hidden by zeroise_i       8 beats without a segment
//   9 lanes 0 and 1 exchanged                10 segments leave before their command has come
//  11 the last status leaves word 0 invalid  12 the first and the last status exchanged
//  13 the last status changes while stalled  14 the last status falls while stalled
//  15 the last status has a cause            16 the last status has not passed
//  17 none, but an assertion fails unless all fields of a command follow from its identifier
// Reset clears control only. zeroise_i hides m_axis, m_key and slot_ready_o, and ends nothing.
module seal_loop #(
  parameter int unsigned BeatBytes  = 16,
  parameter int unsigned Lanes      = 1,
  parameter int unsigned IdWidth    = 16,
  parameter int unsigned Commands   = 1,
  parameter int unsigned Statuses   = 1,
  localparam int unsigned LaneBytes = BeatBytes / Lanes
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             s_key_valid,
  output logic                             s_key_ready,
  input  logic [3:0]                       s_key_slot,
  input  logic [1:0]                       s_key_size,
  input  logic [255:0]                     s_key_data,
  input  logic [4:0]                       s_key_min_tag,
  input  logic                             s_key_short_tags,
  output logic                             m_key_valid,
  input  logic                             m_key_ready,
  output logic [3:0]                       m_key_slot,
  output logic [2:0]                       m_key_cause,
  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,
  input  logic                             s_axis_tvalid,
  output logic                             s_axis_tready,
  input  logic [8*BeatBytes-1:0]           s_axis_tdata,
  input  logic [BeatBytes-1:0]             s_axis_tkeep,
  input  logic [Lanes-1:0]                 s_axis_tlast,
  input  logic [3*Lanes-1:0]               s_axis_tuser,
  output logic                             m_axis_tvalid,
  input  logic                             m_axis_tready,
  output logic [8*BeatBytes-1:0]           m_axis_tdata,
  output logic [BeatBytes-1:0]             m_axis_tkeep,
  output logic [Lanes-1:0]                 m_axis_tlast,
  output logic [3*Lanes-1:0]               m_axis_tuser,
  output logic [Statuses-1:0]              m_status_valid,
  input  logic                             m_status_ready,
  output logic [Statuses-1:0][IdWidth-1:0] m_status_id,
  output logic [Statuses-1:0]              m_status_pass,
  output logic [Statuses-1:0][3:0]         m_status_cause,
  output logic [15:0]                      slot_ready_o,
  input  logic                             zeroise_i,
  output logic                             busy_o
);

  typedef struct packed {
    logic [8*LaneBytes-1:0] data;
    logic [LaneBytes-1:0]   keep;
    logic                   last;
    logic [2:0]             user;
  } segment_t;

  logic [7:0] fault_q;

  // ---- the beat on s_axis: its segments, and how many messages begin in it ---------------------
  segment_t [Lanes-1:0] came, out_q, shown;
  logic [5:0]           begins, ends;
  logic                 open, open_q, take, out_free, out_valid_q;

  always_comb begin
    begins = '0;
    open = open_q;
    for (int unsigned l = 0; l < Lanes; l++) begin
      came[l].keep = s_axis_tkeep[l*LaneBytes+:LaneBytes];
      came[l].last = s_axis_tlast[l];
      came[l].user = s_axis_tuser[3*l+:3];
      for (int unsigned i = 0; i < LaneBytes; i++)
        came[l].data[8*i+:8] = came[l].keep[i] || (fault_q == 8'd6) ?
                               s_axis_tdata[8*(l*LaneBytes+i)+:8] : 8'h00;
      if (Lanes > 1 && came[l].keep == '0 && !came[l].last) begin
        came[l] = '0;
        if (fault_q == 8'd4) came[l].user = '1;
      end else begin
        if (!open) begins++;
        open = !came[l].last;
      end
    end
  end

  // ---- commands: numbers of those accepted, begun, ended and answered --------------------------
  logic [5:0]         accepted_q, begun_q, ended_q, answered_q;
  logic [IdWidth-1:0] ids [64];

  logic [5:0]         accepts, answers;

  assign accepts       = s_cmd_ready ? 6'($countones(s_cmd_valid)) : '0;
  assign answers       = m_status_ready ? 6'($countones(m_status_valid)) : '0;
  assign s_cmd_ready   = accepted_q - answered_q < 6'd48;
  assign out_free      = !out_valid_q || (m_axis_tready && !zeroise_i);
  assign s_axis_tready = out_free && (accepted_q - begun_q >= begins ||
                                      (fault_q == 8'd10 && accepted_q != begun_q));
  assign take          = s_axis_tvalid && s_axis_tready;

  always_comb begin
    ends = '0;
    for (int unsigned l = 0; l < Lanes; l++) ends += 6'(out_q[l].last);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {accepted_q, begun_q, ended_q, answered_q} <= '0;
      {open_q, out_valid_q} <= '0;
    end else begin
      accepted_q <= accepted_q + accepts;
      answered_q <= answered_q + answers;
      if (out_free) out_valid_q <= take;
      if (out_free && out_valid_q) ended_q <= ended_q + ends;
      if (take) begin
        begun_q  <= begun_q + begins;
        open_q <= open;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) out_q <= came;
    for (int unsigned n = 0; n < Commands; n++)
      if (s_cmd_valid[n] && s_cmd_ready) ids[accepted_q + 6'(n)] <= s_cmd_id[n];
  end

  for (genvar n = 0; n < Commands; n++) begin : g_command
    // Low bits of the identifier; in the IV all of it six times, unless that comes in data.
    FieldsOfIdent_A: assert property (@(posedge clk_i) disable iff (!rst_ni)
        fault_q == 8'd17 && s_cmd_valid[n] |->
        s_cmd_op[n] == s_cmd_id[n][1:0] && s_cmd_slot[n] == s_cmd_id[n][3:0] &&
        s_cmd_iv_in_data[n] == s_cmd_id[n][4] && s_cmd_tag_len[n] == s_cmd_id[n][4:0] &&
        s_cmd_iv[n] == (s_cmd_iv_in_data[n] ? '0 : {6{16'(s_cmd_id[n])}}))
      else $error("fields of a command with fault 17");
  end

  // ---- statuses, with their faults -------------------------------------------------------------
  localparam int unsigned Last = Statuses - 1;

  logic [5:0] left;
  logic [3:0] wait_q;   // cycles for which the last status has been stalled

  assign left = ended_q - answered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else         wait_q <= (left >= 6'(Statuses) && !m_status_ready) ? wait_q + 4'd1 : '0;
  end

  always_comb begin
    m_status_pass  = '1;
    m_status_cause = '0;
    for (int unsigned n = 0; n < Statuses; n++) begin
      m_status_valid[n] = left > 6'(n);
      m_status_id[n]    = ids[answered_q + 6'(n)];
    end
    if (fault_q == 8'd11 && left >= 6'(Statuses)) m_status_valid[0] = 1'b0;
    if (fault_q == 8'd12 && left >= 6'(Statuses)) begin
      m_status_id[0]    = ids[answered_q + 6'(Last)];
      m_status_id[Last] = ids[answered_q];
    end
    if (fault_q == 8'd15 && left >= 6'(Statuses)) m_status_cause[Last] = 4'd1;
    if (fault_q == 8'd16 && left >= 6'(Statuses)) m_status_pass[Last]  = 1'b0;
    if (fault_q == 8'd13 && wait_q == 4'd1) m_status_id[Last][0] = !m_status_id[Last][0];
    if (fault_q == 8'd14 && wait_q == 4'd1) m_status_valid[Last] = 1'b0;
  end

  // ---- m_axis, with its faults -----------------------------------------------------------------
  logic [3:0] stall_q;  // cycles for which the output has been stalled
  logic       idle_beat;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stall_q <= '0;
    else         stall_q <= (out_valid_q && !m_axis_tready) ? stall_q + 4'd1 : '0;
  end

  always_comb begin
    shown = out_valid_q ? out_q : '0;
    if (fault_q == 8'd2 && stall_q == 4'd1) shown[Lanes-1].data[0] = !shown[Lanes-1].data[0];
    if (fault_q == 8'd3 && shown[Lanes-1].keep != '0) shown[(Lanes-1)/2] = '0;
    if (fault_q == 8'd5 && &shown[0].keep) shown[0].keep[0] = 1'b0;
    if (fault_q == 8'd9) begin
      shown[0]           = out_q[(Lanes > 1) ? 1 : 0];
      shown[(Lanes > 1) ? 1 : 0] = out_q[0];
    end
    for (int unsigned l = 0; l < Lanes; l++) begin
      m_axis_tdata[8*l*LaneBytes+:8*LaneBytes] = shown[l].data;
      m_axis_tkeep[l*LaneBytes+:LaneBytes]     = shown[l].keep;
      m_axis_tlast[l]                          = shown[l].last;
      m_axis_tuser[3*l+:3]                     = shown[l].user;
    end
  end

  assign idle_beat     = fault_q == 8'd8 && ended_q != accepted_q;
  assign m_axis_tvalid = (out_valid_q || idle_beat) && (!zeroise_i || fault_q == 8'd7) &&
                         !(fault_q == 8'd1 && stall_q == 4'd1);

  // ---- keys: each is loaded at once, and answered in the next cycle ----------------------------
  logic [15:0] slots_q;
  logic [3:0]  slot_q;
  logic        key_q;

  assign s_key_ready  = !key_q && !zeroise_i;
  assign m_key_valid  = key_q && !zeroise_i;
  assign m_key_slot   = slot_q;
  assign m_key_cause  = '0;
  assign slot_ready_o = zeroise_i ? '0 : slots_q;
  assign busy_o       = key_q || accepted_q != answered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {slots_q, fault_q, slot_q, key_q} <= '0;
    end else if (s_key_valid && s_key_ready) begin
      slots_q[s_key_slot] <= 1'b1;
      fault_q <= s_key_data[7:0];
      slot_q  <= s_key_slot;
      key_q   <= 1'b1;
    end else if (m_key_valid && m_key_ready) begin
      key_q <= 1'b0;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{s_key_size, s_key_data, s_key_min_tag, s_key_short_tags, s_cmd_op, s_cmd_slot, s_cmd_iv,
                           s_cmd_iv_in_data, s_cmd_tag_len};

endmodule
