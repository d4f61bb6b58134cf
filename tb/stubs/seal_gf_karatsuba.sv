// SPDX-License-Identifier: Apache-2.0
//
// Stub of seal_gf_karatsuba in benches of whole cores: the product as a sum of shifted operands,
// then all registers of the cuts on the way. It builds several times as fast; the multipliers are
// proved equal to the product in the field.
// Latency: the cuts between depth From and the product's, as of the real one.
module seal_gf_karatsuba
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width = 4,
  parameter int unsigned Halt  = 4,
  parameter int unsigned From  = 0,
  parameter cuts_t       Cuts  = '0
) (
  input  logic               clk_i,
  input  logic [Width-1:0]   a_i,
  input  logic [Width-1:0]   b_i,
  output logic [2*Width-2:0] p_o
);

  logic [2*Width-2:0] product;

  always_comb begin
    product = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      if (b_i[i]) product = product ^ ((2*Width - 1)'(a_i) << i);
    end
  end

  seal_gf_cut #(
    .Width(2*Width - 1), .From(From), .To(From + karatsuba_depth(Width, Halt)), .Cuts(Cuts)
  ) u_cut (
    .clk_i, .d_i(product), .q_o(p_o)
  );

endmodule
