// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher (FIPS 197, section 5.1): SubBytes, ShiftRows, MixColumns, AddRoundKey.
//
// Mix = 0 leaves MixColumns out (the last round). With Bypass = 1, bypass_i reduces the round to
// AddRoundKey, which is what a key with fewer rounds needs at the front of a longer pipe.
// Latency: RoundStages cycles (1 to 4), one block per cycle. The last register is the output; the
// others cut the S-box (its last one being in front of MixColumns from RoundStages = 3 on).
// key_i comes RoundStages - 1 cycles after its block. With Bypass = 1 and RoundStages > 1, key_i
// and bypass_i come one cycle before that: key and plain block are summed a stage ahead, so that
// the bypass costs the last stage no level of logic. No reset, no enable.
module seal_aes_round
  import seal_aes_pkg::*;
#(
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 1,
  parameter bit          Mix         = 1'b1,
  parameter bit          Bypass      = 1'b0
) (
  input  logic         clk_i,
  input  logic [127:0] block_i,
  input  logic [127:0] key_i,
  input  logic         bypass_i,
  output logic [127:0] block_o
);

  if (RoundStages < 1 || RoundStages > 4) begin : g_bad_stages
    $error("seal_aes_round: RoundStages must be 1 to 4");
  end

  logic [127:0] sub, rows, mixed;

  for (genvar i = 0; i < 16; i++) begin : g_sbox
    seal_aes_sbox #(.Kind(Sbox), .Stages(RoundStages - 1)) u_sbox (
      .clk_i, .d_i(block_i[8*i+:8]), .q_o(sub[8*i+:8])
    );
  end

  assign rows = shift_rows(sub);

  if (Mix) begin : g_mix
    assign mixed = mix_columns(rows);
  end else begin : g_no_mix
    assign mixed = rows;
  end

  if (Bypass) begin : g_bypass
    localparam int unsigned Ahead = (RoundStages > 1) ? 1 : 0;
    logic [127:0] plain, sum_d, sum_q;
    logic         bypass_q;

    seal_aes_pipe #(.Width(128), .Stages(RoundStages - 1 - Ahead)) u_plain (
      .clk_i, .d_i(block_i), .q_o(plain)
    );

    assign sum_d = key_i ^ (plain & {128{bypass_i}});

    seal_aes_pipe #(.Width(129), .Stages(Ahead)) u_sum (
      .clk_i, .d_i({bypass_i, sum_d}), .q_o({bypass_q, sum_q})
    );

    always_ff @(posedge clk_i) block_o <= sum_q ^ (mixed & {128{~bypass_q}});
  end else begin : g_always
    logic unused_bypass;
    assign unused_bypass = bypass_i;

    always_ff @(posedge clk_i) block_o <= key_i ^ mixed;
  end

endmodule
