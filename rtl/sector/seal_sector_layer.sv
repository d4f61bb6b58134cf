// SPDX-License-Identifier: Apache-2.0
//
// The first layer of EME and EME2, and the ring of its results, from which the second layer reads.
// For EME2 also the blocks at which masks are renewed, with the results that the chain makes of
// them.
//
//   input ring -> stream (Layer 1) -> ring -> blocks for the second layer
//                        | every 128th block
//                        +-> renew_block_o, for the chain;  its result -> renew_mask_o
//
// Chains number their calls: the renewal r of a unit is call r (from 1), or r + 1 if the unit has a
// partial last block. Source: IEEE Std 1619.2-2010, clause 5 (EME2); Mancillas-Lopez 2010, III.D
// (EME). Reset and sweep_i: empty.
module seal_sector_layer
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode   = 7,
  parameter int unsigned Order  = 1,
  parameter int unsigned Slots  = 4,
  parameter int unsigned Words  = 8,
  parameter int unsigned Buffer = 512,
  parameter bit          Renew  = 1'b0
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            sweep_i,
  input  logic [8:0]      sweep_addr_i,

  input  logic [NumW-1:0] accept_i,
  output look_t           next_look_o,
  input  entry_t          next_entry_i,
  output look_t           look_o,
  input  blocks_t         blocks_i,

  input  logic            block_valid_i,
  input  logic [127:0]    block_i,
  output logic            block_pop_o,

  output logic            request_valid_o,
  input  logic            request_ready_i,
  output request_t        request_o,
  input  logic            got_i,
  input  result_t         result_i,
  output write_t          sum_o,

  output logic            valid_o,         // results
  output logic [127:0]    data_o,
  input  logic            pop_i,

  input  look_t           call_i,          // of the call that the chain forms: unit, number
  input  logic            call_tail_i,     // its unit has a partial block
  output logic [127:0]    renew_block_o,
  input  logic            chain_got_i,     // and its results
  input  result_t         chain_result_i,
  input  logic [NumW-1:0] mask_unit_i,     // of the second layer
  input  logic [2:0]      mask_index_i,
  output logic [127:0]    renew_mask_o
);

  logic            we, room, renew_we, unused_idle;
  logic [127:0]    data;
  look_t           unused_look;
  write_t          unused_end, unused_mask;
  logic [NumW-1:0] renew_unit;
  logic [2:0]      renew_index;

  seal_sector_stream #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Layer(1), .Renew(Renew)
  ) u_stream (
    .clk_i, .rst_ni, .sweep_i, .accept_i, .next_look_o, .next_entry_i, .look_o, .blocks_i,
    .start_i      ('1),
    .block_valid_i, .block_i, .block_pop_o,
    .room_i       (room),
    .request_valid_o, .request_ready_i, .request_o,
    .early_valid_i(1'b0),
    .early_i      ('0),
    .late_look_o  (unused_look),
    .late_view_i  ('0),
    .got_i, .result_i,
    .we_o         (we),
    .data_o       (data),
    .end_o        (unused_end),
    .mask_o       (unused_mask),
    .sum_o,
    .renew_unit_o (renew_unit),
    .renew_index_o(renew_index),
    .renew_we_o   (renew_we),
    .renew_i      ('0)
  );

  seal_sector_ring #(.Depth(Buffer), .Readers(1)) u_ring (
    .clk_i, .rst_ni, .sweep_i,
    .we_i(we), .data_i(data), .valid_o, .data_o, .pop_i
  );

  seal_credit #(.Credits(Buffer)) u_room (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .take_i (request_valid_o && request_ready_i),
    .give_i (pop_i),
    .free_o (room),
    .idle_o (unused_idle)
  );

  if (Renew) begin : g_renew
    localparam int unsigned IndexW = $clog2(Words);
    localparam int unsigned AddrW  = IndexW + 3;

    tag_t       made;
    logic [2:0] block_at;

    assign made     = chain_result_i.tag;
    assign block_at = 3'(call_i.tweak) - 3'd1 - 3'(call_tail_i);

    seal_sector_file #(.Words(Words * 8), .Reads(1), .AddrW(AddrW)) u_blocks (
      .clk_i, .sweep_i, .sweep_addr_i(AddrW'(sweep_addr_i)),
      .we_i   (renew_we),
      .waddr_i({IndexW'(renew_unit), renew_index}),
      .data_i (data),
      .raddr_i({IndexW'(call_i.unit), block_at}),
      .data_o (renew_block_o)
    );

    seal_sector_file #(.Words(Words * 8), .Reads(1), .AddrW(AddrW)) u_masks (
      .clk_i, .sweep_i, .sweep_addr_i(AddrW'(sweep_addr_i)),
      .we_i   (chain_got_i && made.phase == PhMiddle),
      .waddr_i({IndexW'(made.unit), made.index[2:0]}),
      .data_i (chain_result_i.block),
      .raddr_i({IndexW'(mask_unit_i), mask_index_i}),
      .data_o (renew_mask_o)
    );
  end else begin : g_one_mask
    assign renew_block_o = '0;
    assign renew_mask_o  = '0;
  end

endmodule
