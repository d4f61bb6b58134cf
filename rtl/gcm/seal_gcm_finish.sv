// SPDX-License-Identifier: Apache-2.0
//
// Makes the verdict on each message, in order. It adds the hash to the mark that END left behind;
// the sum is the tag when sealing, and zero for an authentic message when opening. NIST SP 800-38D,
// 7.1 step 6 and 7.2 step 8: T = MSB_t(E(J0) ^ S).
//
// The hash of an IV has no mark: it goes back to the issue stage as J0 (7.1 step 2).
//
// All tag_len bytes are compared in one cycle, whatever their values. Latency: 2 cycles from hash
// to verdict. A hash must come at least 2 cycles after its mark. Reset and zero_i: empty.
`include "seal_assert.svh"

module seal_gcm_finish
  import seal_engine_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Depth = 32    // messages between END and hash, at most
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,

  input  logic         mark_valid_i,
  input  mark_t        mark_i,

  input  logic         hash_valid_i,
  input  logic         hash_iv_i,
  input  logic [127:0] hash_i,

  output logic         j0_valid_o,
  output logic [127:0] j0_o,

  output logic         verdict_valid_o,
  output verdict_t     verdict_o
);

  mark_t stored, mark;
  logic  stored_valid, mark_ready, mark_valid, pop;

  assign pop        = hash_valid_i && !hash_iv_i;
  assign j0_valid_o = hash_valid_i && hash_iv_i;
  assign j0_o       = hash_i;

  seal_fifo #(.Width($bits(mark_t)), .Depth(Depth)) u_marks (
    .clk_i, .rst_ni, .zero_i,
    .push_i (mark_valid_i),
    .data_i (mark_i),
    .pop_i  (stored_valid && mark_ready),
    .data_o (stored),
    .valid_o(stored_valid)
  );

  // The output of the memory comes late in the cycle, and is registered. There is time: the hash
  // comes at least MultStages + 3 cycles after the mark.
  seal_skid #(.Width($bits(mark_t))) u_mark (
    .clk_i, .rst_ni, .zero_i, .clear_i(zero_i),
    .valid_i(stored_valid),
    .ready_o(mark_ready),
    .data_i (stored),
    .valid_o(mark_valid),
    .ready_i(pop),
    .data_o (mark)
  );

  // ---- sum, then comparison ---------------------------------------------------------------------
  verdict_t sum_q, verdict_q;
  logic     sum_valid_q, sum_open_q, verdict_valid_q;
  logic     unused_mark_valid;   // read by an assertion only
  assign unused_mark_valid = mark_valid;

  always_ff @(posedge clk_i) begin
    sum_q <= '{
      seal:    mark.seal,
      cause:   mark.cause,
      tag_len: mark.tag_len,
      tag:     !pop ? '0 : mask_bytes(mark.mask ^ hash_i, mark.tag_len)
    };
    sum_open_q <= mark.open;

    verdict_q <= sum_q;
    // Only the tag of a sealed message is passed on.
    if (!sum_q.seal || sum_q.cause != CauseNone) verdict_q.tag <= '0;
    if (sum_q.cause == CauseNone && sum_open_q && sum_q.tag != '0) begin
      verdict_q.cause <= CauseTagMismatch;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sum_valid_q     <= 1'b0;
      verdict_valid_q <= 1'b0;
    end else begin
      sum_valid_q     <= pop && !zero_i;
      verdict_valid_q <= sum_valid_q && !zero_i;
    end
  end

  assign verdict_valid_o = verdict_valid_q;
  assign verdict_o       = verdict_q;

  `SEAL_ASSERT(MarkThere_A, pop && !zero_i |-> mark_valid)

endmodule
