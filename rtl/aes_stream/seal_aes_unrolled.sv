// SPDX-License-Identifier: Apache-2.0
//
// AES encryption (FIPS 197, sections 5.1 and 5.2), one block per cycle, each with a key of its own
// beside it: the key schedule is unrolled and travels along. Byte n of a string is in bits
// [8n+7:8n]; a short key sits at the bottom.
//
// Source: the design that P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of
// Operation, thesis, University of Waterloo 2008, section 4.2.2, begins with and leaves for its
// area. Rounds (Nr of the longest size of the mask KeySizes) times four more S-boxes, less the
// steps at the end whose words no round uses.
//
// Latency: Rounds + 4 cycles from acceptance to m_axis_tvalid for every size (unrolled_latency);
// blocks of fewer rounds pass through those that are left. A change of key costs nothing.
// Streams as those of seal_aes_pipelined, with a single slot 0. Keys differ in when they count:
//   s_key    is for the blocks accepted with it or after it; a key in every cycle is possible
//   m_key    one answer to each key. s_key_ready depends on m_key_ready in the same cycle: a key
//            that waits for the answer to the one before holds blocks back. When a key is refused,
//            the key in use stays.
// Reset: control, then as after zeroise_i. zeroise_i gates the outputs at once and clears key, pipe
// and results; it is done unrolled_depth + 2 cycles after its fall. Blocks in flight are lost, and
// a block that is taken in the first cycle of zeroise_i; a key without an answer gets KeyZeroised.
// There is no key then.
`include "seal_assert.svh"

module seal_aes_unrolled
  import seal_aes_pkg::*;
  import seal_engine_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_aes_unrolled_pkg::*;
#(
  parameter int unsigned KeySizes = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox     = 1     // an sbox_e
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         s_key_valid,
  output logic         s_key_ready,
  input  logic [3:0]   s_key_slot,
  input  logic [1:0]   s_key_size,
  input  logic [255:0] s_key_data,

  output logic         m_key_valid,
  input  logic         m_key_ready,
  output logic [3:0]   m_key_slot,
  output logic [2:0]   m_key_cause,

  input  logic         s_axis_tvalid,
  output logic         s_axis_tready,
  input  logic [127:0] s_axis_tdata,
  input  logic         s_axis_tlast,
  input  logic [4:0]   s_axis_tuser,

  output logic         m_axis_tvalid,
  input  logic         m_axis_tready,
  output logic [127:0] m_axis_tdata,
  output logic         m_axis_tlast,
  output logic [6:0]   m_axis_tuser,

  output logic [0:0]   slot_ready_o,
  input  logic         zeroise_i,
  output logic         busy_o
);

  localparam bit [2:0]    Sizes  = 3'(KeySizes);
  localparam int unsigned Rounds = max_rounds(Sizes);

  if (Sbox > SboxShallow) begin : g_bad_number
    $error("seal_aes_unrolled: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_unrolled: Sbox must not be 5 (bram), whose memory takes a cycle of its own");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_unrolled: KeySizes must be a mask of one to three sizes (1 to 7)");
  end

  logic                     gate, sweep, free, accept, valid, pipe_busy, unused_halt;
  logic [7:0]               unused_sweep_addr;
  block_cause_e             cause;
  logic [8:0]               side;       // cause, inverse, slot, size
  logic [Rounds+1:0][8:0]   side_q;
  logic [127:0]             first_q, entered_q;
  logic [Rounds:0][127:0]   block;      // after round p
  logic [Rounds:0][127:0]   round_key;
  logic [Rounds+1:0][255:0] window_q;   // p: the words of round key p

  // ---- the key in use ---------------------------------------------------------------------------

  logic         take, start, ready_q, answer_waits;
  key_cause_e   key_cause;
  logic [1:0]   size, size_q;
  logic [255:0] key, key_q;

  assign key_cause    = only_slot_cause(Sizes, s_key_slot, s_key_size);
  assign s_key_ready  = !gate && (!answer_waits || m_key_ready);
  assign take         = s_key_valid && s_key_ready;
  assign start        = take && (key_cause == KeyLoaded);
  assign {size, key}  = start ? {s_key_size, s_key_data} : {size_q, key_q};
  assign slot_ready_o = ready_q && !gate;
  assign busy_o       = pipe_busy || answer_waits;

  seal_key_answer u_answer (
    .clk_i, .rst_ni,
    .gate_i (gate),
    .sweep_i(sweep),
    .begin_i(take),
    .slot_i (s_key_slot),
    .end_i  (take),
    .cause_i(key_cause),
    .waits_o(answer_waits),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)   ready_q <= 1'b0;
    else if (sweep) ready_q <= 1'b0;
    else           ready_q <= start || ready_q;
  end

  always_ff @(posedge clk_i) {size_q, key_q} <= sweep ? '0 : {size, key};

  // ---- pipe: the schedule beside the rounds -----------------------------------------------------

  assign s_axis_tready = free && (!s_key_valid || s_key_ready);
  assign accept        = s_axis_tvalid && s_axis_tready;
  assign cause         = block_cause(
    DirForward, (start || ready_q) && s_axis_tuser[3:0] == 4'd0, s_axis_tlast, s_axis_tuser[4]
  );
  assign side          = {cause, s_axis_tuser, size} & {9{accept}};

  seal_valid #(.Cycles(Rounds + 1)) u_valid (
    .clk_i, .rst_ni, .clear_i(sweep), .valid_i(accept), .valid_o(valid)
  );

  always_ff @(posedge clk_i) begin
    side_q    <= {side_q[Rounds:0], side};
    entered_q <= first_q ^ round_key[0];
    if (gate) begin
      first_q     <= '0;
      window_q[0] <= '0;
    end else begin
      first_q     <= s_axis_tdata;
      window_q[0] <= key_window(size, key);
    end
  end
  assign block[0] = entered_q;

  for (genvar p = 0; p <= Rounds; p++) begin : g_step
    // A constant for each size: made from a size that is a signal, Rcon would be
    // a chain of fifteen doublings, each with a choice.
    localparam logic [3:0][10:0] Plan = {
      key_plan(2'd3, 4'(p)), key_plan(2'd2, 4'(p)), key_plan(2'd1, 4'(p)), key_plan(2'd0, 4'(p))
    };
    logic [255:0] window;

    seal_aes_key_step #(.KeySizes(32'(sizes_from(Sizes, p))), .Sbox(Sbox)) u_step (
      .clk_i, .size_i(side_q[p][1:0]), .plan_i(Plan[side_q[p][1:0]]),
      .window_i(window_q[p]), .key_o(round_key[p]), .window_o(window)
    );

    always_ff @(posedge clk_i) window_q[p+1] <= window;
  end

  for (genvar p = 1; p <= Rounds; p++) begin : g_round
    seal_aes_round_by_size #(
      .Round(p), .KeySizes(KeySizes), .Sbox(Sbox), .Pass(1'b1)
    ) u_round (
      .clk_i, .size_i(side_q[p][1:0]), .key_i(round_key[p]), .block_i(block[p-1]),
      .block_o(block[p])
    );
  end

  // The words of the last step belong to no round.
  logic unused_window;
  assign unused_window = ^window_q[Rounds+1];

  seal_aes_exit #(.Depth(unrolled_depth(Sizes)), .UserW(7)) u_exit (
    .clk_i, .rst_ni, .zeroise_i,
    .gate_o      (gate),
    .halt_o      (unused_halt),
    .sweep_o     (sweep),
    .sweep_addr_o(unused_sweep_addr),
    .free_o      (free),
    .take_i      (accept),
    .push_i      (valid),
    .error_i     (side_q[Rounds+1][8:7] != BlkNone),
    .user_i      (side_q[Rounds+1][8:2]),
    .block_i     (block[Rounds]),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tuser,
    .busy_o (pipe_busy)
  );

  assign m_axis_tlast = m_axis_tvalid;

  // During a zeroise, which a reset begins, too, what is offered may change.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data}, zeroise_i || sweep)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || sweep)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tlast, s_axis_tuser}, zeroise_i || sweep)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tlast, m_axis_tuser}, zeroise_i || sweep)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
