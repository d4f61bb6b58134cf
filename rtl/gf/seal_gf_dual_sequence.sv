// SPDX-License-Identifier: Apache-2.0
//
// The sequence of a field element b that describes its product matrix in dual coordinates. With
// f(z) = coefficient of x^(Width-1) in z,
//
//   s_k = f(x^k b),  k = 0 ... 2 Width - 2
//
// is a linear recurring sequence: s_(k+Width) = sum of s_(k+T) over the taps T of Poly. The first
// Width elements are s_k = b_(Width-1-k), plus those terms s_(k+T-Width) of the same sum that have
// an index of 0 or more.
//
// Taps that come in pairs share sums (tap_pairs of seal_gf_pkg). For the polynomial of GCM, with
// taps 0, 1, 2, 7, the sum s_k + s_(k+1) with odd k serves two elements:
//
//   s_(k+128)   = (s_k + s_(k+1)) + s_(k+2) + s_(k+7)
//   s_(k+127)   = s_(k-1) + (s_k + s_(k+1)) + s_(k+6)
//
// so 318 XOR make 127 elements, in place of 381, behind 10 XOR for s_121 to s_127. This is the key
// side of seal_gf_mult_dual, whose header explains its use.
//
// Combinational. Depth: 2 XOR for each Width - T elements, T the highest tap below x^Width.
//
// Source: dual bases as in E. R. Berlekamp, Bit-Serial Reed-Solomon Encoders, IEEE Trans.
// Information Theory 28(6), 1982, from which it follows that the matrix is Hankel.
module seal_gf_dual_sequence
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter poly_t       Poly  = poly_t'(GcmPoly)
) (
  input  logic [Width-1:0]   b_i,
  output logic [2*Width-2:0] s_o
);

  localparam int unsigned Taps  = $countones(Poly) - 1;
  localparam tap_pairs_t  Pairs = tap_pairs(Poly);
  localparam bit          Four  = Pairs.second != Pairs.first + Pairs.gap;

  // Elements below Width are sums of single terms
  for (genvar k = 0; k < 2*Width - 1; k++) begin : g_element
    // Of three taps, each half of a run of 2 gap elements takes the pair that the other one has.
    localparam int unsigned Run   = (k < Width || Pairs.gap == 0) ? 0 : (k - Width) / Pairs.gap;
    localparam bit          First = Four || Run % 2 == 1;
    localparam bit          Later = Four || Run % 2 == 0;
    localparam poly_t       Pair  = (poly_t'(1) << Pairs.gap) | poly_t'(1);
    localparam poly_t       Used  = (k < Width || Pairs.gap == 0) ? '0
        : (First ? Pair << Pairs.first : '0) | (Later ? Pair << Pairs.second : '0);
    localparam poly_t       Rest  = Poly & ~Used;

    logic [Taps:0] term;
    logic          s, q;   // separate nets: as bits of one vector, tools would see a loop
    logic [1:0]    shared;

    if (k < Width) begin : g_own
      assign term[Taps] = b_i[Width-1-k];
    end else begin : g_recurring
      assign term[Taps] = 1'b0;
    end
    for (genvar n = 0; n < Taps; n++) begin : g_term
      localparam int unsigned Tap = nth_one(row_t'(Poly), n);
      if (Rest[Tap] && k + Tap >= Width) begin : g_there
        assign term[n] = g_element[k+Tap-Width].s;
      end else begin : g_none
        assign term[n] = 1'b0;
      end
    end

    if (Used != '0 && First) begin : g_first
      assign shared[0] = g_element[k+Pairs.first+Pairs.gap-Width].q;
    end else begin : g_no_first
      assign shared[0] = 1'b0;
    end
    if (Used != '0 && Later) begin : g_second
      assign shared[1] = g_element[k+Pairs.second+Pairs.gap-Width].q;
    end else begin : g_no_second
      assign shared[1] = 1'b0;
    end

    assign s      = (^shared) ^ (^term);
    assign s_o[k] = s;

    // With the element that is gap before it
    if (Pairs.gap != 0 && k >= Pairs.gap) begin : g_sum
      assign q = g_element[k-Pairs.gap].s ^ s;
    end else begin : g_no_sum
      assign q = 1'b0;
    end
    logic unused_q;   // of most elements
    assign unused_q = q;
  end

endmodule
