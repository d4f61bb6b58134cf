// SPDX-License-Identifier: Apache-2.0
//
// Key memory of seal_hash: the powers H .. H^s of each slot's hash key, s = MultStages, one word
// each, in the form that the multiplier takes. (Sums of the key alone are computed once, when it is
// stored: seal_gf_mult_key.) No standard.
//
// h_valid_i stores h_i, as a polynomial, as H of slot h_slot_i. store_i stores product_i as
// H^(index + 1) of that slot, where index is pow_index_i at the latest pow_valid_i. newest_o is the
// power stored last, the operand of the next one, and load_slot_o its slot; the memory is written
// from there, one cycle later. slot_i and power_i (the power minus one) are looked up
// asynchronously.
//
// Reset: none. zero_i: newest_o is cleared at once, the words one by one, each a cycle after its
// zero_addr_i. (The form of zero is zero.)
module seal_hash_powers #(
  parameter int unsigned   Slots      = 4,
  parameter bit [128:0]    Poly       = seal_gf_pkg::GcmPoly,
  parameter int unsigned   MultKind   = 0,
  parameter int unsigned   MultStages = 4,
  parameter int unsigned   MultHalt   = 8,
  localparam int unsigned  PowerW     = (MultStages > 1) ? $clog2(MultStages) : 1,
  localparam int unsigned  KeyW       = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, seal_gf_pkg::GcmDigit,
      seal_gf_pkg::GcmLevels)
) (
  input  logic              clk_i,
  input  logic              zero_i,
  input  logic [6:0]        zero_addr_i,

  input  logic              h_valid_i,
  input  logic [3:0]        h_slot_i,
  input  logic [127:0]      h_i,
  input  logic              pow_valid_i,
  input  logic [2:0]        pow_index_i,
  input  logic              store_i,
  input  logic [127:0]      product_i,
  output logic [127:0]      newest_o,
  output logic [3:0]        load_slot_o,

  input  logic [3:0]        slot_i,
  input  logic [PowerW-1:0] power_i,
  output logic [KeyW-1:0]   key_o
);

  localparam int unsigned Words = Slots << PowerW;
  localparam int unsigned AddrW = (Words > 1) ? $clog2(Words) : 1;

  logic [KeyW-1:0]  powers [Words];
  logic [KeyW-1:0]  key_form;
  logic [AddrW-1:0] read_addr, write_addr_q;
  logic             write_q;
  logic [2:0]       index_q;

  seal_gf_mult_key #(
    .Width(128), .Poly(seal_gf_pkg::poly_t'(Poly)), .Kind(MultKind), .Halt(MultHalt)
  ) u_key (
    .b_i(newest_o), .key_o(key_form)
  );

  assign read_addr = AddrW'({slot_i, power_i});
  assign key_o     = powers[read_addr];

  always_ff @(posedge clk_i) begin
    write_q      <= h_valid_i || store_i || zero_i;
    write_addr_q <= zero_i    ? AddrW'(zero_addr_i) :
                    h_valid_i ? AddrW'({h_slot_i, PowerW'(0)})
                              : AddrW'({load_slot_o, PowerW'(index_q)});
    if (write_q) powers[write_addr_q] <= key_form;
  end

  always_ff @(posedge clk_i) begin
    if (zero_i)         newest_o <= '0;
    else if (h_valid_i) newest_o <= h_i;
    else if (store_i)   newest_o <= product_i;
    if (h_valid_i)   load_slot_o <= h_slot_i;
    if (pow_valid_i) index_q     <= pow_index_i;
  end

  logic unused_bits;   // of addresses that are wider than this build needs
  assign unused_bits = ^{zero_addr_i, index_q};

endmodule
