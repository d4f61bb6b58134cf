// SPDX-License-Identifier: Apache-2.0
//
// Decides which blocks make the next beat of seal_message_egress_lanes. No standard.
//
// Blocks are at the heads of Lanes queues to which they were dealt in turn (seal_deal), the oldest
// at first_o; verdicts are in Seen queues in the same way, and a block has the number of the queue
// of its message's verdict. Both are one-hot.
//
//   take_o   the blocks of the next beat, which leaves if room_i: all if all may leave; else those
//            up to the last end of a packet that may; at most Ends packets end
//   pop_o    what is taken, or dropped: with Store, blocks of a refused message but the last one,
//            in a cycle of their own, in which nothing else leaves; so a refused message of b
//            blocks takes ceil((b - 1) / Lanes) + 1 cycles, where one that passed takes b / Lanes
//   ends_o   queues of the verdicts that leave with take_o
//
// A block may leave if those before it may: the last of a packet with its verdict, another one at
// once or, with Store, if the verdict is there and its message passed. A verdict at the head of its
// queue is that of the block, since Seen messages in a row have different numbers, and no block is
// looked at behind Ends ends, which with Store are fewer than Seen (or no block is behind them).
//
// The queues are looked at in two turns, in the first from first_o on, in the second up to it: so
// nothing has to be moved to its place first. The logic is flat, each place by itself.
// Reset and sweep_i: the oldest are those of queue 0.
module seal_message_choose #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Ends  = 2,
  parameter int unsigned Seen  = 2,
  parameter bit          Store = 1'b0
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       sweep_i,

  input  logic [Lanes-1:0]           valid_i,
  input  logic [Lanes-1:0]           fin_i,
  input  logic [Lanes-1:0][Seen-1:0] number_i,
  input  logic [Seen-1:0]            verdict_valid_i,
  input  logic [Seen-1:0]            refused_i,
  input  logic                       room_i,

  output logic [Lanes-1:0]           take_o,
  output logic [Lanes-1:0]           pop_o,
  output logic [Seen-1:0]            ends_o,
  output logic [Lanes-1:0]           first_o
);

  localparam int unsigned Places = 2 * Lanes;

  logic [Lanes-1:0]            from_q;   // first_o and the queues above it
  logic [Lanes-1:0]            ready, lost;
  logic [Places-1:0]           here, last, bad, stop, may, kept, take, drop, pop;
  logic [Seen-1:0][Places-1:0] number;   // of each, the packets that end with it
  logic [Places-1:0][Seen-1:0] ended;    // numbers of the packets that end before

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      ready[n] = valid_i[n] && (fin_i[n] ? |(number_i[n] & verdict_valid_i)
                                         : !Store || |(number_i[n] & verdict_valid_i & ~refused_i));
      lost[n]  = Store && valid_i[n] && !fin_i[n] &&
                 |(number_i[n] & verdict_valid_i & refused_i);
    end
  end

  // ---- places: those of the queues, twice -------------------------------------------------------
  function automatic logic many(logic [Seen-1:0] numbers);   // as many as may end
    logic found;
    found = &numbers;
    for (int unsigned n = 0; n < Seen; n++) found |= Seen > Ends && &(numbers | (Seen'(1) << n));
    return found;
  endfunction

  for (genvar p = 0; p < Places; p++) begin : g_place
    localparam int unsigned N = p % Lanes;

    assign here[p]   = (p < Lanes) ? from_q[N] : !from_q[N];
    assign last[p]   = here[p] && fin_i[N];
    for (genvar n = 0; n < Seen; n++) begin : g_number
      assign number[n][p] = last[p] && number_i[N][n];
      if (p == 0) begin : g_first
        assign ended[p][n] = 1'b0;
      end else begin : g_next
        assign ended[p][n] = |number[n][p-1:0];
      end
    end
    assign bad[p]    = here[p] && (!ready[N] || (fin_i[N] && Lanes > Ends && many(ended[p])));
    assign stop[p]   = |bad[p:0];
    assign may[p]    = here[p] && !stop[p];
    assign kept[p]   = here[p] && !lost[N];
    assign take[p]   = may[p] && (!stop[Places-1] || |(may[Places-1:p] & last[Places-1:p]));
    assign drop[p]   = here[p] && !(|kept[p:0]);
    assign pop[p]    = (take[p] && room_i) || drop[p];
  end

  assign take_o = take[Lanes-1:0] | take[Places-1:Lanes];
  assign pop_o  = pop[Lanes-1:0] | pop[Places-1:Lanes];

  // All ends that may leave do.
  for (genvar n = 0; n < Seen; n++) begin : g_end
    assign ends_o[n] = |(may & number[n]);
  end

  // ---- the oldest behind those that leave -------------------------------------------------------
  // Those that leave are a run from the oldest on. If it reaches the last queue, the oldest is the
  // next one of the second turn.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             from_q <= '1;
    else if (sweep_i)        from_q <= '1;
    else if (pop[Lanes-1])   from_q <= ~pop[Places-1:Lanes];
    else                     from_q <= from_q & ~pop[Lanes-1:0];
  end

  assign first_o = from_q & ~(from_q << 1);

endmodule
