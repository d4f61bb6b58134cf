// SPDX-License-Identifier: Apache-2.0
//
// AES (FIPS 197), one block at a time, with stored round keys: encryption, decryption, or both at
// the choice of each block; a datapath of 128, 64, 32, 16 or 8 bits.
//
//   s_axis ----> + ---> state ---> S-boxes ---> MixColumns ---> state
//                |                    |    \--> + ---> m_axis
//               key memory <------ key schedule <---> window <--- s_key
//
// Streams (valid/ready; AXI4-Stream for s_axis and m_axis; byte 0 of a string in bits [7:0]):
//   s_key   slot, size (0, 1, 2: 128, 192, 256 bits), data, last: a key in beats of Width bits;
//           slot and size are the same on all of its beats
//   m_key   slot, cause (a key_cause_e; beats are counted only if slot and size are right). One
//           answer to each key of which a beat was taken; a refused key changes nothing
//   s_axis  a block in 128/Width beats, tlast on the last; tuser = {inverse, slot}
//   m_axis  the same beats; tuser = {cause, inverse, slot}, with a block_cause_e as cause. A block
//           with a cause comes back as zeros
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, block or zeroise is under way
// A block or key that has begun is taken to its last beat before another begins; when both wait,
// they take turns. One beat may wait on m_axis while the next block is processed. With zeroise_i
// low, no output depends on an input of the same cycle.
//
// Cycles, with W = Width, S = 2 for an S-box in memory (Sbox 5), else 1, V = max(1, 32/W):
//   block, back to back   (128/W) (1 + S Nr)                       Nr = 10, 12, 14
//   first beat to first   (128/W) (1 + S (Nr-1)) + S
//   key, to its answer    ceil(bits/W) + V (4 (Nr+1) + U + 8)     U = 10, 8, 13 words with SubWord
//   zeroise               2 + 16 Slots (128/W)
// seal_aes_iterative_pkg has them as functions. From rest, a block is taken two cycles after it is
// offered, a key one.
//
// Memory bits: round keys, less than 2048 Slots; window 256; state 256 (Width 128: 128 registers).
// Reset: control only; a zeroise follows. zeroise_i: outputs are gated at once, no slot is ready;
// then round keys, window, state and registers are overwritten with zeros. The rest of a block or
// key that had begun is taken and dropped. A block in flight ends silently; a key without an answer
// gets KeyZeroised, after its last beat. While zeroise_i stays high, the core stays as it then is.
`include "seal_assert.svh"

module seal_aes_iterative
  import seal_aes_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_aes_iterative_pkg::*;
#(
  parameter int unsigned Width    = 128,   // 128, 64, 32, 16 or 8
  parameter int unsigned Dir      = 0,     // 0 encryption, 1 decryption, 2 both: a dir_e
  parameter int unsigned KeySizes = 7,     // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox     = 1,     // an sbox_e
  parameter int unsigned Slots    = 1      // 1 to 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [Width-1:0] s_key_data,
  input  logic             s_key_last,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  input  logic             s_axis_tvalid,
  output logic             s_axis_tready,
  input  logic [Width-1:0] s_axis_tdata,
  input  logic             s_axis_tlast,
  input  logic [4:0]       s_axis_tuser,

  output logic             m_axis_tvalid,
  input  logic             m_axis_tready,
  output logic [Width-1:0] m_axis_tdata,
  output logic             m_axis_tlast,
  output logic [6:0]       m_axis_tuser,

  output logic [Slots-1:0] slot_ready_o,
  input  logic             zeroise_i,
  output logic             busy_o
);

  if (!(Width inside {8, 16, 32, 64, 128})) begin : g_bad_width
    $error("seal_aes_iterative: Width must be 128, 64, 32, 16 or 8");
  end
  if (Sbox > SboxShallow) begin : g_bad_sbox
    $error("seal_aes_iterative: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (Dir > DirBoth) begin : g_bad_dir
    $error("seal_aes_iterative: Dir must be 0 (encryption), 1 (decryption) or 2 (both)");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_key_sizes
    $error("seal_aes_iterative: KeySizes must be a mask of 1 to 7: 1 for AES-128, 2 -192, 4 -256");
  end
  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_aes_iterative: Slots must be 1 to 16");
  end

  localparam int unsigned Columns  = (Width > 32) ? Width / 32 : 1;
  localparam int unsigned Parts    = iterative_word_steps(Width);
  localparam int unsigned Stages   = iterative_step_cycles(Sbox) - 1;
  localparam int unsigned WordW    = 32 / Parts;
  localparam int unsigned LaneW    = $clog2(Columns);
  localparam int unsigned Depth    = (16 * Slots - 1) * iterative_steps(Width);
  localparam int unsigned AddressW = $clog2(Depth);

  logic       step, part_last, bank, inverse, load, round_on, key_load, expand, clear, sweep;
  logic       key_begin, last_beat, last_word, emit, emit_last, out_ready, busy;
  logic [6:0] emit_user;
  logic [3:0] slot, round;
  logic [1:0] column, part, size;

  logic [WordW-1:0] word, made;
  logic             plain, sub, rotate;
  logic [7:0]       rcon;

  // As in seal_zeroise, a reset begins one, with a pulse in the cycle behind it.
  logic fresh_q, zeroise;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else         fresh_q <= 1'b0;
  end
  assign zeroise = zeroise_i || fresh_q;

  seal_aes_iter_control #(
    .Width(Width), .Dir(Dir), .KeySizes(KeySizes), .Slots(Slots), .Stages(Stages)
  ) u_control (
    .clk_i, .rst_ni,
    .zeroise_i(zeroise),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_last,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tlast, .s_axis_tuser,
    .out_ready_i(out_ready), .emit_o(emit), .emit_last_o(emit_last), .emit_user_o(emit_user),
    .step_o(step), .key_begin_o(key_begin), .slot_o(slot), .round_o(round), .column_o(column),
    .part_o(part), .part_last_o(part_last), .bank_o(bank), .inverse_o(inverse), .size_o(size),
    .load_o(load), .round_on_o(round_on), .key_load_o(key_load), .expand_o(expand),
    .clear_o(clear), .sweep_o(sweep),
    .last_beat_i(last_beat), .last_word_i(last_word), .sub_i(sub), .slot_ready_o, .busy_o(busy)
  );

  // ---- key schedule and round keys -------------------------------------------------------------

  seal_aes_iter_schedule #(.Width(Width)) u_schedule (
    .clk_i, .start_i(key_begin), .size_i(size), .load_i(key_load), .wrap_i(expand),
    .we_i((key_load || expand || clear || sweep) && step), .step_i(step),
    .part_i(part), .part_last_i(part_last), .data_i(s_key_data), .made_i(made),
    .last_beat_o(last_beat), .last_word_o(last_word), .word_o(word),
    .plain_o(plain), .sub_o(sub), .rotate_o(rotate), .rcon_o(rcon)
  );

  // Words of the schedule go to one lane after the other, lanes being columns of one step.
  logic [AddressW-1:0] key_address;
  logic [Columns-1:0]  key_we;
  logic [Width-1:0]    key;
  logic [1:0]          key_column;

  if (Columns == 4) begin : g_row
    assign key_column = 2'd0;
  end else begin : g_column
    assign key_column = expand ? column >> LaneW : column;
  end

  assign key_address = AddressW'(((32'(slot) * 16 + 32'(round)) * (4 / Columns) + 32'(key_column))
                                 * Parts + 32'(part));
  if (Columns == 1) begin : g_lane
    assign key_we = (expand && step) || sweep;
  end else begin : g_lanes
    assign key_we = ((expand && step) ? Columns'(1) << column[LaneW-1:0] : '0) | {Columns{sweep}};
  end

  seal_aes_iter_mem #(.Width(WordW), .Lanes(Columns), .Depth(Depth)) u_keys (
    .clk_i, .we_i(key_we), .address_i(key_address), .d_i({Columns{made}}), .q_o(key)
  );

  // ---- state and rounds ------------------------------------------------------------------------

  logic [32*Columns-1:0] y;
  logic [Width-1:0]      x, out;

  seal_aes_iter_state #(.Width(Width)) u_state (
    .clk_i, .we_i((load || round_on || expand || clear || sweep) && step && part_last),
    .bank_i(bank), .word_i(expand || clear), .step_i(column), .part_i(part),
    .shift_i(round_on), .inverse_i(inverse), .rotate_i(rotate),
    .column_i(y), .x_o(x)
  );

  seal_aes_iter_round #(.Width(Width), .Dir(Dir), .Sbox(Sbox), .Stages(Stages)) u_round (
    .clk_i, .step_i(step), .first_i(part == 2'd0), .load_i(load), .round_i(round_on),
    .inverse_i(inverse), .key_use_i(load || round_on), .word_use_i(expand),
    .plain_i(plain), .sub_i(sub), .rotate_i(rotate), .rcon_i(rcon), .x_i(x),
    .data_i(s_axis_tdata), .key_i(key), .word_i(word), .y_o(y), .made_o(made), .out_o(out)
  );

  // ---- output ----------------------------------------------------------------------------------

  logic             valid_q, last_q;
  logic [Width-1:0] data_q;
  logic [6:0]       user_q;

  assign out_ready = !valid_q || m_axis_tready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= !sweep && (emit || (valid_q && !m_axis_tready));
  end

  always_ff @(posedge clk_i) begin
    if (sweep) begin
      data_q <= '0;
    end else if (emit) begin
      data_q <= (emit_user[6:5] == BlkNone) ? out : '0;
      last_q <= emit_last;
      user_q <= emit_user;
    end
  end

  // A beat that a step has written in the first cycle of a zeroise stays for one cycle.
  assign m_axis_tvalid = valid_q && !zeroise && !sweep;
  assign m_axis_tdata  = data_q & {Width{m_axis_tvalid}};
  assign m_axis_tlast  = last_q && m_axis_tvalid;
  assign m_axis_tuser  = user_q & {7{m_axis_tvalid}};
  assign busy_o        = busy || valid_q || fresh_q;

  // What is offered may be withdrawn before its first beat is taken.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data, s_key_last},
      zeroise_i || !s_key_valid)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || sweep)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tlast, s_axis_tuser}, zeroise_i || !s_axis_tvalid)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tlast, m_axis_tuser}, zeroise_i || sweep)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
