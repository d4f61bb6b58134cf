// SPDX-License-Identifier: Apache-2.0
//
// Makes the powers H^2 .. H^(q s) of a hash key, for seal_hash_lanes (q = Lanes, s = MultStages):
// H^(k+1) = H^k H, one after the other, by a digit-serial multiplier (seal_gf_mult) of c cycles
// that does nothing else. So keys are loaded beside any traffic. No standard.
//
//   h_valid_i, h_i --> newest_i (the power stored last) times H --> store_o, product_o
//
// It works with seal_hash_powers, which keeps newest_i: H^k is there from the cycle after its
// store_o, and then start_o with index_o = k begins the next product. h_i is a polynomial.
//
// done_o, a register, comes (q s - 1) (c + 1) + 1 cycles after h_valid_i, where c is ceil(128 /
// digit) and the digit as in seal_hash_pkg. Until then no other h_valid_i may come. Reset: idle.
// sweep_i: the same, and H and the multiplier are clear when newest_i is, a cycle later.
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
  input  logic [127:0]      h_i,
  input  logic [127:0]      newest_i,

  output logic              start_o,
  output logic [PowerW-1:0] index_o,
  output logic              store_o,
  output logic [127:0]      product_o,
  output logic              done_o
);

  localparam int unsigned Kind   = seal_gf_pkg::KindDigitSerial;
  localparam int unsigned Digit  = lanes_digit(Lanes, MultStages);
  localparam int unsigned Cycles = seal_gf_pkg::serial_cycles(Kind, 128, Digit);

  logic              start_q, final_power, sweep_q;
  logic [Cycles-1:0] flight_q;   // a product begins, ..., is there
  logic [127:0]      h_q;

  assign start_o     = start_q;
  assign store_o     = flight_q[Cycles-1];
  assign final_power = (index_o == PowerW'(Lanes * MultStages - 1));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q  <= 1'b0;
      flight_q <= '0;
      done_o   <= 1'b0;
    end else if (sweep_i) begin
      start_q  <= 1'b0;
      flight_q <= '0;
      done_o   <= 1'b0;
    end else begin
      start_q  <= h_valid_i || (store_o && !final_power);
      flight_q <= Cycles'({flight_q, start_q});
      done_o   <= store_o && final_power;
    end
  end

  always_ff @(posedge clk_i) begin
    sweep_q <= sweep_i;
    if (sweep_i)        h_q <= '0;
    else if (h_valid_i) h_q <= h_i;
    if (h_valid_i)      index_o <= PowerW'(1);
    else if (store_o)   index_o <= index_o + PowerW'(1);
  end

  seal_gf_mult #(
    .Width(128), .Poly(seal_gf_pkg::GcmPoly), .Kind(Kind), .Digit(Digit)
  ) u_mult (
    .clk_i,
    .start_i(start_q || sweep_q),
    .a_i    (newest_i),
    .b_i    (h_q),
    .p_o    (product_o)
  );

  `SEAL_ASSERT(OneAtATime_A, h_valid_i && !sweep_i |-> !start_q && flight_q == '0)

endmodule
