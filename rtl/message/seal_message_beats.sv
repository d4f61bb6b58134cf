// SPDX-License-Identifier: Apache-2.0
//
// Both ends of a core whose streams have beats of BeatBytes = 2, 4, 8 or 16 bytes, and which works
// on blocks of 16: beats become blocks at the input, and blocks become beats at the output. A block
// takes Fold = 16 / BeatBytes cycles. No standard: the stream rules are those of
// docs/architecture.md.
//
//   s_axis --> seal_message_pack --> in_*     blocks of the front
//   m_axis <-- seal_message_unpack <-- out_*  blocks of the egress
//
// go_o is a ring of turns: a token may be decided in one of Fold cycles. It leaves the issue stage
// two cycles later, and enters the AES pipe in that cycle (enter_o).
//
// With 16 bytes a beat is a block: wires only, and both turns are always 1. Otherwise latency,
// reset and clear_i are those of the two modules; begun_o is high while a block is being packed.
module seal_message_beats
  import seal_message_pkg::*;
#(
  parameter int unsigned BeatBytes = 16
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,        // the block being packed; in_ready is low

  output logic                   go_o,
  output logic                   enter_o,
  output logic                   begun_o,

  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,
  input  logic [8*BeatBytes-1:0] s_axis_tdata,
  input  logic [BeatBytes-1:0]   s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [2:0]             s_axis_tuser,

  output logic                   in_valid_o,
  input  logic                   in_ready_i,
  output logic [127:0]           in_data_o,
  output logic [15:0]            in_keep_o,
  output logic                   in_last_o,
  output logic [2:0]             in_user_o,

  input  logic                   out_valid_i,
  output logic                   out_ready_o,
  input  logic [127:0]           out_data_i,
  input  logic [15:0]            out_keep_i,
  input  logic                   out_last_i,
  input  logic [2:0]             out_user_i,

  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,
  output logic [8*BeatBytes-1:0] m_axis_tdata,
  output logic [BeatBytes-1:0]   m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [2:0]             m_axis_tuser
);

  localparam int unsigned Fold = BlockBytes / BeatBytes;

  if (!(BeatBytes inside {2, 4, 8, 16})) begin : g_bad_beat_bytes
    $error("seal_message_beats: BeatBytes must be 2, 4, 8 or 16");
  end

  if (Fold == 1) begin : g_whole
    assign {go_o, enter_o} = 2'b11;
    assign begun_o         = 1'b0;

    assign in_valid_o    = s_axis_tvalid;
    assign s_axis_tready = in_ready_i;
    assign in_data_o     = s_axis_tdata;
    assign in_keep_o     = s_axis_tkeep;
    assign in_last_o     = s_axis_tlast;
    assign in_user_o     = s_axis_tuser;

    assign m_axis_tvalid = out_valid_i;
    assign out_ready_o   = m_axis_tready;
    assign m_axis_tdata  = out_data_i;
    assign m_axis_tkeep  = out_keep_i;
    assign m_axis_tlast  = out_last_i;
    assign m_axis_tuser  = out_user_i;

    logic unused_clear;
    assign unused_clear = ^{clk_i, rst_ni, clear_i};
  end else begin : g_narrow
    logic [Fold-1:0] turn_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) turn_q <= Fold'(1);
      else         turn_q <= {turn_q[Fold-2:0], turn_q[Fold-1]};
    end
    assign go_o    = turn_q[0];
    assign enter_o = turn_q[2 % Fold];

    seal_message_pack #(.BeatBytes(BeatBytes)) u_pack (
      .clk_i, .rst_ni, .clear_i,
      .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
      .m_axis_tvalid(in_valid_o),
      .m_axis_tready(in_ready_i),
      .m_axis_tdata (in_data_o),
      .m_axis_tkeep (in_keep_o),
      .m_axis_tlast (in_last_o),
      .m_axis_tuser (in_user_o),
      .begun_o
    );

    seal_message_unpack #(.BeatBytes(BeatBytes)) u_unpack (
      .clk_i, .rst_ni,
      .s_axis_tvalid(out_valid_i),
      .s_axis_tready(out_ready_o),
      .s_axis_tdata (out_data_i),
      .s_axis_tkeep (out_keep_i),
      .s_axis_tlast (out_last_i),
      .s_axis_tuser (out_user_i),
      .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser
    );
  end

endmodule
