// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher (FIPS 197, section 5.1): SubBytes, ShiftRows, MixColumns, AddRoundKey; or
// of the equivalent inverse cipher (section 5.3.5), which has the same order of inverse steps and
// takes InvMixColumns of the inner round keys; or either, at the choice of inv_i (Dir, a dir_e).
// With both, an inverse block and its keys come with their columns turned (see turn_columns).
//
// Mix: 1 with MixColumns, 0 without (the last round), 2 as chosen by mix_i.
// With Bypass = 1, bypass_i reduces the round to AddRoundKey, as a key with fewer rounds needs at
// the front of a longer pipe.
//
// Latency: RoundStages cycles (1 to 5), one block per cycle. seal_aes_pkg says where the registers
// are (sub_stages, mix_stages); without one after AddRoundKey, block_o follows it directly.
//
// inv_i comes with its block. key_i, mix_i and bypass_i come together, key_lead cycles before the
// result of the round's last register. With Bypass = 0 that is with the result of SubBytes or
// later. With Bypass = 1 and a register in SubBytes it is a cycle sooner, so that key and plain
// block are summed a stage earlier, and the bypass costs the last stage no level of logic. No
// reset, no enable.
module seal_aes_round
  import seal_aes_pkg::*;
#(
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 0,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Mix         = 1,
  parameter bit          Bypass      = 1'b0
) (
  input  logic         clk_i,
  input  logic         inv_i,
  input  logic [127:0] block_i,
  input  logic [127:0] key_i,
  input  logic         mix_i,
  input  logic         bypass_i,
  output logic [127:0] block_o
);

  if (RoundStages < 1 || RoundStages > 5) begin : g_bad_stages
    $error("seal_aes_round: RoundStages must be 1 to 5");
  end
  if (Mix > 2) begin : g_bad_mix
    $error("seal_aes_round: Mix must be 0 (never), 1 (always) or 2 (as mix_i says)");
  end

  localparam int unsigned Sub   = sub_stages(Sbox, RoundStages);
  localparam bit          Cut   = mix_stages(Sbox, RoundStages) != 0;
  // Registers from key_i to the sum; users of the round count from its last register (key_lead)
  localparam int unsigned Ahead = (Bypass && Sub > 0 && !Cut) ? 1 : 0;

  // For both directions, an S-box in logic is the cipher's, and the maps that turn it around,
  //   S^-1(x) = A^-1 (S(A^-1 (x + 63)) + 63),
  // are done here: the one in front of it by a choice, the one after it together with that of
  // MixColumns, which still fits into one LUT of six inputs per bit. A memory holds both S-boxes.
  localparam bit          Around = (Dir == DirBoth) && (Sbox != SboxBram);
  localparam int unsigned SubDir = Around ? DirForward : Dir;

  logic         inv, inv_q, mix;
  logic [127:0] x, sub, rows, sum;

  always_comb begin
    x = block_i;
    if (Around && inv_i) x = affine_inverses(block_i ^ {16{AffineConst}});
  end

  seal_aes_sub_bytes #(.Bytes(16), .Kind(Sbox), .Dir(SubDir), .Stages(Sub)) u_sub (
    .clk_i, .inv_i, .d_i(x), .q_o(sub)
  );

  seal_shift_reg #(.Width(1), .Stages(Sub)) u_inv (.clk_i, .d_i(inv_i), .q_o(inv_q));
  seal_shift_reg #(.Width(1), .Stages(Ahead)) u_mix (.clk_i, .d_i(mix_i), .q_o(mix));

  assign inv = (Dir == DirBoth) ? inv_q : (Dir == DirInverse);

  // For both directions, wires: see turn_columns. MixColumns is the same after inv_mix_ahead.
  assign rows = (Dir == DirInverse) ? inv_shift_rows(sub) : shift_rows(sub);

  logic [127:0] back;  // an inverse block after InvSubBytes

  assign back = Around ? affine_inverses(rows ^ {16{AffineConst}}) : rows;

  logic [127:0] plain;

  if (Bypass) begin : g_plain
    seal_shift_reg #(.Width(128), .Stages(Sub - Ahead)) u_plain (
      .clk_i, .d_i(block_i), .q_o(plain)
    );
  end else begin : g_no_plain
    logic unused_bypass;
    assign plain         = '0;
    assign unused_bypass = ^{bypass_i, plain};
  end

  if (Cut) begin : g_cut
    logic [127:0] state, pairs, rest, pairs_q, rest_q;
    logic         mixes;

    assign mixes = (Mix == 1 || (Mix == 2 && mix)) && !(Bypass && bypass_i);
    assign state = inv ? inv_mix_ahead(back) : rows;
    assign pairs = mix_pairs(state) & {128{mixes}};

    always_comb begin
      rest = mixes ? mix_next(state) : inv ? back : rows;
      if (Bypass && bypass_i) rest = plain;
    end

    seal_shift_reg #(.Width(256), .Stages(1)) u_mix_columns (
      .clk_i, .d_i({pairs, rest ^ key_i}), .q_o({pairs_q, rest_q})
    );

    assign sum   = mix_last(pairs_q, rest_q);
  end else begin : g_whole
    logic [127:0] mixed;

    always_comb begin
      mixed = mix_columns(inv ? inv_mix_ahead(back) : rows);
      if (Mix == 0 || (Mix == 2 && !mix)) mixed = inv ? back : rows;
    end

    if (Bypass) begin : g_bypass
      logic [127:0] sum_d, sum_q;
      logic         bypass_q;

      assign sum_d = key_i ^ (plain & {128{bypass_i}});

      seal_shift_reg #(.Width(129), .Stages(Ahead)) u_sum (
        .clk_i, .d_i({bypass_i, sum_d}), .q_o({bypass_q, sum_q})
      );

      assign sum = sum_q ^ (mixed & {128{~bypass_q}});
    end else begin : g_always
      assign sum = key_i ^ mixed;
    end
  end

  seal_shift_reg #(.Width(128), .Stages(RoundStages - Sub - 32'(Cut))) u_out (
    .clk_i, .d_i(sum), .q_o(block_o)
  );

endmodule
