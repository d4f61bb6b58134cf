// SPDX-License-Identifier: Apache-2.0
//
// Unpacks the blocks of an output packet into narrow beats (BeatBytes = 2, 4 or 8): the inverse of
// seal_message_pack for the packets that a core sends, where only the last block of a section is
// partial. No standard: the stream rules are those of docs/architecture.md.
//
// A block of n bytes becomes ceil(n / BeatBytes) beats, the lowest bytes first; a null block is one
// null beat. All beats have the block's section; its last one has tlast and abort.
//
// The block stays at s_axis until its last beat has left, so nothing of it is stored here. Latency:
// none; one beat per cycle, without a gap. Reset: at the first beat of a block. A block that is
// withdrawn, as a zeroise does (s_axis_tvalid falls), is forgotten: the next one begins anew.
`include "seal_assert.svh"

module seal_message_unpack
  import seal_message_pkg::*;
#(
  parameter int unsigned BeatBytes = 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,
  input  logic [127:0]           s_axis_tdata,
  input  logic [15:0]            s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [2:0]             s_axis_tuser,

  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,
  output logic [8*BeatBytes-1:0] m_axis_tdata,
  output logic [BeatBytes-1:0]   m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [2:0]             m_axis_tuser
);

  localparam int unsigned Beats = BlockBytes / BeatBytes;
  localparam int unsigned AtW   = $clog2(Beats);

  if (!(BeatBytes inside {2, 4, 8})) begin : g_bad_beat_bytes
    $error("seal_message_unpack: BeatBytes must be 2, 4 or 8");
  end

  logic [AtW-1:0] at_q;            // which beat of the block
  logic           ends;            // no byte follows behind this beat

  // tkeep is contiguous from bit 0, so one bit tells whether a beat follows.
  always_comb begin
    ends = 1'b1;
    for (int unsigned i = 0; i < Beats - 1; i++) begin
      if (at_q == AtW'(i)) ends = !s_axis_tkeep[BeatBytes*(i+1)];
    end
  end

  assign m_axis_tvalid = s_axis_tvalid;
  assign m_axis_tdata  = s_axis_tdata[8*BeatBytes*at_q+:8*BeatBytes];
  assign m_axis_tkeep  = s_axis_tkeep[BeatBytes*at_q+:BeatBytes];
  assign m_axis_tlast  = s_axis_tlast && ends;
  assign m_axis_tuser  = {s_axis_tuser[2] && ends, s_axis_tuser[1:0]};
  assign s_axis_tready = m_axis_tready && ends;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             at_q <= '0;
    else if (!s_axis_tvalid) at_q <= '0;
    else if (m_axis_tready)  at_q <= ends ? '0 : at_q + AtW'(1);
  end

  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tkeep, s_axis_tlast, s_axis_tuser}, !s_axis_tvalid)
  `SEAL_ASSERT(KeepFromBitZero_A, s_axis_tvalid |-> (s_axis_tkeep & (s_axis_tkeep + 16'd1)) == '0)

endmodule
