// SPDX-License-Identifier: Apache-2.0
//
// What seal_aes_iterative works on: slot, direction, size and cause of a block or a key, and which
// of them comes next. No standard.
//
// Blocks and keys take turns when both wait. The first beat of a block waits in sight while another
// one is worked on; what it asks for is known from the cycle before, so that looking up its slot
// costs no cycle. block_o or key_o: that is next, and is taken over when free_i is high. An answer
// that has not been taken holds the next key back (key_ok_i).
//
// Causes: see seal_aes_iterative; of a block the highest one stays. ready_i puts size_o into slot
// slot_o. A zeroise begins with slot 0 and no cause (zero_start_i) and counts through the slots
// (slot_next_i). Reset: control only.
module seal_aes_iter_request
  import seal_aes_pkg::*;
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
  input  logic             zero_i,
  input  logic             zero_start_i,
  input  logic             slot_next_i,
  input  logic             wrong_count_i,
  input  logic             ready_i,
  output logic             block_o,
  output logic             key_o,
  output logic [3:0]       first_round_o,   // of the block that is next
  output logic [3:0]       slot_o,
  output logic             asked_o,         // the inverse cipher
  output logic [1:0]       size_o,
  output logic [1:0]       cause_o,
  output logic [Slots-1:0] slot_ready_o
);

  logic [3:0] user_slot_q, slot_q;
  logic [1:0] slot_size, size_q, cause_q;
  logic       user_asked_q, waiting_q, turn_q, asked_q, slot_ready, refused;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      turn_q    <= 1'b0;
    end else begin
      waiting_q <= s_axis_tvalid & ~s_axis_tready & ~zero_i;
      if (free_i && (block_o || key_o)) turn_q <= key_o;   // it is the blocks' turn
    end
  end

  always_ff @(posedge clk_i) {user_asked_q, user_slot_q} <= s_axis_tuser;

  seal_aes_iter_slots #(.Slots(Slots)) u_slots (
    .clk_i, .rst_ni, .clear_i(zero_i), .set_i(ready_i), .set_slot_i(slot_q), .size_i(size_q),
    .slot_i(user_slot_q), .ready_o(slot_ready), .size_o(slot_size), .slot_ready_o
  );

  assign key_o   = s_key_valid & key_ok_i & ~(waiting_q & turn_q);
  assign block_o = waiting_q & ~key_o;
  assign refused = (Dir == DirForward && user_asked_q) || (Dir == DirInverse && !user_asked_q);
  assign first_round_o = (Dir != DirForward && user_asked_q) ? 4'(rounds_of(32'(slot_size))) : '0;

  always_ff @(posedge clk_i) begin
    if (zero_start_i) begin
      slot_q  <= '0;
      asked_q <= 1'b0;
      cause_q <= 2'd0;
    end else if (free_i && block_o) begin
      slot_q  <= user_slot_q;
      asked_q <= user_asked_q;
      size_q  <= slot_size;
      if (refused)          cause_q <= 2'd2;
      else if (!slot_ready) cause_q <= 2'd1;
      else                  cause_q <= 2'd0;
    end else if (free_i && key_o) begin
      slot_q  <= s_key_slot;
      asked_q <= 1'b0;
      size_q  <= s_key_size;
      if (32'(s_key_slot) >= Slots)   cause_q <= 2'd2;
      else if (!built(s_key_size))    cause_q <= 2'd1;
      else                            cause_q <= 2'd0;
    end else begin
      if (slot_next_i)   slot_q  <= slot_q + 4'd1;
      if (wrong_count_i) cause_q <= 2'd3;
    end
  end

  function automatic logic built(logic [1:0] size);
    return 1'(4'(KeySizes) >> size);
  endfunction

  assign slot_o  = slot_q;
  assign asked_o = asked_q;
  assign size_o  = size_q;
  assign cause_o = cause_q;

endmodule
