// SPDX-License-Identifier: Apache-2.0
//
// Command check for up to Commands commands per cycle: seal_message_command has the rules and their
// causes, with NIST SP 800-38D, 5.2.1.2 and 8.3; this module has its function at full rate, for any
// slots, also the same one several times in a cycle.
//
//   s_cmd --+--> queue of IVs, identifiers ----------------------> iv_o, id_o
//           +--> queue of forms ----------------+--> window -----> op_o, slot_o ...
//           +--> causes ---> queue of results --+          +-----> valid_o, cause_o, size_o
//
// The window has the oldest commands in registers (seal_fifo_flat), since much is decided by what
// is at the output; only the IV and the identifier are read from a memory.
//
// Bit or word 0 of a port is the oldest, and bits are set from bit 0 on without a gap, also in
// take_i, which takes any of the commands that are offered, late in the cycle; in the next one
// others are there. s_cmd_ready takes all that are valid. A command is accepted if the queue of
// Inside entries has room for it, and waits there while its cause is found. So its slot is looked
// up in the next cycle, always: look_slot_o, for which slot_ready_i and slot_i are the entry.
//
// A message uses its slot from its acceptance until two cycles after its verdict (verdict_i: one
// for each message, in order, two cycles after take_i or later); one that is refused here, for at
// most three cycles. begin_* (seal_message_causes) and end_* (seal_message_users) report uses to
// the table of the slots (seal_slot_table), which may have Messages + Inside of them; used_o adds
// those of which the table learns later. So no key can change between look-up and use.
//
// Up to Commands commands per cycle, latency 6 cycles. While a key is loaded (hold_*), a command of
// its slot waits at the input, together with those beside it; with KeyRefuse it is taken and
// refused. Reset: no command. While sweep_i is high, nothing goes in or out, and no slot may be
// ready; the commands that were accepted before get the cause CauseZeroised.
`include "seal_assert.svh"

module seal_message_commands
  import seal_message_pkg::*;
#(
  parameter int unsigned Commands   = 2,             // per cycle
  parameter int unsigned Ends       = 2,             // verdicts per cycle
  parameter int unsigned Slots      = 4,
  parameter int unsigned IdWidth    = 16,
  parameter int unsigned Messages   = 32,            // between take_i and verdict_i, at most
  parameter bit          KeyRefuse  = 1'b0,
  parameter int unsigned MsgLimit   = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops        = AllOps,        // operations, by their codes
  parameter bit [16:0]   TagLengths = GcmTags,       // bit n: tags of n bytes
  localparam int unsigned Events    = (Commands > Ends) ? Commands : Ends
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,

  input  logic [Commands-1:0]              s_cmd_valid,
  output logic                             s_cmd_ready,
  input  logic [Commands-1:0][1:0]         s_cmd_op,
  input  logic [Commands-1:0][3:0]         s_cmd_slot,
  input  logic [Commands-1:0][95:0]        s_cmd_iv,
  input  logic [Commands-1:0]              s_cmd_iv_in_data,
  input  logic [Commands-1:0][4:0]         s_cmd_tag_len,
  input  logic [Commands-1:0][IdWidth-1:0] s_cmd_id,

  // key slots (seal_key_slots): the load under way, the look-up, the uses
  input  logic                             hold_i,
  input  logic [3:0]                       hold_slot_i,
  input  logic                             set_i,      // the slot that is loaded becomes ready
  input  logic                             used_i,     // it has uses in the table,
  output logic                             used_o,     // or one that the table does not know yet
  output logic [Commands-1:0][3:0]         look_slot_o,
  input  logic [Commands-1:0]              slot_ready_i,
  input  slot_t [Commands-1:0]             slot_i,
  output logic [Events-1:0]                begin_o,
  output logic [Events-1:0][3:0]           begin_slot_o,
  output logic [Events-1:0]                end_o,
  output logic [Events-1:0][3:0]           end_slot_o,

  // checked commands
  output logic [Commands-1:0]              valid_o,
  input  logic [Commands-1:0]              take_i,
  output message_op_e [Commands-1:0]       op_o,
  output logic [Commands-1:0][3:0]         slot_o,
  output logic [Commands-1:0][1:0]         size_o,
  output logic [Commands-1:0][95:0]        iv_o,
  output logic [Commands-1:0]              iv_in_data_o,
  output logic [Commands-1:0][4:0]         tag_len_o,
  output logic [Commands-1:0][IdWidth-1:0] id_o,
  output message_cause_e [Commands-1:0]    cause_o,
  output logic                             empty_o,

  input  logic [Ends-1:0]                  verdict_i   // on the oldest messages without one
);

  // Room for the commands of nine cycles, which pass between acceptance and the return of room,
  // and for those of three more, in which take_i may take fewer.
  localparam int unsigned Inside  = 12 * Commands;
  localparam int unsigned InsideW = $clog2(Inside + 1);

  if (Commands < 1 || Ends < 1) begin : g_bad_events
    $error("seal_message_commands: Commands and Ends must be 1 or more");
  end

  typedef struct packed {
    logic [95:0]        iv;
    logic [IdWidth-1:0] id;
  } name_t;

  typedef struct packed {
    message_op_e op;
    logic [3:0]  slot;
    logic        iv_in_data;
    logic [4:0]  tag_len;
  } asked_t;

  typedef struct packed {
    message_cause_e cause;
    logic [1:0]     size;
  } result_t;

  // ---- input ------------------------------------------------------------------------------------
  logic [Commands-1:0] held, accept, raw_valid_q, raw_refuse_q, taken_q;
  name_t [Commands-1:0]    raw_name_q;
  asked_t [Commands-1:0]   raw_q;
  logic [InsideW-1:0]  inside_q;    // commands between s_cmd and take_i
  logic                room_q;

  for (genvar n = 0; n < Commands; n++) begin : g_held
    assign held[n] = hold_i && (s_cmd_slot[n] == hold_slot_i);
  end

  assign s_cmd_ready = room_q && !sweep_i && (KeyRefuse || (s_cmd_valid & held) == '0);
  assign accept      = s_cmd_valid & {Commands{s_cmd_ready}};
  assign empty_o     = (inside_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      raw_valid_q <= '0;
      taken_q     <= '0;
      inside_q    <= '0;
      room_q      <= 1'b1;
    end else begin
      raw_valid_q <= accept;
      taken_q     <= take_i;
      inside_q    <= inside_q + InsideW'($countones(accept)) - InsideW'($countones(taken_q));
      room_q      <= (inside_q <= InsideW'(Inside - 2 * Commands));
    end
  end

  always_ff @(posedge clk_i) raw_refuse_q <= held;

  for (genvar n = 0; n < Commands; n++) begin : g_raw
    always_ff @(posedge clk_i) begin
      raw_name_q[n] <= '{iv: s_cmd_iv[n], id: s_cmd_id[n]};
      raw_q[n]      <= '{op: message_op_e'(s_cmd_op[n]), slot: s_cmd_slot[n],
                         iv_in_data: s_cmd_iv_in_data[n], tag_len: s_cmd_tag_len[n]};
    end
  end

  // ---- causes -----------------------------------------------------------------------------------
  message_op_e    [Commands-1:0]      raw_op;
  logic           [Commands-1:0][4:0] raw_tag_len;
  logic           [Commands-1:0]      result_valid, begins;
  logic           [Commands-1:0][3:0] begin_slot;
  message_cause_e [Commands-1:0]      cause;
  logic           [Commands-1:0][1:0] size;
  result_t        [Commands-1:0]      result;
  logic                               soon;

  for (genvar n = 0; n < Commands; n++) begin : g_cause
    assign raw_op[n]      = raw_q[n].op;
    assign look_slot_o[n] = raw_q[n].slot;
    assign raw_tag_len[n] = raw_q[n].tag_len;
    assign result[n]      = '{cause: cause[n], size: size[n]};
  end

  seal_message_causes #(
    .Commands(Commands), .Slots(Slots), .MsgLimit(MsgLimit), .Ops(Ops), .TagLengths(TagLengths)
  ) u_causes (
    .clk_i, .rst_ni, .sweep_i,
    .set_i,
    .load_slot_i (hold_slot_i),
    .soon_o      (soon),
    .valid_i     (raw_valid_q),
    .refuse_i    (raw_refuse_q),
    .op_i        (raw_op),
    .slot_i      (look_slot_o),
    .tag_len_i   (raw_tag_len),
    .slot_ready_i,
    .entry_i     (slot_i),
    .valid_o     (result_valid),
    .cause_o     (cause),
    .size_o      (size),
    .begin_o     (begins),
    .begin_slot_o(begin_slot)
  );

  assign used_o       = used_i || soon;
  assign begin_o      = Events'(begins);
  assign begin_slot_o = (4*Events)'(begin_slot);

  // ---- queues -----------------------------------------------------------------------------------
  // A zeroise empties that of the results; the commands that wait are counted, and leave first.
  localparam int unsigned Window = 2 * Commands;

  typedef struct packed {
    asked_t  asked;
    result_t found;
  } checked_t;

  name_t    [Commands-1:0] name;
  asked_t   [Commands-1:0] asked;
  result_t  [Commands-1:0] found;
  checked_t [Commands-1:0] checked, shown;
  logic     [Commands-1:0] waits, unused_asked, found_valid, offered, move, shown_valid;
  logic                    zeroised, room;
  logic     [InsideW-1:0]  zeroised_q;   // zeroised commands that wait for the window
  // Commands in the window, from bit 0 on without a gap, and the zeroised ones of these
  logic     [Window-1:0]   held_q, spoiled_q;

  seal_fifo_multi #(.Width($bits(name_t)), .Depth(Inside), .Ports(Commands)) u_names (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (raw_valid_q),
    .data_i (raw_name_q),
    .pop_i  (take_i),
    .data_o (name),
    .valid_o(waits)
  );

  seal_fifo_multi #(.Width($bits(asked_t)), .Depth(Inside), .Ports(Commands)) u_asked (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (raw_valid_q),
    .data_i (raw_q),
    .pop_i  (move),
    .data_o (asked),
    .valid_o(unused_asked)
  );

  seal_fifo_multi #(.Width($bits(result_t)), .Depth(Inside), .Ports(Commands)) u_results (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (result_valid),
    .data_i (result),
    .pop_i  (zeroised ? '0 : move),
    .data_o (found),
    .valid_o(found_valid)
  );

  assign zeroised = (zeroised_q != '0);
  assign move     = offered & {Commands{room && !sweep_i}};

  for (genvar n = 0; n < Commands; n++) begin : g_move
    assign offered[n] = zeroised ? zeroised_q > InsideW'(n) : found_valid[n];
    assign checked[n] = '{
      asked: asked[n],
      found: '{cause: zeroised ? CauseZeroised : found[n].cause, size: found[n].size}
    };
  end

  // What a zeroise finds in the window stays there.
  seal_fifo_flat #(.Width($bits(checked_t)), .Depth(Window), .Ports(Commands)) u_window (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (move),
    .data_i (checked),
    .room_o (room),
    .pop_i  (take_i),
    .data_o (shown),
    .valid_o(shown_valid)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zeroised_q <= '0;
      held_q     <= '0;
      spoiled_q  <= '0;
    end else begin
      held_q <= Window'({held_q, {Commands{1'b1}}} << $countones(move) >> Commands)
                >> $countones(take_i);
      if (sweep_i) begin
        zeroised_q <= inside_q - InsideW'($countones(taken_q)) - InsideW'($countones(held_q));
        spoiled_q  <= held_q;
      end else begin
        if (zeroised) zeroised_q <= zeroised_q - InsideW'($countones(move));
        spoiled_q <= spoiled_q >> $countones(take_i);
      end
    end
  end

  for (genvar n = 0; n < Commands; n++) begin : g_out
    assign valid_o[n]      = !sweep_i && shown_valid[n];
    assign op_o[n]         = shown[n].asked.op;
    assign slot_o[n]       = shown[n].asked.slot;
    assign size_o[n]       = shown[n].found.size;
    assign iv_o[n]         = name[n].iv;
    assign iv_in_data_o[n] = shown[n].asked.iv_in_data;
    assign tag_len_o[n]    = shown[n].asked.tag_len;
    assign id_o[n]         = name[n].id;
    assign cause_o[n]      = spoiled_q[n] ? CauseZeroised : shown[n].found.cause;
  end

  // ---- messages without a verdict ---------------------------------------------------------------
  logic [Commands-1:0] uses;

  for (genvar n = 0; n < Commands; n++) begin : g_uses
    assign uses[n] = (cause_o[n] == CauseNone);
  end

  seal_message_users #(.Commands(Commands), .Ends(Ends), .Messages(Messages)) u_users (
    .clk_i, .rst_ni, .sweep_i,
    .take_i, .uses_i(uses), .slot_i(slot_o), .verdict_i, .end_o, .end_slot_o
  );

  logic unused_waits;   // read by an assertion only
  assign unused_waits = ^waits;

  `SEAL_ASSERT(TakeIsThere_A, (take_i & ~valid_o) == '0)
  `SEAL_ASSERT(ResultHasCommand_A, (valid_o & ~waits) == '0)

endmodule
