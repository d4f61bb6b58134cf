// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly as Toeplitz product (Fan and Hasan 2007). In the matrix M
// of b (seal_gf_matrix) each row is the one before it moved on by one column, but for those with a
// tap of Poly; and row 0 follows row Width-1 in the same way. With T the highest tap below x^Width,
// rows T, T+1, ... Width-1, 0 are Toeplitz; rows 1 ... T-1 are not. What becomes of them:
//
//   Approach 1  The Toeplitz rows, filled up by T-1 rows whose results are not used, are one
//               product; the others are multiplied row by row.
//   Approach 2  The Width-T+1 last columns of the Toeplitz rows are a smaller product; the T-1
//               first columns, and the other rows, are multiplied element by element.
//   Approach 3  Rows 1 ... T-1 are made Toeplitz by what row T asks of them. What is wrong with
//               them then is multiplied row by row and added to their results.
//
// The first is the shallowest. No approach makes sense where T is near Width, but all are right.
//
// The operand on which the matrix depends is b: Keyed = 0 takes b itself, Keyed = 1 takes
// {b, rows of seal_gf_matrix}, from a register that is loaded once for each key (improved delay).
//
// Bit i is the coefficient of x^i. Latency Stages cycles, one product per cycle; no reset.
// Use it through seal_gf_mult, which checks the parameters.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 3.4.2 and Figs. 3.5, 3.6; Fig. 5.1 for Keyed; M. A. Hasan,
// On matrix-vector product based sub-quadratic arithmetic complexity schemes for field
// multiplication, Proc. SPIE 6697, 2007, for the order of rows.
module seal_gf_mult_tmvp
  import seal_gf_pkg::*;
  import seal_gf_plan_pkg::*;
#(
  parameter int unsigned  Width    = 128,
  parameter poly_t        Poly     = poly_t'(GcmPoly),
  parameter int unsigned  Stages   = 1,
  parameter int unsigned  Halt     = 4,
  parameter int unsigned  Approach = 1,
  parameter bit           Keyed    = 1'b0,
  localparam int unsigned TAPS     = $countones(Poly) - 1,
  localparam int unsigned KEYW     = Keyed ? (TAPS + 1) * Width : Width
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [KEYW-1:0]  b_i,
  output logic [Width-1:0] p_o
);

  // The highest tap; of x^Width + 1, which has none between, x^0 serves as x^1: no row is left.
  localparam int unsigned TOP    = nth_one(row_t'(Poly), TAPS - 1);
  localparam int unsigned OTHERS = (TOP > 1) ? TOP - 1 : 0;   // rows that are not Toeplitz
  localparam int unsigned FIRST  = OTHERS + 1;                // the first one that is
  localparam int unsigned SIZE   = (Approach == 2) ? Width - OTHERS : Width;

  localparam int unsigned MATRIX = Keyed ? 0 : $clog2(matrix_weight(Width, Poly));
  localparam int unsigned FIXES  = (Approach == 3) ? $clog2(TAPS) : 0;  // levels of the corrections
  localparam int unsigned ROWS   = MATRIX + FIXES + 1 + $clog2(Width);
  localparam int unsigned TMVP   = MATRIX + tmvp_depth(SIZE, Halt);
  localparam int unsigned SUM    = (TMVP > ROWS) ? TMVP : ROWS;
  localparam int unsigned DEPTH  = SUM + ((Approach > 1) ? 1 : 0);
  // DEPTH is a bound: the heaviest sums of the matrix need not be on the longest path behind it.
  localparam cuts_t CUTS = cut_plan(DEPTH, Stages, tmvp_costs(SIZE, Halt, MATRIX, DEPTH), 0);

  logic [TAPS-1:0][Width-1:0]  tap_rows;
  logic [Width-1:0]            a, column;
  logic [Width-1:0][Width-1:0] row;

  if (Keyed) begin : gen_key
    assign {column, tap_rows} = b_i;
    assign a = a_i;
  end else begin : gen_plain
    seal_gf_matrix #(.Width(Width), .Poly(Poly), .Levels(MATRIX), .Cuts(CUTS)) u_matrix (
      .clk_i, .b_i, .column_o(column), .rows_o(tap_rows)
    );
    seal_gf_cut #(.Width(Width), .To(MATRIX), .Cuts(CUTS)) u_vector (   // waits for the matrix
      .clk_i, .d_i(a_i), .q_o(a)
    );
  end

  for (genvar k = 0; k < Width; k++) begin : gen_row
    seal_gf_matrix_row #(.Width(Width), .Poly(Poly), .Row(k)) u_row (
      .column_i(column), .rows_i(tap_rows), .row_o(row[k])
    );
  end

  // ---- the Toeplitz product: its row i is row (START + i) mod Width of M ------------------------
  localparam int unsigned START  = (Approach == 3) ? 1 : FIRST;
  localparam int unsigned BESIDE = Width - SIZE;   // columns that are not in it
  logic [2*SIZE-2:0] t;
  logic [SIZE-1:0]   toeplitz, early;

  for (genvar j = 0; j < SIZE; j++) begin : gen_upper   // its first row, from the right
    localparam int unsigned C = BESIDE + j;
    // Where row TOP reaches, it says what row 1 has to be; else there is a choice.
    if (Approach == 3 && C + FIRST - 1 < Width) begin : gen_forced
      assign t[SIZE-1-j] = row[FIRST][C+FIRST-1];
    end else begin : gen_own
      assign t[SIZE-1-j] = row[START][C];
    end
  end
  for (genvar i = 1; i < SIZE; i++) begin : gen_lower   // its first column
    if (START + i < FIRST) begin : gen_forced
      assign t[SIZE-1+i] = row[FIRST][FIRST-START-i];
    end else if (START + i <= Width) begin : gen_own
      assign t[SIZE-1+i] = row[(START+i)%Width][BESIDE];
    end else begin : gen_filling
      assign t[SIZE-1+i] = 1'b0;
    end
  end

  seal_gf_tmvp #(.Width(SIZE), .Halt(Halt), .From(MATRIX), .Cuts(CUTS)) u_toeplitz (
    .clk_i, .t_i(t), .v_i(a[Width-1:BESIDE]), .p_o(early)
  );
  seal_gf_cut #(.Width(SIZE), .From(TMVP), .To(SUM), .Cuts(CUTS)) u_wait (
    .clk_i, .d_i(early), .q_o(toeplitz)
  );

  // ---- what is not in it, and the result --------------------------------------------------------
  logic [Width-1:0] sum, p;

  for (genvar k = 0; k < Width; k++) begin : gen_result
    localparam int unsigned I = (k + Width - START) % Width;   // its row in the Toeplitz product

    if (k > 0 && k < FIRST && Approach != 3) begin : gen_other
      seal_gf_dot #(
        .Terms(Width), .From(MATRIX), .Levels(SUM - MATRIX - 1), .Cuts(CUTS)
      ) u_dot (
        .clk_i, .a_i(row[k]), .b_i(a), .q_o(sum[k])
      );
    end else if (k > 0 && k < FIRST) begin : gen_corrected
      logic [Width-1:0] wrong, factors;
      logic             correction;
      // M(k, j) is M(TOP, j+TOP-k) without the taps between, or M(1, j-k+1) with those up to k.
      for (genvar j = 0; j < Width; j++) begin : gen_element
        logic [TAPS-1:0] term;
        for (genvar n = 0; n < TAPS; n++) begin : gen_term
          localparam int unsigned TAP = nth_one(row_t'(Poly), n);
          if (j + FIRST - k < Width && TAP > k) begin : gen_between
            assign term[n] = row[Width-1][j+TAP-k-1];
          end else if (j + FIRST - k >= Width && TAP > 1 && TAP <= k) begin : gen_up_to
            assign term[n] = row[Width-1][j+TAP-k-1];
          end else begin : gen_none
            assign term[n] = 1'b0;
          end
        end
        seal_gf_xor_tree #(.Terms(TAPS), .From(MATRIX), .Levels(FIXES), .Cuts(CUTS)) u_wrong (
          .clk_i, .d_i(term), .q_o(wrong[j])
        );
      end
      seal_gf_cut #(.Width(Width), .From(MATRIX), .To(MATRIX + FIXES), .Cuts(CUTS)) u_factors (
        .clk_i, .d_i(a), .q_o(factors)
      );
      seal_gf_dot #(
        .Terms(Width), .From(MATRIX + FIXES), .Levels(SUM - MATRIX - FIXES - 1), .Cuts(CUTS)
      ) u_dot (
        .clk_i, .a_i(wrong), .b_i(factors), .q_o(correction)
      );
      assign sum[k] = toeplitz[I] ^ correction;
    end else if (BESIDE > 0) begin : gen_beside
      logic columns;
      seal_gf_dot #(
        .Terms(BESIDE), .From(MATRIX), .Levels(SUM - MATRIX - 1), .Cuts(CUTS)
      ) u_dot (
        .clk_i, .a_i(row[k][BESIDE-1:0]), .b_i(a[BESIDE-1:0]), .q_o(columns)
      );
      assign sum[k] = toeplitz[I] ^ columns;
    end else begin : gen_toeplitz
      assign sum[k] = toeplitz[I];
    end
  end

  seal_gf_cut #(.Width(Width), .From(SUM), .To(DEPTH), .Cuts(CUTS)) u_sum (
    .clk_i, .d_i(sum), .q_o(p)
  );
  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(CUTS)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
