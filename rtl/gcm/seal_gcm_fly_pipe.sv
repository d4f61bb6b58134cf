// SPDX-License-Identifier: Apache-2.0
//
// The AES pipe of a GCM core whose keys are new with each message, and beside it a delay line: as
// seal_gcm_fresh_pipe, with one key schedule of four S-boxes that rewrites the round keys of the
// pipe (seal_aes_pipe_fly) in place of one in each round. The schedule begins with the first token
// of a message, KEYH. NIST SP 800-38D, section 6.5, GCTR.
//
//   turn_o   the request at hand may become a token. A message may be decided two cycles before the
//            schedule of the one before it ends: then its KEYH arrives as that schedule ends.
//              messages of t tokens and Nr rounds follow each other in max(t, Nr + 1) cycles
//   addr_i   address of the message that this request belongs to; without a request, that of the
//            message whose requests come next, so it moves only from one message to the next
//   key_i    its key, in the cycle of its token, which enters with valid_i two cycles after turn_o:
//            byte n in bits [8n+7:8n], a short key at the bottom; bits 257:256 are its size: 0, 1
//            or 2 for 128, 192 or 256 bits, one of KeySizes
//
// A message has two tokens or more, KEYH first and END last. So KEYH is seen here before the
// request at hand can be that of another message, and those of its own message need no further
// leave. A message that was refused has END alone, which waits like another message; its block of
// AES has the key that is there, and is not used.
//
// Early = 0: every block leaves after the rounds of the longest key size of KeySizes. Early = 1: a
// block leaves after its own Nr rounds, and a message enters Gap cycles behind the last token of
// the one before, so that a short key never overtakes a long one: max(t + Gap, Nr + 1) cycles. Gap
// is the difference between the longest and the shortest size, or 0 with one size.
//
// Latency: Rounds + 3 cycles; with Early Nr + 3, and one cycle in front of a message in which
// turn_o is low, to see that no token is between decision and pipe. Reset: no token is valid.
// sweep_i: nor is any key left; words run out by themselves. KeySizes other than 1 to 7, and
// Sbox = 5, stop the elaboration in seal_aes_pipe_fly.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 4.2.2: Early = 1 is the schedule with four cycles for a
// change of key, Early = 0 does what Figure 4.5 does, without its registers. turn_o is this
// project's.
`include "seal_assert.svh"

module seal_gcm_fly_pipe
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Sbox     = 1,
  parameter bit          Early    = 1'b0
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,

  input  logic [StartAddrW-1:0] addr_i,
  output logic                  turn_o,

  input  logic [257:0]          key_i,
  input  logic                  valid_i,
  input  token_t                token_i,
  input  logic [DataW-1:0]      data_i,
  input  logic [127:0]          block_i,

  output logic                  valid_o,
  output token_t                token_o,
  output logic [DataW-1:0]      data_o,
  output logic [127:0]          aes_o
);

  localparam bit [2:0]    Sizes  = 3'(KeySizes);
  localparam int unsigned Rounds = max_rounds(Sizes);
  localparam int unsigned Fewest = min_rounds(Sizes);
  localparam int unsigned Gap    = Early ? Rounds - Fewest : 0;
  localparam int unsigned Entry  = 2;   // cycles in which round key 0 is made
  localparam int unsigned TokenW = $bits(token_t) + DataW;

  // ---- which message may enter ------------------------------------------------------------------
  logic                  start, soon, kept, may_enter, gap_over, turn_q;
  logic [StartAddrW-1:0] addr_q;

  assign start = valid_i && token_i.kind == TokenKeyH;

  // A message that may enter keeps this until its last request: as long as the address stays.
  assign kept      = turn_q && addr_i == addr_q;
  assign may_enter = soon && !start && gap_over;
  assign turn_o    = kept || may_enter;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      turn_q <= 1'b0;
    else if (sweep_i) turn_q <= 1'b0;
    else              turn_q <= turn_o;
  end

  always_ff @(posedge clk_i) addr_q <= addr_i;

  if (Gap == 0) begin : g_no_gap
    assign gap_over = 1'b1;
  end else begin : g_gap
    // Cycles since the last token, 0 in that of a token. Nothing was decided in the last cycle if
    // turn_o was low, and what was decided before it is here: so a token that is decided now enters
    // Gap + 1 cycles or more behind the last one.
    localparam int unsigned CountW = $clog2(Gap);
    logic [CountW-1:0] since_q, since;

    assign since = valid_i ? '0 : since_q;
    assign gap_over = !turn_q && since == CountW'(Gap - 1);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                         since_q <= '0;
      else if (since == CountW'(Gap - 1)) since_q <= since;
      else                                 since_q <= since + CountW'(1);
    end
  end

  // ---- AES --------------------------------------------------------------------------------------
  logic              unused_free, unused_busy;
  logic [1:0]        size;
  logic [127:0]      block;
  logic [2:0][127:0] result;

  seal_shift_reg #(.Width(128), .Stages(Entry)) u_entry (.clk_i, .d_i(block_i), .q_o(block));

  seal_aes_pipe_fly #(
    .KeySizes(KeySizes), .Sbox(Sbox), .Pass(!Early)
  ) u_aes (
    .clk_i, .rst_ni, .sweep_i,
    .start_i(start),
    .size_i (size_among(Sizes, key_i[257:256])),
    .key_i  (key_i[255:0]),
    .free_o (unused_free),
    .soon_o (soon),
    .busy_o (unused_busy),
    .block_i(block),
    .size_o (size),
    .block_o(result)
  );

  // ---- tokens: they leave after the rounds of each size, or of the longest ----------------------
  logic                       entered;
  logic [2:0]                 leaves;
  logic [2:0][TokenW-1:0]     word;       // of the token behind round 10 + 2n
  logic [2:0][TokenW-1:0]     chosen;
  logic [2:0][127:0]          chosen_aes;

  seal_valid #(.Cycles(Entry)) u_entered (
    .clk_i, .rst_ni, .clear_i(sweep_i), .valid_i, .valid_o(entered)
  );

  for (genvar n = 0; n < 3; n++) begin : g_size
    localparam int unsigned Own = rounds_of(n);

    if (Sizes[n] && (Early || Own == Rounds)) begin : g_exit
      seal_valid #(.Cycles(Own + 1)) u_leaves (
        .clk_i, .rst_ni, .clear_i(sweep_i),
        .valid_i(entered && (!Early || size == 2'(n))),
        .valid_o(leaves[n])
      );
      // One exit needs no choice: valid_o says whether its word counts.
      assign chosen[n]     = word[n] & {TokenW{leaves[n] || !Early}};
      assign chosen_aes[n] = result[n] & {128{leaves[n] || !Early}};
    end else begin : g_none
      assign leaves[n]     = 1'b0;
      assign chosen[n]     = '0;
      assign chosen_aes[n] = '0;
      logic unused_result;
      assign unused_result = ^{result[n], word[n]};
    end

    // One line, which the longer sizes leave later
    if (Own == (Early ? Fewest : Rounds)) begin : g_line
      seal_delay #(.Width(TokenW), .Cycles(Own + Entry + 1)) u_line (
        .clk_i, .rst_ni, .d_i({token_i, data_i}), .q_o(word[n])
      );
    end else if (Early && Own > Fewest && Own <= Rounds) begin : g_longer
      seal_shift_reg #(.Width(TokenW), .Stages(2)) u_line (
        .clk_i, .d_i(word[n-1]), .q_o(word[n])
      );
    end else begin : g_no_line
      assign word[n] = '0;
    end
  end

  assign valid_o           = |leaves;
  assign {token_o, data_o} = chosen[0] | chosen[1] | chosen[2];
  assign aes_o             = chosen_aes[0] | chosen_aes[1] | chosen_aes[2];

  `SEAL_ASSERT(OneLeaves_A, $onehot0(leaves))

endmodule
