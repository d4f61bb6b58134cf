// SPDX-License-Identifier: Apache-2.0
//
// The block at hand of seal_gcm_small: its beats, and the rules of a message for it (NIST SP
// 800-38D, sections 5.2.1.1, 7.1, 7.2; docs/architecture.md has the rules of the streams).
//
// Beats of a section make a block, as in seal_message_pack. In cycles with take, a beat is taken if
// it belongs to the block: taken_o, as word w; taking_o says that the block has not ended. The
// block ends with a beat that is full at w = 3, partial or the last, or before a beat that begins
// another block; so s_axis_tready depends on the beat. In cycles with drain, all beats are taken.
//
// Faults are those of seal_message_rule, in the same order; what a block has with the block before
// is noted with its first beat. Lengths and their limits are the program's. Reset, cmd_take: a
// message begins.
module seal_gcm_small_block
  import seal_message_pkg::*;
  import seal_gcm_small_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             live_i,
  input  instruction_t     instr_i,
  input  logic [1:0]       word_i,

  input  logic             s_axis_tvalid,
  output logic             s_axis_tready,
  input  logic [3:0]       s_axis_tkeep,
  input  logic             s_axis_tlast,
  input  logic [2:0]       s_axis_tuser,

  input  logic             opening_i,
  input  logic             counting_i,
  input  logic             iv_in_data_i,
  input  logic [4:0]       tag_len_i,

  output logic             taken_o,
  output logic             taking_o,
  output logic             last_o,       // the last beat of the message has been taken
  output message_section_e section_o,
  output logic [4:0]       bytes_o,
  output logic             short_iv_o,
  output logic             counter_iv_o,
  output message_cause_e   cause_o       // CauseNone: no fault
);

  logic             last_q, seen_q, first_q, aborted_q, ragged_q, partial_q, order_q;
  message_section_e section_q, section;
  logic [4:0]       bytes_q;
  logic             accept, begins, joins, full, null_inside;
  logic [2:0]       count;

  assign section     = message_section_e'(s_axis_tuser[1:0]);
  assign full        = &s_axis_tkeep;
  assign null_inside = s_axis_tkeep == '0 && !s_axis_tlast;
  assign begins      = word_i == 2'd0;
  assign joins       = begins || (section == section_q && !null_inside);

  assign s_axis_tready = live_i && ((instr_i.take && joins) || (instr_i.drain && !last_q));
  assign accept        = s_axis_tvalid && s_axis_tready;
  assign taken_o       = accept && instr_i.take;
  assign taking_o      = !s_axis_tvalid || (joins && full && !s_axis_tlast && word_i != 2'd3);

  always_comb begin
    if (s_axis_tkeep[3])      count = 3'd4;
    else if (s_axis_tkeep[2]) count = 3'd3;
    else if (s_axis_tkeep[1]) count = 3'd2;
    else                      count = {2'd0, s_axis_tkeep[0]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= 1'b0;
      seen_q <= 1'b0;
    end else if (live_i && instr_i.cmd_take) begin
      last_q <= 1'b0;
      seen_q <= 1'b0;
    end else if (accept) begin
      last_q <= s_axis_tlast;
      seen_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken_o) begin
      aborted_q <= s_axis_tlast && s_axis_tuser[2];
      ragged_q  <= (s_axis_tkeep & (s_axis_tkeep + 4'd1)) != '0;
      bytes_q   <= {1'b0, word_i, 2'b00} + 5'(count);
    end
    if (taken_o && begins) begin
      first_q   <= !seen_q;
      partial_q <= null_inside || (seen_q && section == section_q && !bytes_q[4]);
      order_q   <= seen_q && section < section_q;
      section_q <= section;
    end
  end

  // ---- rules ------------------------------------------------------------------------------------
  logic empty_iv, misplaced, is_tag;

  assign is_tag   = section_q == SecTag;
  assign empty_iv = first_q && iv_in_data_i && (section_q != SecIv || bytes_q == '0);

  always_comb begin
    unique case (section_q)
      SecIv:   misplaced = !iv_in_data_i;
      SecAad:  misplaced = counting_i;
      SecText: misplaced = 1'b0;
      default: misplaced = !opening_i;
    endcase
    misplaced |= opening_i && last_q != is_tag;
  end

  always_comb begin
    if (aborted_q)                             cause_o = CauseAborted;
    else if (ragged_q)                         cause_o = CauseKeep;
    else if (partial_q)                        cause_o = CausePartial;
    else if (order_q)                          cause_o = CauseOrder;
    else if (empty_iv)                         cause_o = CauseEmptyIv;
    else if (misplaced)                        cause_o = CauseOrder;
    else if (is_tag && bytes_q != tag_len_i)   cause_o = CauseTagLength;
    else                                       cause_o = CauseNone;
  end

  assign last_o       = last_q;
  assign section_o    = section_q;
  assign bytes_o      = bytes_q;
  assign short_iv_o   = first_q && bytes_q == 5'd12;
  assign counter_iv_o = first_q && bytes_q[4] && counting_i && iv_in_data_i;

endmodule
