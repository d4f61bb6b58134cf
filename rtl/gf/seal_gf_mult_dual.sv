// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly as one Toeplitz product and nothing else. With
// f(z) = coefficient of x^(Width-1) in z and s_k = f(x^k b) (seal_gf_dual_sequence),
//
//   d_j = f(x^j a b) = sum of s_(i+j) a_i
//
// is a Hankel matrix times a: a Toeplitz matrix times a read backwards. The d_j determine the
// product, and the way back takes 10 XOR for the polynomial of GCM (seal_gf_dual_back). Methods in
// the polynomial basis have rows that are not Toeplitz, and pay for those instead
// (seal_gf_mult_tmvp).
//
// b_i is the sequence of b, 2 Width - 1 bits, which is stored in place of b. With Stored = 1 it is
// every sum of that sequence in the Toeplitz product (seal_gf_tmvp_windows), so that no gate in
// here depends on b alone.
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset. Use it
// through seal_gf_mult, which checks the parameters.
//
// Source: this project; Toeplitz products as in seal_gf_tmvp.
module seal_gf_mult_dual
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width  = 128,
  parameter poly_t        Poly   = poly_t'(GcmPoly),
  parameter int unsigned  Stages = 1,
  parameter int unsigned  Halt   = 4,
  parameter bit           Stored = 1'b0,
  parameter bit           Tables = 1'b0,  // see seal_gf_dot
  localparam int unsigned KeyW   = Stored ? tmvp_windows(Width, Halt) : 2*Width - 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [KeyW-1:0]  b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Taps  = $countones(Poly) - 1;
  localparam int unsigned Inner = tmvp_depth(Width, Halt, Tables);
  localparam int unsigned Depth = Inner + $clog2(Taps);   // p_0 is a sum of Taps terms
  localparam cuts_t Cuts = cut_plan(Depth, Stages, tmvp_costs(Width, Halt, 0, Depth, Tables));

  logic [Width-1:0] reversed, d, p;

  for (genvar i = 0; i < Width; i++) begin : g_reversed
    assign reversed[i] = a_i[Width-1-i];
  end
  if (Stored) begin : g_stored
    seal_gf_tmvp_stored #(.Width(Width), .Halt(Halt), .Tables(Tables), .Cuts(Cuts)) u_toeplitz (
      .clk_i, .w_i(b_i), .v_i(reversed), .p_o(d)
    );
  end else begin : g_whole
    seal_gf_tmvp #(.Width(Width), .Halt(Halt), .Tables(Tables), .Cuts(Cuts)) u_toeplitz (
      .clk_i, .t_i(b_i), .v_i(reversed), .p_o(d)
    );
  end

  seal_gf_dual_back #(.Width(Width), .Poly(Poly), .From(Inner), .Cuts(Cuts)) u_back (
    .clk_i, .d_i(d), .p_o(p)
  );

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
