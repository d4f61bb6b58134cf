// SPDX-License-Identifier: Apache-2.0
//
// Polynomial hash in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1, with a multiplier that makes one
// product at a time, in c = Cycles cycles: the hash for cores that take a block in c cycles or
// more. With Order 0 it is GHASH (NIST SP 800-38D, section 6.4), by Horner's rule:
//
//   Y_1 = X_1,  Y_j = X_j + Y_(j-1) H,  hash = Y_N H
//
// One product is made for each block, and begins with it; no power of H is needed.
//
//   data --> x --+--> multiplier (c cycles) --> y --> hash_o
//            ^   H of the slot, key form  |
//            +------ added, but to X_1 ---+
//
// valid_i, at most once in c cycles, takes a block; h_valid_i stores H of a slot (in the form that
// the multiplier takes: seal_gf_mult_key). Blocks, H, hash, Order and tag_i: as for seal_hash.
//
// Latency: the hash comes c + 2 cycles after the last block of its message. Reset: control only.
// sweep_i: x and y are clear a cycle later; keys word by word at sweep_addr_i, and then, since the
// multiplier begins anew in every cycle, its operands.
`include "seal_assert.svh"

module seal_hash_serial #(
  parameter int unsigned  Slots      = 4,
  parameter int unsigned  TagW       = 1,
  parameter int unsigned  Order      = 0,
  parameter int unsigned  MultKind   = seal_gf_pkg::KindDigitSerial,
  parameter int unsigned  MultDigit  = 16,
  parameter int unsigned  MultHalt   = 8,
  parameter bit           MultTables = 1'b0,
  localparam int unsigned SweepW     = (Slots > 1) ? $clog2(Slots) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic [SweepW-1:0] sweep_addr_i,

  input  logic              valid_i,
  input  logic              last_i,     // of its message
  input  logic [TagW-1:0]   tag_i,
  input  logic [3:0]        slot_i,
  input  logic [127:0]      data_i,

  input  logic              h_valid_i,
  input  logic [3:0]        h_slot_i,
  input  logic [127:0]      h_i,

  output logic              valid_o,
  output logic [TagW-1:0]   tag_o,
  output logic [127:0]      hash_o
);

  localparam bit [128:0]  Poly   = seal_gf_pkg::GcmPoly;
  localparam int unsigned Cycles = seal_gf_pkg::serial_cycles(MultKind, 128, MultDigit);
  localparam int unsigned KeyW   = seal_gf_pkg::key_width(
      MultKind, 128, seal_gf_pkg::poly_t'(Poly), MultHalt, MultDigit, seal_gf_pkg::GcmLevels);

  if (Order > seal_gf_pkg::OrderBe) begin : g_bad_order
    $error("seal_hash_serial: Order must be 0 (gcm), 1 (le) or 2 (be)");
  end
  if (MultKind < seal_gf_pkg::KindLfsr || MultKind >= seal_gf_pkg::Kinds) begin : g_bad_mult_kind
    $error("seal_hash_serial: MultKind must be 15 to 18 (one product at a time)");
  end

  // ---- keys -------------------------------------------------------------------------------------
  (* ram_style = "distributed" *) logic [KeyW-1:0] keys [1 << SweepW];
  logic [KeyW-1:0]   form;
  logic [SweepW-1:0] write_addr_q;
  logic              write_q;
  logic [127:0]      h_q;

  seal_gf_mult_key #(
    .Width(128), .Poly(seal_gf_pkg::poly_t'(Poly)), .Kind(MultKind), .Halt(MultHalt),
    .Digit(MultDigit), .Tables(MultTables)
  ) u_key (
    .b_i(h_q), .key_o(form)
  );

  always_ff @(posedge clk_i) begin
    if (sweep_i)        h_q <= '0;
    else if (h_valid_i) h_q <= seal_gf_pkg::block_to_poly(Order, h_i);
    write_q      <= h_valid_i || sweep_i;
    write_addr_q <= sweep_i ? sweep_addr_i : h_slot_i[SweepW-1:0];
    if (write_q) keys[write_addr_q] <= form;
  end

  // ---- the operand x, and the state of the product under way ------------------------------------
  logic              start_q, first_q, last_q, ends_q, sweep_q;
  logic [TagW-1:0]   tag_q, ends_tag_q;
  logic [SweepW-1:0] slot_q;      // stays while the multiplier works
  logic [127:0]      x_q, y, y_q, product;
  logic [Cycles-1:0] flight_q;    // a product begins, ..., is done in the next cycle
  logic              done;

  assign done = flight_q[Cycles-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q  <= 1'b0;
      first_q  <= 1'b1;
      flight_q <= '0;
      valid_o  <= 1'b0;
    end else if (sweep_i) begin
      start_q  <= 1'b0;
      first_q  <= 1'b1;
      flight_q <= '0;
      valid_o  <= 1'b0;
    end else begin
      start_q  <= valid_i;
      if (start_q) first_q <= last_q;
      flight_q <= Cycles'({flight_q, start_q});
      valid_o  <= done && ends_q;
    end
  end

  always_ff @(posedge clk_i) begin
    sweep_q <= sweep_i;
    if (sweep_i) begin
      x_q <= '0;
    end else if (valid_i) begin
      x_q    <= seal_gf_pkg::block_to_poly(Order, data_i);
      slot_q <= slot_i[SweepW-1:0];
      last_q <= last_i;
      tag_q  <= tag_i;
    end
    if (sweep_q)   y_q <= '0;
    else if (done) y_q <= product;
    if (start_q) begin
      ends_q     <= last_q;
      ends_tag_q <= tag_q;
    end
    tag_o <= ends_tag_q;
  end

  assign y = first_q ? '0 : done ? product : y_q;

  // ---- the multiplier ---------------------------------------------------------------------------
  seal_gf_mult #(
    .Width(128), .Poly(Poly), .Kind(MultKind), .Digit(MultDigit), .Halt(MultHalt),
    .Tables(MultTables), .Keyed(1'b1)
  ) u_mult (
    .clk_i,
    .start_i(start_q || sweep_q),
    .a_i    (x_q ^ y),
    .b_i    (keys[slot_q]),
    .p_o    (product)
  );

  assign hash_o = seal_gf_pkg::poly_to_block(Order, y_q);

  logic unused_slots;
  assign unused_slots = ^{h_slot_i, slot_i};

  // The product before may be done when this one begins, a cycle later.
  `SEAL_ASSERT(OneAtATime_A, valid_i |-> (Cycles + 1)'({flight_q, start_q, 2'b00}) == '0)

endmodule
