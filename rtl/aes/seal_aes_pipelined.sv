// SPDX-License-Identifier: Apache-2.0
//
// AES encryption (FIPS 197, section 5.1), unrolled: one block per cycle, each with a key of its
// own choice. Byte n of a string is in bits [8n+7:8n].
//
// The slot number and the key size travel with the block, and each round has a memory of its own
// with one round key per slot, so two adjacent blocks may differ in both. Sizes are those of the
// mask KeySizes; Rounds is Nr of the longest. A key with Nr rounds passes the first Rounds - Nr
// rounds by, and its round key r sits in the memory of round r + Rounds - Nr:
//
//   round       0    1    2    3    4    5   ...  14     (KeySizes = 7; round 0 is at the input)
//   AES-256     k0   k1   k2   k3   k4   k5   ... k14
//   AES-192      -    -   k0   k1   k2   k3   ... k12     - passes unchanged
//   AES-128      -    -    -    -   k0   k1   ... k10     k0 is only added, without a round
//
// Latency: 2 + Rounds * RoundStages cycles from block_i to block_o, always. No handshake: the
// pipe always moves, and what it holds is replaced by what comes next.
// Keys: a block may follow the last write of its key in the next cycle; no write to a slot while
// blocks that use it are in flight. Slots not below Slots and sizes outside KeySizes must not be
// used. Zeroise: zero_we_i (before key_we_i) clears all words of key_slot_i in one cycle; sweep
// the slots, and let the latency pass, to clear everything. No reset.
module seal_aes_pipelined
  import seal_aes_pkg::*;
#(
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 1
) (
  input  logic         clk_i,
  input  logic [127:0] block_i,
  input  logic [3:0]   slot_i,
  input  logic [1:0]   size_i,
  output logic [127:0] block_o,
  input  logic         key_we_i,
  input  logic [3:0]   key_slot_i,
  input  logic [1:0]   key_size_i,
  input  logic [3:0]   key_round_i,
  input  logic [127:0] key_i,
  input  logic         zero_we_i
);

  localparam int unsigned Rounds = max_rounds(3'(KeySizes));
  localparam int unsigned Skips  = Rounds - min_rounds(3'(KeySizes));

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_pipelined: KeySizes must be a mask of one to three sizes (1 to 7)");
  end
  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_aes_pipelined: Slots must be 1 to 16");
  end

  // Rounds that a key of this size passes by
  function automatic logic [3:0] skips_of(logic [1:0] size);
    if (Skips == 0) return 4'd0;
    return 4'(Rounds - 10) - {1'b0, size, 1'b0};
  endfunction

  // Cycles by which a round wants its key ahead of the others (see seal_aes_round)
  function automatic int unsigned ahead(int unsigned p);
    return (RoundStages > 1 && p >= 1 && p <= Skips) ? 1 : 0;
  endfunction

  // Index p: what belongs to the key of round p, when its memory is read
  logic [Rounds:0][3:0]   slot, skip;
  logic [Rounds:0][127:0] block, key;
  logic [3:0]   key_at;
  logic [127:0] key_word;
  logic [127:0] block_q;

  assign slot[0]  = slot_i;
  assign skip[0]  = skips_of(size_i);
  assign key_at   = key_round_i + skips_of(key_size_i);
  assign key_word = zero_we_i ? '0 : key_i;

  for (genvar p = 0; p <= Rounds; p++) begin : g_key
    seal_aes_key_mem #(.Slots(Slots)) u_mem (
      .clk_i,
      .we_i   (zero_we_i | (key_we_i & (key_at == 4'(p)))),
      .wslot_i(key_slot_i),
      .key_i  (key_word),
      .use_i  (p >= Skips || skip[p] <= 4'(p)),
      .rslot_i(slot[p]),
      .key_o  (key[p])
    );
  end

  always_ff @(posedge clk_i) begin
    block_q  <= block_i;
    block[0] <= block_q ^ key[0];
  end

  for (genvar p = 1; p <= Rounds; p++) begin : g_round
    logic bypass_q;

    seal_aes_pipe #(.Width(8), .Stages(RoundStages + ahead(p - 1) - ahead(p))) u_travel (
      .clk_i, .d_i({slot[p-1], skip[p-1]}), .q_o({slot[p], skip[p]})
    );

    always_ff @(posedge clk_i) bypass_q <= (p <= Skips) && (skip[p] >= 4'(p));

    seal_aes_round #(
      .Sbox(Sbox), .RoundStages(RoundStages), .Mix(p != Rounds), .Bypass(p <= Skips)
    ) u_round (
      .clk_i,
      .block_i (block[p-1]),
      .key_i   (key[p]),
      .bypass_i(bypass_q),
      .block_o (block[p])
    );
  end

  assign block_o = block[Rounds];

endmodule
