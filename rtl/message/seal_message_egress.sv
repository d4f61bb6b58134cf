// SPDX-License-Identifier: Apache-2.0
//
// Output side: one packet on m_axis and one m_status per command, in command order. Rules:
// docs/architecture.md; release of plaintext: NIST SP 800-38D, 7.2 (only after the check, as with
// Store; cut-through leaves this to the receiver).
//
//   block of a packet          verdict        output
//   not the last               (Store: wait)  the block; with Store, nothing of a refused message
//   last, sealing              passed         the tag
//   last, otherwise            passed         the block itself
//   last                       refused        a null block with abort
//
// With Store the buffer commits or discards whole messages: the blocks of a refused one are read
// and dropped. Depth is the number of blocks that fit; the issue stage holds credits for them. The
// status follows when the packet's last block has been accepted; until then its message is open.
//
// m_axis has a block in each beat; seal_message_unpack makes narrower beats of them.
//
//   blocks, verdicts (queues) -> register slices -> decision -> register slice -> m_axis
//
// The last slice keeps m_axis_tready away from the decision, and the decision away from the enables
// of its words. A null block has no bytes, so its data, which may be text of a refused message, are
// masked behind that slice with those that tkeep leaves out.
//
// Latency 6 cycles from a block to m_axis. Reset: empty. gate_i, the first cycle of a zeroise,
// gates m_axis at once and empties the output slice; then sweep_i clears everything, each bit its
// part, and flush_i ends every open message with a null block, cause zeroised.
`include "seal_assert.svh"

module seal_message_egress
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
#(
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned Depth    = 64,   // blocks
  parameter int unsigned Messages = 32,   // in flight
  parameter bit          Store    = 1'b0,
  parameter bit          Tags     = 1'b1  // there are messages that leave with a tag
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               gate_i,
  input  egress_sweep_t      sweep_i,
  input  logic               flush_i,
  output logic               flushed_o,      // no message is left

  input  logic               start_i,        // a message begins
  input  logic [IdWidth-1:0] id_i,
  input  logic               block_valid_i,
  input  out_block_t         block_i,
  input  logic [DataW-1:0]   block_data_i,
  input  logic               verdict_valid_i,
  input  verdict_t           verdict_i,
  input  logic [DataW-1:0]   tag_i,
  output logic               entry_give_o,
  output logic               msg_give_o,

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
  output logic [3:0]         m_status_cause
);

  // ---- queues -----------------------------------------------------------------------------------
  out_block_t       queued_block;
  verdict_t         queued_verdict;
  logic [DataW-1:0] queued_data, queued_tag;
  logic             block_queued, block_next, block_valid, block_pop;
  logic             verdict_queued, verdict_next, verdict_valid, done;

  seal_fifo_deep #(.Width($bits(out_block_t) + DataW), .Depth(Depth)) u_blocks (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.blocks),
    .push_i (block_valid_i),
    .data_i ({block_i, block_data_i}),
    .pop_i  (entry_give_o),
    .data_o ({queued_block, queued_data}),
    .valid_o(block_queued)
  );

  // Before the slices, the number of bytes becomes tkeep.
  typedef struct packed {
    logic         fin;
    logic         text;
    logic         tag;
    logic [15:0]  keep;
    logic [127:0] data;
  } next_block_t;

  typedef struct packed {
    logic           seal;
    logic           refused;
    message_cause_e cause;
    logic [15:0]    keep;
    logic [127:0]   tag;
  } next_verdict_t;

  next_block_t   coming_block, block;
  next_verdict_t coming_verdict, verdict;

  assign coming_block = '{
    fin:  queued_block.fin,
    text: queued_block.text,
    tag:  queued_block.tag,
    keep: keep_of(queued_block.bytes),
    data: queued_data
  };
  assign coming_verdict = '{
    seal:    queued_verdict.seal,
    refused: queued_verdict.refused,
    cause:   queued_verdict.cause,
    keep:    keep_of(queued_verdict.tag_len),
    tag:     queued_tag
  };

  seal_skid_wide #(.CtrlW($bits(next_block_t) - 128)) u_block (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.blocks),
    .valid_i(block_queued),
    .ready_o(block_next),
    .ctrl_i  (coming_block[$bits(next_block_t)-1:128]),
    .data_i (coming_block.data),
    .valid_o(block_valid),
    .ready_i(block_pop),
    .ctrl_o  (block[$bits(next_block_t)-1:128]),
    .data_o (block.data)
  );

  localparam int unsigned TagW = Tags ? DataW : 1;

  logic [TagW-1:0] tag_word;

  seal_fifo_deep #(.Width($bits(verdict_t) + TagW), .Depth(Messages)) u_verdicts (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.verdicts),
    .push_i (verdict_valid_i),
    .data_i ({verdict_i, tag_i[TagW-1:0]}),
    .pop_i  (verdict_queued && verdict_next),
    .data_o ({queued_verdict, tag_word}),
    .valid_o(verdict_queued)
  );

  seal_skid_wide #(.CtrlW($bits(next_verdict_t) - 128)) u_verdict (
    .clk_i, .rst_ni,
    .sweep_i(sweep_i.verdicts),
    .valid_i(verdict_queued),
    .ready_o(verdict_next),
    .ctrl_i  (coming_verdict[$bits(next_verdict_t)-1:128]),
    .data_i (coming_verdict.tag),
    .valid_o(verdict_valid),
    .ready_i(done),
    .ctrl_o  (verdict[$bits(next_verdict_t)-1:128]),
    .data_o (verdict.tag)
  );

  if (Tags) begin : g_tags
    assign queued_tag = tag_word;
  end else begin : g_no_tags
    assign queued_tag = '0;

    logic unused_tag;
    assign unused_tag = ^{tag_word, tag_i};
  end

  assign entry_give_o = block_queued && block_next;

  // ---- next block of the packet -----------------------------------------------------------------
  typedef struct packed {
    logic             last;
    message_cause_e   cause;         // with last
    message_section_e section;
    logic [15:0]      keep;
    logic [127:0]     data;
  } out_t;

  out_t word, out;
  logic ready, drop, null_end, free, out_valid, open;

  assign ready    = block_valid && (verdict_valid || !(block.fin || Store));
  assign drop     = Store && verdict.refused && !block.fin;
  assign block_pop = ready && (free || drop);
  assign done     = block_pop && block.fin;

  // The end of a packet that a zeroise has cut short; then the queues are empty and clear.
  logic ended_q, end_flush_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) end_flush_q <= 1'b0;
    else         end_flush_q <= flush_i && open && !out_valid && !ended_q && !end_flush_q;
  end

  // A last block has either data or, from the verdict, a tag, and none if its message is refused.
  assign null_end = block.fin && verdict.refused;
  assign word = '{
    last:    block.fin || flush_i,
    cause:   flush_i ? CauseZeroised : block.fin ? verdict.cause : CauseNone,
    section: message_section_e'((null_end || flush_i)       ? SecText :
                                (block.fin && verdict.seal) ? SecTag :
                                block.text                  ? SecText : SecAad),
    keep:    (block.keep & {16{!null_end}}) | (verdict.keep & {16{block.fin}}),
    data:    block.data | (verdict.tag & {128{block.tag}})
  };

  seal_skid_wide #(.CtrlW($bits(out_t) - 128)) u_out (
    .clk_i, .rst_ni,
    .sweep_i(gate_i || sweep_i.out),
    .valid_i((ready && !drop) || end_flush_q),
    .ready_o(free),
    .ctrl_i  (word[$bits(out_t)-1:128]),
    .data_i (word.data),
    .valid_o(out_valid),
    .ready_i(m_axis_tready),
    .ctrl_o  (out[$bits(out_t)-1:128]),
    .data_o (out.data)
  );

  // The empty slice shows the block that waits for its verdict, or is dropped: nothing of it may be
  // seen before, or ever. So without a valid block, no byte is.
  assign m_axis_tvalid = out_valid && !gate_i;
  assign m_axis_tkeep  = out.keep & {16{m_axis_tvalid}};

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      m_axis_tdata[8*i+:8] = out.data[8*i+:8] & {8{m_axis_tkeep[i]}};
    end
  end

  assign m_axis_tlast  = out.last && m_axis_tvalid;
  assign m_axis_tuser  = {out.last && (out.cause != CauseNone), out.section} & {3{m_axis_tvalid}};

  // ---- status -----------------------------------------------------------------------------------
  message_cause_e cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= 1'b0;
    else         ended_q <= m_axis_tvalid && m_axis_tready && out.last;
  end

  always_ff @(posedge clk_i) cause_q <= out.cause;

  seal_status #(.IdWidth(IdWidth), .CauseW(4), .Messages(Messages)) u_status (
    .clk_i, .rst_ni,
    .start_i, .id_i,
    .open_o (open),
    .end_i  (ended_q),
    .cause_i(cause_q),
    .give_o (msg_give_o),
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign flushed_o = !open;

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i || sweep_i.out ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(NothingShown_A, !m_axis_tvalid |->
               m_axis_tdata == '0 && m_axis_tkeep == '0 && !m_axis_tlast && m_axis_tuser == '0)
  `SEAL_ASSERT(VerdictHasBlock_A, block_pop && block.fin |-> open)
  `SEAL_ASSERT(TagOnlyIfSealed_A, done && verdict.keep != '0 |-> verdict.seal && !verdict.refused)
  `SEAL_ASSERT(TagHasNoData_A, done && verdict.seal && !verdict.refused |->
               block.tag && block.data == '0 && block.keep == '0)

endmodule
