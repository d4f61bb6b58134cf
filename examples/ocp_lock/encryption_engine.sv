// SPDX-License-Identifier: Apache-2.0
//
// An encryption engine for OCP L.O.C.K.: seal_ocp_lock_ee in front of seal_sector, wired as
// docs/reference/ocp-lock.md says. Keys come through the registers (s_axil) only, and commands of
// the host name their key. Copy it, and take the parameters and the widths of your engine:
//
//   Mode  Order   Keys  Fields                       Mode  Order   Keys  Fields
//   0     1       2     0       XTS                  7     1       1     0       EME
//   1     0       1     0       HCTR2                8     1       1     2       EME2
//   2     any     1     1       HCTR                 9     any     2     1       TET
//   3     any     1     0       HCH                  10    0       1     0       HCTR2-TwKD (b)
//   4     any     1     1       HCHfp                11    1       1     0       HEH
//   5     any     1     0       XCB (a)              12    1       1     1       HEHfp
//   6     any     1     0       XCB-AES
//
//   (a) KeySizes 1: AES-128 only   (b) KeySizes 5: no AES-192
//
// The parameters here make a small engine for XTS that is simulated soon: docs/use/sector.md says
// which knobs to turn first. tb/ocp_lock_sector/test_ocp_lock_sector.py drives it from both sides:
// a key management block at s_axil, and a host at the other streams.
module encryption_engine #(
  parameter int unsigned Mode     = 0,
  parameter int unsigned Keys     = 2,
  parameter int unsigned Fields   = 0,
  parameter int unsigned Slots    = 4,
  parameter int unsigned KeySizes = 7,
  parameter int unsigned Order    = 1,
  parameter int unsigned MaxUnit  = 512,
  parameter int unsigned Buffer   = 32,
  parameter int unsigned Window   = 2,
  parameter int unsigned Sbox     = 0,
  parameter int unsigned Fold     = 8,
  localparam int unsigned IdWidth = 16,
  localparam int unsigned InfoW   = 2 + 128 + 32 + 1 + IdWidth,
  localparam int unsigned KeyW    = 256 * Keys + 128 * Fields
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               s_axil_awvalid,
  output logic               s_axil_awready,
  input  logic [7:0]         s_axil_awaddr,
  input  logic               s_axil_wvalid,
  output logic               s_axil_wready,
  input  logic [31:0]        s_axil_wdata,
  input  logic [3:0]         s_axil_wstrb,
  output logic               s_axil_bvalid,
  input  logic               s_axil_bready,
  output logic [1:0]         s_axil_bresp,
  input  logic               s_axil_arvalid,
  output logic               s_axil_arready,
  input  logic [7:0]         s_axil_araddr,
  output logic               s_axil_rvalid,
  input  logic               s_axil_rready,
  output logic [31:0]        s_axil_rdata,
  output logic [1:0]         s_axil_rresp,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [159:0]       s_cmd_name,
  input  logic [1:0]         s_cmd_op,
  input  logic [127:0]       s_cmd_unit,
  input  logic [31:0]        s_cmd_count,
  input  logic               s_cmd_tweak_in_data,
  input  logic [IdWidth-1:0] s_cmd_id,

  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [127:0]       s_axis_tdata,
  input  logic [15:0]        s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

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
  output logic               m_status_last,
  output logic [3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,        // debug strap, loss of power: removes all keys
  output logic               busy_o
);

  logic               k_key_valid, k_key_ready, k_answer_valid, k_answer_ready, zeroise;
  logic               lock_busy, engine_busy, unused_hit;
  logic [255:0]       unused_aux;
  logic [3:0]         k_key_slot, k_answer_slot;
  logic [1:0]         k_key_size;
  logic [12:0]        k_key_unit;
  logic [KeyW-1:0]    k_key_data;
  logic [2:0]         k_answer_cause;
  logic               m_cmd_valid, m_cmd_ready, tweak_in_data;
  logic [3:0]         m_cmd_slot, blocks_slot;
  logic [44:0]        blocks;
  logic [1:0]         op;
  logic [127:0]       unit;
  logic [31:0]        count;
  logic [IdWidth-1:0] id;

  seal_ocp_lock_ee #(
    .Slots(Slots), .Keys(Keys), .Fields(Fields), .KeySizes(KeySizes), .InfoW(InfoW)
  ) u_lock (
    .clk_i, .rst_ni,
    .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr,
    .s_axil_wvalid, .s_axil_wready, .s_axil_wdata, .s_axil_wstrb,
    .s_axil_bvalid, .s_axil_bready, .s_axil_bresp,
    .s_axil_arvalid, .s_axil_arready, .s_axil_araddr,
    .s_axil_rvalid, .s_axil_rready, .s_axil_rdata, .s_axil_rresp,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_name,
    .s_cmd_info  ({s_cmd_op, s_cmd_unit, s_cmd_count, s_cmd_tweak_in_data, s_cmd_id}),
    .m_cmd_valid, .m_cmd_ready, .m_cmd_slot,
    .m_cmd_hit   (unused_hit),
    .m_cmd_aux   (unused_aux),     // what was loaded with the key, for the drive to use
    .m_cmd_info  ({op, unit, count, tweak_in_data, id}),
    .k_key_valid, .k_key_ready, .k_key_slot, .k_key_size, .k_key_unit, .k_key_data,
    .k_answer_valid, .k_answer_ready, .k_answer_slot, .k_answer_cause,
    .slot_ready_i(slot_ready_o),
    .blocks_slot_o(blocks_slot),
    .blocks_i    (blocks),
    .zeroise_i,
    .zeroise_o   (zeroise),
    .busy_o      (lock_busy)
  );

  seal_sector #(
    .Mode(Mode), .Slots(Slots), .KeySizes(KeySizes), .Order(Order), .MaxUnit(MaxUnit),
    .Buffer(Buffer), .Window(Window), .IdWidth(IdWidth), .Sbox(Sbox), .Fold(Fold)
  ) u_sector (
    .clk_i, .rst_ni,
    .s_key_valid        (k_key_valid),
    .s_key_ready        (k_key_ready),
    .s_key_slot         (k_key_slot),
    .s_key_size         (k_key_size),
    .s_key_unit         (k_key_unit),
    .s_key_data         (k_key_data),
    .m_key_valid        (k_answer_valid),
    .m_key_ready        (k_answer_ready),
    .m_key_slot         (k_answer_slot),
    .m_key_cause        (k_answer_cause),
    .s_cmd_valid        (m_cmd_valid),
    .s_cmd_ready        (m_cmd_ready),
    .s_cmd_op           (op),
    .s_cmd_slot         (m_cmd_slot),
    .s_cmd_unit         (unit),
    .s_cmd_count        (count),
    .s_cmd_tweak_in_data(tweak_in_data),
    .s_cmd_id           (id),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass,
    .m_status_last,
    .m_status_cause,
    .slot_ready_o,
    .zeroise_i          (zeroise),
    .busy_o             (engine_busy),
    .blocks_slot_i      (blocks_slot),
    .blocks_o           (blocks)
  );

  assign busy_o = lock_busy || engine_busy;

endmodule
