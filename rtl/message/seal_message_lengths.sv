// SPDX-License-Identifier: Apache-2.0
//
// Lengths of the message at hand, in blocks, against their limits (NIST SP 800-38D, section
// 5.2.1.1): text, AAD, IV, and the blocks for the store-and-release buffer.
//
// A flag is set when a limit is reached, so that no decision waits for a comparison. Of the Lanes
// blocks of a cycle each needs flags of its own: full_o[k] is for a block with k blocks before it
// in the cycle that count against the same limit. It is made a cycle before, from one comparison
// for each distance of a length from its limit:
//
//   reached[i]   length = limit - i
//   full_o[k]    with t blocks taken in this cycle: one of reached[t] .. reached[t + k]
//
// A new message comes late in its cycle (begin_i), behind the blocks of the one before; blocks of
// its own that are taken in the same cycle are marked in fresh_i, and go by full_new_o, which is
// constant. It sets the flags by its own blocks alone; its lengths begin anew a cycle later.
//
// TagBound, for a mode whose shorter tags allow longer messages: with a tag of n bytes text and AAD
// have at most 2^(TagBound - 8 n) bytes each, as in AES-GCM-SST; 0 if the tag has no say. That is
// for one lane, and for the lengths of TagLengths that allow two blocks or more.
//
// Blocks that are refused count as well: after one, nothing is compared. Nor is anything after a
// partial block of an IV, which is its last.
//
// Lanes blocks per cycle, valid in the next one. No reset: begin_i sets everything that is read.
module seal_message_lengths
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes        = 1,
  parameter int unsigned StoreBlocks  = 128,
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,   // blocks
  parameter int unsigned AadLimitLog2 = 61,              // fewer than 2^this bytes
  parameter int unsigned IvLimit      = 65536,           // bytes
  parameter bit [16:0]   TagLengths   = GcmTags,         // bit n: tags of n bytes
  parameter int unsigned TagBound     = 0
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         begin_i,     // a message begins in this cycle
  input  logic                   [4:0] tag_len_i,   // of the message at hand
  input  logic             [Lanes-1:0] take_i,      // blocks that are taken ...
  input  logic             [Lanes-1:0] fresh_i,     // ... and are its own
  input  message_section_e [Lanes-1:0] section_i,

  output full_t            [Lanes-1:0] full_o,
  output full_t            [Lanes-1:0] full_new_o
);

  localparam int unsigned CountW   = $clog2(Lanes + 1);
  localparam int unsigned AadW     = AadLimitLog2 - $clog2(BlockBytes);
  localparam int unsigned IvBlocks = IvLimit / BlockBytes;   // whole ones
  localparam int unsigned IvTop    = (IvBlocks > 2 * Lanes - 2) ? IvBlocks : 2 * Lanes - 2;
  localparam int unsigned IvW      = $clog2(IvTop + 2);

  typedef struct packed {
    logic [CountW-1:0] text;
    logic [CountW-1:0] aad;
    logic [CountW-1:0] iv;
    logic [CountW-1:0] stored;
  } count_t;

  // Blocks that are taken in this cycle: all, and those of a new message; of the latter the ones
  // of the cycle earlier.
  count_t taken, fresh, fresh_q, earlier;

  always_comb begin
    logic text, aad, iv;
    {taken, fresh} = '0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      text = take_i[n] && (section_i[n] == SecText);
      aad  = take_i[n] && (section_i[n] == SecAad);
      iv   = take_i[n] && (section_i[n] == SecIv);
      taken.text   += CountW'(text);
      taken.aad    += CountW'(aad);
      taken.iv     += CountW'(iv);
      taken.stored += CountW'(text || aad);
      if (fresh_i[n]) begin
        fresh.text   += CountW'(text);
        fresh.aad    += CountW'(aad);
        fresh.iv     += CountW'(iv);
        fresh.stored += CountW'(text || aad);
      end
    end
  end

  // Blocks of text, and of AAD, that a tag of n bytes allows
  function automatic logic [63:0] blocks_of(int unsigned n);
    return (TagBound >= 8 * n + 36) ? 64'hFFFF_FFFF : 64'd1 << (TagBound - 8 * n - 4);
  endfunction

  // ---- lengths ----------------------------------------------------------------------------------
  // Blocks so far of text, AAD and stored output; and the rest of the IV.
  logic [31:0]     text_q;
  logic [AadW-1:0] aad_q;
  logic [IvW-1:0]  iv_left_q, iv_left;
  logic [31:0]     stored_q;
  logic            begin_q;         // a message began in the cycle before

  // A count that is not zero. Alone, a block is one, and the adder has a constant.
  function automatic logic [CountW-1:0] step(logic [CountW-1:0] blocks);
    return (Lanes == 1) ? CountW'(1) : blocks;
  endfunction

  assign earlier = (Lanes > 1) ? fresh_q : '0;   // alone, a block is never behind the beginning
  assign iv_left = begin_q ? IvW'(IvBlocks) - IvW'(earlier.iv) : iv_left_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin_q <= 1'b0;
    else         begin_q <= begin_i;
  end

  always_ff @(posedge clk_i) begin
    fresh_q <= fresh;
    if (begin_q)                  text_q   <= 32'(earlier.text) + 32'(taken.text);
    else if (taken.text != '0)    text_q   <= text_q + 32'(step(taken.text));
    if (begin_q)                  aad_q    <= AadW'(earlier.aad) + AadW'(taken.aad);
    else if (taken.aad != '0)     aad_q    <= aad_q + AadW'(step(taken.aad));
    if (begin_q)                  stored_q <= 32'(earlier.stored) + 32'(taken.stored);
    else if (taken.stored != '0)  stored_q <= stored_q + 32'(step(taken.stored));
    iv_left_q <= iv_left - IvW'(taken.iv);
  end

  // ---- flags ------------------------------------------------------------------------------------
  localparam logic [63:0] AadBlocks  = (64'd1 << AadW) - 64'd1;   // full ones: one byte is missing
  localparam int unsigned Stored     = StoreBlocks - 1;           // all but the last

  // Bit i: a length is i blocks below its limit; the same if its message has just begun.
  typedef struct packed {
    logic [2*Lanes-1:1] text;
    logic [2*Lanes-1:1] aad;
    logic [2*Lanes-1:1] stored;
  } reached_t;

  reached_t          reached, reached_new;
  full_t [Lanes-1:0] full_q;

  always_comb begin
    for (int unsigned i = 1; i < 2 * Lanes; i++) begin
      reached.text[i]       = (TextLimit >= i) && (text_q == TextLimit - i);
      // The lowest bit, which changes with each block, comes last.
      reached.aad[i]        = (AadBlocks >= 64'(i)) &&
                              ((aad_q | AadW'(1)) == AadW'((AadBlocks - 64'(i)) | 64'd1)) &&
                              ((i % 2 == 1) ? !aad_q[0] : aad_q[0]);
      reached.stored[i]     = (Stored >= i) && (stored_q == Stored - i);
      reached_new.text[i]   = (32'(earlier.text) + i == TextLimit);
      reached_new.aad[i]    = (64'(earlier.aad) + 64'(i) == AadBlocks);
      reached_new.stored[i] = (32'(earlier.stored) + i == Stored);
    end
  end

  // Whether a bit from `first` to `last` is set
  function automatic logic any(logic [2*Lanes-1:1] bits, int unsigned first, int unsigned last);
    logic found;
    found = 1'b0;
    for (int unsigned i = first; i <= last; i++) found |= bits[i];
    return found;
  endfunction

  // Whether that many blocks of a new message and k more reach a limit
  function automatic logic reached_at(
    logic [CountW-1:0] blocks, int unsigned k, logic [63:0] limit
  );
    return (Lanes == 1) ? (limit == '0) : (64'(blocks) + 64'(k) >= limit);
  endfunction

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Lanes; k++) begin
      full_q[k].bound <= 1'b0;
      if (begin_i) begin
        full_q[k].text  <= reached_at(fresh.text, k, 64'(TextLimit));
        full_q[k].aad   <= reached_at(fresh.aad, k, AadBlocks);
        full_q[k].iv    <= reached_at(fresh.iv, k, 64'(IvBlocks));
        full_q[k].store <= reached_at(fresh.stored, k, 64'(Stored));
      end else begin
        for (int unsigned t = 1; t <= Lanes; t++) begin
          if (taken.text == CountW'(t))
            full_q[k].text <= begin_q ? any(reached_new.text, t, t + k)
                                      : any(reached.text, t, t + k);
          if (taken.aad == CountW'(t))
            full_q[k].aad <= begin_q ? any(reached_new.aad, t, t + k)
                                     : any(reached.aad, t, t + k);
          if (taken.iv == CountW'(t)) full_q[k].iv <= (iv_left <= IvW'(t + k));
          if (taken.stored == CountW'(t))
            full_q[k].store <= begin_q ? any(reached_new.stored, t, t + k)
                                       : full_q[0].store || any(reached.stored, t, t + k);
        end
      end
    end
  end

  // ---- bound by the tag -------------------------------------------------------------------------
  // Of the message at hand: as long as its tag allows. In the cycle behind its beginning the counts
  // are those of the message before.
  logic text_bound, aad_bound;

  if (TagBound == 0) begin : g_no_bound
    assign {text_bound, aad_bound} = 2'b00;

    logic unused_tag;
    assign unused_tag = ^tag_len_i;
  end else begin : g_bound
    logic text_last, aad_last, text_bound_q, aad_bound_q;   // one block is left; none

    if (Lanes > 1) begin : g_bad_lanes
      $error("seal_message_lengths: TagBound must be 0 with several lanes");
    end

    always_comb begin
      {text_last, aad_last} = 2'b00;
      for (int unsigned n = 1; n <= 16; n++) begin
        // Other tags allow more than the counter has blocks.
        if (TagLengths[n] && blocks_of(n) < 64'hFFFF_FFFF) begin
          text_last |= (tag_len_i == 5'(n)) && (64'(text_q) == blocks_of(n) - 64'd1);
          aad_last  |= (tag_len_i == 5'(n)) && (64'(aad_q) == blocks_of(n) - 64'd1);
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (begin_i)                               text_bound_q <= 1'b0;
      else if (taken.text != '0 && !begin_q)     text_bound_q <= text_last;
      if (begin_i)                               aad_bound_q  <= 1'b0;
      else if (taken.aad != '0 && !begin_q)      aad_bound_q  <= aad_last;
    end

    assign text_bound = text_bound_q;
    assign aad_bound  = aad_bound_q;
  end

  always_comb begin
    full_o = full_q;
    full_o[0].text |= text_bound;
    full_o[0].bound = aad_bound;
  end

  always_comb begin
    for (int unsigned k = 0; k < Lanes; k++) begin
      full_new_o[k] = '{bound: 1'b0,
                        text:  reached_at('0, k, 64'(TextLimit)),
                        aad:   reached_at('0, k, AadBlocks),
                        iv:    reached_at('0, k, 64'(IvBlocks)),
                        store: reached_at('0, k, 64'(Stored))};
    end
  end

endmodule
