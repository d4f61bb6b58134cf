// SPDX-License-Identifier: Apache-2.0
//
// Sum of q products in GF(2^128) (q = Lanes), modulo x^128 + x^7 + x^2 + x + 1: one step of a GHASH
// that takes q blocks per cycle.
//
//   p = a_1 k_1 + a_2 k_2 + ... + a_q k_q
//
// Reductions = 1: Karatsuba products, which are added before the only reduction (MultKind 0, or 3
// without splitting). Reductions = Lanes: of any kind, each with its own reduction, and then added.
//
// key_i is in the form of seal_gf_mult_key. Bit i is the coefficient of x^i. Latency MultStages
// cycles, one sum per cycle. With kinds other than 0 and 3 and MultStages > 1, the sum has the last
// register, the only one behind the multipliers; with MultStages = 1 the multipliers have it, and
// the sum follows. No reset: zeros clear it.
//
// Source: K. M. Abdellatif, R. Chotin-Avot and H. Mehrez, Efficient Parallel-Pipelined GHASH for
// Message Authentication, ReConFig 2012, Figs. 4 to 6 (Reductions = 1); A. Satoh, T. Sugawara and
// T. Aoki, High-Speed Pipelined Hardware Architecture for Galois Counter Mode, 2007; J. Wang et
// al., High-Speed Architectures for GHASH Based on Efficient Bit-Parallel Multipliers, WCNIS 2010
// (MultKind 1).
module seal_ghash_mult
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Lanes      = 4,
  parameter int unsigned  Reductions = 1,
  parameter int unsigned  MultKind   = 0,
  parameter int unsigned  MultStages = 4,
  parameter int unsigned  MultHalt   = 32,
  localparam int unsigned KeyW       = key_width(MultKind, 128, poly_t'(GcmPoly), MultHalt,
                                                 GcmDigit, GcmLevels)
) (
  input  logic                       clk_i,
  input  logic [Lanes-1:0][127:0]    a_i,
  input  logic [Lanes-1:0][KeyW-1:0] key_i,
  output logic [127:0]               p_o
);

  localparam bit          Splits = (MultKind == KindKaratsuba);
  localparam int unsigned Halt   = (MultKind == KindReyhaniMasoleh) ? 128 : MultHalt;

  if (Lanes == 1 || Splits || MultKind == KindReyhaniMasoleh) begin : g_joint
    localparam int unsigned Kind = (Lanes == 1) ? MultKind :
                                   (Reductions == 1) ? KindParallel : KindParallelClassical;
    seal_gf_mult #(
      .Width(128), .Poly(GcmPoly), .Kind(Kind), .Stages(MultStages), .Halt(Halt), .Lanes(Lanes),
      .Keyed(1'b1)
    ) u_mult (
      .clk_i, .start_i(1'b1), .a_i, .b_i(key_i), .p_o
    );
  end else begin : g_several
    localparam int unsigned Stages = (MultStages > 1) ? MultStages - 1 : 1;
    logic [Lanes-1:0][127:0] p;
    logic [127:0]            sum;

    for (genvar n = 0; n < Lanes; n++) begin : g_lane
      seal_gf_mult #(
        .Width(128), .Poly(GcmPoly), .Kind(MultKind), .Stages(Stages), .Halt(Halt), .Keyed(1'b1)
      ) u_mult (
        .clk_i, .start_i(1'b1), .a_i(a_i[n]), .b_i(key_i[n]), .p_o(p[n])
      );
    end

    always_comb begin
      sum = '0;
      for (int unsigned n = 0; n < Lanes; n++) sum = sum ^ p[n];
    end

    seal_gf_cut #(.Width(128), .To(MultStages - Stages), .Cuts('1)) u_sum (
      .clk_i, .d_i(sum), .q_o(p_o)
    );
  end

endmodule
