// SPDX-License-Identifier: Apache-2.0
//
// The order of products of a polynomial hash with a pipelined multiplier of s stages (s = Stages):
// which power of the key a block is multiplied by, and whether a product is added to it before. No
// standard; the equations are in seal_hash. This is control: blocks (data_i, with whatever belongs
// to them) only wait here, so it serves any ring.
//
// Which power is right is known once s blocks after one, or the last one of its message, are here:
// a FIFO of s + 1 blocks gives this look-ahead.
//
//   look-ahead FIFO --> A: head_o, which power --> B: registers block_o .. flags_o
//
// pow_valid_i takes one cycle for a product of the key itself (seal_hash_powers); no block may come
// in the same cycle.
//
// One block per cycle; it leaves min(s, blocks of its message that follow) cycles or more after it
// came, and stays in A for one cycle. Reset and sweep_i: empty; s + 1 cycles of sweep_i clear the
// FIFO.
`include "seal_assert.svh"

module seal_hash_schedule
  import seal_hash_pkg::*;
#(
  parameter int unsigned  Width  = 132,
  parameter int unsigned  Stages = 4,
  localparam int unsigned PowerW = seal_engine_pkg::power_width(1, Stages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,

  input  logic              valid_i,
  input  logic              last_i,       // of its message
  input  logic [Width-1:0]  data_i,
  input  logic              pow_valid_i,

  output logic [Width-1:0]  head_o,       // A: if there is a block, this one
  output logic              block_o,      // B: it was one, and left
  output logic              feedback_o,   // a product is added to it
  output logic [PowerW-1:0] power_o,      // it takes H^(this + 1); 0 for the key itself
  output hash_flags_t       flags_o
);

  localparam int unsigned S    = Stages;
  localparam int unsigned CntW = $clog2(S + 2);

  // ---- look-ahead FIFO; beside it, which of its blocks are the last of a message ----------------
  logic            issue, pop_last, ready_q, ready_d, head_valid;
  logic [CntW-1:0] count_q, count_d;
  logic [S:0]      last_q, last_d;            // bit 0: head

  seal_fifo #(.Width(Width), .Depth(S + 1)) u_lookahead (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (valid_i),
    .data_i,
    .pop_i  (issue),
    .data_o (head_o),
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

  // ---- B ----------------------------------------------------------------------------------------
  hash_flags_t flags_d;

  assign flags_d = '{
    valid:      issue || pow_valid_i,
    pow:        pow_valid_i,
    fed_back:   issue && !final_term,
    final_term: final_term && !pow_valid_i,   // a power is no term of any message
    first_term: (power == PowerW'(S - 1)) || (before_q == '0),
    last_term:  pop_last
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_o    <= '0;
      block_o    <= 1'b0;
      feedback_o <= 1'b0;
    end else if (sweep_i) begin
      flags_o    <= '0;
      block_o    <= 1'b0;
      feedback_o <= 1'b0;
    end else begin
      flags_o    <= flags_d;
      block_o    <= issue;
      feedback_o <= issue && feedback;
    end
  end

  always_ff @(posedge clk_i) power_o <= pow_valid_i ? '0 : power;

  `SEAL_ASSERT(HeadThere_A, issue |-> head_valid)
  `SEAL_ASSERT(NoBlockWithPower_A, pow_valid_i |-> !valid_i)

endmodule
