// SPDX-License-Identifier: Apache-2.0
//
// Credit counter: it starts with Credits credits, and free_o is high while enough are left for all
// that may be taken. A credit stands for an entry of a queue at the end of a pipeline that cannot
// stop: taking one reserves the entry. Source: no standard: the usual credit-based flow control.
//
// Each bit of take_i uses one credit, each bit of give_i returns one, in any number in the same
// cycle. free_o: Takes credits are left, so any bits of take_i may be set. If take_i comes from a
// register, Late cycles after free_o was read, set Late to that number: then Takes more credits are
// kept for each of these cycles, and none is spent twice. Reset and clear_i restore all credits.
// free_o and idle_o are registers.
`include "seal_assert.svh"

module seal_credit #(
  parameter int unsigned Credits = 16,
  parameter int unsigned Late    = 0,
  parameter int unsigned Takes   = 1,   // in one cycle, at most
  parameter int unsigned Gives   = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic [Takes-1:0] take_i,
  input  logic [Gives-1:0] give_i,
  output logic             free_o,   // Takes credits may be taken
  output logic             idle_o    // no credit is taken
);

  localparam int unsigned CntW = $clog2(Credits + 1);
  localparam int unsigned Need = Takes * (Late + 1);   // left, for free_o

  if (Takes < 1 || Gives < 1) begin : g_bad_events
    $error("seal_credit: Takes and Gives must be 1 or more");
  end
  if (Need > Credits) begin : g_bad_credits
    $error("seal_credit: Credits must be Takes * (Late + 1) or more");
  end

  logic [CntW-1:0] left_q;

  // free_o is left_q >= Need and idle_o is left_q == Credits, both as registers. Their next values
  // come from left_q itself and not from the new sum, so no adder stands in front of a comparison.
  if (Takes == 1 && Gives == 1) begin : g_one
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
  end else begin : g_many
    // Compared for each number of credits that may go or come, one of which is the right one
    localparam int unsigned Most   = (Takes > Gives) ? Takes : Gives;
    localparam int unsigned EventW = $clog2(2 * Most + 1);

    logic [EventW-1:0] taken, given;
    logic [CntW-1:0]   left;
    logic              free, idle;

    always_comb begin
      taken = EventW'($countones(take_i));
      given = EventW'($countones(give_i));
      left  = left_q;
      free  = free_o;
      idle  = idle_o;
      for (int unsigned n = 1; n <= Most; n++) begin
        if (taken == given + EventW'(n)) begin
          left = left_q - CntW'(n);
          free = (32'(left_q) >= Need + n);
          idle = 1'b0;
        end
        if (given == taken + EventW'(n)) begin
          left = left_q + CntW'(n);
          free = (32'(left_q) + n >= Need);
          idle = (32'(left_q) + n == Credits);
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q <= CntW'(Credits);
        free_o <= 1'b1;
        idle_o <= 1'b1;
      end else if (clear_i) begin
        left_q <= CntW'(Credits);
        free_o <= 1'b1;
        idle_o <= 1'b1;
      end else begin
        left_q <= left;
        free_o <= free;
        idle_o <= idle;
      end
    end
  end

  `SEAL_ASSERT(NoneTakenTwice_A, !clear_i |-> 32'($countones(take_i)) <= 32'(left_q))
  `SEAL_ASSERT(NoneGivenTwice_A,
      !clear_i |-> 32'($countones(give_i)) <= Credits - 32'(left_q))

endmodule
