// SPDX-License-Identifier: Apache-2.0
//
// The key slots of an engine whose AES pipe makes the round keys itself (seal_aes_pipe_keyed): a
// slot keeps its key as it came, so nothing is expanded or derived, and a load takes three cycles.
// No standard. The counterpart with round keys is seal_key_slots.
//
//   cycle 0   a key is offered; from here on new work of its slot waits (hold_o)
//         1   used_i shows all work that was accepted before; the key waits while there is any
//         2   the key is taken (s_key_ready); it goes to the slot's word from a register
//         3   the slot is ready, with word_i; the answer (m_key); another key may be offered
//
// hold_o follows the offer at once: work offered in the same cycle as the key of its slot already
// waits for that key. So a source that offers a key and work together need not wait for the answer.
// (While an answer is not taken, the next key is not, and work of its slot waits too.) The slot
// keeps its old key until the new one is taken, and its bit of slot_ready_o is low in cycle 2 of a
// key that the core can hold.
//
// s_key: slot, size (0, 1, 2: 128, 192, 256 bits), data, info (InfoW bits for the slot table); byte
// n of a key is in bits [8n+7:8n]. Every key that is taken is answered on m_key once, in order,
// with a key_cause_e. An offer that is withdrawn, against the rules of the stream, changes nothing.
//
// The table is that of seal_slot_table, and so are begin_*, end_*, slot_i, ready_o and word_o.
// used_o is the table's, combinational from s_key_slot; used_i adds what the engine knows of uses
// before the table, and must show work two cycles after it was accepted. A use must end only when
// its key has been read: read_slot_i is looked up in one cycle, and key_o is its key in the next,
// with its size above the 256 bits.
//
// gate_i and sweep_i gate s_key_ready and m_key_valid at once. gate_i is the first cycle of a
// zeroise: sweep_i follows, and clears the register in front of the memory, and one word of it in
// each cycle, that of sweep_slot_i one cycle before; key_o follows. A key whose answer has not been
// taken is then answered with KeyZeroised. table_clear_i empties the table. Reset: nothing offered.
`include "seal_assert.svh"

module seal_key_raw
  import seal_engine_pkg::*;
#(
  parameter int unsigned Slots    = 4,    // 1 to 16
  parameter int unsigned KeySizes = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned InfoW    = 1,    // bits of s_key_info
  parameter int unsigned WordW    = 2,    // bits of the table's word
  parameter int unsigned Uses     = 32    // of one slot at a time, at most
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             gate_i,
  input  logic             sweep_i,
  input  logic             table_clear_i,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [255:0]     s_key_data,
  input  logic [InfoW-1:0] s_key_info,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  // slots
  input  logic [3:0]       slot_i,         // looked up
  output logic             ready_o,
  output logic [WordW-1:0] word_o,
  output logic [Slots-1:0] slot_ready_o,
  input  logic             begin_i,
  input  logic [3:0]       begin_slot_i,
  input  logic             end_i,
  input  logic [3:0]       end_slot_i,
  input  logic [3:0]       read_slot_i,
  output logic [257:0]     key_o,

  // the key on offer
  output logic             hold_o,
  output logic [3:0]       load_slot_o,
  output logic [1:0]       size_o,
  output logic [InfoW-1:0] info_o,
  input  logic [WordW-1:0] word_i,
  output logic             used_o,
  input  logic             used_i,
  output logic             set_o,

  input  logic [3:0]       sweep_slot_i,
  output logic             busy_o
);

  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  // ---- the offer --------------------------------------------------------------------------------
  logic             offered_q, open_q, legal_q, answer_waits, take, present, legal;
  logic [3:0]       sizes, slot_q;
  logic [Slots-1:0] ready;
  key_cause_e       cause;

  assign sizes = 4'(KeySizes);

  always_comb begin
    if (32'(s_key_slot) >= Slots)                      cause = KeyBadSlot;
    else if (s_key_size == 2'd3 || !sizes[s_key_size]) cause = KeyBadSize;
    else                                               cause = KeyLoaded;
  end

  assign legal       = (cause == KeyLoaded);
  assign s_key_ready = open_q && !gate_i && !sweep_i;
  assign take        = s_key_valid && s_key_ready;
  assign present     = s_key_valid && !take && !gate_i && !sweep_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      offered_q <= 1'b0;
      open_q    <= 1'b0;
    end else begin
      offered_q <= present;
      open_q    <= present && offered_q && !answer_waits && !(used_i && legal);
    end
  end

  assign hold_o      = s_key_valid;
  assign load_slot_o = s_key_slot;
  assign size_o      = s_key_size;
  assign info_o      = s_key_info;
  assign set_o       = take && legal;
  assign busy_o      = offered_q || answer_waits;

  seal_key_answer u_answer (
    .clk_i, .rst_ni,
    .gate_i (gate_i || sweep_i),
    .sweep_i,
    .begin_i(take),
    .slot_i (s_key_slot),
    .end_i  (take),
    .cause_i(cause),
    .waits_o(answer_waits),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
  );

  // ---- the table --------------------------------------------------------------------------------
  seal_slot_table #(.Slots(Slots), .InfoW(WordW), .Uses(Uses)) u_table (
    .clk_i, .rst_ni,
    .sweep_i     (table_clear_i),
    .load_slot_i (s_key_slot),
    .drop_i      (1'b0),
    .set_i       (set_o),
    .info_i      (word_i),
    .used_o,
    .slot_i, .ready_o,
    .info_o      (word_o),
    .slot_ready_o(ready),
    .begin_i, .begin_slot_i, .end_i, .end_slot_i
  );

  always_ff @(posedge clk_i) begin
    slot_q  <= s_key_slot;
    legal_q <= legal;
  end

  for (genvar s = 0; s < Slots; s++) begin : g_ready
    assign slot_ready_o[s] = ready[s] && !(open_q && legal_q && slot_q == 4'(s));
  end

  // ---- the keys ---------------------------------------------------------------------------------
  (* ram_style = "distributed" *) logic [257:0] keys [1 << SlotW];
  logic             write_q;
  logic [SlotW-1:0] write_slot_q;
  logic [257:0]     key_q;

  always_ff @(posedge clk_i) begin
    write_q      <= set_o || sweep_i;
    write_slot_q <= sweep_i ? sweep_slot_i[SlotW-1:0] : s_key_slot[SlotW-1:0];
    key_q        <= (set_o && !sweep_i) ? {s_key_size, s_key_data} : '0;
    if (write_q) keys[write_slot_q] <= key_q;
    key_o        <= keys[read_slot_i[SlotW-1:0]];
  end

  logic unused_slots;
  assign unused_slots = ^{read_slot_i, sweep_slot_i};

  `SEAL_ASSERT(NoUseIsCut_A, set_o |-> !$past(used_i) && !used_o)

endmodule
