// SPDX-License-Identifier: Apache-2.0
//
// Lengths of the message at hand, in blocks, against their limits (NIST SP 800-38D, section
// 5.2.1.1): text, AAD, IV, and the blocks for the store-and-release buffer.
//
// A flag is set when a limit is reached, so that no decision waits for a comparison. A new message
// comes late in its cycle (begin_i): it clears the flags; the lengths begin anew a cycle later,
// with the first block if it comes then.
//
// Blocks that are refused count as well: after one, nothing is compared. Nor is anything after a
// partial block of an IV, which is its last.
//
// Of several blocks per cycle each needs flags of its own, which count those before it: one
// comparison for each number of them, made a cycle before as here. One block per cycle, valid in
// the next one. No reset: begin_i sets everything that is read.
module seal_message_lengths
  import seal_message_pkg::*;
#(
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536            // bytes
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             begin_i,      // a message begins behind the block of this cycle
  input  logic             take_i,       // a block is taken
  input  message_section_e section_i,

  output full_t            full_o
);

  localparam int unsigned AadW     = AadLimitLog2 - $clog2(BlockBytes);
  localparam int unsigned IvBlocks = IvLimit / BlockBytes;   // whole ones
  localparam int unsigned IvW      = (IvBlocks > 1) ? $clog2(IvBlocks + 2) : 2;

  // Blocks so far of text, AAD and stored output; and the rest of the IV.
  logic [31:0]     text_q;
  logic [AadW-1:0] aad_q;
  logic [IvW-1:0]  iv_left_q, iv_left;
  logic [31:0]     stored_q;
  logic            begin_q;         // it began in the cycle before
  full_t           full_q;

  logic is_text, is_aad, is_iv;

  assign is_text = take_i && (section_i == SecText);
  assign is_aad  = take_i && (section_i == SecAad);
  assign is_iv   = take_i && (section_i == SecIv);

  assign iv_left = begin_q ? IvW'(IvBlocks) : iv_left_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin_q <= 1'b0;
    else         begin_q <= begin_i;
  end

  always_ff @(posedge clk_i) begin
    if (begin_q)                text_q   <= 32'(is_text);
    else if (is_text)           text_q   <= text_q + 32'd1;
    if (begin_q)                aad_q    <= AadW'(is_aad);
    else if (is_aad)            aad_q    <= aad_q + AadW'(1);
    if (begin_q)                stored_q <= 32'(is_text || is_aad);
    else if (is_text || is_aad) stored_q <= stored_q + 32'd1;
    iv_left_q <= iv_left - IvW'(is_iv);
  end

  always_ff @(posedge clk_i) begin
    if (begin_i) begin
      full_q.text  <= 1'b0;
      full_q.aad   <= 1'b0;
      full_q.iv    <= (IvLimit < BlockBytes);
      full_q.store <= 1'b0;
    end else begin
      if (is_text) full_q.text <= begin_q ? (TextLimit == 1) : (text_q == TextLimit - 1);
      // The next count is all ones.
      if (is_aad)  full_q.aad  <= begin_q ? (AadW == 1) : &(aad_q | AadW'(1)) && !aad_q[0];
      if (is_iv)   full_q.iv   <= (iv_left <= IvW'(1));
      if (is_text || is_aad) begin
        full_q.store <= begin_q ? (StoreBlocks == 2)
                                : full_q.store || (stored_q == StoreBlocks - 2);
      end
    end
  end

  assign full_o = full_q;

endmodule
