// SPDX-License-Identifier: Apache-2.0
//
// Sequence of a zeroise: SWEEP counts the addresses through every memory that holds keys or text
// while the pipes run empty, FLUSH lets the output side end the messages in flight.
// No standard: FIPS 140-3 asks for zeroisation of keys, and leaves the means to the module.
//
//   gate_o   zeroise_i itself, and zero_o: for what leaves the core
//   zero_o   from the next cycle, and Cycles cycles after zeroise_i
//   flush_o  from then until flushed_i
//   halt_o   zero_o or flush_o
//
// Sinks of zero_o are many, and so it comes from a register. What feeds forward without a stop is
// not among them: it clears itself once nothing but zeros enters it, well within Cycles.
//
// Done Cycles + 1 cycles after zeroise_i falls, plus one per message in flight (and what m_axis
// makes them wait). Reset: idle.
module seal_gcm_zeroise #(
  parameter int unsigned Cycles = 64
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       zeroise_i,
  input  logic       flushed_i,
  output logic       gate_o,
  output logic       zero_o,
  output logic [6:0] addr_o,
  output logic       flush_o,
  output logic       halt_o
);

  localparam int unsigned CntW = $clog2(Cycles + 1);

  logic            sweep_q, flush_q;
  logic [CntW-1:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sweep_q <= 1'b0;
      flush_q <= 1'b0;
      count_q <= '0;
    end else if (zeroise_i) begin
      sweep_q <= 1'b1;
      flush_q <= 1'b0;
      count_q <= '0;
    end else if (sweep_q) begin
      sweep_q <= (count_q != CntW'(Cycles - 1));
      flush_q <= (count_q == CntW'(Cycles - 1));
      count_q <= count_q + CntW'(1);
    end else if (flushed_i) begin
      flush_q <= 1'b0;
    end
  end

  assign gate_o  = zeroise_i || sweep_q;
  assign zero_o  = sweep_q;
  assign flush_o = flush_q;
  assign halt_o  = sweep_q || flush_q;
  assign addr_o  = 7'(count_q);

endmodule
