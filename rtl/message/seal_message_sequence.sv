// SPDX-License-Identifier: Apache-2.0
//
// Sequencer: turns the checked blocks of a message into the requests of the stage that issues
// tokens, one for each token. NIST SP 800-38D, sections 7.1 (steps 2, 4 and 5) and 7.2.
//
//   checked block                                   requests
//   IV, AAD, TEXT                                   the same
//   the first one after a hashed IV                 IVLEN, then its own
//   the last one of a sealed or counter-only        its own, (IVLEN,) END
//   message, if not END itself
//   END                                             END; refused: at once, without IVLEN
//
// So a message of n text and a AAD blocks makes n + a + 1 requests, and the first request of the
// next message follows at once if its command is there.
//
// One request per cycle; several would need several blocks at hand, of which each but the last
// makes at most two requests.
//
// Control only: the data of a block are read from the buffer when its token is made. Latency: none,
// from the check's registers to request_o. The state changes only with ready_i. Reset and sweep_i:
// idle.
module seal_message_sequence
  import seal_message_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_ni,
  input  logic     sweep_i,

  input  logic     valid_i,
  output logic     take_o,
  input  logic     last_i,
  input  request_t checked_i,

  output logic     request_valid_o,
  input  logic     ready_i,
  output request_t request_o
);

  logic end_due_q;   // the last block has made its own request; END is still to come
  logic iv_hash_q;   // the hash of an IV has begun and needs its IVLEN
  logic fin_q;       // a request is the last block of the output packet
  logic is_end, close_iv;

  assign is_end   = (checked_i.kind == ReqEnd);
  assign close_iv = iv_hash_q && !checked_i.refused && (end_due_q || checked_i.kind != ReqIv);

  assign request_valid_o = valid_i;
  assign take_o       = request_valid_o && ready_i && !close_iv && (end_due_q || is_end || !last_i);

  always_comb begin
    request_o       = checked_i;
    request_o.first = checked_i.first && !end_due_q;
    if (close_iv) begin
      request_o.kind  = ReqIvLen;
      request_o.fin   = 1'b0;
      request_o.entry = 1'b0;
      request_o.j0    = 1'b0;
    end else if (end_due_q || is_end) begin
      request_o.kind  = ReqEnd;
      request_o.fin   = !fin_q;
      request_o.entry = !fin_q;
      request_o.j0    = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_due_q <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (sweep_i || (take_o && last_i)) begin
      end_due_q <= 1'b0;
      iv_hash_q <= 1'b0;
      fin_q     <= 1'b0;
    end else if (request_valid_o && ready_i) begin
      end_due_q <= end_due_q || (last_i && !close_iv);
      iv_hash_q <= !close_iv && (iv_hash_q || checked_i.kind == ReqIv);
      fin_q     <= fin_q || request_o.fin;
    end
  end

endmodule
