// SPDX-License-Identifier: Apache-2.0
//
// Output side: one packet on m_axis for each command, its units one after the other, and one
// m_status for each command, or with UnitStatus for each unit. Rules: docs/use/sector.md. No
// standard, but for the last two beats: ciphertext stealing of IEEE Std 1619-2025 (5.3.2 in the
// edition of 2018).
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
// seal_sector_send has the slice at the output, the ids of commands and the statuses. Latency 1
// cycle, that of the slice. Reset: empty. gate_i gates m_axis at once, sweep_i drops everything,
// and flush_i then ends every command with CauseZeroised. A unit of m beats takes m + 1 cycles, as
// on its way in.
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

  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam bit          Early  = !Traits.hash && !Traits.layers;
  localparam bit          Steals = Traits.tail && !Traits.layers;
  localparam int unsigned IndexW   = $clog2(Words);

  // ---- the beat that is next --------------------------------------------------------------------
  logic [NumW-1:0]  at_q, next_at;
  logic [SizeW-5:0] left_q, next_last_q;
  logic [3:0]       tail;
  logic             here, next_refused_q;                                      // the next unit
  logic             open_q, send_q, stop_q, part, retire, refused_q, drop_q;   // the one at hand
  logic             ends_q, told_q, ready, step, fails, load_abort;
  logic             first_q, last_q;   // the first beat of a unit, the last one
  logic [127:0]     block, special, word, text;

  logic [4:0] verdict_q [Words];   // {cancelled, cause}
  entry_t     next, ahead, entry_q;   // the unit that comes next, and the one that is sent
  sector_cause_e     cause_q;
  logic       cancelled_q, in_done_q, done_q;

  always_ff @(posedge clk_i) begin
    if (verdict_we_i) verdict_q[IndexW'(verdict_unit_i)] <= {cancelled_i, cause_i};
  end

  seal_sector_next #(.Words(Words)) u_next (
    .clk_i, .rst_ni, .sweep_i, .accept_i,
    .ready_i(tweak_there_i),
    .look_o (next_look_o),
    .entry_i(next_entry_i),
    .ahead_o(ahead),
    .valid_o(here),
    .unit_o (next_at),
    .entry_o(next),
    .take_i (!open_q)
  );

  always_ff @(posedge clk_i) begin
    if (!here) begin
      next_refused_q <= (ahead.cause != CauseNone);
      next_last_q    <= last_block(ahead.unit.len);
    end
  end

  // Where a beat comes from: the ring; special() of the scheme, alone or behind the bytes of the
  // ring's block; the call that finishes the unit; the head of the stream's last result. early: it
  // may go before the unit is complete.
  typedef struct packed {
    logic ring;
    logic special;
    logic joined;
    logic partial;
    logic head;
    logic early;
  } source_t;

  function automatic source_t source_of(logic first, logic next_last, logic last, logic cut);
    source_t s;
    s.partial = Traits.tail && cut && last;
    s.head    = Steals && cut && next_last;
    s.special = (Traits.first && first && !s.partial) || (Traits.last_bytes && last) ||
                (Traits.last_whole && (cut ? next_last : last));
    s.joined  = Traits.last_bytes && cut && next_last;
    s.ring    = !s.special && !s.partial;
    s.early   = Early && !(cut && (last || next_last));
    return s;
  endfunction

  // A cycle passes between two units (!open_q). In it, the registers about the unit and about its
  // first beat are loaded: left_q beats are behind that one. The unit is sent beat by beat
  // (send_q); if it was refused, or has ended with an error, its packet ends (stop_q).
  source_t     source_q;
  logic        next_part;
  logic [15:0] keep_q;      // its bytes

  assign next_part = (next.unit.len[3:0] != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, send_q, stop_q} <= '0;
    end else if (sweep_i) begin
      {open_q, send_q, stop_q} <= '0;
    end else begin
      open_q <= open_q ? !retire : here;
      send_q <= open_q ? send_q && !(step && last_q) : here && !next_refused_q;
      stop_q <= open_q ? (stop_q && !load_abort) || fails : here && next_refused_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!open_q) begin
      entry_q   <= next;
      refused_q <= next_refused_q;
      ends_q    <= (next_last_q == '0) && (next.last || UnitStatus);
      left_q    <= next_last_q;
      first_q   <= 1'b1;
      last_q    <= (next_last_q == '0);
      source_q  <= source_of(1'b1, next_last_q == (SizeW-4)'(1), next_last_q == '0, next_part);
      keep_q    <= '1;   // a unit has 16 bytes or more
    end else if (step) begin
      left_q   <= left_q - (SizeW-4)'(1);
      first_q  <= 1'b0;
      last_q   <= (left_q == (SizeW-4)'(1));
      ends_q   <= (left_q == (SizeW-4)'(1)) && (entry_q.last || UnitStatus);
      source_q <= source_of(
          1'b0, left_q == (SizeW-4)'(2), left_q == (SizeW-4)'(1), part);
      keep_q   <= (left_q == (SizeW-4)'(1) && part) ? keep_of(5'(tail)) : '1;
    end
  end

  // The verdict is late by a cycle, which is harmless, since an error is known long before the
  // blocks behind it. Of the unit at hand and the next one, the marks of both are looked up, and
  // open_q chooses last.
  logic [IndexW-1:0] now;
  logic [1:0]        in_done, done;   // of the next unit, of the one at hand

  assign now     = IndexW'(open_q ? at_q : next_at);
  assign in_done = {in_done_i[IndexW'(at_q)], in_done_i[IndexW'(next_at)]};
  assign done    = {done_i[IndexW'(at_q)], done_i[IndexW'(next_at)]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      at_q <= '0;
    else if (!open_q) at_q <= next_at;
  end

  always_ff @(posedge clk_i) begin
    {cancelled_q, cause_q} <= verdict_q[now];
    drop_q                 <= (verdict_q[now] != 5'(CauseNone));   // cancelled, or with a cause
    in_done_q              <= in_done[open_q];
    done_q                 <= done[open_q];
  end

  assign tail    = tail_of(entry_q.unit);
  assign part    = (tail != '0);

  // With KeepTweak, the tweak goes before the first beat of its unit.
  logic [3:0]        tweak_q;
  logic              tweak_turn, tweak_last;
  logic [TweakW-1:0] tweak_left;

  assign tweak_left = entry_q.unit.tweak_len - {tweak_q, 4'd0};
  assign tweak_turn = KeepTweak && entry_q.in_data && first_q && tweak_left != '0 && !told_q;
  assign tweak_last = (tweak_left <= TweakW'(16));

  assign special = seal_sector_scheme_pkg::special(Mode, Order, entry_q.unit, blocks_i);
  assign block   = block_i ^ seal_sector_scheme_pkg::add_out(Mode, blocks_i);

  assign ready   = source_q.early ? block_valid_i : done_q;

  always_comb begin
    word = block;
    if (source_q.special && Traits.last_bytes && part)
      word = special >> {5'd16 - 5'(tail), 3'b000};
    else if (source_q.special) word = special;
    if (source_q.joined)  word = block | (special << {tail, 3'b000});
    if (source_q.partial) word = seal_sector_scheme_pkg::partial(Mode, blocks_i);
    if (source_q.head)    word = seal_sector_xts_pkg::last_whole(blocks_i);
    for (int unsigned i = 0; i < 16; i++) text[8*i+:8] = word[8*i+:8] & {8{keep_q[i]}};
  end

  // ---- to the output ----------------------------------------------------------------------------
  logic     free, credit, ends, load;
  send_t    beat;

  // The last beat of a packet, or of a unit with a status
  assign ends       = ends_q && !tweak_turn;
  assign load       = send_q && ready && !drop_q && free && (!ends || credit);
  assign load_abort = stop_q && in_done_q && free && credit;
  assign step       = (load && !tweak_turn) || (send_q && ready && drop_q);
  assign fails      = send_q && ready && drop_q && last_q && !cancelled_q;
  assign retire     = (step && last_q && (!drop_q || cancelled_q)) || load_abort;
  assign block_pop_o = step && source_q.ring && !sweep_i;

  // For the window and the slot table, which may know of it a cycle later
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) retire_o <= 1'b0;
    else         retire_o <= retire && !sweep_i;
  end

  always_ff @(posedge clk_i) retire_slot_o <= entry_q.unit.slot;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      told_q <= 1'b0;
    else if (sweep_i) told_q <= 1'b0;
    else told_q <= (told_q || (load && tweak_turn && tweak_last)) && !step && !load_abort;
  end

  always_ff @(posedge clk_i) begin
    if (!told_q && load && tweak_turn) tweak_q <= tweak_q + 4'd1;
    else if (!tweak_turn)              tweak_q <= '0;
  end

  assign look_o = '{unit: at_q, tweak: tweak_q};

  // Nothing is sent (send_q) when a packet ends with a null beat.
  assign beat = '{
    data:  !send_q ? '0 : tweak_turn ? blocks_i.t : text,
    keep:  !send_q ? '0 : !tweak_turn ? keep_q : tweak_last ? keep_of(5'(tweak_left)) : '1,
    last:  !send_q || (ends && entry_q.last),
    ends:  !send_q || ends,
    tweak: tweak_turn && send_q,
    cause: send_q ? CauseNone : refused_q ? entry_q.cause : cause_q
  };

  seal_sector_send #(.Words(Words), .IdWidth(IdWidth)) u_send (
    .clk_i, .rst_ni, .gate_i, .sweep_i, .flush_i, .flushed_o, .busy_o,
    .command_i, .id_i,
    .valid_i (load || load_abort),
    .ready_o (free),
    .credit_o(credit),
    .beat_i  (beat),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_last,
    .m_status_cause
  );

  `SEAL_ASSERT(BlockThere_A, block_pop_o |-> block_valid_i)

endmodule
