// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly: p = a b mod Poly. One wrapper for all architectures;
// a new one is a value of seal_gf_pkg::kind_e, a file, and a branch here.
//
//   Kind 0  Karatsuba, schoolbook from width Halt down   (seal_gf_mult_karatsuba)
//   Kind 1  Mastrovito product matrix; Halt has no effect (seal_gf_mult_mastrovito)
//
// Bit i is the coefficient of x^i; byte and bit orders of the modes are wired outside
// (seal_gf_pkg::block_to_poly). Latency Stages cycles, one product per cycle: the pipeline always
// moves. The last register is the output register; the operands are not registered. With D levels
// of two-input gates in all, no stage has more than ceil(D / Stages) + 1; the first has two less
// than the deepest may have, where there are enough levels. No reset.
//
// Source: NIST SP 800-38D, section 6.3, for the field of GCM.
module seal_gf_mult
  import seal_gf_pkg::*;
#(
  parameter int unsigned   Width  = 128,
  parameter bit [Width:0]  Poly   = (Width+1)'(GcmPoly),  // with x^Width
  parameter int unsigned   Kind   = 0,
  parameter int unsigned   Stages = 1,
  parameter int unsigned   Halt   = 4,
  // The width, or a small one in place of an illegal one, which shall end in its own message only.
  localparam int unsigned  W      = (Width >= 2 && Width <= MaxWidth) ? Width : 2
) (
  input  logic         clk_i,
  input  logic [W-1:0] a_i,
  input  logic [W-1:0] b_i,
  output logic [W-1:0] p_o
);

  localparam int unsigned STAGES  = clamp(Stages, 1, MaxStages);
  localparam int unsigned HALT    = clamp(Halt, 1, W);
  localparam poly_t       ENDS    = (poly_t'(1) << W) | poly_t'(1);
  localparam poly_t       MODULUS = poly_t'(Poly) | ENDS;

  if (Width != W) begin : gen_illegal_width
    $error("seal_gf_mult: Width must be 2 to 512");
  end else if (poly_t'(Poly) != MODULUS) begin : gen_illegal_poly
    $error("seal_gf_mult: Poly must have the terms x^Width and 1");
  end
  if (Kind > 1) begin : gen_illegal_kind
    $error("seal_gf_mult: Kind must be 0 (Karatsuba) or 1 (Mastrovito)");
  end
  if (Stages != STAGES) begin : gen_illegal_stages
    $error("seal_gf_mult: Stages must be 1 to 8");
  end
  if (Halt != HALT) begin : gen_illegal_halt
    $error("seal_gf_mult: Halt must be 1 to Width");
  end

  if (Kind == KindMastrovito) begin : gen_mastrovito
    seal_gf_mult_mastrovito #(.Width(W), .Poly(MODULUS), .Stages(STAGES)) u_mult (
      .clk_i(clk_i), .a_i(a_i), .b_i(b_i), .p_o(p_o)
    );
  end else begin : gen_karatsuba
    seal_gf_mult_karatsuba #(
      .Width(W), .Poly(MODULUS), .Stages(STAGES), .Halt(HALT)
    ) u_mult (
      .clk_i(clk_i), .a_i(a_i), .b_i(b_i), .p_o(p_o)
    );
  end

endmodule
