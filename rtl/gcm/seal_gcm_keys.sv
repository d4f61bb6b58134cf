// SPDX-License-Identifier: Apache-2.0
//
// The key slots of a core that seals and opens messages, with round keys in the memories of its
// AES pipe: seal_key_slots, with the word that the rules of messages need for each slot (the
// shortest tag, NIST SP 800-38D, appendix C, and the size).
//
// load_o is the key that is being loaded, for the front, and uses_i what the front knows of the
// slots; used_i adds to load_o.used the uses that the table does not know yet. derive_o is high
// until derive_done_i, while the engine makes what belongs to a key beside its schedule; without
// such values the two are one net. write_o goes to the AES pipe.
//
// A message uses its slot from its check to its verdict. Handshake, order, latency: seal_key_load.
// gate_i is the first cycle of a zeroise; sweep_i follows, and table_clear_i empties the slots. The
// words of a sweep, sweep_slot_i and sweep_pass_i while sweep_we_i is high, leave with write_o.
// Reset: idle, empty.
`include "seal_assert.svh"

module seal_gcm_keys
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots       = 4,    // 1 to 16
  parameter int unsigned KeySizes    = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox        = 1,    // an sbox_e of seal_aes_pkg
  parameter int unsigned RoundStages = 2,    // of the AES pipe
  parameter int unsigned Messages    = 32,   // in flight
  parameter int unsigned Events      = 1     // in one cycle: look-ups, uses that begin, that end
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
  input  logic [4:0]       s_key_min_tag,
  input  logic             s_key_short_tags,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  input  logic [Events-1:0][3:0] slot_i,     // looked up
  output logic [Events-1:0]      ready_o,
  output slot_t [Events-1:0]     slot_o,
  output logic [Slots-1:0]       slot_ready_o,
  input  uses_t [Events-1:0]     uses_i,

  output load_t            load_o,
  input  logic             used_i,
  output logic             derive_o,
  input  logic             derive_done_i,

  input  logic             sweep_we_i,
  input  logic [3:0]       sweep_slot_i,
  input  logic [2:0]       sweep_pass_i,     // of the loop in a pipe whose rounds are used again
  output key_write_t       write_o,
  output logic             busy_o
);

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_gcm_keys: Slots must be 1 to 16");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_key_sizes
    $error("seal_gcm_keys: KeySizes must be a mask of 1 to 7: 1 AES-128, 2 AES-192, 4 AES-256");
  end
  if (RoundStages < 1 || RoundStages > 5) begin : g_bad_round_stages
    $error("seal_gcm_keys: RoundStages must be 1 to 5");
  end
  if (Sbox > seal_aes_pkg::SboxShallow) begin : g_bad_sbox
    $error("seal_gcm_keys: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end

  slot_t load;
  logic  unused_drop;

  assign load_o.word = load;

  logic [Events-1:0]      begins, ends;
  logic [Events-1:0][3:0] begin_slot, end_slot;

  for (genvar n = 0; n < Events; n++) begin : g_use
    assign begins[n]     = uses_i[n].begins;
    assign begin_slot[n] = uses_i[n].begin_slot;
    assign ends[n]       = uses_i[n].ends;
    assign end_slot[n]   = uses_i[n].end_slot;
  end

  // More uses than messages are on their way to the table: three, or with several events in a cycle
  // those of twelve cycles, in which commands are checked (seal_message_commands).
  localparam int unsigned Late = (Events == 1) ? 3 : 12 * Events;

  seal_key_slots #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox),
    .SboxStages(seal_aes_pkg::key_stages(Sbox, RoundStages)), .InfoW(5),
    .WordW($bits(slot_t)), .Uses(Messages + Late), .Events(Events)
  ) u_slots (
    .clk_i, .rst_ni, .gate_i, .sweep_i, .table_clear_i,
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data,
    .s_key_info    (shortest_tag(s_key_short_tags, s_key_min_tag)),
    .refuse_i      (KeyLoaded),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i, .ready_o,
    .word_o        (slot_o),
    .slot_ready_o,
    .begin_i       (begins),
    .begin_slot_i  (begin_slot),
    .end_i         (ends),
    .end_slot_i    (end_slot),
    .hold_o        (load_o.hold),
    .load_slot_o   (load_o.slot),
    .size_o        (load.size),
    .info_o        (load.min_tag),
    .word_i        (load),
    .used_o        (load_o.used),
    .used_i,
    .drop_o        (unused_drop),
    .set_o         (load_o.loaded),
    .derive_o, .derive_done_i,
    .derive_cause_i(KeyLoaded),
    .again_i       (1'b0),
    .again_key_i   ('0),
    .sweep_we_i, .sweep_slot_i, .sweep_pass_i,
    .key_we_o      (write_o.we),
    .key_slot_o    (write_o.slot),
    .key_size_o    (write_o.size),
    .key_round_o   (write_o.round),
    .key_o         (write_o.key),
    .clear_we_o    (write_o.clear),
    .clear_pass_o  (write_o.pass),
    .busy_o
  );

  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_min_tag, s_key_short_tags}, gate_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause}, gate_i || sweep_i)

endmodule
