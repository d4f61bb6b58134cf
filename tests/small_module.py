# SPDX-License-Identifier: Apache-2.0
"""A module with something of everything, for tests of faults."""

SOURCE = """\
// A comment: a && b
module seal_thing #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] q_o
);
  if (Width < 1 || Width > 64) begin : g_bad
    $error("Width must be 1 + 63");
  end
  localparam int unsigned LAST = Width - 1;
  logic [Width-1:0] a, b;
  /* a + b */
  `SEAL_ASSERT(Thing_A, (a == b) &&
               (b < 3))
  seal_part u_part (
    .clk_i,
    .a_i(a),
    .b_i(b),
    .q_o(q_o)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a <= '0;
    end else begin
      for (int unsigned i = 0; i <= LAST; i++) a[i] <= b[i+1];
      if (b[3] && a != 8'h7F) a <= b ? a_i : a;   // (a || b)
    end
  end
  assign b = a ^ 8'd255;
endmodule
"""
