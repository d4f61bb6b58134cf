// SPDX-License-Identifier: Apache-2.0
//
// Stores a hash key H and has its powers made (seal_hash): req_i stays high until done_o.
// MultStages is 1 to 8. With power_o, power_index_o = n asks for H^(n+1). No standard.
//
//   Store   key_valid_o for one cycle
//   Power   power_o takes one cycle of the multipliers
//   Wait    until the power is stored; MultStages - 1 times in all
//
// Latency: 2 cycles, and for each power a product. Reset: idle. sweep_i too.
module seal_hash_key #(
  parameter int unsigned  MultStages = 4,
  localparam int unsigned PowerW     = seal_engine_pkg::power_width(1, MultStages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic              req_i,
  output logic              done_o,
  output logic              key_valid_o,
  output logic              power_o,
  output logic [PowerW-1:0] power_index_o,
  input  logic              power_done_i
);

  typedef enum logic [1:0] {StStore, StPower, StWait, StDone} state_e;

  state_e     state_q, state_d;
  logic [3:0] power_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StStore: if (req_i) state_d = (MultStages > 1) ? StPower : StDone;
      StPower: state_d = StWait;
      StWait:  if (power_done_i) state_d = (32'(power_q) < MultStages) ? StPower : StDone;
      default: state_d = StStore;   // StDone
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     state_q <= StStore;
    else if (sweep_i) state_q <= StStore;
    else             state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StStore)      power_q <= 4'd1;
    else if (state_q == StPower) power_q <= power_q + 4'd1;
  end

  assign key_valid_o   = (state_q == StStore) && req_i && !sweep_i;
  assign power_o       = (state_q == StPower);
  assign power_index_o = PowerW'(power_q);
  assign done_o        = (state_q == StDone);

endmodule
