// SPDX-License-Identifier: Apache-2.0
//
// Makes the verdicts of a core with several blocks per cycle: up to Ends of them in a cycle, by as
// many copies of seal_gcm_finish, to which messages are dealt in turn.
// Source: NIST SP 800-38D, sections 7.1 and 7.2 (the tag, and its comparison).
//
//   pending -> seal_deal -> Ends x seal_gcm_finish -> seal_collect -> verdict
//   hash    -> seal_deal ----^
//
//   pending_valid_i   any pattern, lane 0 is the oldest; at most Ends bits may be set
//   hash_valid_i      in the order of the pending tags, from bit 0 on without a gap
//   verdict_valid_o   the same
//
// The hash of an IV has no pending tag. Anywhere among the others, but only one in a cycle, it goes
// back to the issue stage as J0, 1 cycle later.
//
// Latency: 5 cycles from hash to verdict. A hash must come at least 4 cycles after its pending tag.
// Reset and sweep_i: empty.
`include "seal_assert.svh"

module seal_gcm_finish_lanes
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Ends  = 2,        // messages that end in one cycle
  parameter int unsigned Depth = 32,       // messages between END and hash, at most
  parameter bit [2:0]    Ops   = AllOps    // operations, by their codes
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         sweep_i,

  input  logic     [Lanes-1:0]         pending_valid_i,
  input  pending_t [Lanes-1:0]         pending_i,
  input  logic [Lanes-1:0][DataW-1:0]  mask_i,

  input  logic     [Ends-1:0]          hash_valid_i,
  input  logic     [Ends-1:0]          hash_iv_i,
  input  logic     [Ends-1:0][127:0]   hash_i,

  output logic                         j0_valid_o,
  output logic [127:0]                 j0_o,

  output logic     [Ends-1:0]          verdict_valid_o,
  output verdict_t [Ends-1:0]          verdict_o,
  output logic [Ends-1:0][DataW-1:0]   tag_o
);

  localparam int unsigned PendingW = $bits(pending_t) + DataW;
  localparam int unsigned VerdictW = $bits(verdict_t) + DataW;

  if (Ends > Lanes) begin : g_bad_ends
    $error("seal_gcm_finish_lanes: Ends must be 1 to Lanes");
  end

  // ---- J0 ---------------------------------------------------------------------------------------
  logic [Ends-1:0]        iv_q;
  logic [Ends-1:0][127:0] hash_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) iv_q <= '0;
    else         iv_q <= hash_valid_i & hash_iv_i;
  end

  always_ff @(posedge clk_i) hash_q <= hash_i;

  assign j0_valid_o = |iv_q;

  always_comb begin
    j0_o = '0;
    for (int unsigned n = 0; n < Ends; n++) j0_o |= hash_q[n] & {128{iv_q[n]}};
  end

  // ---- each message to one of the copies --------------------------------------------------------
  logic [Lanes-1:0][PendingW-1:0] in;
  logic [Ends-1:0][PendingW-1:0]  pending;
  logic [Ends-1:0][127:0]         hash;
  logic [Ends-1:0]                pending_valid, hash_valid;

  for (genvar n = 0; n < Lanes; n++) begin : g_in
    assign in[n] = {pending_i[n], mask_i[n]};
  end

  seal_deal #(.Width(PendingW), .Inputs(Lanes), .Ports(Ends)) u_pending (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(pending_valid_i),
    .data_i (in),
    .valid_o(pending_valid),
    .data_o (pending)
  );

  seal_deal #(.Width(128), .Inputs(Ends), .Ports(Ends)) u_hash (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(hash_valid_i & ~hash_iv_i),
    .data_i (hash_i),
    .valid_o(hash_valid),
    .data_o (hash)
  );

  // ---- verdicts, in the order of the messages ---------------------------------------------------
  logic [Ends-1:0]               made, taken, unused_j0_valid;
  logic [Ends-1:0][127:0]        unused_j0;
  logic [Ends-1:0][VerdictW-1:0] verdict, out;

  for (genvar n = 0; n < Ends; n++) begin : g_finish
    seal_gcm_finish #(.Depth((Depth + Ends - 1) / Ends), .Ops(Ops)) u_finish (
      .clk_i, .rst_ni, .sweep_i,
      .pending_valid_i(pending_valid[n]),
      .pending_i      (pending[n][PendingW-1:DataW]),
      .mask_i         (pending[n][DataW-1:0]),
      .hash_valid_i   (hash_valid[n]),
      .hash_iv_i      (1'b0),
      .hash_i         (hash[n]),
      .j0_valid_o     (unused_j0_valid[n]),
      .j0_o           (unused_j0[n]),
      .verdict_valid_o(made[n]),
      .verdict_o      (verdict[n][VerdictW-1:DataW]),
      .tag_o          (verdict[n][DataW-1:0])
    );

    assign {verdict_o[n], tag_o[n]} = out[n];
  end

  seal_collect #(.Width(VerdictW), .Ports(Ends)) u_verdict (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(made),
    .data_i (verdict),
    .take_o (taken),
    .valid_o(verdict_valid_o),
    .data_o (out),
    .take_i (verdict_valid_o)
  );

  `SEAL_ASSERT(NoneLeft_A, !sweep_i |-> taken == made)
  `SEAL_ASSERT(OneIv_A, $onehot0(hash_valid_i & hash_iv_i))

endmodule
