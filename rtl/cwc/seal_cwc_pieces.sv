// SPDX-License-Identifier: Apache-2.0
//
// Cuts the blocks of a message into the pieces of its hash: 16 bytes into 12 (CWC: AAD and
// ciphertext, each padded with zeros to a multiple of 12 bytes); and counts their bytes.
//
// The last piece of a section is not known as such until something else follows; so 1 to 12 bytes
// wait until more of their section come, or it has ended. r bytes wait:
//
//   comes                       piece                                   then waits
//   block, r = 0                its first 12 bytes, if it has more      the rest of it
//   block, r = 4 or 8           r bytes and 12 - r, if there are more   the rest of it
//   block, r = 12; or of        the r bytes, padded                     the block
//     another section, any r
//   nothing, r > 12             the first 12 bytes                      r - 12 bytes
//   END                         the r bytes, padded, as the last one    nothing
//
// Only a block of the third row takes two cycles. Blocks that come meanwhile wait in a queue of
// QueueBlocks; the issue stage, which knows how many cycles each of them takes, sees to it that it
// never overflows. hold_i takes a cycle from the pieces, for a product of another kind.
//
// All blocks of a section but the last have 16 bytes, so r is 4, 8 or 12 where another one follows.
// Bytes beyond bytes_i are zero.
//
// Latency 2 cycles. Reset and sweep_i: empty; as many cycles of sweep_i as the queue has words
// clear it.
`include "seal_assert.svh"

module seal_cwc_pieces
  import seal_cwc_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,

  input  logic              block_i,    // a block comes ...
  input  logic              text_i,     // ... of text, else of AAD
  input  logic              end_i,      // the message ends
  input  logic [3:0]        slot_i,
  input  logic [1:0]        size_i,
  input  logic [4:0]        bytes_i,    // 1 to 16
  input  logic [127:0]      data_i,
  input  logic              hold_i,

  output logic              valid_o,
  output logic              last_o,
  output logic [3:0]        slot_o,
  output logic [PieceW-1:0] piece_o,
  output end_t              end_o       // with last_o
);

  // ---- queue ------------------------------------------------------------------------------------
  typedef struct packed {
    logic         text;
    logic         ends;
    logic [3:0]   slot;
    logic [1:0]   size;
    logic [4:0]   bytes;
    logic [127:0] data;
  } item_t;

  item_t item;
  logic  there, take, over, step;

  seal_fifo #(.Width($bits(item_t)), .Depth(QueueBlocks)) u_queue (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (block_i || end_i),
    .data_i ({text_i, end_i, slot_i, size_i, bytes_i, data_i}),
    .pop_i  (take),
    .data_o (item),
    .valid_o(there)
  );

  // ---- pieces -----------------------------------------------------------------------------------
  logic [127:0]      held_q, held;
  logic [4:0]        count_q, count;   // r
  logic              text_q, whole, valid;
  logic [PieceW-1:0] piece;

  assign over  = (count_q > 5'd12);
  assign take  = there && !over && !hold_i;
  assign step  = (there || over) && !hold_i;
  assign whole = (count_q != '0) && (count_q == 5'd12 || text_q != item.text);

  always_comb begin
    valid = over || item.ends;
    piece = held_q[95:0];
    if (over) begin
      held  = held_q >> 96;
      count = count_q - 5'd12;
    end else if (item.ends) begin
      held  = '0;
      count = '0;
    end else if (whole) begin
      valid = 1'b1;
      held  = item.data;
      count = item.bytes;
    end else begin
      valid = (count_q + item.bytes > 5'd12);
      count = count_q + item.bytes - (valid ? 5'd12 : 5'd0);
      unique case (count_q[3:2])
        2'd1:    {held, piece} = 224'({item.data, held_q[31:0]});
        2'd2:    {held, piece} = 224'({item.data, held_q[63:0]});
        default: {held, piece} = 224'(item.data);
      endcase
      if (!valid) held = 128'(piece);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      count_q <= '0;
    end else if (sweep_i) begin
      valid_o <= 1'b0;
      count_q <= '0;
    end else begin
      valid_o <= valid && step;
      if (step) count_q <= count;
    end
  end

  always_ff @(posedge clk_i) begin
    last_o  <= item.ends && !over;
    piece_o <= piece;
    if (sweep_i)   held_q <= '0;
    else if (step) held_q <= held;
    if (take) {text_q, slot_o} <= {item.text, item.slot};
  end

  // ---- lengths, in bytes ------------------------------------------------------------------------
  logic [60:0] aad_q;
  logic [35:0] bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aad_q   <= '0;
      bytes_q <= '0;
    end else if (sweep_i || (take && item.ends)) begin
      aad_q   <= '0;
      bytes_q <= '0;
    end else if (take) begin
      if (item.text) bytes_q <= bytes_q + 36'(item.bytes);
      else           aad_q   <= aad_q + 61'(item.bytes);
    end
  end

  always_ff @(posedge clk_i) begin
    end_o <= '{slot: item.slot, size: item.size, aad: aad_q, text: bytes_q};
  end

  `SEAL_ASSERT(BlocksAreFull_A, take && !item.ends && !whole |-> count_q[1:0] == '0)

endmodule
