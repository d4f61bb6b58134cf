// SPDX-License-Identifier: Apache-2.0
//
// Makes the verdict on each message, in order. It adds the hash to the mark that END left behind;
// the sum is the tag when sealing, and zero for an authentic message when opening. NIST SP 800-38D,
// 7.1 step 6 and 7.2 step 8: T = MSB_t(E(J0) ^ S).
//
// The hash of an IV has no mark: it goes back to the issue stage as J0 (7.1 step 2).
//
// All tag_len bytes are compared, whatever their values. Latency: 4 cycles from hash to verdict: the
// hash, the sum, a bit for each 16 bits of it, the verdict. A hash must come at least 4 cycles after
// its mark, and does: see the latency of seal_hash. Reset and zero_i: empty.
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

  mark_t        queued, mark;
  logic         mark_queued, mark_next, mark_valid;
  logic         pop_q;               // the hash of a message is in its register
  logic [127:0] hash_q;

  assign j0_valid_o = hash_valid_i && hash_iv_i;
  assign j0_o       = hash_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pop_q <= 1'b0;
    else         pop_q <= hash_valid_i && !hash_iv_i && !zero_i;
  end

  always_ff @(posedge clk_i) hash_q <= hash_valid_i ? hash_i : '0;

  seal_fifo_deep #(.Width($bits(mark_t)), .Depth(Depth)) u_marks (
    .clk_i, .rst_ni, .zero_i,
    .push_i (mark_valid_i),
    .data_i (mark_i),
    .pop_i  (mark_queued && mark_next),
    .data_o (queued),
    .valid_o(mark_queued)
  );

  seal_skid #(.Width($bits(mark_t))) u_mark (
    .clk_i, .rst_ni, .zero_i, .clear_i(zero_i),
    .valid_i(mark_queued),
    .ready_o(mark_next),
    .data_i (queued),
    .valid_o(mark_valid),
    .ready_i(pop_q),
    .data_o (mark)
  );

  // ---- sum, then comparison ---------------------------------------------------------------------
  verdict_t     sum_q, parts_q, verdict_q;
  logic         sum_open_q, parts_open_q;
  logic [15:0]  keep_q;              // bytes of the sum that belong to the tag
  logic [127:0] tag;
  logic [7:0]   differs_q;           // of an opened message's tag, in each 16 bits
  logic [2:0] valid_q;
  logic       unused_mark_valid;   // read by an assertion only
  assign unused_mark_valid = mark_valid;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) tag[8*i+:8] = sum_q.tag[8*i+:8] & {8{keep_q[i]}};
  end

  always_ff @(posedge clk_i) begin
    sum_q <= '{
      seal:    mark.seal,
      refused: 1'b0,
      cause:   mark.cause,
      tag_len: mark.tag_len,
      tag:     pop_q ? mark.mask ^ hash_q : '0
    };
    sum_open_q <= mark.open;
    keep_q     <= keep_of(mark.tag_len);

    parts_q      <= sum_q;
    parts_open_q <= sum_open_q;
    // Only the tag of a sealed message is passed on.
    parts_q.tag  <= tag & {128{sum_q.seal && sum_q.cause == CauseNone}};
    for (int unsigned i = 0; i < 8; i++) differs_q[i] <= (tag[16*i+:16] != '0);

    verdict_q         <= parts_q;
    verdict_q.refused <= (parts_q.cause != CauseNone) || (parts_open_q && differs_q != '0);
    if (parts_q.cause == CauseNone && parts_open_q && differs_q != '0) begin
      verdict_q.cause <= CauseTagMismatch;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= {valid_q[1:0], pop_q} & {3{!zero_i}};
  end

  assign verdict_valid_o = valid_q[2];
  assign verdict_o       = verdict_q;

  `SEAL_ASSERT(MarkThere_A, pop_q && !zero_i |-> mark_valid)

endmodule
