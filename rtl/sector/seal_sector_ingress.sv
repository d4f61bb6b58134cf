// SPDX-License-Identifier: Apache-2.0
//
// Input side: one packet for each command, cut into data units; every beat is checked. Blocks go
// into the input ring, in their order, with two exceptions: the block that the scheme treats apart
// goes to p, and a partial last block, if the scheme treats it apart, to q. Tweaks in the data go
// to the window. Rules: docs/use/sector.md.
//
//   Start   a unit is looked up, with its length and the fields of its command
//   Tweak   its tweak, if that comes in the data: until a beat of text
//   Text    a beat per cycle
//   Drain   after an error, or a command that was refused: up to the end of the packet
//   Pad     after an error: zeros take the place of the blocks that did not come, so that no phase
//           needs to know of it
//
// rule broken, as a unit begins                            cause
// ---------------------------------------------------------------------
// packet ended with the unit before                        CauseShort
// tweak of a length that the scheme does not take          CauseTweak
// unit does not go under its key any more (full_i)         CauseLimit
//
// rule broken by a beat                                    cause
// ---------------------------------------------------------------------
// last beat with abort                                     CauseAborted
// beat of another section than text or, before it, tweak   CauseSection
// not all bytes of a beat, or not those of the last one    CauseKeep
// tweak with a length that the scheme does not take        CauseTweak
// packet ends within its units                             CauseShort
// packet does not end with its last unit                   CauseLong
//
// verdict_we_o gives the cause of a unit, when it begins and again at an error, and whether it is
// cancelled: a unit that follows one with an error in the same command, and has neither output nor
// status. cancel_o: drops the units of the command with the error that have not been taken yet.
// (first_i, the taking of a command's first unit, tells whether a later command has been reached.)
//
// Beats come through seal_sector_beats, which reads and drops packets that a zeroise has cut off
// (draining_o); no command may be taken meanwhile. sweep_i: idle.
//
// count_o: a unit begins under its key, slot_o, with blocks_o blocks (seal_sector_key_blocks).
//
// A unit of m beats takes m + 1 cycles, a tweak of t beats in the data t + 1 more. Latency: 2
// cycles from a beat to its write into the ring (we_o); where the last 16 bytes are treated apart,
// a beat more. Reset: idle.
module seal_sector_ingress
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned Words      = 8,      // units in flight, a power of two
  parameter int unsigned TweakCount = 1,
  parameter int unsigned Buffer     = 512,
  parameter bit          Limit      = 1'b0    // of blocks under a key
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                gate_i,
  input  logic                sweep_i,
  input  logic                command_i,
  output logic                draining_o,

  input  logic                s_axis_tvalid,
  output logic                s_axis_tready,
  input  logic [127:0]        s_axis_tdata,
  input  logic [15:0]         s_axis_tkeep,
  input  logic                s_axis_tlast,
  input  logic [2:0]          s_axis_tuser,

  output look_t               look_o,        // the unit that comes next
  input  logic [NumW-1:0]     accept_i,
  input  logic                first_i,       // the first unit of a command is taken
  input  entry_t              entry_i,
  output logic                cancel_o,

  output logic [3:0]          slot_o,        // of the unit that comes next,
  input  logic                full_i,        // whose key takes no more blocks
  output logic                count_o,
  output logic [SizeW-5:0]    blocks_o,

  output logic [NumW-1:0]     unit_o,        // the one that is received
  output logic                tweak_hold_o,  // a block of a tweak may be written
  output logic                tweak_we_o,
  output logic [3:0]          tweak_index_o,
  output logic                tweak_end_o,
  output logic [TweakW-1:0]   tweak_len_o,

  output logic                we_o,          // a block for the ring
  output logic [127:0]        data_o,
  output write_t              p_o,
  output write_t              q_o,
  output logic [127:0]        tweak_o,
  output logic                verdict_we_o,  // of verdict_unit_o
  output logic [NumW-1:0]     verdict_unit_o,
  output sector_cause_e       cause_o,
  output logic                cancelled_o,
  output logic                done_o,        // nothing else of the unit of p_o comes
  input  logic                pop_i          // a word of the ring is free again
);

  import seal_engine_pkg::mask_bytes;

  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);

  // One bit for each state: no decision waits for a decoder.
  typedef enum int unsigned {StStart, StTweak, StText, StDrain, StPad} state_e;

  localparam int unsigned States = int'(StPad) + 1;

  // ---- beats ------------------------------------------------------------------------------------
  beat_t beat;
  logic  valid, pop;

  seal_sector_beats u_beats (
    .clk_i, .rst_ni, .gate_i, .sweep_i, .command_i, .draining_o,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .valid_o(valid),
    .beat_o (beat),
    .pop_i  (pop)
  );

  // ---- the unit ---------------------------------------------------------------------------------
  logic [States-1:0] state_q, state_d;
  entry_t            next, ahead, unit_q;     // the next unit, and the one that is received
  logic [NumW-1:0]   next_unit;
  logic              next_refused_q, refused_q;
  logic [SizeW-5:0]  left_q, next_last_q, pads_q, next_ring_q;
  logic              here, next_none_q, text_turn, store, finish, unit_ends, we;
  logic              bad_q, ended_q, starts, error, error_q, room, partial_q;
  logic              first_q, final_q, whole_q, cut_q, next_cut, padded_q;
  logic [4:0]        want_q;
  logic [TweakW-1:0] tweak_q, tweak_sum;
  logic              empty_q, full_q, taken_q;   // of the tweak so far: none, no more, may end
  logic [3:0]        next_tail, tail;
  logic [127:0]      before_q;
  sector_cause_e     cause;

  seal_sector_next #(.Words(Words)) u_next (
    .clk_i, .rst_ni, .sweep_i, .accept_i,
    .ready_i('1),
    .look_o, .entry_i,
    .ahead_o(ahead),
    .valid_o(here),
    .unit_o (next_unit),
    .entry_o(next),
    .take_i (starts)
  );

  always_ff @(posedge clk_i) begin
    if (!here) begin
      next_refused_q <= (ahead.cause != CauseNone);
      next_last_q    <= last_block(ahead.unit.len);
      next_ring_q    <= ring_blocks(Traits, ahead.unit.len);
      next_none_q    <= (ring_blocks(Traits, ahead.unit.len) == '0);
    end
  end

  assign starts = state_q[StStart] && here;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)               unit_o <= '0;
    else if (state_q[StStart]) unit_o <= next_unit;
  end

  always_ff @(posedge clk_i) begin
    if (state_q[StStart]) begin
      unit_q    <= next;
      refused_q <= next_refused_q;
    end
  end

  assign next_tail = tail_of(next.unit);
  assign tail      = tail_of(unit_q.unit);

  // ---- rules ------------------------------------------------------------------------------------
  logic   bad_first, limited, wrong_bytes, wrong_text, too_long;
  sector_cause_e start_cause, tweak_cause, text_cause;

  // All beats of a tweak but the last one are whole: the limit is reached at a whole block
  // (full_q).
  function automatic logic tweak_taken(logic [TweakW-1:0] len);
    return (len == TweakW'(16)) ||
           (Traits.any_tweak && (!Traits.unit_key || len > TweakW'(16)));
  endfunction

  assign tweak_sum = tweak_q + TweakW'(beat.bytes);
  assign bad_first = empty_q && !seal_sector_scheme_pkg::tweak_allowed(Mode, beat.data);

  // A unit without another fault before its data
  if (Limit) begin : g_limit
    assign limited = full_i && !next_refused_q && !next.bad_tweak &&
                     (next.first || !(bad_q || ended_q));
  end else begin : g_no_limit
    logic unused_full;
    assign unused_full = full_i;
    assign limited     = 1'b0;
  end

  assign wrong_bytes = !beat.dense || beat.bytes != want_q;

  // A beat of text that cannot be stored; and one that can, but ends its packet too late
  assign wrong_text = beat.aborts || !beat.text || wrong_bytes || (beat.last && !final_q);
  assign too_long   = final_q && unit_q.last && !beat.last;

  // One for each state, so that none waits for the rules of another
  always_comb begin
    start_cause = CauseNone;
    if (next_refused_q || (bad_q && !next.first)) start_cause = CauseNone;
    else if (ended_q && !next.first) start_cause = CauseShort;
    else if (next.bad_tweak)         start_cause = CauseTweak;

    tweak_cause = CauseNone;
    if (beat.aborts)      tweak_cause = CauseAborted;
    else if (beat.tweak) begin
      if (!beat.dense || partial_q || beat.bytes == '0) tweak_cause = CauseKeep;
      else if (full_q || bad_first)                      tweak_cause = CauseTweak;
      else if (beat.last)                               tweak_cause = CauseShort;
    end
    else if (!beat.text)  tweak_cause = CauseSection;
    else if (!taken_q)    tweak_cause = CauseTweak;

    text_cause = CauseNone;
    if (beat.aborts)                 text_cause = CauseAborted;
    else if (!beat.text)             text_cause = CauseSection;
    else if (wrong_bytes)            text_cause = CauseKeep;
    else if (beat.last && !final_q)  text_cause = CauseShort;
    else if (too_long)               text_cause = CauseLong;
  end

  always_comb begin
    cause = CauseNone;
    if (state_q[StStart]) cause = limited ? CauseLimit : start_cause;
    if (state_q[StTweak]) cause = tweak_cause;
    if (state_q[StText])  cause = text_cause;
  end

  // ---- control ----------------------------------------------------------------------------------
  logic tweak_turn, padding, fails, goes;

  // The unit fails with its command, or goes on to its data.
  assign fails = !next.first && (bad_q || ended_q);
  assign goes  = starts && !next_refused_q && !fails && !next.bad_tweak && !limited;

  assign tweak_turn = state_q[StTweak] && valid && beat.tweak;
  assign text_turn  = state_q[StText] && valid && room;
  assign error      = (state_q[StTweak] && valid && tweak_cause != CauseNone) ||
                      (text_turn && (wrong_text || too_long));
  assign store      = text_turn && !wrong_text;
  assign padding    = state_q[StPad] && !padded_q && room;
  assign finish     = state_q[StPad] && padded_q;
  assign unit_ends  = (store && final_q && !too_long) || finish;

  // A beat of text stays for the next state, unless it ends the tweak with an error.
  assign pop = state_q[StDrain] || (state_q[StText] && room) ||
               (state_q[StTweak] && (beat.tweak || beat.aborts || !beat.text || !taken_q));

  always_comb begin
    state_d[StStart] = (state_q[StStart] && !here) || unit_ends;
    state_d[StTweak] = (goes && next.in_data) ||
                       (state_q[StTweak] && (!valid || (beat.tweak && !error)));
    state_d[StText]  = (goes && !next.in_data) ||
                       (state_q[StTweak] && valid && !beat.tweak && !error) ||
                       (state_q[StText] && !unit_ends && !error);
    state_d[StDrain] = (starts && (next_refused_q || (!fails && (next.bad_tweak || limited)))) ||
                       (error && !beat.last) || (state_q[StDrain] && !(valid && beat.last));
    state_d[StPad]   = (starts && !next_refused_q && fails) || (error && beat.last) ||
                       (state_q[StDrain] && valid && beat.last) ||
                       (state_q[StPad] && !padded_q);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      state_q <= States'(1);   // StStart
    else if (sweep_i) state_q <= States'(1);
    else              state_q <= state_d;
  end

  // Of the beat that comes next: left_q beats of the unit are behind it; whether it is the first,
  // the last (final_q), the last whole one, or a partial one (cut_q); its bytes (want_q). Of the
  // ring: blocks that are to come.
  assign next_cut = (left_q == (SizeW-4)'(1)) && (tail != '0);

  always_ff @(posedge clk_i) begin
    if (state_q[StStart]) begin
      left_q   <= next_last_q;
      first_q  <= 1'b1;
      final_q  <= (next_last_q == '0);
      whole_q  <= (next_last_q == (SizeW-4)'(next_tail != '0));
      cut_q    <= 1'b0;    // a unit has 16 bytes or more
      want_q   <= 5'd16;
      pads_q   <= next_ring_q;
      padded_q <= next_none_q || next_refused_q;
    end else begin
      if (store) begin
        left_q  <= left_q - (SizeW-4)'(1);
        first_q <= 1'b0;
        final_q <= (left_q == (SizeW-4)'(1));
        whole_q <= (left_q == ((tail == '0) ? (SizeW-4)'(1) : (SizeW-4)'(2)));
        cut_q   <= next_cut;
        want_q  <= next_cut ? 5'(tail) : 5'd16;
      end
      if (we) begin
        pads_q   <= pads_q - (SizeW-4)'(1);
        padded_q <= (pads_q == (SizeW-4)'(1));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q[StStart]) begin
      tweak_q   <= '0;
      empty_q   <= 1'b1;
      full_q    <= 1'b0;
      taken_q   <= tweak_taken('0);
      partial_q <= 1'b0;
      if (here) bad_q <= (!next.first && (bad_q || ended_q)) || next.bad_tweak || limited;
      if (here && next.first) ended_q <= 1'b0;
    end else begin
      if (error_q) bad_q <= 1'b1;   // a cycle late: the next unit comes later still
      if (store && beat.last) ended_q <= 1'b1;
      if (tweak_turn) begin
        tweak_q   <= tweak_sum;
        empty_q   <= 1'b0;
        full_q    <= (tweak_sum >= TweakW'(16 * TweakCount));
        taken_q   <= tweak_taken(tweak_sum);
        partial_q <= (beat.bytes != 5'd16);
      end
    end
    if (sweep_i)   before_q <= '0;
    else if (valid && pop) before_q <= beat.data;
  end

  // ---- blocks -----------------------------------------------------------------------------------
  seal_sector_blocks #(.Mode(Mode), .Buffer(Buffer)) u_blocks (
    .clk_i, .rst_ni, .sweep_i,
    .unit_i   (unit_o),
    .tail_i   (tail),
    .refused_i(refused_q),
    .store_i  (store),
    .data_i   (beat.data),
    .before_i (before_q),
    .want_i   (want_q),
    .first_i  (first_q),
    .final_i  (final_q),
    .whole_i  (whole_q),
    .cut_i    (cut_q),
    .padding_i(padding),
    .finish_i (finish),
    .ends_i   (unit_ends),
    .pop_i,
    .room_o   (room),
    .take_o   (we),
    .we_o, .data_o, .p_o, .q_o, .done_o
  );

  // ---- results for the other modules ------------------------------------------------------------
  logic [NumW-1:0] ahead_q;   // commands of which a unit was taken, and none has begun here

  assign slot_o        = next.unit.slot;
  assign blocks_o      = next_last_q + (SizeW-4)'(1);
  assign count_o       = goes && !sweep_i;
  assign tweak_hold_o  = state_q[StTweak];

  // A block of a tweak is written a cycle later: its unit has not ended by then.
  logic [4:0] tweak_bytes_q;

  assign tweak_o = mask_bytes(before_q, tweak_bytes_q);

  always_ff @(posedge clk_i) begin
    tweak_index_o <= 4'(tweak_q >> 4);
    tweak_bytes_q <= beat.bytes;
    tweak_len_o   <= (state_q[StTweak] && tweak_cause == CauseNone) ? tweak_q : TweakW'(16);
  end

  // So is a verdict: nothing of the unit is complete by then.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tweak_we_o   <= 1'b0;
      tweak_end_o  <= 1'b0;
      verdict_we_o <= 1'b0;
      error_q      <= 1'b0;
    end else begin
      tweak_we_o   <= tweak_turn && (tweak_cause == CauseNone) && !sweep_i;
      tweak_end_o  <= !sweep_i && ((state_q[StTweak] && !state_d[StTweak]) ||
                                   (starts && next.in_data && (state_d[StPad] || limited)));
      verdict_we_o <= (starts || error) && !sweep_i;
      error_q      <= ((starts && cause != CauseNone) || error) && !sweep_i;
    end
  end

  always_ff @(posedge clk_i) begin
    verdict_unit_o <= state_q[StStart] ? next_unit : unit_o;
    cause_o        <= (state_q[StStart] && next_refused_q) ? next.cause : cause;
    cancelled_o    <= state_q[StStart] && bad_q && !next.first;
  end

  // Units of this command may still be to come, unless one of a later command has been taken.
  assign cancel_o = error_q && (ahead_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
    end else if (sweep_i) begin
      ahead_q <= '0;
    end else begin
      ahead_q <= ahead_q + NumW'(first_i) - NumW'(starts && next.first);
    end
  end

endmodule
