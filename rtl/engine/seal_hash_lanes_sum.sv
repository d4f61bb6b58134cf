// SPDX-License-Identifier: Apache-2.0
//
// The sums of seal_hash_lanes: of the products that leave q = Lanes multipliers in a cycle, those
// which belong to the same message, for the E = Ends messages that may end in it. No standard.
//
//   B: term_i, end_i, tag_i --> C, s stages --> which products of each sum --> sum_o, valid_o
//                                               product_i ---------------------^
//
// Bit n of term_i[e]: the product of lane n is a term of sum e. Bit n of end_i[e]: its block was
// the last one of the message of sum e, and tag_i[n] is the tag. If m messages end in a cycle, sums
// 0 .. m-1 are complete, and sum m, unless m = E, is the part of a message that goes on: it is
// added to sum 0 of the next cycle. So the sums need no accumulator beside their own registers, and
// no choice: only which values are added.
//
// sum_o comes s + 2 cycles after term_i, one cycle after its products (s = Stages). Every bit that
// chooses a product is a register. Reset and sweep_i: nothing is added, so that sums are zero two
// cycles later; tags travel in registers of control, and clear with them.
module seal_hash_lanes_sum #(
  parameter int unsigned Lanes  = 4,
  parameter int unsigned Ends   = 2,
  parameter int unsigned TagW   = 1,
  parameter int unsigned Stages = 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       sweep_i,

  input  logic [Ends-1:0][Lanes-1:0] term_i,   // B
  input  logic [Ends-1:0][Lanes-1:0] end_i,
  input  logic [Lanes-1:0][TagW-1:0] tag_i,

  input  logic [Lanes-1:0][127:0]    product_i,
  output logic [Ends-1:0]            valid_o,
  output logic [Ends-1:0][TagW-1:0]  tag_o,
  output logic [Ends-1:0][127:0]     sum_o
);

  typedef struct packed {
    logic [Ends-1:0][Lanes-1:0] term;
    logic [Ends-1:0]            ends;
    logic [Ends-1:0][TagW-1:0]  tag;
  } step_t;

  step_t            step_d, done;
  step_t [Stages:0] flight_q;    // C, and the stages of the multiplier
  logic [Ends-1:0]  goes_on_q;   // the sum of the last cycle whose message goes on

  always_comb begin
    step_d.term = term_i;
    step_d.tag  = '0;
    for (int unsigned e = 0; e < Ends; e++) begin
      step_d.ends[e] = |end_i[e];
      for (int unsigned n = 0; n < Lanes; n++) step_d.tag[e] |= tag_i[n] & {TagW{end_i[e][n]}};
    end
  end

  assign done = flight_q[Stages];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q  <= '0;
      goes_on_q <= '0;
      valid_o   <= '0;
    end else if (sweep_i) begin
      flight_q  <= '0;
      goes_on_q <= '0;
      valid_o   <= '0;
    end else begin
      flight_q  <= {flight_q[Stages-1:0], step_d};
      goes_on_q <= ~done.ends & Ends'({done.ends, 1'b1});
      valid_o   <= done.ends;
    end
  end

  // Bit by bit, so that each is one balanced sum
  logic [Ends-1:0][127:0] sum;
  always_comb begin
    for (int unsigned i = 0; i < 128; i++) begin
      logic [Lanes-1:0] products;
      logic [Ends-1:0]  sums;
      for (int unsigned n = 0; n < Lanes; n++) products[n] = product_i[n][i];
      for (int unsigned e = 0; e < Ends; e++) begin
        sums[e]   = sum_o[e][i];
        sum[e][i] = ^(products & done.term[e]);
      end
      sum[0][i] ^= ^(sums & goes_on_q);
    end
  end

  always_ff @(posedge clk_i) begin
    sum_o <= sum;
    tag_o <= done.tag;
  end

endmodule
