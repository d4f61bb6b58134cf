// SPDX-License-Identifier: Apache-2.0
//
// Key schedule of seal_aes_iterative (FIPS 197, section 5.2): the window of the Nk latest words,
// and the operations for the next word.
//
// The window is a memory with word i at address i mod Nk. A word takes 4/B steps of B = min(4,
// Width/8) bytes. Expansion goes over w[0] to w[4 Nr + 3]: the first Nk words are read and kept,
//   w[i] = w[i-Nk] + f(w[i-1]),   f = SubWord(RotWord) + Rcon for i mod Nk = 0,
//                                     SubWord for Nk = 8 and i mod Nk = 4, else nothing,
// and each overwrites w[i-Nk]. f is made by the datapath of the cipher, where the
// latest word passes the S-boxes; this module selects f.
//
// start_i: begins at address 0 with the next cycle. load_i: beats of a key come in, beat b holding
// words b Width/32 and up. step_i: the beat or step is done; part_i counts the steps of a word.
// Otherwise made_i is written, which is zero while the window is being cleared: eight words.
// start_i comes whenever wrap_i, which is high during the expansion, rises or falls. Outside of the
// expansion plain_o, sub_o, rotate_o and rcon_o are zero.
// No reset: start_i sets all but the window.
module seal_aes_iter_schedule
  import seal_aes_pkg::*;
#(
  parameter int unsigned Width = 128,
  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1,
  localparam int unsigned WordW   = (Width > 32) ? 32 : Width
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic [1:0]       size_i,
  input  logic             load_i,
  input  logic             wrap_i,      // after Nk words, not eight
  input  logic             we_i,
  input  logic             step_i,
  input  logic [1:0]       part_i,
  input  logic             part_last_i,
  input  logic [Width-1:0] data_i,
  input  logic [WordW-1:0] made_i,
  output logic             last_beat_o,
  output logic             last_word_o,  // of eight
  output logic [WordW-1:0] word_o,       // of w[i-Nk]
  output logic             plain_o,      // f is the word itself
  output logic             sub_o,        // f has SubWord
  output logic             rotate_o,     // f has RotWord and Rcon
  output logic [7:0]       rcon_o
);

  localparam int unsigned Parts    = (Width < 32) ? 32 / Width : 1;
  localparam int unsigned LaneW    = $clog2(Columns);
  localparam int unsigned Depth    = 8 * Parts / Columns;
  localparam int unsigned AddressW = $clog2(Depth);

  logic [2:0] place_q, place_last;
  logic       fresh_q;    // among the first Nk words
  logic [7:0] rcon_q;
  logic       first, middle, wrap;

  assign place_last  = 3'(key_words_of(32'(size_i)) - 1);
  assign first       = (place_q == 3'd0);
  assign middle      = (place_q == 3'd4) && (size_i == Aes256);
  assign wrap        = wrap_i && (place_q == place_last);
  assign last_word_o = (place_q == 3'd7);
  assign last_beat_o = part_last_i && (place_q >> LaneW == place_last >> LaneW);

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      place_q <= '0;
      fresh_q <= 1'b1;
      rcon_q  <= 8'h01;
    end else if (step_i && part_last_i) begin
      place_q <= wrap ? '0 : place_q + (load_i ? 3'(Columns) : 3'd1);
      if (wrap) fresh_q <= 1'b0;
      if (first && !fresh_q) rcon_q <= xtime(rcon_q);
    end
  end

  assign sub_o    = !fresh_q && (first || middle);
  assign rotate_o = !fresh_q && first;
  assign plain_o  = !fresh_q && !first && !middle;
  assign rcon_o   = (rotate_o && part_i == 2'd0) ? rcon_q : 8'h00;

  logic [AddressW-1:0]           address;
  logic [Columns-1:0]            lane_we;
  logic [Columns-1:0][WordW-1:0] d, q;

  assign address = AddressW'((32'(place_q) >> LaneW) * Parts + 32'(part_i));
  assign d       = load_i ? data_i : {Columns{made_i}};

  if (Columns == 1) begin : g_one
    assign lane_we = we_i;
    assign word_o  = q;
  end else begin : g_lanes
    logic [LaneW-1:0] lane;
    assign lane    = place_q[LaneW-1:0];
    assign lane_we = we_i ? (load_i ? '1 : Columns'(1) << lane) : '0;
    assign word_o  = q[lane];
  end

  seal_aes_iter_mem #(.Width(WordW), .Lanes(Columns), .Depth(Depth)) u_window (
    .clk_i, .we_i(lane_we), .address_i(address), .d_i(d), .q_o(q)
  );

endmodule
