// SPDX-License-Identifier: Apache-2.0
//
// One step of the key schedule by round keys (FIPS 197, section 5.2): emits a round key and makes
// four words, with four S-boxes, for all three key sizes.
//
// The window holds the Nk latest words, the latest on top (key_window of seal_aes_pkg makes the
// first one of a key); byte n of a word is in its bits [8n+7:8n]. Step r emits the four oldest
// words, which are round key r, and makes the words 4r + Nk to 4r + Nk + 3. The word i with
// i mod Nk = 0 adds SubWord(RotWord(.)) and Rcon[i / Nk], for AES-256 the one with i mod 8 = 4 adds
// SubWord(.); at most one of four is such a word:
//
//   size      S-boxes feed            RotWord, Rcon             Rcon's index, less 1
//   AES-128   word 0                  always                    r
//   AES-192   r mod 3 = 0: word 0     always                    2 (r div 3)
//             r mod 3 = 1: word 2                               2 (r div 3) + 1
//             r mod 3 = 2: none
//   AES-256   word 0                  r even                    r div 2
//
// For AES-192 they take word 1 of the same step (the latest plus two of the oldest) before word 2.
// Words past the end of the schedule have no meaning. The row of the table for this step comes as
// plan_i, made by key_plan of seal_aes_pkg, so that it can be prepared in a register.
// size_i must be in KeySizes; a mask of fewer sizes leaves the choices out.
//
// Latency: key_o follows window_i at once, window_o Stages cycles later, with as many registers in
// the S-boxes (0 to 3). One step per cycle. No reset.
module seal_aes_key_step
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Sbox     = 1,
  parameter int unsigned Stages   = 0
) (
  input  logic         clk_i,
  input  logic [1:0]   size_i,
  input  logic [10:0]  plan_i,
  input  logic [255:0] window_i,
  output logic [127:0] key_o,
  output logic [255:0] window_o
);

  localparam bit [2:0] Sizes = 3'(KeySizes);

  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_key_step: Sbox must not be 5 (bram), whose memory takes a cycle of its own");
  end

  // The four oldest words
  function automatic logic [127:0] oldest(logic [1:0] size, logic [255:0] window);
    if (Sizes[2] && (size[1] || Sizes == 3'b100)) return window[127:0];
    if (Sizes[1] && (size[0] || !Sizes[0]))       return window[191:64];
    return window[255:128];
  endfunction

  assign key_o = oldest(size_i, window_i);

  // ---- the S-boxes, and the window beside them --------------------------------------------------
  logic [1:0]       size;
  logic [10:0]      plan;
  logic [7:0][31:0] w;
  logic [31:0]      word_1, sub;

  // plan_i[9]: word 2 is the one that uses the S-boxes
  assign word_1 = window_i[95:64] ^ window_i[127:96] ^ window_i[255:224];

  seal_aes_sub_bytes #(.Bytes(4), .Kind(Sbox), .Stages(Stages)) u_sub (
    .clk_i, .inv_i(1'b0), .d_i(plan_i[9] ? word_1 : window_i[255:224]), .q_o(sub)
  );

  seal_shift_reg #(.Width(269), .Stages(Stages)) u_window (
    .clk_i, .d_i({size_i, plan_i, window_i}), .q_o({size, plan, w})
  );

  // ---- the sums ---------------------------------------------------------------------------------
  logic [3:0][31:0] old, made;
  logic             at_0, at_2, rotate;
  logic [7:0]       rcon;
  logic [31:0]      change, early, late, sum;

  assign {at_0, at_2, rotate, rcon} = plan;
  assign old = oldest(size, w);

  // Each word adds the one before it. Written out, so that the S-boxes reach all by equal paths:
  // words 0 and 1 add `early` to the sum of the old ones, words 2 and 3 add `late`, which starts a
  // new sum where word 2 uses the S-boxes.
  assign change  = rotate ? {sub[7:0], sub[31:8]} ^ {24'h0, rcon} : sub;
  assign early   = at_0 ? change : w[7];
  assign late    = (at_0 || at_2) ? change : w[7];
  assign sum     = old[2] ^ ((old[0] ^ old[1]) & {32{!at_2}});
  assign made[0] = old[0] ^ early;
  assign made[1] = old[0] ^ old[1] ^ early;
  assign made[2] = sum ^ late;
  assign made[3] = sum ^ old[3] ^ late;

  assign window_o = {made, w[7:4]};

endmodule
