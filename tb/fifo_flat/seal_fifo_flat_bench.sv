// SPDX-License-Identifier: Apache-2.0
//
// Queues of one, two and three ports beside each other: one build for all of them. No standard.
// Queue i holds 2, 5 and 3 words of 8 bits, and has i + 1 of the three bits and words that are its
// own.
module seal_fifo_flat_bench (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sweep_i,
  input  logic [2:0][2:0]      push_i,
  input  logic [2:0][2:0][7:0] data_i,
  output logic [2:0]           room_o,
  input  logic [2:0][2:0]      pop_i,
  output logic [2:0][2:0][7:0] data_o,
  output logic [2:0][2:0]      valid_o
);

  localparam int unsigned Depths [3] = '{2, 5, 3};

  for (genvar i = 0; i < 3; i++) begin : g_queue
    if (i < 2) begin : g_rest
      assign data_o[i][2:i+1]  = '0;
      assign valid_o[i][2:i+1] = '0;
    end
    seal_fifo_flat #(.Width(8), .Depth(Depths[i]), .Ports(i + 1)) u_fifo (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push_i[i][i:0]),
      .data_i (data_i[i][i:0]),
      .room_o (room_o[i]),
      .pop_i  (pop_i[i][i:0]),
      .data_o (data_o[i][i:0]),
      .valid_o(valid_o[i][i:0])
    );
  end

endmodule
