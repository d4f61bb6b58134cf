// SPDX-License-Identifier: Apache-2.0
//
// Input of a GHASH of q blocks per cycle (q = Lanes): beats of a message become q blocks each, with
// zeros where tkeep leaves bytes out, and their rules are checked. Of NIST SP 800-38D, section
// 6.4, only the padding of the last block is done here.
//
// Rules of a message: all beats but the last one are full; the last one has its bytes from byte 0
// on; it is a null beat (tkeep zero) only if it is the whole of a message, which then has no block.
// A message that breaks them is read to its end, and its tag has a cause (ghash_cause_e).
//
//   beat --> registers --> checks, padding --> registers: blocks_o, last_o, tag_o, ...
//
// go_i: the beat is taken. slot_ready_i: its slot has a key; only that of the first beat counts,
// and so do its slot and identifier. count_o is the number of blocks in the beat minus one (0 for
// none). inside_o: the next beat is not the first of its message. The rest of a message that a
// zeroise has cut ends here.
//
// Latency: InputCycles. Reset: control. sweep_i: nothing is valid, the registers of the beat are
// zero a cycle later, and those of the blocks another one.
module seal_ghash_ingress
  import seal_ghash_pkg::*;
#(
  parameter int unsigned  Lanes  = 4,
  localparam int unsigned CountW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    sweep_i,

  input  logic                    go_i,
  input  logic [Lanes*128-1:0]    data_i,
  input  logic [Lanes*16-1:0]     keep_i,
  input  logic                    last_i,
  input  logic [3:0]              id_i,
  input  logic [3:0]              slot_i,
  input  logic                    slot_ready_i,
  output logic                    inside_o,

  output logic                    valid_o,
  output logic                    last_o,
  output logic [CountW-1:0]       count_o,
  output logic [3:0]              slot_o,
  output ghash_tag_t              tag_o,
  output logic [Lanes-1:0][127:0] blocks_o
);

  localparam int unsigned Bytes = 16 * Lanes;

  // ---- place in the message ---------------------------------------------------------------------
  logic inside_q, drop_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      drop_q   <= 1'b0;
    end else begin
      if (go_i) inside_q <= !last_i;
      if (sweep_i)   drop_q <= inside_q;
      else if (go_i) drop_q <= drop_q && !last_i;
    end
  end

  assign inside_o = inside_q;

  // ---- the beat ---------------------------------------------------------------------------------
  logic               valid_q, first_q, last_q, has_key_q;
  logic [3:0]         id_q, slot_q;
  logic [Bytes*8-1:0] data_q;
  logic [Bytes-1:0]   keep_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= go_i && !drop_q && !sweep_i;
  end

  always_ff @(posedge clk_i) begin
    data_q    <= sweep_i ? '0 : data_i;
    keep_q    <= sweep_i ? '0 : keep_i;
    first_q   <= !inside_q;
    last_q    <= last_i;
    has_key_q <= slot_ready_i;
    if (!inside_q) {id_q, slot_q} <= {id_i, slot_i};
  end

  // ---- its rules --------------------------------------------------------------------------------
  logic         gap, wrong;
  ghash_cause_e before_q, fault, cause;
  logic [CountW-1:0] count;

  assign gap   = |(keep_q[Bytes-1:1] & ~keep_q[Bytes-2:0]);
  assign wrong = gap || (!last_q && !keep_q[Bytes-1]) || (!first_q && !keep_q[0]);
  assign fault = (first_q && !has_key_q) ? GhashNoKey : wrong ? GhashBeats : GhashNone;
  assign cause = (first_q || before_q == GhashNone) ? fault : before_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      before_q <= GhashNone;
    else if (valid_q) before_q <= cause;
  end

  always_comb begin
    count = '0;
    for (int unsigned n = 1; n < Lanes; n++) begin
      if (keep_q[16*n]) count = CountW'(n);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      tag_o   <= '0;
    end else begin
      valid_o <= valid_q && !sweep_i;
      tag_o   <= '{cause: cause, id: id_q};
    end
  end

  always_ff @(posedge clk_i) begin
    last_o  <= last_q;
    count_o <= count;
    slot_o  <= slot_q;
    for (int unsigned b = 0; b < Bytes; b++) begin
      blocks_o[b/16][8*(b%16)+:8] <= data_q[8*b+:8] & {8{keep_q[b]}};
    end
  end

endmodule
