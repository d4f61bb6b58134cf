// SPDX-License-Identifier: Apache-2.0
//
// From a plain AXI4-Stream to the s_axis of a core of several lanes: each lane gets its part of the
// beat, and the last lane with bytes gets tlast. No standard; the stream rules are those of
// docs/architecture.md.
//
// Plain here: one tlast and one tuser = {abort, section} for the whole beat of 16 Lanes bytes, and
// one section per beat; tkeep is contiguous from bit 0, and all ones but at the end of a section.
//
//   beat on s_axis                      lanes on m_axis
//   n bytes                             ceil(n / 16) segments; the last one has tlast and abort
//   null beat with tlast                a null segment with tlast and abort in lane 0
//   tkeep with a hole within 16 bytes   the same in that lane
//   tkeep with a hole of whole lanes,   a hole in each such lane, since that would count as empty;
//   null beat without tlast             of a null beat, in lane 0
//
// So a core refuses each beat that breaks the rules; no byte is left out silently. Other lanes
// without bytes are empty.
//
// Combinational: no state, no clock, and valid and ready pass through. A beat per cycle; a section
// of n bytes takes ceil(n / (16 Lanes)) beats, so only messages whose sections are multiples of a
// beat keep all lanes busy. Messages that share beats need a source that knows lanes.
module seal_lanes_from_axis #(
  parameter int unsigned Lanes = 4   // 2, 4 or 8
) (
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,
  input  logic [128*Lanes-1:0] s_axis_tdata,
  input  logic [16*Lanes-1:0]  s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [2:0]           s_axis_tuser,

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [128*Lanes-1:0] m_axis_tdata,
  output logic [16*Lanes-1:0]  m_axis_tkeep,
  output logic [Lanes-1:0]     m_axis_tlast,
  output logic [3*Lanes-1:0]   m_axis_tuser
);

  localparam logic [15:0] Hole = 16'h0002;

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_lanes_from_axis: Lanes must be 2, 4 or 8");
  end

  assign m_axis_tvalid = s_axis_tvalid;
  assign s_axis_tready = m_axis_tready;
  assign m_axis_tdata  = s_axis_tdata;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    logic [15:0] keep;
    logic        follow, missing, holds;   // bytes in higher lanes; bytes are missing; a segment

    assign keep = s_axis_tkeep[16*n+:16];
    if (n == Lanes - 1) begin : g_top
      assign follow = 1'b0;
    end else begin : g_below
      assign follow = |s_axis_tkeep[16*Lanes-1:16*(n+1)];
    end
    if (n == 0) begin : g_first
      assign missing = (keep == '0) && (follow || !s_axis_tlast);
      assign holds   = 1'b1;
    end else begin : g_next
      assign missing = (keep == '0) && follow;
      assign holds   = (keep != '0) || follow;
    end
    assign m_axis_tkeep[16*n+:16] = missing ? Hole : keep;
    assign m_axis_tlast[n]        = holds && !follow && s_axis_tlast;
    assign m_axis_tuser[3*n+:3]   = {m_axis_tlast[n] && s_axis_tuser[2],
                                     s_axis_tuser[1:0] & {2{holds}}};
  end

endmodule
