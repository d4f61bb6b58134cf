// SPDX-License-Identifier: Apache-2.0
//
// Queues of wide words for a fast clock, to which several words per cycle are dealt in turn: Ports
// of them (seal_fifo_deep), each with a register slice behind it (seal_skid_wide), so that the bits
// of a word that decide (ctrl) are in registers. No standard.
//
//   push -> seal_deal -> Ports x (seal_fifo_deep -> seal_skid_wide) -> heads
//
//   push_i    any pattern, word 0 is the oldest; at most Ports bits may be set
//   valid_o, ctrl_o, data_o   the oldest word of each queue; word n since reset is in queue n mod
//             Ports. What is not valid may be any word of the queue
//   pop_i     of each queue, if its word is valid. Words must leave in their order, several in a
//             cycle or not
//   give_o    one bit for each entry that is free again, in any pattern
//
// At most ceil(Depth / Ports) Ports words may be in the queues, those in the slices left out. Words
// leave the queues in their order, so all of these are filled evenly. Throughput: Ports words in
// and out per cycle. Latency: 6 cycles from push_i to valid_o.
// Reset empties it. While sweep_i is high it is empty, and ceil(Depth / Ports) + 10 cycles clear
// all of it.
module seal_fifo_dealt #(
  parameter int unsigned CtrlW  = 8,
  parameter int unsigned DataW  = 128,
  parameter int unsigned Depth  = 32,
  parameter int unsigned Inputs = 2,
  parameter int unsigned Ports  = 2
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         sweep_i,

  input  logic [Inputs-1:0]            push_i,
  input  logic [Inputs-1:0][CtrlW-1:0] ctrl_i,
  input  logic [Inputs-1:0][DataW-1:0] data_i,
  output logic [Ports-1:0]             give_o,

  output logic [Ports-1:0]             valid_o,
  output logic [Ports-1:0][CtrlW-1:0]  ctrl_o,
  output logic [Ports-1:0][DataW-1:0]  data_o,
  input  logic [Ports-1:0]             pop_i
);

  localparam int unsigned Width = CtrlW + DataW;

  logic [Inputs-1:0][Width-1:0] in;
  logic [Ports-1:0][Width-1:0]  dealt, queued;
  logic [Ports-1:0]             push, stored, ready;

  for (genvar n = 0; n < Inputs; n++) begin : g_in
    assign in[n] = {ctrl_i[n], data_i[n]};
  end

  seal_deal #(.Width(Width), .Inputs(Inputs), .Ports(Ports)) u_deal (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(push_i),
    .data_i (in),
    .valid_o(push),
    .data_o (dealt)
  );

  for (genvar n = 0; n < Ports; n++) begin : g_queue
    seal_fifo_deep #(.Width(Width), .Depth((Depth + Ports - 1) / Ports)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push[n]),
      .data_i (dealt[n]),
      .pop_i  (give_o[n]),
      .data_o (queued[n]),
      .valid_o(stored[n])
    );

    assign give_o[n] = stored[n] && ready[n];

    seal_skid_wide #(.CtrlW(CtrlW), .DataW(DataW)) u_head (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(stored[n]),
      .ready_o(ready[n]),
      .ctrl_i (queued[n][Width-1:DataW]),
      .data_i (queued[n][DataW-1:0]),
      .valid_o(valid_o[n]),
      .ready_i(pop_i[n]),
      .ctrl_o (ctrl_o[n]),
      .data_o (data_o[n])
    );
  end

endmodule
