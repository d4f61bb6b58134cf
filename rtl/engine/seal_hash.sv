// SPDX-License-Identifier: Apache-2.0
//
// Polynomial hash in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1, at one block per cycle with a
// multiplier of s stages, s = MultStages, without a bubble for any sequence of messages and keys.
// With Order 0 it is GHASH (NIST SP 800-38D, section 6.4).
//
//   A message X_1 .. X_N has the hash
//       sum of X_j H^(N+1-j)                                                             (1)
//   Split it into s interleaved Horner chains, Y_j = X_j + P_(j-s) with P_j = 0 for j <= 0, and
//       P_j = Y_j H^s         while at least s blocks follow X_j
//       P_j = Y_j H^(N+1-j)   for the last s blocks                                      (2)
//   Then the hash is the sum of the last s products P_j. P_(j-s) leaves the multiplier exactly when
//   Y_j is formed, s blocks later, and nothing links two messages.
//
//   (The q-parallel GHASH of Abdellatif 2012 uses the same powers side by side; here they follow in
//   time.)
//
// Which case of (2) holds, seal_hash_schedule knows from a look-ahead of s + 1 blocks; products
// come back by way of seal_hash_feedback.
//
//  look-ahead FIFO --> A: which power --> B: read it, feedback --> C: x, H^k --> multiplier --> sum
//
// Keys: h_valid_i stores H of a slot. pow_valid_i takes one cycle of the multiplier for the next
// power, H^(index+1) = H^index H. No block may come in the same cycle, and the next pow_valid_i
// must come after pow_done_o. A new key needs index = 1 .. s-1 in turn.
//
// With Square = 1, for s = 1 and 2, H^2 follows by itself: a square is linear, and needs no
// product (seal_gf_square). A block of a new key may come two cycles after its H, as a hash
// whose key is new with each message needs it; pow_valid_i stays low. The slot of a key may have
// another H s + 1 cycles after the last block of its messages: the look-ahead holds blocks back so
// long.
//
// Blocks, H and hash: byte 0 in bits [7:0], read as polynomials in the bit order Order (an order_e
// of seal_gf_pkg: 0 GHASH, 1 IEEE 1619, 2 big-endian number), which is wiring only. tag_i, given
// with the last block of a message, comes out with its hash; it has no meaning here.
//
// Latency: the hash of a single message comes min(N, s + 1) + s + 3 cycles after its last block;
// after another message it may have to wait, 2 s + 4 cycles at most, and each power made in between
// adds one. No back-pressure. Reset: control only. sweep_i: FIFOs are empty at once, the sum is
// clear a cycle later, and the powers word by word at sweep_addr_i; operands and products follow
// when no more blocks enter. 2 s + 4 cycles of it clear the FIFOs too.
`include "seal_assert.svh"

module seal_hash
  import seal_hash_pkg::*;
#(
  parameter int unsigned Slots      = 4,
  parameter int unsigned TagW       = 1,
  parameter int unsigned Order      = 0,
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8,
  parameter bit          MultTables = 1'b0,  // sums shaped for LUTs: see seal_gf_mult
  parameter bit          Square     = 1'b0,  // H^2 without a product
  localparam int unsigned PowerW    = seal_engine_pkg::power_width(1, MultStages),
  localparam int unsigned SweepW    = seal_engine_pkg::power_addr_width(Slots, 1, MultStages)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  input  logic [SweepW-1:0]     sweep_addr_i,

  input  logic                  valid_i,
  input  logic                  last_i,     // of its message
  input  logic [TagW-1:0]       tag_i,
  input  logic [3:0]            slot_i,
  input  logic [127:0]          data_i,

  input  logic                  h_valid_i,
  input  logic [3:0]            h_slot_i,
  input  logic [127:0]          h_i,
  input  logic                  pow_valid_i,
  input  logic [PowerW-1:0]     pow_index_i,
  output logic                  pow_done_o,

  output logic                  valid_o,
  output logic [TagW-1:0]       tag_o,
  output logic [127:0]          hash_o
);

  localparam int unsigned S     = MultStages;
  localparam bit [128:0]  Poly  = seal_gf_pkg::GcmPoly;
  localparam int unsigned KeyW  = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, seal_gf_pkg::GcmDigit,
      seal_gf_pkg::GcmLevels);

  if (Order > seal_gf_pkg::OrderBe) begin : g_bad_order
    $error("seal_hash: Order must be 0 (gcm), 1 (le) or 2 (be)");
  end
  if (!seal_gf_pkg::streams(MultKind)) begin : g_bad_mult_kind
    $error("seal_hash: MultKind must be 0 to 11, 13 or 14 (a product in every cycle)");
  end
  if (MultTables && MultKind != seal_gf_pkg::KindTmvpDual &&
      MultKind != seal_gf_pkg::KindTmvpPrecomputed) begin : g_bad_mult_tables
    $error("seal_hash: MultTables is for MultKind 9 and 10 (tmvp-dual, tmvp-precomputed)");
  end

  if (Square && MultStages > 2) begin : g_bad_square
    $error("seal_hash: MultStages must be 1 or 2 with Square, which makes no further power");
  end

  function automatic logic [127:0] to_poly(logic [127:0] block);
    return seal_gf_pkg::block_to_poly(Order, block);
  endfunction

  // ---- A: the head of the look-ahead, and its power; B: their registers -------------------------
  logic [127:0]      head_data, data_q;
  logic [3:0]        head_slot, load_slot, slot_q;   // load_slot: of the key that is being loaded
  logic [TagW-1:0]   head_tag, tag_q;
  logic              block_q, feedback_q;
  logic [PowerW-1:0] which_q;
  hash_flags_t       flags_q;

  seal_hash_schedule #(.Width(TagW + 132), .Stages(S)) u_schedule (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .last_i,
    .data_i    ({tag_i, slot_i, data_i}),
    .pow_valid_i,
    .head_o    ({head_tag, head_slot, head_data}),
    .block_o   (block_q),
    .feedback_o(feedback_q),
    .power_o   (which_q),
    .flags_o   (flags_q)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      tag_q <= '0;
    else if (sweep_i) tag_q <= '0;
    else              tag_q <= head_tag;
  end

  always_ff @(posedge clk_i) begin
    data_q <= head_data;
    slot_q <= pow_valid_i ? load_slot : head_slot;
  end

  // ---- powers of H -----------------------------------------------------------------------------
  logic [KeyW-1:0] key;
  logic [127:0]    product, newest;
  logic            pow_out;

  // The next power, when it is stored, and its number
  logic [127:0]      next_power;
  logic              store, more;
  logic [PowerW-1:0] more_index;

  if (Square) begin : g_square
    logic h_q;   // newest is H

    seal_gf_square #(.Width(128), .Poly(seal_gf_pkg::poly_t'(Poly))) u_square (
      .a_i(newest), .p_o(next_power)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) h_q <= 1'b0;
      else         h_q <= h_valid_i && !sweep_i;
    end

    assign store      = h_q && (S == 2);
    assign more       = h_valid_i;
    assign more_index = PowerW'(1);

    logic unused_power;
    assign unused_power = ^pow_index_i;
  end else begin : g_product
    assign store      = pow_out;
    assign next_power = product;
    assign more       = pow_valid_i;
    assign more_index = pow_index_i;
  end

  seal_hash_powers #(
    .Slots(Slots), .Poly(Poly), .MultKind(MultKind), .MultStages(S), .MultHalt(MultHalt)
  ) u_powers (
    .clk_i, .sweep_i, .sweep_addr_i,
    .h_valid_i, .h_slot_i,
    .h_i        (to_poly(h_i)),
    .pow_valid_i(more),
    .pow_index_i(more_index),
    .store_i    (store),
    .product_i  (next_power),
    .newest_o   (newest),
    .load_slot_o(load_slot),
    .slot_i     (slot_q),
    .power_i    (which_q),
    .key_o      (key)
  );

  // ---- B to C: the multiplier's operands -------------------------------------------------------
  logic [127:0]    x_q, early_q;
  logic [KeyW-1:0] k_q;
  logic            bypass;
  hash_flags_t     done;          // flags of the product
  logic [TagW-1:0] done_tag;

  always_ff @(posedge clk_i) begin
    x_q <= block_q ? to_poly(data_q) : flags_q.valid ? newest : '0;
    k_q <= flags_q.valid ? key : '0;
  end

  seal_hash_feedback #(.Width(128), .Stages(S), .TagW(TagW)) u_feedback (
    .clk_i, .rst_ni, .sweep_i,
    .feedback_i(feedback_q),
    .flags_i   (flags_q),
    .tag_i     (tag_q),
    .early_o   (early_q),
    .bypass_o  (bypass),
    .product_i (product),
    .done_o    (done),
    .tag_o     (done_tag)
  );

  logic unused_fed_back;   // used there
  assign unused_fed_back = done.fed_back;

  seal_gf_mult #(
    .Width(128), .Poly(Poly), .Kind(MultKind), .Stages(S), .Halt(MultHalt),
    .Tables(MultTables), .Keyed(1'b1)
  ) u_mult (
    .clk_i,
    .start_i(1'b1),
    .a_i(x_q ^ early_q ^ (bypass ? product : '0)),
    .b_i(k_q),
    .p_o(product)
  );

  // ---- sum of the last s products --------------------------------------------------------------
  logic         clear_q;   // sweep_i, for the sum's 128 bits
  logic [127:0] sum_q;
  always_ff @(posedge clk_i) begin
    clear_q <= sweep_i;
    if (clear_q)                            sum_q <= '0;
    else if (done.valid && done.final_term) sum_q <= product ^ (done.first_term ? '0 : sum_q);
    tag_o <= done_tag;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else         valid_o <= done.valid && done.last_term && !done.pow && !sweep_i;
  end

  assign hash_o     = seal_gf_pkg::poly_to_block(Order, sum_q);
  assign pow_out    = done.pow;
  assign pow_done_o = pow_out;

endmodule
