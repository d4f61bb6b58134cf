// SPDX-License-Identifier: Apache-2.0
//
// Makes the powers H^2 .. H^(q s) of a hash key, for seal_hash_lanes (q = Lanes, s = MultStages):
// H^(k+1) = H^k H, one after the other, by a digit-serial multiplier (seal_gf_mult) of c cycles
// that does nothing else. So keys are loaded beside any traffic. No standard.
//
//   newest_i (the power stored last) times H, which is the first of them --> store_o, product_o
//
// It works with seal_hash_powers, whose newest_o is H in the cycle after h_valid_i, and H^k in the
// cycle after its store_o; the next product begins then. index_o, at its start_o, is k.
//
// done_o, a register, comes (q s - 1) (c + 1) + 2 cycles after h_valid_i, where c is ceil(128 /
// digit) and the digit as in seal_hash_pkg. Until then no other h_valid_i may come. Reset: idle.
// sweep_i: idle, and two cycles after newest_i is zero, so are H and the multiplier.
`include "seal_assert.svh"

module seal_hash_lanes_key
  import seal_hash_pkg::*;
#(
  parameter int unsigned  Lanes      = 4,
  parameter int unsigned  MultStages = 4,
  localparam int unsigned PowerW     = seal_engine_pkg::power_width(Lanes, MultStages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,

  input  logic              h_valid_i,
  input  logic [127:0]      newest_i,

  output logic              start_o,
  output logic [PowerW-1:0] index_o,
  output logic              store_o,
  output logic [127:0]      product_o,
  output logic              done_o
);

  localparam int unsigned Kind   = seal_gf_pkg::KindDigitSerialDual;
  localparam int unsigned Digit  = lanes_digit(Lanes, MultStages);
  localparam int unsigned Cycles = seal_gf_pkg::serial_cycles(Kind, 128, Digit);

  logic              here_q;         // newest_i is H
  logic              start_d, start_q, keep_q, begin_q, final_power;
  logic [Cycles-1:0] flight_q;       // a product begins, ..., is there
  logic [127:0]      h_q;

  assign start_d     = here_q || (store_o && !final_power);
  assign start_o     = start_q;
  assign store_o     = flight_q[Cycles-1];
  assign final_power = (index_o == PowerW'(Lanes * MultStages - 1));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      here_q   <= 1'b0;
      start_q  <= 1'b0;
      flight_q <= '0;
      done_o   <= 1'b0;
    end else if (sweep_i) begin
      here_q   <= 1'b0;
      start_q  <= 1'b0;
      flight_q <= '0;
      done_o   <= 1'b0;
    end else begin
      here_q   <= h_valid_i;
      start_q  <= start_d;
      flight_q <= Cycles'({flight_q, start_q});
      done_o   <= store_o && final_power;
    end
  end

  // keep_q and begin_q move 128 bits and more; in a sweep these are zeros.
  always_ff @(posedge clk_i) begin
    keep_q  <= h_valid_i || sweep_i;
    begin_q <= start_d || sweep_i;
    if (keep_q)       h_q     <= newest_i;
    if (h_valid_i)    index_o <= PowerW'(1);
    else if (store_o) index_o <= index_o + PowerW'(1);
  end

  seal_gf_mult #(
    .Width(128), .Poly(seal_gf_pkg::GcmPoly), .Kind(Kind), .Digit(Digit), .Halt(8), .Tables(1'b1)
  ) u_mult (
    .clk_i,
    .start_i(begin_q),
    .a_i    (newest_i),
    .b_i    (h_q),
    .p_o    (product_o)
  );

  `SEAL_ASSERT(OneAtATime_A, h_valid_i && !sweep_i |-> !here_q && !start_q && flight_q == '0)

endmodule
