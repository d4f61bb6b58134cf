// SPDX-License-Identifier: Apache-2.0
//
// Issue stage: carries out the parser's steps, at most one token per cycle, and holds the counter
// block. NIST SP 800-38D, sections 6.2 (inc32), 7.1 steps 2 and 3 (J0, first counter block).
//
//   step           waits for                       AES block
//   IV, AAD        (AAD: a place in the output)    -
//   TEXT           J0, a place                     counter, then inc32(counter)
//   IVLEN          -                               -            from here until the hash: no J0
//   KNOW           -                               none: the IV becomes J0 or the counter
//   END            J0, a place if it finishes      J0
//   END, refused   the hash of an IV under way     -
//
// Every token that leaves an output beat takes a credit for its place in the output FIFO, so
// nothing behind this stage ever has to stop. Key loads take a token's turn at any time.
//
// Latency 2 cycles: a step waits in a register, its token leaves in another. Throughput one token
// per cycle. Reset: idle. zero_i: the same; clear_i, with it, clears the steps that wait and the
// counter block.
`include "seal_assert.svh"

module seal_gcm_issue
  import seal_gcm_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,
  input  logic         clear_i,

  input  logic         step_valid_i,
  output logic         ready_o,
  input  step_t        step_i,
  input  start_t       start_i,       // of its message, with its first step

  // key load: a token on request
  input  logic         key_req_i,
  output logic         key_gnt_o,
  input  token_e       key_kind_i,
  input  logic [3:0]   key_slot_i,
  input  logic [1:0]   key_size_i,
  output logic         key_uses_o,    // a step of key_slot_i waits here

  // credits
  input  logic         place_free_i,
  output logic         place_take_o,

  // hash of an IV
  input  logic         j0_valid_i,
  input  logic [127:0] j0_i,

  output logic         token_valid_o,
  output token_t       token_o,
  output logic [127:0] block_o,       // for the AES pipe
  output logic [1:0]   size_o,
  output logic         busy_o
);

  // ---- the step that waits, with what it waits for ----------------------------------------------
  typedef struct packed {
    logic   needs_place;
    logic   needs_j0;
    start_t start;
    step_t  step;
  } waiting_t;

  waiting_t next, head;
  step_t    step;
  logic     valid, leave, emit, known;
  logic     j0_known_q, j0_wait_q;

  assign next = '{
    needs_place: step_i.kind == TkAad || step_i.kind == TkText || step_i.fin,
    needs_j0:    step_i.kind == TkText || (step_i.kind == TkEnd && step_i.cause == CauseNone),
    start:       start_i,
    step:        step_i
  };

  seal_skid #(.Width($bits(waiting_t))) u_steps (
    .clk_i, .rst_ni, .zero_i, .clear_i,
    .valid_i(step_valid_i),
    .ready_o(ready_o),
    .data_i (next),
    .valid_o(valid),
    .ready_i(leave),
    .data_o (head)
  );

  assign step  = head.step;
  assign known = step.first ? !head.start.iv_in_data : j0_known_q;
  assign leave = valid && !key_req_i && (place_free_i || !head.needs_place) &&
                 (known || !head.needs_j0) && !(j0_wait_q && step.kind == TkEnd);
  assign emit  = leave && step.kind != TkKnow;   // a token of a message is made

  assign place_take_o = leave && head.needs_place;
  assign key_gnt_o    = key_req_i && !zero_i;
  assign busy_o       = valid;

  // Steps of two messages at most are here: of the first one, and of the one that came last. One
  // that is refused with its first step uses no key: a load must not wait for such, without end.
  logic [3:0] newest_slot_q;
  logic       newest_uses_q;

  always_ff @(posedge clk_i) begin
    if (step_valid_i && ready_o) begin
      newest_slot_q <= step_i.slot;
      newest_uses_q <= !(step_i.first && step_i.cause != CauseNone);
    end
  end

  assign key_uses_o = valid &&
                      ((newest_uses_q && newest_slot_q == key_slot_i) ||
                       (step.slot == key_slot_i && !(step.first && step.cause != CauseNone)));

  // ---- counter block: bytes 0 to 11, and the last 32 bits as numbers ----------------------------
  // A message's first step brings them along, and may use them at once. While it waits it writes
  // them again and again, so that nothing but the count depends on whether a step leaves.
  logic [95:0] prefix, prefix_q;
  logic [31:0] j0_low, j0_low_q, counter, counter_q;
  logic        know, hashed;

  assign prefix  = step.first ? head.start.iv : prefix_q;
  assign j0_low  = step.first ? 32'd1 : j0_low_q;
  assign counter = step.first ? 32'd2 : counter_q;
  assign know    = (step.kind == TkKnow);
  assign hashed  = j0_wait_q && j0_valid_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      // J0 of a hashed IV depends on H.
      prefix_q  <= '0;
      j0_low_q  <= '0;
      counter_q <= '0;
    end else if (hashed) begin
      prefix_q  <= j0_i[95:0];
      j0_low_q  <= swap32(j0_i[127:96]);
      counter_q <= swap32(j0_i[127:96]) + 32'd1;
    end else if (valid) begin
      // A counter block given as such is used as it is; from an IV, J0 is one before.
      prefix_q  <= know ? step.data[95:0] : prefix;
      j0_low_q  <= j0_low;
      counter_q <= (know && step.raw_counter) ? swap32(step.data[127:96])
                 : (leave && step.kind == TkText) ? counter + 32'd1 : counter;   // inc32: wraps
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      j0_known_q <= 1'b0;
      j0_wait_q  <= 1'b0;
    end else if (zero_i) begin
      j0_known_q <= 1'b0;
      j0_wait_q  <= 1'b0;
    end else begin
      if (hashed)     j0_known_q <= 1'b1;
      else if (valid) j0_known_q <= know || known;
      if (emit && step.kind == TkIvLen) j0_wait_q <= 1'b1;
      else if (j0_valid_i)              j0_wait_q <= 1'b0;
    end
  end

  // ---- the token --------------------------------------------------------------------------------
  // Tokens that are not valid may carry anything; of what AES makes, only TEXT, END and KEYH take
  // notice.
  token_e kind;

  assign kind = key_req_i ? key_kind_i : step.kind;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_o <= 1'b0;
    else         token_valid_o <= key_gnt_o || emit;
  end

  always_ff @(posedge clk_i) begin
    token_o <= '{
      kind:    kind,
      op:      step.op,
      slot:    key_req_i ? key_slot_i : step.slot,
      fin:     step.fin && !key_req_i,
      cause:   step.cause,
      tag_len: step.tag_len,
      bytes:   step.bytes,
      data:    step.data
    };
    size_o  <= key_req_i ? key_size_i : step.size;
    block_o <= key_req_i ? '0 : {swap32((step.kind == TkText) ? counter : j0_low), prefix};
  end

  `SEAL_ASSERT(OneMessageAtATime_A, valid && step.first |-> !j0_wait_q)

endmodule
