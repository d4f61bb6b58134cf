// SPDX-License-Identifier: Apache-2.0
//
// Parser: turns the judged beats of a message into the steps of the issue stage, one for each
// token. NIST SP 800-38D, sections 7.1 (steps 2, 4 and 5) and 7.2.
//
//   judged beat                                     steps
//   IV, AAD, TEXT                                   the same
//   the first one after a hashed IV                 IVLEN, then its own
//   the last one of a sealed or counter-only        its own, (IVLEN,) END
//   message, if not END itself
//   END                                             END; refused: at once, without IVLEN
//
// So a message of n text and a AAD beats makes n + a + 1 steps, and the first step of the next
// message follows at once if its command is there.
//
// Control only: the data of a beat are read from the buffer when its token is made. Latency: none,
// from the judge's registers to step_o. The state changes only with ready_i. Reset and zero_i:
// idle.
module seal_gcm_parse
  import seal_gcm_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,
  input  logic   zero_i,

  input  logic   valid_i,
  output logic   take_o,
  input  logic   last_i,
  input  step_t  judged_i,

  output logic   step_valid_o,
  input  logic   ready_i,
  output step_t  step_o
);

  logic end_due_q;   // the last judged beat has made its own step; END is still to come
  logic iv_hash_q;   // the hash of an IV has begun and needs its IVLEN
  logic fin_q;       // a step has been marked as the last beat of the output packet
  logic is_end, close_iv;

  assign is_end   = (judged_i.kind == TokenEnd);
  assign close_iv = iv_hash_q && !judged_i.refused && (end_due_q || judged_i.kind != TokenIv);

  assign step_valid_o = valid_i;
  assign take_o       = step_valid_o && ready_i && !close_iv && (end_due_q || is_end || !last_i);

  always_comb begin
    step_o       = judged_i;
    step_o.first = judged_i.first && !end_due_q;
    if (close_iv) begin
      step_o.kind  = TokenIvLen;
      step_o.fin   = 1'b0;
      step_o.place = 1'b0;
      step_o.j0    = 1'b0;
    end else if (end_due_q || is_end) begin
      step_o.kind  = TokenEnd;
      step_o.fin   = !fin_q;
      step_o.place = !fin_q;
      step_o.j0    = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_due_q <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (zero_i || (take_o && last_i)) begin
      end_due_q <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (step_valid_o && ready_i) begin
      end_due_q <= end_due_q || (last_i && !close_iv);
      iv_hash_q <= !close_iv && (iv_hash_q || judged_i.kind == TokenIv);
      fin_q     <= fin_q || step_o.fin;
    end
  end

endmodule
