// SPDX-License-Identifier: Apache-2.0
//
// Output side of a core with several blocks per cycle: what seal_message_egress does, whose header
// has the rules, for beats of Lanes segments. One packet on m_axis and one m_status per command, in
// command order.
//
//   block of a packet          verdict        segment
//   not the last               (Store: wait)  the block; with Store, nothing of a refused message
//   last, sealing              passed         the tag
//   last, otherwise            passed         the block itself
//   last                       refused        a null block with abort
//
//   block_valid_i     any pattern, lane 0 is the oldest
//   start_i, verdict_valid_i, m_status_valid   from bit 0 on without a gap
//   entry_give_o      one bit for each entry of the queue of blocks that is free again
//
// Beats are packed: a beat leaves if it is full, or if all that may leave now ends with a packet, at
// its last end. So no packet has an empty lane between its segments. At most Ends packets end in a
// beat. With Store, up to Lanes blocks of one refused message are dropped in a cycle of their own.
//
//   blocks, verdicts (queues) -> decision -> register slice -> segments -> register slice -> m_axis
//
// The decision sees control bits from registers, and the first slice takes its effects: which of the
// next blocks leave, and with which verdict. Behind it each lane takes the tag and the causes of its
// own. The last slice keeps m_axis_tready away from both. Bytes that tkeep leaves out, which may be
// text of a refused message, are masked behind it.
//
// Throughput: Lanes blocks per cycle. Latency 8 cycles from a block to m_axis. Reset: empty. gate_i,
// the first cycle of a zeroise, gates m_axis at once and empties the slices; then sweep_i clears
// everything, each bit its part, and flush_i ends every open message with a null block, cause
// zeroised, up to Ends of them in a cycle.
`include "seal_assert.svh"

module seal_message_egress_lanes
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes    = 4,                     // blocks per cycle
  parameter int unsigned Commands = (Lanes < 4) ? 1 : 2,   // messages that begin in one cycle
  parameter int unsigned Ends     = (Lanes < 8) ? 2 : 3,   // messages that end in one cycle
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned Depth    = 64,                    // blocks
  parameter int unsigned Messages = 32,                    // in flight
  parameter bit          Store    = 1'b0,
  parameter bit          Tags     = 1'b1                   // messages may leave with a tag
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               gate_i,
  input  egress_sweep_t      sweep_i,
  input  logic               flush_i,
  output logic               flushed_o,      // no message is left

  input  logic [Commands-1:0]              start_i,        // messages begin
  input  logic [Commands-1:0][IdWidth-1:0] id_i,
  input  logic [Lanes-1:0]                 block_valid_i,
  input  out_block_t [Lanes-1:0]           block_i,
  input  logic [Lanes-1:0][DataW-1:0]      block_data_i,
  input  logic [Ends-1:0]                  verdict_valid_i,
  input  verdict_t [Ends-1:0]              verdict_i,
  input  logic [Ends-1:0][DataW-1:0]       tag_i,
  output logic [Lanes-1:0]                 entry_give_o,
  output logic [Ends-1:0]                  msg_give_o,

  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,
  output logic [128*Lanes-1:0]   m_axis_tdata,
  output logic [16*Lanes-1:0]    m_axis_tkeep,
  output logic [Lanes-1:0]       m_axis_tlast,
  output logic [3*Lanes-1:0]     m_axis_tuser,

  output logic [Ends-1:0]              m_status_valid,
  input  logic                         m_status_ready,
  output logic [Ends-1:0][IdWidth-1:0] m_status_id,
  output logic [Ends-1:0]              m_status_pass,
  output logic [Ends-1:0][3:0]         m_status_cause
);

  localparam int unsigned TagW  = Tags ? DataW : 1;
  localparam int unsigned CountW = $clog2(Messages + 1);
  // Verdicts in sight. With Store, the blocks behind the last packet that may end need one more.
  localparam int unsigned Seen  = (Store && Lanes > Ends) ? Ends + 1 : Ends;

  if (Commands > Ends || Ends > Lanes) begin : g_bad_ends
    $error("seal_message_egress_lanes: Ends must be Commands to Lanes");
  end

  // ---- queues -----------------------------------------------------------------------------------
  logic       [Lanes-1:0]            block_valid, block_pop;
  out_block_t [Lanes-1:0]            block;
  logic       [Lanes-1:0][DataW-1:0] block_data;
  logic       [Seen-1:0]             verdict_valid, verdict_pop, unused_give;
  verdict_t   [Seen-1:0]             verdict;
  logic       [Ends-1:0][TagW-1:0]   tag_in;
  logic       [Seen-1:0][TagW-1:0]   tag;

  seal_fifo_deep_multi #(
    .CtrlW($bits(out_block_t)), .DataW(DataW), .Depth(Depth), .Inputs(Lanes), .Ports(Lanes)
  ) u_blocks (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.blocks),
    .push_i (block_valid_i),
    .ctrl_i (block_i),
    .data_i (block_data_i),
    .give_o (entry_give_o),
    .valid_o(block_valid),
    .ctrl_o (block),
    .data_o (block_data),
    .pop_i  (block_pop)
  );

  for (genvar n = 0; n < Ends; n++) begin : g_tag
    assign tag_in[n] = tag_i[n][TagW-1:0];
  end

  seal_fifo_deep_multi #(
    .CtrlW($bits(verdict_t)), .DataW(TagW), .Depth(Messages), .Inputs(Ends), .Ports(Seen)
  ) u_verdicts (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.verdicts),
    .push_i (verdict_valid_i),
    .ctrl_i (verdict_i),
    .data_i (tag_in),
    .give_o (unused_give),
    .valid_o(verdict_valid),
    .ctrl_o (verdict),
    .data_o (tag),
    .pop_i  (verdict_pop)
  );

  // ---- messages that a zeroise has cut short ----------------------------------------------------
  // With flush_i the queues are empty and clear. Then due_q packets are still to be ended.
  logic [CountW-1:0] open_q, due_q;
  logic [Ends-1:0]   ended_q, ends;
  logic              room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= '0;
      due_q  <= '0;
    end else begin
      open_q <= open_q + CountW'($countones(start_i)) - CountW'($countones(ended_q));
      due_q  <= flush_i ? due_q - CountW'($countones(ends & {Ends{room}})) : open_q;
    end
  end

  // ---- decision ---------------------------------------------------------------------------------
  typedef struct packed {
    logic            leaves;
    logic            last;
    logic            text;
    logic            tag;
    logic [4:0]      bytes;
    logic [Ends-1:0] mine;   // the verdict, with last
  } lane_t;

  lane_t [Lanes-1:0]           lane;
  logic  [Lanes-1:0]           last, may, take, drop;
  logic  [Lanes-1:0][Ends-1:0] turn;   // the verdict of a block, by the packets that end before it

  always_comb begin
    logic            going, dropping;
    logic [Seen-1:0] which, passed;
    going    = 1'b1;
    dropping = Store && verdict_valid[0] && verdict[0].refused;
    which    = Seen'(1);
    for (int unsigned n = 0; n < Seen; n++) begin
      passed[n] = verdict_valid[n] && !verdict[n].refused;
    end
    for (int unsigned k = 0; k < Lanes; k++) begin
      last[k] = block[k].fin || flush_i;
      going &= block_valid[k] || (flush_i && due_q > CountW'(k));
      going &= last[k] ? |(which[Ends-1:0] & (verdict_valid[Ends-1:0] | {Ends{flush_i}}))
                       : !Store || |(which & passed);
      dropping &= block_valid[k] && !block[k].fin;
      may[k]  = going;
      drop[k] = dropping;
      turn[k] = which[Ends-1:0];
      if (last[k]) which = which << 1;
    end
  end

  // All, or up to the last end of a packet
  always_comb begin
    logic wanted;
    wanted = may[Lanes-1];
    for (int unsigned k = Lanes; k > 0; k--) begin
      wanted |= may[k-1] && last[k-1];
      take[k-1] = may[k-1] && wanted;
    end
  end

  always_comb begin
    ends = '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      lane[k] = '{
        leaves: take[k],
        last:   take[k] && last[k],
        text:   block[k].text,
        tag:    block[k].tag,
        bytes:  block[k].bytes,
        mine:   turn[k] & {Ends{take[k] && last[k]}}
      };
      ends |= lane[k].mine;
    end
  end

  assign block_pop   = ((take & {Lanes{room}}) | drop) & ~{Lanes{flush_i}};
  assign verdict_pop = Seen'(ends & {Ends{room && !flush_i}});

  // ---- first slice: the blocks that leave, and their verdicts -----------------------------------
  typedef struct packed {
    lane_t    [Lanes-1:0] lane;
    logic     [Ends-1:0]  ends;
    verdict_t [Ends-1:0]  verdict;
  } group_t;

  group_t                      decided, group;
  logic [Ends-1:0][TagW-1:0]   group_tag;
  logic [Lanes-1:0][DataW-1:0] group_data;
  logic                        group_valid, free;

  always_comb begin
    decided = '{lane: lane, ends: ends, verdict: verdict[Ends-1:0]};
    for (int unsigned n = 0; n < Ends; n++) begin
      if (flush_i) decided.verdict[n] = '{refused: 1'b1, cause: CauseZeroised, default: '0};
    end
  end

  seal_skid_wide #(.CtrlW($bits(group_t)), .DataW(Lanes * DataW + Ends * TagW)) u_group (
    .clk_i, .rst_ni,
    .sweep_i(gate_i || sweep_i.out),
    .valid_i(take[0]),
    .ready_o(room),
    .ctrl_i (decided),
    .data_i ({block_data, tag[Ends-1:0]}),
    .valid_o(group_valid),
    .ready_i(free),
    .ctrl_o (group),
    .data_o ({group_data, group_tag})
  );

  // ---- segments, and the second slice -----------------------------------------------------------
  typedef struct packed {
    logic             last;
    logic             aborted;
    message_section_e section;
    logic [15:0]      keep;
  } segment_t;

  typedef struct packed {
    segment_t       [Lanes-1:0] segment;
    logic           [Ends-1:0]  ends;
    message_cause_e [Ends-1:0]  cause;
  } beat_t;

  beat_t                       made, beat;
  logic [Lanes-1:0][DataW-1:0] made_data, beat_data;
  logic                        beat_valid;

  always_comb begin
    made.ends = group.ends;
    for (int unsigned n = 0; n < Ends; n++) made.cause[n] = group.verdict[n].cause;
    for (int unsigned k = 0; k < Lanes; k++) begin
      verdict_t said;   // on the message that ends here, or zero
      said         = '0;
      made_data[k] = group_data[k];
      for (int unsigned n = 0; n < Ends; n++) begin
        if (group.lane[k].mine[n]) said |= group.verdict[n];
        if (Tags && group.lane[k].mine[n] && group.lane[k].tag) begin
          made_data[k] |= DataW'(group_tag[n]);
        end
      end
      // A last block has either data or, from the verdict, a tag, and none if its message is
      // refused.
      made.segment[k] = '{
        last:    group.lane[k].last,
        aborted: said.cause != CauseNone,
        section: said.refused       ? SecText :
                 said.seal          ? SecTag :
                 group.lane[k].text ? SecText : SecAad,
        keep:    keep_of(said.refused ? '0 : group.lane[k].bytes | said.tag_len)
      };
      if (!group.lane[k].leaves) made.segment[k] = '0;
    end
  end

  seal_skid_wide #(.CtrlW($bits(beat_t)), .DataW(Lanes * DataW)) u_out (
    .clk_i, .rst_ni,
    .sweep_i(gate_i || sweep_i.out),
    .valid_i(group_valid),
    .ready_o(free),
    .ctrl_i (made),
    .data_i (made_data),
    .valid_o(beat_valid),
    .ready_i(m_axis_tready),
    .ctrl_o (beat),
    .data_o (beat_data)
  );

  // The empty slice shows blocks that wait for their verdict, or are dropped: nothing of them may be
  // seen before, or ever. So without a valid block, no byte is.
  assign m_axis_tvalid = beat_valid && !gate_i;

  always_comb begin
    for (int unsigned k = 0; k < Lanes; k++) begin
      segment_t shown;
      shown = beat.segment[k] & {$bits(segment_t){m_axis_tvalid}};
      m_axis_tkeep[16*k+:16] = shown.keep;
      m_axis_tlast[k]        = shown.last;
      m_axis_tuser[3*k+:3]   = {shown.aborted, shown.section};
      for (int unsigned i = 0; i < 16; i++) begin
        m_axis_tdata[128*k+8*i+:8] = beat_data[k][8*i+:8] & {8{shown.keep[i]}};
      end
    end
  end

  // ---- status -----------------------------------------------------------------------------------
  message_cause_e [Ends-1:0] cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= '0;
    else         ended_q <= beat.ends & {Ends{m_axis_tvalid && m_axis_tready}};
  end

  always_ff @(posedge clk_i) cause_q <= beat.cause;

  logic [Ends-1:0]              start, open;
  logic [Ends-1:0][IdWidth-1:0] id;

  assign start = Ends'(start_i);
  assign id    = (Ends * IdWidth)'(id_i);

  seal_status #(
    .IdWidth(IdWidth), .CauseW(4), .Messages(Messages), .Events(Ends), .Statuses(Ends)
  ) u_status (
    .clk_i, .rst_ni,
    .start_i(start),
    .id_i   (id),
    .open_o (open),
    .end_i  (ended_q),
    .cause_i(cause_q),
    .give_o (msg_give_o),
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign flushed_o = !open[0];

  logic unused_seen;   // the tag of a packet that may not end yet, and how many are open
  assign unused_seen = ^{tag, open};

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i || sweep_i.out ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(NothingShown_A, !m_axis_tvalid |->
               m_axis_tdata == '0 && m_axis_tkeep == '0 && m_axis_tlast == '0 && m_axis_tuser == '0)
  `SEAL_ASSERT(VerdictHasBlock_A, ended_q != '0 |-> 32'($countones(ended_q)) <= 32'(open_q))
  `SEAL_ASSERT(AllHaveEnded_A, flushed_o == (open_q == '0))

endmodule
