// SPDX-License-Identifier: Apache-2.0
//
// Parser: turns the judged beats of a message into the steps of the issue stage.
// NIST SP 800-38D, sections 7.1 (steps 2, 4 and 5) and 7.2.
//
//   entry                                           steps
//   IV, KNOW, AAD, TEXT                             the same
//   the first one behind the hash of an IV          IVLEN, then its own
//   the last one of a sealed or counter-only one    its own, (IVLEN,) END
//   END                                             END; refused: at once, the hash left open
//
// So a message of n text and a AAD beats has n + a + 1 steps, and the next one's first step
// follows at once if its command is there.
//
// Combinational from registers to step_o; everything here moves only with ready_i. Reset and
// zero_i: idle.
module seal_gcm_parse
  import seal_gcm_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,
  input  logic   zero_i,

  input  logic   valid_i,
  output logic   take_o,
  input  logic   last_i,
  input  step_t  entry_i,

  output logic   step_valid_o,
  input  logic   ready_i,
  output step_t  step_o
);

  logic told_q;      // the last entry has made its own step, END is still to come
  logic iv_hash_q;   // the hash of an IV is open
  logic fin_q;       // the last beat of the output packet has been named
  logic refused, is_end, close_iv, bare_end;

  assign refused  = (entry_i.cause != CauseNone);
  assign is_end   = (entry_i.kind == TkEnd);
  assign close_iv = iv_hash_q && !refused && (told_q || entry_i.kind != TkIv);
  assign bare_end = told_q && !close_iv;

  assign step_valid_o = valid_i;
  assign take_o       = step_valid_o && ready_i && !close_iv && (told_q || is_end || !last_i);

  always_comb begin
    step_o       = entry_i;
    step_o.first = entry_i.first && !told_q;
    if (close_iv) begin
      step_o.kind = TkIvLen;
      step_o.fin  = 1'b0;
    end else if (told_q || is_end) begin
      step_o.kind = TkEnd;
      step_o.fin  = !fin_q;
    end
    // END brings the received tag when opening, else nothing.
    if (bare_end) step_o.data = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q    <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (zero_i || (take_o && last_i)) begin
      told_q    <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (step_valid_o && ready_i) begin
      told_q    <= told_q || (last_i && !close_iv);
      iv_hash_q <= !close_iv && (iv_hash_q || entry_i.kind == TkIv);
      fin_q     <= fin_q || step_o.fin;
    end
  end

endmodule
