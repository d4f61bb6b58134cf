// SPDX-License-Identifier: Apache-2.0
//
// Input side of the message stream. It splits each block into its 128 bits of data, which wait in a
// buffer, and a short record for the check: last, section, number of bytes, and its fault. No
// standard: the stream rules are those of docs/architecture.md.
//
// s_axis has a block in each beat; a stream of narrower beats is packed before (seal_message_pack),
// and the faults of its beats are those of the block. A beat of several lanes has a block in each,
// in order, with tkeep, tlast and tuser of its own; a lane without bytes and without tlast is
// empty.
//
//   cycle 0   the block is on s_axis
//         1   it is in the input register, which samples s_axis in every cycle; its bytes are
//             counted, and word_o has zeros where tkeep leaves bytes out
//   2 and 3   its record is in a queue, and then at its head (seal_message_blocks)
//         4   block_o: the check decides
//
// Beats have consecutive addresses in the buffer: word_addr_o is the address of the next one,
// block_addr_o and block_lane_o are those of each block at hand. oldest_addr_i, a register, is the
// oldest address that may still be read. tready is a register that keeps one address free.
//
// One beat per cycle, latency 4 cycles, and 3 with several lanes, where cycle 3 is left out.
// valid_o, take_i, sweep_i, clear_i and begun_i: see seal_message_blocks. Reset: empty, tready low.
`include "seal_assert.svh"

module seal_message_ingress
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes   = 1,
  parameter int unsigned IvBytes = 12    // of an IV that is taken as it is
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,
  input  logic                             clear_i,

  input  logic                             s_axis_tvalid,
  output logic                             s_axis_tready,
  input  logic [128*Lanes-1:0]             s_axis_tdata,
  input  logic [16*Lanes-1:0]              s_axis_tkeep,
  input  logic [Lanes-1:0]                 s_axis_tlast,
  input  logic [3*Lanes-1:0]               s_axis_tuser,
  input  logic                             begun_i,       // the next block is on its way, without
                                                          // its data

  // buffer
  output logic [128*Lanes-1:0]             word_o,
  output logic [BlockAddrW-1:0]            word_addr_o,
  input  logic [BlockAddrW-1:0]            oldest_addr_i,

  // the blocks at hand, and whether another one follows them
  output logic [Lanes-1:0]                 valid_o,
  input  logic [Lanes-1:0]                 take_i,
  output block_t [Lanes-1:0]               block_o,
  output logic [Lanes-1:0][BlockAddrW-1:0] block_addr_o,
  output logic [Lanes-1:0][LaneW-1:0]      block_lane_o,
  output logic                             next_valid_o,
  output message_section_e                 next_section_o,

  output logic                             empty_o        // no block is here
);

  // ---- input register ---------------------------------------------------------------------------
  logic                 in_valid_q, space_q, accept;
  logic [128*Lanes-1:0] in_data_q;
  logic [16*Lanes-1:0]  in_keep_q;
  logic [Lanes-1:0]     in_last_q, present;
  logic [3*Lanes-1:0]   in_user_q;

  // Addresses of the next beat; the number of addresses in use or reserved; and whether that is all
  // but one, without and with the beat that comes in this cycle.
  logic [BlockAddrW-1:0] write_q, used;
  logic                  full, full_then, write;

  // The input register writes into a free address. Each address that becomes free admits one beat,
  // so a source that never waits is read at the rate at which tokens are made.
  assign used          = write_q - oldest_addr_i + BlockAddrW'(in_valid_q);
  assign full          = (used == '1);
  assign full_then     = (used == BlockAddrW'(2**BlockAddrW - 2));
  assign s_axis_tready = space_q;
  assign accept        = s_axis_tvalid && s_axis_tready;

  // Lanes with a block. A beat without any needs no address.
  for (genvar n = 0; n < Lanes; n++) begin : g_present
    assign present[n] = (Lanes == 1) || in_last_q[n] || (in_keep_q[16*n+:16] != '0);
  end
  assign write = (Lanes == 1) ? in_valid_q : in_valid_q && (present != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_valid_q <= 1'b0;
      space_q    <= 1'b0;
      write_q    <= '0;
    end else begin
      in_valid_q <= accept;
      space_q    <= !(accept ? full_then : full) && !sweep_i;
      write_q    <= write_q + BlockAddrW'(write);
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
    for (int unsigned i = 0; i < BlockBytes * Lanes; i++) begin
      word_o[8*i+:8] = (in_keep_q[i] && in_valid_q) ? in_data_q[8*i+:8] : 8'h00;
    end
  end
  assign word_addr_o = write_q;

  // ---- records ------------------------------------------------------------------------
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

  record_t [Lanes-1:0] record;
  logic                no_blocks;

  for (genvar n = 0; n < Lanes; n++) begin : g_record
    logic [BlockBytes-1:0] keep;
    assign keep = in_keep_q[BlockBytes*n+:BlockBytes];
    assign record[n] = '{
      last:    in_last_q[n],
      dropped: in_user_q[3*n+2] && in_last_q[n],
      // In a run of ones from bit 0, no one is above a zero.
      ragged:  (keep[BlockBytes-1:1] & ~keep[BlockBytes-2:0]) != '0,
      section: message_section_e'(in_user_q[3*n+:2]),
      bytes:   run_length(keep)
    };
  end

  seal_message_blocks #(.Lanes(Lanes), .IvBytes(IvBytes)) u_blocks (
    .clk_i, .rst_ni, .sweep_i, .clear_i,
    .write_i     (in_valid_q),
    .present_i   (present),
    .record_i    (record),
    .write_addr_i(write_q),
    .begun_i,
    .valid_o, .take_i, .block_o, .block_addr_o, .block_lane_o, .next_valid_o, .next_section_o,
    .empty_o     (no_blocks)
  );

  assign empty_o = !in_valid_q && no_blocks;

  `SEAL_ASSERT(OneAddressIsFree_A, in_valid_q |-> BlockAddrW'(write_q - oldest_addr_i) != '1)

endmodule
