// SPDX-License-Identifier: Apache-2.0
//
// Output side of a GCM core: verdicts on its messages (seal_gcm_finish; NIST SP 800-38D, 7.1 step 6
// and 7.2 steps 7 and 8), one packet on m_axis and one m_status for each (seal_message_egress), and
// the sequence of a zeroise, whose last step is that this side ends what is in flight.
//
//   pending tags, hashes -> finish -> verdict -+-> egress -> m_axis, m_status
//                                     blocks --^
//
// Memories and wide registers are cleared by registers of their own, a cycle after each other
// (sweep_t): sweep_o is that of keys and of what is in the pipes, sweep_addr_o the word of it, and
// entries_clear_o that of the credits in the front. halt_o stops the front and the loads of keys. A
// sweep lasts SweepCycles. A core whose hashes are not of GHASH has no hash of an IV.
//
// Latency: 4 cycles from a hash to its verdict, 6 from a block to m_axis. Reset: a sweep begins.
`include "seal_assert.svh"

module seal_gcm_output
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned IdWidth     = 16,
  parameter int unsigned Depth       = 64,      // blocks
  parameter int unsigned Messages    = 32,      // in flight
  parameter bit          Store       = 1'b0,
  parameter bit [2:0]    Ops         = AllOps,  // operations, by their codes
  parameter bit          LengthFirst = 1'b0,    // see seal_gcm_exit
  parameter int unsigned SweepCycles = 64,
  parameter int unsigned AddrW       = 4        // of the words of a sweep
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,
  output logic               sweep_o,           // of sweep_t: pipe
  output logic               entries_clear_o,   // and out
  output logic [AddrW-1:0]   sweep_addr_o,
  output logic               halt_o,

  input  logic               start_i,           // a message begins
  input  logic [IdWidth-1:0] id_i,
  input  logic               block_valid_i,
  input  out_block_t         block_i,
  input  logic [DataW-1:0]   block_data_i,
  output logic               entry_give_o,
  output logic               msg_give_o,

  input  logic               pending_valid_i,
  input  pending_t           pending_i,
  input  logic [DataW-1:0]   mask_i,
  input  logic               hash_valid_i,
  input  logic               hash_iv_i,
  input  logic [127:0]       hash_i,
  output logic               j0_valid_o,
  output logic [127:0]       j0_o,
  output logic               verdict_valid_o,

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

  if (IdWidth < 1 || IdWidth > 16) begin : g_bad_id_width
    $error("seal_gcm_output: IdWidth must be 1 to 16");
  end

  logic             unused_gate, flush, flushed;
  sweep_t           sweep;
  verdict_t         verdict;
  logic [DataW-1:0] tag;

  seal_zeroise #(
    .Cycles(SweepCycles), .AddrW(AddrW), .Depth($bits(sweep_t)), .Flush(1'b1)
  ) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(flushed),
    .gate_o   (unused_gate),
    .sweep_o  (sweep),
    .addr_o   (sweep_addr_o),
    .flush_o  (flush),
    .halt_o
  );

  assign sweep_o         = sweep.pipe;
  assign entries_clear_o = sweep.out;

  seal_gcm_finish #(
    .Depth(Messages), .Ops(Ops), .LengthFirst(LengthFirst)
  ) u_finish (
    .clk_i, .rst_ni,
    .sweep_i  (sweep.pending),
    .pending_valid_i, .pending_i, .mask_i, .hash_valid_i, .hash_iv_i, .hash_i,
    .j0_valid_o, .j0_o, .verdict_valid_o,
    .verdict_o(verdict),
    .tag_o    (tag)
  );

  seal_message_egress #(
    .IdWidth(IdWidth), .Depth(Depth), .Messages(Messages), .Store(Store), .Tags(Ops[OpSeal])
  ) u_egress (
    .clk_i, .rst_ni,
    .gate_i         (zeroise_i),
    .sweep_i        ('{verdicts: sweep.verdicts, blocks: sweep.blocks, out: sweep.out}),
    .flush_i        (flush),
    .flushed_o      (flushed),
    .start_i, .id_i, .block_valid_i, .block_i, .block_data_i,
    .verdict_valid_i(verdict_valid_o),
    .verdict_i      (verdict),
    .tag_i          (tag),
    .entry_give_o, .msg_give_o,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_cause
  );

  // A reset may be shorter than a cycle: halt_o tells of it.
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || halt_o)
  `SEAL_STREAM(Status, m_status_valid, m_status_ready,
      {m_status_id, m_status_pass, m_status_cause}, zeroise_i || halt_o)

endmodule
