// SPDX-License-Identifier: Apache-2.0
//
// Key memory of the hash of CWC with a multiplier of s stages (s = MultStages): the powers K .. K^s
// of each slot's hash key, one word of limbs each. As seal_hash_powers, for numbers modulo
// 2^127 - 1, whose multiplier takes a key as it is. No standard.
//
// h_valid_i stores h_i as K of slot h_slot_i. store_i stores product_i as K^(index + 1) of that
// slot, where index is pow_index_i at the latest pow_valid_i. newest_o is the power stored last,
// the operand of the next one, and load_slot_o its slot; the memory is written from there, one
// cycle later. slot_i and power_i (the power minus one) are looked up asynchronously.
//
// Reset: none. sweep_i: newest_o is cleared at once, the words one by one, each a cycle after its
// sweep_addr_i.
module seal_cwc_powers
  import seal_engine_pkg::*;
  import seal_cwc_pkg::*;
#(
  parameter int unsigned  Slots      = 4,
  parameter int unsigned  MultStages = 5,
  localparam int unsigned PowerW     = power_width(1, MultStages),
  localparam int unsigned AddrW      = power_addr_width(Slots, 1, MultStages)
) (
  input  logic              clk_i,
  input  logic              sweep_i,
  input  logic [AddrW-1:0]  sweep_addr_i,

  input  logic              h_valid_i,
  input  logic [3:0]        h_slot_i,
  input  limbs_t            h_i,
  input  logic              pow_valid_i,
  input  logic [PowerW-1:0] pow_index_i,
  input  logic              store_i,
  input  limbs_t            product_i,
  output limbs_t            newest_o,
  output logic [3:0]        load_slot_o,

  input  logic [3:0]        slot_i,
  input  logic [PowerW-1:0] power_i,
  output limbs_t            key_o
);

  limbs_t            powers [Slots << PowerW];
  logic [AddrW-1:0]  write_addr_q;
  logic              write_q;
  logic [PowerW-1:0] index_q;

  assign key_o = powers[AddrW'({slot_i, power_i})];

  always_ff @(posedge clk_i) begin
    write_q      <= h_valid_i || store_i || sweep_i;
    write_addr_q <= sweep_i   ? sweep_addr_i :
                    h_valid_i ? AddrW'({h_slot_i, PowerW'(0)})
                              : AddrW'({load_slot_o, index_q});
    if (write_q) powers[write_addr_q] <= newest_o;
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i)        newest_o <= '0;
    else if (h_valid_i) newest_o <= h_i;
    else if (store_i)   newest_o <= product_i;
    if (h_valid_i)   load_slot_o <= h_slot_i;
    if (pow_valid_i) index_q     <= pow_index_i;
  end

endmodule
