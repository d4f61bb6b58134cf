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
// Which case of (2) holds is known once s blocks after X_j, or the last one of the message, are
// here: a FIFO of s + 1 blocks before the multiplier gives this look-ahead. When the input has
// gaps, products come back before their block; they wait in a FIFO of s words.
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

module seal_hash #(
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
  localparam int unsigned CntW  = $clog2(S + 2);
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

  // ---- look-ahead FIFO; beside it, which of its blocks are the last of a message ----------------
  logic            issue, pop_last, ready_q, ready_d;
  logic [CntW-1:0] count_q, count_d;
  logic [S:0]      last_q, last_d;            // bit 0: head
  logic [127:0]    head_data;
  logic [3:0]      head_slot;
  logic [TagW-1:0] head_tag;
  logic            head_valid;

  seal_fifo #(.Width(TagW + 132), .Depth(S + 1)) u_lookahead (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (valid_i),
    .data_i ({tag_i, slot_i, data_i}),
    .pop_i  (issue),
    .data_o ({head_tag, head_slot, head_data}),
    .valid_o(head_valid)
  );

  logic unused_head_valid;   // implied by the counts; read by an assertion only
  assign unused_head_valid = head_valid;

  always_comb begin
    count_d = count_q - CntW'(issue);
    last_d  = issue ? (last_q >> 1) : last_q;
    if (valid_i) begin
      for (int unsigned i = 0; i <= S; i++) begin
        if (count_d == CntW'(i)) last_d[i] = last_i;
      end
      count_d = count_d + CntW'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      last_q  <= '0;
      ready_q <= 1'b0;
    end else if (sweep_i) begin
      count_q <= '0;
      last_q  <= '0;
      ready_q <= 1'b0;
    end else begin
      count_q <= count_d;
      last_q  <= last_d;
      ready_q <= ready_d;
    end
  end

  // A power takes precedence: the FIFO then has neither push nor pop. ready_q, for the next cycle:
  // the power of the head is known, |last_q || count_q == S + 1.
  assign ready_d  = (valid_i && last_i) || (|(issue ? last_q >> 1 : last_q)) ||
                    (valid_i ? count_q == CntW'(S) && !issue || count_q == CntW'(S + 1)
                             : count_q == CntW'(S + 1) && !issue);
  assign issue    = ready_q && !pow_valid_i;
  assign pop_last = last_q[0];

  // ---- A: power of the head, and whether a product is fed back to it ----------------------------
  // With f blocks after the head in its message, the power is min(f + 1, s).
  logic [PowerW-1:0] power;      // minus one
  logic             final_term;  // the product is a term of the sum, not fed back
  always_comb begin
    power      = PowerW'(S - 1);
    final_term = 1'b0;
    for (int unsigned i = S; i > 0; i--) begin
      if (last_q[i-1]) begin
        power      = PowerW'(i - 1);
        final_term = 1'b1;
      end
    end
  end

  // Blocks of this message that have gone before, counted up to s.
  logic [CntW-1:0] before_q;
  logic            feedback;
  assign feedback = (before_q == CntW'(S));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                 before_q <= '0;
    else if (sweep_i)             before_q <= '0;
    else if (issue && pop_last)  before_q <= '0;
    else if (issue && !feedback) before_q <= before_q + CntW'(1);
  end

  typedef struct packed {
    logic            valid;
    logic            pow;
    logic            fed_back;     // the product
    logic            final_term;
    logic            first_term;
    logic            last_term;
    logic [TagW-1:0] tag;
  } flags_t;

  flags_t           flags_d, b_flags_q;
  logic             block_q, feedback_q;    // B has a block; a product is added to it
  logic [127:0]     data_q;
  logic [3:0]       slot_q, load_slot;      // load_slot: of the key that is being loaded
  logic [PowerW-1:0] which_q;

  assign flags_d = '{
    valid:      issue || pow_valid_i,
    pow:        pow_valid_i,
    fed_back:   issue && !final_term,
    final_term: final_term && !pow_valid_i,   // a power is no term of any message
    first_term: (power == PowerW'(S - 1)) || (before_q == '0),
    last_term:  pop_last,
    tag:        head_tag
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_flags_q  <= '0;
      block_q    <= 1'b0;
      feedback_q <= 1'b0;
    end else if (sweep_i) begin
      b_flags_q  <= '0;
      block_q    <= 1'b0;
      feedback_q <= 1'b0;
    end else begin
      b_flags_q  <= flags_d;
      block_q    <= issue;
      feedback_q <= issue && feedback;
    end
  end

  always_ff @(posedge clk_i) begin
    data_q  <= head_data;
    slot_q  <= pow_valid_i ? load_slot : head_slot;
    which_q <= pow_valid_i ? '0 : power;
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
  flags_t          flags_q;
  logic [127:0]    x_q, early_q;
  logic [KeyW-1:0] k_q;
  logic            bypass_q;      // the product to feed back leaves the multiplier in this cycle
  flags_t          done;          // flags of the product
  logic            returning;     // a product for feedback leaves the multiplier ...
  logic            take_now;      // ... and is taken by the block in B
  logic            early_valid;
  logic [127:0]    early_head;

  assign returning = done.fed_back && !bypass_q;
  assign take_now  = feedback_q && !early_valid && returning;

  // Products that came back before their block, at most s.
  seal_fifo #(.Width(128), .Depth(S), .Quiet(1'b1)) u_early (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (returning && !take_now),
    .data_i (product),
    .pop_i  (feedback_q && early_valid),
    .data_o (early_head),
    .valid_o(early_valid)
  );

  always_ff @(posedge clk_i) begin
    x_q     <= block_q ? to_poly(data_q) : b_flags_q.valid ? newest : '0;
    k_q     <= b_flags_q.valid ? key : '0;
    early_q <= !feedback_q ? '0 : early_valid ? early_head : take_now ? product : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_q  <= '0;
      bypass_q <= 1'b0;
    end else if (sweep_i) begin
      flags_q  <= '0;
      bypass_q <= 1'b0;
    end else begin
      flags_q  <= b_flags_q;
      bypass_q <= feedback_q && !early_valid && !take_now;
    end
  end

  seal_gf_mult #(
    .Width(128), .Poly(Poly), .Kind(MultKind), .Stages(S), .Halt(MultHalt),
    .Tables(MultTables), .Keyed(1'b1)
  ) u_mult (
    .clk_i,
    .start_i(1'b1),
    .a_i(x_q ^ early_q ^ (bypass_q ? product : '0)),
    .b_i(k_q),
    .p_o(product)
  );

  // The product's flags travel beside it.
  flags_t [S-1:0] flight_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     flight_q <= '0;
    else if (sweep_i) flight_q <= '0;
    else             flight_q <= ($bits(flight_q))'({flight_q, flags_q});
  end
  assign done = flight_q[S-1];

  // ---- sum of the last s products --------------------------------------------------------------
  logic         clear_q;   // sweep_i, for the sum's 128 bits
  logic [127:0] sum_q;
  always_ff @(posedge clk_i) begin
    clear_q <= sweep_i;
    if (clear_q)                            sum_q <= '0;
    else if (done.valid && done.final_term) sum_q <= product ^ (done.first_term ? '0 : sum_q);
    tag_o <= done.tag;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else         valid_o <= done.valid && done.last_term && !done.pow && !sweep_i;
  end

  assign hash_o     = seal_gf_pkg::poly_to_block(Order, sum_q);
  assign pow_out    = done.pow;
  assign pow_done_o = pow_out;

  `SEAL_ASSERT(HeadThere_A, issue |-> head_valid)
  `SEAL_ASSERT(NoBlockWithPower_A, pow_valid_i |-> !valid_i)
  `SEAL_ASSERT(FeedbackThere_A, bypass_q && !sweep_i |-> done.fed_back)

endmodule
