// SPDX-License-Identifier: Apache-2.0
//
// Ring buffer of blocks with several readers, each of which takes all blocks in their order.
// No standard: a queue with more than one output.
//
// Each reader has a copy of the memory with a registered output (block RAM), and a register slice
// behind it: a word comes late out of a block RAM, and pop_i would come late to its enable.
// data_o[r] is the next block of reader r while valid_o[r] is high, and pop_i[r] takes it. One
// write and one pop for each reader per cycle. A block is visible three cycles after its write. The
// owner must not write more than Depth blocks ahead of the slowest reader.
//
// Reset and sweep_i: empty. While sweep_i is high, one word per cycle is overwritten: Depth cycles
// clear all.
`include "seal_assert.svh"

module seal_sector_ring #(
  parameter int unsigned Depth   = 512,   // a power of two
  parameter int unsigned Readers = 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       sweep_i,

  input  logic                       we_i,
  input  logic [127:0]               data_i,

  output logic [Readers-1:0]         valid_o,
  output logic [Readers-1:0][127:0]  data_o,
  input  logic [Readers-1:0]         pop_i
);

  localparam int unsigned AddrW = $clog2(Depth);

  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : g_bad_depth
    $error("seal_sector_ring: Depth must be a power of two, 2 or more");
  end

  logic [AddrW:0] write_q;   // one bit more than an address: see NoOverflow_A

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             write_q <= '0;
    else if (we_i || sweep_i) write_q <= write_q + (AddrW+1)'(1);
  end

  for (genvar r = 0; r < Readers; r++) begin : g_reader
    // A word is never read in the cycle in which it is written: no logic for that case.
    (* no_rw_check *) logic [127:0] mem [Depth];
    // any_q: left_q, the words that are not fetched yet, is not zero.
    logic [AddrW:0] read_q, left_q;
    logic           any_q, read, full_q, ready;
    logic [127:0]   word_q;

    assign read = any_q && (!full_q || ready);

    always_ff @(posedge clk_i) begin
      if (we_i || sweep_i) mem[write_q[AddrW-1:0]] <= sweep_i ? '0 : data_i;
      if (sweep_i)   word_q <= '0;
      else if (read) word_q <= mem[read_q[AddrW-1:0]];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        read_q <= '0;
        left_q <= '0;
        any_q  <= 1'b0;
        full_q <= 1'b0;
      end else if (sweep_i) begin
        read_q <= write_q + (AddrW+1)'(1);   // where the write pointer goes
        left_q <= '0;
        any_q  <= 1'b0;
        full_q <= 1'b0;
      end else begin
        if (read) read_q <= read_q + (AddrW+1)'(1);
        if (we_i && !read) begin
          left_q <= left_q + (AddrW+1)'(1);
          any_q  <= 1'b1;
        end else if (read && !we_i) begin
          left_q <= left_q - (AddrW+1)'(1);
          any_q  <= (left_q != (AddrW+1)'(1));
        end
        full_q <= read || (full_q && !ready);
      end
    end

    seal_skid #(.Width(128)) u_next (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(full_q),
      .ready_o(ready),
      .data_i (word_q),
      .valid_o(valid_o[r]),
      .ready_i(pop_i[r]),
      .data_o (data_o[r])
    );

    `SEAL_ASSERT(NoUnderflow_A, pop_i[r] && !sweep_i |-> valid_o[r])
    `SEAL_ASSERT(NoOverflow_A, we_i && !sweep_i |-> write_q - read_q != (AddrW+1)'(Depth))
  end

endmodule
