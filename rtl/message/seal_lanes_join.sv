// SPDX-License-Identifier: Apache-2.0
//
// Joins the sections of messages to frames without a gap, for seal_lanes_to_mac, whose header has
// the rules: of up to Lanes segments per cycle it makes the words of 16 bytes that are done,
// Lanes + 1 at most. No standard: a byte aligner with a carry.
//
// In a frame, a segment of n bytes begins at byte `at` of the segment that is being filled, `at`
// being the number of its bytes so far. It is turned by at mod 16 bytes; then each byte is in its
// place, and belongs to the segment that is being filled or to the next one:
//
//   at + n <= 16   all bytes go to the segment
//   at + n > 16    bytes from at on; this segment is done, and the next one has at + n - 16 bytes
//
// A full segment (at = 16) waits too, until it is known whether the frame goes on. What is not done
// is carried to the next beat; with it, Lanes segments make Lanes + 1 at most. Sections may be of
// any length, partial segments anywhere: all that counts is the bytes and tlast.
//
//   valid_i, ...   the lanes with a segment that is taken in this cycle, in any pattern
//   done_o         words that are done, from bit 0 on without a gap
//
// Latency: two registers, one of the bytes as they come, one of the turned bytes; nothing stops.
// Reset: no frame; nothing may come in the cycle behind it. zeroise_i: all data are zeros, and
// messages that end here end with err.
module seal_lanes_join
  import seal_lanes_pkg::*;
#(
  parameter int unsigned Lanes = 4
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    zeroise_i,

  input  logic [Lanes-1:0]        valid_i,
  input  logic [Lanes-1:0][127:0] data_i,
  input  logic [Lanes-1:0][15:0]  keep_i,
  input  logic [Lanes-1:0]        last_i,
  input  logic [Lanes-1:0]        abort_i,   // with last_i

  output logic [Lanes:0]          done_o,
  output logic [Lanes:0][127:0]   word_o,
  output mac_end_t [Lanes:0]      ends_o
);

  localparam int unsigned Slots = Lanes + 1;
  localparam int unsigned SlotW = $clog2(Slots + 1);

  // ---- which bytes go where ---------------------------------------------------------------------
  // slot: the segment of this beat that a lane's bytes begin in; turn: at which byte
  typedef struct packed {
    logic [Lanes-1:0][SlotW-1:0] slot;
    logic [Lanes-1:0][3:0]       turn;
    mac_end_t [Slots-1:0]        ends;
  } plan_t;

  plan_t                     plan, turn_q, merge_q;             // as they come; turned; merged
  logic [SlotW-1:0]          done, turn_done_q, merge_done_q;   // words that are done, of each
  logic [Lanes-1:0][127:0]   masked, masked_q, turned_q;
  logic [Lanes-1:0][4:0]     size;     // bytes
  logic [Lanes-1:0]          ends, over;
  logic [Lanes:0][4:0]       at;       // in front of each lane, and behind all: 0 to 16
  logic [Lanes:0][SlotW-1:0] closed;   // words that are done, likewise
  logic [4:0]                at_q;

  assign ends = valid_i & last_i;

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      size[n] = '0;
      for (int unsigned j = 0; j < 16; j++) begin
        size[n]           = size[n] + 5'(keep_i[n][j] && valid_i[n]);
        masked[n][8*j+:8] = data_i[n][8*j+:8] & {8{keep_i[n][j] && valid_i[n]}};
      end
    end
  end

  // Sums back to the end of the message before, modulo 16: 0 is 16 if there is any byte.
  always_comb begin
    for (int unsigned n = 0; n <= Lanes; n++) begin
      logic       same, any;   // lane j is of the same message; bytes
      logic [3:0] sum;
      {same, any, sum} = 6'b10_0000;
      for (int unsigned j = n; j > 0; j--) begin
        same = same && !ends[j-1];
        any  = any || (same && size[j-1] != '0);
        sum  = sum + (size[j-1][3:0] & {4{same}});
      end
      any   = any || (same && at_q != '0);
      sum   = sum + (at_q[3:0] & {4{same}});
      at[n] = {any && sum == '0, sum};
    end
  end

  always_comb begin
    plan = '0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      over[n] = 6'(at[n]) + 6'(size[n]) > 6'd16;
    end
    for (int unsigned n = 0; n <= Lanes; n++) begin
      logic [Lanes-1:0] lower;
      lower     = Lanes'((33'd1 << n) - 33'd1);
      closed[n] = SlotW'($countones({over & lower, ends & lower}));
    end
    for (int unsigned n = 0; n < Lanes; n++) begin
      logic       none;    // a message without a byte: it gets one
      logic [3:0] total;
      none         = size[n] == '0 && at[n] == '0;
      total        = at[n][3:0] + size[n][3:0] + 4'(none);
      plan.turn[n] = at[n][3:0];
      plan.slot[n] = closed[n] + SlotW'(at[n][4]);
      for (int unsigned m = 0; m < Slots; m++) begin
        if (ends[n] && SlotW'(m) == closed[n] + SlotW'(over[n])) begin
          plan.ends[m].eop = 1'b1;
          plan.ends[m].err = none || abort_i[n];
          plan.ends[m].mty = 4'd0 - total;
        end
      end
    end
  end

  assign done = closed[Lanes];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q         <= '0;
      turn_done_q  <= '0;
      merge_done_q <= '0;
    end else begin
      at_q         <= at[Lanes];
      turn_done_q  <= done;
      merge_done_q <= turn_done_q;
    end
  end

  // ---- turn, then merge -------------------------------------------------------------------------
  logic [Slots:0][127:0] word;      // the last one is always empty when Slots segments are done
  logic [127:0]          carry_q;
  logic                  reset_q;   // the cycle behind a reset, in which nothing can come

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reset_q <= 1'b1;
    else         reset_q <= 1'b0;
  end

  // Bytes are joined by OR, so those of before a reset have to go.
  always_ff @(posedge clk_i) begin
    turn_q   <= plan;
    merge_q  <= turn_q;
    masked_q <= masked;
    for (int unsigned n = 0; n < Lanes; n++) begin
      turned_q[n] <= 128'(({2{masked_q[n]}} << {turn_q.turn[n], 3'd0}) >> 128);
    end
    carry_q  <= word[merge_done_q];
    if (zeroise_i || reset_q) begin
      {masked_q, turned_q, carry_q} <= '0;
      for (int unsigned m = 0; m < Slots; m++) begin
        turn_q.ends[m].err  <= 1'b1;
        merge_q.ends[m].err <= 1'b1;
      end
    end
  end

  always_comb begin
    word    = '0;
    word[0] = carry_q;
    for (int unsigned m = 0; m <= Slots; m++) begin
      for (int unsigned n = 0; n < Lanes; n++) begin
        for (int unsigned j = 0; j < 16; j++) begin
          if (SlotW'(m) == merge_q.slot[n] + SlotW'(4'(j) < merge_q.turn[n])) begin
            word[m][8*j+:8] = word[m][8*j+:8] | turned_q[n][8*j+:8];
          end
        end
      end
    end
  end

  always_comb begin
    for (int unsigned m = 0; m < Slots; m++) done_o[m] = SlotW'(m) < merge_done_q;
  end

  assign word_o = word[Slots-1:0];
  assign ends_o = merge_q.ends;

endmodule
