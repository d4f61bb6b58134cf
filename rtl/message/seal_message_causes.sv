// SPDX-License-Identifier: Apache-2.0
//
// The causes for which commands are refused, for up to Commands of them per cycle: the rules of
// seal_message_command, in stages that never stall. NIST SP 800-38D, 5.2.1.2 (tag lengths).
//
//   look up   a command is on valid_i; slot_ready_i and entry_i are those of its slot
//   check     all rules but that of the limit
//   count     whether its key has reached MsgLimit (seal_message_limit)
//
// refuse_i: its slot is being loaded, and it is refused as if that had no key. set_i: slot
// load_slot_i has a new key. Word 0 is the oldest.
//
// A use of a slot begins with a command that is not refused: begin_o, together with its result.
// soon_o: one of the commands here may use load_slot_i, or does so since this cycle; the key
// load must wait. One that is refused for something else counts for two cycles.
//
// Latency 3 cycles. Reset and sweep_i: no command.
module seal_message_causes
  import seal_message_pkg::*;
#(
  parameter int unsigned Commands   = 2,             // per cycle
  parameter int unsigned Slots      = 4,
  parameter int unsigned MsgLimit   = 32'hFFFF_FFFF,
  parameter bit [2:0]    Ops        = AllOps,        // operations, by their codes
  parameter bit [16:0]   TagLengths = GcmTags        // bit n: tags of n bytes
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          sweep_i,

  input  logic                          set_i,
  input  logic [3:0]                    load_slot_i,
  output logic                          soon_o,

  input  logic [Commands-1:0]           valid_i,
  input  logic [Commands-1:0]           refuse_i,
  input  message_op_e [Commands-1:0]    op_i,
  input  logic [Commands-1:0][3:0]      slot_i,
  input  logic [Commands-1:0][4:0]      tag_len_i,
  input  logic [Commands-1:0]           slot_ready_i,
  input  slot_t [Commands-1:0]          entry_i,

  output logic [Commands-1:0]           valid_o,
  output message_cause_e [Commands-1:0] cause_o,
  output logic [Commands-1:0][1:0]      size_o,
  output logic [Commands-1:0]           begin_o,
  output logic [Commands-1:0][3:0]      begin_slot_o
);

  // The four operations and the 32 lengths that a command can name.
  localparam bit [3:0]  Known   = {1'b0, Ops};
  localparam bit [31:0] Lengths = {15'b0, TagLengths[16:1], 1'b0};

  typedef struct packed {
    message_op_e op;
    logic [3:0]  slot;
    logic [1:0]  size;
    logic        refuse;
    logic        ready;
    logic        tag_wrong;  // none of the lengths, or too short for the slot
  } looked_t;

  typedef struct packed {
    logic [3:0]     slot;
    logic [1:0]     size;
    message_cause_e cause;
    logic           limited;    // it is the limit instead, if the key has reached that
  } checked_t;

  looked_t  [Commands-1:0]      looked_q;
  checked_t [Commands-1:0]      checked, checked_q;
  logic     [Commands-1:0]      looked_valid_q, checked_valid_q;
  logic     [Commands-1:0]      counts, full, begins, soon;
  logic     [Commands-1:0][3:0] slot;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {looked_valid_q, checked_valid_q, valid_o, begin_o} <= '0;
    end else begin
      looked_valid_q  <= valid_i & {Commands{!sweep_i}};
      checked_valid_q <= looked_valid_q & {Commands{!sweep_i}};
      valid_o         <= checked_valid_q & {Commands{!sweep_i}};
      begin_o         <= begins & {Commands{!sweep_i}};
    end
  end

  for (genvar n = 0; n < Commands; n++) begin : g_command
    logic           known, no_key, tag_wrong, sealing;
    message_cause_e cause;

    assign known     = Known[looked_q[n].op];
    assign no_key    = !looked_q[n].ready || looked_q[n].refuse;
    assign tag_wrong = looked_q[n].tag_wrong && (looked_q[n].op != OpCounter);
    assign sealing   = known && !no_key && (looked_q[n].op != OpOpen);
    assign counts[n] = looked_valid_q[n] && sealing && !tag_wrong;
    assign slot[n]   = looked_q[n].slot;

    assign checked[n] = '{slot: looked_q[n].slot, size: looked_q[n].size, limited: sealing,
                          cause: !known    ? CauseOp :
                                 no_key    ? CauseSlot :
                                 tag_wrong ? CauseTagLength : CauseNone};

    assign cause     = (checked_q[n].limited && full[n]) ? CauseMessageLimit : checked_q[n].cause;
    assign begins[n] = checked_valid_q[n] && (cause == CauseNone);

    always_ff @(posedge clk_i) begin
      looked_q[n] <= '{op: op_i[n], slot: slot_i[n], size: entry_i[n].size, refuse: refuse_i[n],
                       ready: slot_ready_i[n],
                       tag_wrong: !Lengths[tag_len_i[n]] || tag_len_i[n] < entry_i[n].min_tag};
      checked_q[n]    <= checked[n];
      cause_o[n]      <= cause;
      size_o[n]       <= checked_q[n].size;
      begin_slot_o[n] <= checked_q[n].slot;
    end

    assign soon[n] =
        (valid_i[n] && !refuse_i[n] && slot_i[n] == load_slot_i) ||
        (looked_valid_q[n] && !looked_q[n].refuse && looked_q[n].slot == load_slot_i) ||
        (checked_valid_q[n] && checked_q[n].cause == CauseNone &&
         checked_q[n].slot == load_slot_i) ||
        (begin_o[n] && begin_slot_o[n] == load_slot_i);
  end

  assign soon_o = |soon;

  seal_message_limit #(.Commands(Commands), .Slots(Slots), .MsgLimit(MsgLimit)) u_limit (
    .clk_i, .rst_ni,
    .set_i,
    .set_slot_i(load_slot_i),
    .count_i   (counts),
    .slot_i    (slot),
    .full_o    (full)
  );

endmodule
