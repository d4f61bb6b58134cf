// SPDX-License-Identifier: Apache-2.0
//
// GHASH (NIST SP 800-38D, section 6.4) at one block per cycle with an s-stage multiplier, s =
// MultStages, without a bubble for any sequence of messages and keys.
//
//   A message X_1 .. X_N (N-1 blocks and the length block) has the hash
//       sum of X_j H^(N+1-j)                                                             (1)
//   Cut into s interleaved Horner chains with Y_j = X_j + P_(j-s) (zero for j <= s) and
//       P_j = Y_j H^s         while at least s blocks follow X_j
//       P_j = Y_j H^(N+1-j)   for the last s blocks                                      (2)
//   the hash is the sum of the last s products P_j. Each product is needed s blocks after its
//   operands went in, just when the multiplier delivers it, and nothing links two messages.
//
//   (002, q-parallel GHASH, uses the same powers side by side; here they follow in time.)
//
// Which case of (2) holds is known once s blocks behind X_j, or the message's last one, are here:
// a FIFO of s + 1 blocks in front of the multiplier gives that look-ahead. With gaps in the input
// products come back early; they wait in a FIFO of s words.
//
//   look-ahead FIFO --> A: which power --> B: read it, feedback --> C: x, H^k --> multiplier --> sum
//
// Keys: h_valid_i stores H of a slot. pow_valid_i takes one multiplier slot for the next power,
// H^(index+1) = H^index H; no block may come in the same cycle, and pow_done_o must be seen before
// the next. A new key needs index = 1 .. s-1 in turn.
//
// Byte order: byte 0 of a block in bits [7:0]. Latency: the hash of a message by itself leaves
// min(N, s + 1) + s + 3 cycles after its last block came in; behind another message it may have to
// wait, 2 s + 4 cycles at most, and each power in between adds one. No back-pressure.
// Reset: control only. zero_i: FIFOs and sum are cleared at once, the powers word by word at
// zero_addr_i; operands and products follow when no block enters any more.
`include "seal_assert.svh"

module seal_ghash #(
  parameter int unsigned Slots      = 4,
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,
  input  logic [6:0]   zero_addr_i,

  input  logic         valid_i,
  input  logic         last_i,       // the length block
  input  logic         iv_i,         // the message is an IV
  input  logic [3:0]   slot_i,
  input  logic [127:0] data_i,

  input  logic         h_valid_i,
  input  logic [3:0]   h_slot_i,
  input  logic [127:0] h_i,
  input  logic         pow_valid_i,
  input  logic [2:0]   pow_index_i,
  output logic         pow_done_o,

  output logic         valid_o,
  output logic         iv_o,
  output logic [127:0] hash_o
);
  import seal_gcm_pkg::*;

  localparam int unsigned S     = MultStages;
  localparam int unsigned CntW  = $clog2(S + 2);
  localparam int unsigned WordW = (S > 1) ? $clog2(S) : 1;   // which power, minus one
  localparam int unsigned Words = Slots << WordW;
  localparam int unsigned AddrW = (Words > 1) ? $clog2(Words) : 1;
  localparam bit [128:0]  POLY  = {1'b1, 120'd0, 8'h87};

  // ---- look-ahead FIFO: blocks, and beside it which of them are the last of a message ---------
  logic            issue, pop_last;
  logic [CntW-1:0] count_q, count_d;
  logic [S:0]      last_q, last_d;            // bit 0: head
  logic [127:0]    head_data;
  logic [3:0]      head_slot;
  logic            head_iv, head_valid;

  seal_fifo #(.Width(133), .Depth(S + 1)) u_lookahead (
    .clk_i, .rst_ni, .zero_i,
    .push_i (valid_i),
    .data_i ({iv_i, slot_i, data_i}),
    .pop_i  (issue),
    .data_o ({head_iv, head_slot, head_data}),
    .valid_o(head_valid)
  );

  logic unused_head_valid;   // it is implied by the counts; only an assertion looks at it
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
    end else if (zero_i) begin
      count_q <= '0;
      last_q  <= '0;
    end else begin
      count_q <= count_d;
      last_q  <= last_d;
    end
  end

  // A power takes the multiplier first: the FIFO then sees neither push nor pop.
  assign issue    = !pow_valid_i && ((|last_q) || (count_q == CntW'(S + 1)));
  assign pop_last = last_q[0];

  // ---- A: power of the head, and whether something is fed back to it --------------------------
  // Blocks behind the head up to the message's last one: f; power = min(f + 1, s).
  logic [WordW-1:0] power;      // minus one
  logic             final_term;  // the product is a term of the sum, not fed back
  always_comb begin
    power      = WordW'(S - 1);
    final_term = 1'b0;
    for (int unsigned i = S; i > 0; i--) begin
      if (last_q[i-1]) begin
        power      = WordW'(i - 1);
        final_term = 1'b1;
      end
    end
  end

  // Blocks of this message that went before, at most s.
  logic [CntW-1:0] before_q;
  logic            feedback;
  assign feedback = (before_q == CntW'(S));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                before_q <= '0;
    else if (zero_i)            before_q <= '0;
    else if (issue && pop_last) before_q <= '0;
    else if (issue && !feedback) before_q <= before_q + CntW'(1);
  end

  typedef struct packed {
    logic valid;
    logic pow;
    logic final_term;
    logic first_term;
    logic last_term;
    logic iv;
  } flags_t;

  flags_t           flags_d, b_flags_q;
  logic             block_q, feedback_q;    // in B there is a block, to which a product is added
  logic [127:0]     data_q;
  logic [3:0]       slot_q, pow_slot_q;     // of the key that is being loaded, the latter
  logic [WordW-1:0] which_q;

  assign flags_d = '{
    valid:      issue || pow_valid_i,
    pow:        pow_valid_i,
    final_term: final_term && !pow_valid_i,   // a power is no term of any message
    first_term: (power == WordW'(S - 1)) || (before_q == '0),
    last_term:  pop_last,
    iv:         head_iv
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_flags_q  <= '0;
      block_q    <= 1'b0;
      feedback_q <= 1'b0;
    end else if (zero_i) begin
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
    slot_q  <= pow_valid_i ? pow_slot_q : head_slot;
    which_q <= pow_valid_i ? '0 : power;
  end

  // ---- powers of H, one word per slot and power ----------------------------------------------
  // In the form that the multiplier wants: what depends on the key alone is worked out here.
  localparam int unsigned KeyW =
      seal_gf_pkg::key_width(MultKind, 128, seal_gf_pkg::poly_t'(POLY), MultHalt,
                             seal_gf_pkg::GcmDigit, seal_gf_pkg::GcmLevels);
  logic [KeyW-1:0]  powers [Words];
  logic [KeyW-1:0]  key_form, write_data;
  logic [AddrW-1:0] power_addr, write_addr;
  logic             write;
  logic [127:0]     h_poly, product, power_q;
  logic [2:0]       pow_index_q;
  logic             pow_out;

  assign h_poly     = block_to_poly(h_i);
  assign power_addr = AddrW'({slot_q, which_q});
  assign write      = h_valid_i || pow_out || zero_i;
  assign write_data = zero_i ? '0 : key_form;
  assign write_addr = zero_i    ? AddrW'(zero_addr_i) :
                      h_valid_i ? AddrW'({h_slot_i, WordW'(0)})
                                : AddrW'({pow_slot_q, WordW'(pow_index_q)});

  seal_gf_mult_key #(
    .Width(128), .Poly(seal_gf_pkg::poly_t'(POLY)), .Kind(MultKind), .Halt(MultHalt)
  ) u_key (
    .b_i(h_valid_i ? h_poly : product), .key_o(key_form)
  );

  always_ff @(posedge clk_i) begin
    if (write) powers[write_addr] <= write_data;
  end

  logic unused_bits;   // of addresses that are wider than this build needs
  assign unused_bits = ^{zero_addr_i, pow_index_q};

  // The newest power of the key that is being loaded, and where the next one goes.
  always_ff @(posedge clk_i) begin
    if (zero_i)         power_q <= '0;
    else if (h_valid_i) power_q <= h_poly;
    else if (pow_out)   power_q <= product;
    if (h_valid_i)   pow_slot_q  <= h_slot_i;
    if (pow_valid_i) pow_index_q <= pow_index_i;
  end

  // ---- B to C: the multiplier's operands -----------------------------------------------------
  flags_t       flags_q;
  logic [127:0]    x_q, early_q;
  logic [KeyW-1:0] k_q;
  logic         bypass_q;         // the product to feed back leaves the multiplier right now
  flags_t       done;             // flags of the product
  logic         returning;        // a product for feedback leaves the multiplier ...
  logic         take_now;         // ... and is taken by the block in B
  logic         early_valid;
  logic [127:0] early_head;

  assign returning = done.valid && !done.final_term && !done.pow && !bypass_q;
  assign take_now  = feedback_q && !early_valid && returning;

  // Products that came back before their block: at most s.
  seal_fifo #(.Width(128), .Depth(S)) u_early (
    .clk_i, .rst_ni, .zero_i,
    .push_i (returning && !take_now),
    .data_i (product),
    .pop_i  (feedback_q && early_valid),
    .data_o (early_head),
    .valid_o(early_valid)
  );

  always_ff @(posedge clk_i) begin
    x_q     <= block_q ? block_to_poly(data_q) : b_flags_q.valid ? power_q : '0;
    k_q     <= b_flags_q.valid ? powers[power_addr] : '0;
    early_q <= !feedback_q ? '0 : early_valid ? early_head : take_now ? product : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_q  <= '0;
      bypass_q <= 1'b0;
    end else if (zero_i) begin
      flags_q  <= '0;
      bypass_q <= 1'b0;
    end else begin
      flags_q  <= b_flags_q;
      bypass_q <= feedback_q && !early_valid && !take_now;
    end
  end

  seal_gf_mult #(
    .Width(128), .Poly(POLY), .Kind(MultKind), .Stages(MultStages), .Halt(MultHalt), .Keyed(1'b1)
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
    else if (zero_i) flight_q <= '0;
    else             flight_q <= ($bits(flight_q))'({flight_q, flags_q});
  end
  assign done = flight_q[S-1];

  // ---- sum of the last s products --------------------------------------------------------------
  logic [127:0] sum_q;
  always_ff @(posedge clk_i) begin
    if (zero_i)                              sum_q <= '0;
    else if (done.valid && done.final_term)  sum_q <= product ^ (done.first_term ? '0 : sum_q);
    iv_o <= done.iv;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else         valid_o <= done.valid && done.last_term && !done.pow && !zero_i;
  end

  assign hash_o     = block_to_poly(sum_q);
  assign pow_out    = done.valid && done.pow;
  assign pow_done_o = pow_out;

  `SEAL_ASSERT(HeadThere_A, issue |-> head_valid)
  `SEAL_ASSERT(NoBlockWithPower_A, pow_valid_i |-> !valid_i)
  `SEAL_ASSERT(FeedbackThere_A, bypass_q && !zero_i |->
               done.valid && !done.final_term && !done.pow)

endmodule
