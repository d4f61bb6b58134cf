// SPDX-License-Identifier: Apache-2.0
//
// Steps by which XAES-256-GCM derives keys (C2SP, XAES-256-GCM, "Specification"), each a block that
// passes the AES pipe under the key of a slot K:
//
//   key load   L = E_K(0),  K1 = x L in GF(2^128), the first subkey of CMAC (SP 800-38B, 6.1): the
//              block with its first byte as the highest, times x, modulo x^128 + x^7 + x^2 + x + 1
//   message    E_K(M1 + K1), then E_K(M2 + K1), the halves of its key
//              M_i = 00 || i || 58 || 00 || N[0..11]
//
// K1 is kept beside the key of its slot, so a message has two steps.
//
//   cycle 0   a step (turn_o): the front makes no token that would come in cycle 2. The key of
//             slot read_slot_o is read ...
//         1   ... and goes into the pipe (key_o)
//         2   block_o enters the pipe (enter_o), as a token would
//         2 + AesLatency: the result, aes_i
//
// Steps come as soon as they can: those of messages only while no K1 of their slot is awaited, that
// of a key two cycles after set_i. take_o goes on to the next command (seal_gcm_xaes_queue); half_*
// are its results. used_o: a K1 is awaited, so the next key has to wait. Reset and sweep_i: no
// step, none is awaited. While sweep_i is high, the subkey of sweep_slot_i is cleared a cycle
// later.
module seal_gcm_xaes_derive #(
  parameter int unsigned Slots      = 4,
  parameter int unsigned AesLatency = 29   // from a block to its result
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         sweep_i,
  input  logic [3:0]   sweep_slot_i,

  input  logic         set_i,          // a key was taken, for this slot
  input  logic [3:0]   slot_i,
  output logic         used_o,

  input  logic         want_i,         // a command waits for its steps
  input  logic [3:0]   want_slot_i,
  input  logic [95:0]  nonce_i,
  output logic         take_o,
  output logic         half_valid_o,
  output logic         half_second_o,

  output logic         turn_o,
  output logic [3:0]   read_slot_o,
  output logic         key_o,
  output logic         enter_o,
  output logic [127:0] block_o,
  input  logic [127:0] aes_i
);

  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  // ---- steps, decided a cycle before ------------------------------------------------------------
  logic       new_q, pending_q;   // a key was taken, its K1 is awaited
  logic [3:0] slot_q;
  logic       second_q;           // the next step of a message is its second one
  logic       step;
  logic       subkey_q, half_q;   // the step in cycle 0

  assign step   = want_i && !new_q && !(pending_q && want_slot_i == slot_q) && !sweep_i;
  assign take_o = step && second_q;
  assign turn_o = subkey_q || half_q;
  assign used_o = pending_q;

  logic [2:0] subkey_line_q, half_line_q;   // of cycles 0, 1 and 2
  logic       subkey_there, half_there, half_second_q;

  assign {subkey_q, half_q} = {subkey_line_q[0], half_line_q[0]};
  assign key_o              = subkey_line_q[1] || half_line_q[1];
  assign enter_o            = subkey_line_q[2] || half_line_q[2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      new_q         <= 1'b0;
      pending_q     <= 1'b0;
      second_q      <= 1'b0;
      half_second_q <= 1'b0;
      subkey_line_q <= '0;
      half_line_q   <= '0;
    end else if (sweep_i) begin
      new_q         <= 1'b0;
      pending_q     <= 1'b0;
      second_q      <= 1'b0;
      half_second_q <= 1'b0;
      subkey_line_q <= '0;
      half_line_q   <= '0;
    end else begin
      new_q         <= set_i;
      subkey_line_q <= {subkey_line_q[1:0], new_q};
      half_line_q   <= {half_line_q[1:0], step};
      if (set_i)             pending_q     <= 1'b1;
      else if (subkey_there) pending_q     <= 1'b0;   // written before a step can read it
      if (step)              second_q      <= !second_q;
      if (half_there)        half_second_q <= !half_second_q;
    end
  end

  seal_valid #(.Cycles(AesLatency)) u_subkey (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .valid_i(subkey_line_q[2]),
    .valid_o(subkey_there)
  );

  seal_valid #(.Cycles(AesLatency)) u_half (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .valid_i(half_line_q[2]),
    .valid_o(half_there)
  );

  assign half_valid_o  = half_there;
  assign half_second_o = half_second_q;

  // ---- subkeys ----------------------------------------------------------------------------------
  // The product is made of bits as a number has them, the first byte on top.
  function automatic logic [127:0] times_x(logic [127:0] block);
    logic [127:0] number;
    number = seal_gcm_pkg::reversed(block);
    return seal_gcm_pkg::reversed({number[126:0], 1'b0} ^ (number[127] ? 128'h87 : 128'h0));
  endfunction

  (* ram_style = "distributed" *) logic [127:0] keys [1 << SlotW];
  logic [127:0]     subkey_word_q, k1_q;
  logic [SlotW-1:0] write_slot_q;
  logic             write_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else         write_q <= subkey_there || sweep_i;
  end

  always_ff @(posedge clk_i) begin
    if (set_i) slot_q <= slot_i;
    write_slot_q  <= sweep_i ? sweep_slot_i[SlotW-1:0] : slot_q[SlotW-1:0];
    subkey_word_q <= sweep_i ? '0 : times_x(aes_i);
    if (write_q) keys[write_slot_q] <= subkey_word_q;
  end

  // ---- the block --------------------------------------------------------------------------------
  logic [3:0]   read_slot_q;
  logic [95:0]  nonce_q;         // of cycle 0
  logic         number_q;        // which of its steps
  logic [127:0] message_q, block_q;

  always_ff @(posedge clk_i) begin
    read_slot_q <= new_q ? slot_q : want_slot_i;
    nonce_q     <= nonce_i;
    number_q    <= second_q;
    message_q   <= {nonce_q, 8'd0, 8'h58, number_q ? 8'd2 : 8'd1, 8'd0};
    k1_q        <= keys[read_slot_q[SlotW-1:0]];
    block_q     <= subkey_line_q[1] ? '0 : message_q ^ k1_q;
  end

  assign read_slot_o = read_slot_q;
  assign block_o     = block_q;

  logic unused_slots;
  assign unused_slots = ^{sweep_slot_i, read_slot_q};

endmodule
