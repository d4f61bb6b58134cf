// SPDX-License-Identifier: Apache-2.0
//
// A core of several lanes whose s_axis gets beats without a block between those of messages, and at
// times a run of them that is longer than all queues: the packet harness sends none. What is in
// them besides tkeep and tlast has no meaning, and is all ones. Such a beat stays until it is taken
// or a zeroise takes it back, as any other; the source waits meanwhile.
module seal_gcm_lanes_pauses #(
  parameter int unsigned Lanes        = 4,
  parameter int unsigned Slots        = 4,
  parameter int unsigned KeySizes     = 7,
  parameter int unsigned Sbox         = 1,
  parameter int unsigned RoundStages  = 2,
  parameter int unsigned MultKind     = 0,
  parameter int unsigned MultStages   = 4,
  parameter int unsigned MultHalt     = 8,
  parameter bit          MultTables   = 1'b0,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBeats   = 128,
  parameter bit          KeyRefuse    = 1'b0,
  parameter int unsigned IdWidth      = 16,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,
  parameter int unsigned AadLimitLog2 = 61,
  parameter bit          AnyIv        = 1'b1,
  parameter int unsigned IvLimit      = 65536,
  parameter int unsigned MsgLimit     = 32'hFFFF_FFFF,
  localparam int unsigned Commands    = seal_gcm_lanes_pkg::commands(Lanes),
  localparam int unsigned Ends        = seal_gcm_lanes_pkg::ends(Lanes)
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

  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,

  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [128*Lanes-1:0] s_axis_tdata,
  input  logic [16*Lanes-1:0]  s_axis_tkeep,
  input  logic [Lanes-1:0]     s_axis_tlast,
  input  logic [3*Lanes-1:0]   s_axis_tuser,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [128*Lanes-1:0] m_axis_tdata,
  output logic [16*Lanes-1:0]  m_axis_tkeep,
  output logic [Lanes-1:0]     m_axis_tlast,
  output logic [3*Lanes-1:0]   m_axis_tuser,

  output logic [Ends-1:0]              m_status_valid,
  input  logic                         m_status_ready,
  output logic [Ends-1:0][IdWidth-1:0] m_status_id,
  output logic [Ends-1:0]              m_status_pass,
  output logic [Ends-1:0][3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  localparam logic [5:0] Run = 6'd40;

  logic [5:0]  left_q;    // beats without a block that follow
  logic [15:0] draw_q;    // a shift register with feedback
  logic        empty, valid, ready;

  assign empty         = (left_q != '0);
  assign valid         = empty || s_axis_tvalid;
  assign s_axis_tready = ready && !empty;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      draw_q <= 16'hACE1;
    end else begin
      draw_q <= {draw_q[14:0], draw_q[15] ^ draw_q[13] ^ draw_q[12] ^ draw_q[10]};
      if (zeroise_i)           left_q <= '0;
      else if (valid && ready) left_q <= empty ? left_q - 6'd1 : (draw_q[8:0] == '0) ? Run
                                                              : 6'(draw_q[1:0] & draw_q[3:2]);
    end
  end

  seal_gcm_lanes #(
    .Lanes(Lanes), .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt), .MultTables(MultTables),
    .Store(Store), .StoreBeats(StoreBeats), .KeyRefuse(KeyRefuse), .IdWidth(IdWidth),
    .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2), .AnyIv(AnyIv), .IvLimit(IvLimit),
    .MsgLimit(MsgLimit)
  ) u_core (
    .s_axis_tvalid(valid),
    .s_axis_tready(ready),
    .s_axis_tdata (empty ? '1 : s_axis_tdata),
    .s_axis_tkeep (empty ? '0 : s_axis_tkeep),
    .s_axis_tlast (empty ? '0 : s_axis_tlast),
    .s_axis_tuser (empty ? '1 : s_axis_tuser),
    .*
  );

endmodule
