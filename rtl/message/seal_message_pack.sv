// SPDX-License-Identifier: Apache-2.0
//
// Packs a stream of narrow beats (BeatBytes = 2, 4 or 8) into the blocks of 16 bytes in which the
// rules of a message are written. No standard: the stream rules are those of docs/architecture.md.
//
// Beats of one section are put together, the first in bits [8 BeatBytes-1:0]. A block ends
//   - when it is full,
//   - with a beat that is partial (tkeep is not all ones), or the last one of the message,
//   - before a beat of another section, and before a null beat that is not the last one.
// So a null last beat adds nothing to a block that has begun, and is a null block otherwise.
//
// Whatever is wrong with a beat is wrong with its block, as seal_message_ingress sees it:
//   abort on the last beat           tuser of a block is that of its last beat
//   tkeep with a hole                the block's tkeep has it too: only its last beat is partial
//   a beat behind a partial one      the block ended there, and the next one is of the same section
//   null beat that is not the last   a null block that is not the last
//   section lower than before        begins a block
//
// Only the block at hand is stored here; its tvalid waits for the next beat if that decides whether
// it ends. A beat is taken when a block could leave: m_axis_tready is s_axis_tready too. It must
// not wait for m_axis_tvalid; that of seal_message_ingress is a register.
//
// One beat per cycle, also when every beat is a block. Latency: one cycle from the beat that ends a
// block, or none from the beat behind it. Reset: empty. clear_i: the bytes of the block at hand are
// overwritten with zeros, but it stays, so the framing is kept; begun_o tells the ingress that it
// has lost data (CauseZeroised). m_axis_tready must be low meanwhile.
`include "seal_assert.svh"

module seal_message_pack
  import seal_message_pkg::*;
#(
  parameter int unsigned BeatBytes = 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,

  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,
  input  logic [8*BeatBytes-1:0] s_axis_tdata,
  input  logic [BeatBytes-1:0]   s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [2:0]             s_axis_tuser,

  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,
  output logic [127:0]           m_axis_tdata,
  output logic [15:0]            m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [2:0]             m_axis_tuser,

  output logic                   begun_o        // a block is here
);

  localparam int unsigned Beats = BlockBytes / BeatBytes;
  localparam int unsigned PosW  = $clog2(Beats);

  if (!(BeatBytes inside {2, 4, 8})) begin : g_bad_beat_bytes
    $error("seal_message_pack: BeatBytes must be 2, 4 or 8");
  end

  // ---- the block at hand ------------------------------------------------------------------------
  logic            valid_q, ended_q, last_q;
  logic [127:0]    data_q;
  logic [15:0]     keep_q;
  logic [2:0]      user_q;
  logic [PosW-1:0] next_q;           // which beat of it comes next

  // ---- the beat that comes ----------------------------------------------------------------------
  logic            accept, full, null_inside, joins;
  logic [PosW-1:0] at;

  assign full        = &s_axis_tkeep;
  assign null_inside = (s_axis_tkeep == '0) && !s_axis_tlast;
  assign joins       = valid_q && !ended_q && !null_inside && s_axis_tuser[1:0] == user_q[1:0];
  assign at          = joins ? next_q : '0;

  assign s_axis_tready = m_axis_tready;
  assign accept        = s_axis_tvalid && s_axis_tready;

  assign m_axis_tvalid = valid_q && (ended_q || (s_axis_tvalid && !joins));
  assign m_axis_tdata  = data_q;
  assign m_axis_tkeep  = keep_q;
  assign m_axis_tlast  = last_q;
  assign m_axis_tuser  = user_q;
  assign begun_o       = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      ended_q <= 1'b0;
    end else if (accept) begin
      valid_q <= 1'b1;
      ended_q <= s_axis_tlast || !full || at == PosW'(Beats - 1);
    end else if (m_axis_tvalid && m_axis_tready) begin
      valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      last_q <= s_axis_tlast;
      user_q <= s_axis_tuser;
      next_q <= at + PosW'(1);
    end
    for (int unsigned i = 0; i < Beats; i++) begin
      if (clear_i) begin
        data_q[8*BeatBytes*i+:8*BeatBytes] <= '0;
      end else if (accept && at == PosW'(i)) begin
        data_q[8*BeatBytes*i+:8*BeatBytes] <= s_axis_tdata;
      end
      if (accept && at == PosW'(i))  keep_q[BeatBytes*i+:BeatBytes] <= s_axis_tkeep;
      else if (accept && at == '0)   keep_q[BeatBytes*i+:BeatBytes] <= '0;
    end
  end

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready && !clear_i |=>
               m_axis_tvalid && $stable(m_axis_tkeep) && $stable(m_axis_tlast) &&
               $stable(m_axis_tuser))
  `SEAL_ASSERT(NothingMovesInASweep_A, clear_i |-> !m_axis_tready)

endmodule
