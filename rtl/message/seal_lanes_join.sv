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
// Reset: no frame. zeroise_i: all data are zeros, and what ends here ends with err.
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

  plan_t                   plan, turn_q, merge_q;           // as the bytes come; turned; merged
  logic [SlotW-1:0]        done, turn_done_q, merge_done_q;   // words that are done, of each
  logic [Lanes-1:0][127:0] masked, masked_q, turned_q;
  logic [4:0]              at_q, at;     // 0 to 16

  always_comb begin
    plan = '0;
    done = '0;
    at   = at_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      logic [15:0] keep;
      logic [5:0]  total;
      logic        none;    // a message without a byte
      keep = keep_i[n];
      for (int unsigned j = 0; j < 16; j++) begin
        masked[n][8*j+:8] = data_i[n][8*j+:8] & {8{keep[j] && valid_i[n]}};
      end
      none  = last_i[n] && keep == '0 && at == '0;
      total = 6'(at) + 6'($countones(keep)) + 6'(none);
      plan.turn[n] = at[3:0];
      plan.slot[n] = done + SlotW'(at[4]);
      if (valid_i[n]) begin
        if (total > 6'd16) begin
          done  = done + SlotW'(1);
          total = total - 6'd16;
        end
        at = total[4:0];
        if (last_i[n]) begin
          plan.ends[done].eop = 1'b1;
          plan.ends[done].err = none || abort_i[n];
          plan.ends[done].mty = 4'(5'd16 - at);
          done = done + SlotW'(1);
          at   = '0;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q         <= '0;
      turn_done_q  <= '0;
      merge_done_q <= '0;
    end else begin
      at_q         <= at;
      turn_done_q  <= done;
      merge_done_q <= turn_done_q;
    end
  end

  // ---- turn, then merge -------------------------------------------------------------------------
  logic [Slots:0][127:0] word;      // the last one is always empty when Slots segments are done
  logic [127:0]          carry_q;

  always_ff @(posedge clk_i) begin
    turn_q   <= plan;
    merge_q  <= turn_q;
    masked_q <= masked;
    for (int unsigned n = 0; n < Lanes; n++) begin
      turned_q[n] <= 128'(({2{masked_q[n]}} << {turn_q.turn[n], 3'd0}) >> 128);
    end
    carry_q  <= word[merge_done_q];
    if (zeroise_i) begin
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
