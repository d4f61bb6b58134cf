// SPDX-License-Identifier: Apache-2.0
//
// The keys of a sector engine: it takes them, has them expanded, derives the values that the scheme
// keeps with them, and knows which slots are ready and in use. Sources: the schemes' packages.
//
// s_key: slot, size, unit (bytes of the data units of this key), data: AES keys of 256 bits each,
// then fields of 128 bits. A slot's info is {size, unit}. Refused besides what seal_key_load
// refuses: unit lengths that the scheme or the buffers do not take, XTS keys with two equal halves
// (FIPS 140-3 Implementation Guidance, C.I), TET keys whose sigma is zero for that length.
//
// Uses: a unit uses its slot from begin_i to end_i; besides, while busy_i, the slot command_slot_i
// is in use. hold_o: new commands of hold_slot_o have to wait.
//
// Reset: no key. gate_i, sweep_i: see seal_key_load. sweep_addr_i counts through all key memories.
module seal_sector_keys
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned Order      = 0,
  parameter int unsigned Slots      = 4,
  parameter int unsigned Stride     = 1,
  parameter int unsigned KeySizes   = 7,
  parameter int unsigned MaxUnit    = 4096,
  parameter int unsigned Window     = 8,
  parameter int unsigned Sbox       = 1,
  parameter int unsigned SboxStages = 0,
  parameter int unsigned MultStages = 4,
  parameter bit          OpenEqual  = 1'b0,   // such keys are taken, and marked (only_open_o)
  localparam int unsigned KeyW      = seal_sector_scheme_pkg::key_width(Mode)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             gate_i,
  input  logic             sweep_i,
  input  logic [8:0]       sweep_addr_i,

  input  logic             s_key_valid,
  output logic             s_key_ready,
  input  logic [3:0]       s_key_slot,
  input  logic [1:0]       s_key_size,
  input  logic [SizeW-1:0] s_key_unit,
  input  logic [KeyW-1:0]  s_key_data,
  output logic             m_key_valid,
  input  logic             m_key_ready,
  output logic [3:0]       m_key_slot,
  output logic [2:0]       m_key_cause,

  input  logic [3:0]       slot_i,         // looked up
  output logic             ready_o,
  output logic [SizeW+1:0] info_o,
  output logic             only_open_o,    // its key has equal halves
  output logic [Slots-1:0] slot_ready_o,
  output logic             hold_o,
  output logic [3:0]       hold_slot_o,
  input  logic             begin_i,
  input  logic [3:0]       begin_slot_i,
  input  logic             end_i,
  input  logic [3:0]       end_slot_i,
  input  logic             busy_i,
  input  logic [3:0]       command_slot_i,
  input  logic             bus_claim_i,    // another module writes round keys: take no key
  output logic             bus_used_o,     // a key is taken, expanded, derived from
  output logic             set_o,          // hold_slot_o has a new key
  output logic             busy_o,

  input  round_key_t       unit_key_i,     // round keys of units; their claim is above
  output round_key_t       round_key_o,
  output constant_t        constant_o,
  output hash_key_t        hash_key_o,
  input  logic             power_done_i,

  output logic             request_valid_o,   // calls for derivation
  input  logic             request_ready_i,
  output request_t         request_o,
  input  logic             got_i,
  input  result_t          result_i,

  // hash keys of units whose tweak makes one
  input  logic             hash_req_i,
  input  logic [3:0]       hash_slot_i,
  input  logic [127:0]     hash_block_i,
  output logic             hash_done_o,

  // products for the inverse of TET: see seal_sector_invert
  output hash_block_t           token_o,
  input  logic             token_ready_i,
  input  logic             product_valid_i,
  input  logic [127:0]     product_i
);

  import seal_engine_pkg::*;

  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam int unsigned ExtraW = (KeyW > 256) ? KeyW - 256 : 128;
  localparam int unsigned InfoW  = SizeW + (OpenEqual ? 1 : 0);

  logic              begin_q;
  logic [3:0]        begin_slot_q;
  logic              drop, used, used_by_units, derive, derive_done, again, equal;
  round_key_t        own;
  logic [3:0]        slot, key_slot;
  logic [1:0]        size, which;
  logic [SizeW-1:0]  len;
  logic [SizeW-1:0]  info;
  logic [InfoW-1:0]  key_info, load_info;
  logic [InfoW+1:0]  word, load_word;
  logic [2:0]        derive_cause;
  logic [255:0]      again_key;
  logic [127:0]      call_block;
  logic              refuse_equal;
  key_cause_e        refuse;
  logic [ExtraW-1:0] extra;

  if (KeyW > 256) begin : g_extra
    assign extra = s_key_data[KeyW-1:256];
  end else begin : g_none
    assign extra = '0;
  end

  // ---- keys that are refused --------------------------------------------------------------------
  // The halves are compared in two cycles, and the key, which stays the same until it is taken, is
  // passed on in the third. Short keys are compared in their own length.
  logic offered;

  if (Mode == ModeXts) begin : g_equal
    logic [1:0]  offered_q;            // for so many cycles
    logic        waiting, equal_q;
    logic [15:0] differ_q, compared;   // by two bytes

    assign compared = {{4{s_key_size == 2'd2}}, {4{s_key_size != 2'd0}}, 8'hFF};
    assign waiting  = s_key_valid && !s_key_ready;
    assign equal    = equal_q;
    assign offered  = s_key_valid && offered_q[1];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) offered_q <= '0;
      else         offered_q <= {offered_q[0] && waiting, waiting};
    end

    always_ff @(posedge clk_i) begin
      equal_q <= (differ_q & compared) == '0;
      for (int unsigned i = 0; i < 16; i++) begin
        differ_q[i] <= (s_key_data[16*i+:16] != s_key_data[256+16*i+:16]);
      end
    end
  end else begin : g_no_equal
    assign equal   = 1'b0;
    assign offered = s_key_valid;
  end

  if (OpenEqual) begin : g_open
    assign key_info     = {equal, s_key_unit};
    assign load_word    = {load_info[SizeW], size, info};
    assign only_open_o  = word[InfoW+1];
    assign refuse_equal = 1'b0;
  end else begin : g_refuse
    assign key_info     = s_key_unit;
    assign load_word    = {size, info};
    assign only_open_o  = 1'b0;
    assign refuse_equal = equal;
  end

  assign info   = load_info[SizeW-1:0];
  assign info_o = word[SizeW+1:0];

  always_comb begin
    refuse = KeyLoaded;
    if (!seal_sector_scheme_pkg::size_allowed(Mode, s_key_unit, MaxUnit)) refuse = KeyBadUnit;
    else if (refuse_equal)                                             refuse = KeyEqual;
  end

  seal_key_slots #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages), .InfoW(InfoW),
    .WordW(InfoW + 2), .Uses(Window)
  ) u_slots (
    .clk_i, .rst_ni, .gate_i, .sweep_i,
    .table_clear_i (sweep_i),
    .s_key_valid   (offered),
    .s_key_ready, .s_key_slot, .s_key_size,
    .s_key_data    (s_key_data[255:0]),
    .s_key_info    (key_info),
    .refuse_i      (refuse),
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i, .ready_o,
    .word_o        (word),
    .slot_ready_o,
    .begin_i       (begin_q),
    .begin_slot_i  (begin_slot_q),
    .end_i, .end_slot_i,
    .hold_o,
    .load_slot_o   (slot),
    .size_o        (size),
    .info_o        (load_info),
    .word_i        (load_word),
    .used_o        (used_by_units),
    .used_i        (used),
    .drop_o        (drop),
    .set_o,
    .derive_o      (derive),
    .derive_done_i (derive_done),
    .derive_cause_i(derive_cause),
    .again_i       (again),
    .again_key_i   (again_key),
    .sweep_we_i    (sweep_i && !sweep_addr_i[0]),
    .sweep_slot_i  (sweep_addr_i[4:1]),
    .sweep_pass_i  (sweep_addr_i[7:5]),
    .key_we_o      (own.we),
    .key_slot_o    (key_slot),
    .key_size_o    (own.size),
    .key_round_o   (own.round),
    .key_o         (own.key),
    .clear_we_o    (own.clear),
    .clear_pass_o  (own.pass),
    .busy_o
  );

  assign own.slot    = (own.clear || Stride == 1) ? key_slot :
                       (Stride == 2) ? {key_slot[2:0], which[0]} : {key_slot[1:0], which};

  // All round keys pass a register on their way to the pipe.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) round_key_o <= '0;
    else         round_key_o <= unit_key_i.we ? unit_key_i : own;
  end

  assign hold_slot_o = slot;

  // A unit that has begun is counted a cycle later.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin_q <= 1'b0;
    else         begin_q <= begin_i;
  end

  always_ff @(posedge clk_i) begin_slot_q <= begin_slot_i;

  assign used = used_by_units || (begin_q && begin_slot_q == slot) ||
                (busy_i && command_slot_i == slot) || bus_claim_i;

  logic loading_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     loading_q <= 1'b0;
    else if (sweep_i) loading_q <= 1'b0;
    else             loading_q <= drop || (loading_q && !derive_done);
  end

  assign bus_used_o = s_key_ready || loading_q;

  // ---- derived keys and values ------------------------------------------------------------------
  logic         hash, hash_index, hash_done, req, done;
  logic         invert, invert_done, invert_bad, invert_hash;
  logic [127:0] hash_key, invert_key;

  seal_sector_derive #(.Mode(Mode), .Order(Order), .ExtraW(ExtraW)) u_derive (
    .clk_i, .rst_ni, .sweep_i,
    .start_i     (drop),
    .load_i      (hold_o && !loading_q),
    .extra_i     (extra),
    .len_i       (s_key_unit),
    .derive_i    (derive),
    .done_o      (derive_done),
    .cause_o     (derive_cause),
    .again_o     (again),
    .again_key_o (again_key),
    .key_o       (which),
    .len_o       (len),
    .call_valid_o  (request_valid_o),
    .call_ready_i  (request_ready_i),
    .call_o        (call_block),
    .result_valid_i(got_i),
    .result_i      (result_i.block),
    .store_o       (constant_o.we),
    .k_o           (constant_o.k),
    .k2_o          (constant_o.k2),
    .hash_o      (hash),
    .hash_index_o(hash_index),
    .hash_key_o  (hash_key),
    .hash_done_i (hash_done),
    .invert_o      (invert),
    .invert_done_i (invert_done),
    .invert_bad_i  (invert_bad)
  );

  assign constant_o.slot = slot;
  assign request_o       = '{
    call: '{inv: 1'b0, key: 2'd0, x: call_block}, slot: slot, size: size, tag: '0
  };

  if (Mode == ModeTet) begin : g_invert
    logic index;
    seal_sector_invert #(.Order(Order)) u_invert (
      .clk_i, .rst_ni, .sweep_i,
      .invert_i      (invert),
      .len_i         (len),
      .done_o        (invert_done),
      .bad_o         (invert_bad),
      .token_valid_o (token_o.valid),
      .token_ready_i,
      .token_last_o  (token_o.last),
      .token_index_o (index),
      .token_o       (token_o.block),
      .result_valid_i(product_valid_i),
      .result_i      (product_i),
      .hash_o        (invert_hash),
      .key_o         (invert_key),
      .hash_done_i   (hash_done)
    );
    assign token_o.slot = {slot[2:0], index};
  end else begin : g_no_inverse
    assign {invert_done, invert_bad, invert_hash, invert_key} = '0;
    assign token_o = '0;
    logic unused_products;
    assign unused_products = ^{invert, len, token_ready_i, product_valid_i, product_i};
  end

  // A scheme has hash keys of slots, or of units.
  logic [seal_engine_pkg::power_width(1, MultStages)-1:0] power_index;

  seal_hash_key #(.MultStages(MultStages)) u_hash_key (
    .clk_i, .rst_ni, .sweep_i,
    .req_i        (req),
    .done_o       (done),
    .key_valid_o  (hash_key_o.we),
    .power_o      (hash_key_o.power),
    .power_index_o(power_index),
    .power_done_i
  );

  assign req         = Traits.tweak_key ? hash_req_i : hash || invert_hash;
  assign hash_done_o = Traits.tweak_key && done;
  assign hash_done   = !Traits.tweak_key && done;

  assign hash_key_o.index = 3'(power_index);
  assign hash_key_o.slot = Traits.tweak_key  ? hash_slot_i :
                           Traits.second_key ? {slot[2:0], hash_index || invert_hash} : slot;
  assign hash_key_o.key  = Traits.tweak_key ? hash_block_i : invert_hash ? invert_key : hash_key;

endmodule
