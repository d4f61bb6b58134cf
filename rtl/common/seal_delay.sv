// SPDX-License-Identifier: Apache-2.0
//
// Delay line: q_o is what d_i was Cycles cycles ago. It always moves, and its data are not reset.
// Source: no standard. A ring of Cycles - 2 words with a registered read, and a register after it,
// because the output of a block RAM comes late in the cycle.
//
// A memory does one write and one read per cycle, where a chain of registers would toggle all of
// its bits. Zeros at the input for Cycles cycles clear it.
module seal_delay #(
  parameter int unsigned Width  = 8,
  parameter int unsigned Cycles = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Cycles <= 2) begin : g_regs
    logic unused_rst;
    assign unused_rst = rst_ni;
    seal_shift_reg #(.Width(Width), .Stages(Cycles)) u_regs (.clk_i, .d_i, .q_o);
  end else begin : g_ring
    localparam int unsigned Words = Cycles - 2;
    localparam int unsigned PtrW  = (Words > 1) ? $clog2(Words) : 1;

    logic [Width-1:0] mem [Words];
    logic [Width-1:0] read_q;
    logic [PtrW-1:0]  ptr_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                         ptr_q <= '0;
      else if (ptr_q == PtrW'(Words - 1))  ptr_q <= '0;
      else                                 ptr_q <= ptr_q + PtrW'(1);
    end

    always_ff @(posedge clk_i) begin
      q_o        <= read_q;
      read_q     <= mem[ptr_q];
      mem[ptr_q] <= d_i;
    end
  end

endmodule
