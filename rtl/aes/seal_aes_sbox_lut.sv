// SPDX-License-Identifier: Apache-2.0
//
// S-box as a table of 256 bytes (FIPS 197, sections 5.1.1 and 5.3.2), whose mapping is left to the
// tool; for both directions, two tables and a choice.
//
// The two highest bits (and inv_i) choose among tables of 64 bytes, each of whose bits is one
// six-input LUT. A cut lies between the tables and the choice.
// Latency: Stages cycles. Cuts: 1 at the output; 2 after the tables of 64 and at the output; 3
// also at the input, since a bit of it has a fan-out of 32 LUTs.
module seal_aes_sbox_lut
  import seal_aes_pkg::*;
#(
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  localparam logic [255:0][7:0] Forward = sbox_table(1'b0);
  localparam logic [255:0][7:0] Inverse = sbox_table(1'b1);

  localparam int unsigned Tables = (Dir == DirBoth) ? 8 : 4;
  localparam int unsigned Cut    = (Stages >= 2) ? 1 : 0;

  logic                   inv;
  logic [7:0]             d;
  logic [2:0]             choice, choice_cut;
  logic [Tables-1:0][7:0] word, word_cut;

  seal_shift_reg #(.Width(9), .Stages((Stages >= 3) ? 1 : 0)) u_in (
    .clk_i, .d_i({inv_i, d_i}), .q_o({inv, d})
  );

  always_comb begin
    for (int unsigned i = 0; i < Tables; i++) begin
      if (Dir == DirInverse || i >= 4) word[i] = Inverse[{2'(i), d[5:0]}];
      else                             word[i] = Forward[{2'(i), d[5:0]}];
    end
  end

  assign choice = {Dir == DirBoth && inv, d[7:6]};

  seal_shift_reg #(.Width(3 + 8 * Tables), .Stages(Cut)) u_cut (
    .clk_i, .d_i({choice, word}), .q_o({choice_cut, word_cut})
  );

  seal_shift_reg #(.Width(8), .Stages((Stages >= 1) ? 1 : 0)) u_out (
    .clk_i, .d_i(word_cut[choice_cut[$clog2(Tables)-1:0]]), .q_o
  );

  logic unused_choice;
  assign unused_choice = choice_cut[2];

endmodule
