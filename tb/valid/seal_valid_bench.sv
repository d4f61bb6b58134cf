// SPDX-License-Identifier: Apache-2.0
//
// Valid lines of 1 to 6 cycles behind one input, each with every number of taps: one build for all
// of them. No standard. valid_o[c-1][t-1] has the t taps of a line of c cycles, and zeros above
// them.
module seal_valid_bench (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  input  logic                 valid_i,
  output logic [5:0][5:0][5:0] valid_o
);

  for (genvar c = 1; c <= 6; c++) begin : g_line
    for (genvar t = 1; t <= 6; t++) begin : g_taps
      if (t <= c) begin : g_built
        logic [t-1:0] taps;
        seal_valid #(.Cycles(c), .Taps(t)) u_valid (
          .clk_i, .rst_ni, .clear_i, .valid_i, .valid_o(taps)
        );
        assign valid_o[c-1][t-1] = 6'(taps);
      end else begin : g_none
        assign valid_o[c-1][t-1] = '0;
      end
    end
  end

endmodule
