// SPDX-License-Identifier: Apache-2.0
//
// Shift register: q_o is d_i Stages cycles ago; with Stages = 0, a wire. No standard.
//
// Registers without reset or enable, which a tool may move logic between: pipeline stages. A longer
// delay is a seal_delay, which keeps its words in a memory. Feeding zeros for Stages cycles clears
// it.
module seal_shift_reg #(
  parameter int unsigned Width  = 8,
  parameter int unsigned Stages = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Stages == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign q_o = d_i;
  end else begin : g_regs
    logic [Stages-1:0][Width-1:0] pipe_q;

    always_ff @(posedge clk_i) begin
      pipe_q[0] <= d_i;
      for (int unsigned i = 1; i < Stages; i++) pipe_q[i] <= pipe_q[i-1];
    end

    assign q_o = pipe_q[Stages-1];
  end

endmodule
