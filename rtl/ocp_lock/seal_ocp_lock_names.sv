// SPDX-License-Identifier: Apache-2.0
//
// The table of names: which slot has the key of which name (METD, 20 bytes), and its AUX. A slot is
// bound to a name from bind_i to unbind_i or clear_i; no two slots are bound to the same name. No
// standard: OCP L.O.C.K. 1.1, 4.7.1.2.2, asks that a name stands for one key.
//
// Two searches, one cycle each: the outputs belong to the name of the cycle before.
//   name_i   of a command of the registers: hit_o with slot_o, its slot; otherwise slot_o is the
//            lowest free slot, and full_o says that there is none
//   look_i   of a command of the host: look_hit_o, only if the engine says that the slot is ready
//            (slot_ready_i); look_slot_o; look_same_o: it is the name that is at name_i
//
// bind_i binds update_slot_i to name_i, with aux_i. unbind_i overwrites the name with zeros, and
// clear_i those of all slots. aux_o: of aux_slot_i, combinational. Reset: no slot is bound.
`include "seal_assert.svh"

module seal_ocp_lock_names
  import seal_ocp_lock_pkg::*;
#(
  parameter int unsigned Slots = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             clear_i,
  input  logic             bind_i,
  input  logic             unbind_i,
  input  logic [3:0]       update_slot_i,
  input  logic [MetdW-1:0] name_i,
  input  logic [AuxW-1:0]  aux_i,
  output logic             hit_o,
  output logic             full_o,
  output logic [3:0]       slot_o,

  input  logic [Slots-1:0] slot_ready_i,
  input  logic [MetdW-1:0] look_i,
  output logic             look_hit_o,
  output logic [3:0]       look_slot_o,
  output logic             look_same_o,
  input  logic [3:0]       aux_slot_i,
  output logic [AuxW-1:0]  aux_o
);

  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  logic [Slots-1:0][MetdW-1:0] names_q;
  logic [Slots-1:0]            bound_q, match, look_match;
  logic [AuxW-1:0]             mem [Slots];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bound_q <= '0;
      names_q <= '0;
    end else begin
      for (int unsigned s = 0; s < Slots; s++) begin
        if (clear_i || (unbind_i && update_slot_i == 4'(s))) begin
          bound_q[s] <= 1'b0;
          names_q[s] <= '0;
        end else if (bind_i && update_slot_i == 4'(s)) begin
          bound_q[s] <= 1'b1;
          names_q[s] <= name_i;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (bind_i && 32'(update_slot_i) < Slots) mem[update_slot_i[SlotW-1:0]] <= aux_i;
  end

  seal_ocp_lock_match #(.Names(Slots)) u_find (
    .clk_i, .name_i, .names_i(names_q), .live_i(bound_q), .match_o(match)
  );

  seal_ocp_lock_match #(.Names(Slots + 1)) u_look (
    .clk_i,
    .name_i (look_i),
    .names_i({name_i, names_q}),
    .live_i ({1'b1, bound_q & slot_ready_i}),
    .match_o({look_same_o, look_match})
  );

  // At most one bit of a match is set, so a sum of numbers is the number.
  always_comb begin
    slot_o      = '0;
    look_slot_o = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      slot_o      |= 4'(s) & {4{match[s]}};
      look_slot_o |= 4'(s) & {4{look_match[s]}};
    end
    for (int unsigned s = Slots; s > 0; s--) begin
      if (match == '0 && !bound_q[s-1]) slot_o = 4'(s - 1);
    end
  end

  assign hit_o      = |match;
  assign full_o     = &bound_q;
  assign look_hit_o = |look_match;
  assign aux_o      = (32'(aux_slot_i) < Slots) ? mem[aux_slot_i[SlotW-1:0]] : '0;

  `SEAL_ASSERT(OneMatch_A, $onehot0(match) && $onehot0(look_match))

endmodule
