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
// per cycle. Reset: idle. zero_i: the waiting step and the counter block are
// cleared.
`include "seal_assert.svh"

module seal_gcm_issue
  import seal_gcm_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,

  input  logic         step_valid_i,
  output logic         ready_o,
  input  step_t        step_i,
  input  logic         first_i,       // first step of its message: with it come
  input  logic         iv_in_data_i,
  input  logic [95:0]  iv_i,

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

  output token_t       token_o,
  output logic [127:0] block_o,       // for the AES pipe
  output logic [1:0]   size_o,
  output logic         busy_o
);

  // ---- the step that waits, and the one behind it -----------------------------------------------
  // Two places, so that the parser sees a registered ready.
  typedef struct packed {
    logic        first;
    logic        iv_in_data;
    logic [95:0] iv;
    step_t       step;
  } entry_t;

  step_t  step_q;
  entry_t spare_q, entry;
  logic   valid_q, spare_valid_q, needs_place_q, needs_j0_q, take, load, leave, know, emit;
  logic   j0_known_q, j0_wait_q;

  assign leave   = valid_q && !key_req_i && !zero_i && (place_free_i || !needs_place_q) &&
                   (j0_known_q || !needs_j0_q) && !(j0_wait_q && step_q.kind == TkEnd);
  assign know    = leave && step_q.kind == TkKnow;
  assign emit    = leave && step_q.kind != TkKnow;   // a token of a message is made

  assign ready_o = !spare_valid_q && !zero_i;
  assign take    = step_valid_i && ready_o;
  assign load    = (take || spare_valid_q) && (!valid_q || leave);
  assign entry   = spare_valid_q ? spare_q : '{first: first_i, iv_in_data: iv_in_data_i, iv: iv_i,
                                               step: step_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (zero_i) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      valid_q       <= load || (valid_q && !leave);
      spare_valid_q <= (take || spare_valid_q) && !load;
    end
  end

  always_ff @(posedge clk_i) begin
    if (zero_i) begin
      step_q  <= '0;
      spare_q <= '0;
    end else begin
      if (take) spare_q <= entry;
      if (load) begin
        step_q        <= entry.step;
        needs_place_q <= entry.step.kind == TkAad || entry.step.kind == TkText || entry.step.fin;
        needs_j0_q    <= entry.step.kind == TkText ||
                         (entry.step.kind == TkEnd && entry.step.cause == CauseNone);
      end
    end
  end

  assign place_take_o = leave && needs_place_q;
  assign key_gnt_o    = key_req_i && !zero_i;
  assign key_uses_o   = (valid_q && step_q.slot == key_slot_i) ||
                        (spare_valid_q && spare_q.step.slot == key_slot_i);
  assign busy_o       = valid_q;

  // ---- counter block: bytes 0 to 11, and the last 32 bits as numbers ----------------------------
  // A message's first step brings them along; by then the END before it has used the old ones.
  logic [95:0] prefix_q;
  logic [31:0] j0_low_q, counter_q;
  logic        fresh, hashed;

  assign fresh  = load && entry.first;
  assign hashed = j0_wait_q && j0_valid_i;

  always_ff @(posedge clk_i) begin
    if (zero_i) begin
      // J0 of a hashed IV depends on H.
      prefix_q  <= '0;
      j0_low_q  <= '0;
      counter_q <= '0;
    end else if (fresh) begin
      prefix_q  <= entry.iv;
      j0_low_q  <= 32'd1;
      counter_q <= 32'd2;
    end else if (know) begin
      // A counter block given as such is used as it is; from an IV, J0 is one before.
      prefix_q <= step_q.data[95:0];
      if (step_q.raw_counter) counter_q <= swap32(step_q.data[127:96]);
    end else if (hashed) begin
      prefix_q  <= j0_i[95:0];
      j0_low_q  <= swap32(j0_i[127:96]);
      counter_q <= swap32(j0_i[127:96]) + 32'd1;
    end else if (emit && step_q.kind == TkText) begin
      counter_q <= counter_q + 32'd1;   // inc32: wraps
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
      if (fresh)               j0_known_q <= !entry.iv_in_data;
      else if (know || hashed) j0_known_q <= 1'b1;
      if (emit && step_q.kind == TkIvLen) j0_wait_q <= 1'b1;
      else if (j0_valid_i)                j0_wait_q <= 1'b0;
    end
  end

  // ---- the token --------------------------------------------------------------------------------
  // Tokens that are not valid may carry anything; of what AES makes, only TEXT, END and KEYH take
  // notice.
  logic         token_valid_q;
  token_e       kind;
  token_t       token_q;
  logic [127:0] block_q;
  logic [1:0]   size_q;

  assign kind = key_req_i ? key_kind_i : step_q.kind;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_q <= 1'b0;
    else         token_valid_q <= key_gnt_o || emit;
  end

  always_ff @(posedge clk_i) begin
    token_q <= '{
      valid:   1'b0,    // it has a reset, so it is a register of its own
      kind:    kind,
      op:      step_q.op,
      slot:    key_req_i ? key_slot_i : step_q.slot,
      fin:     step_q.fin && !key_req_i,
      cause:   step_q.cause,
      tag_len: step_q.tag_len,
      bytes:   step_q.bytes,
      data:    step_q.data
    };
    size_q  <= key_req_i ? key_size_i : step_q.size;
    block_q <= key_req_i ? '0 : {swap32((step_q.kind == TkText) ? counter_q : j0_low_q), prefix_q};
  end

  always_comb begin
    token_o       = token_q;
    token_o.valid = token_valid_q;
  end
  assign block_o = block_q;
  assign size_o  = size_q;

  `SEAL_ASSERT(OneMessageAtATime_A, fresh |-> !valid_q || (leave && step_q.kind == TkEnd))

endmodule
