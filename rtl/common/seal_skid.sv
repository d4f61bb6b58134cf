// SPDX-License-Identifier: Apache-2.0
//
// Register slice of a ready/valid stream: no ready waits for another one, two words fit, one word
// per cycle passes, latency 1 cycle. No standard: a skid buffer as a queue of two.
//
// The words are written and read in turn, so that a ready that comes late moves a pointer, and not
// all the bits of a word.
//
// A wide word and the few bits that decisions are made of are best in two slices beside each other:
// then the decisions read a pointer with few sinks. Start, the place of the first word, must differ
// between the two, or synthesis finds that their pointers are equal and keeps one of them.
//
// Reset empties it. zero_i stops and empties it; clear_i, only with zero_i, clears the words.
module seal_skid #(
  parameter int unsigned Width = 8,
  parameter bit          Start = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zero_i,
  input  logic             clear_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic [1:0][Width-1:0] word_q;
  logic [1:0]            full_q;
  logic                  write_q, read_q;   // which word comes next
  logic                  take, leave;

  assign ready_o = !full_q[write_q] && !zero_i;
  assign valid_o = full_q[read_q] && !zero_i;
  assign data_o  = word_q[read_q];
  assign take    = valid_i && ready_o;
  assign leave   = valid_o && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q  <= '0;
      write_q <= Start;
      read_q  <= Start;
    end else if (zero_i) begin
      full_q  <= '0;
      write_q <= Start;
      read_q  <= Start;
    end else begin
      if (take)  full_q[write_q] <= 1'b1;
      if (leave) full_q[read_q]  <= 1'b0;
      write_q <= write_q ^ take;
      read_q  <= read_q ^ leave;
    end
  end

  // An empty place is loaded in every cycle, since valid_i comes late; full_q records whether the
  // word was valid.
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) begin
      if (clear_i)                              word_q[i] <= '0;
      else if (write_q == 1'(i) && !full_q[i])  word_q[i] <= data_i;
    end
  end

endmodule
