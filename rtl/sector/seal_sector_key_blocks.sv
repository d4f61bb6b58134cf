// SPDX-License-Identifier: Apache-2.0
//
// Blocks of 16 bytes under the key of each slot, and whether another data unit still goes under it:
// at most 2^LimitLog2. The scope of a key of XTS has at most 2^44 blocks by public accounts of IEEE
// Std 1619-2025, whose text was not at hand, and of NIST SP 800-38E r1 (draft of September 2026).
//
//   count_i      a unit of blocks_i blocks under slot_i begins, in either operation, whatever comes
//                of it: so the sum is never less than the data that the cipher has met
//   full_o       combinational: another unit would exceed the limit under slot_i. All units of a
//                key have one length, so that this is known two cycles after the unit before
//   set_i        set_slot_i has a new key: no block. No unit of that slot is in flight then
//   read_slot_i  looked up; read_o is its sum, in the same cycle
//
//   cycle 0   count_i: sum = blocks of the slot + blocks_i goes into a register
//         1   the sum is stored; sum + blocks_i is compared with the limit
//         2   full_o and read_o have it; the next unit may begin
//
// The longest unit has 511 blocks: a limit of 2^9 at least never refuses the first one. A slot's
// word counts as zero until its key's first unit (fresh_q), so that a new key needs no write.
//
// Latency: two cycles. Throughput: a unit every two cycles. Reset, sweep_i: no block, in any slot;
// sweep_i overwrites the words at sweep_addr_i.
`include "seal_assert.svh"

module seal_sector_key_blocks
  import seal_sector_pkg::*;
#(
  parameter int unsigned Slots     = 4,    // 1 to 16
  parameter int unsigned LimitLog2 = 44    // 9 to 44
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sweep_i,
  input  logic [3:0]           sweep_addr_i,

  input  logic                 set_i,
  input  logic [3:0]           set_slot_i,

  input  logic [3:0]           slot_i,
  output logic                 full_o,
  input  logic                 count_i,
  input  logic [SizeW-5:0]     blocks_i,

  input  logic [3:0]           read_slot_i,
  output logic [KeyBlocksW-1:0] read_o
);

  localparam int unsigned SumW  = LimitLog2 + 1;
  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  if (LimitLog2 < 9 || LimitLog2 > 44) begin : g_bad_limit
    $error("seal_sector_key_blocks: LimitLog2 must be 9 to 44");
  end

  logic                        count_q;
  logic [3:0]                  slot_q;
  logic [SumW-1:0]             word_now, sum_q;
  logic [SumW:0]               next_q;
  logic                        over;
  logic [15:0]                 full_q, fresh_q;
  logic [1:0][SlotW-1:0]       at;
  logic [1:0][SumW-1:0]        word;

  assign at  = {SlotW'(read_slot_i), SlotW'(slot_i)};
  assign word_now = fresh_q[slot_i] ? '0 : word[0];

  // next_q: the sum with one more unit of as many blocks. The sum never exceeds 2^LimitLog2, and a
  // unit has at most 511 blocks, so next_q is at most 2^LimitLog2 + 511.
  assign over = next_q[SumW] || (next_q[SumW-1] && next_q[SumW-2:0] != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= 1'b0;
      full_q  <= '0;
      fresh_q <= '1;
    end else if (sweep_i) begin
      count_q <= 1'b0;
      full_q  <= '0;
      fresh_q <= '1;
    end else begin
      count_q <= count_i;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (set_i && set_slot_i == 4'(s)) begin
          full_q[s]  <= 1'b0;
          fresh_q[s] <= 1'b1;
        end else if (count_q && slot_q == 4'(s)) begin
          full_q[s]  <= over;
          fresh_q[s] <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    slot_q <= slot_i;
    sum_q  <= word_now + SumW'(blocks_i);
    next_q <= {1'b0, word_now} + (SumW+1)'({blocks_i, 1'b0});
  end

  seal_sector_file #(.Words(1 << SlotW), .Reads(2), .AddrW(SlotW), .Width(SumW)) u_sums (
    .clk_i, .sweep_i, .sweep_addr_i(SlotW'(sweep_addr_i)),
    .we_i   (count_q),
    .waddr_i(SlotW'(slot_q)),
    .data_i (sum_q),
    .raddr_i(at),
    .data_o (word)
  );

  assign full_o = full_q[slot_i];
  assign read_o = fresh_q[read_slot_i] ? '0 : KeyBlocksW'(word[1]);

  `SEAL_ASSERT(UnitsApart_A, !(count_i && count_q))
  `SEAL_ASSERT(NeverPast_A, count_q |-> 64'(sum_q) <= 64'd1 << LimitLog2)
  `SEAL_ASSERT(SlotIsIdle_A, !(set_i && count_q && set_slot_i == slot_q))

endmodule
