// SPDX-License-Identifier: Apache-2.0
//
// A layer of the cipher over the blocks of each unit, a call per cycle: the middle of the schemes
// of Mancillas-Lopez 2010 (Figs. 2 to 7), of HCTR2, of XTS (IEEE Std 1619) and EME2 (IEEE Std
// 1619.2). With counter mode,
//
//   call i    counter(seed, i)                    result i   call XOR block i
//
// otherwise block i has a mask before and behind the cipher, each x times the one before it:
//
//   call i    block i XOR add XOR x^i seed        result i   call XOR x^i mask_out
//
// With ciphertext stealing, the last call of a decryption takes the mask after the one that is its
// turn, and the call that finishes the unit takes that one (mask_o); in encryption it is the other
// way round. Layer 1 is the first of two layers of EME: it has no mask behind the cipher, and adds
// its results up; layer 2 adds up its operands. With Renew, blocks 127, 255, ... give layer 2 a new
// mask: with the first one, M, and renew_i, which a chain made of that block plus M,
//
//   call i    renew_i XOR M                       the next mask is   x (block i XOR M XOR renew_i)
//
// and layer 1 says which blocks these are (renew_we_o). HEH adds another block to every whole
// result. A partial last block, which the unit has as q, is added to the result of a call of its
// own, always in the forward direction:
//
//   call i    part()                              result i   call XOR q
//
// Units are taken in order, when start_i says that seed and blocks are there. Calls are offered
// while there is room_i for their results. One cycle before a result, early_i announces it, and its
// unit is looked up again. A unit ends with end_o: its last result, as it goes to the ring,
// with the mask behind the cipher added.
//
// Throughput: a call per cycle, without a gap between units of two calls or more
// (seal_sector_next). Reset and sweep_i: nothing under way.
`include "seal_assert.svh"

module seal_sector_stream
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode  = 1,
  parameter int unsigned Order = 0,
  parameter int unsigned Slots = 4,     // AES keys of units are behind these
  parameter int unsigned Words = 8,
  parameter int unsigned Layer = 0,     // 0: the only one; 1, 2: of two
  parameter bit          Renew = 1'b0   // the mask of layer 2 is renewed (EME2)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic [NumW-1:0]  accept_i,
  output look_t            next_look_o,    // the unit behind the next one
  input  entry_t           next_entry_i,
  output look_t            look_o,         // the next unit
  input  blocks_t          blocks_i,
  input  logic [Words-1:0] start_i,

  input  logic             block_valid_i,
  input  logic [127:0]     block_i,
  output logic             block_pop_o,
  input  logic             room_i,

  output logic             request_valid_o,
  input  logic             request_ready_i,
  output request_t         request_o,
  input  logic             early_valid_i,
  input  tag_t             early_i,
  output look_t            late_look_o,    // the unit that early_i announces
  input  view_t            late_view_i,
  input  logic             got_i,
  input  result_t          result_i,

  output logic             we_o,           // results, cut to the bytes of the unit
  output logic [127:0]     data_o,
  output write_t           end_o,
  output write_t           mask_o,
  output write_t           sum_o,          // layer 1: of results, layer 2: of operands

  output logic [NumW-1:0]  renew_unit_o,   // layer 2 reads, layer 1 writes
  output logic [2:0]       renew_index_o,  // which block, from 0; layer 2: number of its call
  output logic             renew_we_o,
  input  logic [127:0]     renew_i
);

  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam bit      Steals = Traits.tail && !Traits.layers;
  localparam bit      Parts  = Traits.last_whole && !Traits.whole;

  function automatic logic [127:0] next_mask(logic [127:0] mask);
    return times_x(Order, mask);
  endfunction

  // ---- calls ------------------------------------------------------------------------------------
  logic             run_q, none_q, turn, move, load, nothing, grant, here, result_ends;
  logic             last_q, swap_q;   // the last call of a unit; it takes the mask after its own
  logic             part_q;           // the last call of a unit, for its partial block
  logic [NumW-1:0]  at, unit_q;
  entry_t           entry, ahead;
  logic [SizeW-5:0] index_q, left_q, count_q;   // left_q: calls, this one among them
  unit_t            desc_q, coming;   // coming: the unit of the next call,
  logic             lasts;            // lasts: which is the unit's last call
  logic [127:0]     mask_q, add_q, sum_q, first_q, mask, operand, seed;
  logic             renew;

  seal_sector_next #(.Words(Words), .Skip(1'b1)) u_next (
    .clk_i, .rst_ni, .sweep_i, .accept_i,
    .ready_i(start_i),
    .look_o (next_look_o),
    .entry_i(next_entry_i),
    .ahead_o(ahead),
    .valid_o(here),
    .unit_o (at),
    .entry_o(entry),
    .take_i (load || nothing)
  );

  always_ff @(posedge clk_i) begin
    if (!here) begin
      count_q <= ring_blocks(Traits, ahead.unit.len);
      none_q  <= (ring_blocks(Traits, ahead.unit.len) == '0);
    end
  end

  // A unit follows another one behind its last call, or when none is at hand. Then the registers
  // about it are loaded in every cycle, whether one is here or not: their enable has few causes
  // (move, which comes late), and the choice between it and a next call is of registers (turn).
  assign grant   = request_valid_o && request_ready_i;
  assign turn    = !run_q || last_q;
  assign move    = !run_q || grant;
  assign load    = here && !none_q && turn && move;
  assign nothing = here && none_q && !run_q && !result_ends && !sweep_i;
  assign seed    = (Layer == 1) ? blocks_i.k
                                : seal_sector_scheme_pkg::seed(Mode, entry.unit, blocks_i);
  assign renew   = Renew && (Layer == 2) && (&index_q[6:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
    end else if (sweep_i) begin
      run_q <= 1'b0;
    end else if (move) begin
      run_q <= !turn || (here && !none_q);
    end
  end

  function automatic logic is_part(logic last, unit_t unit);
    return Parts && last && (tail_of(unit) != '0);
  endfunction

  always_ff @(posedge clk_i) begin
    if (move) begin
      index_q <= turn ? '0 : index_q + (SizeW-4)'(1);
      left_q  <= turn ? count_q : left_q - (SizeW-4)'(1);
      last_q  <= lasts;
      swap_q  <= Steals && lasts && coming.inv && (tail_of(coming) != '0);
      part_q  <= is_part(lasts, coming);
      if (turn) begin
        unit_q <= at;
        desc_q <= entry.unit;
      end
    end
  end

  assign coming = turn ? entry.unit : desc_q;
  assign lasts  = turn ? count_q == (SizeW-4)'(1) : left_q == (SizeW-4)'(2);

  always_ff @(posedge clk_i) begin
    if (sweep_i) begin
      mask_q  <= '0;
      first_q <= '0;
      add_q   <= '0;
      sum_q   <= '0;
    end else if (move) begin
      if (turn) begin
        mask_q  <= (Layer == 0) ? seed : next_mask(seed);
        first_q <= Parts ? seal_sector_scheme_pkg::part(Mode, entry.unit, blocks_i) : seed;
        add_q   <= (Layer == 1) ? '0 : seal_sector_scheme_pkg::add(Mode, blocks_i);
        sum_q   <= '0;
      end else begin
        if (!Traits.counter) mask_q <= next_mask(renew ? block_i ^ first_q ^ renew_i : mask_q);
        if (Layer == 2)      sum_q  <= sum_q ^ operand;
      end
    end
  end

  assign mask    = swap_q ? next_mask(mask_q) : mask_q;
  assign operand = Traits.counter ? seal_sector_scheme_pkg::counter(Mode, mask_q, index_q)
                                  : part_q ? first_q
                                  : renew  ? renew_i ^ first_q : block_i ^ add_q ^ mask;

  assign look_o          = '{unit: at, tweak: '0};
  assign request_valid_o = run_q && room_i && (Traits.counter || block_valid_i);
  assign request_o       = '{
    call: '{
      inv: desc_q.inv && !Traits.counter && !part_q,
      key: seal_sector_scheme_pkg::stream_key(Mode), x: operand
    },
    slot: cipher_slot(Traits, Slots, 1'b1, unit_q, NumW'(Words - 1), desc_q.slot),
    size: desc_q.size,
    tag: '{
      unit: unit_q, phase: PhPrepare, index: '0, first: index_q == '0, last: last_q, pause: 1'b0,
      resumed: 1'b0
    }
  };

  // It is read when the unit is finished, long after: there is time for a register.
  if (Steals) begin : g_mask
    logic            mask_we_q;
    logic [NumW-1:0] mask_unit_q;
    logic [127:0]    mask_word_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) mask_we_q <= 1'b0;
      else         mask_we_q <= grant && last_q && !sweep_i;
    end

    always_ff @(posedge clk_i) begin
      mask_unit_q <= unit_q;
      mask_word_q <= swap_q ? mask_q : next_mask(mask_q);
    end

    assign mask_o = '{we: mask_we_q, unit: mask_unit_q, data: mask_word_q};
  end else begin : g_no_mask
    assign mask_o = '0;
  end

  // ---- results ----------------------------------------------------------------------------------
  logic [127:0] late_q, late, first_late, behind, result;
  logic         late_swap, late_part;
  logic [3:0]   late_tail, tail_q;

  // The mask behind the cipher, made in the cycle before the result
  assign late_look_o = '{unit: early_i.unit, tweak: '0};
  assign late_tail  = tail_of(late_view_i.entry.unit);
  assign late_swap  = Steals && early_i.last && late_view_i.entry.unit.inv && (late_tail != '0);
  assign late_part  = is_part(early_i.last, late_view_i.entry.unit);
  assign first_late = seal_sector_scheme_pkg::mask_out(
      Mode, Order, late_view_i.entry.unit, late_view_i.blocks);
  assign late       = early_i.first ? first_late : next_mask(late_q);

  always_ff @(posedge clk_i) begin
    if (sweep_i)             late_q <= '0;
    else if (early_valid_i) late_q <= late_part ? late_view_i.blocks.q
                                     : late_swap ? next_mask(late) : late;
    if (early_valid_i) tail_q <= late_tail;
  end

  if (Traits.last_whole) begin : g_behind
    logic [127:0] behind_q;
    always_ff @(posedge clk_i) begin
      if (sweep_i) behind_q <= '0;
      else if (early_valid_i) begin
        behind_q <= late_part ? '0 : seal_sector_scheme_pkg::add_behind(
            Mode, late_view_i.entry.unit, late_view_i.blocks);
      end
    end
    assign behind = behind_q;
  end else begin : g_masks_only
    assign behind = '0;
  end

  assign result_ends = got_i && result_i.tag.last;
  assign result      = result_i.block ^
                       (Traits.counter ? block_i : (Layer == 1) ? '0 : late_q ^ behind);
  assign block_pop_o = Traits.counter ? got_i : grant;
  assign we_o        = got_i && !sweep_i;
  assign data_o      = ((Traits.counter || Parts) && result_i.tag.last && tail_q != '0)
                         ? seal_engine_pkg::mask_bytes(result, 5'(tail_q)) : result;
  assign end_o       = '{
    we: (result_ends || nothing) && !sweep_i, unit: nothing ? at : result_i.tag.unit, data: data_o
  };

  if (Layer == 1) begin : g_results
    logic [127:0]     total, total_q;
    logic [SizeW-5:0] position, position_q;
    assign total = result ^ (result_i.tag.first ? '0 : total_q);
    assign position = result_i.tag.first ? '0 : position_q;
    always_ff @(posedge clk_i) begin
      if (sweep_i)              total_q <= '0;
      else if (got_i) total_q <= total;
      if (got_i) position_q <= position + (SizeW-4)'(1);
    end
    assign renew_unit_o  = result_i.tag.unit;
    assign renew_index_o = 3'(position >> 7);
    assign renew_we_o    = Renew && we_o && (&position[6:0]);
    assign sum_o = '{we: end_o.we, unit: end_o.unit, data: nothing ? '0 : total};
  end else begin : g_operands
    assign renew_unit_o  = unit_q;
    assign renew_index_o = 3'(index_q >> 7) + 3'd1 + 3'(tail_of(desc_q) != '0);
    assign renew_we_o    = 1'b0;
    assign sum_o = '{
      we: (Layer == 2) && ((grant && last_q) || nothing), unit: nothing ? at : unit_q,
      data: nothing ? '0 : sum_q ^ operand
    };
  end

  `SEAL_ASSERT(BlockThere_A, block_pop_o && !sweep_i |-> block_valid_i)

endmodule
