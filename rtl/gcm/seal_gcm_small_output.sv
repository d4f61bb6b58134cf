// SPDX-License-Identifier: Apache-2.0
//
// Output of seal_gcm_small: what is sent, the register of m_axis, and m_status. No standard.
//
// What is sent has bytes and a section: those of the block taken (of_block), of the tag (of_tag) or
// none (of_null). In cycles with out, its word w goes into the register when that is free: sent_o;
// sending_o is low with its last word. mask_o: the tkeep of word w.
//
// open_o: the last beat of the packet has not been taken. started_o: a command has no status yet.
// A zeroise gates m_axis at once and takes back the beat; a message whose packet is open gets the
// cause CauseZeroised. Reset: nothing is sent or open.
module seal_gcm_small_output
  import seal_message_pkg::*;
  import seal_gcm_small_pkg::*;
#(
  parameter int unsigned IdWidth = 16
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,
  input  logic               sweep_i,
  input  logic               live_i,
  input  instruction_t       instr_i,
  input  logic [1:0]         word_i,
  input  logic [31:0]        data_i,

  input  logic [IdWidth-1:0] id_i,
  input  message_section_e   section_i,     // of the block taken
  input  logic [4:0]         bytes_i,
  input  logic [4:0]         tag_len_i,
  input  logic               fin_i,         // the block taken is the last of the packet
  input  message_cause_e     cause_i,       // of a refusal

  output logic [3:0]         mask_o,
  output logic               sent_o,
  output logic               sending_o,
  output logic               out_o,         // a beat waits
  output logic               open_o,
  output logic               started_o,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [31:0]        m_axis_tdata,
  output logic [3:0]         m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic [3:0]         m_status_cause
);

  message_section_e section_q;
  logic [4:0]       bytes_q;
  logic             last_word;

  always_ff @(posedge clk_i) begin
    if (instr_i.of_block) begin
      section_q <= section_i;
      bytes_q   <= bytes_i;
    end else if (instr_i.of_tag) begin
      section_q <= SecTag;
      bytes_q   <= tag_len_i;
    end else if (instr_i.of_null) begin
      section_q <= SecText;
      bytes_q   <= '0;
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < 4; i++) mask_o[i] = {1'b0, word_i, 2'(i)} < bytes_q;
  end
  assign last_word = bytes_q <= {1'b0, word_i, 2'd0} + 5'd4;

  // ---- m_axis -----------------------------------------------------------------------------------
  logic        valid_q, last_q, abort_q, open_q, taken;
  logic [31:0] data_q;
  logic [3:0]  keep_q;
  logic [1:0]  user_q;

  assign taken     = m_axis_tvalid && m_axis_tready;
  assign sent_o    = live_i && instr_i.out && (!valid_q || m_axis_tready);
  assign sending_o = !sent_o || !last_word;
  assign out_o     = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      open_q  <= 1'b0;
    end else begin
      valid_q <= !zeroise_i && (sent_o || (valid_q && !m_axis_tready));
      open_q  <= (live_i && instr_i.cmd_take) || (open_q && !(taken && last_q));
    end
  end

  always_ff @(posedge clk_i) begin
    if (sent_o || sweep_i) begin
      data_q  <= data_i;
      keep_q  <= mask_o;
      last_q  <= last_word && (instr_i.fin || fin_i);
      abort_q <= instr_i.refusal;
      user_q  <= section_q;
    end
  end

  assign open_o        = open_q;
  assign m_axis_tvalid = valid_q && !zeroise_i;
  assign m_axis_tdata  = data_q;
  assign m_axis_tkeep  = keep_q;
  assign m_axis_tlast  = last_q;
  assign m_axis_tuser  = {abort_q, user_q};

  // ---- m_status ---------------------------------------------------------------------------------
  logic               status_q, started_q;
  logic [IdWidth-1:0] id_q;
  message_cause_e     cause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      status_q  <= 1'b0;
      started_q <= 1'b0;
    end else begin
      status_q  <= (live_i && instr_i.status) || (status_q && !m_status_ready);
      started_q <= (live_i && instr_i.cmd_take) || (started_q && !(live_i && instr_i.status));
    end
  end

  always_ff @(posedge clk_i) begin
    if (live_i && instr_i.cmd_take) id_q <= id_i;
    if (zeroise_i && open_q)                cause_q <= CauseZeroised;
    else if (live_i && instr_i.refuse)      cause_q <= cause_i;
    else if (live_i && instr_i.cmd_take)    cause_q <= CauseNone;
  end

  assign started_o      = started_q;
  assign m_status_valid = status_q;
  assign m_status_id    = id_q;
  assign m_status_pass  = cause_q == CauseNone;
  assign m_status_cause = cause_q;

endmodule
