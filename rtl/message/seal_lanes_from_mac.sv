// SPDX-License-Identifier: Apache-2.0
//
// From the receive side of a segmented Ethernet MAC to the s_axis of a core of several lanes. A
// frame is a message: its first AadBytes bytes are AAD, the rest is text, and of a frame to be
// opened the last TagBytes bytes are the tag.
//
// Source: fields and byte order are those of the segmented AXI4-Stream of the AMD DCMAC (PG369 3.1,
// AXI4-Stream Interface, Operational Rules) and of the 600G Interlaken (PG371 2.0), which has
// segments of 128 bits, too. The LBUS of the UltraScale+ CMAC (PG203 3.1) has the same fields with
// byte 0 in bits [127:120]: reverse the bytes of each segment. MACs with segments of eight bytes
// (MRMAC, PG314; F-tile, 683023) begin frames at bytes that are no multiple of 16: not for these.
//
//   per segment      meaning
//   data             16 bytes, byte 0 in [7:0]
//   ena              the segment has bytes; outside of frames, and only there, it may be low
//   sop, eop         first, last segment of a frame; segments before the first sop are dropped. A
//                    sop inside of a frame begins none, and the frame is bad: so a frame without
//                    eop becomes one message with the next, which ends with abort
//   mty              with eop: bytes at the end that are not of the frame, 0 to 15
//   err              the frame is bad; it counts on any segment of the frame, up to that of eop
//   open             with sop: open the frame, otherwise seal it
//
// Bytes move, since text and tag begin at segments of their own:
//
//   AAD     byte 16 i of the frame is byte 0 of segment i                   no shift
//   text    byte AadBytes + 16 i is byte 0 of segment i                     a constant shift
//   tag     byte L - TagBytes of a frame of L bytes is byte 0               a shift by its length
//
// The frames wait in a queue. At its head seal_lanes_cut finds the segments of the messages for all
// lanes of a beat, and looks two segments ahead: the end of the text is known when TagBytes bytes
// follow it, or the end of the frame. In the next cycle each lane takes its bytes from two segments
// that are neighbours.
//
//   frame of L bytes, A = AadBytes, T = TagBytes   its message
//   seal, L > A                                    AAD, text, last
//   seal, L = A                                    AAD, last
//   open, L > A + T                                AAD, text, tag, last
//   open, L = A + T                                AAD, tag, last
//   seal, L < A; open, L < A + T                   AAD that is there, or all of it; then, if it is
//                                                  complete, a null segment of text; abort
//   err                                            the same message, with abort on its last segment
//
// Rate: up to Lanes segments out per cycle, and as many in while the queue has room. A frame leaves
// ceil(A/16) + ceil((L-A)/16) segments when sealed, ceil(A/16) + ceil((L-A-T)/16) + 1 when opened,
// and came in with ceil(L/16): up to two fewer, so frames of n segments need (n + 2) / n times the
// cycles at worst. Messages follow each other in neighbouring lanes; empty lanes are at the end of
// a beat only. Latency: two cycles from the segment that is looked ahead to.
//
// MACs have no ready at the receive side: where frames may come faster than they leave, or the core
// stalls, put a FIFO in front that holds what is not taken meanwhile; while the core takes Lanes
// segments per cycle, 2 F segments for F frames without a gap. s_mac_ready is a register.
//
// Reset: empty, no ready, no frame. zeroise_i, that of the core, gates m_axis at once and clears
// all data; frames of which a part was here end with abort.
`include "seal_assert.svh"

module seal_lanes_from_mac
  import seal_lanes_pkg::*;
#(
  parameter int unsigned Lanes    = 4,    // 2, 4 or 8
  parameter int unsigned AadBytes = 20,   // 0 to 64
  parameter int unsigned TagBytes = 16    // 1 to 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 zeroise_i,

  input  logic                 s_mac_valid,
  output logic                 s_mac_ready,
  input  logic [128*Lanes-1:0] s_mac_data,
  input  logic [Lanes-1:0]     s_mac_ena,
  input  logic [Lanes-1:0]     s_mac_sop,
  input  logic [Lanes-1:0]     s_mac_eop,
  input  logic [Lanes-1:0]     s_mac_err,
  input  logic [4*Lanes-1:0]   s_mac_mty,
  input  logic [Lanes-1:0]     s_mac_open,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [128*Lanes-1:0] m_axis_tdata,
  output logic [16*Lanes-1:0]  m_axis_tkeep,
  output logic [Lanes-1:0]     m_axis_tlast,
  output logic [3*Lanes-1:0]   m_axis_tuser
);

  // Segments that are looked at in a cycle: the last lane looks two ahead, and the first one may
  // have used two.
  localparam int unsigned Window = Lanes + 3;
  localparam int unsigned AtW    = $clog2(Window + 1);

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_lanes_from_mac: Lanes must be 2, 4 or 8");
  end

  // ---- in: what is known of the whole frame goes beside each segment ----------------------------
  mac_info_t [Lanes-1:0] info;
  logic [Lanes-1:0]      push, start, spoilt;   // start: the first segment of a frame
  logic                  in_frame_q, bad_q, dir_q, in_frame, bad, dir;
  logic [2:0]            index_q, index;        // of the segment that comes next

  always_comb begin
    in_frame = in_frame_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      start[n] = s_mac_sop[n] && !in_frame;
      push[n]  = s_mac_valid && s_mac_ready && s_mac_ena[n] && (s_mac_sop[n] || in_frame);
      if (push[n]) in_frame = !s_mac_eop[n];
    end
  end

  always_comb begin
    {bad, dir, index} = {bad_q, dir_q, index_q};
    for (int unsigned n = 0; n < Lanes; n++) begin
      info[n].index = start[n] ? 3'd0 : index;
      if (push[n]) begin
        bad   = s_mac_err[n] || (!start[n] && (bad || s_mac_sop[n]));
        dir   = start[n] ? s_mac_open[n] : dir;
        index = info[n].index + 3'(info[n].index != 3'd5);
      end
      info[n].last    = s_mac_eop[n];
      info[n].bytes   = s_mac_eop[n] ? 5'd16 - 5'(s_mac_mty[4*n+:4]) : 5'd16;
      info[n].dropped = bad || spoilt[n];
      info[n].open    = dir;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_frame_q <= 1'b0;
    else         in_frame_q <= in_frame;
  end

  always_ff @(posedge clk_i) {bad_q, dir_q, index_q} <= {bad, dir, index};

  seal_lanes_spoil #(.Lanes(Lanes)) u_spoil (
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i(push),
    .last_i (s_mac_eop),
    .spoil_o(spoilt)
  );

  logic [Window-1:0]        valid, lost;
  logic [Window-1:0][127:0] data;
  mac_info_t [Window-1:0]   head, seen;
  logic [AtW-1:0]           take, pop;

  seal_lanes_queue #(
    .Push(Lanes), .Window(Window), .Rows(2), .InfoW($bits(mac_info_t))
  ) u_queue (
    .clk_i, .rst_ni, .zeroise_i,
    .push_i (push),
    .data_i (s_mac_data),
    .info_i (info),
    .ready_o(s_mac_ready),
    .valid_o(valid),
    .data_o (data),
    .info_o (head),
    .lost_o (lost),
    .pop_i  (pop)
  );

  always_comb begin
    seen = head;
    for (int unsigned i = 0; i < Window; i++) seen[i].dropped = head[i].dropped || lost[i];
  end

  // ---- the segments of a beat -------------------------------------------------------------------
  lane_cut_t [Lanes-1:0]     cut, cut_q;
  logic [Lanes-1:0][AtW-1:0] from, from_q;   // the place in the window at which each begins
  logic                      valid_q, free, load;

  assign free = !valid_q || (m_axis_tready && !zeroise_i);
  assign load = free && cut[0].valid;
  assign pop  = load ? take : '0;

  seal_lanes_cut #(
    .Lanes(Lanes), .Window(Window), .AadBytes(AadBytes), .TagBytes(TagBytes)
  ) u_cut (
    .clk_i, .rst_ni,
    .valid_i(valid),
    .info_i (seen),
    .load_i (load),
    .cut_o  (cut),
    .from_o (from),
    .take_o (take)
  );

  // ---- the bytes of the beat, a cycle later -----------------------------------------------------
  logic [Window-1:0][127:0] window_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= load || !free;
  end

  always_ff @(posedge clk_i) begin
    if (free) begin
      from_q   <= from;
      cut_q    <= cut;
      window_q <= data;
    end
    if (zeroise_i) begin
      window_q <= '0;
      for (int unsigned n = 0; n < Lanes; n++) cut_q[n].dropped <= 1'b1;
    end
  end

  assign m_axis_tvalid = valid_q && !zeroise_i;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    localparam int unsigned Places = n + 2;   // the first lane may use two segments

    logic [127:0] low, high, moved, word;
    logic [15:0]  keep;

    always_comb begin
      {high, low} = '0;
      for (int unsigned i = 0; i < Places; i++) begin
        if (from_q[n] == AtW'(i)) {high, low} = {window_q[i+1], window_q[i]};
      end
      moved = 128'({high, low} >> {cut_q[n].offset, 3'd0});
      keep  = 16'((17'd1 << cut_q[n].bytes) - 17'd1) & {16{cut_q[n].valid}};
      for (int unsigned j = 0; j < 16; j++) word[8*j+:8] = moved[8*j+:8] & {8{keep[j]}};
    end

    assign m_axis_tdata[128*n+:128] = word;
    assign m_axis_tkeep[16*n+:16] = keep;
    assign m_axis_tlast[n]        = cut_q[n].valid && cut_q[n].last;
    assign m_axis_tuser[3*n+:3]   = {m_axis_tlast[n] && cut_q[n].dropped,
                                     cut_q[n].section & {2{cut_q[n].valid}}};

    `SEAL_ASSERT(Place_A, load && cut[n].valid |-> 32'(from[n]) < Places)
  end

  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i)

endmodule
