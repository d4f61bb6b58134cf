// SPDX-License-Identifier: Apache-2.0
//
// Two sector engines with equal handshakes and different keys and texts: any signal that differs
// between them depends on a secret. No standard.
//
// clear_o: cycles from the fall of zeroise_i, after which nothing may differ.
module seal_sector_twins_bench #(
  parameter int unsigned Mode     = 1,
  parameter int unsigned Order    = 0,
  parameter int unsigned KeySizes = 1,
  parameter int unsigned MaxTweak = 16,
  localparam int unsigned Slots   = 2,
  localparam int unsigned KeyW    = seal_tes_scheme_pkg::key_width(Mode)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 s_key_valid,
  output logic [1:0]           s_key_ready,
  input  logic [3:0]           s_key_slot,
  input  logic [12:0]          s_key_unit,
  input  logic [1:0][KeyW-1:0] s_key_data,
  output logic [1:0]           m_key_valid,
  input  logic                 s_cmd_valid,
  output logic [1:0]           s_cmd_ready,
  input  logic                 s_cmd_op,
  input  logic [3:0]           s_cmd_slot,
  input  logic [1:0][127:0]    s_cmd_unit,
  input  logic [31:0]          s_cmd_count,
  input  logic                 s_axis_tvalid,
  output logic [1:0]           s_axis_tready,
  input  logic [1:0][127:0]    s_axis_tdata,
  input  logic [15:0]          s_axis_tkeep,
  input  logic                 s_axis_tlast,
  output logic [1:0]           m_axis_tvalid,
  input  logic                 m_axis_tready,
  output logic [1:0]           m_status_valid,
  output logic [1:0][127:0]    m_axis_tdata,
  input  logic                 zeroise_i,
  output logic [1:0]           busy_o,
  output logic [15:0]          clear_o
);

  for (genvar n = 0; n < 2; n++) begin : g_twin
    logic [3:0]       slot, cause;
    logic [2:0]       key_cause, user;
    logic [15:0]      keep, id;
    logic             last, pass, status_last;
    logic [Slots-1:0] ready;

    seal_sector #(
      .Mode(Mode), .Order(Order), .Slots(Slots), .KeySizes(KeySizes), .MaxUnit(128),
      .MaxTweak(MaxTweak), .Buffer(16), .Window(4), .Sbox(0), .MultStages(2)
    ) u_core (
      .clk_i, .rst_ni,
      .s_key_valid, .s_key_ready(s_key_ready[n]), .s_key_slot, .s_key_size(2'd0), .s_key_unit,
      .s_key_data         (s_key_data[n]),
      .m_key_valid        (m_key_valid[n]),
      .m_key_ready        (1'b1),
      .m_key_slot         (slot),
      .m_key_cause        (key_cause),
      .s_cmd_valid, .s_cmd_ready(s_cmd_ready[n]),
      .s_cmd_op           ({1'b0, s_cmd_op}),
      .s_cmd_slot,
      .s_cmd_unit         (s_cmd_unit[n]),
      .s_cmd_count,
      .s_cmd_tweak_in_data(1'b0),
      .s_cmd_id           (16'd0),
      .s_axis_tvalid, .s_axis_tready(s_axis_tready[n]),
      .s_axis_tdata       (s_axis_tdata[n]),
      .s_axis_tkeep, .s_axis_tlast,
      .s_axis_tuser       (3'd2),
      .m_axis_tvalid      (m_axis_tvalid[n]),
      .m_axis_tready,
      .m_axis_tdata       (m_axis_tdata[n]),
      .m_axis_tkeep       (keep),
      .m_axis_tlast       (last),
      .m_axis_tuser       (user),
      .m_status_valid     (m_status_valid[n]),
      .m_status_ready     (1'b1),
      .m_status_id        (id),
      .m_status_pass      (pass),
      .m_status_last      (status_last),
      .m_status_cause     (cause),
      .slot_ready_o       (ready),
      .zeroise_i,
      .busy_o             (busy_o[n])
    );
  end

  assign clear_o = 16'd700;

endmodule
