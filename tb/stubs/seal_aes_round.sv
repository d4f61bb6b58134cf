// SPDX-License-Identifier: Apache-2.0
//
// Stub of seal_aes_round in simulations of whole cores in which rounds are not what is tested: the
// same round (FIPS 197, sections 5.1 and 5.3.5), with the same cycles, for S-boxes as tables or
// memories. What is computed are two functions that the simulator calls; of the real round it makes
// new code for each S-box of each round. Ports, registers and latency are those of the real one.
package seal_aes_round_stub_pkg;

  import seal_aes_pkg::*;

  typedef logic [7:0] table_t [256];

  function automatic table_t elements(logic [255:0][7:0] packed_table);
    for (int unsigned i = 0; i < 256; i++) elements[i] = packed_table[i];
  endfunction

  localparam table_t Forward = elements(sbox_table(1'b0));
  localparam table_t Inverse = elements(sbox_table(1'b1));

  function automatic logic [127:0] substituted(logic [127:0] state, logic inverse);
    /* verilator no_inline_task */
    logic [127:0] out;
    for (int unsigned i = 0; i < 16; i++) begin
      out[8*i+:8] = inverse ? Inverse[state[8*i+:8]] : Forward[state[8*i+:8]];
    end
    return out;
  endfunction

  function automatic logic [127:0] mixed(
    logic [127:0] state, logic inverse, logic turned, logic mixes
  );
    /* verilator no_inline_task */
    logic [127:0] rows;
    rows = turned ? inv_shift_rows(state) : shift_rows(state);
    if (!mixes) return rows;
    return mix_columns(inverse ? inv_mix_ahead(rows) : rows);
  endfunction

endpackage

module seal_aes_round
  import seal_aes_pkg::*;
  import seal_aes_round_stub_pkg::*;
#(
  parameter int unsigned Sbox        = 0,
  parameter int unsigned Dir         = 0,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Mix         = 1,
  parameter bit          Bypass      = 1'b0
) (
  input  logic         clk_i,
  input  logic         inv_i,
  input  logic [127:0] block_i,
  input  logic [127:0] key_i,
  input  logic         mix_i,
  input  logic         bypass_i,
  output logic [127:0] block_o
);

  if (Sbox != SboxTable && Sbox != SboxBram) begin : g_bad_kind
    $error("seal_aes_round: this stub has table S-boxes");
  end

  localparam int unsigned Sub   = sub_stages(Sbox, RoundStages);
  localparam bit          Cut   = mix_stages(Sbox, RoundStages) != 0;
  localparam int unsigned Ahead = (Bypass && Sub > 0 && !Cut) ? 1 : 0;

  logic         inv, inv_sub, mix, bypass;
  logic [127:0] sub, plain, key, sum;

  assign inv = (Dir == DirBoth) ? inv_i : (Dir == DirInverse);

  seal_shift_reg #(.Width(129), .Stages(Sub)) u_sub (
    .clk_i, .d_i({inv, substituted(block_i, inv)}), .q_o({inv_sub, sub})
  );
  seal_shift_reg #(.Width(128), .Stages(Bypass ? Sub - Ahead : 0)) u_plain (
    .clk_i, .d_i(block_i), .q_o(plain)
  );
  seal_shift_reg #(.Width(130), .Stages(Ahead)) u_key (
    .clk_i,
    .d_i({mix_i, Bypass && bypass_i, key_i ^ ((Bypass && bypass_i) ? plain : '0)}),
    .q_o({mix, bypass, key})
  );

  logic [127:0] rows;

  assign rows = mixed(sub, inv_sub, Dir == DirInverse, Mix == 1 || (Mix == 2 && mix));
  assign sum  = key ^ (bypass ? '0 : rows);

  seal_shift_reg #(.Width(128), .Stages(RoundStages - Sub)) u_out (
    .clk_i, .d_i(sum), .q_o(block_o)
  );

endmodule
