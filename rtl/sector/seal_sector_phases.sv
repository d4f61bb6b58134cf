// SPDX-License-Identifier: Apache-2.0
//
// The phases that a data unit passes between the input ring and the output ring. No standard: the
// schemes of seal_sector_scheme_pkg, overlapped (docs/reference/sector-modes.md).
//
//   input ring -> stream ---+---> output ring
//          |      |         |            |
//        hash A   +> cipher +          hash B
//          |           |                 |
//          +------> chain <--------------+
//
// EME has a second stream, the first layer, and a ring between the two in place of the hashes. All
// phases work at the same time, on different units; each writes its results to the store (write_o),
// and reads its operands there (look_o, view_i; by port_e, from PortNextA on). in_done_o: units
// that have been received; done_o: units that may be sent. Source, throughput and latency: see the
// modules. Reset and sweep_i: nothing under way, keys cleared by a sweep.
module seal_sector_phases
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode        = 1,
  parameter int unsigned Order       = 0,
  parameter int unsigned Slots       = 4,
  parameter int unsigned Stride      = 1,     // AES keys in each: 1, 2 or 4
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Words       = 8,     // units in flight, a power of two
  parameter int unsigned Buffer      = 512,   // blocks of each ring
  parameter int unsigned Readers     = 2,     // of each ring
  parameter bit          Renew       = 1'b0,  // masks of the second layer are renewed (EME2)
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 2,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Pipes       = 1,
  parameter int unsigned MultKind    = 0,
  parameter int unsigned MultStages  = 4,
  parameter int unsigned MultHalt    = 8
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [1:0]                sweep_i,        // bit 1, for the stream: a cycle later
  input  logic [8:0]                sweep_addr_i,

  input  logic                      take_i,         // the unit accept_i begins
  input  logic [NumW-1:0]           accept_i,
  input  logic [Words-1:0]          tweak_there_i,
  input  logic [NumW-1:0]           in_unit_i,      // the unit that is received:
  input  logic                      p_we_i,         // its block p,
  input  logic                      in_done_i,      // all of it
  output look_t [Ports-1:PortNextA] look_o,
  input  view_t [Ports-1:PortNextA] view_i,
  output write_t [Blocks-1:BlkHa]   write_o,
  output logic [Words-1:0]          in_done_o,
  output logic [Words-1:0]          done_o,

  input  logic [Readers-1:0]        in_valid_i,
  input  logic [Readers-1:0][127:0] in_block_i,
  output logic [Readers-1:0]        in_pop_o,
  output logic                      out_we_o,
  output logic [127:0]              out_data_o,
  input  logic [Readers-1:0]        out_valid_i,
  input  logic [Readers-1:0][127:0] out_block_i,
  input  logic                      out_pop_i,      // of the output side
  output logic [Readers-1:0]        out_pop_o,

  input  round_key_t                round_key_i,    // keys: see seal_sector_keys
  output round_key_t                unit_key_o,
  output logic                      bus_claim_o,
  input  logic                      bus_used_i,
  input  logic                      key_valid_i,    // calls that derive keys
  output logic                      key_ready_o,
  input  request_t                  key_request_i,
  output logic                      key_got_o,
  output result_t                   key_result_o,
  input  hash_key_t                 hash_key_i,
  output logic                      power_done_o,
  input  hash_block_t                    token_i,
  output logic                      token_ready_o,
  output logic                      product_valid_o,
  output logic [127:0]              product_o,
  output logic                      hash_req_o,     // hash keys of units
  output logic [3:0]                hash_slot_o,
  output logic [127:0]              hash_block_o,
  input  logic                      hash_done_i
);

  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);

  logic [Words-1:0] key_there, hash_key_there, paused, starts, streamed;
  write_t           stream_end;
  logic     [3:0]   request_valid, request_ready, early_valid, got;
  request_t [3:0]   request;
  tag_t     [3:0]   early;
  result_t  [3:0]   result;

  assign request_valid[FromKeys] = key_valid_i;
  assign request[FromKeys]       = key_request_i;
  assign key_ready_o             = request_ready[FromKeys];
  assign key_got_o               = got[FromKeys];
  assign key_result_o            = result[FromKeys];

  // ---- chains -----------------------------------------------------------------------------------
  logic             resume, resume_ready;
  logic [NumW-1:0]  resume_unit;
  logic [CallW-1:0] resume_index;
  logic [127:0]     renew_block;

  seal_sector_chain #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Fold(Fold)
  ) u_chain (
    .clk_i, .rst_ni, .sweep_i(sweep_i[0]), .accept_i, .take_i, .tweak_there_i,
    .next_look_o    (look_o[PortNextCall]),
    .next_entry_i   (view_i[PortNextCall].entry),
    .look_o         (look_o[PortCall]),
    .blocks_i       (view_i[PortCall].blocks),
    .begin_look_o   ({look_o[PortFinish], look_o[PortMiddle], look_o[PortPrepare]}),
    .begin_entry_i  ({
      view_i[PortFinish].entry, view_i[PortMiddle].entry, view_i[PortPrepare].entry
    }),
    .renew_i        (renew_block),
    .p_we_i, .in_done_i, .in_unit_i,
    .ha_we_i        (write_o[BlkHa].we),
    .ha_unit_i      (write_o[BlkHa].unit),
    .hb_we_i        (write_o[BlkHb].we),
    .hb_unit_i      (write_o[BlkHb].unit),
    .s_we_i         (stream_end.we),
    .s_unit_i       (stream_end.unit),
    .request_valid_o(request_valid[FromChain]),
    .request_ready_i(request_ready[FromChain]),
    .request_o      (request[FromChain]),
    .got_i          (got[FromChain]),
    .result_i       (result[FromChain]),
    .write_o        (write_o[BlkF:BlkA]),
    .resume_i       (resume),
    .resume_ready_o (resume_ready),
    .resume_unit_i  (resume_unit),
    .resume_index_i (resume_index),
    .key_there_o    (key_there),
    .paused_o       (paused),
    .in_done_o,
    .start_o        (starts),
    .streamed_o     (streamed),
    .done_o
  );

  // Keys that come from tweaks
  seal_sector_unit_hash_key #(.Mode(Mode), .Words(Words)) u_unit_hash_key (
    .clk_i, .rst_ni, .sweep_i(sweep_i[0]), .accept_i, .take_i,
    .look_o   (look_o[PortHashKey]),
    .view_i   (view_i[PortHashKey]),
    .ready_i  (key_there),
    .req_o    (hash_req_o),
    .slot_o   (hash_slot_o),
    .key_o    (hash_block_o),
    .done_i   (hash_done_i),
    .there_o  (hash_key_there)
  );

  if (Traits.unit_key) begin : g_unit_key
    seal_sector_unit_key #(
      .Slots(Slots), .Words(Words), .KeySizes(KeySizes), .Sbox(Sbox),
      .SboxStages(seal_aes_pkg::key_stages(Sbox, RoundStages))) u_unit_key (
      .clk_i, .rst_ni, .sweep_i(sweep_i[0]), .accept_i,
      .look_o        (look_o[PortUnitKey]),
      .view_i        (view_i[PortUnitKey]),
      .paused_i      (paused),
      .bus_used_i, .bus_claim_o,
      .resume_o      (resume),
      .resume_ready_i(resume_ready),
      .resume_unit_o (resume_unit),
      .resume_index_o(resume_index),
      .round_key_o   (unit_key_o)
    );
  end else begin : g_no_unit_key
    assign look_o[PortUnitKey] = '0;
    assign unit_key_o          = '0;
    assign {bus_claim_o, resume, resume_unit, resume_index} = '0;
    logic unused_pauses;
    assign unused_pauses = ^{paused, bus_used_i, resume_ready, view_i[PortUnitKey]};
  end

  // ---- cipher, stream ---------------------------------------------------------------------------
  logic            source_valid, stream_pop, out_room, unused_idle, unused_renew;
  logic [127:0]    source, renew_mask;
  logic [NumW-1:0] renew_unit;
  logic [2:0]      renew_index;
  write_t          sum;

  seal_sector_cipher #(
    .Slots(Traits.unit_key ? Slots + Words : Slots), .Stride(Stride), .KeySizes(KeySizes),
    .Sbox(Sbox), .Dir(Dir), .RoundStages(RoundStages), .Fold(Fold), .Pipes(Pipes)) u_cipher (
    .clk_i, .rst_ni,
    .sweep_i      (sweep_i[0]),
    .valid_i      (request_valid),
    .ready_o      (request_ready),
    .request_i    (request),
    .early_valid_o(early_valid),
    .early_o      (early),
    .got_o        (got),
    .result_o     (result),
    .round_key_i
  );

  seal_sector_stream #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Layer(Traits.layers ? 2 : 0),
    .Renew(Renew)) u_stream (
    .clk_i, .rst_ni,
    .sweep_i        (sweep_i[1]), .accept_i,
    .next_look_o    (look_o[PortNextStream]),
    .next_entry_i   (view_i[PortNextStream].entry),
    .look_o         (look_o[PortStream]),
    .blocks_i       (view_i[PortStream].blocks),
    .start_i        (starts),
    .block_valid_i  (source_valid),
    .block_i        (source),
    .block_pop_o    (stream_pop),
    .room_i         (out_room),
    .request_valid_o(request_valid[FromStream]),
    .request_ready_i(request_ready[FromStream]),
    .request_o      (request[FromStream]),
    .early_valid_i  (early_valid[FromStream]),
    .early_i        (early[FromStream]),
    .late_look_o    (look_o[PortLate]),
    .late_view_i    (view_i[PortLate]),
    .got_i          (got[FromStream]),
    .result_i       (result[FromStream]),
    .we_o           (out_we_o),
    .data_o         (out_data_o),
    .end_o          (stream_end),
    .mask_o         (write_o[BlkM]),
    .sum_o          (sum),
    .renew_unit_o   (renew_unit),
    .renew_index_o  (renew_index),
    .renew_we_o     (unused_renew),
    .renew_i        (renew_mask)
  );

  // The pop comes late in its cycle.
  logic out_pop_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_pop_q <= 1'b0;
    else         out_pop_q <= out_pop_i && !sweep_i[1];
  end

  seal_credit #(.Credits(Buffer)) u_out_room (
    .clk_i, .rst_ni,
    .clear_i(sweep_i[1]),
    .take_i (request_valid[FromStream] && request_ready[FromStream]),
    .give_i (out_pop_q),
    .free_o (out_room),
    .idle_o (unused_idle)
  );

  assign write_o[BlkS] = stream_end;

  // ---- hashes or sums of all blocks, before the stream and behind it ----------------------------
  seal_sector_sums #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Buffer(Buffer), .Renew(Renew),
    .Readers(Readers), .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)) u_sums (
    .clk_i, .rst_ni, .sweep_i(sweep_i[1]), .sweep_addr_i, .accept_i,
    .next_look_o    ({look_o[PortNextLayer], look_o[PortNextB], look_o[PortNextA]}),
    .next_entry_i   ({
      view_i[PortNextLayer].entry, view_i[PortNextB].entry, view_i[PortNextA].entry
    }),
    .look_o         ({look_o[PortLayer], look_o[PortHashB], look_o[PortHashA]}),
    .blocks_i       ({
      view_i[PortLayer].blocks, view_i[PortHashB].blocks, view_i[PortHashA].blocks
    }),
    .ready_i        (tweak_there_i & hash_key_there),
    .whole_i        ({streamed, in_done_o}),
    .in_valid_i, .in_block_i, .in_pop_o, .out_valid_i, .out_block_i, .out_pop_i, .out_pop_o,
    .hash_key_i, .power_done_o, .token_i, .token_ready_o, .product_valid_o, .product_o,
    .source_valid_o (source_valid),
    .source_o       (source),
    .source_pop_i   (stream_pop),
    .request_valid_o(request_valid[FromLayer]),
    .request_ready_i(request_ready[FromLayer]),
    .request_o      (request[FromLayer]),
    .got_i          (got[FromLayer]),
    .result_i       (result[FromLayer]),
    .call_i         (look_o[PortCall]),
    .call_tail_i    (tail_of(view_i[PortCall].entry.unit) != '0),
    .chain_got_i    (got[FromChain]),
    .chain_result_i (result[FromChain]),
    .renew_block_o  (renew_block),
    .mask_unit_i    (renew_unit),
    .mask_index_i   (renew_index),
    .renew_mask_o   (renew_mask),
    .sum_i          (sum),
    .ha_o           (write_o[BlkHa]),
    .hb_o           (write_o[BlkHb])
  );

endmodule
