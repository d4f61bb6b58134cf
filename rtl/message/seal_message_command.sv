// SPDX-License-Identifier: Apache-2.0
//
// Command check: takes commands in order, and passes them on to the message check, with a cause if
// the message must be refused. Rules: NIST SP 800-38D, 5.2.1.2 (tag lengths) and 8.3 (invocations
// of a key).
//
//   cause               the first that applies
//   CauseZeroised       the core is being zeroised
//   CauseOp             no such operation, or none of Ops
//   CauseSlot           slot not ready
//   CauseMessageLimit   the key has reached MsgLimit
//   CauseTagLength      no length of TagLengths, or below the slot's minimum (not if counter-only)
//
// Sealing and counter-only messages that are not refused here count against MsgLimit.
//
// A message that is not refused here uses its slot, from the cycle after its check until two cycles
// after its verdict (verdict_i: one for each message, in order, two cycles after take_i or later).
// uses_o reports this to the table of the slots (seal_key_slots), which looks up s_cmd_slot for it
// (slot_ready_i, slot_i). used_o adds the use of which the table learns in this cycle.
//
// The slot and the count of its key are looked up when the command is taken, and the command is
// checked in the next cycle, in which the count advances; it is stored in the one after that. So
// each of these steps begins at registers. Whether a key has reached MsgLimit is a flag.
//
// One command every other cycle, latency 2 cycles. While a key is loaded (hold_*), commands of its
// slot wait at the input; with KeyRefuse they are taken and refused. Reset: no command. While
// sweep_i is high, no slot may be ready. A zeroise gives commands that were accepted before it the
// cause CauseZeroised.
`include "seal_assert.svh"

module seal_message_command
  import seal_message_pkg::*;
#(
  parameter int unsigned Slots     = 4,
  parameter int unsigned IdWidth   = 16,
  parameter int unsigned Messages  = 32,            // between take_i and verdict_i, at most
  parameter bit          KeyRefuse = 1'b0,
  parameter int unsigned MsgLimit  = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops        = AllOps,       // operations, by their codes
  parameter bit [16:0]   TagLengths = GcmTags       // bit n: tags of n bytes
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               sweep_i,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [95:0]        s_cmd_iv,
  input  logic               s_cmd_iv_in_data,
  input  logic [4:0]         s_cmd_tag_len,
  input  logic [IdWidth-1:0] s_cmd_id,

  // key slots (seal_key_slots): the load under way, and the entry of s_cmd_slot
  input  logic               hold_i,
  input  logic [3:0]         hold_slot_i,
  input  logic               set_i,            // the slot that is loaded becomes ready
  input  logic               used_i,           // it has uses in the table,
  output logic               used_o,           // or one that the table does not know yet
  input  logic               slot_ready_i,
  input  slot_t              slot_i,
  output uses_t              uses_o,

  // checked commands
  output logic               valid_o,
  input  logic               take_i,
  output message_op_e        op_o,
  output logic [3:0]         slot_o,
  output logic [1:0]         size_o,
  output logic [95:0]        iv_o,
  output logic               iv_in_data_o,
  output logic [4:0]         tag_len_o,
  output logic [IdWidth-1:0] id_o,
  output message_cause_e     cause_o,
  output logic               empty_o,

  input  logic               verdict_i     // on the oldest message without one
);

  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  typedef struct packed {
    message_op_e        op;
    logic [3:0]         slot;
    logic [95:0]        iv;
    logic               iv_in_data;
    logic [4:0]         tag_len;
    logic [IdWidth-1:0] id;
  } command_t;

  command_t       raw_q, cmd_q;
  message_cause_e cause_q;

  // ---- slots ------------------------------------------------------------------------------------
  logic [SlotW-1:0] slot;
  assign slot = (32'(s_cmd_slot) < Slots) ? s_cmd_slot[SlotW-1:0] : '0;   // others are never ready

  logic       begins, begin_q, verdict_uses, verdict_there, end_q;
  logic [3:0] begin_slot_q, verdict_slot, end_slot_q;

  // The table learns of a use a cycle after the check; until then it is known here.
  assign used_o = used_i || (begin_q && begin_slot_q == hold_slot_i);

  // For each message without a verdict: its slot, and whether it uses it. A command stays in its
  // register for a cycle after it was taken. A verdict comes from afar, and counts a cycle later.
  logic take_q, verdict_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      take_q    <= 1'b0;
      verdict_q <= 1'b0;
      begin_q   <= 1'b0;
      end_q     <= 1'b0;
    end else begin
      take_q    <= valid_o && take_i;
      verdict_q <= verdict_i && !sweep_i;
      begin_q   <= begins && !sweep_i;
      end_q     <= verdict_q && verdict_uses && !sweep_i;
    end
  end

  always_ff @(posedge clk_i) begin
    begin_slot_q <= raw_q.slot;
    end_slot_q   <= verdict_slot;
  end

  seal_fifo #(.Width(5), .Depth(Messages)) u_users (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (take_q),
    .data_i ({cause_q == CauseNone, cmd_q.slot}),
    .pop_i  (verdict_q),
    .data_o ({verdict_uses, verdict_slot}),
    .valid_o(verdict_there)
  );

  logic unused_verdict_there;   // read by an assertion only
  assign unused_verdict_there = verdict_there;

  // ---- first register: as it came ---------------------------------------------------------------
  logic       raw_valid_q, held, accept, advance;
  logic       raw_new_q;      // it came in the cycle before: it is checked in this one
  logic       raw_refuse_q;   // its slot was held
  logic       raw_ready_q;    // its slot has a key ...
  logic       raw_full_q;     // ... that has reached MsgLimit
  logic       raw_short_q;    // its tag is not allowed, or too short for the slot
  logic [1:0] raw_size_q;
  logic       cmd_valid_q;    // the second register is full
  logic       open_q, load_q;  // the first, the second is not full: enables of their words

  assign held        = hold_i && (s_cmd_slot == hold_slot_i);
  assign s_cmd_ready = !raw_valid_q && !sweep_i && (KeyRefuse || !held);
  assign accept      = s_cmd_valid && s_cmd_ready;

  function automatic logic is_unknown(message_op_e op);
    return op == OpNone || (!Ops[OpSeal] && op == OpSeal) || (!Ops[OpOpen] && op == OpOpen) ||
           (!Ops[OpCounter] && op == OpCounter);
  endfunction

  // Whether a tag may have that many bytes: a bit for each run of lengths, at its last one
  function automatic logic is_length(logic [4:0] bytes);
    logic [16:0] in_run = '0;
    int unsigned first  = 0;
    for (int unsigned n = 1; n <= 16; n++) begin
      if (TagLengths[n] && !TagLengths[n-1]) first = n;
      if (TagLengths[n] && !TagLengths[(n+1)%17]) begin   // bit 0 is no length
        in_run[n] = (first == n) ? (bytes == 5'(n)) : (bytes inside {[5'(first):5'(n)]});
      end
    end
    return |in_run;
  endfunction

  // ---- check ------------------------------------------------------------------------------------
  logic [Slots-1:0] full_q;               // keys that have reached MsgLimit
  logic             store_q;              // the command that was checked before counts ...
  logic [SlotW-1:0] slot_q;               // ... for this slot ...
  logic             last_q;               // ... and is the last that its key may seal
  logic             counts;
  message_cause_e   checked, cause;
  message_cause_e   raw_cause_q;                  // of a command that was checked and waits

  always_comb begin
    if (is_unknown(raw_q.op)) begin
      checked = CauseOp;
    end else if (raw_refuse_q || !raw_ready_q) begin
      checked = CauseSlot;
    end else if (raw_q.op != OpOpen && raw_full_q) begin
      checked = CauseMessageLimit;
    end else if (raw_q.op != OpCounter && raw_short_q) begin
      checked = CauseTagLength;
    end else begin
      checked = CauseNone;
    end
  end

  assign begins = raw_new_q && (checked == CauseNone);
  assign cause  = sweep_i ? CauseZeroised : raw_new_q ? checked : raw_cause_q;
  assign counts = begins && (raw_q.op != OpOpen);

  // ---- second register: checked -----------------------------------------------------------------
  logic [1:0] size_q;

  // Not together with take_i, which comes late in the cycle: one command every other cycle is
  // enough, since every message with data takes two cycles.
  assign advance = raw_valid_q && !cmd_valid_q;

  logic raw_valid_d, cmd_valid_d;

  assign raw_valid_d = accept || (raw_valid_q && !advance);
  assign cmd_valid_d = advance || (cmd_valid_q && !take_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      raw_valid_q  <= 1'b0;
      open_q       <= 1'b1;
      raw_new_q    <= 1'b0;
      raw_refuse_q <= 1'b0;
      raw_cause_q  <= CauseNone;
      cmd_valid_q  <= 1'b0;
      load_q       <= 1'b1;
      cause_q      <= CauseNone;
    end else begin
      raw_valid_q <= raw_valid_d;
      open_q      <= !raw_valid_d;
      raw_new_q   <= accept;
      raw_cause_q <= cause;
      cmd_valid_q <= cmd_valid_d;
      load_q      <= !cmd_valid_d;
      if (accept) raw_refuse_q <= held;
      if (advance)                    cause_q <= cause;
      else if (sweep_i && cmd_valid_q) cause_q <= CauseZeroised;
    end
  end

  always_ff @(posedge clk_i) begin
    // Loaded whether a command is there or not, since that comes late; raw_valid_q and cmd_valid_q
    // record whether it was.
    if (open_q) begin
      raw_q <= '{op: message_op_e'(s_cmd_op), slot: s_cmd_slot, iv: s_cmd_iv,
                 iv_in_data: s_cmd_iv_in_data, tag_len: s_cmd_tag_len, id: s_cmd_id};
      raw_ready_q <= slot_ready_i;
      raw_size_q  <= slot_i.size;
      raw_full_q  <= (store_q && slot_q == slot) ? last_q : full_q[slot];
      raw_short_q <= !(is_length(s_cmd_tag_len) && s_cmd_tag_len >= slot_i.min_tag);
    end
    if (load_q) begin
      cmd_q  <= raw_q;
      size_q <= raw_size_q;
    end
  end

  // ---- messages sealed with the key of each slot ------------------------------------------------
  logic [31:0]      sealed [Slots];
  logic [31:0]      used_q, next_q;        // of the command that is checked; one more
  logic [Slots-1:0] fresh_q;               // none yet, whatever the memory holds
  logic [15:0]      fresh;

  assign fresh = 16'(fresh_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_q <= 1'b0;
      fresh_q <= '0;
      full_q  <= '0;
    end else begin
      store_q <= counts;
      if (store_q) begin
        fresh_q[slot_q] <= 1'b0;
        full_q[slot_q]  <= last_q;
      end
      if (set_i) begin
        fresh_q[hold_slot_i[SlotW-1:0]] <= 1'b1;
        full_q[hold_slot_i[SlotW-1:0]]  <= (MsgLimit == 0);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (open_q) begin
      if (store_q && slot_q == slot) used_q <= next_q;
      else                           used_q <= fresh[s_cmd_slot] ? '0 : sealed[slot];
    end
    next_q <= used_q + 32'd1;
    last_q <= (used_q == MsgLimit - 1);
    slot_q <= raw_q.slot[SlotW-1:0];
    if (store_q) sealed[slot_q] <= next_q;
  end

  assign uses_o       = '{begins: begin_q, begin_slot: begin_slot_q,
                          ends: end_q, end_slot: end_slot_q};
  assign valid_o      = cmd_valid_q && !sweep_i;
  assign op_o         = cmd_q.op;
  assign slot_o       = cmd_q.slot;
  assign size_o       = size_q;
  assign iv_o         = cmd_q.iv;
  assign iv_in_data_o = cmd_q.iv_in_data;
  assign tag_len_o    = cmd_q.tag_len;
  assign id_o         = cmd_q.id;
  assign cause_o      = cause_q;
  assign empty_o      = !raw_valid_q && !cmd_valid_q;

  `SEAL_ASSERT(VerdictHasMessage_A, verdict_q && !sweep_i |-> verdict_there)

endmodule
