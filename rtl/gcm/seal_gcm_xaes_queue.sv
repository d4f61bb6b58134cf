// SPDX-License-Identifier: Apache-2.0
//
// Commands of XAES-256-GCM that wait until their key has been derived (C2SP, XAES-256-GCM, section
// "Specification", step "DeriveKey"), in order:
//
//   taken -> its steps requested -> key there -> offered to the front -> message begun
//
// Each arrow is a pointer into a ring of Depth entries: a command, the bytes of its nonce that the
// front does not need, and a derived key in two halves. The entry is free when its message has
// begun, and its key has been copied.
//
//   s_cmd_*   commands, looked up in the slots as they are taken (slot_ready_i, min_tag_i), and
//             held while a key is loaded into their slot (hold_i, hold_slot_i)
//   m_cmd_*   the same to the front, with that answer (ready_o, min_tag_o)
//   want_o    the oldest command whose steps have not been requested: its slot and nonce; take_i
//             goes on to the next one
//   half_*    results of the steps, in order: the first half of a key (bytes 0 to 15), the second
//   start_i   the oldest message without its key begins, and key_o is copied, its size above it
//   cause_i   of the oldest command without a status, which leaves in the cycle of status_i
//
// A command whose slot is ready uses this slot (uses_o) from the cycle after it was taken until
// the cycle after the front has taken it: then the messages of its key have been counted.
//
// Latency: a command is wanted in the cycle after it was taken, and offered two after its second
// half. Reset: empty. sweep_i: no command is taken, and a word of keys is cleared in each cycle.
// Commands that wait then have no slot any more, for which the front refuses them, and cause_o is
// CauseZeroised in place of CauseSlot: so it is with all commands whose message had not begun.
`include "seal_assert.svh"

module seal_gcm_xaes_queue
  import seal_message_pkg::*;
#(
  parameter int unsigned Depth    = 16,   // a power of two
  parameter int unsigned Messages = 32,   // that have begun, at most
  parameter int unsigned IdWidth  = 16
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               sweep_i,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [191:0]       s_cmd_iv,
  input  logic [4:0]         s_cmd_tag_len,
  input  logic [IdWidth-1:0] s_cmd_id,

  // slots
  input  logic               hold_i,
  input  logic [3:0]         hold_slot_i,
  input  logic               slot_ready_i,
  input  logic [4:0]         min_tag_i,
  output uses_t              uses_o,

  // steps of a derivation
  output logic               want_o,
  output logic [3:0]         want_slot_o,
  output logic [95:0]        nonce_o,
  input  logic               take_i,
  input  logic               half_valid_i,
  input  logic               half_second_i,
  input  logic [127:0]       half_i,

  output logic               m_cmd_valid,
  input  logic               m_cmd_ready,
  output logic [1:0]         m_cmd_op,
  output logic [3:0]         m_cmd_slot,
  output logic [95:0]        m_cmd_iv,
  output logic [4:0]         m_cmd_tag_len,
  output logic [IdWidth-1:0] m_cmd_id,
  output logic               ready_o,
  output logic [4:0]         min_tag_o,

  input  logic               start_i,
  output logic [257:0]       key_o,

  input  logic               status_i,
  input  logic [3:0]         cause_i,
  output logic [3:0]         cause_o,
  output logic               busy_o
);

  localparam int unsigned AddrW = $clog2(Depth);

  if (Depth < 2 || Depth != 1 << AddrW) begin : g_bad_depth
    $error("seal_gcm_xaes_queue: Depth must be a power of two, 2 or more");
  end

  typedef logic [AddrW:0] pointer_t;   // its top bit tells a full ring from an empty one

  typedef struct packed {
    logic [1:0]         op;
    logic [3:0]         slot;
    logic [95:0]        iv;
    logic [4:0]         tag_len;
    logic [IdWidth-1:0] id;
    logic [4:0]         min_tag;
  } command_t;

  typedef struct packed {
    logic [3:0]  slot;
    logic [95:0] nonce;
  } wanted_t;

  // ---- the ring ---------------------------------------------------------------------------------
  pointer_t         taken_q, wanted_q, derived_q, offered_q, begun_q;
  logic             push, pop, half_q, second_q;
  logic [Depth-1:0] ready_q;       // the slot was ready; no longer after a zeroise
  logic [Depth-1:0] cut_q;         // a zeroise came before its message began
  logic             full;

  (* ram_style = "distributed" *) command_t info [Depth];
  (* ram_style = "distributed" *) wanted_t  starts [Depth];
  command_t         head;
  wanted_t          wanted;

  assign full        = (taken_q == (begun_q ^ pointer_t'(Depth)));
  assign s_cmd_ready = !full && !sweep_i && !(hold_i && s_cmd_slot == hold_slot_i);
  assign push        = s_cmd_valid && s_cmd_ready;
  assign m_cmd_valid = (offered_q != derived_q);
  assign pop         = m_cmd_valid && m_cmd_ready;
  assign busy_o      = (taken_q != begun_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q   <= '0;
      wanted_q  <= '0;
      derived_q <= '0;
      offered_q <= '0;
      begun_q   <= '0;
      ready_q   <= '0;
      cut_q     <= '0;
    end else begin
      if (push)    taken_q   <= taken_q + pointer_t'(1);
      if (pop)     offered_q <= offered_q + pointer_t'(1);
      if (start_i) begun_q   <= begun_q + pointer_t'(1);
      if (sweep_i) begin
        wanted_q  <= taken_q;
        derived_q <= taken_q;
        ready_q   <= '0;
        cut_q     <= '1;
      end else begin
        if (take_i)             wanted_q  <= wanted_q + pointer_t'(1);
        if (half_q && second_q) derived_q <= derived_q + pointer_t'(1);
        if (push) begin
          ready_q[taken_q[AddrW-1:0]] <= slot_ready_i;
          cut_q[taken_q[AddrW-1:0]]   <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      info[taken_q[AddrW-1:0]] <= '{
        op: s_cmd_op, slot: s_cmd_slot, iv: s_cmd_iv[191:96], tag_len: s_cmd_tag_len,
        id: s_cmd_id, min_tag: min_tag_i};
      starts[taken_q[AddrW-1:0]] <= '{slot: s_cmd_slot, nonce: s_cmd_iv[95:0]};
    end
  end

  assign wanted      = starts[wanted_q[AddrW-1:0]];
  assign want_o      = (wanted_q != taken_q) && !sweep_i;
  assign want_slot_o = wanted.slot;
  assign nonce_o     = wanted.nonce;

  assign head          = info[offered_q[AddrW-1:0]];
  assign m_cmd_op      = head.op;
  assign m_cmd_slot    = head.slot;
  assign m_cmd_iv      = head.iv;
  assign m_cmd_tag_len = head.tag_len;
  assign m_cmd_id      = head.id;
  assign min_tag_o     = head.min_tag;
  assign ready_o       = ready_q[offered_q[AddrW-1:0]];

  // ---- uses of slots ----------------------------------------------------------------------------
  logic       begin_q, end_q;
  logic [3:0] begin_slot_q, end_slot_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begin_q <= 1'b0;
      end_q   <= 1'b0;
    end else begin
      begin_q <= push && slot_ready_i;
      end_q   <= pop && ready_o && !sweep_i;
    end
  end

  always_ff @(posedge clk_i) begin
    begin_slot_q <= s_cmd_slot;
    end_slot_q   <= head.slot;
  end

  assign uses_o = '{begins: begin_q, begin_slot: begin_slot_q,
                    ends: end_q, end_slot: end_slot_q};

  // ---- statuses ---------------------------------------------------------------------------------
  // The bit goes along with its message, so that a status on offer stays as it is in a zeroise.
  logic cut, unused_cut;

  seal_fifo #(.Width(1), .Depth(Messages)) u_cut (
    .clk_i, .rst_ni,
    .sweep_i(1'b0),
    .push_i (start_i),
    .data_i (cut_q[begun_q[AddrW-1:0]]),
    .pop_i  (status_i),
    .data_o (cut),
    .valid_o(unused_cut)
  );

  assign cause_o = (cut && cause_i == CauseSlot) ? CauseZeroised : cause_i;

  // ---- derived keys -----------------------------------------------------------------------------
  logic [1:0][127:0] key;      // of the message that begins
  logic [127:0]      word_q;
  logic [AddrW-1:0] sweep_addr_q, write_addr;

  assign write_addr = sweep_i ? sweep_addr_q : derived_q[AddrW-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q       <= 1'b0;
      sweep_addr_q <= '0;
    end else begin
      half_q       <= half_valid_i && !sweep_i;
      sweep_addr_q <= sweep_addr_q + AddrW'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    second_q <= half_second_i;
    word_q   <= sweep_i ? '0 : half_i;
  end

  for (genvar h = 0; h < 2; h++) begin : g_half
    (* ram_style = "distributed" *) logic [127:0] keys [Depth];

    always_ff @(posedge clk_i) begin
      if (sweep_i || (half_q && second_q == 1'(h))) keys[write_addr] <= word_q;
    end

    assign key[h] = keys[begun_q[AddrW-1:0]];
  end

  assign key_o = {2'd2, key};

  `SEAL_ASSERT(RequestedInOrder_A, take_i |-> want_o)
  `SEAL_ASSERT(DerivedInOrder_A, half_q && !sweep_i |-> derived_q != wanted_q || !second_q)
  `SEAL_ASSERT(BegunInOrder_A, start_i |-> begun_q != offered_q)

endmodule
