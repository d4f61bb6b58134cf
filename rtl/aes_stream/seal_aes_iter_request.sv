// SPDX-License-Identifier: Apache-2.0
//
// Current and next request of seal_aes_iterative: slot, direction, size and cause of a block or a
// key, and which of them comes next. No standard.
//
// Blocks and keys take turns when both wait. While one block is processed, the slot and direction
// of the next one are registered from its first beat, so that looking up its slot costs no cycle.
// block_o or key_o is high for the one that comes next; it begins when free_i is high. An answer
// that has not been taken holds the next key back (key_ok_i).
//
// cause_o is a block_cause_e, of which the highest one stays, or a key_cause_e below KeyZeroised:
// in both, 0 is none and 3 a wrong number of beats (wrong_count_i). ready_i puts size_o into slot
// slot_o. A zeroise begins with slot 0 and no cause (sweep_start_i) and counts through the slots
// (slot_next_i). Reset: control only.
module seal_aes_iter_request
  import seal_aes_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_engine_pkg::*;
#(
  parameter int unsigned Dir      = 0,
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Slots    = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             s_key_valid,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic             s_axis_tvalid,
  input  logic             s_axis_tready,
  input  logic [4:0]       s_axis_tuser,
  input  logic             free_i,
  input  logic             key_ok_i,
  input  logic             sweep_i,
  input  logic             sweep_start_i,
  input  logic             slot_next_i,
  input  logic             wrong_count_i,
  input  logic             ready_i,
  output logic             block_o,
  output logic             key_o,
  output logic [3:0]       first_round_o,   // of the block that is next
  output logic [3:0]       slot_o,
  output logic             inverse_o,       // the block is to be deciphered
  output logic [1:0]       size_o,
  output logic [1:0]       cause_o,
  output logic [Slots-1:0] slot_ready_o
);

  if (2'(KeyBadBeats) != BlkBeats || 2'(KeyLoaded) != BlkNone) begin : g_bad_codes
    $error("seal_aes_iter_request: codes of keys and blocks must agree on causes 0 and 3");
  end

  logic [3:0] user_slot_q, slot_q;
  logic [1:0] slot_size, size_q, cause_q;
  logic       user_inverse_q, waiting_q, turn_q, inverse_q, slot_ready, unused_used;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      turn_q    <= 1'b0;
    end else begin
      waiting_q <= s_axis_tvalid && !s_axis_tready && !sweep_i;
      if (free_i && (block_o || key_o)) turn_q <= key_o;   // it is the blocks' turn
    end
  end

  always_ff @(posedge clk_i) {user_inverse_q, user_slot_q} <= s_axis_tuser;

  // Only one block or key is worked on at a time: a slot is not in use while its key is loaded.
  seal_slot_table #(.Slots(Slots), .InfoW(2), .Uses(1)) u_slots (
    .clk_i, .rst_ni, .sweep_i,
    .load_slot_i (slot_q),
    .drop_i      (1'b0),
    .set_i       (ready_i),
    .info_i      (size_q),
    .used_o      (unused_used),
    .slot_i      (user_slot_q),
    .ready_o     (slot_ready),
    .info_o      (slot_size),
    .slot_ready_o,
    .begin_i     (1'b0),
    .begin_slot_i(4'd0),
    .end_i       (1'b0),
    .end_slot_i  (4'd0)
  );

  assign key_o   = s_key_valid && key_ok_i && !(waiting_q && turn_q);
  assign block_o = waiting_q && !key_o;
  assign first_round_o = (Dir != DirForward && user_inverse_q) ? 4'(rounds_of(32'(slot_size))) : '0;

  always_ff @(posedge clk_i) begin
    if (sweep_start_i) begin
      slot_q    <= '0;
      inverse_q <= 1'b0;
      cause_q   <= BlkNone;
    end else if (free_i && block_o) begin
      slot_q    <= user_slot_q;
      inverse_q <= user_inverse_q;
      size_q    <= slot_size;
      cause_q   <= block_cause(Dir, slot_ready, 1'b1, user_inverse_q);
    end else if (free_i && key_o) begin
      slot_q    <= s_key_slot;
      inverse_q <= 1'b0;
      size_q    <= s_key_size;
      if (32'(s_key_slot) >= Slots)                    cause_q <= 2'(KeyBadSlot);
      else if (!size_built(3'(KeySizes), s_key_size))  cause_q <= 2'(KeyBadSize);
      else                                             cause_q <= 2'(KeyLoaded);
    end else begin
      if (slot_next_i)   slot_q  <= slot_q + 4'd1;
      if (wrong_count_i) cause_q <= BlkBeats;
    end
  end

  assign slot_o    = slot_q;
  assign inverse_o = inverse_q;
  assign size_o    = size_q;
  assign cause_o   = cause_q;

endmodule
