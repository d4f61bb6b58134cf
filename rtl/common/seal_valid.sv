// SPDX-License-Identifier: Apache-2.0
//
// Valid bits beside a pipeline that always moves: valid_i of the latest cycles.
// No standard: a shift register with a clear.
//
// valid_o shows its last Taps bits: bit Taps - 1 is valid_i of Cycles cycles ago, the bits below it
// are younger by one cycle each. Latency Cycles. Reset and clear_i: nothing is valid; inputs
// while clear_i is high are dropped too.
module seal_valid #(
  parameter int unsigned Cycles = 4,
  parameter int unsigned Taps   = 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            clear_i,
  input  logic            valid_i,
  output logic [Taps-1:0] valid_o
);

  if (Cycles < 1) begin : g_bad_cycles
    $error("seal_valid: Cycles must be 1 or more");
  end
  if (Taps < 1 || Taps > Cycles) begin : g_bad_taps
    $error("seal_valid: Taps must be 1 to Cycles");
  end

  logic [Cycles-1:0] line_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      line_q <= '0;
    else if (clear_i) line_q <= '0;
    else              line_q <= Cycles'({line_q, valid_i});
  end

  assign valid_o = line_q[Cycles-1-:Taps];

endmodule
