// SPDX-License-Identifier: Apache-2.0
//
// Buffer of the front: holds the data of blocks and the first counter block of each message until a
// token needs them. NIST SP 800-38D, sections 7.1 (step 2: J0 of an IV of 96 bits) and 6.2; SP
// 800-38A, section 6.5 (a counter block given as such).
//
//   memory   written                                  read
//   blocks   in every cycle, at the address of the    at iv_i.block_addr (the block at the check)
//            next block, with s_axis of two cycles    and word_addr_i (of the token being made)
//            before
//   starts   one cycle after a command is taken:      at start_addr_i (of the request that waits),
//            IV || [First]_32; one cycle after a       into a register
//            block is taken as the IV (direct):
//            its 96 bits || [First]_32, or with
//            counter the whole block
//
// Writing in every cycle needs no enable on a 128-bit register. All addresses come from registers.
// The data of a block can be read three cycles after its transfer, a first counter block two cycles
// after command or direct of iv_i, which exclude each other.
//
// Both memories are read asynchronously; start_o, from which a counter follows, is registered. No
// reset: nothing is read before it is written. clear_i: one word of each memory is overwritten per
// cycle, in the first cycle with the word_i of the cycle before, then with zeros: 2^BlockAddrW + 1
// cycles clear both memories and the register of start_o. word_i must be zero meanwhile.
`include "seal_assert.svh"

module seal_gcm_buffer
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned First = 2   // counter of the first block of text
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic [127:0]          word_i,
  input  logic [BlockAddrW-1:0] next_addr_i,

  // where the first counter block of the message at the check comes from
  input  iv_t                   iv_i,

  // the token being made, and the request before it
  input  logic [BlockAddrW-1:0] word_addr_i,
  output logic [127:0]          word_o,
  input  logic [StartAddrW-1:0] start_addr_i,
  output logic [127:0]          start_o
);

  (* ram_style = "distributed" *) logic [127:0] blocks  [2**BlockAddrW];
  (* ram_style = "distributed" *) logic [127:0] starts [2**StartAddrW];

  // ---- blocks -----------------------------------------------------------------------------------
  logic [127:0]          word_q, iv_q;
  logic [BlockAddrW-1:0] addr_q;

  always_ff @(posedge clk_i) begin
    word_q        <= word_i;
    addr_q        <= clear_i ? addr_q + BlockAddrW'(1) : next_addr_i;
    blocks[addr_q] <= word_q;
    iv_q          <= blocks[iv_i.block_addr];
  end

  assign word_o = blocks[word_addr_i];

  // ---- first counter blocks ---------------------------------------------------------------------
  logic                  command_q, direct_q, counter_q;
  logic [127:0]          start;
  logic [StartAddrW-1:0] start_addr;

  always_ff @(posedge clk_i) begin
    command_q <= iv_i.command;
    direct_q  <= iv_i.direct;
    counter_q <= iv_i.counter;
  end

  assign start[95:0]   = direct_q ? iv_q[95:0] : iv_i.iv;
  assign start[127:96] = (direct_q && counter_q) ? iv_q[127:96] : swap32(32'(First));
  assign start_addr    = clear_i ? addr_q[StartAddrW-1:0] : iv_i.message[StartAddrW-1:0];

  always_ff @(posedge clk_i) begin
    if (command_q || direct_q || clear_i) starts[start_addr] <= clear_i ? '0 : start;
  end

  always_ff @(posedge clk_i) start_o <= starts[start_addr_i];

  logic unused_lane;   // there is one
  assign unused_lane = ^{iv_i.lane, iv_i.message[StartAddrW+LaneW-1:StartAddrW]};

  `SEAL_ASSERT(OneStartAtATime_A, !(iv_i.command && iv_i.direct))
  `SEAL_ASSERT(IvStays_A, command_q |-> $stable(iv_i.iv))

endmodule
