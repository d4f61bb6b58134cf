// SPDX-License-Identifier: Apache-2.0
//
// AES encryption (FIPS 197), one block per cycle, with a key that changes on the fly: one schedule
// of four S-boxes rewrites one round key per cycle, ahead of the first block of the new key and
// after the last block of the old one (seal_aes_pipe_fly). Byte n of a string is in bits [8n+7:8n].
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 4.2.2, Figures 4.3 to 4.5; Fixed = 2 is this project's.
//
// Rounds is Nr of the longest size of the mask KeySizes. From a block's acceptance to m_axis_tvalid
// (fly_latency), and from a key's to the first block that may follow it (G, fly_gap), in cycles:
//
//   Fixed   latency       G    a block of fewer rounds than Rounds
//   0       Nr + 4        4    leaves early; G, the range of Nr, keeps it behind those before it
//   1       Rounds + 4    1    waits in registers of its own: four after round 10, two after 12
//   2       Rounds + 5    0    passes through the rounds that are left
//
// With one size in the mask, G is 1 for Fixed = 0 too. The additional register at the entrance lets
// a block come together with its key. Key-change latency (fly_key_change): the cycles between the
// last block of one key and the first of the next, if nothing waits outside. A key that had n > 0
// blocks and Nr rounds costs max(G, Nr + 1 - n), a key without any Nr + 1 + G in all: a key waits
// until the round keys of the one before are written. With all sizes that is 4 to 14, 1 to 14 (the
// thesis's Table 4.3) and 0 to 14 cycles. Passing in front, as seal_aes_pipe does, would make it
// max(G, Rounds + 1 - n) for every size, since the old key is in use there for longer.
//
// Streams as those of seal_aes_pipelined, with a single slot 0. Keys differ in when they count:
//   s_key    is for the blocks accepted with it (Fixed = 2) or after it. A key on offer keeps
//            blocks waiting until it is accepted, so its source decides on the order.
//   m_key    one answer to each key; the next key waits until it is taken, two cycles at least. A
//            refused key does not wait for the schedule, and the key in use stays.
//
// Reset: control, then as after zeroise_i. zeroise_i gates the outputs at once and clears keys,
// pipe and results; it is done fly_depth + 2 cycles after its fall. Blocks in flight are lost, and
// a block that is taken in the first cycle of zeroise_i; a key without an answer gets KeyZeroised.
// There is no key then.
`include "seal_assert.svh"

module seal_aes_fly
  import seal_aes_pkg::*;
  import seal_engine_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_aes_fly_pkg::*;
#(
  parameter int unsigned KeySizes = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox     = 1,    // an sbox_e
  parameter int unsigned Fixed    = 2     // a fixed_e
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

  localparam bit [2:0]    Sizes   = 3'(KeySizes);
  localparam int unsigned Rounds  = max_rounds(Sizes);
  // Registers in front of round 0, and those of the whole pipe
  localparam int unsigned Entry   = (Fixed == FixedPass) ? 2 : 1;
  localparam int unsigned Stages  = Entry + Rounds;

  if (Sbox > SboxShallow) begin : g_bad_number
    $error("seal_aes_fly: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (Sbox == SboxBram) begin : g_bad_sbox
    $error("seal_aes_fly: Sbox must not be 5 (bram), whose memory takes a cycle of its own");
  end
  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_fly: KeySizes must be a mask of one to three sizes (1 to 7)");
  end
  if (Fixed > FixedPass) begin : g_bad_fixed
    $error("seal_aes_fly: Fixed must be 0, 1 or 2");
  end

  logic       gate, sweep, free, pipe_busy, unused_halt;
  logic [7:0] unused_sweep_addr;

  // ---- keys -------------------------------------------------------------------------------------
  logic       start, take, legal, answer_waits;
  logic       key_free, key_busy;
  logic       ready_q;
  key_cause_e key_cause;

  assign key_cause   = only_slot_cause(Sizes, s_key_slot, s_key_size);
  assign legal       = (key_cause == KeyLoaded);
  // A refused key does not wait for the schedule, and so delays no block.
  assign s_key_ready = !gate && !answer_waits && (key_free || !legal);
  assign take        = s_key_valid && s_key_ready;
  assign start       = take && legal;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)    ready_q <= 1'b0;
    else if (sweep) ready_q <= 1'b0;
    else            ready_q <= start || ready_q;
  end

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

  assign slot_ready_o = ready_q && !gate;
  assign busy_o       = pipe_busy || key_busy || answer_waits;

  // ---- entry: the key goes first ----------------------------------------------------------------

  logic         accept;
  block_cause_e cause;

  if (Fixed == FixedPass) begin : g_together
    assign s_axis_tready = free && (!s_key_valid || s_key_ready);
  end else begin : g_after
    // Cycles that blocks wait after a new key, beyond the one in which it is taken
    localparam logic [2:0] Wait = 3'(fly_gap(Sizes, Fixed) - 1);
    logic [2:0] wait_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)            wait_q <= '0;
      else if (start)         wait_q <= Wait;
      else if (wait_q != '0)  wait_q <= wait_q - 3'd1;
    end

    assign s_axis_tready = free && !s_key_valid && (wait_q == '0);
  end

  assign accept = s_axis_tvalid && s_axis_tready;
  assign cause  = block_cause(
    DirForward, (start || ready_q) && s_axis_tuser[3:0] == 4'd0, s_axis_tlast, s_axis_tuser[4]
  );

  // ---- pipe: index p belongs to the block after round p ----------------------------------------

  logic [127:0]         first;
  logic [6:0]           control;   // cause, inverse, slot
  logic [1:0]           size;
  logic [2:0][127:0]    block;     // after round 10 + 2n
  logic [Rounds:0][8:0] side;      // cause, inverse, slot, size
  logic [Rounds-1:0]    valid;
  logic                 unused_soon;

  seal_valid #(.Cycles(Stages), .Taps(Rounds)) u_valid (
    .clk_i, .rst_ni, .clear_i(sweep), .valid_i(accept), .valid_o(valid)
  );

  seal_shift_reg #(.Width(135), .Stages(Entry)) u_entry (
    .clk_i,
    .d_i({{cause, s_axis_tuser} & {7{accept}}, s_axis_tdata & {128{!gate}}}),
    .q_o({control, first})
  );

  always_ff @(posedge clk_i) side <= {side[Rounds-1:0], {control, size}};

  seal_aes_pipe_fly #(
    .KeySizes(KeySizes), .Sbox(Sbox), .Pass(Fixed == FixedPass)
  ) u_pipe (
    .clk_i, .rst_ni,
    .sweep_i(sweep),
    .start_i(start),
    .size_i (s_key_size),
    .key_i  (s_key_data),
    .free_o (key_free),
    .soon_o (unused_soon),
    .busy_o (key_busy),
    .block_i(first),
    .size_o (size),
    .block_o(block)
  );

  // ---- exit: after the last round of each size, at once or with the longest --------------------

  logic [2:0]        leaving;  // in the next cycle
  logic [2:0][6:0]   user;
  logic [2:0][127:0] result;

  for (genvar s = 0; s < 3; s++) begin : g_size
    localparam int unsigned Round = rounds_of(s);
    localparam int unsigned Late  = (Fixed == FixedNone) ? Round : Rounds;

    if (Sizes[s] && (Fixed != FixedPass || Round == Rounds)) begin : g_exit
      logic [127:0] late;
      logic         leaves_q;
      seal_shift_reg #(.Width(128), .Stages(Late - Round)) u_late (
        .clk_i, .d_i(block[s]), .q_o(late)
      );
      assign leaving[s] = valid[Late-1] && (Fixed == FixedPass || side[Late-1][1:0] == 2'(s));
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) leaves_q <= 1'b0;
        else         leaves_q <= leaving[s] && !sweep;
      end
      assign user[s]   = side[Late][8:2] & {7{leaves_q}};
      assign result[s] = late & {128{leaves_q}};
    end else begin : g_none
      assign {leaving[s], user[s], result[s]} = '0;
      logic unused_block;
      assign unused_block = ^block[s];
    end
  end

  logic [6:0] user_out;
  assign user_out = user[0] | user[1] | user[2];

  seal_aes_exit #(.Depth(fly_depth(Sizes, Fixed)), .UserW(7)) u_exit (
    .clk_i, .rst_ni, .zeroise_i,
    .gate_o      (gate),
    .halt_o      (unused_halt),
    .sweep_o     (sweep),
    .sweep_addr_o(unused_sweep_addr),
    .free_o      (free),
    .take_i      (accept),
    .push_i      (|leaving),
    .error_i     (user_out[6:5] != BlkNone),
    .user_i      (user_out),
    .block_i     (result[0] | result[1] | result[2]),
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
