// SPDX-License-Identifier: Apache-2.0
//
// The hash of a GCM core (NIST SP 800-38D, section 6.4), by the kind of its multiplier: seal_hash
// with one that takes a block in every cycle, seal_hash_serial with one that makes a product at a
// time, in the cycles of a block or fewer.
//
// With Polyval it is POLYVAL of RFC 8452 instead, by its appendix A: blocks and hash with their
// bytes reversed, and the key x H for the reversed H. That is wires and three XOR.
//
// A core that has the counter-only operation alone needs no hash (Hashes 0): the answer to the last
// block of a message is zero, after the time of a hash, which seal_gcm_finish relies on.
//
// Ports, latency, reset and sweep_i: see these two; the latter needs no powers of H, so pow_* is
// for the former only, and Square too. There are 2^SweepW addresses of keys to sweep
// (seal_gcm_pkg).
module seal_gcm_hash #(
  parameter bit           Hashes     = 1'b1,
  parameter int unsigned  Slots      = 4,
  parameter int unsigned  MultKind   = 0,
  parameter int unsigned  MultStages = 4,
  parameter int unsigned  MultDigit  = 16,
  parameter int unsigned  MultHalt   = 8,
  parameter bit           MultTables = 1'b0,
  parameter bit           Polyval    = 1'b0,
  parameter bit           Square     = 1'b0,
  localparam int unsigned PowerW     =
      seal_engine_pkg::power_width(1, seal_gcm_pkg::hash_powers(MultKind, MultStages)),
  localparam int unsigned SweepW     = seal_gcm_pkg::power_addr_width(Slots, MultKind, MultStages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,
  input  logic [SweepW-1:0] sweep_addr_i,

  input  logic              valid_i,
  input  logic              last_i,
  input  logic              tag_i,
  input  logic [3:0]        slot_i,
  input  logic [127:0]      data_i,

  input  logic              h_valid_i,
  input  logic [3:0]        h_slot_i,
  input  logic [127:0]      h_i,
  input  logic              pow_valid_i,
  input  logic [PowerW-1:0] pow_index_i,
  output logic              pow_done_o,

  output logic              valid_o,
  output logic              tag_o,
  output logic [127:0]      hash_o
);

  localparam int unsigned Order = seal_gf_pkg::OrderGcm;

  logic [127:0] data, h, hash;

  if (Polyval) begin : g_polyval
    assign data   = seal_gcm_pkg::reversed(data_i);
    assign h      = seal_gf_pkg::poly_to_block(Order, 128'(seal_gf_pkg::times_x(
        seal_gf_pkg::poly_t'(seal_gf_pkg::block_to_poly(Order, seal_gcm_pkg::reversed(h_i))),
        128, seal_gf_pkg::poly_t'(seal_gf_pkg::GcmPoly))));
    assign hash_o = seal_gcm_pkg::reversed(hash);
  end else begin : g_ghash
    assign data   = data_i;
    assign h      = h_i;
    assign hash_o = hash;
  end

  if (!Hashes) begin : g_none
    seal_valid #(.Cycles(seal_gcm_pkg::hash_latency(MultKind, MultStages, MultDigit))) u_valid (
      .clk_i, .rst_ni,
      .clear_i(sweep_i),
      .valid_i(valid_i && last_i),
      .valid_o
    );
    assign {tag_o, hash, pow_done_o} = '0;

    logic unused_hash;
    assign unused_hash = ^{sweep_addr_i, tag_i, slot_i, data, h_valid_i, h_slot_i, h, pow_valid_i,
                           pow_index_i};
  end else if (!seal_gf_pkg::streams(MultKind)) begin : g_serial
    seal_hash_serial #(
      .Slots(Slots), .TagW(1), .Order(Order), .MultKind(MultKind),
      .MultDigit(MultDigit), .MultHalt(MultHalt), .MultTables(MultTables)
    ) u_hash (
      .clk_i, .rst_ni, .sweep_i, .sweep_addr_i,
      .valid_i, .last_i, .tag_i, .slot_i,
      .data_i(data),
      .h_valid_i, .h_slot_i,
      .h_i   (h),
      .valid_o, .tag_o,
      .hash_o(hash)
    );
    assign pow_done_o = 1'b0;

    logic unused_power;
    assign unused_power = ^{pow_valid_i, pow_index_i};
  end else begin : g_pipelined
    seal_hash #(
      .Slots(Slots), .TagW(1), .Order(Order), .MultKind(MultKind), .MultStages(MultStages),
      .MultHalt(MultHalt), .MultTables(MultTables), .Square(Square)
    ) u_hash (
      .clk_i, .rst_ni, .sweep_i, .sweep_addr_i,
      .valid_i, .last_i, .tag_i, .slot_i,
      .data_i(data),
      .h_valid_i, .h_slot_i,
      .h_i   (h),
      .pow_valid_i, .pow_index_i, .pow_done_o,
      .valid_o, .tag_o,
      .hash_o(hash)
    );
  end

endmodule
