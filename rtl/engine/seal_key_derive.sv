// SPDX-License-Identifier: Apache-2.0
//
// Goes through the list of steps by which an engine derives the values of a key slot (derive_e of
// seal_engine_pkg), one after the other. No standard: the list is that of the mode. It belongs to
// the engine: step_o is the number of the step, from 0 on, and op_i, in the same cycle, what it
// does.
//
//   DoCall, DoLength   call_valid_o until call_ready_i, then until result_valid_i
//   DoHash, DoField    hash_o until hash_done_i: the hash key and its powers are stored
//   DoStore            store_o for one cycle
//   DoExpand           expand_o for one cycle; derive_i falls and rises again behind the expansion
//   DoInvert           invert_o until invert_done_i; with invert_bad_i the key is unusable
//   DoEnd              done_o for one cycle, with the cause; again from step 0 after start_i
//
// derive_i is high while the engine may derive (seal_key_load), and falls behind done_o. Its first
// three cycles pass until the round keys are in their memories. start_i comes before it. Reset and
// sweep_i: step 0.
module seal_key_derive
  import seal_engine_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       sweep_i,

  input  logic       start_i,
  input  logic       derive_i,
  output logic       done_o,
  output logic [2:0] cause_o,      // a key_cause_e

  output logic [3:0] step_o,
  input  derive_e    op_i,

  output logic       call_valid_o,
  input  logic       call_ready_i,
  input  logic       result_valid_i,
  output logic       hash_o,
  input  logic       hash_done_i,
  output logic       store_o,
  output logic       expand_o,
  output logic       invert_o,
  input  logic       invert_done_i,
  input  logic       invert_bad_i
);

  logic [3:0] step_q;
  logic       wait_q, next;     // wait_q: a call has been taken
  logic [2:0] settle_q;
  logic       derive;

  assign derive = derive_i && settle_q[2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) settle_q <= '0;
    else         settle_q <= {settle_q[1:0], 1'b1} & {3{derive_i && !expand_o}};
  end

  always_comb begin
    next = 1'b0;
    unique case (op_i)
      DoCall, DoLength: next = result_valid_i;
      DoHash, DoField:  next = hash_done_i;
      DoStore:          next = 1'b1;
      DoExpand:         next = 1'b1;
      DoInvert:         next = invert_done_i;
      default:          next = 1'b0;
    endcase
    next = next && derive;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= '0;
      wait_q <= 1'b0;
    end else if (start_i || sweep_i) begin
      step_q <= '0;
      wait_q <= 1'b0;
    end else begin
      if (next) step_q <= step_q + 4'd1;
      wait_q <= (wait_q || (call_valid_o && call_ready_i)) && !next;
    end
  end

  assign step_o       = step_q;
  assign call_valid_o = derive && (op_i inside {DoCall, DoLength}) && !wait_q;
  assign hash_o       = derive && (op_i inside {DoHash, DoField});
  assign store_o      = derive && (op_i == DoStore);
  assign expand_o     = derive && (op_i == DoExpand);
  assign invert_o     = derive && (op_i == DoInvert);
  assign done_o       = (derive && op_i == DoEnd) ||
                        (invert_o && invert_done_i && invert_bad_i);
  assign cause_o      = (op_i == DoInvert) ? KeyUnusable : KeyLoaded;

endmodule
