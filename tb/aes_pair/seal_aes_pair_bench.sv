// SPDX-License-Identifier: Apache-2.0
//
// Two copies of an AES core with equal handshakes and different keys and blocks: any signal that
// differs between them depends on a secret. No standard.
//
// Core: 0 seal_aes_pipelined, 1 seal_aes_fly, 2 seal_aes_unrolled. Fixed is used by seal_aes_fly
// only, Slots, Dir, RoundStages and Fold by seal_aes_pipelined only. clear_o: cycles from the fall
// of zeroise_i, after which nothing may differ.
module seal_aes_pair_bench
  import seal_aes_stream_pkg::*;
  import seal_aes_fly_pkg::*;
  import seal_aes_unrolled_pkg::*;
#(
  parameter int unsigned Core        = 0,
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 0,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Fixed       = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              s_key_valid,
  output logic [1:0]        s_key_ready,
  input  logic [3:0]        s_key_slot,
  input  logic [1:0]        s_key_size,
  input  logic [1:0][255:0] s_key_data,
  input  logic              m_key_ready,
  output logic [1:0]        m_key_valid,
  input  logic              s_axis_tvalid,
  output logic [1:0]        s_axis_tready,
  input  logic [1:0][127:0] s_axis_tdata,
  input  logic [4:0]        s_axis_tuser,
  output logic [1:0]        m_axis_tvalid,
  input  logic              m_axis_tready,
  output logic [1:0][127:0] m_axis_tdata,
  input  logic              zeroise_i,
  output logic [1:0]        busy_o,
  output logic [15:0]       clear_o
);

  localparam bit [2:0] Sizes = 3'(KeySizes);

  for (genvar n = 0; n < 2; n++) begin : g_copy
    logic [3:0] slot;
    logic [2:0] cause;
    logic [6:0] user;
    logic       last;

    if (Core == 0) begin : g_stored
      logic [Slots-1:0] ready;
      seal_aes_pipelined #(
        .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .Dir(Dir), .RoundStages(RoundStages),
        .Fold(Fold)
      ) u_core (
        .clk_i, .rst_ni,
        .s_key_valid, .s_key_ready(s_key_ready[n]), .s_key_slot, .s_key_size,
        .s_key_data(s_key_data[n]),
        .m_key_valid(m_key_valid[n]), .m_key_ready, .m_key_slot(slot), .m_key_cause(cause),
        .s_axis_tvalid, .s_axis_tready(s_axis_tready[n]), .s_axis_tdata(s_axis_tdata[n]),
        .s_axis_tlast(1'b1), .s_axis_tuser,
        .m_axis_tvalid(m_axis_tvalid[n]), .m_axis_tready, .m_axis_tdata(m_axis_tdata[n]),
        .m_axis_tlast(last), .m_axis_tuser(user),
        .slot_ready_o(ready), .zeroise_i, .busy_o(busy_o[n])
      );
    end else if (Core == 1) begin : g_fly
      logic ready;
      seal_aes_fly #(.KeySizes(KeySizes), .Sbox(Sbox), .Fixed(Fixed)) u_core (
        .clk_i, .rst_ni,
        .s_key_valid, .s_key_ready(s_key_ready[n]), .s_key_slot, .s_key_size,
        .s_key_data(s_key_data[n]),
        .m_key_valid(m_key_valid[n]), .m_key_ready, .m_key_slot(slot), .m_key_cause(cause),
        .s_axis_tvalid, .s_axis_tready(s_axis_tready[n]), .s_axis_tdata(s_axis_tdata[n]),
        .s_axis_tlast(1'b1), .s_axis_tuser,
        .m_axis_tvalid(m_axis_tvalid[n]), .m_axis_tready, .m_axis_tdata(m_axis_tdata[n]),
        .m_axis_tlast(last), .m_axis_tuser(user),
        .slot_ready_o(ready), .zeroise_i, .busy_o(busy_o[n])
      );
    end else begin : g_unrolled
      logic ready;
      seal_aes_unrolled #(.KeySizes(KeySizes), .Sbox(Sbox)) u_core (
        .clk_i, .rst_ni,
        .s_key_valid, .s_key_ready(s_key_ready[n]), .s_key_slot, .s_key_size,
        .s_key_data(s_key_data[n]),
        .m_key_valid(m_key_valid[n]), .m_key_ready, .m_key_slot(slot), .m_key_cause(cause),
        .s_axis_tvalid, .s_axis_tready(s_axis_tready[n]), .s_axis_tdata(s_axis_tdata[n]),
        .s_axis_tlast(1'b1), .s_axis_tuser,
        .m_axis_tvalid(m_axis_tvalid[n]), .m_axis_tready, .m_axis_tdata(m_axis_tdata[n]),
        .m_axis_tlast(last), .m_axis_tuser(user),
        .slot_ready_o(ready), .zeroise_i, .busy_o(busy_o[n])
      );
    end
  end

  assign clear_o = (Core == 0) ? 16'(stream_clear(Sizes, RoundStages, Fold)) :
                   (Core == 1) ? 16'(fly_depth(Sizes, Fixed) + 2) :
                                 16'(unrolled_depth(Sizes) + 2);

endmodule
