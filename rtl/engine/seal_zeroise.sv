// SPDX-License-Identifier: Apache-2.0
//
// Sequence of a zeroise. For Cycles cycles the pipelines run empty, and every memory that holds
// keys or text is overwritten, word by word. Then, with Flush, the output side ends the messages in
// flight. FIPS 140-3 requires the zeroisation of keys and leaves the means open.
//
// A reset begins one too: it clears the readiness of slots, not their keys, and it may come in the
// middle of a sweep, which would not be finished otherwise.
//
//   gate_o    zeroise_i or sweep_o[0]: gates the outputs of the core
//   sweep_o   bit n rises n + 1 cycles after zeroise_i; all bits fall together, Cycles + 1 cycles
//             after the last cycle of zeroise_i
//   addr_o    the word to overwrite: 0 in the cycle after zeroise_i, then it counts, and wraps
//   flush_o   with Flush: from the fall of sweep_o until flushed_i
//   halt_o    sweep_o[0] or flush_o, as a register of its own
//
// sweep_o has a large fan-out, so each of its bits is a register; modules that can wait a cycle
// take the next bit. Feed-forward pipelines need none: they clear themselves once only zeros enter,
// within Cycles.
//
// A memory is clear afterwards if sweep_o[0] is its write enable and Cycles is at least its number
// of words. With sweep_o[n] its first n words come when addr_o has gone round: a memory with k bits
// of address needs 2^k + n cycles. Reset: the first cycle of a sweep.
module seal_zeroise #(
  parameter int unsigned Cycles = 64,
  parameter int unsigned AddrW  = 7,
  parameter int unsigned Depth  = 1,      // bits of sweep_o
  parameter bit          Flush  = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zeroise_i,
  input  logic             flushed_i,     // only with Flush
  output logic             gate_o,
  output logic [Depth-1:0] sweep_o,
  output logic [AddrW-1:0] addr_o,
  output logic             flush_o,
  output logic             halt_o
);

  localparam int unsigned CntW = $clog2(Cycles + 1);

  if (Cycles < 2 || Depth < 1) begin : g_bad
    $error("seal_zeroise: Cycles must be 2 or more, and Depth 1 or more");
  end

  logic             flush_q, halt_q, last;
  logic [Depth-1:0] sweep_q;
  logic [CntW-1:0]  count_q;

  assign last = (count_q == CntW'(Cycles - 1));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sweep_q  <= Depth'(1);
      flush_q <= 1'b0;
      halt_q  <= 1'b1;
      count_q <= '0;
    end else if (zeroise_i) begin
      sweep_q  <= Depth'({sweep_q, 1'b1});
      flush_q <= 1'b0;
      halt_q  <= 1'b1;
      count_q <= '0;
    end else if (sweep_q[0]) begin
      sweep_q  <= last ? '0 : Depth'({sweep_q, 1'b1});
      flush_q <= Flush && last;
      halt_q  <= Flush || !last;
      count_q <= count_q + CntW'(1);
    end else if (flushed_i) begin
      flush_q <= 1'b0;
      halt_q  <= 1'b0;
    end
  end

  assign gate_o  = zeroise_i || sweep_q[0];
  assign sweep_o  = sweep_q;
  assign addr_o  = AddrW'(count_q);
  assign flush_o = flush_q;
  assign halt_o  = halt_q;

endmodule
