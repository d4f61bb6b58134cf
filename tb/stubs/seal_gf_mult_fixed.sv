// SPDX-License-Identifier: Apache-2.0
//
// Stub of seal_gf_mult_fixed in benches of whole cores: a sum of multiples of the constant, one for
// each bit of a, then a register for each stage. It builds twenty times as fast; the multiplier
// itself is proved equal to the product in the field.
// Latency: Stages cycles, as of the real one.
module seal_gf_mult_fixed
  import seal_gf_pkg::*;
#(
  parameter int unsigned    Width  = 128,
  parameter poly_t          Poly   = poly_t'(GcmPoly),
  parameter bit [Width-1:0] Key    = Width'(1),
  parameter int unsigned    Stages = 1,
  parameter int unsigned    Group  = 5
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] p_o
);

  // Of Width elements, not of one vector: the simulator then reads one of them.
  typedef logic [Width-1:0] multiples_t [Width];

  function automatic multiples_t multiples();
    poly_t power = poly_t'(Key);
    for (int unsigned i = 0; i < Width; i++) begin
      multiples[i] = Width'(power);
      power        = times_x(power, Width, Poly);
    end
  endfunction

  localparam multiples_t Multiples = multiples();

  logic [Width-1:0] product;

  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      if (a_i[i]) product = product ^ Multiples[i];
    end
  end

  seal_shift_reg #(.Width(Width), .Stages(Stages)) u_stages (.clk_i, .d_i(product), .q_o(p_o));

endmodule
