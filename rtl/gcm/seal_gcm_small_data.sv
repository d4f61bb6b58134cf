// SPDX-License-Identifier: Apache-2.0
//
// Data bus and memory of data of seal_gcm_small. No standard.
//
// In each cycle data_o = (source + read_o) of the bytes that count, where read_o is the word whose
// address the instruction before has given (rd). Where the instruction says so, data_o is written
// into the memory (wr), and the units take it. Two functions of a word come with it:
//   counting up   the source is what changes (SrcStep). Words that are counted are big-endian
//                 numbers, count_o. A length is in bits, in two words: the bits of a block are
//                 added to the low word, its carry in the next instruction to the high word
//   limits        too_long_o, in the instruction after that of the low word: with the block at hand
//                 its section would be longer than the core allows
//
// In a sweep, zero is written to address_i.
module seal_gcm_small_data
  import seal_message_pkg::*;
  import seal_gcm_small_pkg::*;
#(
  parameter int unsigned TextLimit    = 32'hFFFF_FFFE,  // blocks
  parameter int unsigned AadLimitLog2 = 61,
  parameter int unsigned IvLimit      = 65536           // bytes
) (
  input  logic             clk_i,
  input  logic             sweep_i,
  input  logic [3:0]       address_i,
  input  logic             live_i,
  input  instruction_t     instr_i,
  input  logic [1:0]       word_i,
  input  logic [1:0]       word_next_i,

  input  logic [31:0]      input_i,        // sources: the beat on offer ...
  input  logic [3:0]       keep_i,
  input  logic             taken_i,        // ... which is taken
  input  logic [127:0]     key_i,
  input  logic [95:0]      iv_i,
  input  logic [31:0]      cipher_i,
  input  logic [31:0]      sum_i,
  input  logic             sum_valid_i,
  input  logic [3:0]       mask_i,         // bytes of a word that is sent

  input  message_section_e section_i,      // the block at hand
  input  logic [4:0]       bytes_i,

  output logic [31:0]      data_o,
  output logic [31:0]      read_o,
  output logic [31:0]      count_o,
  output logic             too_long_o
);

  (* ram_style = "block", no_rw_check *) logic [31:0] mem [16];

  function automatic logic [3:0] address(mem_e at, logic [1:0] w, logic aad);
    if (at[3:2] == 2'b11)                    return at;
    if (at[3:2] == 2'b10 && at[1:0] != 2'd0) return {2'b10, !aad, at == MemLow};
    return {at[3:2], w};
  endfunction

  logic        aad, we;
  logic [3:0]  write, mask;
  logic [31:0] read_q;

  assign aad   = section_i == SecAad;
  assign we    = sweep_i || (live_i && instr_i.we && !(instr_i.take && !taken_i) &&
                             !(instr_i.sum && !sum_valid_i));
  assign write = sweep_i ? address_i : address(instr_i.wr, word_i ^ {2{instr_i.turned}}, aad);

  always_ff @(posedge clk_i) begin
    if (we) mem[write] <= data_o;
    read_q <= mem[address(instr_i.rd, word_next_i, aad)];
  end

  // What changes if a word is counted up, of bits 31 to 0; of a length in bits, the low word by the
  // bytes of a block, whose seven last bits are zero before that.
  logic [31:0] steps, source;
  logic        carry, carry_q, low_full_q;

  assign count_o = seal_engine_pkg::swap32(read_q);

  always_comb begin
    logic step;
    step = instr_i.high ? carry_q : !instr_i.low;
    for (int unsigned b = 0; b < 32; b++) begin
      if (b == 7 && instr_i.low) step = bytes_i[4];
      steps[b] = step;
      step     = step && count_o[b];
    end
    carry = step;
    if (instr_i.low) steps[6:3] = bytes_i[3:0];
  end

  always_comb begin
    unique case (instr_i.src)
      SrcInput:  source = input_i;
      SrcKey:    source = key_i[32*word_i+:32];
      SrcIv:     source = (word_i == 2'd3) ? 32'h0100_0000 : iv_i[32*word_i+:32];
      SrcOne:    source = (word_i == 2'd3) ? 32'h0100_0000 : '0;
      SrcStep:   source = seal_engine_pkg::swap32(steps);
      SrcCipher: source = cipher_i;
      SrcSum:    source = sum_i;
      default:   source = '0;
    endcase
    mask = sweep_i ? '0 : !instr_i.masked ? '1 : instr_i.take ? keep_i : mask_i;
    for (int unsigned b = 0; b < 4; b++) begin
      data_o[8*b+:8] = (source[8*b+:8] ^ read_q[8*b+:8]) & {8{mask[b]}};
    end
  end

  // A section has reached its limit, in full blocks, if all bits of the limit are set.
  localparam logic [56:0] AadBlocks = 57'((61'd1 << (AadLimitLog2 - 4)) - 61'd1);
  localparam int unsigned IvBlocks = IvLimit / BlockBytes;
  logic [56:0] limit;

  always_comb begin
    unique case (section_i)
      SecIv:   limit = 57'(IvBlocks);
      SecAad:  limit = AadBlocks;
      default: limit = 57'(TextLimit);
    endcase
    unique case (section_i)
      SecIv:   too_long_o = bytes_i > 5'(IvLimit % BlockBytes);
      SecAad:  too_long_o = bytes_i[4];
      default: too_long_o = 1'b1;
    endcase
    too_long_o = too_long_o && low_full_q && &(count_o | ~limit[56:25]);
  end

  always_ff @(posedge clk_i) begin
    if (instr_i.low) begin
      carry_q    <= carry;
      low_full_q <= &(count_o[31:7] | ~limit[24:0]);
    end
  end

  assign read_o = read_q;

endmodule
