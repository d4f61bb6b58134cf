// SPDX-License-Identifier: Apache-2.0
//
// Memory of the units in flight and of the key slots, read by all phases: entries, tweaks, the
// blocks of block_e, and the constants of each slot. No standard: register files.
//
// A read port names a unit, and a block of its tweak; it gives the unit's entry, its blocks, the
// constants of its slot, in the same cycle. A port costs only the fields that its phase reads:
// synthesis removes the others. Each block has one writer (write_i, by block_e). A unit that is
// taken (take_i, accept_i) brings its entry and, unless that comes in the data, its tweak; the
// tweak's length is 16 then, otherwise tweak_len_i. blocks.r is zero in every view: its place is
// taken by the block of the first layer that comes with a call (renew_i of seal_sector_stream).
//
// Registers that name a unit here have a reset (but the late port has it from a delay line).
// Without one, a synthesiser may move them behind the memory: then a port has registers for its
// words, and a comparator for words just written.
//
// Reset: none. While sweep_i is high, words are overwritten at sweep_addr_i, one per cycle.
module seal_sector_store
  import seal_sector_pkg::*;
#(
  parameter int unsigned Words      = 8,    // units in flight, a power of two
  parameter int unsigned Slots      = 4,
  parameter int unsigned TweakCount = 1     // blocks of the longest tweak
) (
  input  logic                clk_i,
  input  logic                sweep_i,
  input  logic [8:0]          sweep_addr_i,

  input  logic                take_i,
  input  logic [NumW-1:0]     accept_i,
  input  entry_t              entry_i,
  input  logic [127:0]        number_i,       // its tweak

  input  logic                tweak_we_i,     // not together with take_i
  input  logic [NumW-1:0]     tweak_unit_i,
  input  logic [3:0]          tweak_index_i,
  input  logic [127:0]        tweak_i,
  input  logic                tweak_end_i,
  input  logic [TweakW-1:0]   tweak_len_i,

  input  write_t [Blocks-1:0] write_i,
  input  constant_t           constant_i,

  input  look_t  [Ports-1:0]  look_i,
  output view_t  [Ports-1:0]  view_o
);

  localparam int unsigned IndexW = $clog2(Words);
  localparam int unsigned SlotW  = (Slots > 1) ? $clog2(Slots) : 1;
  localparam int unsigned BlockW = (TweakCount < 2) ? 1 : $clog2(TweakCount);
  localparam int unsigned TweakAddrW = IndexW + BlockW;

  logic [Ports-1:0][IndexW-1:0]              at;
  logic [Ports-1:0][SlotW-1:0]               slot;
  logic [Ports-1:0][TweakAddrW-1:0]          tweak_at;
  logic [Ports-1:0][$bits(entry_t)-1:0]      entry;
  entry_t [Ports-1:0]                        seen;
  logic [Ports-1:0][TweakW-1:0]              len;
  logic [Ports-1:0][127:0]                   tweak;
  logic [Ports-1:0][255:0]                   constants;
  logic [Blocks-1:0][Ports-1:0][127:0]       block;

  for (genvar p = 0; p < Ports; p++) begin : g_port
    assign at[p]       = IndexW'(look_i[p].unit);
    assign tweak_at[p] = {at[p], BlockW'(look_i[p].tweak)};
    assign slot[p]     = SlotW'(seen[p].unit.slot);

    always_comb begin
      seen[p] = entry[p];
      if (seen[p].in_data) seen[p].unit.tweak_len = len[p];
    end

    assign view_o[p].entry  = seen[p];
    assign view_o[p].blocks = '{
      t: tweak[p], p: block[BlkP][p], q: block[BlkQ][p], ha: block[BlkHa][p], hb: block[BlkHb][p],
      a: block[BlkA][p], b: block[BlkB][p], c: block[BlkC][p], d: block[BlkD][p],
      e: block[BlkE][p], f: block[BlkF][p], s: block[BlkS][p], m: block[BlkM][p], r: '0,
      k: constants[p][127:0], k2: constants[p][255:128]
    };
  end

  seal_sector_file #(
    .Words(Words), .Reads(Ports), .AddrW(IndexW), .Width($bits(entry_t))
  ) u_entries (
    .clk_i, .sweep_i, .sweep_addr_i(IndexW'(sweep_addr_i)),
    .we_i(take_i), .waddr_i(IndexW'(accept_i)), .data_i(entry_i),
    .raddr_i(at), .data_o(entry)
  );

  seal_sector_file #(.Words(Words), .Reads(Ports), .AddrW(IndexW), .Width(TweakW)) u_lens (
    .clk_i, .sweep_i, .sweep_addr_i(IndexW'(sweep_addr_i)),
    .we_i(tweak_end_i), .waddr_i(IndexW'(tweak_unit_i)), .data_i(tweak_len_i),
    .raddr_i(at), .data_o(len)
  );

  seal_sector_file #(.Words(Words << BlockW), .Reads(Ports), .AddrW(TweakAddrW)) u_tweaks (
    .clk_i, .sweep_i, .sweep_addr_i(TweakAddrW'(sweep_addr_i)),
    .we_i   (take_i || tweak_we_i),
    .waddr_i(tweak_we_i ? {IndexW'(tweak_unit_i), BlockW'(tweak_index_i)}
                        : {IndexW'(accept_i), BlockW'(0)}),
    .data_i (tweak_we_i ? tweak_i : number_i),
    .raddr_i(tweak_at), .data_o(tweak)
  );

  for (genvar n = 0; n < Blocks; n++) begin : g_block
    seal_sector_file #(.Words(Words), .Reads(Ports), .AddrW(IndexW)) u_file (
      .clk_i, .sweep_i, .sweep_addr_i(IndexW'(sweep_addr_i)),
      .we_i(write_i[n].we), .waddr_i(IndexW'(write_i[n].unit)), .data_i(write_i[n].data),
      .raddr_i(at), .data_o(block[n])
    );
  end

  seal_sector_file #(.Words(Slots), .Reads(Ports), .AddrW(SlotW), .Width(256)) u_constants (
    .clk_i, .sweep_i, .sweep_addr_i(SlotW'(sweep_addr_i)),
    .we_i(constant_i.we), .waddr_i(SlotW'(constant_i.slot)),
    .data_i({constant_i.k2, constant_i.k}),
    .raddr_i(slot), .data_o(constants)
  );

endmodule
