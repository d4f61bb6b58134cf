// SPDX-License-Identifier: Apache-2.0
//
// Polynomial hash in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1, at q blocks per cycle (q = Lanes)
// of any messages, with q multipliers of s stages (s = MultStages), without a bubble. With Order 0
// it is GHASH (NIST SP 800-38D, section 6.4). seal_hash is the hash of one lane.
//
//   A message X_1 .. X_N has the hash
//       sum of X_j H^(N+1-j)                                                             (1)
//   Split it into q s interleaved Horner chains, Y_j = X_j + P_(j-qs) with P_j = 0 for j <= 0, and
//       P_j = Y_j H^(qs)      while at least q s blocks follow X_j
//       P_j = Y_j H^(N+1-j)   for the last q s blocks                                    (2)
//   Then the hash is the sum of the last q s products P_j.
//
//   (For one message at a time these are the powers of the q-parallel GHASH of Abdellatif 2012.)
//
// All blocks, of whatever message, go to the lanes in turn. So block j - q s of a message is in the
// lane of block j, s places before it, and its product leaves that lane's multiplier when Y_j is
// formed, as in seal_hash: each lane has a seal_hash_feedback. Nothing links two messages, so
// several may end and begin in one cycle. Which case of (2) holds, seal_hash_lanes_schedule knows
// from a look-ahead of q s blocks.
//
//  closed up --> banks --> A: which go, --> B: read it, --> C: x, H^k --> q multipliers --> E sums
//                          which power      feedback
//
// The sums: of the products that leave in a cycle, sum e takes those of the e-th message that ends
// in it, and the sum behind them those of a message that goes on. That sum is added to sum 0 of the
// next cycle (seal_hash_lanes_sum).
//
// valid_i: any pattern, in every cycle; index 0 is the oldest block. last_i: of its message; at
// most E = Ends of a cycle's blocks are. tag_i, given with the last block of a message, comes out
// with its hash; it has no meaning here. valid_o is set from bit 0 on without a gap; hashes come in
// the order of the stream.
//
// Keys: h_valid_i takes H of a slot; its powers up to H^(qs) are made beside the traffic
// (seal_hash_lanes_key), until powers_done_o, lanes_power_cycles of seal_hash_pkg later; then its
// messages may come. The next h_valid_i comes after it, or after sweep_i. A slot may have another H
// s + 2 cycles after the last block of its messages, or later.
//
// Blocks, H and hash: byte 0 in bits [7:0], in the bit order Order, as for seal_hash.
//
// Throughput: q blocks per cycle. Latency: the hash of a single message of N blocks, q in each
// cycle, comes min(ceil(N / q), s + 1) + s + 4 cycles after its last block; after other blocks it
// may have to wait, 2 s + 5 cycles at most (lanes_sum_cycles). No back-pressure. Reset: control
// only. sweep_i: queues are empty at once, the sums are clear two cycles later, and the powers word
// by word at sweep_addr_i; operands and products follow when no more blocks enter. 2 s + 5 cycles
// of it clear the queues, too.
`include "seal_assert.svh"

module seal_hash_lanes
  import seal_hash_pkg::*;
#(
  parameter int unsigned Lanes      = 4,
  parameter int unsigned Ends       = 2,
  parameter int unsigned Slots      = 4,
  parameter int unsigned TagW       = 1,
  parameter int unsigned Order      = 0,
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8,
  parameter bit          MultTables = 1'b0,  // sums shaped for LUTs: see seal_gf_mult
  localparam int unsigned SweepW    = seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       sweep_i,
  input  logic [SweepW-1:0]          sweep_addr_i,

  input  logic [Lanes-1:0]           valid_i,
  input  logic [Lanes-1:0]           last_i,
  input  logic [Lanes-1:0][TagW-1:0] tag_i,
  input  logic [Lanes-1:0][3:0]      slot_i,
  input  logic [Lanes-1:0][127:0]    data_i,

  input  logic                       h_valid_i,
  input  logic [3:0]                 h_slot_i,
  input  logic [127:0]               h_i,
  output logic                       powers_done_o,

  output logic [Ends-1:0]            valid_o,
  output logic [Ends-1:0][TagW-1:0]  tag_o,
  output logic [Ends-1:0][127:0]     hash_o
);

  localparam int unsigned S      = MultStages;
  localparam bit [128:0]  Poly   = seal_gf_pkg::GcmPoly;
  localparam int unsigned PowerW = seal_engine_pkg::power_width(Lanes, S);
  localparam int unsigned CountW = $clog2(Lanes + 1);
  localparam int unsigned WordW  = TagW + 132;
  localparam int unsigned KeyW   = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, seal_gf_pkg::GcmDigit,
      seal_gf_pkg::GcmLevels);

  if (Lanes != 2 && Lanes != 4 && Lanes != 8) begin : g_bad_lanes
    $error("seal_hash_lanes: Lanes must be 2, 4 or 8");
  end
  if (Ends < 1 || Ends > Lanes) begin : g_bad_ends
    $error("seal_hash_lanes: Ends must be 1 to Lanes");
  end
  if (Order > seal_gf_pkg::OrderBe) begin : g_bad_order
    $error("seal_hash_lanes: Order must be 0 (gcm), 1 (le) or 2 (be)");
  end
  if (!seal_gf_pkg::streams(MultKind)) begin : g_bad_mult_kind
    $error("seal_hash_lanes: MultKind must be 0 to 11, 13 or 14 (a product in every cycle)");
  end
  if (MultTables && MultKind != seal_gf_pkg::KindTmvpDual &&
      MultKind != seal_gf_pkg::KindTmvpPrecomputed) begin : g_bad_mult_tables
    $error("seal_hash_lanes: MultTables is for MultKind 9 and 10 (tmvp-dual, tmvp-precomputed)");
  end

  function automatic logic [127:0] to_poly(logic [127:0] block);
    return seal_gf_pkg::block_to_poly(Order, block);
  endfunction

  // ---- banks, and A: the blocks that go; B: their registers -------------------------------------
  logic [CountW-1:0]            count;
  logic [Lanes-1:0]             lasts, pop, block_q, feedback_q, fed_back_q;
  logic [Lanes-1:0][WordW-1:0]  words, heads;
  logic [Lanes-1:0][PowerW-1:0] which_q;
  logic [Ends-1:0][Lanes-1:0]   term_q, end_q;      // B; of a sum, which lanes
  logic [Lanes-1:0][127:0]      data_q;
  logic [Lanes-1:0][3:0]        slot_q;
  logic [Lanes-1:0][TagW-1:0]   tag_q;

  for (genvar n = 0; n < Lanes; n++) begin : g_word
    assign words[n] = {tag_i[n], slot_i[n], data_i[n]};
    always_ff @(posedge clk_i) {tag_q[n], slot_q[n], data_q[n]} <= heads[n];
  end

  seal_hash_banks #(.Width(WordW), .Lanes(Lanes), .Depth(S + 1)) u_banks (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .last_i,
    .data_i (words),
    .count_o(count),
    .lasts_o(lasts),
    .pop_i  (pop),
    .head_o (heads)
  );

  seal_hash_lanes_schedule #(.Lanes(Lanes), .Stages(S), .Ends(Ends)) u_schedule (
    .clk_i, .rst_ni, .sweep_i,
    .count_i   (count),
    .lasts_i   (lasts),
    .pop_o     (pop),
    .block_o   (block_q),
    .feedback_o(feedback_q),
    .fed_back_o(fed_back_q),
    .power_o   (which_q),
    .term_o    (term_q),
    .end_o     (end_q)
  );

  // ---- powers of H ------------------------------------------------------------------------------
  logic [Lanes-1:0][KeyW-1:0] key;
  logic                       start, store;
  logic [PowerW-1:0]          index;
  logic [127:0]               newest, next_power;

  seal_hash_lanes_key #(.Lanes(Lanes), .MultStages(S)) u_key (
    .clk_i, .rst_ni, .sweep_i, .h_valid_i,
    .newest_i (newest),
    .start_o  (start),
    .index_o  (index),
    .store_o  (store),
    .product_o(next_power),
    .done_o   (powers_done_o)
  );

  logic [3:0] unused_load_slot;

  seal_hash_powers #(
    .Slots(Slots), .Poly(Poly), .MultKind(MultKind), .MultStages(S), .MultHalt(MultHalt),
    .Lanes(Lanes)
  ) u_powers (
    .clk_i, .sweep_i, .sweep_addr_i, .h_valid_i, .h_slot_i,
    .h_i        (to_poly(h_i)),
    .pow_valid_i(start),
    .pow_index_i(index),
    .store_i    (store),
    .product_i  (next_power),
    .newest_o   (newest),
    .load_slot_o(unused_load_slot),
    .slot_i     (slot_q),
    .power_i    (which_q),
    .key_o      (key)
  );

  // ---- B to C: operands; products ---------------------------------------------------------------
  logic [Lanes-1:0][127:0] product;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    logic [127:0]    x_q, early;
    logic [KeyW-1:0] k_q;
    logic            bypass;
    hash_flags_t     flags;

    always_ff @(posedge clk_i) begin
      x_q <= block_q[n] ? to_poly(data_q[n]) : '0;
      k_q <= block_q[n] ? key[n] : '0;
    end

    assign flags = '{fed_back: fed_back_q[n], default: 1'b0};

    hash_flags_t unused_done;   // the sums have a delay of their own
    logic        unused_tag;

    seal_hash_feedback #(.Width(128), .Stages(S), .TagW(1)) u_feedback (
      .clk_i, .rst_ni, .sweep_i,
      .feedback_i(feedback_q[n]),
      .flags_i   (flags),
      .tag_i     (1'b0),
      .early_o   (early),
      .bypass_o  (bypass),
      .product_i (product[n]),
      .done_o    (unused_done),
      .tag_o     (unused_tag)
    );

    seal_gf_mult #(
      .Width(128), .Poly(Poly), .Kind(MultKind), .Stages(S), .Halt(MultHalt),
      .Tables(MultTables), .Keyed(1'b1)
    ) u_mult (
      .clk_i,
      .start_i(1'b1),
      .a_i(x_q ^ early ^ (bypass ? product[n] : '0)),
      .b_i(k_q),
      .p_o(product[n])
    );
  end

  // ---- sums of products -------------------------------------------------------------------------
  logic [Ends-1:0][127:0] sum;

  seal_hash_lanes_sum #(.Lanes(Lanes), .Ends(Ends), .TagW(TagW), .Stages(S)) u_sum (
    .clk_i, .rst_ni, .sweep_i,
    .term_i   (term_q),
    .end_i    (end_q),
    .tag_i    (tag_q),
    .product_i(product),
    .valid_o,
    .tag_o,
    .sum_o    (sum)
  );

  for (genvar e = 0; e < Ends; e++) begin : g_hash
    assign hash_o[e] = seal_gf_pkg::poly_to_block(Order, sum[e]);
  end

  `SEAL_ASSERT(AtMostEnds_A, !sweep_i |-> 32'($countones(valid_i & last_i)) <= Ends)

endmodule
