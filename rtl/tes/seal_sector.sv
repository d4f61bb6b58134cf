// SPDX-License-Identifier: Apache-2.0
//
// Sector engine: a tweakable enciphering scheme for data units (disk sectors), whose phases
// overlap. While one unit streams through the cipher and the second hash, the next is in its first
// hash, and another one is received. The scheme is a parameter (Mode, a mode_e of seal_tes_pkg);
// the packages seal_tes_*_pkg say what each is made of, and docs/reference/sector-modes.md explains
// them.
//
//   s_cmd -> units -> window (units in flight, by number) ----------------+
//                        |                                                |
//   s_axis -> ingress -> input ring -> stream --+--> output ring -> egress -> m_axis, m_status
//                        |               |      |        |            |
//                      hash A        [ cipher ] |      hash B         |
//                        |               |      |        |            |
//                        +------------> chain <-+--------+------------+
//   s_key -> keys -> round keys, hash keys, constants
//
// EME has a second stream, the first layer, and a ring between the two in place of the hashes.
//
// Streams (valid/ready; byte 0 of a string in bits [7:0]):
//   s_key     slot, size (0, 1, 2: 128, 192, 256 bits), unit: bytes of the data units of this key,
//             data: AES keys of 256 bits each, then fields of 128 bits
//   m_key     slot, cause: one answer to each key
//   s_cmd     op (0 encrypt, 1 decrypt), slot, unit: the number of the first unit, which is its
//             tweak (little-endian), count of units, tweak_in_data, id
//   s_axis    one packet per command: its units, each on whole beats of its own, with a partial
//             last beat if need be; with tweak_in_data, each unit behind its tweak.
//             tuser = {abort, section}: section 0 tweak, 2 text
//   m_axis    the same packet, enciphered, without tweaks. After an error it ends with a null beat
//             with abort
//   m_status  id, pass, last, cause (cause_e): one for each command, or each unit (UnitStatus)
//
// Throughput: calls of the cipher, and a cycle or two, per unit. Reset: control only. zeroise_i:
// all outputs are gated at once, all keys and data are overwritten; then commands in flight end
// with CauseZeroised, and the rest of their packets is read and dropped.
module seal_sector
  import seal_tes_pkg::*;
#(
  parameter int unsigned Mode        = 1,
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Order       = 0,
  parameter int unsigned MaxUnit     = 4096,  // bytes
  parameter int unsigned MaxTweak    = 16,    // bytes
  parameter int unsigned Buffer      = 512,   // blocks, in each direction
  parameter int unsigned Window      = 8,     // units in flight
  parameter bit          UnitStatus  = 1'b0,
  parameter bit          KeepTweak   = 1'b0,  // m_axis has the tweaks that came in the data
  parameter int unsigned IdWidth     = 16,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 2,
  parameter bit          Swap        = 1'b0,  // op 1 is the scheme's encryption
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Pipes       = 1,
  parameter int unsigned MultKind    = 0,
  parameter int unsigned MultStages  = 4,
  parameter int unsigned MultHalt    = 8,
  localparam int unsigned KeyW       = seal_tes_scheme_pkg::key_width(Mode)
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               s_key_valid,
  output logic               s_key_ready,
  input  logic [3:0]         s_key_slot,
  input  logic [1:0]         s_key_size,
  input  logic [12:0]        s_key_unit,
  input  logic [KeyW-1:0]    s_key_data,

  output logic               m_key_valid,
  input  logic               m_key_ready,
  output logic [3:0]         m_key_slot,
  output logic [2:0]         m_key_cause,

  input  logic               s_cmd_valid,
  output logic               s_cmd_ready,
  input  logic [1:0]         s_cmd_op,
  input  logic [3:0]         s_cmd_slot,
  input  logic [127:0]       s_cmd_unit,
  input  logic [31:0]        s_cmd_count,
  input  logic               s_cmd_tweak_in_data,
  input  logic [IdWidth-1:0] s_cmd_id,

  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,
  input  logic [127:0]       s_axis_tdata,
  input  logic [15:0]        s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [2:0]         s_axis_tuser,

  output logic               m_axis_tvalid,
  input  logic               m_axis_tready,
  output logic [127:0]       m_axis_tdata,
  output logic [15:0]        m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [2:0]         m_axis_tuser,

  output logic               m_status_valid,
  input  logic               m_status_ready,
  output logic [IdWidth-1:0] m_status_id,
  output logic               m_status_pass,
  output logic               m_status_last,
  output logic [3:0]         m_status_cause,

  output logic [Slots-1:0]   slot_ready_o,
  input  logic               zeroise_i,
  output logic               busy_o
);

  localparam traits_t     Traits     = seal_tes_scheme_pkg::traits_of(Mode);
  localparam int unsigned Words      = (Window < 2) ? 2 : 1 << $clog2(Window);
  localparam int unsigned Stride     = (Traits.keys == 3) ? 4 : Traits.keys;
  localparam int unsigned TweakCount = (MaxTweak + 15) / 16;
  localparam bit          Renew      = (Mode == ModeEme2) && (MaxUnit > 129 * 16);
  localparam int unsigned Readers    = Traits.hash ? 2 : 1;
  // Every memory, and every pipeline, is clear after this many cycles.
  localparam int unsigned Clear      = ((Buffer > 512) ? Buffer : 512) + 64;
  localparam bit [1:0]    Ops        =
      (Dir == seal_aes_pkg::DirBoth) ? 2'b11 : Swap ? 2'b10 : 2'b01;

  if (Mode >= Modes) begin : g_bad_mode
    $error("seal_sector: Mode must be 0 to 10, a mode_e of seal_tes_pkg");
  end
  if (MaxUnit < 16 || MaxUnit > 8176) begin : g_bad_unit
    $error("seal_sector: MaxUnit must be 16 to 8176 bytes");
  end
  if ((MaxUnit + 15) / 16 > Buffer || Buffer > 1024) begin : g_bad_buffer
    $error("seal_sector: Buffer must be a power of two, at least the blocks of MaxUnit, to 1024");
  end
  if (MaxTweak < 16 || MaxTweak > 240 || (MaxTweak > 16 && !Traits.any_tweak)) begin : g_bad_tweak
    $error("seal_sector: MaxTweak must be 16 to 240; 16 for schemes with tweaks of one length");
  end
  if (Traits.tweak_key && Window > 16) begin : g_bad_window
    $error("seal_sector: Window must be 1 to 16 for a scheme with a hash key for each unit");
  end
  if (Dir == 32'd1 || (Dir == 32'd0 && Traits.block_first && Traits.hash)) begin : g_bad_dir
    $error("seal_sector: Dir must be 0 or 2, and 2 for XCB, which needs both directions");
  end

  logic       gate, flush, flushed, halt, zero;
  logic [8:0] sweep;

  seal_zeroise #(.Cycles(Clear), .AddrW(9), .Depth(1), .Flush(1'b1)) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(flushed),
    .gate_o   (gate),
    .zero_o   (zero),
    .addr_o   (sweep),
    .flush_o  (flush),
    .halt_o   (halt)
  );

  // What phases say to each other
  logic                   take, retire, in_done;
  logic [NumW-1:0]        accept, newest;
  logic [Words-1:0]       tweak_there, key_there, hash_key_there, paused, in_dones, starts, dones;
  look_t  [Ports-1:0]     look;
  view_t  [Ports-1:0]     view;
  write_t [Blocks-1:0]    write;
  write_t                 stream_end;
  logic     [3:0]         request_valid, request_ready, early_valid, got;
  request_t [3:0]         request;
  tag_t     [3:0]         early;
  result_t  [3:0]         result;

  // ---- keys -------------------------------------------------------------------------------------
  logic             slot_ready, hold, key_busy, claim, bus_used, units_busy;
  logic [3:0]       hold_slot, units_slot, hash_slot;
  logic [SizeW+1:0] slot_info;
  logic [Slots-1:0] slots_ready;
  round_key_t       unit_round_key, round_key;
  constant_t        constants;
  hash_key_t        hash_key;
  token_t           token;
  logic             power_done, hash_req, hash_done, token_ready, product_valid;
  logic [127:0]     hash_block, product;

  seal_tes_keys #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Stride(Stride), .KeySizes(KeySizes),
    .MaxUnit(MaxUnit), .Window(Words), .Sbox(Sbox),
    .SboxStages(seal_aes_pkg::sub_stages(Sbox, RoundStages)), .MultStages(MultStages)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i         (gate),
    .zero_i         (zero),
    .sweep_i        (sweep),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_unit, .s_key_data,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i         (s_cmd_slot),
    .ready_o        (slot_ready),
    .info_o         (slot_info),
    .slot_ready_o   (slots_ready),
    .hold_o         (hold),
    .hold_slot_o    (hold_slot),
    .begin_i        (take),
    .begin_slot_i   (units_slot),
    .end_i          (retire),
    .end_slot_i     (view[PortOut].entry.unit.slot),
    .busy_i         (units_busy),
    .command_slot_i (units_slot),
    .bus_claim_i    (claim),
    .bus_used_o     (bus_used),
    .busy_o         (key_busy),
    .unit_key_i     (unit_round_key),
    .round_key_o    (round_key),
    .constant_o     (constants),
    .hash_key_o     (hash_key),
    .power_done_i   (power_done),
    .request_valid_o(request_valid[FromKeys]),
    .request_ready_i(request_ready[FromKeys]),
    .request_o      (request[FromKeys]),
    .got_i          (got[FromKeys]),
    .result_i       (result[FromKeys]),
    .hash_req_i     (hash_req),
    .hash_slot_i    (hash_slot),
    .hash_block_i   (hash_block),
    .hash_done_o    (hash_done),
    .token_o        (token),
    .token_ready_i  (token_ready),
    .product_valid_i(product_valid),
    .product_i      (product)
  );

  assign slot_ready_o = slots_ready & {Slots{!gate}};

  // ---- commands become units, units get numbers -------------------------------------------------
  logic              unit_valid, unit_ready, unit_op, unit_first, unit_last, cancel, owed, command;
  logic [3:0]        unit_cause;
  logic [127:0]      unit_tweak;
  logic [SizeW+2:0]  unit_info;
  entry_t            entry;
  logic              tweak_we, tweak_end;
  logic [3:0]        tweak_index;
  logic [127:0]      tweak;
  logic [TweakW-1:0] tweak_len;

  seal_tes_units #(.CountW(32), .Ops(Ops), .InfoW(SizeW + 3)) u_units (
    .clk_i, .rst_ni,
    .zero_i      (gate),
    .hold_i      ((hold && hold_slot == s_cmd_slot) || owed || flush),
    .cancel_i    (cancel),
    .busy_o      (units_busy),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot,
    .s_cmd_unit  (s_cmd_unit & {128{!s_cmd_tweak_in_data}}),
    .s_cmd_count,
    .s_cmd_info  ({s_cmd_tweak_in_data, slot_info}),
    .slot_ready_i(slot_ready),
    .m_unit_valid(unit_valid),
    .m_unit_ready(unit_ready),
    .m_unit_op   (unit_op),
    .m_unit_slot (units_slot),
    .m_unit_tweak(unit_tweak),
    .m_unit_info (unit_info),
    .m_unit_first(unit_first),
    .m_unit_last (unit_last),
    .m_unit_cause(unit_cause)
  );

  assign command = s_cmd_valid && s_cmd_ready;

  seal_tes_window #(.Mode(Mode), .Window(Window), .Swap(Swap)) u_window (
    .clk_i, .rst_ni,
    .zero_i       (zero),
    .hold_i       (tweak_we),
    .s_unit_valid (unit_valid),
    .s_unit_ready (unit_ready),
    .s_unit_op    (unit_op),
    .s_unit_slot  (units_slot),
    .s_unit_tweak (unit_tweak),
    .s_unit_info  (unit_info),
    .s_unit_first (unit_first),
    .s_unit_last  (unit_last),
    .s_unit_cause (unit_cause),
    .take_o       (take),
    .entry_o      (entry),
    .accept_o     (accept),
    .newest_o     (newest),
    .retire_i     (retire),
    .tweak_end_i  (tweak_end),
    .tweak_unit_i (look[PortIn].unit),
    .tweak_there_o(tweak_there)
  );

  seal_tes_store #(.Words(Words), .Slots(Slots), .TweakCount(TweakCount)) u_store (
    .clk_i,
    .zero_i       (zero),
    .zero_addr_i  (sweep),
    .take_i       (take),
    .accept_i     (accept),
    .entry_i      (entry),
    .number_i     (unit_tweak),
    .tweak_we_i   (tweak_we),
    .tweak_unit_i (look[PortIn].unit),
    .tweak_index_i(tweak_index),
    .tweak_i      (tweak),
    .tweak_end_i  (tweak_end),
    .tweak_len_i  (tweak_len),
    .write_i      (write),
    .constant_i   (constants),
    .look_i       (look),
    .view_o       (view)
  );

  // ---- input ------------------------------------------------------------------------------------
  logic                      in_we, verdict_we, verdict_void;
  logic [127:0]              in_data;
  cause_e                    verdict_cause;
  logic [Readers-1:0]        in_valid, in_pop;
  logic [Readers-1:0][127:0] in_block;

  seal_tes_ingress #(.Mode(Mode), .TweakCount(TweakCount), .Buffer(Buffer)) u_ingress (
    .clk_i, .rst_ni,
    .zero_i       (gate),
    .command_i    (command),
    .owed_o       (owed),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .look_o       (look[PortIn]),
    .accept_i     (accept),
    .newest_i     (newest),
    .entry_i      (view[PortIn].entry),
    .cancel_o     (cancel),
    .tweak_we_o   (tweak_we),
    .tweak_index_o(tweak_index),
    .tweak_end_o  (tweak_end),
    .tweak_len_o  (tweak_len),
    .we_o         (in_we),
    .data_o       (in_data),
    .p_o          (write[BlkP]),
    .q_o          (write[BlkQ]),
    .tweak_o      (tweak),
    .verdict_we_o (verdict_we),
    .cause_o      (verdict_cause),
    .void_o       (verdict_void),
    .done_o       (in_done),
    .pop_i        (in_pop[0])
  );

  seal_tes_ring #(.Depth(Buffer), .Readers(Readers)) u_in (
    .clk_i, .rst_ni,
    .zero_i (zero),
    .we_i   (in_we),
    .data_i (in_data),
    .valid_o(in_valid),
    .data_o (in_block),
    .pop_i  (in_pop)
  );

  // ---- chains -----------------------------------------------------------------------------------
  logic             resume, resume_ready;
  logic [NumW-1:0]  resume_unit;
  logic [CallW-1:0] resume_index;
  logic [127:0]     renew_block;

  seal_tes_chain #(.Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words)) u_chain (
    .clk_i, .rst_ni,
    .zero_i         (zero),
    .accept_i       (accept),
    .take_i         (take),
    .tweak_there_i  (tweak_there),
    .look_o         (look[PortCall]),
    .view_i         (view[PortCall]),
    .begin_look_o   ({look[PortFinish], look[PortMiddle], look[PortPrepare]}),
    .begin_entry_i  ({view[PortFinish].entry, view[PortMiddle].entry, view[PortPrepare].entry}),
    .renew_i        (renew_block),
    .p_we_i         (write[BlkP].we),
    .in_done_i      (in_done),
    .in_unit_i      (look[PortIn].unit),
    .ha_we_i        (write[BlkHa].we),
    .ha_unit_i      (write[BlkHa].unit),
    .hb_we_i        (write[BlkHb].we),
    .hb_unit_i      (write[BlkHb].unit),
    .s_we_i         (stream_end.we),
    .s_unit_i       (stream_end.unit),
    .request_valid_o(request_valid[FromChain]),
    .request_ready_i(request_ready[FromChain]),
    .request_o      (request[FromChain]),
    .got_i          (got[FromChain]),
    .result_i       (result[FromChain]),
    .write_o        (write[BlkF:BlkA]),
    .resume_i       (resume),
    .resume_ready_o (resume_ready),
    .resume_unit_i  (resume_unit),
    .resume_index_i (resume_index),
    .key_there_o    (key_there),
    .paused_o       (paused),
    .in_done_o      (in_dones),
    .start_o        (starts),
    .done_o         (dones)
  );

  // Keys that come from tweaks
  seal_tes_unit_hash_key #(.Mode(Mode), .Words(Words)) u_unit_hash_key (
    .clk_i, .rst_ni,
    .zero_i   (zero),
    .accept_i (accept),
    .take_i   (take),
    .look_o   (look[PortHashKey]),
    .view_i   (view[PortHashKey]),
    .ready_i  (key_there),
    .req_o    (hash_req),
    .slot_o   (hash_slot),
    .key_o    (hash_block),
    .done_i   (hash_done),
    .there_o  (hash_key_there)
  );

  if (Traits.unit_key) begin : g_unit_key
    seal_tes_unit_key #(
      .Slots(Slots), .Words(Words), .KeySizes(KeySizes), .Sbox(Sbox),
      .SboxStages(seal_aes_pkg::sub_stages(Sbox, RoundStages))
    ) u_unit_key (
      .clk_i, .rst_ni,
      .zero_i        (zero),
      .accept_i      (accept),
      .look_o        (look[PortUnitKey]),
      .view_i        (view[PortUnitKey]),
      .paused_i      (paused),
      .bus_used_i    (bus_used),
      .bus_claim_o   (claim),
      .resume_o      (resume),
      .resume_ready_i(resume_ready),
      .resume_unit_o (resume_unit),
      .resume_index_o(resume_index),
      .round_key_o   (unit_round_key)
    );
  end else begin : g_no_unit_key
    assign look[PortUnitKey] = '0;
    assign unit_round_key    = '0;
    assign {claim, resume, resume_unit, resume_index} = '0;
    logic unused_pauses;
    assign unused_pauses = ^{paused, bus_used, resume_ready, view[PortUnitKey]};
  end

  // ---- cipher, stream ---------------------------------------------------------------------------
  logic            source_valid, stream_pop, out_room, out_pop, out_we, unused_idle, unused_renew;
  logic [127:0]    source, out_data, renew_mask;
  logic [NumW-1:0] renew_unit;
  logic [2:0]      renew_index;
  write_t          sum;

  seal_tes_cipher #(
    .Slots(Traits.unit_key ? Slots + Words : Slots), .Stride(Stride), .KeySizes(KeySizes),
    .Sbox(Sbox), .Dir(Dir), .RoundStages(RoundStages), .Fold(Fold), .Pipes(Pipes)
  ) u_cipher (
    .clk_i, .rst_ni,
    .zero_i       (zero),
    .valid_i      (request_valid),
    .ready_o      (request_ready),
    .request_i    (request),
    .early_valid_o(early_valid),
    .early_o      (early),
    .got_o        (got),
    .result_o     (result),
    .round_key_i  (round_key)
  );

  seal_tes_stream #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Layer(Traits.layers ? 2 : 0),
    .Renew(Renew)
  ) u_stream (
    .clk_i, .rst_ni,
    .zero_i         (zero),
    .accept_i       (accept),
    .look_o         (look[PortStream]),
    .view_i         (view[PortStream]),
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
    .late_look_o    (look[PortLate]),
    .late_view_i    (view[PortLate]),
    .got_i          (got[FromStream]),
    .result_i       (result[FromStream]),
    .we_o           (out_we),
    .data_o         (out_data),
    .end_o          (stream_end),
    .mask_o         (write[BlkM]),
    .sum_o          (sum),
    .renew_unit_o   (renew_unit),
    .renew_index_o  (renew_index),
    .renew_we_o     (unused_renew),
    .renew_i        (renew_mask)
  );

  assign write[BlkS] = stream_end;

  // ---- output -----------------------------------------------------------------------------------
  logic                      egress_busy;
  logic [Readers-1:0]        out_valid, out_pops;
  logic [Readers-1:0][127:0] out_block;

  seal_credit #(.Credits(Buffer)) u_out_room (
    .clk_i, .rst_ni,
    .clear_i(zero),
    .take_i (request_valid[FromStream] && request_ready[FromStream]),
    .give_i (out_pop),
    .free_o (out_room),
    .idle_o (unused_idle)
  );

  seal_tes_ring #(.Depth(Buffer), .Readers(Readers)) u_out (
    .clk_i, .rst_ni,
    .zero_i (zero),
    .we_i   (out_we),
    .data_i (out_data),
    .valid_o(out_valid),
    .data_o (out_block),
    .pop_i  (out_pops)
  );

  seal_tes_egress #(
    .Mode(Mode), .Order(Order), .Words(Words), .IdWidth(IdWidth), .UnitStatus(UnitStatus),
    .KeepTweak(KeepTweak)
  ) u_egress (
    .clk_i, .rst_ni,
    .gate_i        (gate),
    .zero_i        (zero),
    .flush_i       (flush),
    .flushed_o     (flushed),
    .busy_o        (egress_busy),
    .command_i     (command),
    .id_i          (s_cmd_id),
    .accept_i      (accept),
    .look_o        (look[PortOut]),
    .view_i        (view[PortOut]),
    .in_done_i     (in_dones),
    .done_i        (dones),
    .verdict_we_i  (verdict_we),
    .verdict_unit_i(look[PortIn].unit),
    .cause_i       (verdict_cause),
    .void_i        (verdict_void),
    .retire_o      (retire),
    .block_valid_i (out_valid[0]),
    .block_i       (out_block[0]),
    .block_pop_o   (out_pop),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_last,
    .m_status_cause
  );

  assign busy_o = halt || key_busy || egress_busy || owed;

  // ---- what is known of all blocks before the stream, and behind it -----------------------------
  seal_tes_digest #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Buffer(Buffer), .Renew(Renew),
    .Readers(Readers), .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
  ) u_digest (
    .clk_i, .rst_ni,
    .zero_i         (zero),
    .zero_addr_i    (sweep),
    .accept_i       (accept),
    .look_o         ({look[PortLayer], look[PortHashB], look[PortHashA]}),
    .view_i         ({view[PortLayer], view[PortHashB], view[PortHashA]}),
    .ready_i        (tweak_there & hash_key_there),
    .in_valid_i     (in_valid),
    .in_block_i     (in_block),
    .in_pop_o       (in_pop),
    .out_valid_i    (out_valid),
    .out_block_i    (out_block),
    .out_pop_i      (out_pop),
    .out_pop_o      (out_pops),
    .hash_key_i     (hash_key),
    .power_done_o   (power_done),
    .token_i        (token),
    .token_ready_o  (token_ready),
    .product_valid_o(product_valid),
    .product_o      (product),
    .source_valid_o (source_valid),
    .source_o       (source),
    .source_pop_i   (stream_pop),
    .request_valid_o(request_valid[FromLayer]),
    .request_ready_i(request_ready[FromLayer]),
    .request_o      (request[FromLayer]),
    .got_i          (got[FromLayer]),
    .result_i       (result[FromLayer]),
    .call_i         (look[PortCall]),
    .call_tail_i    (tail_of(view[PortCall].entry.unit) != '0),
    .chain_got_i    (got[FromChain]),
    .chain_result_i (result[FromChain]),
    .renew_block_o  (renew_block),
    .mask_unit_i    (renew_unit),
    .mask_index_i   (renew_index),
    .renew_mask_o   (renew_mask),
    .sum_i          (sum),
    .ha_o           (write[BlkHa]),
    .hb_o           (write[BlkHb])
  );

endmodule
