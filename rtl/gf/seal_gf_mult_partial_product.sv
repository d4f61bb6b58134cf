// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly straight from its definition, p = sum of b_i (x^i a): a
// chain of Width multipliers by x and one long sum, whose structure is left to the synthesis tool.
//
// Width^2 AND, Width^2 - Width XOR in the sum, and one XOR for each tap between x^0 and x^Width in
// each multiplier by x. As written, a stage of n steps is n + 1 levels deep.
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle: stage n makes
// steps n Width/Stages and up. No reset. Use it through seal_gf_mult, which checks the parameters.
//
// Source: S. Lemsitzer et al., Multi-Gigabit GCM-AES Architecture Optimized for FPGAs, CHES 2007,
// section 4.4, first bit-parallel architecture.
module seal_gf_mult_partial_product
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned Stages = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  for (genvar n = 0; n < Stages; n++) begin : g_stage
    localparam int unsigned First = n * Width / Stages;
    localparam int unsigned End   = (n + 1) * Width / Stages;
    logic [Width-1:0] power_in, b_in, sum_in;      // x^First a, b, the sum so far
    logic [Width-1:0] power, sum;
    logic [Width-1:0] power_q, b_q, sum_q;

    if (n == 0) begin : g_first
      assign power_in = a_i;
      assign b_in     = b_i;
      assign sum_in   = '0;
    end else begin : g_next
      assign power_in = g_stage[n-1].power_q;
      assign b_in     = g_stage[n-1].b_q;
      assign sum_in   = g_stage[n-1].sum_q;
    end

    always_comb begin
      power = power_in;
      sum   = sum_in;
      for (int unsigned i = First; i < End; i++) begin
        sum   = sum ^ (power & {Width{b_in[i]}});
        power = (power << 1) ^ (Poly[Width-1:0] & {Width{power[Width-1]}});
      end
    end

    always_ff @(posedge clk_i) begin
      power_q <= power;
      b_q     <= b_in;
      sum_q   <= sum;
    end
  end

  assign p_o = g_stage[Stages-1].sum_q;

  logic unused_last;
  assign unused_last = ^{g_stage[Stages-1].power_q, g_stage[Stages-1].b_q};

endmodule
