// SPDX-License-Identifier: Apache-2.0
//
// S-box as binary decision diagrams (FIPS 197, sections 5.1.1 and 5.3.2): multiplexers whose select
// inputs are the bits of the byte; for both directions inv_i is a ninth variable.
//
// Twisted = 0: a multiplexer for each node of seal_aes_bdd_pkg, level by level from the constants
// to the outputs, eight (nine) deep. The nearer a variable is to the constants, the more
// multiplexers it drives: up to 142 (both directions: 251).
// Twisted = 1: the diagram is cut above its four lowest levels. The variables above the cut do not
// wait: decoded into 16 (32) lines in parallel with the lower half, they select from its functions
// by AND and OR. A line drives 8 gates, where the bits that it replaces drove up to 64 (128)
// multiplexers; after the lower half there are one AND and an OR of 16 (32).
//
// Source: S. Morioka and A. Satoh, "A 10-Gbps full-AES crypto design with a twisted BDD S-Box
// architecture", IEEE Trans. VLSI Syst. 12(7), 2004: diagrams in which the fan-out of signals is
// spread. That aim is the paper's. The order of the variables, the level of the cut and the form of
// the selectors are this project's reading of it and have not been compared with its figures.
// Latency: Stages cycles. Cuts: 1 above the fourth level; 2 there and at the output; 3 above the
// third and the sixth level (twisted: the second and the fourth) and at the output.
module seal_aes_sbox_bdd
  import seal_aes_pkg::*;
  import seal_aes_bdd_pkg::*;
  import seal_aes_tbdd_pkg::*;
#(
  parameter int unsigned Dir     = 0,
  parameter bit          Twisted = 1'b0,
  parameter int unsigned Stages  = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  localparam int unsigned Inputs = (Dir == DirBoth) ? 9 : 8;
  localparam int unsigned Levels = Twisted ? 4 : Inputs;  // of multiplexers
  localparam int unsigned NodesW =
      (Dir == DirBoth) ? BothW : (Dir == DirInverse) ? InverseW : ForwardW;

  // Registers above `level` of them
  function automatic int unsigned cut(int unsigned level);
    if (Stages == 3) return (level == (Twisted ? 2 : 3) || level == (Twisted ? 4 : 6)) ? 1 : 0;
    return (Stages > 0 && level == 4) ? 1 : 0;
  endfunction

  logic [7:0] q;

  // Each level makes its values of those below it, n, by one of the variables x.
  for (genvar i = 0; i < Levels; i++) begin : g_level
    logic [Inputs-1:0] x;
    logic [NodesW-1:0] n, made;

    if (i == 0) begin : g_first
      assign x = Inputs'({inv_i, d_i});
      assign n = '0;
    end else begin : g_next
      seal_shift_reg #(.Width(Inputs + NodesW), .Stages(cut(i))) u_cut (
        .clk_i, .d_i({g_level[i-1].x, g_level[i-1].made}), .q_o({x, n})
      );
    end

    if (Dir == DirBoth) begin : g_both
      always_comb both(i, x, n, made);
    end else if (Dir == DirInverse) begin : g_inverse
      always_comb inverse(i, x, n, made);
    end else begin : g_forward
      always_comb forward(i, x, n, made);
    end
  end

  // The last level uses the first entries only.
  logic unused_made;
  assign unused_made = ^g_level[Levels-1].made;

  if (Twisted) begin : g_twisted
    localparam int unsigned LinesW = (Dir == DirBoth) ? 32 : 16;
    localparam int unsigned CutW =
        (Dir == DirBoth) ? BothCutW : (Dir == DirInverse) ? InverseCutW : ForwardCutW;
    logic [LinesW-1:0] u, u_cut;
    logic [CutW-1:0]   n;

    seal_shift_reg #(.Width(LinesW + CutW), .Stages(cut(Levels))) u_cut_above (
      .clk_i, .d_i({u, g_level[Levels-1].made[CutW-1:0]}), .q_o({u_cut, n})
    );

    if (Dir == DirBoth) begin : g_both
      assign u = both_decode(g_level[Levels-1].x);
      assign q = both_select(u_cut, n);
    end else if (Dir == DirInverse) begin : g_inverse
      assign u = inverse_decode(g_level[Levels-1].x);
      assign q = inverse_select(u_cut, n);
    end else begin : g_forward
      assign u = forward_decode(g_level[Levels-1].x);
      assign q = forward_select(u_cut, n);
    end
  end else begin : g_plain
    assign q = g_level[Levels-1].made[7:0];
  end

  seal_shift_reg #(.Width(8), .Stages((Stages >= 2) ? 1 : 0)) u_out (.clk_i, .d_i(q), .q_o);

endmodule
