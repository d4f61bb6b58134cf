// SPDX-License-Identifier: Apache-2.0
//
// The calls of the cipher in which one needs the result of the other (a chain), for all units in
// flight, and their blocks (blocks_t). A unit has up to three chains, by its scheme. Each kind is
// begun in the order of the units, when its inputs are there:
//
//   prepare   its tweak (and block p, for schemes whose chain takes it)
//   middle    prepare done, first hash or layer there, block p there; with a tail, all of the unit
//   finish    stream done, second hash there, and all of the unit
//
// The result of a call is written (write_o) to the block that the scheme names (block_e, target()),
// and the next call of its chain follows at once, before any chain that begins:
//
//   cycle 0   a call is chosen
//         1   its unit's entry is looked up (next_look_o)
//         2   the unit's blocks are (look_o), and its operand is offered (request_o)
//
// A chain that needs the unit's own key stops behind some call (paused_o: it has stopped there),
// and goes on when resume_i gives the number of the unit and of its next call (resume_ready_o).
//
// ha_we_i and so on report the blocks that other modules have written. start_o: units whose stream
// may begin. streamed_o: those whose stream has ended. done_o: units that may be sent. key_there_o:
// units whose hash key may be made.
//
// Reset and sweep_i: nothing under way.
`include "seal_assert.svh"

module seal_sector_chain
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode  = 1,
  parameter int unsigned Order = 0,
  parameter int unsigned Slots = 4,    // AES keys of units are behind these
  parameter int unsigned Words = 8,    // units in flight, a power of two
  parameter int unsigned Fold  = 1     // cycles per call
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               sweep_i,

  input  logic [NumW-1:0]    accept_i,
  input  logic               take_i,         // the unit accept_i begins
  input  logic [Words-1:0]   tweak_there_i,
  output look_t              next_look_o,    // unit of the next call
  input  entry_t             next_entry_i,
  output look_t              look_o,         // unit of the call that is offered
  input  blocks_t            blocks_i,
  output look_t  [2:0]       begin_look_o,   // units whose chains are next
  input  entry_t [2:0]       begin_entry_i,
  input  logic [127:0]       renew_i,        // block r of the call

  input  logic               p_we_i,         // the block p of in_unit_i
  input  logic               in_done_i,      // all of that unit
  input  logic [NumW-1:0]    in_unit_i,
  input  logic               ha_we_i,
  input  logic [NumW-1:0]    ha_unit_i,
  input  logic               hb_we_i,
  input  logic [NumW-1:0]    hb_unit_i,
  input  logic               s_we_i,         // the stream of a unit has ended
  input  logic [NumW-1:0]    s_unit_i,

  output logic               request_valid_o,
  input  logic               request_ready_i,
  output request_t           request_o,
  input  logic               got_i,
  input  result_t            result_i,
  output write_t [BlkF-BlkA:0] write_o,      // a to f
  input  logic               resume_i,
  output logic               resume_ready_o,
  input  logic [NumW-1:0]    resume_unit_i,
  input  logic [CallW-1:0]   resume_index_i,

  output logic [Words-1:0]   key_there_o,
  output logic [Words-1:0]   paused_o,
  output logic [Words-1:0]   in_done_o,
  output logic [Words-1:0]   start_o,
  output logic [Words-1:0]   streamed_o,
  output logic [Words-1:0]   done_o
);

  localparam int unsigned IndexW = $clog2(Words);
  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);

  // ---- which blocks of each unit are there ------------------------------------------------------
  typedef struct packed {
    logic p;
    logic in_done;
    logic a;
    logic paused;
    logic prepared;
    logic ha;
    logic middle;
    logic stream;
    logic hb;
    logic finish;
  } there_t;

  there_t [Words-1:0] there_q;
  there_t             fresh;

  // A step that a scheme does not have counts as done from the beginning.
  assign fresh = '{
    p: !(Traits.first || Traits.last_bytes || Traits.last_whole), in_done: 1'b0, a: 1'b0,
    paused: 1'b0, prepared: Traits.prepare == 0, ha: !(Traits.hash || Traits.layers),
    middle: Traits.middle == 0, stream: 1'b0, hb: !(Traits.hash || Traits.layers),
    finish: Traits.finish == 0
  };

  logic [2:0]       begun, skips;   // a chain begins; a unit has none
  logic [NumW-1:0]  next_q [3];
  logic              result_ends;
  logic [IndexW-1:0] result_at;
  tag_t              tag;

  assign tag         = result_i.tag;
  assign result_ends = got_i && tag.last;
  assign result_at   = IndexW'(tag.unit);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
    end else if (sweep_i) begin
      there_q <= '0;
    end else begin
      if (take_i)    there_q[IndexW'(accept_i)]          <= fresh;
      if (p_we_i)    there_q[IndexW'(in_unit_i)].p       <= 1'b1;
      if (in_done_i) there_q[IndexW'(in_unit_i)].in_done <= 1'b1;
      if (ha_we_i)   there_q[IndexW'(ha_unit_i)].ha      <= 1'b1;
      if (hb_we_i)   there_q[IndexW'(hb_unit_i)].hb      <= 1'b1;
      if (s_we_i)    there_q[IndexW'(s_unit_i)].stream   <= 1'b1;
      if (got_i && tag.phase == PhPrepare) begin
        if (tag.index == '0) there_q[result_at].a      <= 1'b1;
        if (tag.pause)       there_q[result_at].paused <= 1'b1;
      end
      if (result_ends && tag.phase == PhPrepare) there_q[result_at].prepared <= 1'b1;
      if (result_ends && tag.phase == PhMiddle)  there_q[result_at].middle   <= 1'b1;
      if (result_ends && tag.phase == PhFinish)  there_q[result_at].finish   <= 1'b1;
      if (skips[PhFinish]) there_q[IndexW'(next_q[PhFinish])].finish <= 1'b1;
    end
  end

  for (genvar u = 0; u < Words; u++) begin : g_unit
    assign key_there_o[u] = Traits.unit_key ? there_q[u].prepared : there_q[u].a;
    assign paused_o[u]    = there_q[u].paused;
    assign in_done_o[u]   = there_q[u].in_done;
    assign streamed_o[u]  = there_q[u].stream;
    assign start_o[u]     = there_q[u].prepared && there_q[u].ha && there_q[u].middle;
    assign done_o[u]      = there_q[u].stream && there_q[u].hb && there_q[u].finish &&
                            there_q[u].in_done;
  end

  // ---- beginnings of chains ---------------------------------------------------------------------
  // The next unit of each kind is looked at in one cycle, and its chain begins in a later one.
  // While that is decided, the same unit is looked at again; this look does not count (stale_q). So
  // each unit takes two cycles at least.
  logic [2:0] may, none, refused, begins, moves, may_q, passed_q, skipped_q, stale_q;
  there_t     of_prepare, of_middle, of_finish;

  assign of_prepare = there_q[IndexW'(next_q[PhPrepare])];
  assign of_middle  = there_q[IndexW'(next_q[PhMiddle])];
  assign of_finish  = there_q[IndexW'(next_q[PhFinish])];

  assign may[PhPrepare] = tweak_there_i[IndexW'(next_q[PhPrepare])] &&
                          (of_prepare.p || !Traits.block_first);
  assign may[PhMiddle]  = of_middle.prepared && of_middle.ha && of_middle.p &&
                          (of_middle.in_done || !Traits.tail);
  assign may[PhFinish]  = of_finish.stream && of_finish.hb && of_finish.in_done;

  for (genvar c = 0; c < 3; c++) begin : g_chain
    localparam phase_e Phase = phase_e'(c);
    localparam bit     Has = ((c == PhPrepare) ? Traits.prepare :
                              (c == PhMiddle)  ? Traits.middle : Traits.finish) != 0;
    logic  there;
    unit_t unit;

    assign there           = Has && (next_q[c] != accept_i);
    assign unit            = begin_entry_i[c].unit;
    assign none[c]         = seal_sector_scheme_pkg::calls(Mode, Phase, unit) == '0;
    assign refused[c]      = (begin_entry_i[c].cause != CauseNone);
    assign begin_look_o[c] = '{unit: next_q[c], tweak: '0};
    assign begins[c]       = may_q[c] && !stale_q[c];
    assign skips[c]        = skipped_q[c] && !stale_q[c];
    assign moves[c]        = (passed_q[c] && !stale_q[c]) || skips[c] || begun[c];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {may_q[c], passed_q[c], skipped_q[c], stale_q[c]} <= '0;
        next_q[c]                                         <= '0;
      end else if (sweep_i) begin
        {may_q[c], passed_q[c], skipped_q[c], stale_q[c]} <= '0;
        next_q[c]                                         <= '0;
      end else begin
        may_q[c]     <= there && !refused[c] && !none[c] && may[c];
        passed_q[c]  <= there && refused[c];
        skipped_q[c] <= there && !refused[c] && none[c] && may[c];
        stale_q[c]   <= moves[c];
        if (moves[c]) next_q[c] <= next_q[c] + NumW'(1);
      end
    end

    // As in seal_sector_next
    `SEAL_ASSERT(NotOvertaken_A, !sweep_i |->
        !Has || NumW'(accept_i - next_q[c]) <= NumW'(Words))
  end

  // ---- calls that wait ------------------------------------------------------------------------
  // A call that goes on waits here if no place before the cipher is free. One word is enough where
  // nothing goes before chains there: then a place is free before the next result comes. Calls for
  // a new key do go before, and such a call takes the turn of a chain while results come on. With
  // Fold above 1 all places are taken by then, since chains begin faster than the cipher takes
  // calls. So a scheme that has both, calls for keys and chains of several calls, has a word for
  // each unit.
  typedef struct packed {
    logic [NumW-1:0]  unit;
    phase_e           phase;
    logic [CallW-1:0] index;
  } again_t;

  localparam bit Several = Traits.prepare > 1 || Traits.middle > 1 || Traits.finish > 1;
  localparam bit Queued  = Fold > 1 && Several && seal_sector_scheme_pkg::derives_by_calls(Mode);

  logic   leaves, free, goes_on, waits, again_valid;
  again_t next_of_chain, again;

  assign goes_on       = got_i && !tag.last && !tag.pause;
  assign waits         = goes_on && !free;
  assign next_of_chain = '{unit: tag.unit, phase: tag.phase, index: tag.index + CallW'(1)};

  if (Queued) begin : g_queue
    seal_fifo #(.Width($bits(again_t)), .Depth(Words), .Distributed(1'b1)) u_again (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (waits),
      .data_i (next_of_chain),
      .pop_i  (again_valid && free && !goes_on),
      .data_o (again),
      .valid_o(again_valid)
    );
  end else begin : g_one
    logic   again_valid_q;
    again_t again_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)      again_valid_q <= 1'b0;
      else if (sweep_i) again_valid_q <= 1'b0;
      else              again_valid_q <= (again_valid_q && !(free && !goes_on)) || waits;
    end

    always_ff @(posedge clk_i) if (waits) again_q <= next_of_chain;

    assign again_valid = again_valid_q;
    assign again       = again_q;

    `SEAL_ASSERT(CallIsKept_A, !(waits && again_valid_q))
  end

  // ---- the call of this cycle -------------------------------------------------------------------
  logic             valid_q, next_valid_q;
  logic [NumW-1:0]  unit_q, next_unit_q, unit_d;
  phase_e           phase_q, next_phase_q, phase_d;
  logic             valid_d;
  logic [CallW-1:0] index_q, next_index_q, index_d;
  unit_t            desc_q;

  assign leaves  = !valid_q || request_ready_i;
  assign free    = !next_valid_q || leaves;
  assign resume_ready_o = resume_i && free && !goes_on && !again_valid && !sweep_i;

  always_comb begin
    begun   = '0;
    valid_d = 1'b1;
    unit_d  = next_of_chain.unit;
    phase_d = next_of_chain.phase;
    index_d = next_of_chain.index;
    if (goes_on) begin
      valid_d = 1'b1;
    end else if (again_valid) begin
      unit_d  = again.unit;
      phase_d = again.phase;
      index_d = again.index;
    end else if (resume_i) begin
      unit_d  = resume_unit_i;
      phase_d = PhPrepare;
      index_d = resume_index_i;
    end else begin
      valid_d = 1'b0;
      index_d = '0;
      for (int unsigned c = 0; c < 3; c++) begin   // finish before middle before prepare
        if (begins[c]) begin
          valid_d  = 1'b1;
          unit_d   = next_q[c];
          phase_d  = phase_e'(c);
          begun    = '0;
          begun[c] = free && !sweep_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, next_valid_q} <= '0;
      {unit_q, next_unit_q}   <= '0;
    end else if (sweep_i) begin
      {valid_q, next_valid_q} <= '0;
      {unit_q, next_unit_q}   <= '0;
    end else begin
      if (free)   {next_valid_q, next_unit_q} <= {valid_d, unit_d};
      if (leaves) {valid_q, unit_q}           <= {next_valid_q, next_unit_q};
    end
  end

  always_ff @(posedge clk_i) begin
    if (free)   {next_phase_q, next_index_q} <= {phase_d, index_d};
    if (leaves) {phase_q, index_q, desc_q}   <= {next_phase_q, next_index_q, next_entry_i.unit};
  end

  // ---- results ----------------------------------------------------------------------------------
  logic [2:0] target;
  blocks_t    blocks;

  always_comb begin
    blocks   = blocks_i;
    blocks.r = renew_i;
  end

  assign target = seal_sector_scheme_pkg::target(Mode, result_i.tag);

  for (genvar n = 0; n < 5; n++) begin : g_write
    assign write_o[n] = '{
      we: got_i && target == 3'(n), unit: result_i.tag.unit, data: result_i.block
    };
  end

  // It is read when a later call of the unit is formed, so there is time for a register.
  logic            fold_we_q;
  logic [NumW-1:0] fold_unit_q;
  logic [127:0]    fold_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fold_we_q <= 1'b0;
    else         fold_we_q <= valid_q && request_ready_i && !sweep_i &&
                              seal_sector_scheme_pkg::folds(Mode, phase_q);
  end

  always_ff @(posedge clk_i) begin
    fold_unit_q <= unit_q;
    fold_q      <= seal_sector_scheme_pkg::fold(Mode, Order, index_q, desc_q, blocks);
  end

  assign write_o[BlkF-BlkA] = '{we: fold_we_q, unit: fold_unit_q, data: fold_q};

  // ---- its operand ------------------------------------------------------------------------------
  logic own_key, resumed;

  assign resumed         = seal_sector_scheme_pkg::resumed(Mode, phase_q, index_q, desc_q);
  assign own_key         = resumed || phase_q != PhPrepare;
  assign next_look_o     = '{unit: next_unit_q, tweak: '0};
  assign look_o          = '{unit: unit_q, tweak: (Mode == ModeEme2) ? index_q[3:0] : '0};
  assign request_valid_o = valid_q;
  assign request_o       = '{
    call: seal_sector_scheme_pkg::call(Mode, Order, phase_q, index_q, desc_q, blocks),
    slot: cipher_slot(Traits, Slots, own_key, unit_q, 6'(Words - 1), desc_q.slot),
    size: desc_q.size,
    tag: '{
      unit: unit_q, phase: phase_q, index: index_q, first: 1'b0,
      last: index_q + CallW'(1) == seal_sector_scheme_pkg::calls(Mode, phase_q, desc_q),
      pause: seal_sector_scheme_pkg::pauses(Mode, phase_q, index_q, desc_q), resumed: resumed
    }
  };

endmodule
