// SPDX-License-Identifier: Apache-2.0
//
// Credit counter: Credits places, of which free_o says whether one is left.
// No standard: the usual credit-based flow control.
//
// A place taken and one given back in the same cycle cancel. Reset gives all of them back, and so
// does clear_i. Where take_i comes Late cycles after the place was taken (from a register, out of
// the way of whatever decides), free_o keeps that many places back.
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
  output logic free_o,   // a place is left
  output logic idle_o    // none is taken
);

  localparam int unsigned CntW = $clog2(Credits + 1);

  logic [CntW-1:0] left_q;

  // free_o is left_q > Late, and idle_o left_q == Credits. What they will be after one more or one
  // less is compared beside the sum, not behind it.
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
