// SPDX-License-Identifier: Apache-2.0
//
// Input side of the message stream: register slice, then two beats in view, the one to be worked
// on (beat_*) and whether one is behind it (next_*). What can be wrong with a beat by itself or
// next to its forerunner is found here, before the judge looks at it.
// No standard: the stream rules of docs/architecture.md.
//
//   bad_o  CauseZeroised its data were cleared while it waited here for its command
//          CauseAborted  the sender drops the message (on its last beat only)
//          CauseKeep     tkeep not contiguous from bit 0
//          CausePartial  null beat that does not end the message, or the beat before it was
//                        partial and of the same section
//          CauseOrder    section number below that of the beat before
//
// Bytes that tkeep leaves out come out as zero. One beat per cycle; latency 3 cycles.
// Reset empties it. zero_i stops it, clear_i (only with zero_i) clears the data of what is held;
// its framing stays known, and the bit `intact`, cleared with the data, tells that the message
// cannot be used any more.
module seal_gcm_ingress
  import seal_gcm_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,
  input  logic         clear_i,

  input  logic         s_axis_tvalid,
  output logic         s_axis_tready,
  input  logic [127:0] s_axis_tdata,
  input  logic [15:0]  s_axis_tkeep,
  input  logic         s_axis_tlast,
  input  logic [2:0]   s_axis_tuser,

  output logic         valid_o,
  input  logic         take_i,
  output logic         first_o,       // first beat of its message
  output logic         last_o,
  output section_e     section_o,
  output logic         null_o,        // no bytes at all
  output logic [4:0]   bytes_o,
  output cause_e       bad_o,
  output logic [127:0] data_o,
  output logic         next_valid_o,
  output section_e     next_section_o,

  output logic         empty_o        // nothing in here, as far as one can tell: not with zero_i
);

  // ---- register slice --------------------------------------------------------------------------
  logic         in_valid, in_ready, in_last, in_intact;
  logic [127:0] in_data;
  logic [15:0]  in_keep;
  logic [2:0]   in_user;

  seal_skid #(.Width(149), .Kept(20)) u_skid (
    .clk_i, .rst_ni, .zero_i, .clear_i,
    .valid_i(s_axis_tvalid),
    .ready_o(s_axis_tready),
    .data_i ({1'b1, s_axis_tdata, s_axis_tkeep, s_axis_tuser, s_axis_tlast}),
    .valid_o(in_valid),
    .ready_i(in_ready),
    .data_o ({in_intact, in_data, in_keep, in_user, in_last})
  );

  function automatic logic [4:0] count_ones(logic [15:0] x);
    logic [4:0] n;
    n = '0;
    for (int unsigned i = 0; i < 16; i++) n = n + 5'(x[i]);
    return n;
  endfunction

  // ---- the next beat: counted and masked -------------------------------------------------------
  typedef struct packed {
    logic         last;
    section_e     section;
    logic [4:0]   bytes;
    logic [127:0] data;
  } view_t;

  view_t next_d, next_q, beat_q;
  logic  next_valid_q, beat_valid_q, move;
  // Of the next beat: its data have not been cleared, the sender drops its message, its tkeep is
  // not contiguous from bit 0.
  logic  intact_q, dropped_q, ragged_q;
  logic [127:0] kept;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) kept[8*i+:8] = in_keep[i] ? in_data[8*i+:8] : 8'h00;
    next_d = '{
      last:    in_last,
      section: section_e'(in_user[1:0]),
      bytes:   count_ones(in_keep),
      data:    kept
    };
  end

  // ---- the beat: compared with the one before ---------------------------------------------------
  cause_e   bad_d, bad_q;
  logic     first_d, first_q, null_q;  // of the beat that moves in, of the beat
  section_e before_section_q;
  logic     before_last_q, before_partial_q;

  assign first_d = before_last_q;
  always_comb begin
    if (!intact_q) begin
      bad_d = CauseZeroised;
    end else if (dropped_q) begin
      bad_d = CauseAborted;
    end else if (ragged_q) begin
      bad_d = CauseKeep;
    end else if (next_q.bytes == '0 && !next_q.last) begin
      bad_d = CausePartial;
    end else if (!first_d && before_partial_q && next_q.section == before_section_q) begin
      bad_d = CausePartial;
    end else if (!first_d && next_q.section < before_section_q) begin
      bad_d = CauseOrder;
    end else begin
      bad_d = CauseNone;
    end
  end

  assign move     = next_valid_q && (!beat_valid_q || take_i) && !zero_i;
  assign in_ready = !next_valid_q || move;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q     <= 1'b0;
      beat_valid_q     <= 1'b0;
      before_last_q    <= 1'b1;
      before_partial_q <= 1'b0;
      before_section_q <= SecIv;
      first_q          <= 1'b1;
      null_q           <= 1'b0;
      bad_q            <= CauseNone;
    end else begin
      next_valid_q <= (in_valid && in_ready) || (next_valid_q && !move);
      beat_valid_q <= move || (beat_valid_q && !take_i);
      if (clear_i) bad_q <= CauseZeroised;   // whether a beat is here or not
      if (move) begin
        first_q          <= first_d;
        null_q           <= (next_q.bytes == '0);
        bad_q            <= bad_d;
        before_last_q    <= next_q.last;
        before_partial_q <= !next_q.bytes[4];
        before_section_q <= next_q.section;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      next_q.data <= '0;
      intact_q    <= 1'b0;
      beat_q.data <= '0;
    end else begin
      if (in_ready) begin
        next_q    <= next_d;
        intact_q  <= in_intact;
        dropped_q <= in_user[2] && in_last;
        // A run of ones from bit 0, plus one, shares no bit with itself.
        ragged_q  <= (in_keep & (in_keep + 16'd1)) != '0;
      end
      if (move) beat_q <= next_q;
    end
  end

  assign valid_o        = beat_valid_q && !zero_i;
  assign first_o        = first_q;
  assign last_o         = beat_q.last;
  assign section_o      = beat_q.section;
  assign null_o         = null_q;
  assign bytes_o        = beat_q.bytes;
  assign bad_o          = bad_q;
  assign data_o         = beat_q.data;
  assign next_valid_o   = next_valid_q;
  assign next_section_o = next_q.section;
  assign empty_o        = !zero_i && !in_valid && !next_valid_q && !beat_valid_q;

endmodule
