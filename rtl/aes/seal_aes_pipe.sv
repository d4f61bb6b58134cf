// SPDX-License-Identifier: Apache-2.0
//
// AES (FIPS 197, sections 5.1 and 5.3.5), unrolled or folded: a block in every Fold-th cycle, each
// with a key, a key size and (Dir = DirBoth) a direction of its own. Byte n of a string is in bits
// [8n+7:8n].
//
// Slot, key size and direction travel with the block, and each round has a memory of its own with
// the round keys of all slots, so two adjacent blocks may differ in all of them. Sizes are those of
// the mask KeySizes; Rounds is Nr of the longest. A block whose key has Nr rounds passes the first
// Rounds - Nr rounds unchanged, and round key r belongs to round r + Rounds - Nr:
//
//   round       0    1    2    3    4    5   ...  14     (KeySizes = 7; round 0 is at the input)
//   AES-256     k0   k1   k2   k3   k4   k5   ... k14
//   AES-192      -    -   k0   k1   k2   k3   ... k12     - passes unchanged
//   AES-128      -    -    -    -   k0   k1   ... k10     k0 is only added, without a round
//
// Decryption takes the keys the other way round, k_r at round Rounds - r, the inner ones through
// InvMixColumns, which is done once, when a key is written. With Dir = DirBoth, inverse blocks and
// their keys go through the rounds with their columns turned (see turn_columns).
//
// Fold = 1: a unit of logic for each round. Fold = 2, 4, 8: Units = ceil(Rounds / Fold) of them in
// a loop, through which a block goes Fold times; the passes together have Units * Fold rounds, and
// shorter keys skip the difference too. The loop is of odd length L = fold_loop() cycles. Blocks
// enter when enter_i is high, which is in every Fold-th cycle: since L is odd, a block comes round
// to the entrance in those cycles only when it is done, and leaves.
//
// Latency: always pipe_latency() cycles from block_i to block_o. No handshake: the pipe always
// moves.
// Keys: round keys in any order; with DirBoth at least two cycles apart. A block may follow the
// last write of its key two cycles later (three unless Dir = DirForward); no write to a slot while
// blocks that use it are in flight. Slots not below Slots and sizes outside KeySizes must not be
// used. Zeroise: clear_we_i (before key_we_i) clears the words of key_slot_i and pass clear_pass_i
// (with DirBoth in two cycles); sweep all passes 0 to Fold - 1 of all slots, and let the latency
// pass, to clear everything. No reset.
module seal_aes_pipe
  import seal_aes_pkg::*;
#(
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 0,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1
) (
  input  logic         clk_i,
  input  logic         enter_i,
  input  logic [127:0] block_i,
  input  logic         inv_i,
  input  logic [3:0]   slot_i,
  input  logic [1:0]   size_i,
  output logic [127:0] block_o,
  input  logic         key_we_i,
  input  logic [3:0]   key_slot_i,
  input  logic [1:0]   key_size_i,
  input  logic [3:0]   key_round_i,
  input  logic [127:0] key_i,
  input  logic         clear_we_i,
  input  logic [2:0]   clear_pass_i
);

  localparam int unsigned Units = pipelined_units(3'(KeySizes), Fold);
  localparam int unsigned Last  = Units * Fold;  // the last round
  localparam int unsigned Skips = Last - min_rounds(3'(KeySizes));
  localparam int unsigned Loop  = fold_loop(3'(KeySizes), RoundStages, Fold);
  localparam int unsigned Pad   = Loop - Units * RoundStages - 1;

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_pipe: KeySizes must be a mask of one to three sizes (1 to 7)");
  end
  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_aes_pipe: Slots must be 1 to 16");
  end
  if (Dir > DirBoth) begin : g_bad_dir
    $error("seal_aes_pipe: Dir must be 0 (forward), 1 (inverse) or 2 (both)");
  end
  if (Fold != 1 && Fold != 2 && Fold != 4 && Fold != 8) begin : g_bad_fold
    $error("seal_aes_pipe: Fold must be 1, 2, 4 or 8");
  end

  // Control that travels with a block, in step with the reading of its keys
  typedef struct packed {
    logic [3:0] slot;
    logic [4:0] skip;  // rounds that it passes by
    logic       inv;
    logic [2:0] pass;
  } travel_t;

  // Rounds that a key of this size skips
  function automatic logic [4:0] skips_of(logic [1:0] size);
    return 5'(Last - 10) - {2'b00, size_among(3'(KeySizes), size), 1'b0};
  endfunction

  // With Fold = 1 a block's pass, and its skip if all keys are of one size, are constants; so is
  // the last bit of a skip, since sizes differ by two rounds, and inv in a pipe of one direction.
  // They are put in again in each round, where control leaves its registers: else synthesis follows
  // them through the whole pipe, one register at a time, each in a pass over the whole design.
  localparam bit      OneSize = min_rounds(3'(KeySizes)) == max_rounds(3'(KeySizes));
  localparam travel_t Varies  = '{
    slot: '1,
    skip: (Fold > 1) ? '1 : OneSize ? '0 : 5'b11110,
    inv:  Dir == DirBoth,
    pass: (Fold == 1) ? '0 : '1
  };
  localparam travel_t Constant = '{
    slot: '0,
    skip: 5'(Skips) & ~Varies.skip,
    inv:  1'b0,
    pass: '0
  };

  // Cycles by which a unit needs its key earlier than the one at the entrance does
  function automatic int lead(int unsigned p);
    return (p == 0) ? 0 : key_lead(Sbox, RoundStages, p <= Skips);
  endfunction

  // Address in a unit's memory: the slots of each direction of each pass
  localparam int unsigned Dirs  = (Dir == DirBoth) ? 2 : 1;
  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 0;
  localparam int unsigned Words = (Fold * Dirs == 1) ? Slots : (Fold * Dirs) << SlotW;

  function automatic logic [7:0] address(logic [2:0] pass, logic inv, logic [3:0] slot);
    return 8'(((32'(pass) * Dirs + 32'(inv && Dir == DirBoth)) << SlotW) | 32'(slot));
  endfunction

  // An inverse block or key on its way into or out of rounds for both directions
  function automatic logic [127:0] turn(logic inverse, logic [127:0] state);
    return (Dir == DirBoth && inverse) ? turn_columns(state) : state;
  endfunction

  // ---- writing of keys --------------------------------------------------------------------------
  // The cipher's keys are written first, those of the inverse cipher a cycle later. A register lies
  // in front of the memories, which are all over the chip; which of them a key is for is decided
  // before that register.
  logic [4:0]   at, at_inv_q, write_at;
  logic         we, we_inv_q, clear, clear_inv_q, write, write_inv, write_clear, inner;
  logic [3:0]   slot_inv_q, write_slot;
  logic [2:0]   pass_inv_q, write_pass;
  logic [127:0] key_inv_q, write_key, write_key_q;

  assign we    = key_we_i && (Dir != DirInverse);
  assign clear  = clear_we_i && (Dir != DirInverse);
  assign at    = 5'(key_round_i) + skips_of(key_size_i);
  assign inner = (key_round_i != 4'd0) && (at != 5'(Last));

  if (Dir == DirForward) begin : g_cipher
    assign {we_inv_q, clear_inv_q, at_inv_q, slot_inv_q, pass_inv_q, key_inv_q} = '0;
    logic unused_inner;
    assign unused_inner = inner;
  end else begin : g_inverse
    always_ff @(posedge clk_i) begin
      we_inv_q   <= key_we_i;
      clear_inv_q <= clear_we_i;
      at_inv_q   <= 5'(Last) - 5'(key_round_i);
      slot_inv_q <= key_slot_i;
      pass_inv_q <= clear_pass_i;
      key_inv_q  <= inner ? inv_mix_columns(key_i) : key_i;
    end
  end

  assign write_inv  = we_inv_q || clear_inv_q;
  assign write_clear = write_inv ? clear_inv_q : clear;
  assign write      = write_inv ? we_inv_q : we;
  assign write_at   = write_inv ? at_inv_q : at;
  assign write_slot = write_inv ? slot_inv_q : key_slot_i;
  assign write_pass = write_inv ? pass_inv_q : clear_pass_i;
  assign write_key  = write_clear ? '0 : write_inv ? turn(1'b1, key_inv_q) : key_i;

  always_ff @(posedge clk_i) write_key_q <= write_key;

  // ---- the pipe ---------------------------------------------------------------------------------
  travel_t      [Units:0]        travel;
  logic         [Units:0]        inv;
  logic         [Units:0][127:0] block, key;
  logic         [127:0]          block_q, entered_q;

  for (genvar p = 0; p <= Units; p++) begin : g_key
    // Rounds p, p + Units, p + 2 Units, ... are this unit's; round 0 belongs to none.
    localparam int unsigned Passes = (p == 0) ? 1 : Fold;

    logic [2:0] pass;
    logic [4:0] round;
    logic [7:0] write_addr_q;
    logic       mine, mine_q;

    always_comb begin
      mine = 1'b0;
      pass = '0;
      for (int unsigned k = 0; k < Passes; k++) begin
        if (write_at == 5'(k * Units + p)) begin
          mine = write;
          pass = 3'(k);
        end
      end
    end

    always_ff @(posedge clk_i) begin
      mine_q       <= write_clear || mine;
      write_addr_q <= address(write_clear ? write_pass : pass, write_inv, write_slot);
      if (p == 0) write_addr_q <= address('0, write_inv, write_slot);
    end

    assign round = 5'(32'(travel[p].pass) * Units + p);

    seal_aes_key_mem #(.Words((p == 0) ? Dirs << SlotW : Words), .AddressW(8)) u_mem (
      .clk_i,
      .we_i   (mine_q),
      .waddr_i(write_addr_q),
      .key_i  (write_key_q),
      .use_i  (p >= Skips || travel[p].skip <= ((p == 0) ? '0 : round)),
      .raddr_i(address((p == 0) ? '0 : travel[p].pass, travel[p].inv, travel[p].slot)),
      .key_o  (key[p])
    );
  end

  // The entrance
  travel_t fresh;
  assign fresh = '{slot: slot_i, skip: skips_of(size_i), inv: inv_i, pass: '0};

  always_ff @(posedge clk_i) block_q <= turn(inv_i, block_i);
  assign block[0] = entered_q;

  if (Fold == 1) begin : g_straight
    assign travel[0] = (fresh & Varies) | Constant;
    always_ff @(posedge clk_i) entered_q <= block_q ^ key[0];
    seal_shift_reg #(.Width(1), .Stages(2)) u_inv (.clk_i, .d_i(inv_i), .q_o(inv[0]));

    logic unused_loop;
    assign unused_loop = enter_i;
  end else begin : g_loop
    travel_t      round_again;
    logic         enter_q, inv_q, inv_loop, inv_entered_q;
    logic [127:0] block_loop;

    seal_shift_reg #(.Width($bits(travel_t)), .Stages(Pad + 1 + lead(Units))) u_travel (
      .clk_i, .d_i(travel[Units]), .q_o(round_again)
    );
    seal_shift_reg #(.Width(129), .Stages(Pad)) u_block (
      .clk_i, .d_i({inv[Units], block[Units]}), .q_o({inv_loop, block_loop})
    );

    always_comb begin
      travel[0] = round_again;
      travel[0].pass = round_again.pass + 3'd1;
      if (enter_i) travel[0] = fresh;
    end

    always_ff @(posedge clk_i) begin
      enter_q       <= enter_i;
      inv_q         <= inv_i;
      inv_entered_q <= enter_q ? inv_q : inv_loop;
      entered_q     <= enter_q ? block_q ^ key[0] : block_loop;
    end
    assign inv[0] = inv_entered_q;
  end

  for (genvar p = 1; p <= Units; p++) begin : g_round
    travel_t    carried;
    logic       bypass_q, mix_q;
    logic [4:0] round;

    seal_shift_reg #(
      .Width($bits(travel_t)), .Stages(RoundStages + lead(p - 1) - lead(p))
    ) u_travel (
      .clk_i, .d_i(travel[p-1]), .q_o(carried)
    );
    assign travel[p] = (carried & Varies) | Constant;
    seal_shift_reg #(.Width(1), .Stages(RoundStages)) u_inv (
      .clk_i, .d_i(inv[p-1]), .q_o(inv[p])
    );

    assign round = 5'(32'(travel[p].pass) * Units + p);

    always_ff @(posedge clk_i) begin
      bypass_q <= (p <= Skips) && (travel[p].skip >= round);
      mix_q    <= (p != Units) || (travel[p].pass != 3'(Fold - 1));
    end

    seal_aes_round #(
      .Sbox(Sbox), .Dir(Dir), .RoundStages(RoundStages),
      .Mix((p != Units) ? 1 : (Fold == 1) ? 0 : 2), .Bypass(p <= Skips)
    ) u_round (
      .clk_i,
      .inv_i   (inv[p-1]),
      .block_i (block[p-1]),
      .key_i   (key[p]),
      .mix_i   (mix_q),
      .bypass_i(bypass_q),
      .block_o (block[p])
    );
  end

  assign block_o = turn(inv[Units], block[Units]);

endmodule
