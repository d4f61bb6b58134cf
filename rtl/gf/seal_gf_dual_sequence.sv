// SPDX-License-Identifier: Apache-2.0
//
// The sequence of a field element b that describes its product matrix in dual coordinates. With
// f(z) = coefficient of x^(Width-1) in z,
//
//   s_k = f(x^k b),  k = 0 ... 2 Width - 2
//
// is a linear recurring sequence: s_(k+Width) = sum of s_(k+T) over the taps T of Poly. The first
// Width elements are s_k = b_(Width-1-k), plus those terms s_(k+T-Width) of the same sum that have
// an index of 0 or more. For the polynomial of GCM that is 10 XOR for s_121 to s_127 and 381 XOR
// for the others. This is the key side of seal_gf_mult_dual, whose header explains its use.
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

  localparam int unsigned Taps = $countones(Poly) - 1;

  for (genvar k = 0; k < 2*Width - 1; k++) begin : g_element
    logic [Taps:0] term;
    logic          s;   // a separate net: as bits of one vector, tools would see a loop
    if (k < Width) begin : g_own
      assign term[Taps] = b_i[Width-1-k];
    end else begin : g_recurring
      assign term[Taps] = 1'b0;
    end
    for (genvar n = 0; n < Taps; n++) begin : g_term
      localparam int unsigned Tap = nth_one(row_t'(Poly), n);
      if (k + Tap >= Width) begin : g_there
        assign term[n] = g_element[k+Tap-Width].s;
      end else begin : g_none
        assign term[n] = 1'b0;
      end
    end
    assign s      = ^term;
    assign s_o[k] = s;
  end

endmodule
