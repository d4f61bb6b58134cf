// SPDX-License-Identifier: Apache-2.0
//
// The data units in flight: what each was commanded to be, its tweak, and a number by which all
// phases know it. No standard.
//
// s_unit comes from seal_tes_units; info is {in_data, size of the key, length of the unit}. A unit
// is taken when fewer than Window are in flight, and numbered accept_o, which advances; retire_i
// says that the oldest one is done. at_i[r] reads the entry of a unit; entry_o[r] is there in the
// same cycle, tweak_len included, if the tweak is (tweak_there_o).
//
// The tweak of a command is stored at once; one that comes in the data is written block by block
// (tweak_we_i), and its length at the end (tweak_end_i). tweak_at_i and tweak_block_i read a block.
//
// Reset and zero_i: nothing in flight. While zero_i is high, words are overwritten at zero_addr_i.
module seal_tes_window
  import seal_tes_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned Window     = 8,
  parameter int unsigned TweakCount = 1,    // blocks of the longest tweak
  parameter bit          Swap       = 1'b0, // op 1 is the scheme's encryption
  parameter int unsigned Reads      = 1,
  parameter int unsigned TweakReads = 1,
  localparam int unsigned Words     = (Window < 2) ? 2 : 1 << $clog2(Window),
  localparam int unsigned BlockW    = (TweakCount < 2) ? 1 : $clog2(TweakCount)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               zero_i,
  input  logic [8:0]                         zero_addr_i,

  input  logic                               s_unit_valid,
  output logic                               s_unit_ready,
  input  logic                               s_unit_op,
  input  logic [3:0]                         s_unit_slot,
  input  logic [127:0]                       s_unit_tweak,
  input  logic [SizeW+2:0]                   s_unit_info,
  input  logic                               s_unit_first,
  input  logic                               s_unit_last,
  input  logic [3:0]                         s_unit_cause,

  output logic                               take_o,        // a unit is taken, in ...
  output logic [3:0]                         take_slot_o,
  output logic [NumW-1:0]                    accept_o,
  output logic [NumW-1:0]                    newest_o,      // of those that are first of a command
  input  logic                               retire_i,

  input  logic                               tweak_we_i,
  input  logic [NumW-1:0]                    tweak_unit_i,
  input  logic [BlockW-1:0]                  tweak_index_i,
  input  logic [127:0]                       tweak_i,
  input  logic                               tweak_end_i,
  input  logic [TweakW-1:0]                  tweak_len_i,
  output logic [Words-1:0]                   tweak_there_o,

  input  logic [Reads-1:0][NumW-1:0]         at_i,
  output entry_t [Reads-1:0]                 entry_o,
  input  logic [TweakReads-1:0][NumW-1:0]    tweak_at_i,
  input  logic [TweakReads-1:0][BlockW-1:0]  tweak_block_i,
  output logic [TweakReads-1:0][127:0]       tweak_o
);

  localparam int unsigned IndexW = $clog2(Words);

  if (Window < 1 || Window > MaxWindow) begin : g_bad_window
    $error("seal_tes_window: Window must be 1 to 32");
  end

  logic [NumW-1:0]  accept_q, count_q;
  logic [Words-1:0] there_q;
  entry_t           fresh;

  assign s_unit_ready = (count_q != NumW'(Window)) && !tweak_we_i && !zero_i;
  assign take_o       = s_unit_valid && s_unit_ready;
  assign take_slot_o  = s_unit_slot;
  assign accept_o     = accept_q;

  always_ff @(posedge clk_i) if (take_o && s_unit_first) newest_o <= accept_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accept_q <= '0;
      count_q  <= '0;
    end else if (zero_i) begin
      accept_q <= '0;
      count_q  <= '0;
    end else begin
      if (take_o) accept_q <= accept_q + NumW'(1);
      count_q <= count_q + NumW'(take_o) - NumW'(retire_i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= '0;
    end else begin
      if (take_o)      there_q[IndexW'(accept_q)]     <= !s_unit_info[SizeW+2];
      if (tweak_end_i) there_q[IndexW'(tweak_unit_i)] <= 1'b1;
    end
  end

  assign tweak_there_o = there_q;

  assign fresh = '{
    unit: '{
      inv: s_unit_op ^ Swap, slot: s_unit_slot, size: s_unit_info[SizeW+:2],
      len: s_unit_info[SizeW-1:0], tweak_len: TweakW'(16)
    },
    in_data: s_unit_info[SizeW+2],
    odd: !s_unit_info[SizeW+2] && !seal_tes_scheme_pkg::tweak_allowed(Mode, s_unit_tweak), first: s_unit_first, last: s_unit_last,
    cause: cause_e'(s_unit_cause)
  };

  // ---- entries, and lengths of tweaks that came in the data -------------------------------------
  logic [Reads-1:0][IndexW-1:0]         index;
  logic [Reads-1:0][$bits(entry_t)-1:0] entry;
  logic [Reads-1:0][TweakW-1:0]         len;

  for (genvar r = 0; r < Reads; r++) begin : g_read
    assign index[r] = IndexW'(at_i[r]);
    always_comb begin
      entry_o[r] = entry[r];
      if (entry_o[r].in_data) entry_o[r].unit.tweak_len = len[r];
    end
  end

  seal_tes_file #(
    .Words(Words), .Reads(Reads), .AddrW(IndexW), .Width($bits(entry_t))
  ) u_entries (
    .clk_i, .zero_i, .zero_addr_i(IndexW'(zero_addr_i)),
    .we_i(take_o), .waddr_i(IndexW'(accept_q)), .data_i(fresh),
    .raddr_i(index), .data_o(entry)
  );

  seal_tes_file #(.Words(Words), .Reads(Reads), .AddrW(IndexW), .Width(TweakW)) u_lens (
    .clk_i, .zero_i, .zero_addr_i(IndexW'(zero_addr_i)),
    .we_i(tweak_end_i), .waddr_i(IndexW'(tweak_unit_i)), .data_i(tweak_len_i),
    .raddr_i(index), .data_o(len)
  );

  // ---- tweaks -----------------------------------------------------------------------------------
  localparam int unsigned TweakAddrW = IndexW + BlockW;

  logic [TweakReads-1:0][TweakAddrW-1:0] tweak_addr;

  for (genvar r = 0; r < TweakReads; r++) begin : g_tweak
    assign tweak_addr[r] = {IndexW'(tweak_at_i[r]), tweak_block_i[r]};
  end

  seal_tes_file #(.Words(Words << BlockW), .Reads(TweakReads), .AddrW(TweakAddrW)) u_tweaks (
    .clk_i, .zero_i, .zero_addr_i(TweakAddrW'(zero_addr_i)),
    .we_i   (take_o || tweak_we_i),
    .waddr_i(tweak_we_i ? {IndexW'(tweak_unit_i), tweak_index_i}
                        : {IndexW'(accept_q), BlockW'(0)}),
    .data_i (tweak_we_i ? tweak_i : s_unit_tweak),
    .raddr_i(tweak_addr),
    .data_o (tweak_o)
  );

endmodule
