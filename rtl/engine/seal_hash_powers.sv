// SPDX-License-Identifier: Apache-2.0
//
// Key memory of a polynomial hash of q blocks per cycle (q = Lanes): the powers H .. H^(q s) of
// each slot's hash key, s = MultStages, one word each, in the form that the multiplier takes. (Sums
// of the key alone are computed once, when it is stored: seal_gf_mult_key.) seal_hash is the hash
// of one lane. With q lanes, block j of a message is followed in its lane's multiplier by block j +
// q s: a lane takes H^(q s) while as many blocks follow, and one of the powers for the last q s
// blocks. No standard.
//
// h_valid_i stores h_i, as a polynomial, as H of slot h_slot_i. store_i stores product_i as
// H^(index + 1) of that slot, where index is pow_index_i at the latest pow_valid_i. newest_o is the
// power stored last, the operand of the next one, and load_slot_o its slot; the memory is written
// from there, one cycle later. slot_i and power_i (the power minus one) are looked up
// asynchronously, for each lane.
//
// Reset: none. sweep_i: newest_o is cleared at once, the words one by one, each a cycle after its
// sweep_addr_i. (The form of zero is zero.)
module seal_hash_powers #(
  parameter int unsigned   Slots      = 4,
  parameter bit [128:0]    Poly       = seal_gf_pkg::GcmPoly,
  parameter int unsigned   MultKind   = 0,
  parameter int unsigned   MultStages = 4,
  parameter int unsigned   MultHalt   = 8,
  parameter int unsigned   Lanes      = 1,
  localparam int unsigned  PowerW     = seal_engine_pkg::power_width(Lanes, MultStages),
  localparam int unsigned  AddrW      = seal_engine_pkg::power_addr_width(Slots, Lanes, MultStages),
  localparam int unsigned  KeyW       = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, seal_gf_pkg::GcmDigit,
      seal_gf_pkg::GcmLevels)
) (
  input  logic                        clk_i,
  input  logic                        sweep_i,
  input  logic [AddrW-1:0]            sweep_addr_i,

  input  logic                        h_valid_i,
  input  logic [3:0]                  h_slot_i,
  input  logic [127:0]                h_i,
  input  logic                        pow_valid_i,
  input  logic [PowerW-1:0]           pow_index_i,
  input  logic                        store_i,
  input  logic [127:0]                product_i,
  output logic [127:0]                newest_o,
  output logic [3:0]                  load_slot_o,

  input  logic [Lanes-1:0][3:0]       slot_i,
  input  logic [Lanes-1:0][PowerW-1:0] power_i,
  output logic [Lanes-1:0][KeyW-1:0]  key_o
);

  logic [KeyW-1:0]   powers [Slots << PowerW];
  logic [KeyW-1:0]   key_form;
  logic [AddrW-1:0]  write_addr_q;
  logic              write_q;
  logic [PowerW-1:0] index_q;

  seal_gf_mult_key #(
    .Width(128), .Poly(seal_gf_pkg::poly_t'(Poly)), .Kind(MultKind), .Halt(MultHalt)
  ) u_key (
    .b_i(newest_o), .key_o(key_form)
  );

  for (genvar n = 0; n < Lanes; n++) begin : g_read
    logic [AddrW-1:0] addr;
    assign addr     = AddrW'({slot_i[n], power_i[n]});
    assign key_o[n] = powers[addr];
  end

  always_ff @(posedge clk_i) begin
    write_q      <= h_valid_i || store_i || sweep_i;
    write_addr_q <= sweep_i    ? sweep_addr_i :
                    h_valid_i ? AddrW'({h_slot_i, PowerW'(0)})
                              : AddrW'({load_slot_o, index_q});
    if (write_q) powers[write_addr_q] <= key_form;
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i)         newest_o <= '0;
    else if (h_valid_i) newest_o <= h_i;
    else if (store_i)   newest_o <= product_i;
    if (h_valid_i)   load_slot_o <= h_slot_i;
    if (pow_valid_i) index_q     <= pow_index_i;
  end

endmodule
