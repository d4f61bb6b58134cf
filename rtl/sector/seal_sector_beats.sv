// SPDX-License-Identifier: Apache-2.0
//
// Beats of packets, on their way to seal_sector_ingress: only those of commands that were taken
// (command_i) come in, and all that can be said about a beat by itself is said before it is stored,
// so that the decision about it starts from a register. No standard.
//
//   s_axis --> gate: packets open? --> check of the beat --> slice --> register --> beat_o
//
// A packet is open from its command to its last beat. sweep_i: beats at hand are dropped; those of
// packets that are open then are read to their ends and dropped as well: draining_o is high
// meanwhile, and no command may be taken. gate_i: no beat comes in.
//
// A beat per cycle; latency 2 cycles. pop_i takes beat_o; without valid_o it changes nothing.
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
  // With dense bytes, tkeep has one place where a one is below a zero, and that is their number.
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

  // ---- slice and register -----------------------------------------------------------------------
  logic  waits, valid_q;
  beat_t waiting, beat_q;

  seal_skid #(.Width($bits(beat_t))) u_slice (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(s_axis_tvalid && open_q && !draining_q && !gate_i),
    .ready_o(ready),
    .data_i (checked),
    .valid_o(waits),
    .ready_i(!valid_q || pop_i),
    .data_o (waiting)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      valid_q <= 1'b0;
    else if (sweep_i) valid_q <= 1'b0;
    else              valid_q <= waits || (valid_q && !pop_i);
  end

  always_ff @(posedge clk_i) begin
    if (!valid_q || pop_i) beat_q <= waiting;
  end

  assign valid_o = valid_q;
  assign beat_o  = beat_q;

endmodule
