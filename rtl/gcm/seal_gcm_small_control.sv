// SPDX-License-Identifier: Apache-2.0
//
// Sequencer of seal_gcm_small: the microprogram of seal_gcm_small_pkg in a synchronous memory. No
// standard; M. V. Wilkes, The Best Way to Design an Automatic Calculating Machine, Manchester 1951,
// is the source of the idea.
//
// instr_o is the instruction of this cycle, word_o its w and word_next_o that of the next cycle. An
// instruction has the address of the next one, so there is no program counter. advance_i counts w
// up, home_i makes it zero. What an instruction changes is to be changed with live_o only.
//
// A zeroise, or a reset, ends the instruction: sweep_o is high until swept_i, at least one cycle
// after zeroise_i; the program then goes on at Resume, with w = 0.
module seal_gcm_small_control
  import seal_gcm_small_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zeroise_i,
  input  logic         swept_i,
  output logic         sweep_o,
  output logic         live_o,
  input  logic [Conditions-1:0] conditions_i,   // by cond_e
  input  logic         advance_i,
  input  logic         home_i,
  output instruction_t instr_o,
  output logic [1:0]   word_o,
  output logic [1:0]   word_next_o
);

  localparam int unsigned Width  = $bits(instruction_t);
  localparam int unsigned LabelW = $clog2(Instructions);

  function automatic logic [Instructions-1:0][Width-1:0] codes();
    logic [Instructions-1:0][Width-1:0] all;
    for (int unsigned i = 0; i < Instructions; i++) all[i] = code(label_e'(LabelW'(i)));
    return all;
  endfunction

  localparam logic [Instructions-1:0][Width-1:0] Program = codes();

  (* rom_style = "block", ram_style = "block" *) logic [Width-1:0] mem [Instructions];

  initial begin
    for (int unsigned i = 0; i < Instructions; i++) mem[i] = Program[i];
  end

  logic              sweep_q;
  logic [Width-1:0]  instr_q;
  logic [LabelW-1:0] address;
  logic [1:0]        word_q;

  always_comb begin
    if (zeroise_i || sweep_q)              address = Resume;
    else if (conditions_i[instr_o.cond])   address = instr_o.branch;
    else                                   address = instr_o.next;
  end

  always_ff @(posedge clk_i) begin
    instr_q <= mem[address];
    word_q  <= word_next_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sweep_q <= 1'b1;
    else         sweep_q <= zeroise_i || (sweep_q && !swept_i);
  end

  always_comb begin
    if (sweep_q || home_i) word_next_o = '0;
    else if (advance_i)    word_next_o = word_q + 2'd1;
    else                   word_next_o = word_q;
  end

  assign instr_o = instr_q;
  assign word_o  = word_q;
  assign sweep_o = sweep_q;
  assign live_o  = !zeroise_i && !sweep_q;

endmodule
