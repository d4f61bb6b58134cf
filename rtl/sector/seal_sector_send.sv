// SPDX-License-Identifier: Apache-2.0
//
// The last stage of a sector engine: beats of seal_sector_egress leave through a slice, so that
// m_axis_tready enables few control bits and moves two pointers, and decides nothing else. No
// standard.
//
//   beat_i -----> slice -----> m_axis
//                   | accepted
//   command_i -> ids of commands -> statuses -> m_status
//
// The id of a command leaves its queue a cycle after its last beat was accepted, and its status is
// formed then. So a zeroise need not look at the slice: sweep_i empties it, and flush_i then ends
// each command that still has its id here with a null beat, CauseZeroised. flushed_o: none has.
// beat_i is a null beat that ends its packet while there is nothing to send.
//
// ready_o, credit_o: the slice, and the queue of statuses, have room for a beat; from registers.
// gate_i gates m_axis at once. busy_o: a command, or a status that has not been taken.
//
// A beat per cycle; latency 1 cycle. Reset: empty.
`include "seal_assert.svh"

module seal_sector_send
  import seal_sector_pkg::*;
#(
  parameter int unsigned Words   = 8,    // units in flight, a power of two
  parameter int unsigned IdWidth = 16
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               gate_i,
  input  logic               sweep_i,
  input  logic               flush_i,
  output logic               flushed_o,
  output logic               busy_o,

  input  logic               command_i,    // a command is taken
  input  logic [IdWidth-1:0] id_i,

  input  logic               valid_i,      // only with ready_o, and with credit_o if the beat ends
  output logic               ready_o,
  output logic               credit_o,
  input  send_t              beat_i,

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
  output logic [3:0]         m_status_cause
);

  localparam int unsigned Statuses = 10;
  localparam int unsigned Commands = Words + 8;   // units in flight, and those before and behind

  logic               valid, accept, flush, open, give, unused_idle;
  logic               end_q, last_q;              // of the beat that was accepted a cycle ago
  sector_cause_e      cause_q;
  logic [IdWidth-1:0] id, command_id_q;
  logic               command_q;
  send_t              offered, beat;
  logic [127:0]       data;

  logic [$bits(send_t)-129:0] ctrl;   // the other fields

  // ---- beats ------------------------------------------------------------------------------------
  assign flush = flush_i && open && !valid && !last_q && credit_o;

  always_comb begin
    offered = beat_i;
    if (flush_i) offered.cause = CauseZeroised;
  end

  seal_skid_wide #(.CtrlW($bits(send_t) - 128)) u_slice (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(valid_i || flush),
    .ready_o,
    .ctrl_i (($bits(send_t) - 128)'(offered)),
    .data_i (offered.data),
    .valid_o(valid),
    .ready_i(m_axis_tready),   // a beat that the gate hides is lost, as all are a cycle later
    .ctrl_o (ctrl),
    .data_o (data)
  );

  assign beat = {data, ctrl};

  assign accept        = valid && m_axis_tready && !gate_i;
  assign m_axis_tvalid = valid && !gate_i;
  assign m_axis_tdata  = beat.data & {128{!gate_i}};
  assign m_axis_tkeep  = beat.keep & {16{!gate_i}};
  assign m_axis_tlast  = beat.last;
  assign m_axis_tuser  = {
    beat.last && (beat.cause != CauseNone), beat.tweak ? SecTweak : SecText
  };

  // ---- statuses ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {end_q, last_q} <= '0;
    else         {end_q, last_q} <= {accept && beat.ends, accept && beat.last};
  end

  always_ff @(posedge clk_i) cause_q <= beat.cause;

  // A command's first beat is here many cycles after it, so its id may come a cycle later.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) command_q <= 1'b0;
    else         command_q <= command_i;
  end

  always_ff @(posedge clk_i) command_id_q <= id_i;

  seal_fifo #(.Width(IdWidth), .Depth(Commands)) u_ids (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (command_q),
    .data_i (command_id_q),
    .pop_i  (last_q),
    .data_o (id),
    .valid_o(open)
  );

  // Late = 3: two beats in the slice and the one that was accepted may still take a credit.
  seal_credit #(.Credits(Statuses), .Late(3)) u_credit (
    .clk_i, .rst_ni, .clear_i(1'b0),
    .take_i (end_q),
    .give_i (give),
    .free_o (credit_o),
    .idle_o (unused_idle)
  );

  seal_fifo #(.Width(IdWidth + 5), .Depth(Statuses)) u_statuses (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (end_q),
    .data_i ({id, last_q, cause_q}),
    .pop_i  (give),
    .data_o ({m_status_id, m_status_last, m_status_cause}),
    .valid_o(m_status_valid)
  );

  assign give          = m_status_valid && m_status_ready;
  assign m_status_pass = (m_status_cause == CauseNone);
  assign flushed_o     = !open && !valid;
  assign busy_o        = open || command_q || valid || m_status_valid;

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(OnlyWithRoom_A, valid_i && !sweep_i |-> ready_o && (credit_o || !beat_i.ends))
  `SEAL_ASSERT(NullInFlush_A, flush |-> {beat_i.keep, beat_i.last, beat_i.ends} == 18'd3)
  `SEAL_ASSERT(CommandOpen_A, valid && !sweep_i |-> open)

endmodule
