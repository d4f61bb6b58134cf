// SPDX-License-Identifier: Apache-2.0
//
// Output side of a core with several blocks per cycle: what seal_message_egress does, whose header
// has the rules, for beats of Lanes segments. One packet on m_axis and one m_status per command, in
// command order. Source: NIST SP 800-38D, sections 7.1 and 7.2.
//
//   block_valid_i     any pattern, lane 0 is the oldest
//   start_i, verdict_valid_i, m_status_valid   from bit 0 on without a gap
//   entry_give_o      one bit for each entry of the queue of blocks that is free again
//
// Beats are packed: a beat leaves if it is full, or if all that may leave now ends with a packet,
// at its last end. So no packet has an empty lane between its segments. At most Ends packets end in
// a beat. With Store, up to Lanes blocks of one refused message are dropped in a cycle of their
// own.
//
//   blocks, verdicts (queues) -> choice -> register slice -> segments -> register slice -> m_axis
//
// Blocks and verdicts are dealt to queues in turn (seal_fifo_dealt), and a block has the number of
// the queue of its message's verdict. seal_message_choose sees control bits from registers, and the
// first slice takes its effects. Behind it the blocks go to their lanes, each with the tag and the
// cause that are its own. The last slice keeps m_axis_tready away from both. Bytes that tkeep
// leaves out, which may be text of a refused message, are masked behind it.
//
// Throughput: Lanes blocks per cycle. Latency 8 cycles from a block to m_axis. Reset: empty.
// gate_i, the first cycle of a zeroise, gates m_axis at once and empties the slices; then sweep_i
// clears everything, each bit its part, and flush_i ends every open message with a null block,
// cause zeroised, up to Ends of them in a cycle.
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

  localparam int unsigned TagW   = Tags ? DataW : 1;
  localparam int unsigned CountW = $clog2(Messages + 1);
  // Queues of verdicts. With Store, the blocks behind the last packet that may end need one more.
  localparam int unsigned Seen   = (Store && Lanes > Ends) ? Ends + 1 : Ends;

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_message_egress_lanes: Lanes must be 2, 4 or 8");
  end
  if (Commands > Ends || Ends > Lanes) begin : g_bad_ends
    $error("seal_message_egress_lanes: Ends must be Commands to Lanes");
  end

  // ---- queues -----------------------------------------------------------------------------------
  localparam int unsigned QueuedW = Seen + $bits(out_block_t);

  logic [Lanes-1:0][QueuedW-1:0]   queued_in, queued;   // number and block
  out_block_t [Lanes-1:0]          block;
  logic [Lanes-1:0][Seen-1:0]      number;             // the queue of its message's verdict
  logic     [Lanes-1:0]            block_valid, block_pop;
  logic     [Lanes-1:0][DataW-1:0] block_data;
  logic     [Seen-1:0]             next, next_q;         // number of the next block
  logic     [Seen-1:0]             verdict_valid, verdict_pop, unused_give;
  verdict_t [Seen-1:0]             verdict;
  logic     [Ends-1:0][TagW-1:0]   tag_in;
  logic     [Seen-1:0][TagW-1:0]   tag;

  always_comb begin
    next = next_q;
    for (int unsigned k = 0; k < Lanes; k++) begin
      queued_in[k] = {next, block_i[k]};
      if (block_valid_i[k] && block_i[k].fin) next = Seen'({next, next[Seen-1]});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             next_q <= Seen'(1);
    else if (sweep_i.blocks) next_q <= Seen'(1);
    else                     next_q <= next;
  end

  seal_fifo_dealt #(
    .CtrlW(QueuedW), .DataW(DataW), .Depth(Depth), .Inputs(Lanes), .Ports(Lanes)
  ) u_blocks (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.blocks),
    .push_i (block_valid_i),
    .ctrl_i (queued_in),
    .data_i (block_data_i),
    .give_o (entry_give_o),
    .valid_o(block_valid),
    .ctrl_o (queued),
    .data_o (block_data),
    .pop_i  (block_pop)
  );

  for (genvar n = 0; n < Ends; n++) begin : g_tag
    assign tag_in[n] = tag_i[n][TagW-1:0];
  end

  seal_fifo_dealt #(
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

  // ---- choice -----------------------------------------------------------------------------------
  logic [Lanes-1:0] fin, take, first;
  logic [Seen-1:0]  refused, ends;
  logic             room;

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      {number[n], block[n]} = queued[n];
      fin[n] = block[n].fin;
    end
    for (int unsigned n = 0; n < Seen; n++) refused[n] = verdict[n].refused;
  end

  seal_message_choose #(.Lanes(Lanes), .Ends(Ends), .Seen(Seen), .Store(Store)) u_choose (
    .clk_i, .rst_ni,
    .sweep_i        (sweep_i.blocks),
    .valid_i        (block_valid),
    .fin_i          (fin),
    .number_i       (number),
    .verdict_valid_i(verdict_valid),
    .refused_i      (refused),
    .room_i         (room),
    .take_o         (take),
    .pop_o          (block_pop),
    .ends_o         (ends),
    .first_o        (first)
  );

  assign verdict_pop = ends & {Seen{room}};

  // ---- messages that a zeroise has cut short ----------------------------------------------------
  // With flush_i the queues are empty and clear, and the oldest are those of queue 0. Then due_q
  // packets are still to be ended, Ends of them in a beat. Before, it is the number of open
  // messages, two cycles late.
  localparam int unsigned ChangeW = $clog2(Ends + 1) + 1;

  logic [CountW-1:0]         open_q, due_q;
  logic signed [ChangeW-1:0] change_q;
  logic [Ends-1:0]           ended_q, cut;

  always_comb begin
    for (int unsigned n = 0; n < Ends; n++) cut[n] = flush_i && due_q > CountW'(n);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q   <= '0;
      due_q    <= '0;
      change_q <= '0;
    end else begin
      change_q <= ChangeW'($countones(start_i)) - ChangeW'($countones(ended_q));
      open_q   <= open_q + CountW'(change_q);
      if (!flush_i)  due_q <= open_q;
      else if (room) due_q <= (due_q > CountW'(Ends)) ? due_q - CountW'(Ends) : '0;
    end
  end

  // ---- first slice: the blocks that leave, and their verdicts, in their queues ----------------
  typedef struct packed {
    logic                       cut;
    logic [Lanes-1:0]           first;
    logic [Lanes-1:0]           take;
    out_block_t [Lanes-1:0]     block;
    logic [Lanes-1:0][Seen-1:0] number;
    logic [Seen-1:0]            ends;
    verdict_t [Seen-1:0]        verdict;
  } group_t;

  group_t                      chosen, group;
  logic [Seen-1:0][TagW-1:0]   group_tag;
  logic [Lanes-1:0][DataW-1:0] group_data;
  logic                        group_valid, free, empty;

  assign empty = gate_i || sweep_i.out;

  assign chosen = '{
    cut:     flush_i,
    first:   first,
    take:    take | Lanes'(cut),
    block:   block,
    number:  number,
    ends:    ends | Seen'(cut),
    verdict: verdict
  };

  seal_skid_wide #(.CtrlW($bits(group_t)), .DataW(Lanes * DataW + Seen * TagW)) u_group (
    .clk_i, .rst_ni,
    .sweep_i(empty),
    .valid_i(take != '0 || cut[0]),
    .ready_o(room),
    .ctrl_i (chosen),
    .data_i ({block_data, tag}),
    .valid_o(group_valid),
    .ready_i(free),
    .ctrl_o (group),
    .data_o ({group_data, group_tag})
  );

  // ---- segments, and the second slice -----------------------------------------------------------
  typedef struct packed {
    logic           [Lanes-1:0]       last;
    logic           [Lanes-1:0]       aborted;
    logic           [Lanes-1:0][1:0]  section;
    logic           [Lanes-1:0][15:0] keep;
    logic           [Ends-1:0]        ended;
    message_cause_e [Ends-1:0]        cause;
  } beat_t;

  beat_t                       made, beat;
  logic [Lanes-1:0][DataW-1:0] made_data, beat_data;
  logic                        beat_valid;

  seal_message_segments #(.Lanes(Lanes), .Ends(Ends), .Seen(Seen), .TagW(TagW)) u_segments (
    .cut_i    (group.cut),
    .first_i  (group.first),
    .take_i   (group.take),
    .block_i  (group.block),
    .number_i (group.number),
    .data_i   (group_data),
    .ends_i   (group.ends),
    .verdict_i(group.verdict),
    .tag_i    (group_tag),
    .last_o   (made.last),
    .abort_o  (made.aborted),
    .section_o(made.section),
    .keep_o   (made.keep),
    .data_o   (made_data),
    .ended_o  (made.ended),
    .cause_o  (made.cause)
  );

  seal_skid_wide #(.CtrlW($bits(beat_t)), .DataW(Lanes * DataW)) u_out (
    .clk_i, .rst_ni,
    .sweep_i(empty),
    .valid_i(group_valid),
    .ready_o(free),
    .ctrl_i (made),
    .data_i (made_data),
    .valid_o(beat_valid),
    .ready_i(m_axis_tready),
    .ctrl_o (beat),
    .data_o (beat_data)
  );

  // The empty slice shows blocks that wait for their verdict, or are dropped: nothing of them may
  // be seen before, or ever. So without a valid block, no byte is.
  assign m_axis_tvalid = beat_valid && !gate_i;

  assign m_axis_tkeep = beat.keep & {16*Lanes{m_axis_tvalid}};
  assign m_axis_tlast = beat.last & {Lanes{m_axis_tvalid}};

  always_comb begin
    for (int unsigned k = 0; k < Lanes; k++) begin
      m_axis_tuser[3*k+:3] = {beat.aborted[k], beat.section[k]} & {3{m_axis_tvalid}};
    end
    for (int unsigned i = 0; i < 16 * Lanes; i++) begin
      m_axis_tdata[8*i+:8] = beat_data[i/16][8*(i%16)+:8] & {8{m_axis_tkeep[i]}};
    end
  end

  // ---- status -----------------------------------------------------------------------------------
  message_cause_e [Ends-1:0] cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= '0;
    else         ended_q <= beat.ended & {Ends{m_axis_tvalid && m_axis_tready}};
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

  logic flushed_q, unused_open;   // read by an assertion only; of more than one message
  assign unused_open = ^{open, flushed_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flushed_q <= 1'b1;
    else         flushed_q <= flushed_o;
  end

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i || sweep_i.out ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(NothingShown_A, !m_axis_tvalid |->
               m_axis_tdata == '0 && m_axis_tkeep == '0 && m_axis_tlast == '0 && m_axis_tuser == '0)
  `SEAL_ASSERT(VerdictHasBlock_A, ended_q != '0 |-> 32'($countones(ended_q)) <= 32'(open_q))
  `SEAL_ASSERT(AllHaveEnded_A, flushed_q == (open_q == '0))

endmodule
