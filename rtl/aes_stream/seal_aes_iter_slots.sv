// SPDX-License-Identifier: Apache-2.0
//
// Which key slots may be used, and the size of the key in each. No standard.
//
// slot_i is looked up without a clock; a slot not below Slots is never ready. set_i puts size_i
// into set_slot_i, which must be below Slots. Reset and clear_i: no slot is ready.
module seal_aes_iter_slots #(
  parameter int unsigned Slots = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic             set_i,
  input  logic [3:0]       set_slot_i,
  input  logic [1:0]       size_i,
  input  logic [3:0]       slot_i,
  output logic             ready_o,
  output logic [1:0]       size_o,
  output logic [Slots-1:0] slot_ready_o
);

  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  logic [Slots-1:0] ready_q;
  logic [1:0]       size_q [Slots];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
    end else if (clear_i) begin
      ready_q <= '0;
    end else if (set_i) begin
      ready_q <= ready_q | (Slots'(1) << set_slot_i);
    end
  end

  always_ff @(posedge clk_i) if (set_i) size_q[set_slot_i[SlotW-1:0]] <= size_i;

  assign size_o       = size_q[slot_i[SlotW-1:0]];
  assign slot_ready_o = ready_q;
  assign ready_o      = 1'(16'(ready_q) >> slot_i);

endmodule
