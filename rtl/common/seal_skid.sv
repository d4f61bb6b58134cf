// SPDX-License-Identifier: Apache-2.0
//
// Register slice of a ready/valid stream: no ready waits for another one, two words fit, one word
// per cycle passes, latency 1 cycle. No standard: a skid buffer as a queue of two.
//
// The words are written and read in turn, so that a ready that comes late moves a pointer, and not
// all the bits of a word. The enables of the two words come from a register (load_q), since each
// enables a whole word.
//
//   load_q   valid_q   words
//   one bit  0         0
//   one bit  1         1      in the other register
//   none     1         2
//
// Reset empties it. sweep_i empties it in the next cycle, whatever is offered or taken. Meanwhile
// both registers are loaded from data_i, in turn: they are clear at its end if data_i was zero in
// its last two cycles.
module seal_skid #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic [1:0][Width-1:0] word_q;
  logic [1:0]            load_q;
  logic                  valid_q, read_q;   // read_q: the register with the older word
  logic                  take, leave, full;

  assign full    = (load_q == '0);
  assign ready_o = !full;
  assign valid_o = valid_q;
  assign data_o  = word_q[read_q];
  assign take    = valid_i && !full;
  assign leave   = valid_q && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_q  <= 2'b01;
      valid_q <= 1'b0;
      read_q  <= 1'b0;
    end else if (sweep_i) begin
      load_q  <= read_q ? 2'b01 : 2'b10;
      valid_q <= 1'b0;
      read_q  <= !read_q;
    end else begin
      for (int unsigned i = 0; i < 2; i++) begin
        load_q[i] <= load_q[i]   ? !take
                   : load_q[1-i] ? take && (!valid_q || ready_i)
                                 : ready_i && read_q == 1'(i);
      end
      valid_q <= take || full || (valid_q && !ready_i);
      read_q  <= read_q ^ leave;
    end
  end

  // An empty register is loaded in every cycle, since valid_i comes late.
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) begin
      if (load_q[i]) word_q[i] <= data_i;
    end
  end

endmodule
