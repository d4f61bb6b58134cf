// SPDX-License-Identifier: Apache-2.0
//
// Beats of packets, on their way to seal_sector_ingress: only those of commands that were taken
// (command_i) come in, and all that can be said about a beat by itself is said before it is stored,
// so that the decision about it starts from a register. No standard.
//
//   s_axis --> gate: packets open? --> check of the beat --> beat_q --> beat_o
//                                                      \--> spare_q --/
//
// A packet is open from its command to its last beat. sweep_i: beats at hand are dropped; those of
// packets that are open then are read to their ends and dropped as well: draining_o is high
// meanwhile, and no command may be taken. gate_i: no beat comes in.
//
// A beat per cycle; latency 1 cycle. pop_i, which is decided from beat_o and comes late, takes it;
// without valid_o it changes nothing. A beat that comes while beat_o stays waits in spare_q, so that
// s_axis_tready needs no pop_i.
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

  // ---- two registers ----------------------------------------------------------------------------
  //   valid_q  spare_valid_q   beats
  //   0        0               0
  //   1        0               1
  //   1        1               2: no other one comes in
  logic  take, leaves, valid_q, spare_valid_q;
  beat_t beat_q, spare_q;

  assign take   = s_axis_tvalid && ready && open_q && !draining_q && !gate_i;
  assign ready  = !spare_valid_q;
  assign leaves = !valid_q || pop_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (sweep_i) begin
      valid_q       <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      valid_q       <= take || spare_valid_q || !leaves;
      spare_valid_q <= !leaves && (take || spare_valid_q);
    end
  end

  // Without a beat that waits, spare_q is loaded in every cycle, since s_axis_tvalid comes late.
  always_ff @(posedge clk_i) begin
    if (leaves) beat_q  <= spare_valid_q ? spare_q : checked;
    if (ready)  spare_q <= checked;
  end

  assign valid_o = valid_q;
  assign beat_o  = beat_q;

endmodule
