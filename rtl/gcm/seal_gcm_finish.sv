// SPDX-License-Identifier: Apache-2.0
//
// Makes the verdict on each message, in order. It adds the hash to the pending tag that END left
// behind; the sum is the tag when sealing, and zero for an authentic message when opening:
// NIST SP 800-38D, 7.1 step 6 and 7.2 steps 7 and 8, T = MSB_t(E(J0) ^ S).
//
// The hash of an IV has no pending tag: it goes back to the issue stage as J0 (7.1 step 2).
//
// LengthFirst: a hash ends with the last block of text, and may be there before the pending tag of
// its message, for which it waits in a register. The next hash comes later than that.
//
// All tag_len bytes are compared, whatever their values. Latency: 4 cycles from hash to verdict:
// the hash, the sum, a bit for each 16 bits of it, the verdict. A hash must come at least 4 cycles
// after its pending tag, and does: see the latency of seal_hash. Without the operation that seals
// (Ops) no tag leaves, and without the one that opens none is compared. Reset and sweep_i: empty.
`include "seal_assert.svh"

module seal_gcm_finish
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Depth = 32,      // messages between END and hash, at most
  parameter bit [2:0]    Ops   = AllOps,  // operations, by their codes
  parameter bit          LengthFirst = 1'b0   // see seal_gcm_exit
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             pending_valid_i,
  input  pending_t         pending_i,
  input  logic [DataW-1:0] mask_i,

  input  logic             hash_valid_i,
  input  logic             hash_iv_i,
  input  logic [127:0]     hash_i,

  output logic             j0_valid_o,
  output logic [127:0]     j0_o,

  output logic             verdict_valid_o,
  output verdict_t         verdict_o,
  output logic [DataW-1:0] tag_o
);

  pending_t         pending, pending_q;
  logic             pop, pending_valid, unused_pending_valid;
  logic [DataW-1:0] mask, mask_q, hash, hash_q;

  assign j0_valid_o = hash_valid_i && hash_iv_i;
  assign j0_o       = hash_i;

  if (!LengthFirst) begin : g_last
    assign pop  = hash_valid_i && !hash_iv_i && !sweep_i;
    assign hash = hash_i;
  end else begin : g_first
    logic             held_q;
    logic [DataW-1:0] hash_held_q;

    assign pop  = (hash_valid_i || held_q) && pending_valid && !sweep_i;
    assign hash = held_q ? hash_held_q : hash_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q <= 1'b0;
      else         held_q <= (hash_valid_i || held_q) && !pending_valid && !sweep_i;
    end

    always_ff @(posedge clk_i) begin
      if (sweep_i)           hash_held_q <= '0;
      else if (hash_valid_i) hash_held_q <= hash_i;
    end

    `SEAL_ASSERT(OneHeld_A, hash_valid_i && !sweep_i |-> !held_q)
  end

  seal_fifo_deep #(.Width($bits(pending_t) + DataW), .Depth(Depth)) u_pending (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (pending_valid_i),
    .data_i ({pending_i, mask_i}),
    .pop_i  (pop),
    .data_o ({pending, mask}),
    .valid_o(pending_valid)
  );

  assign unused_pending_valid = pending_valid;   // read by an assertion only

  // ---- sum, then comparison ---------------------------------------------------------------------
  // Everything moves in every cycle, whether there is a hash or not; valid_q says when there was.
  verdict_t         sum_q, parts_q, verdict_q;
  logic             sum_open_q, parts_open_q;
  logic             sum_passed_q;    // only the tag of a sealed message is passed on
  logic [15:0]      keep_q;          // bytes of the sum that belong to the tag
  logic [DataW-1:0] sum_tag_q, parts_tag_q, verdict_tag_q, tag;
  logic [7:0]       differs_q;       // of an opened message's tag, in each 16 bits
  logic [3:0]       valid_q;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) tag[8*i+:8] = sum_tag_q[8*i+:8] & {8{keep_q[i]}};
  end

  always_ff @(posedge clk_i) begin
    pending_q <= pending;
    mask_q    <= mask;
    hash_q    <= hash;

    sum_q <= '{
      seal:    pending_q.seal,
      refused: 1'b0,
      cause:   pending_q.cause,
      tag_len: pending_q.tag_len
    };
    sum_tag_q <= mask_q ^ hash_q;
    sum_open_q <= Ops[OpOpen] && pending_q.open;
    sum_passed_q <= Ops[OpSeal] && pending_q.seal && pending_q.cause == CauseNone;
    keep_q     <= keep_of(pending_q.tag_len);

    parts_q         <= sum_q;
    parts_open_q    <= sum_open_q;
    parts_tag_q     <= tag & {DataW{sum_passed_q}};
    parts_q.tag_len <= sum_q.tag_len & {5{sum_passed_q}};
    for (int unsigned i = 0; i < 8; i++) differs_q[i] <= (tag[16*i+:16] != '0);

    verdict_q         <= parts_q;
    verdict_tag_q     <= parts_tag_q;
    verdict_q.refused <= (parts_q.cause != CauseNone) || (parts_open_q && differs_q != '0);
    if (parts_q.cause == CauseNone && parts_open_q && differs_q != '0) begin
      verdict_q.cause <= CauseTagMismatch;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= {valid_q[2:0], pop} & {4{!sweep_i}};
  end

  assign verdict_valid_o = valid_q[3];
  assign verdict_o       = verdict_q;
  assign tag_o           = verdict_tag_q;

  `SEAL_ASSERT(PendingThere_A, pop |-> pending_valid)

endmodule
