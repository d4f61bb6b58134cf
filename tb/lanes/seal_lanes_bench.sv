// SPDX-License-Identifier: Apache-2.0
//
// The adapters of a core of several lanes, each with ports of its own: a_* plain AXI4-Stream to
// lanes, b_* lanes to plain AXI4-Stream, c_* MAC to lanes, d_* lanes to MAC.
module seal_lanes_bench #(
  parameter int unsigned Lanes    = 4,
  parameter int unsigned AadBytes = 20,
  parameter int unsigned TagBytes = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 zeroise_i,

  input  logic                 a_plain_valid, output logic a_plain_ready,
  input  logic [128*Lanes-1:0] a_plain_data,
  input  logic [16*Lanes-1:0]  a_plain_keep,
  input  logic                 a_plain_last,
  input  logic [2:0]           a_plain_user,
  output logic                 a_lanes_valid, input logic a_lanes_ready,
  output logic [128*Lanes-1:0] a_lanes_data,
  output logic [16*Lanes-1:0]  a_lanes_keep,
  output logic [Lanes-1:0]     a_lanes_last,
  output logic [3*Lanes-1:0]   a_lanes_user,

  input  logic                 b_lanes_valid, output logic b_lanes_ready,
  input  logic [128*Lanes-1:0] b_lanes_data,
  input  logic [16*Lanes-1:0]  b_lanes_keep,
  input  logic [Lanes-1:0]     b_lanes_last,
  input  logic [3*Lanes-1:0]   b_lanes_user,
  output logic                 b_plain_valid, input logic b_plain_ready,
  output logic [128*Lanes-1:0] b_plain_data,
  output logic [16*Lanes-1:0]  b_plain_keep,
  output logic                 b_plain_last,
  output logic [2:0]           b_plain_user,

  input  logic                 c_mac_valid, output logic c_mac_ready,
  input  logic [128*Lanes-1:0] c_mac_data,
  input  logic [Lanes-1:0]     c_mac_ena, c_mac_sop, c_mac_eop, c_mac_err, c_mac_open,
  input  logic [4*Lanes-1:0]   c_mac_mty,
  output logic                 c_lanes_valid, input logic c_lanes_ready,
  output logic [128*Lanes-1:0] c_lanes_data,
  output logic [16*Lanes-1:0]  c_lanes_keep,
  output logic [Lanes-1:0]     c_lanes_last,
  output logic [3*Lanes-1:0]   c_lanes_user,

  input  logic                 d_lanes_valid, output logic d_lanes_ready,
  input  logic [128*Lanes-1:0] d_lanes_data,
  input  logic [16*Lanes-1:0]  d_lanes_keep,
  input  logic [Lanes-1:0]     d_lanes_last,
  input  logic [3*Lanes-1:0]   d_lanes_user,
  output logic                 d_mac_valid, input logic d_mac_ready,
  output logic [128*Lanes-1:0] d_mac_data,
  output logic [Lanes-1:0]     d_mac_ena, d_mac_sop, d_mac_eop, d_mac_err,
  output logic [4*Lanes-1:0]   d_mac_mty
);

  seal_lanes_from_axis #(.Lanes(Lanes)) u_from_axis (
    .s_axis_tvalid(a_plain_valid), .s_axis_tready(a_plain_ready),
    .s_axis_tdata (a_plain_data), .s_axis_tkeep(a_plain_keep),
    .s_axis_tlast (a_plain_last), .s_axis_tuser(a_plain_user),
    .m_axis_tvalid(a_lanes_valid), .m_axis_tready(a_lanes_ready),
    .m_axis_tdata (a_lanes_data), .m_axis_tkeep(a_lanes_keep),
    .m_axis_tlast (a_lanes_last), .m_axis_tuser(a_lanes_user)
  );

  seal_lanes_to_axis #(.Lanes(Lanes)) u_to_axis (
    .clk_i, .rst_ni, .zeroise_i,
    .s_axis_tvalid(b_lanes_valid), .s_axis_tready(b_lanes_ready),
    .s_axis_tdata (b_lanes_data), .s_axis_tkeep(b_lanes_keep),
    .s_axis_tlast (b_lanes_last), .s_axis_tuser(b_lanes_user),
    .m_axis_tvalid(b_plain_valid), .m_axis_tready(b_plain_ready),
    .m_axis_tdata (b_plain_data), .m_axis_tkeep(b_plain_keep),
    .m_axis_tlast (b_plain_last), .m_axis_tuser(b_plain_user)
  );

  seal_lanes_from_mac #(.Lanes(Lanes), .AadBytes(AadBytes), .TagBytes(TagBytes)) u_from_mac (
    .clk_i, .rst_ni, .zeroise_i,
    .s_mac_valid  (c_mac_valid), .s_mac_ready(c_mac_ready), .s_mac_data(c_mac_data),
    .s_mac_ena    (c_mac_ena), .s_mac_sop(c_mac_sop), .s_mac_eop(c_mac_eop),
    .s_mac_err    (c_mac_err), .s_mac_mty(c_mac_mty), .s_mac_open(c_mac_open),
    .m_axis_tvalid(c_lanes_valid), .m_axis_tready(c_lanes_ready),
    .m_axis_tdata (c_lanes_data), .m_axis_tkeep(c_lanes_keep),
    .m_axis_tlast (c_lanes_last), .m_axis_tuser(c_lanes_user)
  );

  seal_lanes_to_mac #(.Lanes(Lanes)) u_to_mac (
    .clk_i, .rst_ni, .zeroise_i,
    .s_axis_tvalid(d_lanes_valid), .s_axis_tready(d_lanes_ready),
    .s_axis_tdata (d_lanes_data), .s_axis_tkeep(d_lanes_keep),
    .s_axis_tlast (d_lanes_last), .s_axis_tuser(d_lanes_user),
    .m_mac_valid  (d_mac_valid), .m_mac_ready(d_mac_ready), .m_mac_data(d_mac_data),
    .m_mac_ena    (d_mac_ena), .m_mac_sop(d_mac_sop), .m_mac_eop(d_mac_eop),
    .m_mac_err    (d_mac_err), .m_mac_mty(d_mac_mty)
  );

endmodule
