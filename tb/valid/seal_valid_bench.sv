// SPDX-License-Identifier: Apache-2.0
//
// Valid lines of 1 to 6 cycles behind one input, all their taps visible: one build for all of them.
// No standard. Row i of valid_o is the line of i + 1 cycles; its unused bits are zero.
module seal_valid_bench (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            clear_i,
  input  logic            valid_i,
  output logic [5:0][5:0] valid_o,
  output logic [5:0]      oldest_o    // of the same lines with one tap
);

  for (genvar i = 0; i < 6; i++) begin : g_line
    logic [i:0] taps;
    seal_valid #(.Cycles(i + 1), .Taps(i + 1)) u_taps (
      .clk_i, .rst_ni, .clear_i, .valid_i, .valid_o(taps)
    );
    seal_valid #(.Cycles(i + 1)) u_one (
      .clk_i, .rst_ni, .clear_i, .valid_i, .valid_o(oldest_o[i])
    );
    assign valid_o[i] = 6'(taps);
  end

endmodule
