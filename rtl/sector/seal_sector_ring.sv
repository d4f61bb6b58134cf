// SPDX-License-Identifier: Apache-2.0
//
// Ring buffer of blocks with several readers, each of which takes all blocks in their order.
// No standard: a queue (seal_fifo_deep) for each reader, all written together.
//
// data_o[r] is the next block of reader r while valid_o[r] is high, and pop_i[r] takes it. One
// write and one pop for each reader per cycle. A block is visible four cycles after its write. The
// owner must not write more than Depth + 1 blocks ahead of the slowest reader: see seal_fifo_deep.
//
// Reset and sweep_i: empty. While sweep_i is high, one word per cycle is overwritten: Depth + 8
// cycles clear all; nothing may be written in the cycle after it.
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

  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : g_bad_depth
    $error("seal_sector_ring: Depth must be a power of two, 2 or more");
  end

  for (genvar r = 0; r < Readers; r++) begin : g_reader
    seal_fifo_deep #(.Width(128), .Depth(Depth)) u_queue (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (we_i),
      .data_i,
      .pop_i  (pop_i[r]),
      .data_o (data_o[r]),
      .valid_o(valid_o[r])
    );
  end

endmodule
