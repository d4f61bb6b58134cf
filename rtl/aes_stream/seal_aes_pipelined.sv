// SPDX-License-Identifier: Apache-2.0
//
// AES (FIPS 197) as a stream of blocks: one block in Fold cycles, under the key of its slot,
// enciphered or deciphered at the choice of each block. Slots, key sizes and directions may be
// mixed without a dead cycle. The pipe never stops: a block enters when an entry of the output
// queue is reserved.
//
//   s_key  -> key load -> round keys
//                |            v
//   s_axis -> slot table -> pipe (one, or one for each direction) -> exit -> m_axis
//
// Streams (valid/ready; byte 0 of a string in bits [7:0]):
//   s_key   slot, size (0, 1, 2: 128, 192, 256 bits), data: see seal_key_load
//   m_key   slot, cause (a key_cause_e): one answer to each key
//   s_axis  a block per beat, tlast always high; tuser = {inverse, slot}
//   m_axis  the same blocks in the same order; tuser = {cause, inverse, slot}, the cause being a
//           block_cause_e. A block with a cause comes back as zeros.
//   slot_ready_o  bit s: slot s has a key that may be used
//   busy_o        a key load, block or zeroise is under way
// A key applies to blocks that are taken from the first cycle of its answer on. If no other key is
// under way and the last answer has been taken, blocks of its slot wait from the cycle after its
// offer on (s_axis_tready depends on the slot in s_axis_tuser, and is low for them); the key is
// taken when the blocks of its slot have left the pipe.
//
// Dir: a dir_e. Separate = 1 (DirBoth only): a pipe for each direction in place of a shared one.
// Throughput: one block in Fold cycles. Latency: stream_latency() cycles from s_axis to m_axis.
// From the offer of a key to its answer, no block of its slot being in the pipe: offer_cycles()
// and load_cycles() of seal_engine_pkg, the latter with derive = 1. Reset: control, then as after
// zeroise_i. zeroise_i: outputs are gated at once; stream_clear() cycles after its fall all keys
// and blocks are gone, and no slot has a key. Blocks in flight end silently, as does one that is
// taken in the first cycle of zeroise_i; a key without an answer gets KeyZeroised then.
`include "seal_assert.svh"

module seal_aes_pipelined
  import seal_aes_pkg::*;
  import seal_aes_cause_pkg::*;
  import seal_aes_stream_pkg::*;
#(
  parameter int unsigned Slots       = 4,     // key slots, 1 to 16
  parameter int unsigned KeySizes    = 7,     // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox        = 1,     // an sbox_e
  parameter int unsigned Dir         = 0,     // a dir_e
  parameter bit          Separate    = 1'b0,  // two pipes for two directions
  parameter int unsigned RoundStages = 1,     // registers per round, 1 to 5
  parameter int unsigned Fold        = 1      // cycles per block: 1, 2, 4, 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [255:0]     s_key_data,

  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  input  logic             s_axis_tvalid,
  output logic             s_axis_tready,
  input  logic [127:0]     s_axis_tdata,
  input  logic             s_axis_tlast,
  input  logic [4:0]       s_axis_tuser,

  output logic             m_axis_tvalid,
  input  logic             m_axis_tready,
  output logic [127:0]     m_axis_tdata,
  output logic             m_axis_tlast,
  output logic [6:0]       m_axis_tuser,

  output logic [Slots-1:0] slot_ready_o,
  input  logic             zeroise_i,
  output logic             busy_o
);

  localparam int unsigned Latency = pipe_latency(3'(KeySizes), RoundStages, Fold);
  localparam int unsigned Depth   = stream_depth(3'(KeySizes), RoundStages, Fold);

  if (Sbox > SboxShallow) begin : g_bad_sbox
    $error("seal_aes_pipelined: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (Separate && Dir != DirBoth) begin : g_bad_separate
    $error("seal_aes_pipelined: Separate needs Dir = 2 (both directions)");
  end
  if (RoundStages < 1 || RoundStages > 5) begin : g_bad_stages
    $error("seal_aes_pipelined: RoundStages must be 1 to 5");
  end
  if (Fold != 1 && Fold != 2 && Fold != 4 && Fold != 8) begin : g_bad_fold
    $error("seal_aes_pipelined: Fold must be 1, 2, 4 or 8");
  end
  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_aes_pipelined: Slots must be 1 to 16");
  end

  logic       gate, halt, sweep, free, exit_busy, load_busy;
  logic [7:0] sweep_addr;

  // ---- keys -------------------------------------------------------------------------------------
  // The words of all slots and passes are overwritten in a zeroise, in even cycles: odd ones leave
  // the port to the inverse cipher's words. It starts when no key is on its way to them.
  // A block uses its slot from the cycle after its acceptance until it leaves the pipe.
  logic               hold, used, derive, key_we, clear_we;
  logic               unused_info, unused_drop, unused_set;
  logic [3:0]         load_slot, key_slot, key_round;
  logic [1:0]         load_size, key_size;
  logic [2:0]         clear_pass;
  logic [127:0]       key;
  logic               enter, inverse, slot_ready, go;
  logic [3:0]         slot, slot_q;
  logic [1:0]         size;
  logic [Slots-1:0]   slots_ready;
  logic [Latency-1:0] valid;   // bit n: a block that was taken n + 1 cycles ago
  logic [6:0]         control;
  block_cause_e       cause;

  seal_key_slots #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(key_stages(Sbox, RoundStages)),
    .WordW(2), .Uses(Depth)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i        (zeroise_i),
    .sweep_i       (halt),
    .table_clear_i (halt),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_data,
    .s_key_info    (1'b0),
    .refuse_i      (seal_engine_pkg::KeyLoaded),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i        (slot),
    .ready_o       (slot_ready),
    .word_o        (size),
    .slot_ready_o  (slots_ready),
    .begin_i       (valid[0]),
    .begin_slot_i  (slot_q),
    .end_i         (valid[Latency-1]),
    .end_slot_i    (control[3:0]),
    .hold_o        (hold),
    .load_slot_o   (load_slot),
    .size_o        (load_size),
    .info_o        (unused_info),
    .word_i        (load_size),
    .used_o        (used),
    .used_i        (used),
    .drop_o        (unused_drop),
    .set_o         (unused_set),
    .derive_o      (derive),
    .derive_done_i (derive),   // one cycle, in which the inverse cipher's last key is written
    .derive_cause_i(seal_engine_pkg::KeyLoaded),
    .again_i       (1'b0),
    .again_key_i   ('0),
    .sweep_we_i    (sweep && !sweep_addr[0]),
    .sweep_slot_i  (sweep_addr[4:1]),
    .sweep_pass_i  (sweep_addr[7:5]),
    .key_we_o      (key_we),
    .key_slot_o    (key_slot),
    .key_size_o    (key_size),
    .key_round_o   (key_round),
    .key_o         (key),
    .clear_we_o    (clear_we),
    .clear_pass_o  (clear_pass),
    .busy_o        (load_busy)
  );

  always_ff @(posedge clk_i) slot_q <= slot;

  assign slot_ready_o = slots_ready & {Slots{!gate}};

  // ---- entrance ---------------------------------------------------------------------------------
  assign {inverse, slot} = s_axis_tuser;
  assign s_axis_tready   = free && enter && !(hold && load_slot == slot);
  assign go              = s_axis_tvalid && s_axis_tready;
  assign cause           = block_cause(Dir, slot_ready, s_axis_tlast, inverse);

  if (Fold == 1) begin : g_always
    assign enter = 1'b1;
  end else begin : g_every
    logic [$clog2(Fold)-1:0] phase_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) phase_q <= '0;
      else         phase_q <= phase_q + 1'b1;
    end
    assign enter = (phase_q == '0);
  end

  // ---- pipes, and the control bits beside them --------------------------------------------------
  logic         inverse_late;
  logic [127:0] block_in, block_out;

  // A block that is not taken may go through the pipe: it has no valid bit.
  assign block_in = s_axis_tdata & {128{!sweep}};

  seal_valid #(.Cycles(Latency), .Taps(Latency)) u_valid (
    .clk_i, .rst_ni, .clear_i(sweep), .valid_i(go), .valid_o(valid)
  );

  seal_delay #(.Width(7), .Cycles(Latency)) u_marks (
    .clk_i, .rst_ni, .d_i({cause, inverse, slot}), .q_o(control)
  );

  localparam int unsigned Pipes = Separate ? 2 : 1;
  logic [Pipes-1:0][127:0] result;

  for (genvar n = 0; n < Pipes; n++) begin : g_pipe
    seal_aes_pipe #(
      .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .Dir(Separate ? n : Dir),
      .RoundStages(RoundStages), .Fold(Fold)
    ) u_pipe (
      .clk_i,
      .enter_i    (enter),
      .block_i    (block_in),
      .inv_i      (inverse),
      .slot_i     (slot),
      .size_i     (size),
      .block_o    (result[n]),
      .key_we_i   (key_we),
      .key_slot_i (key_slot),
      .key_size_i (key_size),
      .key_round_i(key_round),
      .key_i      (key),
      .clear_we_i (clear_we),
      .clear_pass_i(clear_pass)
    );
  end

  assign inverse_late = control[4];
  assign block_out    = result[Separate ? 32'(inverse_late) : 0];

  seal_aes_exit #(
    .Depth       (Depth), .Clear(stream_clear(3'(KeySizes), RoundStages, Fold)), .UserW(7)
  ) u_exit (
    .clk_i, .rst_ni, .zeroise_i,
    .gate_o      (gate),
    .halt_o      (halt),
    .sweep_o     (sweep),
    .sweep_addr_o(sweep_addr),
    .free_o      (free),
    .take_i      (go),
    .push_i      (valid[Latency-2]),
    .error_i     (control[6:5] != BlkNone),
    .user_i      (control),
    .block_i     (block_out),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tuser,
    .busy_o (exit_busy)
  );

  assign m_axis_tlast = m_axis_tvalid;
  assign busy_o       = load_busy || exit_busy;

  // During a zeroise, which a reset begins, too, what is offered may change.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_data}, zeroise_i || halt)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tlast, s_axis_tuser}, zeroise_i || halt)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tlast, m_axis_tuser}, zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
