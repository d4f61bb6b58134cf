// SPDX-License-Identifier: Apache-2.0
//
// Beats of text become blocks: where the bytes of each beat go. No standard: the places that the
// schemes of seal_sector_scheme_pkg read their blocks from.
//
//   trait (a scheme that has it)    block                             goes to
//   ---------------------------------------------------------------------------------
//   first       (HCTR2, EME)        the first one                     p
//   last_bytes  (XCB-AES)           the last 16 bytes of the unit     p
//                                   the bytes before them             ring, a beat late
//   last_whole  (HEH)               the last whole one                p
//                                   a partial one behind it           ring, and q
//   tail        (XTS, EME2)         a partial last one                q
//   all                             every other one                   ring
//
// After an error, padding_i puts zeros into the ring in place of the blocks that did not come, and
// finish_i gives the unit its p, unless its command was refused: no phase needs to know of it.
//
// Beats and padding may come while room_o is high. Throughput: a beat per cycle. take_o says at
// once that a word of the ring is used; all else leaves a cycle later, from registers. Reset and
// sweep_i: nothing leaves, and the ring has room for all its blocks.
module seal_sector_blocks
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode   = 1,
  parameter int unsigned Buffer = 512   // blocks of the ring
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            sweep_i,

  input  logic [NumW-1:0] unit_i,      // the unit that is received
  input  logic [3:0]      tail_i,      // bytes of its partial last block, 0: none
  input  logic            refused_i,

  input  logic            store_i,     // a beat of text:
  input  logic [127:0]    data_i,
  input  logic [127:0]    before_i,    // the beat before it
  input  logic [4:0]      want_i,      // its bytes
  input  logic            first_i,     // the first one,
  input  logic            final_i,     // the last one,
  input  logic            whole_i,     // the last whole one,
  input  logic            cut_i,       // a partial one
  input  logic            padding_i,
  input  logic            finish_i,
  input  logic            ends_i,      // the unit ends with it

  input  logic            pop_i,       // a word of the ring is free again
  output logic            room_o,      // for another block
  output logic            take_o,
  output logic            we_o,        // a block for the ring
  output logic [127:0]    data_o,
  output write_t          p_o,
  output write_t          q_o,
  output logic            done_o       // nothing else of the unit of p_o comes
);

  import seal_engine_pkg::mask_bytes;

  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);

  logic         p_we, q_we;
  logic [127:0] data, p, text;

  assign text = mask_bytes(data_i, want_i);

  if (Traits.last_bytes) begin : g_last_bytes
    // Blocks go to the ring one beat late, the last of them cut to the bytes before the last 16.
    logic [255:0] both;
    assign both   = {data_i, before_i} >> {tail_i, 3'b000};
    assign take_o = padding_i || (store_i && !first_i);
    assign data   = {128{!padding_i}} & mask_bytes(before_i, want_i);
    assign p_we   = (store_i && final_i) || (finish_i && !refused_i);
    assign p      = (tail_i == '0) ? data_i : both[127:0];
    assign q_we   = 1'b0;
  end else begin : g_in_order
    // A partial block behind the last whole one goes to the ring, and to q as well.
    logic special, partial;
    assign special = (Traits.first && first_i) || (Traits.last_whole && whole_i);
    assign partial = Traits.tail && cut_i;
    assign take_o  = padding_i || (store_i && !special && !partial);
    assign data    = {128{!padding_i}} & text;
    assign p_we    = (Traits.first || Traits.last_whole) &&
                     ((store_i && special) || (finish_i && !refused_i));
    assign p       = data_i;
    assign q_we    = store_i && (Traits.last_whole ? cut_i : partial);

    logic unused_end;   // of the unit: only the last bytes need it
    assign unused_end = ^{tail_i, before_i, final_i};
  end

  logic            p_we_q, q_we_q;
  logic [NumW-1:0] block_unit_q;
  logic [127:0]    p_q, q_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      we_o         <= 1'b0;
      p_we_q       <= 1'b0;
      q_we_q       <= 1'b0;
      done_o       <= 1'b0;
      block_unit_q <= '0;
    end else begin
      we_o         <= take_o && !sweep_i;
      p_we_q       <= p_we && !sweep_i;
      q_we_q       <= q_we && !sweep_i;
      done_o       <= ends_i && !sweep_i;
      block_unit_q <= unit_i;
    end
  end

  always_ff @(posedge clk_i) begin
    data_o <= data;
    p_q    <= p;
    q_q    <= text;
  end

  assign p_o = '{we: p_we_q, unit: block_unit_q, data: p_q};
  assign q_o = '{we: q_we_q, unit: block_unit_q, data: q_q};

  // Write and pop come late in their cycle, and are counted in the next one. So a block more than
  // Buffer may come, for which the ring has room.
  logic pop_q, unused_idle;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pop_q <= 1'b0;
    else         pop_q <= pop_i && !sweep_i;
  end

  seal_credit #(.Credits(Buffer + 1), .Late(1)) u_room (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .take_i (we_o),
    .give_i (pop_q),
    .free_o (room_o),
    .idle_o (unused_idle)
  );

endmodule
