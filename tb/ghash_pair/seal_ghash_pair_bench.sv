// SPDX-License-Identifier: Apache-2.0
//
// Two copies of a GHASH core with equal handshakes and different keys and messages: any signal that
// differs between them depends on a secret. No standard.
//
// clear_o: cycles from the fall of zeroise_i, after which nothing may differ.
module seal_ghash_pair_bench
  import seal_ghash_pkg::*;
#(
  parameter int unsigned Slots      = 2,
  parameter int unsigned Lanes      = 4,
  parameter int unsigned Reductions = 1,
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter bit          FixedKey   = 1'b0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      s_key_valid,
  output logic [1:0]                s_key_ready,
  input  logic [3:0]                s_key_slot,
  input  logic [1:0][127:0]         s_key_data,
  input  logic                      m_key_ready,
  output logic [1:0]                m_key_valid,
  input  logic                      s_axis_tvalid,
  output logic [1:0]                s_axis_tready,
  input  logic [1:0][Lanes*128-1:0] s_axis_tdata,
  input  logic [Lanes*16-1:0]       s_axis_tkeep,
  input  logic                      s_axis_tlast,
  input  logic [7:0]                s_axis_tuser,
  output logic [1:0]                m_axis_tvalid,
  input  logic                      m_axis_tready,
  output logic [1:0][127:0]         m_axis_tdata,
  input  logic                      zeroise_i,
  output logic [1:0]                busy_o,
  output logic [15:0]               clear_o
);

  for (genvar n = 0; n < 2; n++) begin : g_copy
    logic [3:0]       slot;
    logic [2:0]       cause;
    logic [5:0]       user;
    logic             last;
    logic [Slots-1:0] ready;

    seal_ghash #(
      .Slots(Slots), .Lanes(Lanes), .Reductions(Reductions), .MultKind(MultKind),
      .MultStages(MultStages), .FixedKey(FixedKey), .Key(128'd5)
    ) u_core (
      .clk_i, .rst_ni,
      .s_key_valid, .s_key_ready(s_key_ready[n]), .s_key_slot, .s_key_data(s_key_data[n]),
      .m_key_valid(m_key_valid[n]), .m_key_ready, .m_key_slot(slot), .m_key_cause(cause),
      .s_axis_tvalid, .s_axis_tready(s_axis_tready[n]), .s_axis_tdata(s_axis_tdata[n]),
      .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
      .m_axis_tvalid(m_axis_tvalid[n]), .m_axis_tready, .m_axis_tdata(m_axis_tdata[n]),
      .m_axis_tlast(last), .m_axis_tuser(user),
      .slot_ready_o(ready), .zeroise_i, .busy_o(busy_o[n])
    );
  end

  assign clear_o =
      16'(ghash_clear(seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages), MultStages));

endmodule
