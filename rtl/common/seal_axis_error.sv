// SPDX-License-Identifier: Apache-2.0
//
// Makes a refusal visible to parts that know bytes only: put it behind m_axis of a core, in front
// of a width converter, a packet FIFO, a DMA engine or a MAC. No standard; AXI4-Stream (ARM IHI
// 0051) allows null beats, but leaves to each part whether it keeps them.
//
// A core ends the packet of a refused message with a null beat (no byte in tkeep) that has tlast
// and abort. A part that drops null beats loses the abort with it, and the end of the packet too.
// Here the end moves to the last beat with bytes:
//
//   packet on s_axis                       packet on m_axis
//   beats, the last one with bytes         the same; error is abort of the last beat
//   beats, then a null beat with tlast     the beats; tlast on the last of them, error = abort
//   a null beat with abort alone           one byte, 00h, with tlast and error
//   a null beat without abort alone        unchanged: a message that passed, without a byte
//
// So each packet stays one packet, and a part that finds error on the last beat must discard it.
//
// Streams: s_axis and m_axis as m_axis of a core, Bytes per beat. s_axis_tuser = {abort, section},
// m_axis_tuser = {error, section}; error is low but with tlast.
//
// A beat is held back until the next one has come, or leaves at once if it has tlast: so the newest
// of three beats may wait (open_q), and the two behind the output let one pass in every cycle.
// Latency: a last beat with bytes 1 cycle; any other 1 cycle after the next one. Throughput: a beat
// per cycle; a null beat that moves its end takes a cycle at the input and none at the output.
// m_axis_tvalid and s_axis_tready come from registers; neither depends on an input but zeroise_i.
//
// Reset: empty, and no ready. zeroise_i, that of the core, gates m_axis at once and clears all
// data. Beats that wait keep their places, with bytes of zero, and their packets end with error; a
// packet without a byte gets one.
`include "seal_assert.svh"

module seal_axis_error #(
  parameter int unsigned Bytes = 16   // of a beat, 1 or more
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,

  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [8*Bytes-1:0] s_axis_tdata,
  input  logic [Bytes-1:0]   s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [8*Bytes-1:0] m_axis_tdata,
  output logic [Bytes-1:0]   m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser
);

  if (Bytes < 1) begin : g_bad_bytes
    $error("seal_axis_error: Bytes must be 1 or more");
  end

  // A queue of three beats, written and read in turn
  logic [2:0][8*Bytes-1:0] data_q;
  logic [2:0][Bytes-1:0]   keep_q;
  logic [2:0][1:0]         section_q;
  logic [2:0]              last_q, error_q;
  logic [1:0]              read_q, write_q, newest_q, count_q, count_d;
  logic                    ready_q, open_q;   // open_q: the newest beat does not end its packet

  logic abort, null_end, made, take, fold, push, leave;

  assign abort    = s_axis_tuser[2];
  assign null_end = s_axis_tlast && (s_axis_tkeep == '0);
  assign made     = null_end && abort;   // unless it is folded, it gets a byte
  assign take     = s_axis_tvalid && ready_q;
  assign fold     = take && null_end && open_q;
  assign push     = take && !fold;
  assign leave    = m_axis_tvalid && m_axis_tready;
  assign count_d  = count_q + 2'(push) - 2'(leave);

  function automatic logic [1:0] next(logic [1:0] place);
    return (place == 2'd2) ? 2'd0 : place + 2'd1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      open_q  <= 1'b0;
      count_q <= '0;
      read_q  <= '0;
      write_q <= '0;
    end else begin
      ready_q <= (count_d != 2'd3);
      count_q <= count_d;
      if (take)  open_q  <= !s_axis_tlast;
      if (leave) read_q  <= next(read_q);
      if (push)  write_q <= next(write_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) newest_q <= write_q;
    for (int unsigned i = 0; i < 3; i++) begin
      if (push && write_q == 2'(i)) begin
        keep_q[i]    <= made ? Bytes'(1) : s_axis_tkeep;
        section_q[i] <= s_axis_tuser[1:0];
        last_q[i]    <= s_axis_tlast;
        error_q[i]   <= abort && s_axis_tlast;
      end else if (fold && newest_q == 2'(i)) begin
        last_q[i]  <= 1'b1;
        error_q[i] <= error_q[i] || abort;
      end
      if (zeroise_i) begin
        data_q[i]    <= '0;
        keep_q[i][0] <= 1'b1;
        error_q[i]   <= 1'b1;
      end else if (push && write_q == 2'(i)) begin
        data_q[i] <= made ? '0 : s_axis_tdata;
      end
    end
  end

  assign s_axis_tready = ready_q;
  assign m_axis_tvalid = (count_q > 2'(open_q)) && !zeroise_i;
  assign m_axis_tdata  = data_q[read_q];
  assign m_axis_tkeep  = keep_q[read_q];
  assign m_axis_tlast  = last_q[read_q];
  assign m_axis_tuser  = {last_q[read_q] && error_q[read_q], section_q[read_q]};

  // Of the core in front
  `SEAL_ASSERT(InputStable_A, s_axis_tvalid && !s_axis_tready && !zeroise_i |=> zeroise_i ||
      (s_axis_tvalid && $stable(s_axis_tdata) && $stable(s_axis_tkeep) && $stable(s_axis_tlast) &&
       $stable(s_axis_tuser)))
  `SEAL_ASSERT(NullIsLast_A, s_axis_tvalid && s_axis_tkeep == '0 |-> s_axis_tlast)
  `SEAL_ASSERT(Gated_A, zeroise_i |-> !s_axis_tvalid)
  // Of this module
  `SEAL_ASSERT(OutputStable_A, m_axis_tvalid && !m_axis_tready |=> zeroise_i ||
      (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) && $stable(m_axis_tlast) &&
       $stable(m_axis_tuser)))
  `SEAL_ASSERT(OpenHolds_A, open_q |-> count_q != '0)

endmodule
