// SPDX-License-Identifier: Apache-2.0
//
// From the m_axis of a core of several lanes to a plain AXI4-Stream of the same width: one message
// and one section per beat, and a beat has all bytes but at the end of a section. No standard; the
// stream rules are those of docs/architecture.md.
//
// Segments close up in a queue, whatever lanes they come in. A beat is the run of segments at its
// head that belong together:
//
//   the run ends behind    the last segment of a message; a partial segment; Lanes segments
//   it ends before         a segment of another section
//   otherwise              the beat waits for the segment that follows
//
// A null segment that ends a message (that of a refused one has abort) adds its tlast and abort to
// the beat, if its section has other segments there; otherwise it is a null beat. So a message with
// a, n and t segments of its sections takes ceil(a/Lanes) + ceil(n/Lanes) + ceil(t/Lanes) beats,
// and a null segment counts among those of its section.
//
// Streams: s_axis as m_axis of a core, with a tkeep, tlast and tuser for each lane; m_axis with one
// tlast and one tuser = {abort, section}. Bytes outside tkeep are zero if they are at the input.
//
// Throughput: a beat per cycle. So a core is not held up while sections are multiples of Lanes
// segments; a message of n segments of text and a tag takes ceil(n/Lanes) + 1 cycles in place of
// (n+1)/Lanes. Latency: two cycles from the segment that ends a beat, or from the one behind it.
// m_axis and s_axis_tready come from registers.
//
// Reset: empty, and no ready. zeroise_i, that of the core, gates m_axis at once and clears all
// data. Segments that wait keep their places, with bytes of zero, and their messages end with
// abort; so does one that was open at the input.
`include "seal_assert.svh"

module seal_lanes_to_axis #(
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

  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [128*Lanes-1:0] m_axis_tdata,
  output logic [16*Lanes-1:0]  m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [2:0]           m_axis_tuser
);

  localparam int unsigned CntW = $clog2(Lanes + 1);

  if (!(Lanes inside {2, 4, 8})) begin : g_bad_lanes
    $error("seal_lanes_to_axis: Lanes must be 2, 4 or 8");
  end

  typedef struct packed {
    logic [15:0] keep;
    logic        last;
    logic        dropped;   // with last
    logic [1:0]  section;
  } info_t;

  // ---- in ---------------------------------------------------------------------------------------
  logic              accept;
  logic [Lanes-1:0]  push, spoilt;
  info_t [Lanes-1:0] info;

  assign accept = s_axis_tvalid && s_axis_tready;

  seal_lanes_spoil #(.Lanes(Lanes)) u_spoil (
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i(push),
    .last_i (s_axis_tlast),
    .spoil_o(spoilt)
  );

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      push[n]         = accept && (s_axis_tlast[n] || (s_axis_tkeep[16*n+:16] != '0));
      info[n].keep    = s_axis_tkeep[16*n+:16];
      info[n].last    = s_axis_tlast[n];
      info[n].dropped   = s_axis_tlast[n] && (s_axis_tuser[3*n+2] || spoilt[n]);
      info[n].section = s_axis_tuser[3*n+:2];
    end
  end

  // ---- the run at the head ----------------------------------------------------------------------
  logic [Lanes-1:0]        valid, lost, joins, ends;
  logic [Lanes-1:0][127:0] data;
  info_t [Lanes-1:0]       head;
  logic [CntW-1:0]         pop;
  logic                    valid_q, closed, free, load;   // valid_q: a beat is at the output

  seal_lanes_queue #(.Push(Lanes), .Window(Lanes), .InfoW($bits(info_t))) u_queue (
    .clk_i, .rst_ni, .zeroise_i,
    .push_i (push),
    .data_i (s_axis_tdata),
    .info_i (info),
    .ready_o(s_axis_tready),
    .valid_o(valid),
    .data_o (data),
    .info_o (head),
    .lost_o (lost),
    .pop_i  (pop)
  );

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      ends[n]  = head[n].last || (head[n].keep != '1);
      joins[n] = valid[n];
      if (n > 0) joins[n] = valid[n] && joins[n-1] && !ends[n-1] &&
                            (head[n].section == head[0].section);
    end
  end

  assign closed = joins[Lanes-1] || ((joins & ends) != '0) || ((valid & ~joins) != '0);
  assign free   = !valid_q || (m_axis_tready && !zeroise_i);
  assign load   = free && closed;
  assign pop    = load ? CntW'($countones(joins)) : '0;

  // ---- the beat ---------------------------------------------------------------------------------
  logic                    last_q, abort_q, last, abort;
  logic [1:0]              section_q;
  logic [Lanes-1:0][127:0] data_q;
  logic [Lanes-1:0][15:0]  keep_q;

  always_comb begin
    {last, abort} = '0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      last  |= joins[n] && head[n].last;
      abort |= joins[n] && head[n].last && (head[n].dropped || lost[n]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= load || !free;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      if (free) keep_q[n] <= head[n].keep & {16{joins[n]}};
      if (zeroise_i) data_q[n] <= '0;
      else if (free) data_q[n] <= data[n] & {128{joins[n]}};
    end
    if (free) begin
      section_q <= head[0].section;
      last_q    <= last;
    end
    abort_q <= (free ? abort : abort_q) || zeroise_i;
  end

  assign m_axis_tvalid = valid_q && !zeroise_i;
  assign m_axis_tdata  = data_q;
  assign m_axis_tkeep  = keep_q;
  assign m_axis_tlast  = last_q;
  assign m_axis_tuser  = {last_q && abort_q, section_q};

  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)

endmodule
