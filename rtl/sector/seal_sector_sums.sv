// SPDX-License-Identifier: Apache-2.0
//
// The two values of a unit that depend on all of its blocks: one before its stream begins (ha), and
// one after it has ended (hb):
//
//   schemes with hashes   ha, hb: a hash of the input and one of the output, each of its own logic,
//                         so that two data units are hashed at the same time
//   EME, EME2             ha, hb: sums of the blocks between two layers; ha comes with the first
//   XTS                   nothing
//
// and the source of the stream's blocks (source_*): the input ring, or that of the first layer.
// Source: Mancillas-Lopez 2010, III, for both hashes and for EME; IEEE Std 1619.2-2010, clause 5,
// for EME2; see the schemes' packages.
// Latency, reset and sweep_i: see seal_sector_hash, seal_sector_layer.
module seal_sector_sums
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned Order      = 0,
  parameter int unsigned Slots      = 4,
  parameter int unsigned Words      = 8,
  parameter int unsigned Buffer     = 512,
  parameter bit          Renew      = 1'b0,
  parameter int unsigned Readers    = 2,
  parameter int unsigned MultKind   = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      sweep_i,
  input  logic [8:0]                sweep_addr_i,

  input  logic [NumW-1:0]           accept_i,
  output look_t [2:0]               next_look_o,   // {layer, hash B, hash A}
  input  entry_t [2:0]              next_entry_i,
  output look_t [2:0]               look_o,
  input  blocks_t [2:0]             blocks_i,
  input  logic [Words-1:0]          ready_i,       // tweak and hash key of a unit are there
  input  logic [1:0][Words-1:0]     whole_i,       // a unit is all in the {output, input} ring

  input  logic [Readers-1:0]        in_valid_i,    // reader 0: the stream, or the first layer;
  input  logic [Readers-1:0][127:0] in_block_i,    // reader 1: the hash
  output logic [Readers-1:0]        in_pop_o,
  input  logic [Readers-1:0]        out_valid_i,   // reader 0: output, reader 1: the hash
  input  logic [Readers-1:0][127:0] out_block_i,
  input  logic                      out_pop_i,
  output logic [Readers-1:0]        out_pop_o,

  input  hash_key_t                 hash_key_i,
  output logic                      power_done_o,
  input  hash_block_t                    token_i,
  output logic                      token_ready_o,
  output logic                      product_valid_o,
  output logic [127:0]              product_o,

  output logic                      source_valid_o,
  output logic [127:0]              source_o,
  input  logic                      source_pop_i,
  output logic                      request_valid_o,
  input  logic                      request_ready_i,
  output request_t                  request_o,
  input  logic                      got_i,
  input  result_t                   result_i,

  input  look_t                     call_i,         // for EME2: see seal_sector_layer
  input  logic                      call_tail_i,
  input  logic                      chain_got_i,
  input  result_t                   chain_result_i,
  output logic [127:0]              renew_block_o,
  input  logic [NumW-1:0]           mask_unit_i,
  input  logic [2:0]                mask_index_i,
  output logic [127:0]              renew_mask_o,

  input  write_t                    sum_i,          // of the inputs of the second layer
  output write_t                    ha_o,
  output write_t                    hb_o
);

  localparam traits_t     Traits   = seal_sector_scheme_pkg::traits_of(Mode);
  localparam int unsigned HashKeys = Traits.tweak_key  ? Words :
                                     Traits.second_key ? 2 * Slots : Slots;

  if (Traits.hash) begin : g_hash
    logic   [1:0]        power_done, token_ready, product_valid, valid, pop;
    logic   [1:0][127:0] product, block;
    write_t [1:0]        hash;

    assign valid = {out_valid_i[Readers-1], in_valid_i[Readers-1]};
    assign block = {out_block_i[Readers-1], in_block_i[Readers-1]};

    for (genvar h = 0; h < 2; h++) begin : g_unit
      seal_sector_hash #(
        .Mode(Mode), .After(h == 1), .Order(Order), .Slots(HashKeys), .Words(Words),
        .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
      ) u_hash (
        .clk_i, .rst_ni, .sweep_i,
        .sweep_addr_i   (sweep_addr_i[6:0]),
        .accept_i,
        .next_look_o    (next_look_o[h]),
        .next_entry_i   (next_entry_i[h]),
        .look_o         (look_o[h]),
        .tweak_i        (blocks_i[h].t),
        .ready_i,
        .whole_i        (whole_i[h]),
        .block_valid_i  (valid[h]),
        .block_i        (block[h]),
        .block_pop_o    (pop[h]),
        .key_i          (hash_key_i),
        .power_done_o   (power_done[h]),
        .token_i        ((h == 0) ? token_i : '0),
        .token_ready_o  (token_ready[h]),
        .product_valid_o(product_valid[h]),
        .product_o      (product[h]),
        .hash_o         (hash[h])
      );
    end

    assign {hb_o, ha_o}    = hash;
    assign in_pop_o        = {pop[0], source_pop_i};
    assign out_pop_o       = {pop[1], out_pop_i};
    assign power_done_o    = power_done[0];   // both at once
    assign token_ready_o   = token_ready[0];
    assign product_valid_o = product_valid[0];
    assign product_o       = product[0];
  end else begin : g_no_hash
    assign look_o[1:0]      = '0;
    assign next_look_o[1:0] = '0;
    assign out_pop_o   = out_pop_i;
    assign {power_done_o, token_ready_o, product_valid_o, product_o} = '0;
  end

  if (Traits.layers) begin : g_layer
    seal_sector_layer #(
      .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Buffer(Buffer), .Renew(Renew)
    ) u_layer (
      .clk_i, .rst_ni, .sweep_i, .sweep_addr_i, .accept_i,
      .next_look_o  (next_look_o[2]),
      .next_entry_i (next_entry_i[2]),
      .look_o       (look_o[2]),
      .blocks_i     (blocks_i[2]),
      .block_valid_i(in_valid_i[0]),
      .block_i      (in_block_i[0]),
      .block_pop_o  (in_pop_o[0]),
      .request_valid_o, .request_ready_i, .request_o, .got_i, .result_i,
      .sum_o        (ha_o),
      .valid_o      (source_valid_o),
      .data_o       (source_o),
      .pop_i        (source_pop_i),
      .call_i, .call_tail_i, .renew_block_o, .chain_got_i, .chain_result_i, .mask_unit_i,
      .mask_index_i, .renew_mask_o
    );
    assign hb_o = sum_i;
  end else begin : g_no_layer
    assign look_o[2]      = '0;
    assign next_look_o[2] = '0;
    assign source_valid_o = in_valid_i[0];
    assign source_o       = in_block_i[0];
    assign {request_valid_o, request_o, renew_block_o, renew_mask_o} = '0;
    if (!Traits.hash) begin : g_nothing
      assign in_pop_o     = source_pop_i;
      assign {hb_o, ha_o} = '0;
    end
  end

endmodule
