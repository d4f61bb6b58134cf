// SPDX-License-Identifier: Apache-2.0
//
// Sum of Terms words: a balanced tree of two-input XOR gates. It reaches from depth From to depth
// From + Levels of a planned pipeline (see seal_gf_pkg); Levels >= clog2(Terms), and a sum that is
// ready earlier waits.
//
// Latency: cut_count(Cuts, From, From + Levels) cycles. No reset.
module seal_gf_xor_tree
  import seal_gf_pkg::*;
#(
  parameter int unsigned Width  = 1,
  parameter int unsigned Terms  = 2,
  parameter int unsigned From   = 0,
  parameter int unsigned Levels = $clog2(Terms),
  parameter cuts_t       Cuts   = '0
) (
  input  logic                        clk_i,
  input  logic [Terms-1:0][Width-1:0] d_i,
  output logic [Width-1:0]            q_o
);

  if (Levels == 0) begin : gen_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign q_o = d_i[0];
  end else begin : gen_tree
    for (genvar l = 0; l < Levels; l++) begin : gen_level
      localparam int unsigned IN  = ceil_div(Terms, 32'd1 << l);
      localparam int unsigned OUT = ceil_div(IN, 2);
      logic [IN-1:0][Width-1:0]  term;
      logic [OUT-1:0][Width-1:0] sum, kept;
      if (l == 0) begin : gen_first
        assign term = d_i;
      end else begin : gen_next
        assign term = gen_level[l-1].kept;
      end
      for (genvar i = 0; i < OUT; i++) begin : gen_pair
        if (2*i + 1 < IN) begin : gen_xor
          assign sum[i] = term[2*i] ^ term[2*i+1];
        end else begin : gen_odd
          assign sum[i] = term[2*i];
        end
      end
      seal_gf_cut #(
        .Width(OUT*Width), .From(From + l), .To(From + l + 1), .Cuts(Cuts)
      ) u_cut (
        .clk_i(clk_i), .d_i(sum), .q_o(kept)
      );
    end
    assign q_o = gen_level[Levels-1].kept;
  end

endmodule
