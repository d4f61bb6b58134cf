// SPDX-License-Identifier: Apache-2.0
//
// GHASH (NIST SP 800-38D, section 6.4) of q blocks per cycle (q = Lanes), with multipliers of s
// stages (s = MultStages), without a bubble for any sequence of messages, lengths and keys.
//
// A message of N blocks is B beats: block l of beat b, X_(b,l) with l = 1 .. q, is block q (b - 1)
// + l; the last beat has n blocks, 1 to q, and zeros behind them. The hash is the sum of
// X_(b,l) H^(N + 1 - q (b - 1) - l), equation (6) of the source. In it, s sums are interleaved,
// with P_b = 0 for b <= 0:
//
//   Y_(b,1) = X_(b,1) + P_(b-s),  Y_(b,l) = X_(b,l) for l > 1
//   P_b     = sum over l of Y_(b,l) H^(k(b,l))
//   k(b,l)  = q s + 1 - l            while at least s beats of the message follow
//   k(b,l)  = q f + n + 1 - l        for the last s beats, if f follow
//   hash    = P_(B-s+1) + ... + P_B
//
// Why it is right: P_b goes into lane 1 of beat b + s. If this is one of the last beats, with f
// beats behind it, X_(b,l) gets H^(q s + 1 - l) H^(q f + n), and N + 1 - q (b - 1) - l is just q (s
// + f) + n + 1 - l. If not, the same holds one turn later. (A lane of the last beat without a block
// has zeros, so its k has no meaning.)
//
// So each lane needs all powers H .. H^(q s): n is any number. In a table as in the source, whose
// messages are multiples of q blocks, a lane takes every q-th only.
//
// seal_hash_schedule knows from a look-ahead of s + 1 beats whether s beats follow, and f; the
// numbers n of the messages that end in it wait in a queue beside it. Products come back by way of
// seal_hash_feedback. Both see beats in place of blocks.
//
//  look-ahead --> A: f --> B: k, read H^k, feedback --> C: x_q, k_q --> q products, sum --> hash
//
// Keys: h_valid_i stores H of a slot. pow_valid_i takes a cycle of lane 1 for the next power,
// H^(index+1) = H^index H; no beat may come in it, and the next pow_valid_i after pow_done_o. A
// new key needs index = 1 .. q s - 1 in turn. end_o: the last beat of a message of slot end_slot_o
// has read its powers.
//
// count_i is the number of blocks in the beat minus one; it counts with last_i. tag_i, given with
// the last beat, comes out with the hash, and next_o a cycle before.
//
// Latency: min(B, s + 1) + s + 3 cycles after the last beat of a single message; after others at
// most 2 s + 4, and each power in between adds one. No back-pressure. Reset: control. sweep_i:
// queues are empty at once, the sum is clear a cycle later, powers word by word at sweep_addr_i;
// operands and products follow when no more beats enter.
//
// Source: K. M. Abdellatif, R. Chotin-Avot and H. Mehrez, Efficient Parallel-Pipelined GHASH for
// Message Authentication, ReConFig 2012, equation (6), Fig. 6 and Table I.
`include "seal_assert.svh"

module seal_ghash_lanes
  import seal_hash_pkg::*;
#(
  parameter int unsigned  Slots      = 4,
  parameter int unsigned  TagW       = 1,
  parameter int unsigned  Lanes      = 4,
  parameter int unsigned  Reductions = 1,
  parameter int unsigned  MultKind   = 0,
  parameter int unsigned  MultStages = 4,
  parameter int unsigned  MultHalt   = 32,
  localparam int unsigned CountW     = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned PowerW     = seal_engine_pkg::power_width(Lanes, MultStages),
  localparam int unsigned AddrW      = seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    sweep_i,
  input  logic [AddrW-1:0]        sweep_addr_i,

  input  logic                    valid_i,
  input  logic                    last_i,
  input  logic [CountW-1:0]       count_i,
  input  logic [TagW-1:0]         tag_i,
  input  logic [3:0]              slot_i,
  input  logic [Lanes-1:0][127:0] blocks_i,
  output logic                    end_o,
  output logic [3:0]              end_slot_o,

  input  logic                    h_valid_i,
  input  logic [3:0]              h_slot_i,
  input  logic [127:0]            h_i,
  input  logic                    pow_valid_i,
  input  logic [PowerW-1:0]       pow_index_i,
  output logic                    pow_done_o,

  output logic                    next_o,
  output logic [TagW-1:0]         tag_o,
  output logic [127:0]            hash_o
);

  localparam int unsigned S     = MultStages;
  localparam int unsigned BeatW = seal_engine_pkg::power_width(1, S);
  localparam bit [128:0]  Poly  = seal_gf_pkg::GcmPoly;
  localparam int unsigned KeyW  = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, seal_gf_pkg::GcmDigit,
      seal_gf_pkg::GcmLevels);

  function automatic logic [127:0] to_poly(logic [127:0] block);
    return seal_gf_pkg::block_to_poly(seal_gf_pkg::OrderGcm, block);
  endfunction

  // ---- A: the head of the look-ahead; B: its registers ------------------------------------------
  logic [Lanes-1:0][127:0] head, blocks_q;
  logic [3:0]              head_slot, load_slot, slot_q;
  logic [TagW-1:0]         head_tag, tag_q;
  logic                    beat_q, feedback_q;
  logic [BeatW-1:0]        behind_q;      // f, or s - 1
  hash_flags_t             flags_q;

  seal_hash_schedule #(.Width(TagW + 4 + 128*Lanes), .Stages(S)) u_schedule (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .last_i,
    .data_i    ({tag_i, slot_i, blocks_i}),
    .pow_valid_i,
    .head_o    ({head_tag, head_slot, head}),
    .block_o   (beat_q),
    .feedback_o(feedback_q),
    .power_o   (behind_q),
    .flags_o   (flags_q)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      tag_q <= '0;
    else if (sweep_i) tag_q <= '0;
    else              tag_q <= head_tag;
  end

  always_ff @(posedge clk_i) begin
    blocks_q <= head;
    slot_q   <= pow_valid_i ? load_slot : head_slot;
  end

  assign end_o      = beat_q && flags_q.last_term;
  assign end_slot_o = slot_q;

  // ---- B: n of the oldest message that has come to its end; k -----------------------------------
  logic [CountW-1:0] count;   // n - 1

  if (Lanes == 1) begin : g_one
    logic unused_count;
    assign count        = '0;
    assign unused_count = ^count_i;
  end else begin : g_counts
    logic unused_valid;
    seal_fifo #(.Width(CountW), .Depth(S + 2), .Quiet(1'b1)) u_counts (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (valid_i && last_i),
      .data_i (count_i),
      .pop_i  (end_o),
      .data_o (count),
      .valid_o(unused_valid)
    );
  end

  logic [Lanes-1:0][PowerW-1:0] power;   // k - 1

  always_comb begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      if (flags_q.pow)             power[l] = '0;
      else if (flags_q.final_term) power[l] = PowerW'(Lanes * 32'(behind_q) + 32'(count) - l);
      else                         power[l] = PowerW'(Lanes * S - 1 - l);
    end
  end

  // ---- powers of H ------------------------------------------------------------------------------
  logic [Lanes-1:0][KeyW-1:0] key;
  logic [127:0]               product, newest;
  hash_flags_t                done;          // flags of the product
  logic [TagW-1:0]            done_tag;

  seal_hash_powers #(
    .Slots(Slots), .Poly(Poly), .MultKind(MultKind), .MultStages(S), .MultHalt(MultHalt),
    .Lanes(Lanes)
  ) u_powers (
    .clk_i, .sweep_i, .sweep_addr_i,
    .h_valid_i, .h_slot_i,
    .h_i        (to_poly(h_i)),
    .pow_valid_i, .pow_index_i,
    .store_i    (done.pow),
    .product_i  (product),
    .newest_o   (newest),
    .load_slot_o(load_slot),
    .slot_i     ({Lanes{slot_q}}),
    .power_i    (power),
    .key_o      (key)
  );

  // ---- C: the operands --------------------------------------------------------------------------
  logic [Lanes-1:0][127:0]    x_q, a;
  logic [Lanes-1:0][KeyW-1:0] k_q;
  logic [127:0]               early_q;
  logic                       bypass;

  always_ff @(posedge clk_i) begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      x_q[l] <= beat_q ? to_poly(blocks_q[l]) : (flags_q.valid && l == 0) ? newest : '0;
      k_q[l] <= flags_q.valid ? key[l] : '0;
    end
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

  always_comb begin
    a    = x_q;
    a[0] = x_q[0] ^ early_q ^ (bypass ? product : '0);
  end

  seal_ghash_mult #(
    .Lanes(Lanes), .Reductions(Reductions), .MultKind(MultKind), .MultStages(S),
    .MultHalt(MultHalt)
  ) u_mult (
    .clk_i, .a_i(a), .key_i(k_q), .p_o(product)
  );

  // ---- sum of the last s products ---------------------------------------------------------------
  logic         clear_q;   // sweep_i, for the sum's 128 bits
  logic [127:0] sum_q;

  always_ff @(posedge clk_i) begin
    clear_q <= sweep_i;
    if (clear_q)                            sum_q <= '0;
    else if (done.valid && done.final_term) sum_q <= product ^ (done.first_term ? '0 : sum_q);
    tag_o <= done_tag;
  end

  assign hash_o     = seal_gf_pkg::poly_to_block(seal_gf_pkg::OrderGcm, sum_q);
  assign next_o     = done.valid && done.last_term && !done.pow;
  assign pow_done_o = done.pow;

endmodule
