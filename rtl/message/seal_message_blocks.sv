// SPDX-License-Identifier: Apache-2.0
//
// The blocks of the message stream behind the input register (seal_message_ingress): their records
// wait in a queue, and are compared with the block before, until the check takes them. No standard:
// the stream rules are those of docs/architecture.md.
//
//   bad           the first that applies
//   CauseZeroised its data were cleared while it waited here
//   CauseAborted  the sender drops the message (only on its last block)
//   CauseKeep     tkeep not contiguous from bit 0
//   CausePartial  a null block that does not end the message, or the block before it was partial
//                 and of the same section
//   CauseOrder    section number below that of the block before
//
// write_i stores the records of a beat, those of lanes with a block (present_i), in order; the data
// are at write_addr_i of the buffer. block_o are the blocks at hand, at block_addr_o and
// block_lane_o. Without one, block_addr_o[0] is the address of the oldest record that waits (of one
// lane), or write_addr_i (of several), which for a cycle may be beyond a record that has just come:
// so few beats wait then that no address is given away. next_* is the
// block behind them: of one lane, the head of the queue; of several, the one behind Lanes blocks,
// which is at hand as well, so that it comes from a register. valid_o and take_i are set from bit 0
// on without a gap.
//
// One beat per cycle, latency 3 cycles, and 2 with several lanes, whose queue can be read a cycle
// earlier. Reset: empty. sweep_i: from the next cycle on, no block goes out. clear_i, only in such
// a cycle: all blocks here become bad, and with begun_i the next one too, whose data were cleared
// before it came; their records stay, so the framing is kept.
`include "seal_assert.svh"

module seal_message_blocks
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes   = 1,
  parameter int unsigned IvBytes = 12    // of an IV that is taken as it is
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,
  input  logic                             clear_i,

  input  logic                             write_i,
  input  logic [Lanes-1:0]                 present_i,
  input  record_t [Lanes-1:0]              record_i,
  input  logic [BlockAddrW-1:0]            write_addr_i,
  input  logic                             begun_i,       // the next block is on its way, without
                                                          // its data
  output logic [Lanes-1:0]                 valid_o,
  input  logic [Lanes-1:0]                 take_i,
  output block_t [Lanes-1:0]               block_o,
  output logic [Lanes-1:0][BlockAddrW-1:0] block_addr_o,
  output logic [Lanes-1:0][LaneW-1:0]      block_lane_o,
  output logic                             next_valid_o,
  output message_section_e                 next_section_o,
  output logic                             empty_o
);

  localparam int unsigned Hand    = (Lanes == 1) ? 1 : Lanes + 1;   // blocks at hand
  localparam int unsigned CountW  = $clog2(Hand + 1);
  localparam int unsigned QueuedW = (Lanes == 1) ? BlockAddrW : BlockAddrW + $clog2(Lanes) + 1;

  typedef struct packed {
    logic [BlockAddrW-1:0] addr;
    logic [LaneW-1:0]      lane;
  } place_t;

  // ---- records, in order ------------------------------------------------------------------------
  record_t [Lanes-1:0] next;
  logic    [Lanes-1:0] next_valid, move;

  // A zeroise does not empty it: the framing would be lost.
  if (Lanes == 1) begin : g_queue
    logic unused_present;   // a beat is a block
    assign unused_present = present_i[0];

    seal_fifo #(
      .Width($bits(record_t)), .Depth(2**BlockAddrW), .SyncRead(1'b1), .Distributed(1'b1)
    ) u_records (
      .clk_i, .rst_ni,
      .sweep_i(1'b0),
      .push_i (write_i),
      .data_i (record_i),
      .pop_i  (move),
      .data_o (next),
      .valid_o(next_valid)
    );
  end else begin : g_queue
    typedef struct packed {
      record_t record;
      place_t  place;
    } placed_t;

    logic    [Lanes-1:0] push;
    placed_t [Lanes-1:0] closed, head;   // without the gaps of empty lanes
    place_t  [Lanes-1:0] next_place;

    always_comb begin
      int unsigned at;
      at     = 0;
      push   = '0;
      closed = '0;
      for (int unsigned n = 0; n < Lanes; n++) begin
        if (write_i && present_i[n]) begin
          push[at]   = 1'b1;
          closed[at] = '{record: record_i[n], place: '{addr: write_addr_i, lane: LaneW'(n)}};
          at++;
        end
      end
    end

    seal_fifo_multi #(
      .Width($bits(placed_t)), .Depth(Lanes << BlockAddrW), .Ports(Lanes)
    ) u_records (
      .clk_i, .rst_ni,
      .sweep_i(1'b0),
      .push_i (push),
      .data_i (closed),
      .pop_i  (move),
      .data_o (head),
      .valid_o(next_valid)
    );

    for (genvar n = 0; n < Lanes; n++) begin : g_head
      assign next[n]       = head[n].record;
      assign next_place[n] = head[n].place;
    end
  end

  // ---- the blocks at hand -----------------------------------------------------------------------
  // Whether a block is at hand decides much in the same cycle, so it is a register also during a
  // zeroise: shown_q is valid_q, and low then.
  typedef struct packed {
    logic             last;
    logic             partial;
    message_section_e section;
  } before_t;

  // Number of blocks behind those in view whose data have been cleared, and which are refused.
  logic [QueuedW-1:0] cleared_q, queued;
  logic [Hand-1:0]    valid_d, valid_q, shown_q;
  block_t [Hand-1:0]  block_q;
  block_t [Lanes-1:0] follows;
  before_t            before_q;          // the block before the next one

  // A record as a block; with the record before it, which it is compared with.
  function automatic block_t block_of(record_t now, before_t earlier, logic cleared);
    block_t block;
    block = '{
      first:    earlier.last,
      last:     now.last,
      body:     now.section inside {SecAad, SecText} && !now.last,
      counter:  now.section == SecIv && earlier.last && now.bytes[BytesW-1] && !now.last,
      short_iv: now.section == SecIv && earlier.last && now.bytes == BytesW'(IvBytes),
      no_iv:    earlier.last && (now.section != SecIv || now.bytes == '0),
      section:  now.section,
      empty:    now.bytes == '0,
      bytes:    now.bytes,
      wrong:    1'b0,
      bad:      CauseNone
    };
    if (cleared) begin
      block.bad = CauseZeroised;
    end else if (now.dropped) begin
      block.bad = CauseAborted;
    end else if (now.ragged) begin
      block.bad = CauseKeep;
    end else if (block.empty && !now.last) begin
      block.bad = CausePartial;
    end else if (!earlier.last && earlier.partial && now.section == earlier.section) begin
      block.bad = CausePartial;
    end else if (!earlier.last && now.section < earlier.section) begin
      block.bad = CauseOrder;
    end
    block.wrong = (block.bad != CauseNone);
    return block;
  endfunction

  function automatic before_t before_of(record_t now);
    logic unused_flags;
    unused_flags = now.dropped ^ now.ragged;
    return '{last: now.last, partial: !now.bytes[BytesW-1], section: now.section};
  endfunction

  for (genvar n = 0; n < Lanes; n++) begin : g_follows
    if (n == 0) begin : g_earlier
      assign follows[n] = block_of(next[n], before_q, cleared_q != '0);
    end else begin : g_earlier
      assign follows[n] = block_of(next[n], before_of(next[n-1]), cleared_q > QueuedW'(n));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      shown_q <= '0;
    end else begin
      valid_q <= valid_d;
      shown_q <= valid_d & {Hand{!sweep_i}};
    end
  end

  if (Lanes == 1) begin : g_hand
    logic [BlockAddrW-1:0] block_addr_q;

    assign move    = next_valid & (~valid_q | take_i);
    assign valid_d = move | (valid_q & ~take_i);
    // Equal to write_addr_i when no block waits.
    assign queued  = QueuedW'(BlockAddrW'(write_addr_i - block_addr_q - BlockAddrW'(valid_q)));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        block_q      <= '0;
        block_addr_q <= '0;
        before_q     <= '{last: 1'b1, partial: 1'b0, section: SecIv};
        cleared_q    <= '0;
      end else begin
        block_addr_q <= block_addr_q + BlockAddrW'(take_i);
        if (clear_i) begin
          block_q[0].wrong <= 1'b1;         // whether a block is in view or not
          block_q[0].bad   <= CauseZeroised;
          cleared_q        <= queued + QueuedW'(begun_i);
        end
        if (move[0]) begin
          block_q  <= follows;
          before_q <= before_of(next[0]);
          if (cleared_q != '0) cleared_q <= cleared_q - QueuedW'(1);
        end
      end
    end

    assign block_addr_o = block_addr_q;
    assign block_lane_o = '0;
    assign empty_o      = (write_addr_i == block_addr_q);
  end else begin : g_hand
    // Those that are not taken move to the front, and the next ones come behind them.
    logic [CountW-1:0]  kept, moved;
    logic [QueuedW-1:0] queued_q;
    place_t [Hand-1:0]  place_d, place_q;
    block_t [Hand-1:0]  block_d;

    assign kept   = CountW'($countones(valid_q & ~{1'b0, take_i}));
    assign moved  = CountW'($countones(move));
    assign queued = queued_q;

    always_comb begin
      for (int unsigned n = 0; n < Lanes; n++) begin
        move[n] = next_valid[n] && (32'(kept) + n < Hand);
      end
    end

    always_comb begin
      int unsigned taken;
      taken = $countones(take_i);
      {valid_d, block_d, place_d} = '0;
      for (int unsigned n = 0; n < Hand; n++) begin
        if (n < 32'(kept)) begin
          valid_d[n] = 1'b1;
          block_d[n] = block_q[n + taken];
          place_d[n] = place_q[n + taken];
        end else if (n - 32'(kept) < Lanes && next_valid[n - 32'(kept)]) begin
          valid_d[n] = 1'b1;
          block_d[n] = follows[n - 32'(kept)];
          place_d[n] = g_queue.next_place[n - 32'(kept)];
        end
        if (clear_i && n < 32'(kept)) begin
          block_d[n].wrong = 1'b1;
          block_d[n].bad   = CauseZeroised;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        block_q   <= '0;
        place_q   <= '0;
        before_q  <= '{last: 1'b1, partial: 1'b0, section: SecIv};
        cleared_q <= '0;
        queued_q  <= '0;
      end else begin
        block_q  <= block_d;
        place_q  <= place_d;
        queued_q <= queued_q - QueuedW'(moved);
        if (write_i) queued_q <= queued_q - QueuedW'(moved) + QueuedW'($countones(present_i));
        if (moved != '0) before_q <= before_of(next[moved - CountW'(1)]);
        cleared_q <= (cleared_q > QueuedW'(moved)) ? cleared_q - QueuedW'(moved) : '0;
        if (clear_i) cleared_q <= queued + QueuedW'(begun_i) - QueuedW'(moved);
      end
    end

    logic unused_place;   // of the block behind them, only its section counts
    assign unused_place = ^{place_q[Lanes], shown_q[Lanes]};

    for (genvar n = 0; n < Lanes; n++) begin : g_place
      assign block_addr_o[n] = (n == 0 && !valid_q[0]) ? write_addr_i : place_q[n].addr;
      assign block_lane_o[n] = place_q[n].lane;
    end
    assign empty_o = (queued_q == '0) && (valid_q == '0);
  end

  assign valid_o        = shown_q[Lanes-1:0];
  assign block_o        = block_q[Lanes-1:0];
  assign next_valid_o   = (Lanes == 1) ? next_valid[0] : valid_q[Hand-1];
  assign next_section_o = (Lanes == 1) ? next[0].section : block_q[Hand-1].section;

  `SEAL_ASSERT(TakenWhenValid_A, (take_i & ~valid_o) == '0)

endmodule
