// SPDX-License-Identifier: Apache-2.0
//
// Delay line: q_o is d_i of Cycles cycles ago. It always moves, and its data are not reset.
// Source: no standard. A ring of Cycles - 1 words with a registered read, and a register after it,
// because the output of a block RAM comes late in the cycle.
//
// The word that is read is the one that will be written in the next cycle, never the one that is
// being written: so the memory needs no logic for that case, which would keep the last register out
// of the block RAM. A memory does one write and one read per cycle, where a chain of registers
// would toggle all of its bits. Zeros at the input for Cycles cycles clear it.
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
    localparam int unsigned Words = Cycles - 1;
    localparam int unsigned PtrW  = $clog2(Words);

    logic [Width-1:0] read_q;
    logic [PtrW-1:0]  write_ptr_q, read_ptr_q;

    function automatic logic [PtrW-1:0] next(logic [PtrW-1:0] ptr);
      return (ptr == PtrW'(Words - 1)) ? '0 : ptr + PtrW'(1);
    endfunction

    // A wide and long one belongs into block RAM, where its address has a small fan-out.
    if (Width * Words >= 2048) begin : g_mem
      (* ram_style = "block", no_rw_check *) logic [Width-1:0] mem [Words];
    end else begin : g_mem
      (* no_rw_check *) logic [Width-1:0] mem [Words];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_ptr_q <= '0;
        read_ptr_q  <= PtrW'(1);
      end else begin
        write_ptr_q <= read_ptr_q;
        read_ptr_q  <= next(read_ptr_q);
      end
    end

    always_ff @(posedge clk_i) begin
      q_o    <= read_q;
      read_q <= g_mem.mem[read_ptr_q];
      g_mem.mem[write_ptr_q] <= d_i;
    end
  end

endmodule
