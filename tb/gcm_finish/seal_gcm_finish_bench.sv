// SPDX-License-Identifier: Apache-2.0
//
// seal_gcm_finish with its packed types taken apart into plain ports, for the bench. No standard.
module seal_gcm_finish_bench
  import seal_gcm_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,
  input  logic         mark_valid_i,
  input  logic         mark_seal_i,
  input  logic [3:0]   mark_cause_i,
  input  logic [4:0]   mark_tag_len_i,
  input  logic [127:0] mark_tag_i,
  input  logic         mark_open_i,
  input  logic         hash_valid_i,
  input  logic         hash_iv_i,
  input  logic [127:0] hash_i,
  output logic         j0_valid_o,
  output logic [127:0] j0_o,
  output logic         verdict_valid_o,
  output logic [3:0]   verdict_cause_o,
  output logic         verdict_seal_o,
  output logic [4:0]   verdict_tag_len_o,
  output logic [127:0] verdict_tag_o
);

  mark_t    mark;
  verdict_t verdict;

  assign mark = '{open: mark_open_i, seal: mark_seal_i, cause: cause_e'(mark_cause_i),
                  tag_len: mark_tag_len_i, mask: mark_tag_i};
  assign verdict_cause_o   = verdict.cause;
  assign verdict_seal_o    = verdict.seal;
  assign verdict_tag_len_o = verdict.tag_len;
  assign verdict_tag_o     = verdict.tag;

  seal_gcm_finish #(.Depth(8)) u_finish (
    .clk_i, .rst_ni, .zero_i,
    .mark_valid_i,
    .mark_i     (mark),
    .hash_valid_i, .hash_iv_i, .hash_i,
    .j0_valid_o, .j0_o,
    .verdict_valid_o,
    .verdict_o  (verdict)
  );

endmodule
