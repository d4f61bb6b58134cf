// SPDX-License-Identifier: Apache-2.0
//
// One of the two hashes of a sector engine: for each unit in turn, it forms the string that the
// scheme hashes (frame_t, seal_sector_scheme_pkg) and gives it to seal_hash, a block per cycle:
//
//   part   0         1       2         3        4         5       6
//          head_pre  tweak   head_post blocks   tail_pre  tweak   tail_post
//
// The blocks are those of a ring buffer. A partial last block is padded with zeros, or by pad();
// with HCTR, the tweak follows its r bytes without a gap: with the tweak's blocks T_0, T_1, ...
// rotated by r bytes to R_0, R_1, ...
//
//   last block (r bytes) | R_0 from byte r on,   R_0 up to byte r | R_1 from byte r on,   ...
//
// TET takes the sum of its encryption times sigma^-1: the hash comes back as a message of one block
// under the second key, between two units. Until then its blocks stay in their ring, and the next
// unit must not need their words: it begins when it is all in the ring (whole_i), or when no sum is
// on its way back. POLYVAL (HCTR2) is GHASH with the bytes of all blocks reversed and its key times
// x (RFC 8452, appendix A).
//
// A unit of n tokens takes n cycles. Latency: that of seal_hash and 2 cycles, in registers before
// and behind it; to product_*, without the second of these. The hash of an empty string is zero.
// token_i takes messages of another kind between the units; their hashes come as product_*. Keys:
// key_i stores a hash key, and then asks for each of the other MultStages - 1 powers in turn: see
// seal_hash. Reset and sweep_i: as in seal_hash.
module seal_sector_hash
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter bit          After      = 1'b0,   // the hash after the stream
  parameter int unsigned Order      = 0,
  parameter int unsigned Slots      = 4,      // hash keys
  parameter int unsigned Words      = 8,      // units in flight
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                sweep_i,
  input  logic [6:0]          sweep_addr_i,

  input  logic [NumW-1:0]     accept_i,
  input  logic [Words-1:0]    ready_i,      // tweak and hash key of a unit are there
  input  logic [Words-1:0]    whole_i,      // a unit is all in the ring; read for TET only
  output look_t               next_look_o,  // the unit that comes next
  input  entry_t              next_entry_i,
  output look_t               look_o,       // the block of the tweak that is needed
  input  logic [127:0]        tweak_i,

  input  logic                block_valid_i,
  input  logic [127:0]        block_i,
  output logic                block_pop_o,

  input  hash_key_t           key_i,
  output logic                power_done_o,

  input  hash_block_t              token_i,      // other messages, between units: products
  output logic                token_ready_o,
  output logic                product_valid_o,
  output logic [127:0]        product_o,

  output write_t              hash_o
);

  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam bit          Join   = (Mode == ModeHctr);
  localparam bit          Twice  = (Mode == ModeTet);
  localparam bit          Polyval = (Mode == ModeHctr2 || Mode == ModeTwkd);
  localparam int unsigned IndexW = $clog2(Words);

  function automatic logic [127:0] edge_of(logic [127:0] block);
    return Polyval ? reversed(block) : block;
  endfunction

  // ---- the next unit ----------------------------------------------------------------------------
  // Its parts and their tokens are worked out before it is taken, beside the register of its entry.
  typedef struct packed {
    logic [SizeW-5:0] blocks, tweaks;         // tokens of these parts, less one
    logic             one_block, one_tweak;   // such a part has one token
  } sizes_t;

  typedef struct packed {
    logic [6:0] first, others;                // the part that comes first; those behind it
    sizes_t     sizes;
  } plan_t;

  entry_t           ahead, next;
  frame_t           ahead_frame;
  logic [6:0]       parts;
  logic [SizeW-5:0] blocks, tweaks;
  plan_t            plan_q;
  logic             next_there, free;
  logic [NumW-1:0]  next_at;

  function automatic logic [6:0] lowest(logic [6:0] list);
    return list & (~list + 7'd1);
  endfunction

  function automatic logic [6:0] others(logic [6:0] list);
    return list & (list - 7'd1);
  endfunction

  // Blocks of the tweak; if it joins, those that begin behind the text's last block
  function automatic logic [SizeW-5:0] tweak_blocks(unit_t unit);
    logic [31:0] bytes, tail;
    bytes = 32'(seal_sector_scheme_pkg::hashed_tweak(Mode, unit));
    tail  = 32'(tail_of(unit));
    if (!Join || tail == '0) return (SizeW-4)'((bytes + 32'd15) >> 4);
    return (bytes + tail <= 32'd16) ? '0 : (SizeW-4)'((bytes + tail - 32'd1) >> 4);
  endfunction

  seal_sector_next #(.Words(Words), .Skip(1'b1)) u_next (
    .clk_i, .rst_ni, .sweep_i, .accept_i, .ready_i,
    .look_o (next_look_o),
    .entry_i(next_entry_i),
    .ahead_o(ahead),
    .valid_o(next_there),
    .unit_o (next_at),
    .entry_o(next),
    .take_i (free)
  );

  assign ahead_frame = seal_sector_scheme_pkg::frame(Mode, After ^ ahead.unit.inv, ahead.unit);
  assign blocks      = ring_blocks(Traits, ahead.unit.len);
  assign tweaks      = tweak_blocks(ahead.unit);
  assign parts       = {
    ahead_frame.tail_post, ahead_frame.tail_tweak && tweaks != '0, ahead_frame.tail_pre,
    blocks != '0,
    ahead_frame.head_post, ahead_frame.head_tweak && tweaks != '0, ahead_frame.head_pre
  };

  always_ff @(posedge clk_i) begin
    if (!next_there) begin
      plan_q <= '{
        first: lowest(parts), others: others(parts),
        sizes: '{
          blocks: blocks - (SizeW-4)'(1), tweaks: tweaks - (SizeW-4)'(1),
          one_block: blocks == (SizeW-4)'(1), one_tweak: tweaks == (SizeW-4)'(1)
        }
      };
    end
  end

  // ---- a power of a hash key --------------------------------------------------------------------
  // It takes the place of a token: told in one cycle, none goes in the next, and the power passes
  // the register in front of the hash.
  logic       power_q, power_in_q;
  logic [2:0] power_index_q, power_index_in_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {power_q, power_in_q} <= '0;
    else         {power_q, power_in_q} <= {key_i.power, power_q} & {2{!sweep_i}};
  end

  always_ff @(posedge clk_i) begin
    {power_index_q, power_index_in_q} <= {key_i.index, power_index_q};
  end

  // ---- position in the unit ---------------------------------------------------------------------
  // All of it is decided from registers: one bit for each part, flags for the last token of a part
  // and the last part of a unit, made a token before.
  logic              valid_q, begun_q, here, stall, token, step, last, nothing, out_valid;
  logic              some_q, final_q, end_q;         // a part; none behind it; its last token
  logic              turn, move, second, single;
  logic [NumW-1:0]   at_q;
  unit_t             unit_q;
  logic [6:0]        part_q, later_q;                // the present part; those behind it
  logic [6:0]        coming;                         // the part that comes next
  logic [3:0]        index_q;                        // of a block in its part
  logic [SizeW-5:0]  count_q, behind;                // tokens behind the next one of a part
  sizes_t            sizes_q, sizes;                 // of the unit at hand, of the one that comes
  logic [TweakW-1:0] tweak_bytes;
  frame_t            frame;
  logic [3:0]        tail;

  assign second      = After ^ unit_q.inv;
  assign frame       = seal_sector_scheme_pkg::frame(Mode, second, unit_q);
  assign tail        = tail_of(unit_q);
  assign tweak_bytes = seal_sector_scheme_pkg::hashed_tweak(Mode, unit_q);

  assign here    = valid_q && !power_q && !stall;
  assign token   = here && some_q && (!part_q[3] || block_valid_i);
  assign last    = end_q && final_q;
  assign nothing = here && !some_q && !out_valid;
  assign step    = (token && last) || nothing;
  assign free    = !valid_q || step;

  // The registers move with each token, or in each cycle without a unit: then to another unit, if
  // the present one is at its end (turn), or on within it.
  assign move   = !valid_q || token || nothing;
  assign turn   = !valid_q || !some_q || last;
  assign coming = turn ? plan_q.first : lowest(later_q);

  assign sizes  = turn ? plan_q.sizes : sizes_q;

  always_comb begin
    behind = '0;
    single = 1'b1;
    if (coming[3]) begin
      behind = sizes.blocks;
      single = sizes.one_block;
    end else if (coming[1] || coming[5]) begin
      behind = sizes.tweaks;
      single = sizes.one_tweak;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      begun_q <= 1'b0;
      at_q    <= '0;
    end else if (sweep_i) begin
      valid_q <= 1'b0;
      begun_q <= 1'b0;
      at_q    <= '0;
    end else begin
      valid_q <= next_there || !free;
      if (free) at_q <= next_at;
      begun_q <= (begun_q || token) && !step;
    end
  end

  always_ff @(posedge clk_i) begin
    if (move && turn) begin
      unit_q  <= next.unit;
      sizes_q <= plan_q.sizes;
    end
    if (move && (turn || end_q)) begin
      part_q  <= coming;
      later_q <= turn ? plan_q.others : others(later_q);
      some_q  <= turn ? plan_q.first != '0 : !final_q;
      final_q <= ((turn ? plan_q.others : others(later_q)) == '0);
      index_q <= '0;
      count_q <= behind;
      end_q   <= single;
    end else if (move) begin
      index_q <= index_q + 4'd1;
      count_q <= count_q - (SizeW-4)'(1);
      end_q   <= (count_q == (SizeW-4)'(1));
    end
  end

  assign block_pop_o = token && part_q[3];

  // ---- tokens -----------------------------------------------------------------------------------
  logic         block_end;
  logic [127:0] tweak, text, value;

  assign block_end = end_q && (tail != '0);

  if (Join) begin : g_join
    logic [127:0]     rotated, before_q, mask, there;
    logic [255:0]     twice;
    logic [4:0]       at_block_q;   // the block of the tweak that is next
    // The first block of the tweak goes with the last one of the text; zeros follow the tweak.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)             at_block_q <= '0;
      else if (sweep_i || step) at_block_q <= '0;
      else if (token && (part_q[5] || (part_q[3] && block_end))) begin
        at_block_q <= at_block_q + 5'd1;
      end
    end
    assign there   = tweak_i & {128{32'(at_block_q) * 16 < 32'(tweak_bytes)}};
    assign twice   = {there, there} << {tail, 3'b000};
    assign rotated = twice[255:128];
    assign mask    = seal_engine_pkg::mask_bytes('1, 5'(tail));
    assign tweak   = (before_q & mask) | (rotated & ~mask);
    assign text    = block_end ? block_i | (rotated & ~mask) : block_i;
    assign look_o = '{unit: at_q, tweak: at_block_q[3:0]};
    always_ff @(posedge clk_i) begin
      if (sweep_i)     before_q <= '0;
      else if (token) before_q <= rotated;
    end
  end else begin : g_apart
    assign tweak         = tweak_i;
    assign text          = block_end ? seal_sector_scheme_pkg::pad(Mode, unit_q, block_i)
                                     : block_i;
    assign look_o = '{unit: at_q, tweak: index_q + 4'(Mode == ModeTwkd)};   // behind T0
  end

  always_comb begin
    value = frame.head & {128{part_q[0]}};
    value |= tweak & {128{part_q[1] || part_q[5]}};
    value |= text & {128{part_q[3]}};
    value |= frame.tail1 & {128{part_q[4]}};
    value |= frame.tail2 & {128{part_q[6]}};
  end

  // ---- the second message of TET ----------------------------------------------------------------
  localparam int unsigned TagW = NumW + 6;

  logic            again, again_take, out_again, may_begin;
  logic [127:0]    again_block, hashed;
  logic [TagW-1:0] tag, again_tag, out_tag;
  logic [3:0]      key_slot;

  if (Twice) begin : g_twice
    seal_fifo #(.Width(TagW + 128), .Depth(Words)) u_again (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (out_valid && out_again),
      .data_i ({out_tag, hashed}),
      .pop_i  (again_take),
      .data_o ({again_tag, again_block}),
      .valid_o(again)
    );

    logic [IndexW:0] due_q;     // sums that are on their way back, or wait for their turn
    logic            whole_q;   // the unit at hand is all in the ring

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)     due_q <= '0;
      else if (sweep_i) due_q <= '0;
      else             due_q <= due_q + (IndexW+1)'(token && last && !unit_q.inv) -
                                (IndexW+1)'(again_take);
    end

    always_ff @(posedge clk_i) whole_q <= whole_i[IndexW'(free ? next_at : at_q)];

    assign may_begin = (due_q == '0) || whole_q;
  end else begin : g_once
    assign {again, again_tag, again_block} = '0;
    assign may_begin = 1'b1;
    logic unused_whole;
    assign unused_whole = ^whole_i;
  end

  // Between two units: a message goes in one piece.
  logic token_run_q;   // in the middle of such a message
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)            token_run_q <= 1'b0;
    else if (sweep_i)        token_run_q <= 1'b0;
    else if (token_ready_o) token_run_q <= !token_i.last;
  end

  assign again_take = again && !begun_q && !power_q && !token_run_q;
  assign token_ready_o = token_i.valid && !again_take && !begun_q && !power_q;
  assign stall      = (again || token_i.valid || token_run_q || !may_begin) && !begun_q;

  assign key_slot = Traits.tweak_key  ? 4'(IndexW'(at_q)) :
                    Traits.second_key ? {unit_q.slot[2:0], second && !Twice}
                                      : unit_q.slot;
  assign tag      = {Twice && !unit_q.inv, unit_q.slot, 1'b0, at_q};

  // A register in front of the hash
  logic            in_valid_q, in_last_q;
  logic [127:0]    in_q;
  logic [3:0]      in_slot_q;
  logic [TagW-1:0] in_tag_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_valid_q <= 1'b0;
    else         in_valid_q <= (token || again_take || token_ready_o) && !sweep_i;
  end

  always_ff @(posedge clk_i) begin
    in_last_q <= token_ready_o ? token_i.last : again_take || last;
    in_q      <= edge_of(token_ready_o ? token_i.block : again_take ? again_block : value) &
                 {128{!sweep_i}};
    in_slot_q <= token_ready_o ? token_i.slot :
                 again_take    ? {again_tag[TagW-3-:3], 1'b1} : key_slot;
    in_tag_q  <= token_ready_o ? TagW'(1 << NumW) : again_take ? {1'b0, again_tag[TagW-2:0]} : tag;
  end

  localparam int unsigned PowerW = seal_engine_pkg::power_width(1, MultStages);
  localparam int unsigned SweepW = seal_engine_pkg::power_addr_width(Slots, 1, MultStages);

  seal_hash #(
    .Slots(Slots), .TagW(TagW), .Order(Polyval ? seal_gf_pkg::OrderGcm : Order),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
  ) u_hash (
    .clk_i, .rst_ni, .sweep_i,
    .sweep_addr_i(SweepW'(sweep_addr_i)),
    .valid_i    (in_valid_q),
    .last_i     (in_last_q),
    .tag_i      (in_tag_q),
    .slot_i     (in_slot_q),
    .data_i     (in_q),
    .h_valid_i  (key_i.we),
    .h_slot_i   (key_i.slot),
    .h_i        (Polyval ? times_x(seal_gf_pkg::OrderGcm, reversed(key_i.key)) : key_i.key),
    .pow_valid_i(power_in_q),
    .pow_index_i(PowerW'(power_index_in_q)),
    .pow_done_o (power_done_o),
    .valid_o    (out_valid),
    .tag_o      (out_tag),
    .hash_o     (hashed)
  );

  logic unused_bits;   // of addresses that are wider than this build needs
  assign unused_bits = ^{sweep_addr_i, power_index_in_q};

  // A hash leaves from registers: it goes to a memory of blocks, and to what waits for it.
  logic            hash_we_q;
  logic [NumW-1:0] hash_unit_q;
  logic [127:0]    hash_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hash_we_q <= 1'b0;
    else         hash_we_q <= ((out_valid && !out_again && !out_tag[NumW]) || nothing) && !sweep_i;
  end

  always_ff @(posedge clk_i) begin
    hash_unit_q <= nothing ? at_q : out_tag[NumW-1:0];
    hash_q      <= nothing ? '0 : edge_of(hashed);
  end

  assign out_again = out_tag[TagW-1];
  assign hash_o    = '{we: hash_we_q, unit: hash_unit_q, data: hash_q};
  assign product_valid_o = out_valid && out_tag[NumW];
  assign product_o       = edge_of(hashed);

endmodule
