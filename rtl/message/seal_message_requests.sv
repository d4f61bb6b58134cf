// SPDX-License-Identifier: Apache-2.0
//
// The requests of checked blocks between message check and sequencer. No standard.
//
// One block per cycle: a register slice, whose few bits that decide come from registers of their
// own (seal_skid_wide). Several: a queue, which closes the gaps of blocks without a request
// (enter_i is any pattern). The same few bits are in registers beside it (seal_fifo_flat). Which
// blocks have a request is decided late in a cycle, so their places are found in the next one; the
// blocks of a cycle wait in front of the queue until it has room for all of them (ready_o).
//
// valid_o and take_i are set from bit 0 on without a gap. Latency 1 cycle, of several blocks 2.
// busy_o: a request is here. Reset and sweep_i: empty.
module seal_message_requests
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes = 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sweep_i,

  input  logic     [Lanes-1:0] enter_i,
  output logic                 ready_o,
  input  logic     [Lanes-1:0] last_i,
  input  request_t [Lanes-1:0] request_i,

  output logic     [Lanes-1:0] valid_o,
  input  logic     [Lanes-1:0] take_i,
  output logic     [Lanes-1:0] last_o,
  output request_t [Lanes-1:0] request_o,
  output logic                 busy_o
);

  typedef struct packed {
    logic     last;
    request_t request;
  } checked_t;

  localparam int unsigned CtrlW        = RequestCtrlW + 1;
  localparam int unsigned RequestDataW = $bits(checked_t) - CtrlW;

  checked_t [Lanes-1:0] checked, head;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    assign checked[n]   = '{last: last_i[n], request: request_i[n]};
    assign last_o[n]    = head[n].last;
    assign request_o[n] = head[n].request;
  end

  if (Lanes == 1) begin : g_slice
    seal_skid_wide #(.CtrlW(CtrlW), .DataW(RequestDataW)) u_slice (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(enter_i[0]),
      .ready_o(ready_o),
      .ctrl_i (checked[0][$bits(checked_t)-1:RequestDataW]),
      .data_i (checked[0][RequestDataW-1:0]),
      .valid_o(valid_o[0]),
      .ready_i(take_i[0]),
      .ctrl_o (head[0][$bits(checked_t)-1:RequestDataW]),
      .data_o (head[0][RequestDataW-1:0])
    );
    assign busy_o = valid_o[0];
  end else begin : g_queue
    localparam int unsigned Depth = 3 * Lanes;

    checked_t [Lanes-1:0]                   checked_q, closed;
    logic     [Lanes-1:0]                   enter_q;
    logic     [Lanes-1:0]                   push, unused_valid;
    logic     [Lanes-1:0][CtrlW-1:0]        ctrl_in, ctrl_out;
    logic     [Lanes-1:0][RequestDataW-1:0] data_in, data_out;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)      enter_q <= '0;
      else if (sweep_i) enter_q <= '0;
      else if (ready_o) enter_q <= enter_i;
    end

    always_ff @(posedge clk_i) if (ready_o) checked_q <= checked;

    assign busy_o = valid_o[0] || enter_q != '0;

    always_comb begin
      int unsigned place;
      place  = 0;
      push   = '0;
      closed = checked_q;
      for (int unsigned n = 0; n < Lanes; n++) begin
        if (enter_q[n]) begin
          push[place]   = ready_o;
          closed[place] = checked_q[n];
          place++;
        end
      end
    end

    for (genvar n = 0; n < Lanes; n++) begin : g_split
      assign {ctrl_in[n], data_in[n]} = closed[n];
      assign head[n]                  = {ctrl_out[n], data_out[n]};
    end

    seal_fifo_flat #(.Width(CtrlW), .Depth(Depth), .Ports(Lanes)) u_ctrl (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push),
      .data_i (ctrl_in),
      .room_o (ready_o),
      .pop_i  (take_i),
      .data_o (ctrl_out),
      .valid_o(valid_o)
    );

    seal_fifo_multi #(.Width(RequestDataW), .Depth(Depth), .Ports(Lanes)) u_data (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (push),
      .data_i (data_in),
      .pop_i  (take_i),
      .data_o (data_out),
      .valid_o(unused_valid)
    );
  end

endmodule
