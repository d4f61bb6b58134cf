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
// at[0], the registers, to at[Lanes]. A message may begin behind any block, at most Begins in a
// cycle.
//
// One lane asks the rule whether it needs the block behind (decided_o). Several do not, so that
// what is taken waits for no rule: a block of AAD or text that is not the last, and a first one of
// 16 bytes of an IV, wait for the block behind, whatever the operation; and at most one first block
// of an IV is taken in a cycle, since it may be one that is taken as it is.
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
// Up to Lanes blocks per cycle, latency 1 cycle, 2 with several. They come as block_valid_i, from
// bit 0 on without a gap; those that are taken (block_take_o), the requests (valid_o, take_i) and
// the commands (cmd_valid_i, cmd_take_o) are in the same form. next_* is the block behind Lanes of
// them. The next command is taken together with the last block of a message, or one cycle later if
// that block is of section IV; of several lanes, its blocks may come in that cycle. Reset: empty.
// sweep_i: the requests are dropped, and the rest of the message's input is discarded without an
// answer.
`include "seal_assert.svh"

module seal_message_check
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes        = 1,
  parameter int unsigned Begins       = 1,               // messages that begin in one cycle
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

  // checked commands; each message takes a credit, and there are Begins
  input  logic [Begins-1:0]                cmd_valid_i,
  output logic [Begins-1:0]                cmd_take_o,
  input  message_op_e [Begins-1:0]         cmd_op_i,
  input  logic [Begins-1:0][3:0]           cmd_slot_i,
  input  logic [Begins-1:0][1:0]           cmd_size_i,
  input  logic [Begins-1:0]                cmd_iv_in_data_i,
  input  logic [Begins-1:0][4:0]           cmd_tag_len_i,
  input  message_cause_e [Begins-1:0]      cmd_cause_i,
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
  output start_addr_t [Lanes-1:0]          message_o,      // number of each block's message; with
                                                           // one lane, also of a command that was
                                                           // taken in the cycle before
  output start_addr_t [Begins-1:0]         begin_addr_o,   // of each command, in its cycle
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
  localparam int unsigned BegunW  = $clog2(Begins + 1);

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

  message_t              message_q;
  message_t [Begins-1:0] message_new;
  command_t              command_q;
  command_t [Begins-1:0] command_new;
  full_t [Lanes-1:0]     full, full_new;
  logic                  ready, begins;
  logic [Lanes-1:0]      take, fresh, enter, last, direct, counter;

  message_section_e [Lanes-1:0] section;
  request_t         [Lanes-1:0] request;
  start_addr_t      [Lanes-1:0] number;

  for (genvar k = 0; k < Begins; k++) begin : g_command
    assign command_new[k] = '{op: cmd_op_i[k], slot: cmd_slot_i[k], size: cmd_size_i[k],
                              form: '{tag_len: cmd_tag_len_i[k], iv_in_data: cmd_iv_in_data_i[k],
                                      opening:  Ops[OpOpen] && cmd_op_i[k] == OpOpen,
                                      counting: Ops[OpCounter] && cmd_op_i[k] == OpCounter}};

    // Of the command, if it is taken
    assign message_new[k] = '{valid: 1'b1, discard: 1'b0, started: 1'b0,
                              refused: cmd_cause_i[k] != CauseNone, cause: cmd_cause_i[k],
                              number: message_q.number + NumberW'(k + 1)};

    assign cmd_take_o[k]   = (g_at[Lanes].begun > BegunW'(k));
    assign begin_addr_o[k] = start_addr_t'(message_new[k].number);
  end

  // ---- block after block ------------------------------------------------------------------------
  // g_at[n]: before block n of this cycle.
  for (genvar n = 0; n <= Lanes; n++) begin : g_at
    message_t          message;
    command_t          command;
    count_t            counted;
    logic              taken, directed;   // all blocks before; one of them is an IV
    logic [BegunW-1:0] begun;             // messages that have begun in this cycle
  end

  // With several lanes, a message may begin before the first block and take it in the same cycle.
  logic begins_first;

  assign begins_first     = Lanes > 1 && !message_q.valid && cmd_valid_i[0] && msg_free_i;
  assign g_at[0].message  = begins_first ? message_new[0] : message_q;
  assign g_at[0].command  = begins_first ? command_new[0] : command_q;
  assign g_at[0].counted  = '0;
  assign g_at[0].taken    = 1'b1;
  assign g_at[0].directed = 1'b0;
  assign g_at[0].begun    = BegunW'(begins_first);

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    block_t           block;
    full_t            reached;
    request_e         kind, asked;
    logic             announces;   // it is the length block
    logic             next_valid, decided, ends_text, is_direct, is_counter, refused, wrong_tag;
    logic             taken, ended, first, enters;
    logic             may_direct;  // it may be an IV taken as it is
    message_section_e next_section;
    message_cause_e   bad, cause;
    message_t         now, after, next_message;
    count_t           counted;
    command_t         command, next_command;
    logic             next_offered;

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
      assign next_valid   = block_valid_i[n+1];
      assign next_section = block_i[n+1].section;
    end else begin : g_next
      assign next_valid   = next_valid_i;
      assign next_section = next_section_i;
    end

    if (Lanes == 1) begin : g_reached
      assign reached = full[0];
    end else begin : g_reached
      full_t [Lanes-1:0] limits;
      count_t            k;
      assign limits  = (g_at[n].begun != '0) ? full_new : full;
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

    assign may_direct = block.section == SecIv && block.first;
    assign kind   = (announces && asked == ReqText) ? ReqIv : asked;
    if (Lanes == 1) begin : g_taken
      assign taken = block_valid_i[n] && now.valid && decided && ready && g_at[n].taken;
    end else begin : g_taken
      assign taken = block_valid_i[n] && now.valid && ready && g_at[n].taken &&
                     (next_valid || !(block.body || block.counter)) &&
                     !(may_direct && g_at[n].directed);

      logic unused_decided;   // the above is stricter
      assign unused_decided = decided;
    end
    assign enters = taken && (block.last || !(refused || is_direct)) && !now.discard;
    assign ended  = taken && block.last && block.section != SecIv;
    assign first  = next_offered && msg_free_i &&
                    ((Lanes == 1 && !now.valid) || ended);

    // The next command that has not been taken before this block
    always_comb begin
      next_offered = 1'b0;
      next_message = message_new[0];
      next_command = command_new[0];
      for (int unsigned k = 0; k < Begins; k++) begin
        if (g_at[n].begun == BegunW'(k)) begin
          next_offered = cmd_valid_i[k];
          next_message = message_new[k];
          next_command = command_new[k];
        end
      end
    end

    assign take[n]    = taken;
    assign fresh[n]   = taken && g_at[n].begun != '0 && g_at[n].begun == g_at[Lanes].begun;
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
    assign g_at[n+1].taken    = taken;
    assign g_at[n+1].directed = g_at[n].directed || may_direct;
    assign g_at[n+1].begun    = g_at[n].begun + BegunW'(first);
    assign g_at[n+1].command  = first ? next_command : command;

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
      counted.stored += CountW'(block.section == SecAad || block.section == SecText);
    end

    assign g_at[n+1].message = first ? next_message : taken ? after : now;
    assign g_at[n+1].counted = first ? '0 : counted;

    `SEAL_ASSERT(FirstBlockAligned_A, taken && !now.started && !now.discard &&
                 now.cause == CauseNone && !command.form.iv_in_data |-> block.first)
    `SEAL_ASSERT(RefusedHasCause_A, enters |->
                 request[n].refused == (request[n].cause != CauseNone))
    `SEAL_ASSERT(OthersBehindIt_A, taken && now.started && !now.discard |-> !block.first)
  end

  logic unused_end;   // behind the last block only its message counts
  assign unused_end = ^{g_at[Lanes].command, g_at[Lanes].counted, g_at[Lanes].taken,
                        g_at[Lanes].directed, g_at[Lanes].begun, full_new};

  assign block_take_o = take;
  assign begins       = |cmd_take_o;
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
    end else if (begins) begin
      message_q <= (Lanes == 1) ? message_new[0] : g_at[Lanes].message;
    end else if (take[0]) begin
      if (ends)               message_q.valid   <= 1'b0;
      if (enter != '0)        message_q.started <= 1'b1;
      if (!message_q.refused) message_q.cause   <= cause;
      message_q.refused <= (Lanes == 1) ? g_lane[0].refused : g_at[Lanes].message.refused;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begins) command_q <= (Lanes == 1) ? command_new[0] : g_at[Lanes].command;
  end

  seal_message_lengths #(
    .Lanes(Lanes), .StoreBlocks(StoreBlocks), .TextLimit(TextLimit), .AadLimitLog2(AadLimitLog2),
    .IvLimit(IvLimit), .TagLengths(TagLengths), .TagBound(TagBound)
  ) u_lengths (
    .clk_i, .rst_ni,
    .begin_i   (begins),
    .tag_len_i (command_q.form.tag_len),
    .take_i    (take),
    .fresh_i   (fresh),
    .section_i (section),
    .full_o    (full),
    .full_new_o(full_new)
  );

  // ---- requests ---------------------------------------------------------------------------------
  logic requests_busy;

  seal_message_requests #(.Lanes(Lanes)) u_requests (
    .clk_i, .rst_ni, .sweep_i,
    .enter_i  (enter),
    .ready_o  (ready),
    .last_i   (last),
    .request_i(request),
    .valid_o, .take_i, .last_o, .request_o,
    .busy_o   (requests_busy)
  );

  assign busy_o = message_q.valid || requests_busy;

endmodule
