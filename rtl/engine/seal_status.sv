// SPDX-License-Identifier: Apache-2.0
//
// Queue of identifiers and statuses: each message that begins leaves exactly one status, in order.
// No standard.
//
//   start_i   a message begins: id_i is queued until
//   end_i     the last beat of the oldest message's packet has been accepted: m_status has its
//             identifier and cause_i
//
// open_o: there is a message whose packet has not ended. cause_i has CauseW bits, all zero if the
// message passed. At most Messages messages are between start_i and the acceptance of their status;
// give_o returns a credit for one. Latency 1 cycle from end_i. Reset: empty. A zeroise does not
// clear it: the identifiers are needed for the statuses of the messages that the zeroise ended.
`include "seal_assert.svh"

module seal_status #(
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned CauseW   = 4,
  parameter int unsigned Messages = 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               start_i,
  input  logic [IdWidth-1:0] id_i,
  output logic               open_o,
  input  logic               end_i,
  input  logic [CauseW-1:0]  cause_i,
  output logic               give_o,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [CauseW-1:0]  m_status_cause
);

  logic [IdWidth-1:0] oldest;

  seal_fifo #(.Width(IdWidth), .Depth(Messages)) u_ids (
    .clk_i, .rst_ni, .zero_i(1'b0),
    .push_i (start_i),
    .data_i (id_i),
    .pop_i  (end_i),
    .data_o (oldest),
    .valid_o(open_o)
  );

  seal_fifo #(.Width(IdWidth + CauseW), .Depth(Messages)) u_status (
    .clk_i, .rst_ni, .zero_i(1'b0),
    .push_i (end_i),
    .data_i ({oldest, cause_i}),
    .pop_i  (give_o),
    .data_o ({m_status_id, m_status_cause}),
    .valid_o(m_status_valid)
  );

  assign m_status_pass = (m_status_cause == '0);
  assign give_o        = m_status_valid && m_status_ready;

  `SEAL_ASSERT(StatusStable_A, m_status_valid && !m_status_ready |=>
      m_status_valid && $stable(m_status_id) && $stable(m_status_cause))

endmodule
