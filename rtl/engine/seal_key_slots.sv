// SPDX-License-Identifier: Apache-2.0
//
// The key slots of an engine around an AES pipe: from a key on s_key to its answer on m_key, and
// for each slot whether it is ready, a word about its key, and how many messages, units or blocks
// use it. It is seal_key_load, which has the sequence of a load and the timing, beside
// seal_slot_table. No standard.
//
//   s_key ----> key load ----> round keys (key_*)
//                |     \-----> derivation in the engine (derive_*, again_*), then the answer, m_key
//   begin, end   | drop, set
//         \      v
//   slot -> slot table -> ready, info
//
// The table keeps word_i for each slot, from the cycle in which the load ends (set_o) until the
// next load of the slot. The engine forms it of size_o and info_o, which are the size of the key
// and s_key_info, or of its own derived values.
//
// hold_o: work for slot load_slot_o has to wait, while the load waits for used_i to fall: used_o,
// that the slot has a use which has begun (begin_i) and not ended (end_i), and whatever else the
// engine knows of its use. drop_o: the key has been taken, and the slot is ready no more; set_o:
// the slot is ready from the next cycle on. Latency, gate_i, sweep_i, sweep_* and reset: see
// seal_key_load. table_clear_i empties the table and ends all uses; the owner withholds their ends.
// It is sweep_i, or, where that has enough fan-out, a register behind it.
module seal_key_slots #(
  parameter int unsigned Slots      = 4,    // 1 to 16
  parameter int unsigned KeySizes   = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox       = 1,    // an sbox_e of seal_aes_pkg
  parameter int unsigned SboxStages = 0,
  parameter int unsigned InfoW      = 1,    // bits of s_key_info
  parameter int unsigned WordW      = 2,    // bits of the table's word
  parameter int unsigned Uses       = 32,   // of one slot at a time, at most
  parameter int unsigned Events     = 1     // in one cycle: look-ups, begins, ends
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
  input  logic [2:0]       refuse_i,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  // slots
  input  logic [Events-1:0][3:0]       slot_i,         // looked up
  output logic [Events-1:0]            ready_o,
  output logic [Events-1:0][WordW-1:0] word_o,
  output logic [Slots-1:0]             slot_ready_o,
  input  logic [Events-1:0]            begin_i,
  input  logic [Events-1:0][3:0]       begin_slot_i,
  input  logic [Events-1:0]            end_i,
  input  logic [Events-1:0][3:0]       end_slot_i,

  // the key that is being loaded
  output logic             hold_o,
  output logic [3:0]       load_slot_o,
  output logic [1:0]       size_o,
  output logic [InfoW-1:0] info_o,
  input  logic [WordW-1:0] word_i,
  output logic             used_o,
  input  logic             used_i,
  output logic             drop_o,
  output logic             set_o,

  // derivation in the engine
  output logic             derive_o,
  input  logic             derive_done_i,
  input  logic [2:0]       derive_cause_i,
  input  logic             again_i,
  input  logic [255:0]     again_key_i,

  // key memories: words of a sweep, and the writes
  input  logic             sweep_we_i,
  input  logic [3:0]       sweep_slot_i,
  input  logic [2:0]       sweep_pass_i,
  output logic             key_we_o,
  output logic [3:0]       key_slot_o,
  output logic [1:0]       key_size_o,
  output logic [3:0]       key_round_o,
  output logic [127:0]     key_o,
  output logic             clear_we_o,
  output logic [2:0]       clear_pass_o,

  output logic             busy_o
);

  seal_key_load #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages), .InfoW(InfoW)
  ) u_load (
    .clk_i, .rst_ni, .gate_i, .sweep_i,
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data, .s_key_info, .refuse_i,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .hold_o, .slot_o(load_slot_o), .used_i, .drop_o, .set_o, .size_o, .info_o,
    .derive_o, .derive_done_i, .derive_cause_i, .again_i, .again_key_i,
    .sweep_we_i, .sweep_slot_i, .sweep_pass_i,
    .key_we_o, .key_slot_o, .key_size_o, .key_round_o, .key_o, .clear_we_o, .clear_pass_o, .busy_o
  );

  seal_slot_table #(.Slots(Slots), .InfoW(WordW), .Uses(Uses), .Events(Events)) u_table (
    .clk_i, .rst_ni, .sweep_i(table_clear_i),
    .load_slot_i(load_slot_o), .drop_i(drop_o), .set_i(set_o), .info_i(word_i), .used_o,
    .slot_i, .ready_o, .info_o(word_o), .slot_ready_o,
    .begin_i, .begin_slot_i, .end_i, .end_slot_i
  );

endmodule
