// SPDX-License-Identifier: Apache-2.0
//
// Product in the field of GCM, parallel in words and serial in between: both operands are written
// in the tower GF((2^16)^8) (seal_gf_tower_pkg), and in each of 8 cycles one word u of a, the
// highest first, is multiplied with all words of b,
//
//   w <- z w + u b   mod Q,   w_i <- w_(i-1) + q_i w_7 + u b_i
//
// in GF(2^16) = GF(2)[y]/R. b comes as an element of the tower (seal_gf_mult_key makes it, once for
// each key), so only a has to be mapped before, and the product after. 368 registers, without
// those that are constant.
//
// start_i takes the operands, also while a product is being made. The product is at p_o 8 cycles
// later, for one cycle at least. No reset. Use it through seal_gf_mult, which checks the
// parameters.
//
// Source: S. Lemsitzer et al., Multi-Gigabit GCM-AES Architecture Optimized for FPGAs, CHES 2007,
// section 4.4 and Figs. 8, 9, after C. Paar, P. Fleischmann and P. Soria-Rodriguez, Fast arithmetic
// for public-key algorithms in Galois fields with composite exponents, IEEE Trans. Computers
// 48(10), 1999.
module seal_gf_mult_hybrid
  import seal_gf_pkg::*;
  import seal_gf_tower_pkg::*;
#(
  parameter int unsigned Tower = 0
) (
  input  logic         clk_i,
  input  logic         start_i,
  input  logic [127:0] a_i,
  input  logic [127:0] b_i,
  output logic [127:0] p_o
);

  localparam poly_t        R = poly_t'({1'b1, tower_r(Tower)});
  localparam bit [127:0]   Q = tower_q(Tower);

  logic [127:0]     mapped;
  logic [7:0][15:0] u, u_q, b, b_q, w, w_q, sum;

  seal_gf_tower_map #(.Tower(Tower)) u_map (.a_i, .p_o(mapped));

  assign u = start_i ? mapped : u_q;
  assign b = start_i ? b_i : b_q;
  assign w = start_i ? '0 : w_q;

  for (genvar i = 0; i < 8; i++) begin : g_word
    logic [30:0] product;
    logic [15:0] reduced, turned;

    seal_gf_karatsuba #(.Width(16), .Halt(4)) u_product (
      .clk_i, .a_i(u[7]), .b_i(b[i]), .p_o(product)
    );
    seal_gf_reduce #(.Width(16), .Poly(R)) u_reduce (.clk_i, .p_i(product), .p_o(reduced));

    // q_i w_7: all coefficients of Q but one are 0 or 1
    always_comb begin
      turned = '0;
      for (int unsigned k = 16; k > 0; k--) begin
        turned = (turned << 1) ^ (R[15:0] & {16{turned[15]}}) ^ (w[7] & {16{Q[16*i+k-1]}});
      end
    end
    if (i == 0) begin : g_lowest
      assign sum[i] = turned ^ reduced;
    end else begin : g_other
      assign sum[i] = w[i-1] ^ turned ^ reduced;
    end
  end

  always_ff @(posedge clk_i) begin
    u_q <= u << 16;
    b_q <= b;
    w_q <= sum;
  end

  seal_gf_tower_map #(.Tower(Tower), .Back(1'b1)) u_back (.a_i(w_q), .p_o);

endmodule
