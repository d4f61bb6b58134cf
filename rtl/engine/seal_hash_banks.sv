// SPDX-License-Identifier: Apache-2.0
//
// Takes the blocks of a stream, up to q = Lanes per cycle in any of q places, to q queues in turn:
// block i of the stream to lane i mod q. So lanes that each make one product per cycle get equal
// work, whatever gaps the input has. No standard.
//
//   valid_i, last_i, data_i --> registers, bank of each --> choice --> queue of each lane: head_o
//                                       count_o, lasts_o
//
// valid_i: any pattern; index 0 is the oldest. count_o blocks enter the queues, and bit i of
// lasts_o is last_i of the one that is i places behind the first of them; both are registers. Bank
// n holds Depth words. head_o is its oldest one, pop_i removes it.
//
// A word is at head_o two cycles after it came. No back-pressure: the user pops often enough.
// Lanes is a power of two, 2 or more: the number of the next queue wraps. Reset: control only.
// sweep_i: empty; Depth + 1 cycles of it clear the words, if data_i is zero meanwhile.
module seal_hash_banks #(
  parameter int unsigned  Width  = 133,
  parameter int unsigned  Lanes  = 4,
  parameter int unsigned  Depth  = 5,
  localparam int unsigned CountW = $clog2(Lanes + 1)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sweep_i,

  input  logic [Lanes-1:0]            valid_i,
  input  logic [Lanes-1:0]            last_i,
  input  logic [Lanes-1:0][Width-1:0] data_i,

  output logic [CountW-1:0]           count_o,
  output logic [Lanes-1:0]            lasts_o,

  input  logic [Lanes-1:0]            pop_i,
  output logic [Lanes-1:0][Width-1:0] head_o
);

  localparam int unsigned LaneW = $clog2(Lanes);

  // ---- the bank of each block -------------------------------------------------------------------
  logic [LaneW-1:0]            next_q;            // bank of the next block
  logic [Lanes-1:0][Lanes-1:0] take_d, take_q;    // [bank][place]
  logic [Lanes-1:0]            lasts_d;
  logic [CountW-1:0]           count_d;
  logic [Lanes-1:0][Width-1:0] data_q;

  always_comb begin
    take_d  = '0;
    lasts_d = '0;
    count_d = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (valid_i[i]) begin
        take_d[LaneW'(count_d) + next_q][i] = 1'b1;
        lasts_d[LaneW'(count_d)]            = last_i[i];
        count_d = count_d + CountW'(1);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q  <= '0;
      take_q  <= '0;
      lasts_o <= '0;
      count_o <= '0;
    end else if (sweep_i) begin
      next_q  <= '0;
      take_q  <= '0;
      lasts_o <= '0;
      count_o <= '0;
    end else begin
      next_q  <= next_q + LaneW'(count_d);
      take_q  <= take_d;
      lasts_o <= lasts_d;
      count_o <= count_d;
    end
  end

  always_ff @(posedge clk_i) data_q <= data_i;

  // ---- the queues -------------------------------------------------------------------------------
  for (genvar n = 0; n < Lanes; n++) begin : g_bank
    logic [Width-1:0] word;
    logic             head_valid;

    always_comb begin
      word = '0;
      for (int unsigned i = 0; i < Lanes; i++) word |= data_q[i] & {Width{take_q[n][i]}};
    end

    seal_fifo #(.Width(Width), .Depth(Depth), .Quiet(1'b1)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (|take_q[n]),
      .data_i (word),
      .pop_i  (pop_i[n]),
      .data_o (head_o[n]),
      .valid_o(head_valid)
    );

    logic unused_head_valid;   // the user counts; read by an assertion only
    assign unused_head_valid = head_valid;
  end

endmodule
