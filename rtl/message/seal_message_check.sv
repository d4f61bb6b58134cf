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
// (seal_message_lengths). The rule has no state: Lanes blocks per cycle take a chain of them, from
// at[0], the registers, to at[Lanes]. A message may begin behind any block, at most one in a cycle.
//
//   at[n] --> rule n --> behind block n --+--> at[n + 1]
//               ^                         |
//             block n             next command, if block n was its message's last
//
// LengthFirst, for a mode that is not of SP 800-38D (seal_gcm_exit): the first block of section
// text is the length block of the message. It must be whole and must be there, or its message is
// refused with CauseLength; its request is of kind IV: it is hashed, and does not leave. TextLimit
// counts it. That is for one lane, without the counter-only operation, Store and AnyIv.
//
// Control only: a request holds the block's address in the buffer, not its data. This module does
// not depend on the width or number of beats.
//
// Up to Lanes blocks per cycle, latency 1 cycle. They come as block_valid_i, from bit 0 on without
// a gap; those that are taken (block_take_o), and the requests (valid_o, take_i), are in the same
// form. next_* is the block behind the last one that is valid. The next command is taken together
// with the last block of a message, or one cycle later if that block is of section IV. Reset:
// empty. sweep_i: the requests are dropped, and the rest of the message's input is discarded
// without an answer.
`include "seal_assert.svh"

module seal_message_check
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes        = 1,
  parameter bit          Store        = 1'b0,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter bit          AnyIv        = 1'b1,            // not only of the front's IvBytes
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter bit [2:0]    Ops          = AllOps,          // operations, by their codes
  parameter bit [16:0]   TagLengths   = GcmTags,         // bit n: tags of n bytes
  parameter int unsigned TagBound     = 0,               // see seal_message_lengths
  parameter bit          LengthFirst  = 1'b0             // a length block in front of the text
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,

  // checked commands; each message takes a credit
  input  logic                             cmd_valid_i,
  output logic                             cmd_take_o,
  input  message_op_e                      cmd_op_i,
  input  logic [3:0]                       cmd_slot_i,
  input  logic [1:0]                       cmd_size_i,
  input  logic                             cmd_iv_in_data_i,
  input  logic [4:0]                       cmd_tag_len_i,
  input  message_cause_e                   cmd_cause_i,
  input  logic                             msg_free_i,

  // blocks
  input  logic [Lanes-1:0]                 block_valid_i,
  output logic [Lanes-1:0]                 block_take_o,
  input  block_t [Lanes-1:0]               block_i,
  input  logic [Lanes-1:0][BlockAddrW-1:0] block_addr_i,
  input  logic [Lanes-1:0][LaneW-1:0]      block_lane_i,
  input  logic                             next_valid_i,
  input  message_section_e                 next_section_i,

  // the message's first counter block
  output start_addr_t [Lanes-1:0]          message_o,      // address of the message of each block;
                                                           // of a command, in the next cycle
  output logic [Lanes-1:0]                 direct_o,       // the block is the IV ...
  output logic [Lanes-1:0]                 counter_o,      // ... or the first counter block itself

  // requests
  output logic [Lanes-1:0]                 valid_o,
  input  logic [Lanes-1:0]                 take_i,
  output logic [Lanes-1:0]                 last_o,         // the message's last
  output request_t [Lanes-1:0]             request_o,

  output logic                             busy_o
);

  localparam int unsigned NumberW = start_addr_width(Lanes);
  localparam int unsigned CountW  = $clog2(Lanes + 1);

  // The message at hand.
  typedef struct packed {
    logic               valid;
    logic               discard;    // ended by a zeroise: answered already
    logic               started;    // it has made a request
    logic               refused;    // a rule was broken ...
    message_cause_e     cause;      // ... and by what
    logic [NumberW-1:0] number;
  } message_t;

  // Its command.
  typedef struct packed {
    message_op_e op;
    logic [3:0]  slot;
    logic [1:0]  size;
    form_t       form;
  } command_t;

  // Blocks of it before in this cycle, by the limit against which they count.
  typedef struct packed {
    logic [CountW-1:0] text;
    logic [CountW-1:0] aad;
    logic [CountW-1:0] iv;
    logic [CountW-1:0] stored;
  } count_t;

  message_t          message_q, message_new;
  command_t          command_q, command_new;
  full_t [Lanes-1:0] full, full_new;
  logic              ready;
  logic [Lanes-1:0]  take, begins, fresh, enter, last, direct, counter;

  message_section_e [Lanes-1:0] section;
  request_t         [Lanes-1:0] request;
  start_addr_t      [Lanes-1:0] number;

  assign command_new = '{op: cmd_op_i, slot: cmd_slot_i, size: cmd_size_i,
                         form: '{tag_len: cmd_tag_len_i, iv_in_data: cmd_iv_in_data_i,
                                 opening:  Ops[OpOpen] && cmd_op_i == OpOpen,
                                 counting: Ops[OpCounter] && cmd_op_i == OpCounter}};

  // Of a command that is taken; at most one in a cycle.
  assign message_new = '{valid: 1'b1, discard: 1'b0, started: 1'b0,
                         refused: cmd_cause_i != CauseNone, cause: cmd_cause_i,
                         number: message_q.number + NumberW'(1)};

  // ---- block after block ------------------------------------------------------------------------
  // g_at[n]: before block n of this cycle.
  for (genvar n = 0; n <= Lanes; n++) begin : g_at
    message_t message;
    command_t command;
    count_t   counted;
    logic     taken, begun;    // all blocks before; a message has begun in this cycle
  end

  assign g_at[0].message = message_q;
  assign g_at[0].command = command_q;
  assign g_at[0].counted = '0;
  assign g_at[0].taken   = 1'b1;
  assign g_at[0].begun   = 1'b0;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    block_t           block;
    full_t            reached;
    request_e         kind, asked;
    logic             announces;   // it is the length block
    logic             next_valid, decided, ends_text, is_direct, is_counter, refused, wrong_tag;
    logic             taken, ended, first, enters;
    message_section_e next_section;
    message_cause_e   bad, cause;
    message_t         now, after;
    count_t           counted;
    command_t         command;

    assign now     = g_at[n].message;
    assign command = g_at[n].command;

    if (!LengthFirst) begin : g_last
      assign block     = block_i[n];
      assign announces = 1'b0;
    end else begin : g_first
      logic text_q, unfit;   // a block of text came before; a fault

      if (Lanes > 1) begin : g_bad_lanes
        $error("seal_message_check: LengthFirst must be 0 with several lanes");
      end

      assign announces = (block_i[n].section == SecText) && !text_q;
      assign unfit     = !(command.form.iv_in_data && block_i[n].no_iv) &&
                         (announces ? !block_i[n].bytes[BytesW-1] : !text_q && block_i[n].last);

      always_comb begin
        block = block_i[n];
        if (unfit && !block_i[n].wrong) begin
          block.wrong = 1'b1;
          block.bad   = CauseLength;
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)         text_q <= 1'b0;
        else if (cmd_take_o) text_q <= 1'b0;
        else if (take[n])    text_q <= text_q || block_i[n].section == SecText;
      end
    end

    if (n + 1 < Lanes) begin : g_next
      assign next_valid   = block_valid_i[n+1] || next_valid_i;
      assign next_section = block_valid_i[n+1] ? block_i[n+1].section : next_section_i;
    end else begin : g_next
      assign next_valid   = next_valid_i;
      assign next_section = next_section_i;
    end

    if (Lanes == 1) begin : g_reached
      assign reached = full[0];
    end else begin : g_reached
      full_t [Lanes-1:0] limits;
      count_t            k;
      assign limits  = g_at[n].begun ? full_new : full;
      assign k       = g_at[n].counted;
      assign reached = '{bound: 1'b0, text: limits[k.text].text, aad: limits[k.aad].aad,
                         iv: limits[k.iv].iv, store: limits[k.stored].store};
    end

    seal_message_rule #(
      .Store(Store), .AnyIv(AnyIv), .IvLimit(IvLimit), .CounterIv(Ops == 3'b001 << OpCounter)
    ) u_rule (
      .form_i        (command.form),
      .full_i        (reached),
      .refused_i     (now.refused),
      .cause_i       (now.cause),
      .block_i       (block),
      .next_valid_i  (next_valid),
      .next_section_i(next_section),
      .decided_o     (decided),
      .kind_o        (asked),
      .fin_o         (ends_text),
      .direct_o      (is_direct),
      .counter_o     (is_counter),
      .refused_o     (refused),
      .wrong_tag_o   (wrong_tag),
      .bad_o         (bad),
      .cause_o       (cause)
    );

    assign kind   = (announces && asked == ReqText) ? ReqIv : asked;
    assign taken  = block_valid_i[n] && now.valid && decided && ready && g_at[n].taken;
    assign enters = taken && (block.last || !(refused || is_direct)) && !now.discard;
    assign ended  = taken && block.last && block.section != SecIv;
    assign first  = cmd_valid_i && msg_free_i && ((n == 0 && !now.valid) || ended) &&
                    !g_at[n].begun;

    assign take[n]    = taken;
    assign begins[n]  = first;
    assign fresh[n]   = taken && g_at[n].begun;
    assign enter[n]   = enters;
    assign direct[n]  = taken && is_direct;
    assign counter[n] = is_counter;
    assign section[n] = block.section;
    assign number[n]  = start_addr_t'(now.number);

    assign last[n]    = block.last;
    assign request[n] = '{
      kind:       kind,
      first:      !now.started,
      fin:        ends_text && block.section != SecIv && !announces,
      refused:    refused || wrong_tag,
      entry:      kind inside {ReqAad, ReqText},
      j0:         kind inside {ReqText, ReqEnd},
      op:         command.op,
      slot:       command.slot,
      size:       command.size,
      cause:      cause,
      tag_len:    command.form.tag_len,
      bytes:      block.bytes,
      block_addr: block_addr_i[n],
      lane:       block_lane_i[n],
      start_addr: start_addr_t'(now.number)
    };

    // The message behind this block.
    assign g_at[n+1].taken   = taken;
    assign g_at[n+1].begun   = g_at[n].begun || first;
    assign g_at[n+1].command = first ? command_new : command;

    always_comb begin
      after = now;
      if (block.last)   after.valid   = 1'b0;
      if (enters)       after.started = 1'b1;
      if (!now.refused) after.cause   = bad;
      after.refused = refused;
    end

    always_comb begin
      counted = g_at[n].counted;
      counted.text   += CountW'(block.section == SecText);
      counted.aad    += CountW'(block.section == SecAad);
      counted.iv     += CountW'(block.section == SecIv);
      counted.stored += CountW'(block.section inside {SecAad, SecText});
    end

    assign g_at[n+1].message = first ? message_new : taken ? after : now;
    assign g_at[n+1].counted = first ? '0 : counted;

    `SEAL_ASSERT(FirstBlockAligned_A, taken && !now.started && !now.discard &&
                 now.cause == CauseNone && !command.form.iv_in_data |-> block.first)
    `SEAL_ASSERT(RefusedHasCause_A, enters |->
                 request[n].refused == (request[n].cause != CauseNone))
    `SEAL_ASSERT(OthersBehindIt_A, taken && now.started && !now.discard |-> !block.first)
  end

  logic unused_end;   // behind the last block only its message counts
  assign unused_end = ^{g_at[Lanes].command, g_at[Lanes].counted, g_at[Lanes].taken,
                        g_at[Lanes].begun, full_new};

  assign block_take_o = take;
  assign cmd_take_o   = |begins;
  assign direct_o     = direct;
  assign counter_o    = counter;
  assign message_o    = number;

  // ---- registers of the message -----------------------------------------------------------------
  // Behind the last block that is taken, if no message begins.
  logic           ends;
  message_cause_e cause;

  assign ends  = (Lanes == 1) ? block_i[0].last : !g_at[Lanes].message.valid;
  assign cause = (Lanes == 1) ? g_lane[0].bad : g_at[Lanes].message.cause;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      message_q <= '{valid: 1'b0, discard: 1'b0, started: 1'b0, refused: 1'b0,
                     cause: CauseNone, number: '0};
    end else if (sweep_i) begin
      message_q.discard <= 1'b1;
    end else if (cmd_take_o) begin
      message_q <= (Lanes == 1) ? message_new : g_at[Lanes].message;
    end else if (take[0]) begin
      if (ends)               message_q.valid   <= 1'b0;
      if (enter != '0)        message_q.started <= 1'b1;
      if (!message_q.refused) message_q.cause   <= cause;
      message_q.refused <= (Lanes == 1) ? g_lane[0].refused : g_at[Lanes].message.refused;
    end
  end

  always_ff @(posedge clk_i) begin
    if (cmd_take_o) command_q <= command_new;
  end

  seal_message_lengths #(
    .Lanes(Lanes), .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .IvLimit(IvLimit), .TagLengths(TagLengths), .TagBound(TagBound)
  ) u_lengths (
    .clk_i, .rst_ni,
    .begin_i   (cmd_take_o),
    .tag_len_i (command_q.form.tag_len),
    .take_i    (take),
    .fresh_i   (fresh),
    .section_i (section),
    .full_o    (full),
    .full_new_o(full_new)
  );

  // ---- requests ---------------------------------------------------------------------------------
  seal_message_requests #(.Lanes(Lanes)) u_requests (
    .clk_i, .rst_ni, .sweep_i,
    .enter_i  (enter),
    .ready_o  (ready),
    .last_i   (last),
    .request_i(request),
    .valid_o, .take_i, .last_o, .request_o
  );

  assign busy_o = message_q.valid || (valid_o != '0);

endmodule
