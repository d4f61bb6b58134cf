// SPDX-License-Identifier: Apache-2.0
//
// AES encryption (FIPS 197, sections 5.1 and 5.2), unrolled, a block in every cycle, with one key
// at a time: a schedule of four S-boxes rewrites one round key per cycle, ahead of the first block
// of a new key and behind the last block of the old one. Byte n of a string is in bits [8n+7:8n]; a
// short key sits at the bottom.
//
//   cycle      s   s+1   s+2      s+3      ...  s+2+r             start_i in cycle s
//   key r           -    0 new    1 new         r new             in front of round r
//   block_i         old  new      new           new               is in round r, r cycles later;
//                                                                 round 0 is AddRoundKey alone
//
//   start_i   size_i and key_i are a new key, for block_i from two cycles later on. Only while
//             free_o: a key needs one cycle for each of its round keys, Nr + 1 in all.
//   soon_o    free_o is high in two cycles, if nothing starts before
//   busy_o    round keys are being written
//   size_o    size of the key of block_i
//   block_o   [n] is the block after round 10 + 2n, 11 + 2n cycles after block_i: the result for
//             keys of size n. Rounds past the longest size of the mask KeySizes are not built, and
//             give zero.
//
// Pass = 1: a block of fewer rounds than the longest size has passes through those that are left,
// so every result is that of the longest size. Pass = 0: it is of no use there.
//
// size_i is 0, 1, 2 for keys of 128, 192, 256 bits, one of those in the mask KeySizes. KeySizes
// other than 1 to 7, and Sbox = 5, stop the elaboration.
//
// No handshake: blocks always move. Reset: no schedule runs, and the size is the longest one; round
// keys stay. sweep_i: as reset, and round keys are zero; a start_i with it is lost. Zeros at
// block_i for the latency clear the rounds.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 4.2.2, Figures 4.3 to 4.5; Pass is this project's.
`include "seal_assert.svh"

module seal_aes_pipe_fly
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Sbox     = 1,
  parameter bit          Pass     = 1'b0
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,

  input  logic              start_i,
  input  logic [1:0]        size_i,
  input  logic [255:0]      key_i,
  output logic              free_o,
  output logic              soon_o,
  output logic              busy_o,

  input  logic [127:0]      block_i,
  output logic [1:0]        size_o,
  output logic [2:0][127:0] block_o
);

  localparam bit [2:0]    Sizes   = 3'(KeySizes);
  localparam int unsigned Rounds  = max_rounds(Sizes);
  localparam logic [1:0]  Longest = 2'((Rounds - 10) / 2);

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_pipe_fly: KeySizes must be a mask of one to three sizes (1 to 7)");
  end
  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_pipe_fly: Sbox must not be 5 (bram), whose memory takes a cycle of its own");
  end

  // ---- key schedule: round key r is written r + 1 cycles after start_i --------------------------
  logic                   run_q;
  logic [1:0]             size_q, size;
  logic [3:0]             round_q, round, left;
  logic [10:0]            plan_q;
  logic [255:0]           window_q, window;
  logic [127:0]           round_key;
  logic [Rounds:0][127:0] key_q;

  assign round  = start_i ? 4'd0 : round_q + 4'd1;
  assign size   = start_i ? size_i : size_q;
  assign left   = 4'(rounds_of(32'(size_q))) - round_q;   // round keys after this one
  assign free_o = !run_q || left == 4'd0;
  assign soon_o = !run_q || left <= 4'd2;
  assign busy_o = run_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q  <= 1'b0;
      size_q <= Longest;
    end else if (sweep_i) begin
      run_q  <= 1'b0;
      size_q <= Longest;
    end else begin
      run_q  <= start_i || !free_o;
      size_q <= size;
    end
  end

  seal_aes_key_step #(.KeySizes(KeySizes), .Sbox(Sbox)) u_step (
    .clk_i, .size_i(size_q), .plan_i(plan_q), .window_i(window_q),
    .key_o(round_key), .window_o(window)
  );

  always_ff @(posedge clk_i) begin
    round_q <= round;
    plan_q  <= key_plan(size, round);
    size_o  <= size_q;
    if (sweep_i)      window_q <= '0;
    else if (start_i) window_q <= key_window(size_i, key_i);
    else if (run_q)   window_q <= window;
  end

  for (genvar p = 0; p <= Rounds; p++) begin : g_key
    always_ff @(posedge clk_i) begin
      if (sweep_i)                         key_q[p] <= '0;
      else if (run_q && round_q == 4'(p))  key_q[p] <= round_key;
    end
  end

  // ---- rounds: index p belongs to the block after round p ---------------------------------------
  logic [127:0]           entered_q;
  logic [Rounds:0][1:0]   sizes;
  logic [Rounds:0][127:0] block;

  always_ff @(posedge clk_i) begin
    entered_q <= block_i ^ key_q[0];
    sizes     <= {sizes[Rounds-1:0], size_o};
  end
  assign block[0] = entered_q;

  for (genvar p = 1; p <= Rounds; p++) begin : g_round
    seal_aes_round_by_size #(
      .Round(p), .KeySizes(KeySizes), .Sbox(Sbox), .Pass(Pass)
    ) u_round (
      .clk_i, .size_i(sizes[p-1]), .key_i(key_q[p]), .block_i(block[p-1]), .block_o(block[p])
    );
  end

  for (genvar n = 0; n < 3; n++) begin : g_size
    if (rounds_of(n) <= Rounds) begin : g_there
      assign block_o[n] = block[rounds_of(n)];
    end else begin : g_none
      assign block_o[n] = '0;
    end
  end

  logic unused_sizes;   // nothing follows the last round
  assign unused_sizes = ^sizes[Rounds];

  `SEAL_ASSERT(StartIsFree_A, start_i && !sweep_i |-> free_o)

endmodule
