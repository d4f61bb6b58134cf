// SPDX-License-Identifier: Apache-2.0
//
// Input side of the message stream. It splits each block into its 128 bits of data, which wait in a
// buffer, and a short record for the check: last, section, number of bytes, and its fault. No
// standard: the stream rules are those of docs/architecture.md.
//
// s_axis has a block in each beat; a stream of narrower beats is packed before (seal_message_pack),
// and the faults of its beats are those of the block.
//
//   cycle 0   the block is on s_axis
//         1   it is in the input register, which samples s_axis in every cycle; its bytes are
//             counted, and word_o has zeros where tkeep leaves bytes out
//         2   its record is in a queue
//         3   the record is at the head of the queue (next_*), compared with the block before
//         4   block_o: the check decides
//
//   bad           the first that applies
//   CauseZeroised its data were cleared while it waited here
//   CauseAborted  the sender drops the message (only on its last block)
//   CauseKeep     tkeep not contiguous from bit 0
//   CausePartial  a null block that does not end the message, or the block before it was partial
//                 and of the same section
//   CauseOrder    section number below that of the block before
//
// Blocks have consecutive addresses in the buffer: word_addr_o is the address of the next one,
// block_addr_o that of the block at hand, block_o. oldest_addr_i, a register, is the oldest address
// that may still be read. tready is a register that keeps one address free.
//
// One block per cycle, latency 4 cycles. Reset: empty, tready low. sweep_i: from the next cycle on,
// no block goes in or out. clear_i, only in such a cycle: all blocks here become bad, and with
// begun_i the next one too, whose data were cleared before it came; their records stay, so the
// framing is kept.
`include "seal_assert.svh"

module seal_message_ingress
  import seal_message_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  input  logic                  clear_i,

  input  logic                  s_axis_tvalid,
  output logic                  s_axis_tready,
  input  logic [127:0]          s_axis_tdata,
  input  logic [15:0]           s_axis_tkeep,
  input  logic                  s_axis_tlast,
  input  logic [2:0]            s_axis_tuser,
  input  logic                  begun_i,       // the next block is on its way, without its data

  // buffer
  output logic [127:0]          word_o,
  output logic [BlockAddrW-1:0] word_addr_o,
  input  logic [BlockAddrW-1:0] oldest_addr_i,

  // the block at hand, and whether another one follows it
  output logic                  valid_o,
  input  logic                  take_i,
  output block_t                block_o,
  output logic [BlockAddrW-1:0] block_addr_o,
  output logic                  next_valid_o,
  output message_section_e      next_section_o,

  output logic                  empty_o        // no block is here
);

  // ---- input register ---------------------------------------------------------------------------
  logic         in_valid_q, in_last_q, space_q, accept;
  logic [127:0] in_data_q;
  logic [15:0]  in_keep_q;
  logic [2:0]   in_user_q;

  // Addresses of the next block and of the block at hand (equal when no block waits); the number of
  // addresses in use or reserved; and whether that is all but one, without and with the block that
  // comes in this cycle.
  logic [BlockAddrW-1:0] write_q, block_addr_q, used;
  logic                  full, full_then;

  // The input register writes into a free address. Each address that becomes free admits one block,
  // so a source that never waits is read at the rate at which tokens are made.
  assign used          = write_q - oldest_addr_i + BlockAddrW'(in_valid_q);
  assign full          = (used == '1);
  assign full_then     = (used == BlockAddrW'(2**BlockAddrW - 2));
  assign s_axis_tready = space_q;
  assign accept        = s_axis_tvalid && s_axis_tready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_valid_q   <= 1'b0;
      space_q      <= 1'b0;
      write_q      <= '0;
      block_addr_q <= '0;
    end else begin
      in_valid_q   <= accept;
      space_q      <= !(accept ? full_then : full) && !sweep_i;
      write_q      <= write_q + BlockAddrW'(in_valid_q);
      block_addr_q <= block_addr_q + BlockAddrW'(take_i);
    end
  end

  always_ff @(posedge clk_i) begin
    in_data_q <= s_axis_tdata;
    in_keep_q <= s_axis_tkeep;
    in_user_q <= s_axis_tuser;
    in_last_q <= s_axis_tlast;
  end

  // Only blocks that were transferred leave the input register.
  always_comb begin
    for (int unsigned i = 0; i < BlockBytes; i++) begin
      word_o[8*i+:8] = (in_keep_q[i] && in_valid_q) ? in_data_q[8*i+:8] : 8'h00;
    end
  end
  assign word_addr_o = write_q;

  // ---- records, in order ------------------------------------------------------------------------
  typedef struct packed {
    logic              last;
    logic              dropped;   // by its sender, together with its message
    logic              ragged;    // tkeep is not contiguous from bit 0
    message_section_e  section;
    logic [BytesW-1:0] bytes;
  } record_t;

  // The length of a run of ones from bit 0: its bit b is set if the run ends in the upper half of a
  // group of 2^(b+1) bits. For anything else than such a run it has no meaning.
  function automatic logic [BytesW-1:0] run_length(logic [BlockBytes-1:0] run);
    logic [BytesW-1:0] n;
    n = '0;
    n[BytesW-1] = run[BlockBytes-1];
    for (int unsigned b = 0; b < BytesW - 1; b++) begin
      for (int unsigned i = 2**b - 1; i < BlockBytes; i += 2**(b+1)) begin
        n[b] |= run[i] && !run[i + 2**b];
      end
    end
    return n;
  endfunction

  record_t record, next;
  logic    move;

  assign record = '{
    last:    in_last_q,
    dropped: in_user_q[2] && in_last_q,
    // In a run of ones from bit 0, no one is above a zero.
    ragged:  (in_keep_q[BlockBytes-1:1] & ~in_keep_q[BlockBytes-2:0]) != '0,
    section: message_section_e'(in_user_q[1:0]),
    bytes:   run_length(in_keep_q)
  };

  // A zeroise does not empty it: the framing would be lost.
  seal_fifo #(
    .Width($bits(record_t)), .Depth(2**BlockAddrW), .SyncRead(1'b1), .Distributed(1'b1)
  ) u_records (
    .clk_i, .rst_ni,
    .sweep_i(1'b0),
    .push_i (in_valid_q),
    .data_i (record),
    .pop_i  (move),
    .data_o (next),
    .valid_o(next_valid_o)
  );

  // ---- the block at hand -----------------------------------------------------------------------
  // Whether a block is at hand decides much in the same cycle, so it is a register also during a
  // zeroise: shown_q is valid_q, and low then.
  block_t           block_d, block_q;
  logic             valid_d, valid_q, shown_q;
  logic             before_last_q, before_partial_q;
  message_section_e before_section_q;
  // Number of blocks behind the one in view whose data have been cleared, and which are refused.
  logic [BlockAddrW-1:0] cleared_q;

  assign move    = next_valid_o && (!valid_q || take_i);
  assign valid_d = move || (valid_q && !take_i);

  always_comb begin
    block_d = '{
      first:    before_last_q,
      last:     next.last,
      body:     next.section inside {SecAad, SecText} && !next.last,
      counter:  next.section == SecIv && before_last_q && next.bytes[BytesW-1] && !next.last,
      short_iv: next.section == SecIv && before_last_q && next.bytes == BytesW'(12),
      no_iv:    before_last_q && (next.section != SecIv || next.bytes == '0),
      section:  next.section,
      empty:    next.bytes == '0,
      bytes:    next.bytes,
      wrong:    1'b0,
      bad:      CauseNone
    };
    if (cleared_q != '0) begin
      block_d.bad = CauseZeroised;
    end else if (next.dropped) begin
      block_d.bad = CauseAborted;
    end else if (next.ragged) begin
      block_d.bad = CauseKeep;
    end else if (block_d.empty && !next.last) begin
      block_d.bad = CausePartial;
    end else if (!before_last_q && before_partial_q && next.section == before_section_q) begin
      block_d.bad = CausePartial;
    end else if (!before_last_q && next.section < before_section_q) begin
      block_d.bad = CauseOrder;
    end
    block_d.wrong = (block_d.bad != CauseNone);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q          <= 1'b0;
      shown_q          <= 1'b0;
      block_q          <= '0;
      before_last_q    <= 1'b1;
      before_partial_q <= 1'b0;
      before_section_q <= SecIv;
      cleared_q        <= '0;
    end else begin
      valid_q <= valid_d;
      shown_q <= valid_d && !sweep_i;
      if (clear_i) begin
        block_q.wrong <= 1'b1;            // whether a block is in view or not
        block_q.bad   <= CauseZeroised;
        cleared_q     <= write_q - block_addr_q - BlockAddrW'(valid_q) +
                         BlockAddrW'(begun_i);
      end
      if (move) begin
        block_q          <= block_d;
        before_last_q    <= next.last;
        before_partial_q <= !next.bytes[BytesW-1];
        before_section_q <= next.section;
        if (cleared_q != '0) cleared_q <= cleared_q - BlockAddrW'(1);
      end
    end
  end

  assign valid_o        = shown_q;
  assign block_o        = block_q;
  assign block_addr_o   = block_addr_q;
  assign next_section_o = next.section;
  assign empty_o        = !in_valid_q && (write_q == block_addr_q);

  `SEAL_ASSERT(OneAddressIsFree_A, in_valid_q |-> BlockAddrW'(write_q - oldest_addr_i) != '1)
  `SEAL_ASSERT(TakenWhenValid_A, take_i |-> valid_o)

endmodule
