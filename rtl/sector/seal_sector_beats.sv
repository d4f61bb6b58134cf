// SPDX-License-Identifier: Apache-2.0
//
// Beats of packets, on their way to seal_sector_ingress: only those of commands that were taken
// (command_i) come in, and all that can be said about a beat by itself is said before it is stored,
// so that the decision about it starts from a register. No standard.
//
//   s_axis --> gate: packets open? --> check of the beat --> slice --> beat_o
//
// A packet is open from its command to its last beat. sweep_i: beats at hand are dropped; those of
// packets that are open then are read to their ends and dropped as well: draining_o is high
// meanwhile, and no command may be taken. gate_i: no beat comes in.
//
// A beat per cycle; latency 1 cycle. pop_i, which is decided from beat_o and comes late, takes it;
// without valid_o it changes nothing. s_axis_tready does not wait for it (seal_skid_wide).
// Reset: no packet, no beat.
module seal_sector_beats
  import seal_sector_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         gate_i,
  input  logic         sweep_i,
  input  logic         command_i,
  output logic         draining_o,

  input  logic         s_axis_tvalid,
  output logic         s_axis_tready,
  input  logic [127:0] s_axis_tdata,
  input  logic [15:0]  s_axis_tkeep,
  input  logic         s_axis_tlast,
  input  logic [2:0]   s_axis_tuser,

  output logic         valid_o,
  output beat_t        beat_o,
  input  logic         pop_i
);

  // ---- packets ----------------------------------------------------------------------------------
  logic       ready, packet_end, draining_q, open_q;
  logic       command_q;   // a cycle later: the handshake comes late
  logic [6:0] packets_q;   // that are open: commands, less ends of packets

  assign s_axis_tready = (draining_q || (ready && open_q)) && !gate_i;
  assign packet_end    = s_axis_tvalid && s_axis_tready && s_axis_tlast;
  assign draining_o    = draining_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_q  <= 1'b0;
      packets_q  <= '0;
      open_q     <= 1'b0;
      draining_q <= 1'b0;
    end else begin
      command_q  <= command_i;
      packets_q  <= packets_q + 7'(command_q) - 7'(packet_end);
      open_q     <= command_q || (packets_q > 7'(packet_end));
      draining_q <= sweep_i ? (packets_q != '0) : draining_q && (packets_q > 7'(packet_end));
    end
  end

  // ---- the beat by itself -----------------------------------------------------------------------
  // In the tkeep of dense bytes there is one place where a one is followed by a zero, or by the
  // end: their number.
  beat_t checked;

  always_comb begin
    checked = '{
      data: s_axis_tdata & {128{!sweep_i}}, bytes: '0, dense: 1'b1,
      last: s_axis_tlast, aborts: s_axis_tlast && s_axis_tuser[2],
      tweak: s_axis_tuser[1:0] == SecTweak, text: s_axis_tuser[1:0] == SecText
    };
    for (int unsigned i = 0; i < 16; i++) begin
      if (s_axis_tkeep[i] && (i == 15 || !s_axis_tkeep[4'(i + 1)])) checked.bytes |= 5'(i + 1);
      if (i != 15 && !s_axis_tkeep[i] && s_axis_tkeep[4'(i + 1)])   checked.dense = 1'b0;
    end
  end

  // ---- slice ------------------------------------------------------------------------------------
  localparam int unsigned CtrlW = $bits(beat_t) - 128;

  logic [CtrlW-1:0] ctrl;
  logic [127:0]     data;

  seal_skid_wide #(.CtrlW(CtrlW)) u_slice (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(s_axis_tvalid && open_q && !draining_q && !gate_i),
    .ready_o(ready),
    .ctrl_i (checked[CtrlW-1:0]),
    .data_i (checked.data),
    .valid_o,
    .ready_i(pop_i),
    .ctrl_o (ctrl),
    .data_o (data)
  );

  assign beat_o = {data, ctrl};

endmodule
