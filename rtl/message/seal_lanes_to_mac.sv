// SPDX-License-Identifier: Apache-2.0
//
// From the m_axis of a core of several lanes to the transmit side of a segmented Ethernet MAC: the
// sections of a message, each of any number of bytes, become one frame without a gap. The fields of
// a segment are those of seal_lanes_from_mac, which names their sources; here
//
//   ena     from segment 0 on without a gap; all are set, but behind the end of a frame
//   mty     with eop, else 0
//   err     only with eop: the message had abort
//
// Every packet becomes a frame, also that of a refused message. A null segment that ends a message
// adds no byte; a message without any byte becomes one byte of zero with err, since a frame has a
// byte at least.
//
// Rate: up to Lanes segments in per cycle; up to Lanes leave. As merging makes fewer of them, a
// message never takes longer here than in front, but that a beat on m_mac ends with a frame where
// the next one has not come in yet. Latency: four cycles from the beat that ends a segment, or from
// the one behind it. m_mac and s_axis_tready come from registers (m_mac_valid is gated).
//
// Many MACs (PG369, PG203) want a frame without an idle cycle. A core that gets its frames without
// gaps also sends them so, as long as nothing stalls and the clock is high enough for the tags that
// are added; otherwise put a FIFO of a frame behind this module, and start when eop is in it. With
// err such a MAC spoils the check sum of the frame.
//
// Reset: empty, and no ready. zeroise_i, that of the core, gates m_mac at once and clears all data;
// frames of which a part was here end with err.
`include "seal_assert.svh"

module seal_lanes_to_mac
  import seal_lanes_pkg::*;
#(
  parameter int unsigned Lanes = 4   // 2, 4 or 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 zeroise_i,

  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [128*Lanes-1:0] s_axis_tdata,
  input  logic [16*Lanes-1:0]  s_axis_tkeep,
  input  logic [Lanes-1:0]     s_axis_tlast,
  input  logic [3*Lanes-1:0]   s_axis_tuser,

  output logic                 m_mac_valid,
  input  logic                 m_mac_ready,
  output logic [128*Lanes-1:0] m_mac_data,
  output logic [Lanes-1:0]     m_mac_ena,
  output logic [Lanes-1:0]     m_mac_sop,
  output logic [Lanes-1:0]     m_mac_eop,
  output logic [Lanes-1:0]     m_mac_err,
  output logic [4*Lanes-1:0]   m_mac_mty
);

  localparam int unsigned Slots = Lanes + 1;   // segments that may be done in a cycle
  localparam int unsigned PopW  = $clog2(Lanes + 1);

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_lanes_to_mac: Lanes must be 2, 4 or 8");
  end

  // ---- in ---------------------------------------------------------------------------------------
  logic [Lanes-1:0]        valid, spoilt, abort;
  logic [Slots-1:0]        push;
  logic [Slots-1:0][127:0] word;
  mac_end_t [Slots-1:0]    ends;

  seal_lanes_spoil #(.Lanes(Lanes)) u_spoil (
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i(valid),
    .last_i (s_axis_tlast),
    .spoil_o(spoilt)
  );

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      valid[n] = s_axis_tvalid && s_axis_tready &&
                 (s_axis_tlast[n] || s_axis_tkeep[16*n+:16] != '0);
      abort[n] = s_axis_tuser[3*n+2] || spoilt[n];
    end
  end

  seal_lanes_join #(.Lanes(Lanes)) u_join (
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i(valid),
    .data_i (s_axis_tdata),
    .keep_i (s_axis_tkeep),
    .last_i (s_axis_tlast),
    .abort_i(abort),
    .done_o (push),
    .word_o (word),
    .ends_o (ends)
  );

  // ---- out: full beats, or up to the end of a frame ---------------------------------------------
  logic [Lanes-1:0]        there, lost, ena;
  logic [Lanes-1:0][127:0] data;
  mac_end_t [Lanes-1:0]    head;
  logic [PopW-1:0]         pop;
  logic                    valid_q, free, load, start_q, start_d;

  seal_lanes_queue #(.Push(Slots), .Window(Lanes), .Late(2), .InfoW($bits(mac_end_t))) u_queue (
    .clk_i, .rst_ni, .zeroise_i,
    .push_i (push),
    .data_i (word),
    .info_i (ends),
    .ready_o(s_axis_tready),
    .valid_o(there),
    .data_o (data),
    .info_o (head),
    .lost_o (lost),
    .pop_i  (pop)
  );

  always_comb begin
    ena = there;
    if (there != '1) begin   // up to the last end of a frame
      for (int unsigned n = Lanes; n > 0; n--) begin
        ena[n-1] = there[n-1] && (head[n-1].eop || (n < Lanes && ena[n]));
      end
    end
  end

  assign free = !valid_q || (m_mac_ready && !zeroise_i);
  assign load = free && ena[0];
  assign pop  = load ? PopW'($countones(ena)) : '0;

  logic [Lanes-1:0]        ena_q, sop, sop_q;
  logic [Lanes-1:0][127:0] data_q;
  mac_end_t [Lanes-1:0]    end_q;

  always_comb begin
    start_d = start_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      sop[n] = ena[n] && start_d;
      if (ena[n]) start_d = head[n].eop;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      start_q <= 1'b1;
    end else begin
      valid_q <= load || !free;
      if (load) start_q <= start_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      if (free) begin
        data_q[n]    <= data[n] & {128{ena[n]}};
        end_q[n]     <= head[n] & {$bits(mac_end_t){ena[n]}};
        end_q[n].err <= ena[n] && head[n].eop && (head[n].err || lost[n]);
        ena_q[n]     <= ena[n];
        sop_q[n]     <= sop[n];
      end
      if (zeroise_i) begin
        data_q[n]    <= '0;
        end_q[n].err <= free ? ena[n] && head[n].eop : end_q[n].eop;
      end
    end
  end

  assign m_mac_valid = valid_q && !zeroise_i;
  assign m_mac_data  = data_q;
  assign m_mac_ena   = ena_q;
  assign m_mac_sop   = sop_q;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    assign m_mac_eop[n]       = end_q[n].eop;
    assign m_mac_err[n]       = end_q[n].err;
    assign m_mac_mty[4*n+:4]  = end_q[n].mty;
  end

  `SEAL_STREAM(Output, m_mac_valid, m_mac_ready,
      {m_mac_data, m_mac_ena, m_mac_sop, m_mac_eop, m_mac_err, m_mac_mty}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)

endmodule
