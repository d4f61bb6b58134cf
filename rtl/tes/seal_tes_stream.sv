// SPDX-License-Identifier: Apache-2.0
//
// A layer of the cipher over the blocks of each unit, a call per cycle. With counter mode,
//
//   call i    counter(seed, i)                    result i   call XOR block i
//
// otherwise block i has a mask before and behind the cipher, each x times the one before it:
//
//   call i    block i XOR add XOR x^i seed        result i   call XOR x^i mask_out
//
// With ciphertext stealing, the last call of a decryption takes the mask after the one that is its
// turn, and the call that finishes the unit takes that one (m_o); in encryption it is the other way
// round. Layer 1 is the first of two layers of EME: it has no mask behind, and adds its results up;
// layer 2 adds up what enters it. With Renew, blocks 127, 255, ... give layer 2 a new mask: with the
// first one, M, and renew_i, which a chain made of that block plus M,
//
//   call i    renew_i XOR M                       the next mask is   x (block i XOR M XOR renew_i)
//
// and layer 1 says which blocks these are (renew_we_o).
//
// Units are taken in order, when start_i says that what is above is there (blocks_i). Calls are
// offered while there is room_i for their results. One cycle before a result, early_* announces it;
// blocks are read again then (late_*). A unit ends with end_o: its last result, without its mask.
//
// Throughput: a call per cycle, with no gap between units of one block or more. Reset and zero_i:
// nothing under way.
`include "seal_assert.svh"

module seal_tes_stream
  import seal_tes_pkg::*;
#(
  parameter int unsigned Mode  = 1,
  parameter int unsigned Order = 0,
  parameter int unsigned Layer = 0,    // 0: the only one; 1, 2: of two
  parameter bit          Renew = 1'b0  // the mask of layer 2 is renewed (EME2)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zero_i,

  output logic [NumW-1:0]  at_o,
  input  logic [NumW-1:0]  accept_i,
  input  entry_t           entry_i,
  input  logic             start_i,
  input  blocks_t          blocks_i,

  input  logic             block_valid_i,
  input  logic [127:0]     block_i,
  output logic             block_pop_o,
  input  logic             room_i,

  output logic             call_valid_o,
  input  logic             call_ready_i,
  output call_t            call_o,
  output logic [3:0]       call_slot_o,
  output logic [1:0]       call_size_o,
  output logic [NumW-1:0]  call_unit_o,
  output logic             call_first_o,
  output logic             call_last_o,

  input  logic             early_valid_i,
  input  logic             early_first_i,
  input  logic             early_last_i,
  input  entry_t           late_entry_i,    // of the unit that early_* announces
  input  blocks_t          late_blocks_i,
  input  logic             result_valid_i,
  input  logic             result_first_i,
  input  logic             result_last_i,
  input  logic [NumW-1:0]  result_unit_i,
  input  logic [127:0]     result_i,

  output logic             we_o,            // results, cut to the bytes of the unit
  output logic [127:0]     data_o,
  output logic             end_o,
  output logic [NumW-1:0]  end_unit_o,
  output logic             m_we_o,
  output logic [NumW-1:0]  m_unit_o,
  output logic [127:0]     m_o,
  output logic             sum_we_o,        // layer 1: of results, layer 2: of operands
  output logic [NumW-1:0]  sum_unit_o,
  output logic [127:0]     sum_o,
  output logic [NumW-1:0]  renew_unit_o,    // layer 2 reads, layer 1 writes
  output logic [2:0]       renew_index_o,   // which block, from 0; layer 2: number of its call
  output logic             renew_we_o,
  input  logic [127:0]     renew_i
);

  localparam traits_t Traits = seal_tes_scheme_pkg::traits_of(Mode);
  localparam bit      Steals = Traits.tail && !Traits.layers;

  function automatic logic [127:0] next_mask(logic [127:0] mask);
    return times_x(Order, mask);
  endfunction

  // ---- calls ------------------------------------------------------------------------------------
  logic             run_q, load, skip, nothing, grant, last, swap, result_ends;
  logic [NumW-1:0]  at_q, unit_q;
  logic [SizeW-5:0] index_q, count_q, count;
  unit_t            desc_q;
  logic [127:0]     mask_q, add_q, sum_q, first_q, mask, operand, seed;
  logic             renew;

  assign count   = ring_blocks(Traits, entry_i.unit.len);
  assign skip    = (at_q != accept_i) && (entry_i.cause != CauseNone);
  assign grant   = call_valid_o && call_ready_i;
  assign load    = (at_q != accept_i) && !skip && start_i && (count != '0) &&
                   (!run_q || (grant && last));
  assign nothing = (at_q != accept_i) && !skip && start_i && (count == '0) && !run_q &&
                   !result_ends && !zero_i;
  assign last    = (index_q == count_q - (SizeW-4)'(1));
  assign swap    = Steals && last && desc_q.inv && (tail_of(desc_q) != '0);
  assign seed    = (Layer == 1) ? blocks_i.k
                                : seal_tes_scheme_pkg::seed(Mode, entry_i.unit, blocks_i);
  assign renew   = Renew && (Layer == 2) && (&index_q[6:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      at_q  <= '0;
    end else if (zero_i) begin
      run_q <= 1'b0;
      at_q  <= '0;
    end else begin
      run_q <= load || (run_q && !(grant && last));
      if (load || skip || nothing) at_q <= at_q + NumW'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (zero_i) begin
      mask_q  <= '0;
      first_q <= '0;
      add_q   <= '0;
      sum_q   <= '0;
    end else if (load) begin
      index_q <= '0;
      unit_q  <= at_q;
      desc_q  <= entry_i.unit;
      count_q <= count;
      mask_q  <= (Layer == 0) ? seed : next_mask(seed);
      first_q <= seed;
      add_q   <= (Layer == 1) ? '0 : seal_tes_scheme_pkg::add(Mode, blocks_i);
      sum_q   <= '0;
    end else if (grant) begin
      index_q <= index_q + (SizeW-4)'(1);
      if (!Traits.counter) mask_q <= next_mask(renew ? block_i ^ first_q ^ renew_i : mask_q);
      if (Layer == 2)      sum_q  <= sum_q ^ operand;
    end
  end

  assign mask    = swap ? next_mask(mask_q) : mask_q;
  assign operand = Traits.counter ? seal_tes_scheme_pkg::counter(Mode, mask_q, index_q)
                                  : renew ? renew_i ^ first_q : block_i ^ add_q ^ mask;

  assign at_o         = at_q;
  assign call_valid_o = run_q && room_i && (Traits.counter || block_valid_i);
  assign call_o       = '{
    inv: desc_q.inv && !Traits.counter, key: seal_tes_scheme_pkg::stream_key(Mode), x: operand
  };
  assign call_slot_o  = desc_q.slot;
  assign call_size_o  = desc_q.size;
  assign call_unit_o  = unit_q;
  assign call_first_o = (index_q == '0);
  assign call_last_o  = last;

  assign m_we_o   = Steals && grant && last;
  assign m_unit_o = unit_q;
  assign m_o      = swap ? mask_q : next_mask(mask_q);

  // ---- results ----------------------------------------------------------------------------------
  logic [127:0] late_q, late, first_late, result;
  logic         late_swap;
  logic [3:0]   tail_q;

  // The mask behind the cipher, made in the cycle before the result
  assign late_swap  = Steals && early_last_i && late_entry_i.unit.inv &&
                      (tail_of(late_entry_i.unit) != '0);
  assign first_late = seal_tes_scheme_pkg::mask_out(Mode, Order, late_blocks_i);
  assign late       = early_first_i ? first_late : next_mask(late_q);

  always_ff @(posedge clk_i) begin
    if (zero_i)             late_q <= '0;
    else if (early_valid_i) late_q <= late_swap ? next_mask(late) : late;
    if (early_valid_i) tail_q <= tail_of(late_entry_i.unit);
  end

  assign result_ends = result_valid_i && result_last_i;
  assign result      = result_i ^ (Traits.counter ? block_i : (Layer == 1) ? '0 : late_q);
  assign block_pop_o = Traits.counter ? result_valid_i : grant;
  assign we_o        = result_valid_i && !zero_i;
  assign data_o      = (Traits.counter && result_last_i && tail_q != '0)
                         ? seal_engine_pkg::mask_bytes(result, 5'(tail_q)) : result;
  assign end_o       = (result_ends || nothing) && !zero_i;
  assign end_unit_o  = nothing ? at_q : result_unit_i;

  if (Layer == 1) begin : g_results
    logic [127:0]     total, total_q;
    logic [SizeW-5:0] place, place_q;
    assign total = result ^ (result_first_i ? '0 : total_q);
    assign place = result_first_i ? '0 : place_q;
    always_ff @(posedge clk_i) begin
      if (zero_i)              total_q <= '0;
      else if (result_valid_i) total_q <= total;
      if (result_valid_i) place_q <= place + (SizeW-4)'(1);
    end
    assign renew_unit_o  = result_unit_i;
    assign renew_index_o = 3'(place >> 7);
    assign renew_we_o    = Renew && we_o && (&place[6:0]);
    assign sum_we_o   = end_o;
    assign sum_unit_o = end_unit_o;
    assign sum_o      = nothing ? '0 : total;
  end else begin : g_operands
    logic unused_first;
    assign unused_first  = result_first_i;
    assign renew_unit_o  = unit_q;
    assign renew_index_o = 3'(index_q >> 7) + 3'd1 + 3'(tail_of(desc_q) != '0);
    assign renew_we_o    = 1'b0;
    assign sum_we_o   = (Layer == 2) && ((grant && last) || nothing);
    assign sum_unit_o = nothing ? at_q : unit_q;
    assign sum_o      = nothing ? '0 : sum_q ^ operand;
  end

  `SEAL_ASSERT(BlockThere_A, block_pop_o && !zero_i |-> block_valid_i)

endmodule
