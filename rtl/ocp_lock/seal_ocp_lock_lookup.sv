// SPDX-License-Identifier: Apache-2.0
//
// The way of the host's commands to the engine: finds the slot of the key that a command names.
// No standard: OCP L.O.C.K. 1.1, 4.7.1.2.2, leaves open how an I/O command selects its key.
//
//   s_cmd   name (20 bytes, as in METD), info (InfoW bits: all else of the command)
//   m_cmd   slot, hit, aux (loaded with the key), info. Without a hit the slot is one that
//           the engine does not have (NoSlot), so that it refuses the command; aux is then zero
//
//   Reset     nothing is taken during a reset; then Idle
//   Idle      a command is taken
//   Compare   its name and those of the table go into the comparison
//   Match     the result is registered
//   Offer     m_cmd, until it is taken
//
// Latency: three cycles. Throughput: a command every four cycles; a sector engine takes no more
// than one in three, and each is for one data unit at least.
//
// The slot of a command that is offered must not get another key. So while the key of a name is
// being changed (hold_i; the name is that of seal_ocp_lock_names), commands of that name wait
// between Compare and Match, and the change waits until none is offered (open_o low): then every
// command of the name is ahead of the change, in the engine, or will be compared after it. Other
// names pass.
//
// Reset: no command. A zeroise clears the names and nothing here: a command that was found before
// meets a slot without a key.
`include "seal_assert.svh"

module seal_ocp_lock_lookup
  import seal_ocp_lock_pkg::*;
#(
  parameter int unsigned InfoW = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             hold_i,
  output logic             open_o,

  input  logic             s_cmd_valid,
  output logic             s_cmd_ready,
  input  logic [MetdW-1:0] s_cmd_name,
  input  logic [InfoW-1:0] s_cmd_info,

  output logic             m_cmd_valid,
  input  logic             m_cmd_ready,
  output logic [3:0]       m_cmd_slot,
  output logic             m_cmd_hit,
  output logic [AuxW-1:0]  m_cmd_aux,
  output logic [InfoW-1:0] m_cmd_info,

  output logic [MetdW-1:0] look_o,
  input  logic             look_hit_i,
  input  logic [3:0]       look_slot_i,
  input  logic             look_same_i,
  output logic [3:0]       aux_slot_o,
  input  logic [AuxW-1:0]  aux_i
);

  typedef enum logic [2:0] {
    StReset   = 3'd0,
    StIdle    = 3'd1,
    StCompare = 3'd2,
    StMatch   = 3'd3,
    StOffer   = 3'd4
  } state_e;

  state_e           state_q;
  logic [MetdW-1:0] name_q;
  logic [InfoW-1:0] info_q;
  logic [3:0]       slot_q;
  logic             hit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StReset;
    end else begin
      unique case (state_q)
        StReset:   state_q <= StIdle;
        StIdle:    if (s_cmd_valid) state_q <= StCompare;
        StCompare: state_q <= StMatch;
        StMatch:   state_q <= (hold_i && look_same_i) ? StCompare : StOffer;
        default:   if (m_cmd_ready) state_q <= StIdle;   // StOffer
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) begin
      name_q <= s_cmd_name;
      info_q <= s_cmd_info;
    end
    if (state_q == StMatch) begin
      hit_q  <= look_hit_i;
      slot_q <= look_hit_i ? look_slot_i : NoSlot;
    end
  end

  assign s_cmd_ready = (state_q == StIdle);
  assign m_cmd_valid = (state_q == StOffer);
  assign m_cmd_slot  = slot_q;
  assign m_cmd_hit   = hit_q;
  assign m_cmd_aux   = aux_i & {AuxW{hit_q}};
  assign m_cmd_info  = info_q;
  assign open_o      = (state_q == StOffer);
  assign look_o      = name_q;
  assign aux_slot_o  = slot_q;

  `SEAL_STREAM(Name, s_cmd_valid, s_cmd_ready, {s_cmd_name, s_cmd_info}, 1'b0)
  `SEAL_STREAM(Command, m_cmd_valid, m_cmd_ready,
      {m_cmd_slot, m_cmd_hit, m_cmd_aux, m_cmd_info}, 1'b0)

endmodule
