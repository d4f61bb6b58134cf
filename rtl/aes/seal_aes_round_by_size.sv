// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher (FIPS 197, section 5.1), in a pipe whose blocks differ in their number of
// rounds: SubBytes, ShiftRows, MixColumns, AddRoundKey.
//
// Round is the round's number, from 1. A block of size_i whose last round this is skips MixColumns.
// A block that has ended before passes unchanged with Pass = 1; with Pass = 0 the output is of no
// use. Logic that no size of the mask KeySizes needs is not built; the last round of the longest
// size never mixes. Latency: 1 cycle, one block per cycle. No reset, no enable.
module seal_aes_round_by_size
  import seal_aes_pkg::*;
#(
  parameter int unsigned Round    = 1,
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Sbox     = 1,
  parameter bit          Pass     = 1'b0
) (
  input  logic         clk_i,
  input  logic [1:0]   size_i,
  input  logic [127:0] key_i,
  input  logic [127:0] block_i,
  output logic [127:0] block_o
);

  localparam bit [2:0] Sizes  = 3'(KeySizes);
  localparam bit       Last   = (Round == max_rounds(Sizes));
  localparam bit       Ending = (Round == 10 && Sizes[0]) || (Round == 12 && Sizes[1]);
  localparam bit       Passes = Pass && (Round > min_rounds(Sizes));

  logic [127:0] sub, rows, mixed;
  logic         ends, passes;

  assign ends   = Last || (Ending && rounds_of(32'(size_i)) == Round);
  assign passes = Passes && (rounds_of(32'(size_i)) < Round);

  seal_aes_sub_bytes #(.Kind(Sbox)) u_sub (.clk_i, .inv_i(1'b0), .d_i(block_i), .q_o(sub));

  assign rows  = shift_rows(sub);
  assign mixed = ends ? rows : mix_columns(rows);

  always_ff @(posedge clk_i) begin
    if (passes) block_o <= block_i;
    else        block_o <= mixed ^ key_i;
  end

endmodule
