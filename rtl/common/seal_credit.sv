// SPDX-License-Identifier: Apache-2.0
//
// Credit counter: it starts with Credits credits, and free_o is high while more than Late are left.
// A credit stands for an entry of a queue at the end of a pipeline that cannot stop: taking one
// reserves the entry. Source: no standard: the usual credit-based flow control.
//
// take_i uses one credit, give_i returns one; both in the same cycle cancel. If take_i comes from a
// register, Late cycles after free_o was read, set Late to that number: then no credit is spent
// twice. Reset and clear_i restore all credits. free_o and idle_o are registers.
`include "seal_assert.svh"

module seal_credit #(
  parameter int unsigned Credits = 16,
  parameter int unsigned Late    = 0
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic take_i,
  input  logic give_i,
  output logic free_o,   // a credit may be taken
  output logic idle_o    // no credit is taken
);

  localparam int unsigned CntW = $clog2(Credits + 1);

  logic [CntW-1:0] left_q;

  // free_o is left_q > Late and idle_o is left_q == Credits, both as registers. Their next values
  // come from left_q itself and not from the new sum, so no adder stands in front of a comparison.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= CntW'(Credits);
      free_o <= 1'b1;
      idle_o <= 1'b1;
    end else if (clear_i) begin
      left_q <= CntW'(Credits);
      free_o <= 1'b1;
      idle_o <= 1'b1;
    end else if (give_i && !take_i) begin
      left_q <= left_q + CntW'(1);
      free_o <= free_o || (left_q == CntW'(Late));
      idle_o <= (left_q == CntW'(Credits - 1));
    end else if (take_i && !give_i) begin
      left_q <= left_q - CntW'(1);
      free_o <= free_o && (left_q != CntW'(Late + 1));
      idle_o <= 1'b0;
    end
  end

  `SEAL_ASSERT(NoneTakenTwice_A, take_i && !clear_i |-> left_q != '0)
  `SEAL_ASSERT(NoneGivenTwice_A, give_i && !clear_i |-> !idle_o)

endmodule
