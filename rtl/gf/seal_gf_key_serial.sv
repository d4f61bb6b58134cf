// SPDX-License-Identifier: Apache-2.0
//
// The key side of tmvp-precomputed (seal_gf_mult_key), made while the key is loaded: one small
// matrix per cycle, 3^levels cycles in all, shifted into the register that is the stored key.
//
// A split makes three matrices of one. Each is the middle part T1, with another part added or not:
//
//   P0: T1 + T0      P1: T1 + T2      P2: T1
//
// So one circuit per level (2 Width - 1 diagonals in, Width - 1 out) makes any of the three, and a
// chain of these circuits makes any small matrix. A counter with one ternary digit per level runs
// through all of them. A diagonal of a level takes 2 XOR and 2 AND, or one LUT of six inputs; the
// registers that hold the key are needed in any case. Width 128 takes 81 cycles with Halt 8, 243
// with Halt 4, 729 with Halt 2. seal_gf_tmvp_lattice makes the same in one cycle with more gates.
//
// start_i begins, also in the middle of a load. b_i must stay as it is until done_o, which is high
// in the last cycle. key_o is the key form from the next cycle on, until the next start_i.
// Reset stops a load. Width must be LeafW 2^levels with LeafW <= Halt. No core of this project uses
// it (docs/reference/multipliers.md): it is for a design with one key.
//
// No standard. Source: this project, from the split in P. Patel's thesis, equation (3.8); see
// seal_gf_tmvp.
module seal_gf_key_serial
  import seal_gf_pkg::*;
#(
  parameter int unsigned  Width = 128,
  parameter poly_t        Poly  = poly_t'(GcmPoly),
  parameter int unsigned  Halt  = 8,
  localparam int unsigned KeyW  = tmvp_windows(Width, Halt)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             start_i,
  input  logic [Width-1:0] b_i,
  output logic             busy_o,
  output logic             done_o,
  output logic [KeyW-1:0]  key_o
);

  localparam int unsigned Levels = split_levels(Width, Halt);
  localparam int unsigned LeafW  = split_width(Width, Levels);
  localparam int unsigned WordW  = 2*LeafW - 1;

  if (Levels == 0 || LeafW << Levels != Width) begin : g_bad_width
    $error("seal_gf_key_serial: Width must be Halt 2^n, n >= 1, or have no odd half above Halt");
  end

  // ---- which matrix: a ternary number; its lowest digit is that of the last level --------------
  logic [Levels-1:0][1:0] digit_q, digit_next;
  logic                   busy_q;

  logic                   carry;   // out of the highest digit: this is the last matrix

  always_comb begin
    carry = 1'b1;
    for (int unsigned l = 0; l < Levels; l++) begin
      digit_next[l] = carry ? ((digit_q[l] == 2'd2) ? 2'd0 : digit_q[l] + 2'd1) : digit_q[l];
      carry         = carry && digit_q[l] == 2'd2;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      digit_q <= '0;
      busy_q  <= 1'b0;
    end else if (start_i) begin
      digit_q <= '0;
      busy_q  <= 1'b1;
    end else if (busy_q) begin
      digit_q <= digit_next;
      busy_q  <= !carry;
    end
  end
  assign busy_o = busy_q;
  assign done_o = busy_q && carry;

  // ---- the matrix -------------------------------------------------------------------------------
  logic [2*Width-2:0] s;
  seal_gf_dual_sequence #(.Width(Width), .Poly(Poly)) u_sequence (.b_i, .s_o(s));

  for (genvar l = 0; l <= Levels; l++) begin : g_level
    localparam int unsigned Size = 2*(Width >> l) - 1;
    logic [Size-1:0] t;   // the diagonals of a matrix of width Width / 2^l
    if (l == 0) begin : g_whole
      assign t = s;
    end else begin : g_half
      localparam int unsigned HalfW = Width >> l;
      logic [1:0] digit;
      assign digit = digit_q[Levels-l];
      assign t = g_level[l-1].t[HalfW+:Size]
               ^ (g_level[l-1].t[0+:Size]      & {Size{digit == 2'd0}})
               ^ (g_level[l-1].t[2*HalfW+:Size] & {Size{digit == 2'd1}});
    end
  end

  // ---- the stored key ---------------------------------------------------------------------------
  logic [KeyW-1:0] key_q;

  always_ff @(posedge clk_i) begin
    if (busy_q) key_q <= KeyW'({g_level[Levels].t, key_q} >> WordW);
  end
  assign key_o = key_q;

endmodule
