// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a product modulo any field polynomial, in one of two ways:
//
//   Fold = 0   multiplication by the reduction matrix, one XOR tree per row. For the polynomial of
//              GCM: 527 XOR (521 with equal sums made once), 3 levels.
//   Fold = 1   x^Width is the sum of the taps T of Poly, so with t_j, the coefficient of
//              x^(Width+j) once all above it are folded,
//                  t_j = p_(Width+j) + sum of t_(j+Width-T),   result i = p_i + sum of t_(i-T)
//              and taps that come in pairs share sums (tap_pairs of seal_gf_pkg). For GCM: 445 XOR,
//              5 levels.
//
// Bit i is the coefficient of x^i. Product at depth From of a planned pipeline (seal_gf_plan_pkg),
// result at depth From + Levels, Levels >= clog2(red_weight(Width, Poly)). With Fold = 1, the cuts
// between them lie behind all of it, so that a stage there is deeper than planned.
// Latency: these cuts. No reset.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 3.3 (reduction matrix and its Hamming weight).
module seal_gf_reduce
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned From   = 0,
  parameter int unsigned Levels = $clog2(red_weight(Width, Poly)),
  parameter cuts_t       Cuts   = '0,
  parameter bit          Fold   = 1'b0
) (
  input  logic               clk_i,
  input  logic [2*Width-2:0] p_i,
  output logic [Width-1:0]   p_o
);

  if (Fold) begin : g_fold
    localparam int unsigned Taps  = $countones(Poly) - 1;
    localparam tap_pairs_t  Pairs = tap_pairs(Poly);
    localparam bit          Share = Pairs.gap != 0;
    localparam bit          Four  = Pairs.second != Pairs.first + Pairs.gap;
    localparam poly_t       Pair  = (poly_t'(1) << Pairs.gap) | poly_t'(1);
    localparam int unsigned High  = Width - 1;   // coefficients above x^(Width-1)

    logic [Width-1:0] sums;

    for (genvar j = 0; j < High; j++) begin : g_high
      logic [Taps:0] term;
      logic          t, pair;   // separate nets: as bits of one vector, tools would see a loop
      assign term[Taps] = p_i[Width+j];
      for (genvar n = 0; n < Taps; n++) begin : g_term
        localparam int unsigned Tap = nth_one(row_t'(Poly), n);
        if (j + Width - Tap < High) begin : g_there
          assign term[n] = g_high[j+Width-Tap].t;
        end else begin : g_none
          assign term[n] = 1'b0;
        end
      end
      assign t = ^term;
      if (Share && j >= Pairs.gap) begin : g_pair
        assign pair = t ^ g_high[j-Pairs.gap].t;
      end else begin : g_alone
        assign pair = t;
      end
      logic unused_pair;   // of the last ones
      assign unused_pair = pair;
    end

    for (genvar i = 0; i < Width; i++) begin : g_low
      // Of three taps, each half of a run of 2 gap coefficients takes the pair that the other has.
      localparam int unsigned Run   = Share ? i / Pairs.gap : 0;
      localparam bit          First = Share && (Four || Run % 2 == 0);
      localparam bit          Later = Share && (Four || Run % 2 == 1);
      localparam poly_t       Used  = (First ? Pair << Pairs.first : '0) |
                                      (Later ? Pair << Pairs.second : '0);
      logic [Taps+1:0] term;
      logic            low;

      assign low = p_i[i];
      for (genvar n = 0; n < Taps; n++) begin : g_term
        localparam int unsigned Tap = nth_one(row_t'(Poly), n);
        if (!Used[Tap] && i >= Tap && i - Tap < High) begin : g_there
          assign term[n] = g_high[i-Tap].t;
        end else begin : g_none
          assign term[n] = 1'b0;
        end
      end
      for (genvar s = 0; s < 2; s++) begin : g_shared
        localparam int unsigned Tap = (s == 0) ? Pairs.first : Pairs.second;
        if (!((s == 0) ? First : Later) || i < Tap) begin : g_none
          assign term[Taps+s] = 1'b0;
        end else if (i - Tap < High) begin : g_pair
          assign term[Taps+s] = g_high[i-Tap].pair;
        end else begin : g_top   // its first part is above the product
          assign term[Taps+s] = g_high[i-Tap-Pairs.gap].t;
        end
      end
      assign sums[i] = low ^ (^term);
    end

    seal_gf_cut #(.Width(Width), .From(From), .To(From + Levels), .Cuts(Cuts)) u_cut (
      .clk_i, .d_i(sums), .q_o(p_o)
    );
  end else begin : g_matrix
    localparam row_t Last = last_row(Width, Poly);

    for (genvar k = 0; k < Width; k++) begin : g_row
      localparam row_t        Row   = red_row(k, Width, Poly, Last);
      localparam int unsigned Terms = $countones(Row);
      logic [Terms-1:0] term;
      for (genvar t = 0; t < Terms; t++) begin : g_term
        localparam int unsigned Power = nth_one(Row, t);
        assign term[t] = p_i[Power];
      end
      seal_gf_xor_tree #(.Terms(Terms), .From(From), .Levels(Levels), .Cuts(Cuts)) u_tree (
        .clk_i(clk_i), .d_i(term), .q_o(p_o[k])
      );
    end
  end

endmodule
