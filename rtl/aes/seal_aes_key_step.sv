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
// Words past the end of the schedule mean nothing. size_i must be in KeySizes; a mask of fewer
// sizes leaves the choices out. Combinational: clk_i is there for the S-box's ports.
module seal_aes_key_step
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Sbox     = 1
) (
  input  logic         clk_i,
  input  logic [1:0]   size_i,
  input  logic [3:0]   round_i,
  input  logic [255:0] window_i,
  output logic [127:0] key_o,
  output logic [255:0] window_o
);

  localparam bit [2:0] SIZES = 3'(KeySizes);

  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_key_step: an S-box in a memory has a register, which is none of this step's");
  end

  // Rcon[n + 1] is x^n.
  function automatic logic [15:0][7:0] powers();
    logic [15:0][7:0] p;
    p[0] = 8'h01;
    for (int unsigned n = 1; n < 16; n++) p[n] = xtime(p[n-1]);
    return p;
  endfunction

  localparam logic [15:0][7:0] RCON = powers();

  logic [7:0][31:0] w;
  logic [3:0][31:0] old, made;
  logic             is_192, is_256;

  assign w      = window_i;
  assign is_256 = SIZES[2] && (size_i[1] || SIZES == 3'b100);
  assign is_192 = SIZES[1] && !is_256 && (size_i[0] || !SIZES[0]);

  always_comb begin
    if (is_256)      old = w[3:0];
    else if (is_192) old = w[5:2];
    else             old = w[7:4];
  end

  logic [3:0] third, index;
  logic       at_0, at_2, rotate;

  assign third  = round_i % 4'd3;
  assign at_0   = !is_192 || (third == 4'd0);
  assign at_2   = is_192 && (third == 4'd1);
  assign rotate = !is_256 || !round_i[0];

  always_comb begin
    if (is_256)      index = {1'b0, round_i[3:1]};
    else if (is_192) index = (round_i / 4'd3) * 4'd2 + {3'b000, at_2};
    else             index = round_i;
  end

  logic [31:0] sub, change;

  seal_aes_sub_bytes #(.Bytes(4), .Kind(Sbox)) u_sub (
    .clk_i, .inv_i(1'b0), .d_i(w[7] ^ ((w[2] ^ w[3]) & {32{at_2}})), .q_o(sub)
  );

  assign change = rotate ? {sub[7:0], sub[31:8]} ^ {24'h0, RCON[index]} : sub;

  always_comb begin
    made[0] = old[0] ^ (at_0 ? change : w[7]);
    made[1] = old[1] ^ made[0];
    made[2] = old[2] ^ (at_2 ? change : made[1]);
    made[3] = old[3] ^ made[2];
  end

  assign key_o    = old;
  assign window_o = {made, w[7:4]};

endmodule
