// SPDX-License-Identifier: Apache-2.0
//
// Hash of CWC: a polynomial in the key K over pieces of 96 bits, modulo p = 2^127 - 1, at one piece
// per cycle with a multiplier of s stages, s = MultStages, without a bubble for any sequence of
// messages and keys.
//
//   pieces d_1 .. d_N:   y = sum of d_j K^(N+1-j) + 2^64 |A| + |C|  mod p
//
// It is the hash of seal_hash with integers in place of polynomials: s interleaved Horner sums, and
// the powers K .. K^s. Numbers are in limbs (seal_cwc_pkg), so that sums need no carry; only the
// hash itself is brought to its canonical form.
//
//   schedule (look-ahead) -> pieces, powers -> (x + y) K^k -> sum of the last s -> reduce -> y
//                                               ^   | product                        ^
//                                               +---+        end_i, which waits -----+
//
// valid_i is a piece, or with last_i the last one of a message; that of a message without AAD and
// text is zero, so that each message has one. end_i, given with it, is data of the message that
// leave with its hash. h_valid_i, pow_valid_i and pow_done_o: as for seal_hash. Pieces, K and y:
// byte 0, the highest of the number, in bits [7:0].
//
// Latency: the hash of a single message comes min(N, s + 1) + s + 3 + ReduceCycles cycles after its
// last piece; after another message it may have to wait, hash_latency cycles at most, and each
// power made in between adds one. No back-pressure. Reset: control only. sweep_i: FIFOs are empty
// at once, the sum is clear a cycle later, and the powers word by word at sweep_addr_i; operands
// and products follow when no more pieces enter, and then y.
`include "seal_assert.svh"

module seal_cwc_hash
  import seal_hash_pkg::*;
  import seal_cwc_pkg::*;
#(
  parameter int unsigned  Slots      = 4,
  parameter int unsigned  MultStages = 5,
  localparam int unsigned PowerW     = seal_engine_pkg::power_width(1, MultStages),
  localparam int unsigned SweepW     = seal_engine_pkg::power_addr_width(Slots, 1, MultStages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic [SweepW-1:0] sweep_addr_i,

  input  logic              valid_i,
  input  logic              last_i,      // of its message
  input  logic [3:0]        slot_i,
  input  logic [PieceW-1:0] piece_i,
  input  end_t              end_i,       // with last_i

  input  logic              h_valid_i,
  input  logic [3:0]        h_slot_i,
  input  logic [127:0]      h_i,         // the highest bit is left out
  input  logic              pow_valid_i,
  input  logic [PowerW-1:0] pow_index_i,
  output logic              pow_done_o,

  output logic              valid_o,
  output logic [3:0]        slot_o,
  output logic [1:0]        size_o,
  output logic [127:0]      y_o
);

  localparam int unsigned S = MultStages;

  // ---- A: the head of the look-ahead, and its power; B: their registers -------------------------
  logic [PieceW-1:0] head_piece, piece_q;
  logic [3:0]        head_slot, load_slot, slot_q;
  logic              block_q, feedback_q;
  logic [PowerW-1:0] which_q;
  hash_flags_t       flags_q;

  seal_hash_schedule #(.Width(PieceW + 4), .Stages(S)) u_schedule (
    .clk_i, .rst_ni, .sweep_i, .valid_i, .last_i,
    .data_i    ({slot_i, piece_i}),
    .pow_valid_i,
    .head_o    ({head_slot, head_piece}),
    .block_o   (block_q),
    .feedback_o(feedback_q),
    .power_o   (which_q),
    .flags_o   (flags_q)
  );

  always_ff @(posedge clk_i) begin
    piece_q <= head_piece;
    slot_q  <= pow_valid_i ? load_slot : head_slot;
  end

  // ---- powers of K ------------------------------------------------------------------------------
  limbs_t       key, product, newest;
  hash_flags_t  done;            // flags of the product
  logic [127:0] h;

  assign h = swap128(h_i);

  seal_cwc_powers #(.Slots(Slots), .MultStages(S)) u_powers (
    .clk_i, .sweep_i, .sweep_addr_i,
    .h_valid_i, .h_slot_i,
    .h_i        (limbs_of({1'b0, h[126:0]})),
    .pow_valid_i, .pow_index_i,
    .store_i    (done.pow),
    .product_i  (product),
    .newest_o   (newest),
    .load_slot_o(load_slot),
    .slot_i     (slot_q),
    .power_i    (which_q),
    .key_o      (key)
  );

  logic unused_top;
  assign unused_top = h[127];

  // ---- B to C: the multiplier's operands --------------------------------------------------------
  limbs_t x_q, k_q, early_q;
  logic   bypass, unused_tag;

  always_ff @(posedge clk_i) begin
    x_q <= block_q ? limbs_of(swap128({piece_q, 32'd0})) : flags_q.valid ? newest : '0;
    k_q <= flags_q.valid ? key : '0;
  end

  seal_hash_feedback #(.Width($bits(limbs_t)), .Stages(S), .TagW(1)) u_feedback (
    .clk_i, .rst_ni, .sweep_i,
    .feedback_i(feedback_q),
    .flags_i   (flags_q),
    .tag_i     (1'b0),
    .early_o   (early_q),
    .bypass_o  (bypass),
    .product_i (product),
    .done_o    (done),
    .tag_o     (unused_tag)
  );

  logic unused_fed_back;   // used there
  assign unused_fed_back = done.fed_back;

  seal_cwc_mult #(.Stages(S)) u_mult (
    .clk_i,
    .x_i(x_q),
    .y_i(bypass ? product : early_q),
    .k_i(k_q),
    .p_o(product)
  );

  assign pow_done_o = done.pow;

  // ---- sum of the last s products ---------------------------------------------------------------
  logic clear_q, sum_valid_q;   // clear_q: sweep_i, for the sum
  sum_t sum_q;

  always_ff @(posedge clk_i) begin
    clear_q <= sweep_i;
    for (int unsigned i = 0; i < Limbs; i++) begin
      if (clear_q) begin
        sum_q[i] <= '0;
      end else if (done.valid && done.final_term) begin
        sum_q[i] <= SumW'(product[i]) + (done.first_term ? '0 : sum_q[i]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_valid_q <= 1'b0;
    else         sum_valid_q <= done.valid && done.last_term && !done.pow && !sweep_i;
  end

  // ---- what waits for the hash ------------------------------------------------------------------
  // A message has a last piece at most every cycle, and its sum 2 s + 4 cycles later at most,
  // beside the powers that are made meanwhile, one in s cycles.
  localparam int unsigned Waiting = 1 << $clog2(2 * S + 8);

  end_t         waiting;
  logic         waiting_valid, unused_waiting_valid;
  logic [126:0] y;

  seal_fifo #(.Width($bits(end_t)), .Depth(Waiting)) u_waiting (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (valid_i && last_i && !sweep_i),
    .data_i (end_i),
    .pop_i  (sum_valid_q && !sweep_i),
    .data_o (waiting),
    .valid_o(waiting_valid)
  );

  assign unused_waiting_valid = waiting_valid;   // read by an assertion only

  seal_cwc_reduce u_reduce (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(sum_valid_q),
    .sum_i  (sum_q),
    .aad_i  (waiting.aad),
    .text_i (waiting.text),
    .valid_o,
    .y_o    (y)
  );

  seal_shift_reg #(.Width(6), .Stages(ReduceCycles)) u_for (
    .clk_i, .d_i({waiting.slot, waiting.size}), .q_o({slot_o, size_o})
  );

  assign y_o = swap128({1'b0, y});

  `SEAL_ASSERT(EndThere_A, sum_valid_q && !sweep_i |-> waiting_valid)

endmodule
