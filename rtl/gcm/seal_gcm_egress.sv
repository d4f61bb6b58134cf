// SPDX-License-Identifier: Apache-2.0
//
// Output side: one packet on m_axis and one m_status per command, in command order. Rules:
// docs/architecture.md; release of plaintext: NIST SP 800-38D, 7.2 (only after the check, as with
// Store; cut-through leaves this to the receiver).
//
//   beat of a packet           verdict        output
//   not the last               (Store: wait)  the beat; with Store, nothing of a refused message
//   last, sealing              passed         the tag
//   last, otherwise            passed         the beat itself
//   last                       refused        a null beat with abort
//
// With Store the buffer commits or discards whole messages: the beats of a refused one are read and
// dropped. Depth is the number of beats that fit; the issue stage holds credits for them. The
// status follows when the packet's last beat has been accepted.
//
// Latency 4 cycles from a beat to m_axis. Reset: empty. gate_i gates m_axis at once, zero_i clears
// the buffer, and flush_i then ends every message in flight with cause zeroised.
`include "seal_assert.svh"

module seal_gcm_egress
  import seal_engine_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned IdWidth  = 16,
  parameter int unsigned Depth    = 64,   // beats
  parameter int unsigned Messages = 32,   // in flight
  parameter bit          Store    = 1'b0
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               gate_i,
  input  logic               zero_i,
  input  logic               flush_i,
  output logic               flushed_o,      // no message is left

  input  logic               start_i,        // a message begins
  input  logic [IdWidth-1:0] id_i,
  input  logic               beat_valid_i,
  input  beat_t              beat_i,
  input  logic               verdict_valid_i,
  input  verdict_t           verdict_i,
  output logic               place_give_o,
  output logic               msg_give_o,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [3:0]         m_status_cause
);

  // ---- queues -----------------------------------------------------------------------------------
  beat_t              stored, beat;
  verdict_t           queued, verdict;
  logic               stored_valid, beat_ready, beat_valid, beat_pop, done;
  logic               queued_valid, verdict_ready, verdict_valid, open;

  seal_fifo #(.Width($bits(beat_t)), .Depth(Depth), .SyncRead(1'b1)) u_beats (
    .clk_i, .rst_ni, .zero_i,
    .push_i (beat_valid_i),
    .data_i (beat_i),
    .pop_i  (place_give_o),
    .data_o (stored),
    .valid_o(stored_valid)
  );

  // The output of a memory comes late in the cycle, so it is registered before anything is decided.
  seal_skid #(.Width($bits(beat_t))) u_head (
    .clk_i, .rst_ni, .zero_i, .clear_i(zero_i),
    .valid_i(stored_valid),
    .ready_o(beat_ready),
    .data_i (stored),
    .valid_o(beat_valid),
    .ready_i(beat_pop),
    .data_o (beat)
  );

  assign place_give_o = stored_valid && beat_ready;

  seal_fifo #(.Width($bits(verdict_t)), .Depth(Messages)) u_verdicts (
    .clk_i, .rst_ni, .zero_i,
    .push_i (verdict_valid_i),
    .data_i (verdict_i),
    .pop_i  (queued_valid && verdict_ready),
    .data_o (queued),
    .valid_o(queued_valid)
  );

  seal_skid #(.Width($bits(verdict_t))) u_verdict (
    .clk_i, .rst_ni, .zero_i, .clear_i(zero_i),
    .valid_i(queued_valid),
    .ready_o(verdict_ready),
    .data_i (queued),
    .valid_o(verdict_valid),
    .ready_i(done),
    .data_o (verdict)
  );

  // ---- next beat of the packet ------------------------------------------------------------------
  logic               accept, free, ready, refused, drop, load;
  logic               out_valid_q, out_last_q;
  logic [127:0]       out_data_q;
  logic [4:0]         out_bytes_q;
  section_e           out_section_q;
  cause_e             out_cause_q;

  assign accept   = m_axis_tready && !gate_i;
  assign free     = !out_valid_q || accept;
  assign ready    = beat_valid && (verdict_valid || !(beat.fin || Store));
  assign refused  = (verdict.cause != CauseNone);
  assign drop     = Store && refused && !beat.fin;
  assign beat_pop = ready && (free || drop) && !zero_i && !flush_i;
  assign load     = (beat_pop && !drop) || (flush_i && open && free);
  assign done     = (beat_pop && beat.fin) || (flush_i && open && free);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
      out_last_q  <= 1'b0;
      out_cause_q <= CauseNone;
    end else if (zero_i) begin
      // A last beat that has not been accepted still ends its packet, as zeroised.
      out_valid_q <= out_valid_q && out_last_q;
      out_cause_q <= CauseZeroised;
    end else if (load) begin
      out_valid_q <= 1'b1;
      out_last_q  <= beat.fin || flush_i;
      out_cause_q <= flush_i ? CauseZeroised : beat.fin ? verdict.cause : CauseNone;
    end else if (accept) begin
      out_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (zero_i) begin
      out_data_q    <= '0;
      out_bytes_q   <= '0;
      out_section_q <= SecText;
    end else if (load) begin
      out_section_q <= beat.text ? SecText : SecAad;
      out_data_q    <= beat.data;
      out_bytes_q   <= beat.bytes;
      if (flush_i || (beat.fin && refused)) begin
        out_section_q <= SecText;
        out_data_q    <= '0;
        out_bytes_q   <= '0;
      end else if (beat.fin && verdict.seal) begin
        out_section_q <= SecTag;
        out_data_q    <= verdict.tag;
        out_bytes_q   <= verdict.tag_len;
      end
    end
  end

  assign m_axis_tvalid = out_valid_q && !gate_i;
  assign m_axis_tdata  = out_data_q & {128{!gate_i}};
  assign m_axis_tkeep  = keep_of(out_bytes_q) & {16{!gate_i}};
  assign m_axis_tlast  = out_last_q;
  assign m_axis_tuser  = {out_last_q && (out_cause_q != CauseNone), out_section_q};

  // ---- status -----------------------------------------------------------------------------------
  seal_status #(.IdWidth(IdWidth), .CauseW(4), .Messages(Messages)) u_status (
    .clk_i, .rst_ni,
    .start_i, .id_i,
    .open_o (open),
    .pop_i  (done),
    .end_i  (out_valid_q && accept && out_last_q),
    .cause_i(out_cause_q),
    .give_o (msg_give_o),
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  assign flushed_o = !open && !out_valid_q;

  `SEAL_ASSERT(StableWhileStalled_A, m_axis_tvalid && !m_axis_tready |=> gate_i ||
               (m_axis_tvalid && $stable(m_axis_tdata) && $stable(m_axis_tkeep) &&
                $stable(m_axis_tlast) && $stable(m_axis_tuser)))
  `SEAL_ASSERT(VerdictHasBeat_A, beat_pop && beat.fin |-> open)

endmodule
