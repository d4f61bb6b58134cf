// SPDX-License-Identifier: Apache-2.0
//
// The calls of the cipher that follow each other, of all units in flight, and the blocks that they
// work with (blocks_t). A unit has three chains; those that its scheme has are begun in the order of
// the units, each when what it needs is there:
//
//   prepare   its tweak (and block p, for schemes whose chain takes it)
//   middle    prepare done, first hash or layer there, block p there, and block q
//   finish    stream done, second hash there, and all of the unit
//
// The result of a call is stored as a (prepare 0; with EME2 the last call of prepare), b (prepare 1,
// and others), c, d (middle 0, 1) or e (finish), and the next call of its chain follows at once,
// before any chain that begins. In a call's first
// cycle its blocks are read, in the second its operand is offered (call_o).
//
// A chain that needs the unit's own key stops behind some call (paused_o: it has stopped there), and
// goes on when resume_i gives the number of the unit and of its next call (resume_ready_o).
//
// start_o: units whose stream may begin. done_o: units that may be sent. blocks_o: the blocks of the
// units at read_at_i. k_we_i stores a constant of a key slot.
//
// Reset: nothing under way. zero_i too, and it clears the blocks word by word.
module seal_tes_chain
  import seal_tes_pkg::*;
#(
  parameter int unsigned Mode  = 1,
  parameter int unsigned Order = 0,
  parameter int unsigned Slots = 4,
  parameter int unsigned Words = 8,    // units in flight, a power of two
  parameter int unsigned Reads = 3,
  localparam int unsigned IndexW = $clog2(Words)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       zero_i,
  input  logic [8:0]                 zero_addr_i,

  input  logic [NumW-1:0]            accept_i,
  input  logic                       take_i,        // the unit accept_i begins
  input  logic [Words-1:0]           tweak_there_i,
  output logic [NumW-1:0]            at_o,          // unit of the call that is formed
  input  entry_t                     entry_i,
  output logic [CallW-1:0]           tweak_index_o,
  input  logic [1:0][127:0]          tweak_i,       // for the call, and for the stream
  output logic [2:0][NumW-1:0]       begin_at_o,    // units whose chains are next
  input  entry_t [2:0]               begin_entry_i,

  input  logic                       p_we_i,
  input  logic                       q_we_i,
  input  logic [NumW-1:0]            in_unit_i,
  input  logic [127:0]               p_i,
  input  logic [127:0]               q_i,
  input  logic                       in_done_i,
  input  logic                       ha_we_i,
  input  logic [NumW-1:0]            ha_unit_i,
  input  logic [127:0]               ha_i,
  input  logic                       hb_we_i,
  input  logic [NumW-1:0]            hb_unit_i,
  input  logic [127:0]               hb_i,
  input  logic                       s_we_i,        // the stream has ended: its last result
  input  logic [NumW-1:0]            s_unit_i,
  input  logic [127:0]               s_i,
  input  logic                       m_we_i,
  input  logic [NumW-1:0]            m_unit_i,
  input  logic [127:0]               m_i,
  input  logic                       k_we_i,
  input  logic [3:0]                 k_slot_i,
  input  logic [127:0]               k_i,
  input  logic [127:0]               k2_i,

  output logic                       call_valid_o,
  input  logic                       call_ready_i,
  output call_t                      call_o,
  output phase_e                     call_phase_o,
  output logic [CallW-1:0]           call_index_o,
  input  logic [127:0]               renew_i,       // block r of the call
  input  logic                       result_valid_i,
  input  logic [NumW-1:0]            result_unit_i,
  input  phase_e                     result_phase_i,
  input  logic [CallW-1:0]           result_index_i,
  input  logic                       result_last_i,   // of its chain
  input  logic                       result_pause_i,
  input  logic                       result_resumed_i,
  input  logic [127:0]               result_i,
  output logic                       call_last_o,
  output logic                       call_pause_o,
  output logic                       call_resumed_o,  // it belongs to the part after the pause
  input  logic                       resume_i,
  output logic                       resume_ready_o,
  input  logic [NumW-1:0]            resume_unit_i,
  input  logic [CallW-1:0]           resume_index_i,

  output logic [Words-1:0]           key_there_o,     // what the hash key of a unit is made of
  output logic [Words-1:0]           paused_o,
  output logic [Words-1:0]           start_o,
  output logic [Words-1:0]           done_o,

  input  logic [Reads-1:0][NumW-1:0] read_at_i,
  input  logic [Reads-1:0][3:0]      read_slot_i,
  output blocks_t [Reads-1:0]        blocks_o
);

  localparam traits_t Traits = seal_tes_scheme_pkg::traits_of(Mode);

  // ---- what there is ----------------------------------------------------------------------------
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

  // What a scheme does not have is there from the beginning.
  assign fresh = '{
    p: !(Traits.first || Traits.last_bytes), in_done: 1'b0, a: 1'b0, paused: 1'b0,
    prepared: Traits.prepare == 0, ha: !(Traits.hash || Traits.layers),
    middle: Traits.middle == 0, stream: 1'b0, hb: !(Traits.hash || Traits.layers),
    finish: Traits.finish == 0
  };

  logic [2:0]       begun, skipped;   // a chain begins; a unit has none
  logic [NumW-1:0]  next_q [3];
  logic             result_ends;
  logic [IndexW-1:0] result_index;

  assign result_ends  = result_valid_i && result_last_i;
  assign result_index = IndexW'(result_unit_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
    end else if (zero_i) begin
      there_q <= '0;
    end else begin
      if (take_i)    there_q[IndexW'(accept_i)]          <= fresh;
      if (p_we_i)    there_q[IndexW'(in_unit_i)].p       <= 1'b1;
      if (in_done_i) there_q[IndexW'(in_unit_i)].in_done <= 1'b1;
      if (ha_we_i)   there_q[IndexW'(ha_unit_i)].ha      <= 1'b1;
      if (hb_we_i)   there_q[IndexW'(hb_unit_i)].hb      <= 1'b1;
      if (s_we_i)    there_q[IndexW'(s_unit_i)].stream   <= 1'b1;
      if (result_valid_i && result_phase_i == PhPrepare) begin
        if (result_index_i == '0) there_q[result_index].a      <= 1'b1;
        if (result_pause_i)       there_q[result_index].paused <= 1'b1;
      end
      if (result_ends && result_phase_i == PhPrepare) there_q[result_index].prepared <= 1'b1;
      if (result_ends && result_phase_i == PhMiddle)  there_q[result_index].middle   <= 1'b1;
      if (result_ends && result_phase_i == PhFinish)  there_q[result_index].finish   <= 1'b1;
      if (skipped[PhFinish]) there_q[IndexW'(next_q[PhFinish])].finish <= 1'b1;
    end
  end

  for (genvar u = 0; u < Words; u++) begin : g_unit
    assign key_there_o[u] = Traits.unit_key ? there_q[u].prepared : there_q[u].a;
    assign paused_o[u]  = there_q[u].paused;
    assign start_o[u]   = there_q[u].prepared && there_q[u].ha && there_q[u].middle;
    assign done_o[u]    = there_q[u].stream && there_q[u].hb && there_q[u].finish &&
                          there_q[u].in_done;
  end

  // ---- beginnings of chains ---------------------------------------------------------------------
  logic [2:0] may, passed, none;
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

    assign none[c]       = seal_tes_scheme_pkg::calls(Mode, Phase, begin_entry_i[c].unit) == '0;
    assign passed[c]     = (next_q[c] != accept_i) && begin_entry_i[c].cause != CauseNone;
    assign skipped[c]    = (next_q[c] != accept_i) && !passed[c] && none[c] && may[c];
    assign begin_at_o[c] = next_q[c];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                                     next_q[c] <= '0;
      else if (zero_i)                                 next_q[c] <= '0;
      else if (Has && (passed[c] || skipped[c] || begun[c])) next_q[c] <= next_q[c] + NumW'(1);
    end
  end

  // ---- the call that is formed ------------------------------------------------------------------
  logic            valid_q, again_q, free, goes_on;
  logic [NumW-1:0] unit_q, again_unit_q, unit_d;
  phase_e          phase_q, again_phase_q, phase_d;
  logic            valid_d;
  logic [CallW-1:0] index_q, index_d, again_index_q;

  assign free    = !valid_q || call_ready_i;
  assign goes_on = result_valid_i && !result_last_i && !result_pause_i;
  assign resume_ready_o = resume_i && free && !goes_on && !again_q && !zero_i;

  always_comb begin
    begun   = '0;
    valid_d = 1'b1;
    index_d = result_index_i + CallW'(1);
    unit_d  = result_unit_i;
    phase_d = result_phase_i;
    if (goes_on) begin
      valid_d = 1'b1;
    end else if (again_q) begin
      unit_d  = again_unit_q;
      phase_d = again_phase_q;
      index_d = again_index_q;
    end else if (resume_i) begin
      unit_d  = resume_unit_i;
      phase_d = PhPrepare;
      index_d = resume_index_i;
    end else begin
      valid_d = 1'b0;
      index_d = '0;
      for (int unsigned c = 0; c < 3; c++) begin   // finish before middle before prepare
        if (may[c] && !none[c] && !passed[c] && next_q[c] != accept_i) begin
          valid_d  = 1'b1;
          unit_d   = next_q[c];
          phase_d  = phase_e'(c);
          begun    = '0;
          begun[c] = free && !zero_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      again_q <= 1'b0;
    end else if (zero_i) begin
      valid_q <= 1'b0;
      again_q <= 1'b0;
    end else begin
      if (free) valid_q <= valid_d;
      again_q <= (again_q && !(free && !goes_on)) || (goes_on && !free);
    end
  end

  always_ff @(posedge clk_i) begin
    if (free) begin
      unit_q  <= unit_d;
      phase_q <= phase_d;
      index_q <= index_d;
    end
    if (goes_on && !free) begin
      again_unit_q  <= result_unit_i;
      again_phase_q <= result_phase_i;
      again_index_q <= result_index_i + CallW'(1);
    end
  end

  // ---- blocks -----------------------------------------------------------------------------------
  localparam int unsigned Ports = Reads + 1;   // port 0: the call that is formed
  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  logic [Ports-1:0][IndexW-1:0] at;
  logic [Ports-1:0][3:0]        slot;
  logic [Ports-1:0][127:0]      p, q, ha, hb, a, b, c, d, e, s, m, f, k, k2;
  blocks_t [Ports-1:0]          blocks;

  for (genvar r = 0; r < Ports; r++) begin : g_port
    assign at[r]     = (r == 0) ? IndexW'(unit_q) : IndexW'(read_at_i[(r == 0) ? 0 : r - 1]);
    assign slot[r]   = (r == 0) ? entry_i.unit.slot : read_slot_i[(r == 0) ? 0 : r - 1];
    assign blocks[r] = '{
      t: (r == 0) ? tweak_i[0] : (r == 1) ? tweak_i[1] : '0, p: p[r], q: q[r], ha: ha[r], hb: hb[r], a: a[r], b: b[r],
      c: c[r], d: d[r], e: e[r], s: s[r], m: m[r], f: f[r], r: (r == 0) ? renew_i : '0, k: k[r],
      k2: k2[r]
    };
    if (r > 0) begin : g_out
      assign blocks_o[r-1] = blocks[r];
    end
  end

  localparam int unsigned Files = 12;

  logic [Files-1:0]             we;
  logic [Files-1:0][IndexW-1:0] waddr;
  logic [Files-1:0][127:0]      wdata;
  logic [Files-1:0][Ports-1:0][127:0] rdata;
  logic [7:0]                   to;

  always_comb begin
    to = '0;
    to[seal_tes_scheme_pkg::target(Mode, result_phase_i, result_index_i, result_last_i,
                                   result_resumed_i)] = result_valid_i;
  end

  assign we = {
    valid_q && call_ready_i && seal_tes_scheme_pkg::folds(Mode, phase_q), m_we_i, s_we_i, to[4:0],
    hb_we_i, ha_we_i, q_we_i, p_we_i
  };
  assign waddr = {
    IndexW'(unit_q), IndexW'(m_unit_i), IndexW'(s_unit_i), {5{result_index}}, IndexW'(hb_unit_i),
    IndexW'(ha_unit_i), {2{IndexW'(in_unit_i)}}
  };
  assign wdata = {
    seal_tes_scheme_pkg::fold(Mode, Order, index_q, entry_i.unit, blocks[0]), m_i, s_i,
    {5{result_i}}, hb_i, ha_i, q_i, p_i
  };

  for (genvar n = 0; n < Files; n++) begin : g_file
    seal_tes_file #(.Words(Words), .Reads(Ports), .AddrW(IndexW)) u_file (
      .clk_i, .zero_i, .zero_addr_i(IndexW'(zero_addr_i)),
      .we_i(we[n]), .waddr_i(waddr[n]), .data_i(wdata[n]),
      .raddr_i(at), .data_o(rdata[n])
    );
  end

  logic [Ports-1:0][SlotW-1:0] slot_at;
  for (genvar r = 0; r < Ports; r++) begin : g_slot
    assign slot_at[r] = SlotW'(slot[r]);
  end

  seal_tes_file #(.Words(Slots), .Reads(Ports), .AddrW(SlotW)) u_constants (
    .clk_i, .zero_i, .zero_addr_i(SlotW'(zero_addr_i)),
    .we_i(k_we_i), .waddr_i(SlotW'(k_slot_i)), .data_i(k_i),
    .raddr_i(slot_at), .data_o(k)
  );

  seal_tes_file #(.Words(Slots), .Reads(Ports), .AddrW(SlotW)) u_constants2 (
    .clk_i, .zero_i, .zero_addr_i(SlotW'(zero_addr_i)),
    .we_i(k_we_i), .waddr_i(SlotW'(k_slot_i)), .data_i(k2_i),
    .raddr_i(slot_at), .data_o(k2)
  );

  assign {f, m, s, e, d, c, b, a, hb, ha, q, p} = rdata;

  // ---- its operand ------------------------------------------------------------------------------
  logic [CallW-1:0] count;

  assign count        = seal_tes_scheme_pkg::calls(Mode, phase_q, entry_i.unit);
  assign at_o         = unit_q;
  assign call_valid_o = valid_q;
  assign call_phase_o = phase_q;
  assign call_index_o = index_q;
  assign call_last_o  = (index_q + CallW'(1) == count);
  assign call_pause_o   = seal_tes_scheme_pkg::pauses(Mode, phase_q, index_q, entry_i.unit);
  assign call_resumed_o = seal_tes_scheme_pkg::resumed(Mode, phase_q, index_q, entry_i.unit);
  assign tweak_index_o  = (Mode == ModeEme2) ? index_q : '0;
  assign call_o       = seal_tes_scheme_pkg::call(Mode, Order, phase_q, index_q, entry_i.unit,
                                                  blocks[0]);

endmodule
