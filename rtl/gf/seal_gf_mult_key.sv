// SPDX-License-Identifier: Apache-2.0
//
// The key form: all sums in a multiplier that depend only on the operand that changes rarely, the
// key b. It is stored instead of b, in key_width bits, so that it is not computed for every
// product.
//
//   Kind              key form
//   spb               x^Shift b, Shift the middle tap of Poly
//   tmvp-keyed        column 0 and tap rows of the product matrix   (seal_gf_matrix)
//   tmvp-dual         the sequence of b                             (seal_gf_dual_sequence)
//   tmvp-precomputed  all windows of that sequence, down to Halt    (seal_gf_tmvp_windows;
//                     with Lattice, and where it can, seal_gf_tmvp_lattice)
//   tmvp-shallow      column 0 and tap rows, and windows of the sequence for Levels levels
//                                                          (seal_gf_tmvp_shallow_windows)
//   digit-serial-dual windows of Toeplitz blocks of Digit rows      (seal_gf_tmvp_windows)
//   hybrid            b as an element of the tower                  (seal_gf_tower_map)
//   others            b
//
// Combinational. Bit i of b is the coefficient of x^i.
//
// Source: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, thesis,
// University of Waterloo 2008, section 5.2 and Fig. 5.1 (key register after the matrix).
module seal_gf_mult_key
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width   = 128,
  parameter poly_t        Poly    = poly_t'(GcmPoly),
  parameter int unsigned  Kind    = 0,
  parameter int unsigned  Halt    = 4,
  parameter int unsigned  Digit   = GcmDigit,
  parameter int unsigned  Levels  = GcmLevels,
  parameter bit           Lattice = 1'b0,
  parameter bit           Tables  = 1'b0,
  parameter int unsigned  Tower   = 0,
  localparam int unsigned KeyW    = key_width(Kind, Width, Poly, Halt, Digit, Levels)
) (
  input  logic [Width-1:0] b_i,
  output logic [KeyW-1:0]  key_o
);

  logic [2*Width-2:0] s;   // for the kinds in dual coordinates
  if (Kind == KindTmvpDual || Kind == KindTmvpPrecomputed || Kind == KindTmvpShallow
      || Kind == KindDigitSerialDual) begin : g_sequence
    seal_gf_dual_sequence #(.Width(Width), .Poly(Poly)) u_sequence (.b_i, .s_o(s));
  end else begin : g_no_sequence
    logic unused_s;
    assign s = '0;
    assign unused_s = ^s;
  end

  if (Kind == KindTmvpDual) begin : g_dual
    assign key_o = s;
  end else if (Kind == KindTmvpPrecomputed) begin : g_windows
    if (Lattice && has_lattice(Width, Halt)) begin : g_lattice
      localparam bit FewTables = Tables && has_lattice(Width, Halt, 1'b1);
      seal_gf_tmvp_lattice #(.Width(Width), .Halt(Halt), .Tables(FewTables)) u_windows (
        .t_i(s), .w_o(key_o)
      );
    end else begin : g_recursive
      seal_gf_tmvp_windows #(.Width(Width), .Halt(Halt)) u_windows (
        .t_i(s), .w_o(key_o)
      );
    end
  end else if (Kind == KindDigitSerialDual) begin : g_blocks
    localparam int unsigned PartW = tmvp_windows(Digit, Halt);
    for (genvar m = 0; m < ceil_div(Width, Digit); m++) begin : g_block
      seal_gf_tmvp_windows #(.Width(Digit), .Halt(Halt)) u_windows (
        .t_i((2*Digit - 1)'(s >> (m*Digit))), .w_o(key_o[m*PartW+:PartW])
      );
    end
  end else if (Kind == KindTmvpKeyed || Kind == KindTmvpShallow) begin : g_matrix
    localparam int unsigned Taps  = $countones(Poly) - 1;
    localparam int unsigned Below = KeyW - (1 + Taps) * Width;
    logic [Width-1:0]           column;
    logic [Taps-1:0][Width-1:0] rows;
    seal_gf_matrix #(.Width(Width), .Poly(Poly)) u_matrix (
      .clk_i(1'b0), .b_i, .column_o(column), .rows_o(rows)
    );
    assign key_o[KeyW-1:Below] = {column, rows};
    if (Kind == KindTmvpShallow) begin : g_shallow
      seal_gf_tmvp_shallow_windows #(.Width(Width), .Levels(Levels)) u_windows (
        .t_i(s), .w_o(key_o[Below-1:0])
      );
    end
  end else if (Kind == KindSpb) begin : g_shifted
    always_comb begin
      key_o = b_i;
      for (int unsigned i = 0; i < spb_shift(Poly); i++) begin
        key_o = (key_o << 1) ^ (Poly[Width-1:0] & {Width{key_o[Width-1]}});
      end
    end
  end else if (Kind == KindHybrid) begin : g_tower
    seal_gf_tower_map #(.Tower(Tower)) u_map (.a_i(128'(b_i)), .p_o(key_o));
  end else begin : g_plain
    assign key_o = b_i;
  end

endmodule
