// SPDX-License-Identifier: Apache-2.0
//
// Output side: one packet on m_axis for each command, its units one after the other, and one
// m_status for each command, or with UnitStatus for each unit. Rules: docs/use/sector.md. No
// standard, but for the last two beats: IEEE Std 1619-2025, 5.3.2 (ciphertext stealing).
//
//   beat of a unit             comes from
//   ---------------------------------------------------------------------------------------
//   all                        the output ring, plus a block that the scheme adds to each
//   the first or the last      special() of the scheme
//   whole one, if it is apart
//   the last two, if the last  the call that finishes the unit; the head of the last result of
//   one is partial and apart   the stream
//   the last 16 bytes, if      special(), behind the bytes of the ring's last block
//   they are apart
//   a tweak in the data        before its unit, with KeepTweak
//
// A unit is sent when it is complete (done_i), and without hashes as its blocks come. The rest of a
// unit with an error is read and dropped; then a null beat with abort ends the packet. Units that
// follow it in the same command are cancelled: they are dropped without a trace.
//
// command_i stores the id of a command. Latency 1 cycle. Reset: empty. gate_i gates m_axis at once,
// sweep_i drops everything, and flush_i then ends every command with CauseZeroised.
`include "seal_assert.svh"

module seal_sector_egress
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned Order      = 0,
  parameter int unsigned Words      = 8,    // units in flight, a power of two
  parameter int unsigned IdWidth    = 16,
  parameter bit          UnitStatus = 1'b0,
  parameter bit          KeepTweak  = 1'b0    // tweaks that came in the data go out with them
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               gate_i,
  input  logic               sweep_i,
  input  logic               flush_i,
  output logic               flushed_o,
  output logic               busy_o,       // a command, or a status that has not been taken

  input  logic               command_i,
  input  logic [IdWidth-1:0] id_i,

  input  logic [NumW-1:0]    accept_i,
  output look_t              next_look_o,  // the unit that comes next
  input  entry_t             next_entry_i,
  output look_t              look_o,       // the one that is sent, and its tweak
  input  blocks_t            blocks_i,
  input  logic [Words-1:0]   tweak_there_i,
  input  logic [Words-1:0]   in_done_i,
  input  logic [Words-1:0]   done_i,
  input  logic               verdict_we_i,   // of the input side: see seal_sector_ingress
  input  logic [NumW-1:0]    verdict_unit_i,
  input  sector_cause_e      cause_i,
  input  logic               cancelled_i,
  output logic               retire_o,
  output logic [3:0]         retire_slot_o,

  input  logic               block_valid_i,
  input  logic [127:0]       block_i,
  output logic               block_pop_o,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic               m_status_last,
  output logic [3:0]         m_status_cause
);

  import seal_engine_pkg::keep_of;
  import seal_engine_pkg::mask_bytes;

  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam bit          Early  = !Traits.hash && !Traits.layers;
  localparam bit          Steals = Traits.tail && !Traits.layers;
  localparam int unsigned Statuses = 8;
  localparam int unsigned Commands = Words + 4;   // units in flight, and those before and behind
  localparam int unsigned IndexW   = $clog2(Words);

  // ---- the beat that is next --------------------------------------------------------------------
  logic [NumW-1:0]  at;
  logic [SizeW-5:0] beat_q, last_beat, unused_ring;
  logic [3:0]       tail;
  logic             here, refused, bad, abort_q, told_q, last, from_ring, ready, keep_it, step;
  logic             stored_last;
  logic [127:0]     block, special, word;
  logic [4:0]       bytes;

  logic [4:0] verdict_q [Words];   // {cancelled, cause}
  entry_t     entry;
  sector_cause_e     cause_q;
  logic       cancelled_q, in_done_q, done_q;

  always_ff @(posedge clk_i) begin
    if (verdict_we_i) verdict_q[IndexW'(verdict_unit_i)] <= {cancelled_i, cause_i};
  end

  seal_sector_next #(.Mode(Mode), .Words(Words)) u_next (
    .clk_i, .rst_ni, .sweep_i, .accept_i,
    .ready_i(tweak_there_i),
    .look_o (next_look_o),
    .entry_i(next_entry_i),
    .valid_o(here),
    .unit_o (at),
    .entry_o(entry),
    .last_o (last_beat),
    .ring_o (unused_ring),
    .take_i (retire_o)
  );

  assign retire_slot_o = entry.unit.slot;

  // Verdicts of the unit that is sent, and of the next one. They are late by a cycle, which is
  // harmless, since an error is known long before the blocks behind it.
  logic [IndexW-1:0] soon, now;
  logic              changes;

  assign soon    = IndexW'(next_look_o.unit);
  assign now     = IndexW'(at);
  assign changes = !here || retire_o;

  always_ff @(posedge clk_i) begin
    {cancelled_q, cause_q} <= changes ? verdict_q[soon] : verdict_q[now];
    in_done_q         <= changes ? in_done_i[soon] : in_done_i[now];
    done_q            <= changes ? done_i[soon]    : done_i[now];
  end

  assign refused = (entry.cause != CauseNone);
  assign bad     = refused || (cause_q != CauseNone);
  assign tail    = tail_of(entry.unit);
  assign last    = (beat_q == last_beat);
  assign bytes   = (last && tail != '0) ? 5'(tail) : 5'd16;

  // With KeepTweak, the tweak goes before the first beat of its unit.
  logic [3:0]        tweak_q;
  logic              tweak_turn, tweak_last;
  logic [TweakW-1:0] tweak_left;

  assign tweak_left = entry.unit.tweak_len - {tweak_q, 4'd0};
  assign tweak_turn = KeepTweak && entry.in_data && beat_q == '0 && tweak_left != '0 && !told_q;
  assign tweak_last = (tweak_left <= TweakW'(16));

  assign stored_last = (beat_q + (SizeW-4)'(1) == last_beat);   // last of the ring, if one is apart
  assign special     = seal_sector_scheme_pkg::special(Mode, Order, entry.unit, blocks_i);
  assign block       = block_i ^ seal_sector_scheme_pkg::add_out(Mode, blocks_i);

  always_comb begin
    from_ring = 1'b1;
    word      = block;
    ready     = done_q;
    if ((Traits.first && beat_q == '0) ||
        (Traits.last_whole && (tail == '0 ? last : stored_last))) begin
      from_ring = 1'b0;
      word      = special;
    end
    if (Traits.last_bytes) begin
      from_ring = !last;
      if (last)                            word = (tail == '0) ? special
                                                    : special >> {5'd16 - 5'(tail), 3'b000};
      else if (stored_last && tail != '0)  word = block | (special << {tail, 3'b000});
    end
    if (Traits.tail && tail != '0) begin
      if (last) begin
        from_ring = 1'b0;
        word      = seal_sector_scheme_pkg::partial(Mode, blocks_i);
      end else if (Steals && stored_last) begin
        word = seal_sector_xts_pkg::last_whole(blocks_i);
      end
    end
    if (Early && !(tail != '0 && (last || stored_last))) ready = block_valid_i;
  end

  // ---- output register --------------------------------------------------------------------------
  logic               out_valid_q, out_last_q, out_end_q, out_tweak_q, accept, free, ends, load;
  logic               load_abort;
  logic               credit, open, command_ends, unused_idle;
  logic [127:0]       out_data_q;
  logic [4:0]         out_bytes_q;
  sector_cause_e             out_cause_q;
  logic [IdWidth-1:0] id, out_id_q;

  assign accept  = m_axis_tready && !gate_i;
  assign free    = !out_valid_q || accept;
  assign keep_it = !bad && !cancelled_q;

  // The last beat of a packet, or of a unit with a status
  assign ends       = last && !tweak_turn && (entry.last || UnitStatus);
  assign load       = here && !refused && !abort_q && ready && keep_it && free &&
                      (!ends || credit) && !sweep_i && !flush_i;
  assign load_abort = here && in_done_q && (refused || abort_q) && free && credit && !sweep_i &&
                      !flush_i;
  assign step       = (load && !tweak_turn) ||
                      (here && !refused && !abort_q && ready && !keep_it && !sweep_i);
  assign block_pop_o = step && from_ring;

  logic flush_load;
  assign flush_load   = flush_i && open && free && credit && !sweep_i;
  assign command_ends = (load && ends && entry.last) || load_abort || flush_load;
  assign retire_o     = (step && last && (keep_it || cancelled_q)) || load_abort;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q  <= '0;
      abort_q <= 1'b0;
      told_q  <= 1'b0;
    end else if (sweep_i) begin
      beat_q  <= '0;
      abort_q <= 1'b0;
      told_q  <= 1'b0;
    end else begin
      if (step) beat_q <= last ? '0 : beat_q + (SizeW-4)'(1);
      told_q  <= (told_q || (load && tweak_turn && tweak_last)) && !step && !load_abort;
      abort_q <= (step && last && !keep_it && !cancelled_q) || (abort_q && !load_abort);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
      out_last_q  <= 1'b0;
      out_end_q   <= 1'b0;
      out_cause_q <= CauseNone;
    end else if (sweep_i) begin
      // The last beat of a packet that has not been accepted still ends it, as zeroised.
      out_valid_q <= out_valid_q && out_last_q;
      out_cause_q <= CauseZeroised;
    end else if (load || load_abort || flush_load) begin
      out_valid_q <= 1'b1;
      out_last_q  <= command_ends;
      out_end_q   <= command_ends || ends;
      out_cause_q <= flush_i ? CauseZeroised : load ? CauseNone : refused ? entry.cause : cause_q;
    end else if (accept) begin
      out_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!told_q && load && tweak_turn) tweak_q <= tweak_q + 4'd1;
    else if (!tweak_turn)              tweak_q <= '0;
    if (sweep_i) begin
      out_data_q  <= '0;
      out_bytes_q <= '0;
    end else if (load || load_abort || flush_load) begin
      out_data_q  <= !load ? '0 : tweak_turn ? blocks_i.t : mask_bytes(word, bytes);
      out_bytes_q <= !load ? '0 : !tweak_turn ? bytes : tweak_last ? 5'(tweak_left) : 5'd16;
      out_tweak_q <= load && tweak_turn;
      out_id_q    <= id;
    end
  end

  assign look_o        = '{unit: at, tweak: tweak_q};
  assign m_axis_tvalid = out_valid_q && !gate_i;
  assign m_axis_tdata  = out_data_q & {128{!gate_i}};
  assign m_axis_tkeep  = keep_of(out_bytes_q) & {16{!gate_i}};
  assign m_axis_tlast  = out_last_q;
  assign m_axis_tuser  = {
    out_last_q && (out_cause_q != CauseNone), out_tweak_q ? SecTweak : SecText
  };

  // ---- statuses ---------------------------------------------------------------------------------
  logic push, give;

  seal_fifo #(.Width(IdWidth), .Depth(Commands)) u_ids (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (command_i),
    .data_i (id_i),
    .pop_i  (command_ends),
    .data_o (id),
    .valid_o(open)
  );

  assign push = out_valid_q && accept && out_end_q;

  // Late = 1: the beat in the output register may still take a credit.
  seal_credit #(.Credits(Statuses), .Late(1)) u_credit (
    .clk_i, .rst_ni, .clear_i(1'b0),
    .take_i (push),
    .give_i (give),
    .free_o (credit),
    .idle_o (unused_idle)
  );

  seal_fifo #(.Width(IdWidth + 5), .Depth(Statuses)) u_statuses (
    .clk_i, .rst_ni, .sweep_i(1'b0),
    .push_i (push),
    .data_i ({out_id_q, out_last_q, out_cause_q}),
    .pop_i  (give),
    .data_o ({m_status_id, m_status_last, m_status_cause}),
    .valid_o(m_status_valid)
  );

  assign give          = m_status_valid && m_status_ready;
  assign m_status_pass = (m_status_cause == CauseNone);
  assign flushed_o     = !open && !out_valid_q;
  assign busy_o        = open || out_valid_q || m_status_valid;

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(BlockThere_A, block_pop_o |-> block_valid_i)
  `SEAL_ASSERT(CommandOpen_A, command_ends |-> open)

endmodule
