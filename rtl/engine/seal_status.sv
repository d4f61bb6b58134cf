// SPDX-License-Identifier: Apache-2.0
//
// Queue of identifiers and statuses: each message that begins leaves exactly one status, in order.
// No standard.
//
//   start_i   a message begins: id_i is queued until
//   end_i     the last beat of the oldest message's packet has been accepted: m_status has its
//             identifier and cause_i
//
// Up to Events messages begin and end in one cycle: bit or word n of a port is the n-th of them,
// the oldest first, and bits are set from bit 0 on without a gap. One status leaves per cycle.
//
// open_o[n]: there are more than n messages whose packets have not ended. cause_i has CauseW bits,
// all zero if the message passed. At most Messages messages are between start_i and the acceptance
// of their status; give_o returns a credit for one. Latency 1 cycle from end_i. Reset: empty. A
// zeroise does not clear it: the identifiers are needed for the statuses of the messages that the
// zeroise ended.
`include "seal_assert.svh"

module seal_status #(
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned CauseW   = 4,
  parameter int unsigned Messages = 32,
  parameter int unsigned Events   = 1     // messages that begin, and that end, in one cycle
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [Events-1:0]              start_i,
  input  logic [Events-1:0][IdWidth-1:0] id_i,
  output logic [Events-1:0]              open_o,
  input  logic [Events-1:0]              end_i,
  input  logic [Events-1:0][CauseW-1:0]  cause_i,
  output logic                           give_o,

  output logic                           m_status_valid,
  input  logic                           m_status_ready,
  output logic [IdWidth-1:0]             m_status_id,
  output logic                           m_status_pass,
  output logic [CauseW-1:0]              m_status_cause
);

  typedef struct packed {
    logic [IdWidth-1:0] id;
    logic [CauseW-1:0]  cause;
  } status_t;

  logic    [Events-1:0][IdWidth-1:0] oldest;
  logic    [Events-1:0]              valid, pop;
  status_t [Events-1:0]              in, out;

  seal_fifo_multi #(.Width(IdWidth), .Depth(Messages), .Ports(Events)) u_ids (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (start_i),
    .data_i (id_i),
    .pop_i  (end_i),
    .data_o (oldest),
    .valid_o(open_o)
  );

  for (genvar n = 0; n < Events; n++) begin : g_status
    assign in[n] = '{id: oldest[n], cause: cause_i[n]};
  end

  seal_fifo_multi #(.Width($bits(status_t)), .Depth(Messages), .Ports(Events)) u_status (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (end_i),
    .data_i (in),
    .pop_i  (pop),
    .data_o (out),
    .valid_o(valid)
  );

  logic unused_rest;   // only the oldest status leaves
  assign unused_rest = ^{valid, out};

  assign pop            = Events'(give_o);
  assign m_status_valid = valid[0];
  assign m_status_id    = out[0].id;
  assign m_status_cause = out[0].cause;
  assign m_status_pass = (m_status_cause == '0);
  assign give_o        = m_status_valid && m_status_ready;

  `SEAL_ASSERT(StatusStable_A, m_status_valid && !m_status_ready |=>
      m_status_valid && $stable(m_status_id) && $stable(m_status_cause))

endmodule
