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
// the oldest first, and bits are set from bit 0 on without a gap. Up to Statuses of them, in words
// of the same order, leave in one cycle: m_status_ready takes all that are valid, and none is added
// to those on offer until they are taken.
//
// open_o[n]: there are more than n messages whose packets have not ended. cause_i has CauseW bits,
// all zero if the message passed. At most Messages messages are between start_i and the acceptance
// of their status; give_o returns a credit for each. Latency 1 cycle from end_i. Reset: empty. A
// zeroise does not clear it: the identifiers are needed for the statuses of the messages that the
// zeroise ended.
`include "seal_assert.svh"

module seal_status #(
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned CauseW   = 4,
  parameter int unsigned Messages = 32,
  parameter int unsigned Events   = 1,    // messages that begin, and that end, in one cycle
  parameter int unsigned Statuses = 1     // that leave in one cycle, at most Events
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [Events-1:0]              start_i,
  input  logic [Events-1:0][IdWidth-1:0] id_i,
  output logic [Events-1:0]              open_o,
  input  logic [Events-1:0]              end_i,
  input  logic [Events-1:0][CauseW-1:0]  cause_i,
  output logic [Statuses-1:0]            give_o,

  output logic [Statuses-1:0]              m_status_valid,
  input  logic                             m_status_ready,
  output logic [Statuses-1:0][IdWidth-1:0] m_status_id,
  output logic [Statuses-1:0]              m_status_pass,
  output logic [Statuses-1:0][CauseW-1:0]  m_status_cause
);

  if (Statuses < 1 || Statuses > Events) begin : g_bad_statuses
    $error("seal_status: Statuses must be 1 to Events");
  end

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

  logic unused_rest;   // only the oldest statuses leave
  assign unused_rest = ^{valid, out};

  assign pop    = Events'(give_o);
  assign give_o = m_status_valid & {Statuses{m_status_ready}};

  for (genvar n = 0; n < Statuses; n++) begin : g_out
    assign m_status_id[n]    = out[n].id;
    assign m_status_cause[n] = out[n].cause;
    assign m_status_pass[n]  = (out[n].cause == '0);
  end

  if (Statuses == 1) begin : g_one
    assign m_status_valid = valid[0];
  end else begin : g_many
    logic [Statuses-1:0] open_q;   // words that may join the offer

    assign m_status_valid = valid[Statuses-1:0] & open_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) open_q <= '1;
      else         open_q <= (m_status_valid[0] && !m_status_ready) ? m_status_valid : '1;
    end
  end

  `SEAL_ASSERT(StatusStable_A, m_status_valid[0] && !m_status_ready |=>
      $stable(m_status_valid) && $stable(m_status_id[0]) && $stable(m_status_cause[0]))

endmodule
