// SPDX-License-Identifier: Apache-2.0
//
// Replaces rtl/gf/seal_gf_mult.sv in the benches of the hash: the same product with the same
// latency, computed by its definition, modulo Poly in GF(2)[x]. The benches test powers, feedback
// and look-ahead; the multiplier is proved elsewhere, and the tests of the core use both. With
// access to all signals, a gate-level multiplier takes minutes to build, this one seconds. Bit i is
// the coefficient of x^i. Latency Stages cycles. Kinds 16 and 17 make one product at a time:
// ceil(Width / Digit) cycles from start_i on, p_o is the product for one cycle only, and a further
// start_i drops the one before. No reset.
module seal_gf_mult #(
  parameter int unsigned  Width  = 128,
  parameter bit [Width:0] Poly   = {1'b1, 128'h87},
  parameter int unsigned  Kind   = 0,
  parameter int unsigned  Stages = 1,
  parameter int unsigned  Halt   = 4,
  parameter int unsigned  Digit  = 16,
  parameter bit           Tables = 1'b0,
  parameter bit           Keyed  = 1'b0
) (
  input  logic             clk_i,
  input  logic             start_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam bit          Serial = (Kind == 16 || Kind == 17);
  localparam int unsigned Cycles = Serial ? (Width + Digit - 1) / Digit : Stages;

  if (Serial ? Keyed : (Kind != 0 || Halt < 1 || Tables || !Keyed)) begin : g_bad_kind
    $error("seal_gf_mult: stands in for Kind 0 with Keyed = 1, whose key form is the operand");
  end

  // Horner's rule from the highest coefficient of b down
  function automatic logic [Width-1:0] product(logic [Width-1:0] a, logic [Width-1:0] b);
    logic [Width-1:0] p;
    p = '0;
    for (int i = Width - 1; i >= 0; i--) begin
      p = (p << 1) ^ (p[Width-1] ? Poly[Width-1:0] : '0) ^ (b[i] ? a : '0);
    end
    return p;
  endfunction

  logic [Cycles-1:0][Width-1:0] flight_q;

  always_ff @(posedge clk_i) begin
    flight_q[0] <= (start_i || !Serial) ? product(a_i, b_i) : '0;
    for (int unsigned i = 1; i < Cycles; i++) begin
      flight_q[i] <= (start_i && Serial) ? '0 : flight_q[i-1];
    end
  end

  assign p_o = flight_q[Cycles-1];

endmodule
