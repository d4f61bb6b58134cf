// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly as a product of matrix and vector (Mastrovito 1988):
// p = M b, column i of M is x^i a mod Poly. Element (k, i) is the sum of those a[j] for which
// x^(i+j) mod Poly has x^k. Rows without a tap of Poly only shift the row before by one column
// (M is made of Toeplitz bands), so new sums stand only in rows with a tap.
//
// Width^2 AND, Width^2 - Width XOR and those of the matrix (784 for the polynomial of GCM, less
// what they share). Depth: clog2(matrix_weight) for M, then AND, then clog2(Width).
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset.
// Use it through seal_gf_mult, which checks the parameters.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of
// Operation, thesis, University of Waterloo 2008, section 3.2.
module seal_gf_mult_mastrovito
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width  = 128,
  parameter poly_t       Poly   = poly_t'(GcmPoly),
  parameter int unsigned Stages = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned MATRIX = $clog2(matrix_weight(Width, Poly));
  localparam int unsigned DEPTH  = MATRIX + 1 + $clog2(Width);
  localparam int unsigned TAPS   = $countones(Poly) - 1;
  localparam cuts_t CUTS = cut_plan(DEPTH, Stages, mastrovito_costs(Width, TAPS, MATRIX));

  localparam row_t LAST = last_row(Width, Poly);

  logic [Width-1:0] a, b, sum;

  // Single bits of a and the vector b wait for the matrix.
  seal_gf_cut #(.Width(2*Width), .To(MATRIX), .Cuts(CUTS)) u_operands (
    .clk_i(clk_i), .d_i({a_i, b_i}), .q_o({a, b})
  );

  for (genvar k = 0; k < Width; k++) begin : gen_row
    logic [Width-1:0] row, products, kept;

    if (!Poly[k]) begin : gen_shift  // never row 0: Poly has a constant term
      assign row = {gen_row[k-1].row[Width-2:0], a[k]};
    end else begin : gen_sums
      localparam row_t ROW = red_row(k, Width, Poly, LAST);
      for (genvar i = 0; i < Width; i++) begin : gen_element
        localparam bit [Width-1:0] MASK = ROW[i+:Width];
        localparam int unsigned TERMS = $countones(MASK);
        if (TERMS == 1) begin : gen_bit
          localparam int unsigned POWER = nth_one(row_t'(MASK), 0);
          assign row[i] = a[POWER];
        end else begin : gen_sum
          logic [TERMS-1:0] term;
          for (genvar t = 0; t < TERMS; t++) begin : gen_term
            localparam int unsigned POWER = nth_one(row_t'(MASK), t);
            assign term[t] = a_i[POWER];
          end
          seal_gf_xor_tree #(.Terms(TERMS), .Levels(MATRIX), .Cuts(CUTS)) u_element (
            .clk_i(clk_i), .d_i(term), .q_o(row[i])
          );
        end
      end
    end

    assign products = row & b;
    seal_gf_cut #(.Width(Width), .From(MATRIX), .To(MATRIX + 1), .Cuts(CUTS)) u_products (
      .clk_i(clk_i), .d_i(products), .q_o(kept)
    );
    seal_gf_xor_tree #(.Terms(Width), .From(MATRIX + 1), .Cuts(CUTS)) u_tree (
      .clk_i(clk_i), .d_i(kept), .q_o(sum[k])
    );
  end

  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(CUTS)), .Cuts('1)) u_rest (
    .clk_i(clk_i), .d_i(sum), .q_o(p_o)
  );

endmodule
