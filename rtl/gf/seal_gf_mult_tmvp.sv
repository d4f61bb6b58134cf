// SPDX-License-Identifier: Apache-2.0
//
// Product in GF(2^Width) = GF(2)[x]/Poly as a Toeplitz product (Fan and Hasan 2007). In the matrix
// M of b (seal_gf_matrix) each row is the one before it, shifted by one column, except rows with a
// tap of Poly; and row 0 follows row Width-1 in the same way. With T the highest tap below x^Width,
// rows T, T+1, ... Width-1, 0 form a Toeplitz matrix; rows 1 ... T-1 do not belong to it:
//
//   Approach 1  The Toeplitz rows, and T-1 more rows whose results are not used, are one product;
//               the others are multiplied row by row.
//   Approach 2  The Width-T+1 last columns of the Toeplitz rows are a smaller product; the T-1
//               first columns, and the other rows, are multiplied element by element.
//   Approach 3  Rows 1 ... T-1 are replaced by rows that continue the Toeplitz matrix. The
//               difference is multiplied row by row and added to their results.
//
// Approach 1 is the shallowest. With T near Width all are correct, but none is worth its gates.
//
// The matrix is that of b. With Keyed = 0, b_i is b itself; with Keyed = 1 it is {b, rows of
// seal_gf_matrix}, from a register that is loaded once for each key, which saves its depth.
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
  localparam int unsigned Taps     = $countones(Poly) - 1,
  localparam int unsigned KeyW     = Keyed ? (Taps + 1) * Width : Width
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [KeyW-1:0]  b_i,
  output logic [Width-1:0] p_o
);

  // The highest tap below x^Width. If it is x^1, as in x^127 + x + 1, no row is left over.
  localparam int unsigned Top    = nth_one(row_t'(Poly), Taps - 1);
  localparam int unsigned Others = (Top > 1) ? Top - 1 : 0;   // rows that are not Toeplitz
  localparam int unsigned First  = Others + 1;                // the first one that is
  localparam int unsigned Size   = (Approach == 2) ? Width - Others : Width;

  localparam int unsigned Matrix = Keyed ? 0 : $clog2(matrix_weight(Width, Poly));
  localparam int unsigned Fixes  = (Approach == 3) ? $clog2(Taps) : 0;  // levels of the corrections
  localparam int unsigned Rows   = Matrix + Fixes + 1 + $clog2(Width);
  localparam int unsigned Tmvp   = Matrix + tmvp_depth(Size, Halt);
  localparam int unsigned Sum    = (Tmvp > Rows) ? Tmvp : Rows;
  localparam int unsigned Depth  = Sum + ((Approach > 1) ? 1 : 0);
  // Depth is an upper bound: the heaviest sums of the matrix need not be on the longest path.
  localparam cuts_t Cuts = cut_plan(Depth, Stages, tmvp_costs(Size, Halt, Matrix, Depth), 0);

  logic [Taps-1:0][Width-1:0]  tap_rows;
  logic [Width-1:0]            a, column;
  logic [Width-1:0][Width-1:0] row;

  if (Keyed) begin : g_key
    assign {column, tap_rows} = b_i;
    assign a = a_i;
  end else begin : g_plain
    seal_gf_matrix #(.Width(Width), .Poly(Poly), .Levels(Matrix), .Cuts(Cuts)) u_matrix (
      .clk_i, .b_i, .column_o(column), .rows_o(tap_rows)
    );
    seal_gf_cut #(.Width(Width), .To(Matrix), .Cuts(Cuts)) u_vector (   // beside the matrix
      .clk_i, .d_i(a_i), .q_o(a)
    );
  end

  for (genvar k = 0; k < Width; k++) begin : g_row
    seal_gf_matrix_row #(.Width(Width), .Poly(Poly), .Row(k)) u_row (
      .column_i(column), .rows_i(tap_rows), .row_o(row[k])
    );
  end

  // ---- the Toeplitz product: its row i is row (Start + i) mod Width of M ------------------------
  localparam int unsigned Start  = (Approach == 3) ? 1 : First;
  localparam int unsigned Beside = Width - Size;   // columns that are not in it
  logic [2*Size-2:0] t;
  logic [Size-1:0]   toeplitz, early;

  for (genvar j = 0; j < Size; j++) begin : g_upper   // its first row, from the right
    localparam int unsigned C = Beside + j;
    // As far as row Top reaches, row 1 has to continue it; after that, row 1 is taken as it is.
    if (Approach == 3 && C + First - 1 < Width) begin : g_forced
      assign t[Size-1-j] = row[First][C+First-1];
    end else begin : g_own
      assign t[Size-1-j] = row[Start][C];
    end
  end
  for (genvar i = 1; i < Size; i++) begin : g_lower   // its first column
    if (Start + i < First) begin : g_forced
      assign t[Size-1+i] = row[First][First-Start-i];
    end else if (Start + i <= Width) begin : g_own
      assign t[Size-1+i] = row[(Start+i)%Width][Beside];
    end else begin : g_filling
      assign t[Size-1+i] = 1'b0;
    end
  end

  seal_gf_tmvp #(.Width(Size), .Halt(Halt), .From(Matrix), .Cuts(Cuts)) u_toeplitz (
    .clk_i, .t_i(t), .v_i(a[Width-1:Beside]), .p_o(early)
  );
  seal_gf_cut #(.Width(Size), .From(Tmvp), .To(Sum), .Cuts(Cuts)) u_wait (
    .clk_i, .d_i(early), .q_o(toeplitz)
  );

  // ---- the other rows and columns, and the result -----------------------------------------------
  logic [Width-1:0] sum, p;

  for (genvar k = 0; k < Width; k++) begin : g_result
    localparam int unsigned I = (k + Width - Start) % Width;   // its row in the Toeplitz product

    if (k > 0 && k < First && Approach != 3) begin : g_other
      seal_gf_dot #(
        .Terms(Width), .From(Matrix), .Levels(Sum - Matrix - 1), .Cuts(Cuts)
      ) u_dot (
        .clk_i, .a_i(row[k]), .b_i(a), .q_o(sum[k])
      );
    end else if (k > 0 && k < First) begin : g_corrected
      logic [Width-1:0] wrong, factors;
      logic             correction;
      // M(k, j) is M(Top, j+Top-k) without the taps between, or M(1, j-k+1) with those up to k.
      for (genvar j = 0; j < Width; j++) begin : g_element
        logic [Taps-1:0] term;
        for (genvar n = 0; n < Taps; n++) begin : g_term
          localparam int unsigned Tap = nth_one(row_t'(Poly), n);
          if (j + First - k < Width && Tap > k) begin : g_between
            assign term[n] = row[Width-1][j+Tap-k-1];
          end else if (j + First - k >= Width && Tap > 1 && Tap <= k) begin : g_up_to
            assign term[n] = row[Width-1][j+Tap-k-1];
          end else begin : g_none
            assign term[n] = 1'b0;
          end
        end
        seal_gf_xor_tree #(.Terms(Taps), .From(Matrix), .Levels(Fixes), .Cuts(Cuts)) u_wrong (
          .clk_i, .d_i(term), .q_o(wrong[j])
        );
      end
      seal_gf_cut #(.Width(Width), .From(Matrix), .To(Matrix + Fixes), .Cuts(Cuts)) u_factors (
        .clk_i, .d_i(a), .q_o(factors)
      );
      seal_gf_dot #(
        .Terms(Width), .From(Matrix + Fixes), .Levels(Sum - Matrix - Fixes - 1), .Cuts(Cuts)
      ) u_dot (
        .clk_i, .a_i(wrong), .b_i(factors), .q_o(correction)
      );
      assign sum[k] = toeplitz[I] ^ correction;
    end else if (Beside > 0) begin : g_beside
      logic columns;
      seal_gf_dot #(
        .Terms(Beside), .From(Matrix), .Levels(Sum - Matrix - 1), .Cuts(Cuts)
      ) u_dot (
        .clk_i, .a_i(row[k][Beside-1:0]), .b_i(a[Beside-1:0]), .q_o(columns)
      );
      assign sum[k] = toeplitz[I] ^ columns;
    end else begin : g_toeplitz
      assign sum[k] = toeplitz[I];
    end
  end

  seal_gf_cut #(.Width(Width), .From(Sum), .To(Depth), .Cuts(Cuts)) u_sum (
    .clk_i, .d_i(sum), .q_o(p)
  );
  // More stages than levels of gates: the rest of the latency.
  seal_gf_cut #(.Width(Width), .To(Stages - $countones(Cuts)), .Cuts('1)) u_rest (
    .clk_i, .d_i(p), .q_o(p_o)
  );

endmodule
