// SPDX-License-Identifier: Apache-2.0
//
// Message check: takes commands and their blocks in order, and turns each block into a request for
// the sequencer, by the rules of a message (seal_message_rule). NIST SP 800-38D, sections 7.1, 7.2.
//
// A block that is refused, or part of a refused message, makes no request, nor does an IV that is
// taken as it is (direct_o). But the last block of a message always makes one: END where the rules
// ask for nothing, with the cause of the first refusal if there was one.
//
// The state is here: the message at hand, whether a rule was broken and which, the lengths
// (seal_message_lengths). The rule has no state: q blocks per cycle take a chain of q rules in
// place of the one here, and q entries in the register slice behind it.
//
// Control only: a request holds the block's address in the buffer, not its data. This module does
// not depend on the width or number of beats.
//
// One block per cycle, latency 1 cycle. The next command is taken together with the last block of
// a message, or one cycle later if that block is of section IV. Reset: empty. sweep_i: the requests
// are dropped, and the rest of the message's input is discarded without an answer.
`include "seal_assert.svh"

module seal_message_check
  import seal_message_pkg::*;
#(
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,

  // checked commands; each message takes a credit
  input  logic                  cmd_valid_i,
  output logic                  cmd_take_o,
  input  message_op_e           cmd_op_i,
  input  logic [3:0]            cmd_slot_i,
  input  logic [1:0]            cmd_size_i,
  input  logic                  cmd_iv_in_data_i,
  input  logic [4:0]            cmd_tag_len_i,
  input  message_cause_e        cmd_cause_i,
  input  logic                  msg_free_i,

  // blocks
  input  logic                  block_valid_i,
  output logic                  block_take_o,
  input  block_t                block_i,
  input  logic [BlockAddrW-1:0] block_addr_i,
  input  logic                  next_valid_i,
  input  message_section_e      next_section_i,

  // the message's first counter block
  output logic [StartAddrW-1:0] message_o,      // its address, valid after cmd_take_o
  output logic                  direct_o,       // the block at hand is the IV ...
  output logic                  counter_o,      // ... or the first counter block itself

  // requests
  output logic                  valid_o,
  input  logic                  take_i,
  output logic                  last_o,         // the message's last
  output request_t              request_o,

  output logic                  busy_o
);

  // ---- current message, and the rules for the block ---------------------------------------------
  message_op_e           op_q;
  logic [3:0]            slot_q;
  logic [1:0]            size_q;
  form_t                 form_q;
  logic [StartAddrW-1:0] number_q;
  logic                  msg_valid_q;
  logic                  discard_q;       // ended by a zeroise: answered already
  logic                  started_q;       // it has made a request
  logic                  refused_q;       // a rule was broken ...
  message_cause_e        cause_q;         // ... and by what

  full_t          full;
  request_e       kind;
  logic           decided, ends_text, counter, direct, refused, wrong_tag;
  message_cause_e bad, cause;

  seal_message_rule #(.Store(Store), .IvLimit(IvLimit)) u_rule (
    .form_i     (form_q),
    .full_i     (full),
    .refused_i  (refused_q),
    .cause_i    (cause_q),
    .block_i,
    .next_valid_i,
    .next_section_i,
    .decided_o  (decided),
    .kind_o     (kind),
    .fin_o      (ends_text),
    .direct_o   (direct),
    .counter_o  (counter),
    .refused_o  (refused),
    .wrong_tag_o(wrong_tag),
    .bad_o      (bad),
    .cause_o    (cause)
  );

  seal_message_lengths #(
    .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .IvLimit(IvLimit)
  ) u_lengths (
    .clk_i, .rst_ni,
    .begin_i  (cmd_take_o),
    .take_i   (block_take_o),
    .section_i(block_i.section),
    .full_o   (full)
  );

  // ---- the request ------------------------------------------------------------------------------
  typedef struct packed {
    logic     last;
    request_t request;
  } checked_t;

  logic     ready, enter, ended;
  checked_t checked, head;

  assign block_take_o = block_valid_i && msg_valid_q && decided && ready;
  assign enter        = block_take_o && (block_i.last || !(refused || direct)) && !discard_q;
  assign ended        = block_take_o && block_i.last && block_i.section != SecIv;
  assign cmd_take_o   = cmd_valid_i && msg_free_i && (!msg_valid_q || ended);
  assign direct_o     = block_take_o && direct;
  assign counter_o    = counter;
  assign message_o    = number_q;

  assign checked = '{
    last: block_i.last,
    request: '{
      kind:       kind,
      first:      !started_q,
      fin:        ends_text && block_i.section != SecIv,
      refused:    refused || wrong_tag,
      entry:      kind inside {ReqAad, ReqText},
      j0:         kind inside {ReqText, ReqEnd},
      op:         op_q,
      slot:       slot_q,
      size:       size_q,
      cause:      cause,
      tag_len:    form_q.tag_len,
      bytes:      block_i.bytes,
      block_addr: block_addr_i,
      start_addr: number_q
    }
  };

  localparam int unsigned RequestDataW = $bits(request_t) - RequestCtrlW;

  seal_skid_wide #(.CtrlW(RequestCtrlW + 1), .DataW(RequestDataW)) u_requests (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(enter),
    .ready_o(ready),
    .ctrl_i  (checked[$bits(checked_t)-1:RequestDataW]),
    .data_i (checked[RequestDataW-1:0]),
    .valid_o(valid_o),
    .ready_i(take_i),
    .ctrl_o  (head[$bits(checked_t)-1:RequestDataW]),
    .data_o (head[RequestDataW-1:0])
  );

  assign last_o    = head.last;
  assign request_o = head.request;
  assign busy_o    = msg_valid_q || valid_o;

  // ---- registers of the message -----------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msg_valid_q <= 1'b0;
      discard_q   <= 1'b0;
      started_q   <= 1'b0;
      refused_q   <= 1'b0;
      cause_q     <= CauseNone;
      number_q    <= '0;
    end else if (sweep_i) begin
      discard_q <= 1'b1;
    end else if (cmd_take_o) begin
      msg_valid_q <= 1'b1;
      discard_q   <= 1'b0;
      started_q   <= 1'b0;
      refused_q   <= (cmd_cause_i != CauseNone);
      cause_q     <= cmd_cause_i;
      number_q    <= number_q + StartAddrW'(1);
    end else if (block_take_o) begin
      if (block_i.last) msg_valid_q <= 1'b0;
      if (enter)        started_q   <= 1'b1;
      if (!refused_q)   cause_q     <= bad;
      refused_q <= refused;
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) begin
      op_q   <= cmd_op_i;
      slot_q <= cmd_slot_i;
      size_q <= cmd_size_i;
      form_q <= '{tag_len: cmd_tag_len_i, iv_in_data: cmd_iv_in_data_i,
                  opening: cmd_op_i == OpOpen, counting: cmd_op_i == OpCounter};
    end
  end

  `SEAL_ASSERT(FirstBlockAligned_A, block_take_o && !started_q && !discard_q &&
               cause_q == CauseNone && !form_q.iv_in_data |-> block_i.first)
  `SEAL_ASSERT(RefusedHasCause_A, enter |->
               checked.request.refused == (checked.request.cause != CauseNone))
  `SEAL_ASSERT(OthersBehindIt_A, block_take_o && started_q && !discard_q |-> !block_i.first)

endmodule
