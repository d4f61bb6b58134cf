// SPDX-License-Identifier: Apache-2.0
//
// The hash of a message from the sum of its last products: adds the lengths and brings the number
// to its canonical form, below p = 2^127 - 1 (y + 2^64 |A| + |C|, mod p).
// Source: the hash of CWC as docs/reference/cwc.md has it; the end-around carry is no standard's.
//
//   1   t_i = limb i of the sum + limb i of the lengths, below 2^22
//   2   V = sum of t_i 2^(16 i): 16 bits of each limb (15 of limb 7), plus what is above them one
//       limb higher (above limb 7: at 1, since 2^127 = 1). Its lower half,
//   3   its upper half. V < 2^127 + 2^119, as what is above has few bits
//   4   c = 1 if V >= p: either V >= 2^127, or all of its 127 bits are set
//   5   y = (V + c) mod 2^127; halves at once: a carry leaves the lower one only if it is all ones
//
// One hash per cycle. Latency: ReduceCycles = 5 cycles. Reset: nothing is valid. sweep_i too; the
// data follow from zeros at the inputs.
module seal_cwc_reduce
  import seal_cwc_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         sweep_i,

  input  logic         valid_i,
  input  sum_t         sum_i,
  input  logic [60:0]  aad_i,     // bytes
  input  logic [35:0]  text_i,

  output logic         valid_o,
  output logic [126:0] y_o
);

  localparam int unsigned TermW = SumW + 1;
  localparam int unsigned LowW  = 64;
  localparam int unsigned HighW = 64;           // of V, which has 128 bits

  // ---- 1: terms ---------------------------------------------------------------------------------
  logic [127:0]                lengths;
  logic [Limbs-1:0][TermW-1:0] term_q;

  assign lengths = {3'd0, aad_i, 28'd0, text_i};

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Limbs; i++) begin
      term_q[i] <= TermW'(sum_i[i]) + TermW'(lengths[16*i+:16]);
    end
  end

  // ---- 2, 3: V ----------------------------------------------------------------------------------
  logic [127:0]     own, over;
  logic             carry_q, ones_q;
  logic [LowW-1:0]  low_q, low_late_q;
  logic [HighW-1:0] own_q, over_q, high_q;

  always_comb begin
    own  = '0;
    over = '0;
    for (int unsigned i = 0; i < Limbs - 1; i++) begin
      own[16*i+:16]      = term_q[i][15:0];
      over[16*(i+1)+:16] = 16'(term_q[i][TermW-1:16]);
    end
    own[112+:15]  = term_q[7][14:0];
    over[0+:16]   = 16'(term_q[7][TermW-1:15]);
  end

  always_ff @(posedge clk_i) begin
    {carry_q, low_q} <= {1'b0, own[63:0]} + {1'b0, over[63:0]};
    own_q            <= own[127:64];
    over_q           <= over[127:64];

    high_q     <= own_q + over_q + HighW'(carry_q);
    low_late_q <= low_q;
    ones_q     <= &low_q;
  end

  // ---- 4, 5: canonical --------------------------------------------------------------------------
  logic            c_q, high_c_q;
  logic [LowW-1:0] c_low_q;
  logic [62:0]     c_high_q;

  always_ff @(posedge clk_i) begin
    c_q      <= high_q[63] || (ones_q && (&high_q[62:0]));
    high_c_q <= ones_q && (high_q[63] || (&high_q[62:0]));
    c_low_q  <= low_late_q;
    c_high_q <= high_q[62:0];

    y_o <= {c_high_q + 63'(high_c_q), c_low_q + LowW'(c_q)};
  end

  seal_valid #(.Cycles(ReduceCycles)) u_valid (
    .clk_i, .rst_ni, .clear_i(sweep_i), .valid_i, .valid_o
  );

endmodule
