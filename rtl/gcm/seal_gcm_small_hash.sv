// SPDX-License-Identifier: Apache-2.0
//
// GHASH (NIST SP 800-38D, section 6.4) of seal_gcm_small, Digit bits per cycle.
//
// Y_i = (Y_(i-1) + X_i) H by Horner's rule, from the highest power of x down:
//   Z = 0;  for each digit D of Y_(i-1) + X_i:  Z = x^Digit Z + D H
// In the cycle of hash_go, Y_(i-1) moves from Z to the shift register that gives its digits; those
// of X_i are selected from a memory of two blocks, of which one is hashed while the other is
// written (hash_we, word w; its bytes in the order of the block). H is shifted in, word by word,
// the first word first (h_we).
//
// A block takes 1 + 128 / Digit cycles. The hash is read out while a further block runs, of which
// nothing is used: its words, the last one first, are sum_o in cycles with sum_valid_o. hash_clear
// ends this, and makes the hash zero. Bit 8b + j of a word is the coefficient of x^(8b + 7 - j).
//
// In a sweep all registers become zero, and the memory, at address_i.
module seal_gcm_small_hash
  import seal_gcm_small_pkg::*;
#(
  parameter int unsigned Digit = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         sweep_i,
  input  logic [2:0]   address_i,
  input  logic         live_i,
  input  instruction_t instr_i,
  input  logic         we_i,
  input  logic [1:0]   word_i,
  input  logic [31:0]  data_i,
  output logic         busy_o,
  output logic         sum_valid_o,
  output logic [31:0]  sum_o
);

  localparam int unsigned Steps  = 128 / Digit;
  localparam int unsigned CountW = $clog2(Steps);
  localparam int unsigned PartW  = CountW - 2;      // of a step within a word

  if (!(Digit inside {1, 2, 4, 8, 16})) begin : g_bad_digit
    $error("seal_gcm_small_hash: Digit must be 1, 2, 4, 8 or 16");
  end

  // Coefficients of x^0 and up, from bytes with the highest bit first
  function automatic logic [31:0] turn(logic [31:0] word);
    logic [31:0] out;
    for (int unsigned i = 0; i < 32; i++) out[i] = word[8*(i/8)+7-i%8];
    return out;
  endfunction

  // ---- blocks -----------------------------------------------------------------------------------
  (* ram_style = "block", no_rw_check *) logic [31:0] mem [8];

  logic              run_q, bank_q, start, load;
  logic [CountW-1:0] count_q, count_d;
  logic [2:0]        read;
  logic [31:0]       word_q, block;

  assign start      = live_i && instr_i.hash_go;
  assign load    = start || (live_i && instr_i.hash_clear) || sweep_i;
  assign count_d = !run_q ? '0 : count_q + CountW'(1);
  assign read    = {bank_q ^ !start, ~count_d[CountW-1:PartW]};

  always_ff @(posedge clk_i) begin
    if (sweep_i || (live_i && we_i)) begin
      mem[sweep_i ? address_i : {bank_q, word_i}] <= data_i;
    end
    word_q <= mem[read];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b0;
      bank_q  <= 1'b0;
      count_q <= '0;
    end else begin
      run_q   <= start || (run_q && !load && !(&count_q));
      bank_q  <= bank_q ^ start;
      count_q <= count_d;
    end
  end

  // ---- product ----------------------------------------------------------------------------------
  logic [127:0]     y_q, z_q, z_d, h_q;
  logic [Digit-1:0] digit;

  assign block = turn(word_q);
  assign digit = y_q[127-:Digit] ^ block[32-Digit-Digit*int'(count_q[PartW-1:0])+:Digit];

  always_comb begin
    logic [127+Digit:0] sum;
    sum = {z_q, Digit'(0)};
    for (int unsigned i = 0; i < Digit; i++) begin
      sum ^= {Digit'(0), h_q & {128{digit[i]}}} << i;
    end
    z_d = sum[127:0];
    for (int unsigned i = 0; i < Digit; i++) begin   // x^128 = x^7 + x^2 + x + 1
      z_d ^= {120'd0, 8'h87 & {8{sum[128+i]}}} << i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load)       z_q <= '0;
    else if (run_q) z_q <= z_d;

    if (load)       y_q <= z_q;
    else if (run_q) y_q <= y_q << Digit;

    if (sweep_i || (live_i && instr_i.h_we)) h_q <= {turn(data_i), h_q[127:32]};
  end

  assign busy_o      = run_q;
  assign sum_valid_o = run_q && count_q[PartW-1:0] == '0;
  assign sum_o       = turn(y_q[127:96]);

endmodule
