// SPDX-License-Identifier: Apache-2.0
//
// Common to the stubs: takes one key at a time and answers it, three cycles later;
// passes beats and statuses on. Byte 0 of the last key is the fault of the stub. Here it spoils
//   1 valid falls while stalled          2 tkeep with a gap        4 wrong status id
//   5 no status at all                   9 pass for an aborted packet
//  10 payload changes while stalled     12 unknown cause          13 the last beat never comes
// and the answer on m_key:
//  15 it comes twice                    16 wrong slot             17 it never comes
//  18 valid falls while stalled         19 cause 5                20 busy not shown for it
//  21 slot changes while stalled        22 the slot is not ready
// and what zeroise_i shall hide or end:
//  23 m_axis stays valid                24 slots stay ready       25 data leave afterwards
//  26 m_key stays valid
// Zeroise forgets the keys. Of a packet in flight, only a null end with abort comes afterwards.
module seal_stub #(
  parameter int unsigned IdWidth = 16
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               idle_i,       // no command is in flight
  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [7:0]         s_key_fault,
  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,
  output logic [15:0]        slots_o,
  output logic [7:0]         fault_o,
  input  logic               zeroise_i,
  output logic               busy_o,
  input  logic               open_i,        // a packet has not ended
  output logic               cut_o,         // zeroise has ended it
  output logic               free_o,        // no beat waits
  input  logic               valid_i,       // a beat
  input  logic [127:0]       data_i,
  input  logic [15:0]        keep_i,
  input  logic               last_i,
  input  logic               answered_i,    // a status
  input  logic [IdWidth-1:0] id_i,
  input  logic [3:0]         cause_i,
  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic               m_status_valid,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [3:0]         m_status_cause
);

  logic [15:0] slots_q;
  logic [7:0]  fault_q;
  logic [3:0]  slot_q;
  logic [1:0]  load_q;              // cycles until the slot is ready
  logic        open_q, answer_q, again_q, zeroised_q;
  logic        stalled_q;           // the answer was there a cycle ago, and was not taken

  assign s_key_ready = idle_i && load_q == '0 && !open_q;
  assign m_key_valid = answer_q && (!zeroise_i || fault_q == 8'd26) && !(fault_q == 8'd18 && stalled_q);
  assign m_key_slot  = slot_q ^ 4'(fault_q == 8'd16 || (fault_q == 8'd21 && stalled_q));
  assign m_key_cause = (fault_q == 8'd19) ? 3'd5 : zeroised_q ? 3'd4 : 3'd0;
  assign slots_o     = (zeroise_i && fault_q != 8'd24) ? '0 : slots_q;
  assign fault_o     = fault_q;
  assign busy_o      = open_q && fault_q != 8'd20;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slots_q <= '0;
      fault_q <= '0;
      load_q  <= '0;
      {open_q, answer_q, again_q, zeroised_q, stalled_q} <= '0;
    end else begin
      stalled_q <= answer_q && !m_key_ready;
      if (load_q != '0) load_q <= load_q - 2'd1;
      if (load_q == 2'd1) begin
        slots_q[slot_q] <= fault_q != 8'd22;
        answer_q        <= fault_q != 8'd17;
      end
      if (m_key_valid && m_key_ready) begin
        answer_q <= fault_q == 8'd15 && !again_q;
        again_q  <= 1'b1;
        open_q   <= 1'b0;
      end
      if (s_key_valid && s_key_ready) begin
        load_q              <= '1;
        fault_q             <= s_key_fault;
        slots_q[s_key_slot] <= 1'b0;
        {open_q, again_q, zeroised_q} <= 3'b100;
      end
      if (zeroise_i) begin
        slots_q    <= (fault_q == 8'd24) ? slots_q : '0;
        load_q     <= '0;
        answer_q   <= open_q;
        zeroised_q <= open_q;
      end
    end
  end

  always_ff @(posedge clk_i) if (s_key_valid && s_key_ready) slot_q <= s_key_slot;

  logic [3:0] stall_q;  // cycles for which the output has been stalled

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stall_q <= '0;
    else         stall_q <= (valid_i && !m_axis_tready) ? stall_q + 4'd1 : '0;
  end

  logic cut_q, shown;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     cut_q <= 1'b0;
    else if (idle_i) cut_q <= 1'b0;
    else             cut_q <= cut_q || (zeroise_i && open_i && fault_q != 8'd25);
  end

  assign cut_o  = cut_q;
  assign shown  = valid_i && (last_i || !cut_q);
  assign free_o = !shown || (m_axis_tready && !zeroise_i);

  assign m_axis_tvalid  = shown && (!zeroise_i || fault_q == 8'd23) &&
                          !(fault_q == 8'd1 && stall_q == 4'd1) && !(fault_q == 8'd13 && last_i);
  assign m_axis_tdata   = cut_q ? '0 : data_i ^ 128'(fault_q == 8'd10 && stall_q == 4'd1);
  assign m_axis_tkeep   = cut_q ? '0 : (fault_q == 8'd2 && keep_i == '1) ? 16'hfffd : keep_i;
  assign m_axis_tlast   = last_i;
  assign m_status_valid = answered_i && fault_q != 8'd5;
  assign m_status_id    = id_i + IdWidth'(fault_q == 8'd4);
  assign m_status_pass  = cause_i == '0 || fault_q == 8'd9;
  assign m_status_cause = (fault_q == 8'd9) ? 4'd0 : (fault_q == 8'd12) ? 4'd15 : cause_i;

endmodule
