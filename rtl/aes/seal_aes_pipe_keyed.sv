// SPDX-License-Identifier: Apache-2.0
//
// AES encryption (FIPS 197, sections 5.1 and 5.2), unrolled: a block in every cycle, each with a
// key and a key size of its own beside it. The key schedule is unrolled too and travels along, so
// no key is stored or expanded before: a change of key costs nothing. Byte n of a string is in bits
// [8n+7:8n]; a short key sits at the bottom.
//
//   key_i   -> window 0 --- step ---> window 1 --- step ---> window 2 ...
//                |  round key 0         |  round key 1
//   block_i ---->(+)---------------> round 1 ------------> round 2 ...
//
// Sizes are those of the mask KeySizes; Rounds is Nr of the longest. As in seal_aes_pipe, a block
// whose key has Nr rounds passes the first Rounds - Nr unchanged, and its window with it; round key
// r belongs to round r + Rounds - Nr.
//
// A round takes RoundStages cycles (1 to 4), and so does the step of the key schedule beside it:
// its four S-boxes have as many registers inside as those of a round. A round that may be passed by
// needs its key a cycle early if it has registers inside (key_lead), and so the block begins a
// cycle later (Ahead); the other rounds delay their keys by that cycle.
//
// key_i and size_i come one cycle before their block. Latency: keyed_latency() cycles from block_i
// to block_o. No handshake: the pipe always moves. No reset: zeros at the inputs for this latency
// and one cycle more clear it.
//
// Source: the design that P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of
// Operation, thesis, University of Waterloo 2008, section 4.2.2, begins with and leaves for its
// area; registers within rounds and steps are this project's.
module seal_aes_pipe_keyed
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 1
) (
  input  logic         clk_i,
  input  logic [1:0]   size_i,
  input  logic [255:0] key_i,
  input  logic [127:0] block_i,
  output logic [127:0] block_o
);

  localparam bit [2:0]    Sizes  = 3'(KeySizes);
  localparam int unsigned Rounds = max_rounds(Sizes);
  localparam int unsigned Skips  = Rounds - min_rounds(Sizes);
  localparam int unsigned Ahead  = (Skips > 0 && RoundStages > 1) ? 1 : 0;

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_pipe_keyed: KeySizes must be a mask of one to three sizes (1 to 7)");
  end
  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_pipe_keyed: Sbox must not be 5 (bram), whose memory takes a cycle of its own");
  end
  if (RoundStages < 1 || RoundStages > 4) begin : g_bad_stages
    $error("seal_aes_pipe_keyed: RoundStages must be 1 to 4");
  end

  // Step p of the schedule of a key of this size. Rcon of a size that is a signal would be a chain
  // of doublings; these are constants, chosen by size.
  function automatic logic [10:0] plan_of(int unsigned size, int unsigned p);
    if (rounds_of(size) + p < Rounds) return '0;
    return key_plan(2'(size), 4'(rounds_of(size) + p - Rounds));
  endfunction

  logic [1:0]               size_q;
  logic [255:0]             window_q;
  logic [Rounds:0][1:0]     size;     // p: of the window before step p
  logic [Rounds:0][255:0]   window;
  logic [Rounds:0][127:0]   block;    // after round p
  logic [Rounds:0][127:0]   key;
  logic [Rounds:0]          passes;   // step p leaves the window as it is, and round p the block

  always_ff @(posedge clk_i) begin
    size_q   <= size_among(Sizes, size_i);
    window_q <= key_window(size_among(Sizes, size_i), key_i);
  end

  assign size[0]   = size_q;
  assign window[0] = window_q;

  // ---- the key schedule -------------------------------------------------------------------------
  for (genvar p = 0; p <= Rounds; p++) begin : g_key
    logic [127:0] oldest;

    assign passes[p] = (p < Skips) && (rounds_of(32'(size[p])) + p < Rounds);

    if (p < Rounds) begin : g_step
      localparam logic [3:0][10:0] Plan = {
        plan_of(2, p), plan_of(2, p), plan_of(1, p), plan_of(0, p)
      };
      logic [255:0] made, next, held;
      logic         hold;

      seal_aes_key_step #(.KeySizes(KeySizes), .Sbox(Sbox), .Stages(RoundStages - 1)) u_step (
        .clk_i, .size_i(size[p]), .plan_i(Plan[size[p]]), .window_i(window[p]),
        .key_o(oldest), .window_o(made)
      );

      // The window beside the step, for a key that begins later
      seal_shift_reg #(.Width(257), .Stages(RoundStages - 1)) u_held (
        .clk_i, .d_i({passes[p], window[p]}), .q_o({hold, held})
      );
      assign next = hold ? held : made;

      seal_shift_reg #(.Width(256), .Stages(1)) u_window (
        .clk_i, .d_i(next), .q_o(window[p+1])
      );
      seal_shift_reg #(.Width(2), .Stages(RoundStages)) u_size (
        .clk_i, .d_i(size[p]), .q_o(size[p+1])
      );
    end else begin : g_last
      logic [255:0] unused_window;
      seal_aes_key_step #(.KeySizes(KeySizes), .Sbox(Sbox)) u_step (
        .clk_i, .size_i(size[p]), .plan_i('0), .window_i(window[p]),
        .key_o(oldest), .window_o(unused_window)
      );
    end

    assign key[p] = oldest & {128{!passes[p]}};
  end

  // ---- the rounds -------------------------------------------------------------------------------
  seal_shift_reg #(.Width(128), .Stages(1 + Ahead)) u_entry (
    .clk_i, .d_i(block_i ^ key[0]), .q_o(block[0])
  );

  for (genvar p = 1; p <= Rounds; p++) begin : g_round
    localparam int unsigned Early = (p <= Skips && RoundStages > 1) ? 1 : 0;
    logic [127:0] round_key;
    logic         bypass;

    // A block that begins with round key p has no round p either.
    seal_shift_reg #(.Width(129), .Stages(Ahead - Early)) u_key (
      .clk_i,
      .d_i({(p <= Skips) && rounds_of(32'(size[p])) + p <= Rounds, key[p]}),
      .q_o({bypass, round_key})
    );

    seal_aes_round #(
      .Sbox(Sbox), .RoundStages(RoundStages), .Mix((p != Rounds) ? 1 : 0), .Bypass(p <= Skips)
    ) u_round (
      .clk_i,
      .inv_i   (1'b0),
      .block_i (block[p-1]),
      .key_i   (round_key),
      .mix_i   (1'b1),
      .bypass_i(bypass),
      .block_o (block[p])
    );
  end

  assign block_o = block[Rounds];

endmodule
