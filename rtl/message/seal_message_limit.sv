// SPDX-License-Identifier: Apache-2.0
//
// How many messages the key of each slot may still seal, for up to Commands messages per cycle, of
// any slots. NIST SP 800-38D, 8.3 (invocations of a key).
//
//   count_i   message n counts if its key has not reached MsgLimit; word 0 is the oldest
//   slot_i    of message n, whether it counts or not
//   full_o    a cycle later: the key has reached MsgLimit before message n
//   set_i     slot set_slot_i has a new key; no message of it comes then, or in the next cycle
//
// Each slot has a counter of its own, left_q, from MsgLimit down to zero. It advances by any number
// of messages, so that those of one cycle and of the next need no forwarding. few_q: its upper bits
// were zero a cycle ago. If not, there is enough left for all messages of a cycle; if so, its
// lower bits alone are compared, with the number of messages before (earlier_q).
//
// Latency 1 cycle. Reset: no message. Messages of a slot without a key must not count: the counter
// is set with the key, and neither reset nor cleared.
module seal_message_limit #(
  parameter int unsigned Commands = 2,              // messages per cycle
  parameter int unsigned Slots    = 4,
  parameter int unsigned MsgLimit = 32'hFFFF_FFFF
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic                     set_i,
  input  logic [3:0]               set_slot_i,

  input  logic [Commands-1:0]      count_i,
  input  logic [Commands-1:0][3:0] slot_i,
  output logic [Commands-1:0]      full_o
);

  localparam int unsigned RankW  = $clog2(Commands + 1);
  localparam int unsigned LowW   = $clog2(2 * Commands);
  localparam int unsigned LimitW = $clog2(33'(MsgLimit) + 33'd1);
  localparam int unsigned LeftW  = (LimitW > LowW) ? LimitW : LowW + 1;

  if (Commands < 1) begin : g_bad_commands
    $error("seal_message_limit: Commands must be 1 or more");
  end

  logic [Commands-1:0]            count_q;
  logic [Commands-1:0][3:0]       slot_q;
  logic [Commands-1:0][RankW-1:0] earlier, earlier_q;   // messages of the slot that count before

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else         count_q <= count_i;
  end

  always_ff @(posedge clk_i) begin
    slot_q    <= slot_i;
    earlier_q <= earlier;
  end

  // Sixteen entries, one for every slot number; those that are not built are never full.
  logic [15:0]           few;
  logic [15:0][LowW-1:0] low;

  for (genvar n = 0; n < Commands; n++) begin : g_message
    localparam bit [Commands-1:0] Before = Commands'((64'd1 << n) - 64'd1);

    always_comb begin
      earlier[n] = '0;
      for (int unsigned m = 0; m < Commands; m++) begin
        earlier[n] += RankW'(Before[m] && count_i[m] && slot_i[m] == slot_i[n]);
      end
    end

    // One before it that finds its key full leaves nothing for it, either.
    assign full_o[n] = few[slot_q[n]] && (low[slot_q[n]] <= LowW'(earlier_q[n]));
  end

  for (genvar s = 0; s < 16; s++) begin : g_slot
    if (s < Slots) begin : g_built
      logic [LeftW-1:0]    left_q;
      logic                few_q;
      logic [Commands-1:0] here;
      logic [RankW-1:0]    count;

      for (genvar n = 0; n < Commands; n++) begin : g_here
        assign here[n] = count_q[n] && (slot_q[n] == 4'(s));
      end

      assign count = RankW'($countones(here));

      always_ff @(posedge clk_i) begin
        if (set_i && set_slot_i == 4'(s))                   left_q <= LeftW'(MsgLimit);
        else if (few_q && left_q[LowW-1:0] < LowW'(count)) left_q <= '0;
        else                                               left_q <= left_q - LeftW'(count);
        few_q <= (left_q >> LowW) == '0;
      end

      assign few[s] = few_q;
      assign low[s] = left_q[LowW-1:0];
    end else begin : g_none
      assign few[s] = 1'b0;
      assign low[s] = '0;
    end
  end

endmodule
