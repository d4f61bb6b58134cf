// SPDX-License-Identifier: Apache-2.0
//
// One step of seal_aes_iterative between reading and writing the state: a part of a round (FIPS
// 197, sections 5.1, 5.3), of the loading of a block, or of the key schedule (5.2).
//
//   what           b         p               c                 goes to
//   load           key       0               data + b          y: state
//   round          key       sub             b                 y: state
//   inverse round  key       sub + b         0                 y: state
//   last round     key                                         out = sub + b
//   key schedule   w[i-Nk]   0               f(w[i-1]) + b     c: key memory, window; y: state
//   zeros          0         0               0                 y, c: everything
//
// with sub = SubBytes(x) or InvSubBytes(x), and y = M p + c of seal_aes_iter_mix. The inverse round
// is in the order of section 5.3 (InvShiftRows, InvSubBytes, AddRoundKey, InvMixColumns), which
// takes the round keys as they are. The key schedule's word is the first column of x; with two
// columns per step, it goes to both of them, since the state is read with odd rows crossed over.
//
// Width 128: ShiftRows is done here, after the S-boxes. No reset. Latency: Stages cycles of the
// S-boxes from x to sub; nothing else on the way has a register but the accumulators of
// seal_aes_iter_mix.
module seal_aes_iter_round
  import seal_aes_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter int unsigned Dir    = 0,
  parameter int unsigned Sbox   = 1,
  parameter int unsigned Stages = 0,
  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1,
  localparam int unsigned WordW   = (Width > 32) ? 32 : Width
) (
  input  logic                  clk_i,
  input  logic                  step_i,
  input  logic                  first_i,      // of a column's steps
  input  logic                  load_i,
  input  logic                  round_i,
  input  logic                  inverse_i,    // an inverse block, from its load on
  input  logic                  key_use_i,
  input  logic                  word_use_i,
  input  logic                  plain_i,
  input  logic                  sub_i,
  input  logic                  rotate_i,
  input  logic [7:0]            rcon_i,
  input  logic [Width-1:0]      x_i,
  input  logic [Width-1:0]      data_i,
  input  logic [Width-1:0]      key_i,
  input  logic [WordW-1:0]      word_i,
  output logic [32*Columns-1:0] y_o,
  output logic [WordW-1:0]      made_o,
  output logic [Width-1:0]      out_o
);

  localparam int unsigned Bytes = WordW / 8;
  // The key schedule needs the S-box of the cipher, whatever the rounds need.
  localparam int unsigned WordDir = (Dir == DirForward) ? DirForward : DirBoth;
  // Columns that get the key schedule's word
  localparam int unsigned Copies = (Columns == 2) ? 2 : 1;

  logic [Width-1:0] sub, rows, b, p, c, words;

  seal_aes_sub_bytes #(.Bytes(Bytes), .Kind(Sbox), .Dir(WordDir), .Stages(Stages)) u_word (
    .clk_i, .inv_i(inverse_i), .d_i(x_i[WordW-1:0]), .q_o(sub[WordW-1:0])
  );

  if (Columns > 1) begin : g_more
    seal_aes_sub_bytes #(
      .Bytes(Width / 8 - 4), .Kind(Sbox), .Dir(Dir), .Stages(Stages)
    ) u_more (
      .clk_i, .inv_i(inverse_i), .d_i(x_i[Width-1:32]), .q_o(sub[Width-1:32])
    );
  end

  // Width 128: the state of an inverse block is kept with its columns turned (see turn_columns).
  localparam bit Turned = (Width == 128) && (Dir == DirBoth);

  function automatic logic [Width-1:0] turn(logic inverse, logic [Width-1:0] state);
    return (Turned && inverse) ? Width'(turn_columns(128'(state))) : state;
  endfunction

  if (Width < 128) begin : g_shifted
    assign rows = sub;
  end else if (Dir == DirInverse) begin : g_inverse
    assign rows = inv_shift_rows(sub);
  end else begin : g_shift
    assign rows = shift_rows(sub);
  end

  // f(w[i-1]). Its way through the S-boxes ends in a register, so that it is no longer than that of
  // a round.
  logic [WordW-1:0] subbed, turned, f;

  seal_shift_reg #(.Width(WordW), .Stages((Stages == 0) ? 1 : 0)) u_sub (
    .clk_i, .d_i(sub[WordW-1:0]), .q_o(subbed)
  );

  assign turned = WordW'({2{subbed}} >> 8);

  always_comb begin
    f = '0;
    if (plain_i) f = x_i[WordW-1:0];
    if (sub_i)   f = rotate_i ? turned : subbed;
    f[7:0] = f[7:0] ^ rcon_i;
  end

  always_comb begin
    words = '0;
    for (int unsigned n = 0; n < Copies; n++) begin
      words[WordW*n+:WordW] = f ^ (word_use_i ? word_i : '0);
    end
  end

  // Where MixColumns masks its input (width 32 and more), p and its key need no mask here,
  // which would be one more level of logic for the S-boxes' outputs.
  logic inverse, back, serial;

  assign inverse = (Dir != DirForward) && inverse_i;
  assign back    = inverse && round_i;
  assign serial  = (Width < 32);
  assign b       = (key_use_i && !back) ? key_i : '0;
  assign p       = ((round_i || !serial) ? rows : '0) ^
                   ((serial ? back : inverse) ? turn(inverse, key_i) : '0);
  assign c       = turn(inverse, (load_i ? data_i : '0) ^ b) ^ words;

  seal_aes_iter_mix #(.Width(Width), .Dir(Dir)) u_mix (
    .clk_i, .step_i, .first_i, .mixing_i(round_i), .inverse_i, .p_i(p), .c_i(c), .y_o
  );

  assign made_o = c[WordW-1:0];
  assign out_o  = turn(inverse, rows) ^ key_i;

endmodule
