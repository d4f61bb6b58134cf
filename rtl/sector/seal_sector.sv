// SPDX-License-Identifier: Apache-2.0
//
// Sector engine: a tweakable enciphering scheme for data units (disk sectors), whose phases
// overlap. While one unit streams through the cipher and the second hash, the next is in its first
// hash, and another one is received. The scheme is a parameter (Mode, a mode_e of seal_sector_pkg);
// each has a package seal_sector_*_pkg, and docs/reference/sector-modes.md explains them.
//
//   s_key ---------> keys: round keys, hash keys, constants
//                      |
//   s_cmd, s_axis -> input -> phases -> output ring -> egress -> m_axis, m_status
//                      |        |                        |
//                      +------ store: units in flight ---+
//
// seal_sector_input turns commands and packets into units, seal_sector_phases is the scheme.
// Source: each scheme's package names its standard or paper; the overlap of phases is the project's
// own.
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
//   m_axis    the same packet, enciphered; its tweaks before their units if KeepTweak is set, else
//             without them. After an error it ends with a null beat with abort
//   m_status  id, pass, last, cause (sector_cause_e): one for each command, or unit (UnitStatus)
//
// OpenEqual (XTS): a key of two equal halves is taken, and op 0 under it refused with CauseOp.
// KeyLimitLog2 (XTS): a unit that would go past 2^KeyLimitLog2 blocks under its key is refused with
// CauseLimit; a new key starts from zero.
//
// blocks_o, in the same cycle: the blocks of 16 bytes of all units that have begun under the key of
// slot blocks_slot_i, a partial one counted as whole; zero for a slot without a unit under its key,
// and where KeyLimitLog2 is 0. It is two cycles behind, and no secret. If it is not used, tie
// blocks_slot_i to 0.
//
// slot_ready_o: bit s, slot s has a key that may be used. busy_o: a command, key load or zeroise is
// under way, or a status waits; cancelled units may still run when it is low.
//
// Throughput, per unit: its calls of the cipher times Fold, or its beats and one cycle more,
// whichever takes longer; short units, and schemes with a key for each unit, take more
// (docs/use/sector.md). Reset: control, then as after zeroise_i. zeroise_i: inputs, m_axis and
// m_key are gated at once, keys and data overwritten; then commands in flight end with
// CauseZeroised, and the rest of their packets is read and dropped.
`include "seal_assert.svh"

module seal_sector
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode        = 1,     // a mode_e of seal_sector_pkg
  parameter int unsigned Slots       = 4,     // key slots
  parameter int unsigned KeySizes    = 7,     // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Order       = 0,     // of the field: an order_e of seal_gf_pkg
  parameter int unsigned MaxUnit     = 4096,  // bytes
  parameter int unsigned MaxTweak    = 16,    // bytes, rounded up to blocks
  parameter int unsigned Buffer      = 512,   // blocks, in each direction
  parameter int unsigned Window      = 8,     // units in flight
  parameter bit          UnitStatus  = 1'b0,  // a status for each unit, not command
  parameter bit          KeepTweak   = 1'b0,  // m_axis has the tweaks that came in the data
  parameter bit          OpenEqual   = 1'b0,  // XTS: a key of equal halves decrypts only
  parameter int unsigned KeyLimitLog2 = (Mode == ModeXts) ? 44 : 0,  // of blocks; 0: not counted
  parameter int unsigned IdWidth     = 16,    // bits of s_cmd_id and m_status_id
  parameter int unsigned Sbox        = 1,     // an sbox_e of seal_aes_pkg
  parameter int unsigned Dir         = 2,     // of AES: 0 forward, 2 both
  parameter bit          Swap        = 1'b0,  // op 1 is the scheme's encryption
  parameter int unsigned RoundStages = 1,     // registers per AES round
  parameter int unsigned Fold        = 1,     // cycles per call of AES: 1, 2, 4, 8
  parameter int unsigned Pipes       = 1,     // AES pipes: 1 or 2
  parameter int unsigned MultKind    = 0,     // a kind_e of seal_gf_pkg
  parameter int unsigned MultStages  = 4,     // stages of each multiplier, 1 to 8
  parameter int unsigned MultHalt    = 8,     // Karatsuba stops splitting here
  localparam int unsigned KeyW       = seal_sector_scheme_pkg::key_width(Mode)
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
  output logic               busy_o,

  input  logic [3:0]            blocks_slot_i,
  output logic [KeyBlocksW-1:0] blocks_o
);

  localparam traits_t     Traits     = seal_sector_scheme_pkg::traits_of(Mode);
  localparam int unsigned Words      = words(Window);
  localparam int unsigned Stride     = (Traits.keys == 3) ? 4 : Traits.keys;
  localparam int unsigned TweakCount = (MaxTweak + 15) / 16;
  localparam bit          Renew      = (Mode == ModeEme2) && (MaxUnit >= 129 * 16);
  localparam int unsigned Readers    = Traits.hash ? 2 : 1;
  localparam bit [1:0]    Ops        =
      (Dir == seal_aes_pkg::DirBoth) ? 2'b11 : Swap ? 2'b10 : 2'b01;

  seal_sector_rules #(
    .Mode(Mode), .KeySizes(KeySizes), .Order(Order), .MaxUnit(MaxUnit), .MaxTweak(MaxTweak),
    .Buffer(Buffer), .Window(Window), .OpenEqual(OpenEqual), .KeyLimitLog2(KeyLimitLog2),
    .IdWidth(IdWidth), .Sbox(Sbox), .Dir(Dir), .MultStages(MultStages), .MultHalt(MultHalt)
  ) u_rules ();

  // A sweep reaches the parts one after the other, so that each has a register of its own near by:
  // keys and output, input, phases (two), and last the memories, from which nobody takes by then.
  localparam int unsigned SweepEnds = 0, SweepInput = 1, SweepPhases = 2, SweepStore = 4;
  localparam int unsigned Sweeps    = SweepStore + 1;

  logic              gate, unused_gate, flush, flushed, halt;
  logic [Sweeps-1:0] sweep;
  logic [8:0]        sweep_addr;

  seal_zeroise #(
    .Cycles(sweep_cycles(Buffer)), .AddrW(9), .Depth(Sweeps), .Flush(1'b1)
  ) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(flushed),
    .gate_o   (unused_gate),
    .sweep_o  (sweep),
    .addr_o   (sweep_addr),
    .flush_o  (flush),
    .halt_o   (halt)
  );

  // The gate of u_zeroise, made from registers with few users: halt is sweep[0] or flush.
  assign gate = zeroise_i || (halt && !flush);

  // The units that are looked up in the store, by read port (port_e), and the answers
  logic                take, retire, command, draining;
  logic [NumW-1:0]     accept;
  entry_t              entry;
  logic [127:0]        number;
  look_t  [Ports-1:0]  look;
  view_t  [Ports-1:0]  view;
  write_t [Blocks-1:0] write;

  // ---- keys -------------------------------------------------------------------------------------
  logic [1:0]       op;
  logic             slot_ready, only_open, hold, key_busy, claim, bus_used, units_busy;
  logic             key_valid, key_ready, key_got, key_set;
  logic [3:0]       hold_slot, units_slot, retire_slot, hash_slot;
  request_t         key_request;
  result_t          key_result;
  logic [SizeW+1:0] slot_info;
  logic [Slots-1:0] slots_ready;
  round_key_t       unit_round_key, round_key;
  constant_t        constants;
  hash_key_t        hash_key;
  hash_block_t           token;
  logic             power_done, hash_req, hash_done, token_ready, product_valid;
  logic [127:0]     hash_block, product;

  seal_sector_keys #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Stride(Stride), .KeySizes(KeySizes),
    .MaxUnit(MaxUnit), .Window(Words), .Sbox(Sbox),
    .SboxStages(seal_aes_pkg::key_stages(Sbox, RoundStages)), .MultStages(MultStages),
    .OpenEqual(OpenEqual)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i         (zeroise_i),
    .sweep_i        (sweep[SweepEnds]),
    .sweep_addr_i   (sweep_addr),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_unit, .s_key_data,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i         (s_cmd_slot),
    .ready_o        (slot_ready),
    .info_o         (slot_info),
    .only_open_o    (only_open),
    .slot_ready_o   (slots_ready),
    .hold_o         (hold),
    .hold_slot_o    (hold_slot),
    .begin_i        (take),
    .begin_slot_i   (units_slot),
    .end_i          (retire),
    .end_slot_i     (retire_slot),
    .busy_i         (units_busy),
    .command_slot_i (units_slot),
    .bus_claim_i    (claim),
    .bus_used_o     (bus_used),
    .set_o          (key_set),
    .busy_o         (key_busy),
    .unit_key_i     (unit_round_key),
    .round_key_o    (round_key),
    .constant_o     (constants),
    .hash_key_o     (hash_key),
    .power_done_i   (power_done),
    .request_valid_o(key_valid),
    .request_ready_i(key_ready),
    .request_o      (key_request),
    .got_i          (key_got),
    .result_i       (key_result),
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

  // Under a key of equal halves the core has no encryption: another operation stands in its place,
  // which does not exist.
  if (OpenEqual) begin : g_open_equal
    assign op = (slot_ready && only_open && s_cmd_op == OpEncrypt) ? 2'd3 : s_cmd_op;
  end else begin : g_every_op
    logic unused_mark;
    assign unused_mark = only_open;
    assign op          = s_cmd_op;
  end

  // ---- input ------------------------------------------------------------------------------------
  logic                      tweak_we, tweak_end, in_done, verdict_we, verdict_cancelled;
  logic [3:0]                tweak_index;
  logic [127:0]              tweak;
  logic [TweakW-1:0]         tweak_len;
  logic [NumW-1:0]           in_unit, verdict_unit;
  logic [Words-1:0]          tweak_there;
  sector_cause_e                    verdict_cause;
  logic [Readers-1:0]        in_valid, in_pop;
  logic [Readers-1:0][127:0] in_block;

  seal_sector_input #(
    .Mode(Mode), .Ops(Ops), .Swap(Swap), .TweakCount(TweakCount), .Buffer(Buffer),
    .Window(Window), .Words(Words), .Readers(Readers), .Slots(Slots), .LimitLog2(KeyLimitLog2)
  ) u_input (
    .clk_i, .rst_ni,
    .gate_i       (gate),
    .sweep_i      ({sweep[SweepStore], sweep[SweepInput]}),
    .sweep_addr_i (sweep_addr),
    .set_i        (key_set),
    .set_slot_i   (hold_slot),
    .blocks_slot_i, .blocks_o,
    .s_cmd_valid, .s_cmd_ready,
    .s_cmd_op     (op),
    .s_cmd_slot, .s_cmd_unit, .s_cmd_count, .s_cmd_tweak_in_data,
    .hold_i       ((hold && hold_slot == s_cmd_slot) || flush),
    .slot_ready_i (slot_ready),
    .slot_info_i  (slot_info),
    .command_o    (command),
    .draining_o   (draining),
    .busy_o       (units_busy),
    .slot_o       (units_slot),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .take_o       (take),
    .accept_o     (accept),
    .entry_o      (entry),
    .number_o     (number),
    .retire_i     (retire),
    .look_o       (look[PortIn]),
    .entry_i      (view[PortIn].entry),
    .unit_o       (in_unit),
    .tweak_we_o   (tweak_we),
    .tweak_index_o(tweak_index),
    .tweak_o      (tweak),
    .tweak_end_o  (tweak_end),
    .tweak_len_o  (tweak_len),
    .tweak_there_o(tweak_there),
    .p_o          (write[BlkP]),
    .q_o          (write[BlkQ]),
    .done_o       (in_done),
    .verdict_we_o (verdict_we),
    .verdict_unit_o(verdict_unit),
    .cause_o      (verdict_cause),
    .cancelled_o  (verdict_cancelled),
    .valid_o      (in_valid),
    .block_o      (in_block),
    .pop_i        (in_pop)
  );

  seal_sector_store #(.Words(Words), .Slots(Slots), .TweakCount(TweakCount)) u_store (
    .clk_i,
    .sweep_i      (sweep[SweepStore]),
    .sweep_addr_i (sweep_addr),
    .take_i       (take),
    .accept_i     (accept),
    .entry_i      (entry),
    .number_i     (number),
    .tweak_we_i   (tweak_we),
    .tweak_unit_i (in_unit),
    .tweak_index_i(tweak_index),
    .tweak_i      (tweak),
    .tweak_end_i  (tweak_end),
    .tweak_len_i  (tweak_len),
    .write_i      (write),
    .constant_i   (constants),
    .look_i       (look),
    .view_o       (view)
  );

  // ---- phases -----------------------------------------------------------------------------------
  logic                      out_we, out_pop;
  logic [127:0]              out_data;
  logic [Readers-1:0]        out_valid, out_pops;
  logic [Readers-1:0][127:0] out_block;
  logic [Words-1:0]          in_dones, dones;

  seal_sector_phases #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Stride(Stride), .KeySizes(KeySizes),
    .Words(Words), .Buffer(Buffer), .Readers(Readers), .Renew(Renew), .Sbox(Sbox), .Dir(Dir),
    .RoundStages(RoundStages), .Fold(Fold), .Pipes(Pipes), .MultKind(MultKind),
    .MultStages(MultStages), .MultHalt(MultHalt)
  ) u_phases (
    .clk_i, .rst_ni,
    .sweep_i        (sweep[SweepPhases+:2]),
    .sweep_addr_i   (sweep_addr),
    .take_i         (take),
    .accept_i       (accept),
    .tweak_there_i  (tweak_there),
    .in_unit_i      (write[BlkP].unit),   // also when it has no block p
    .p_we_i         (write[BlkP].we),
    .in_done_i      (in_done),
    .look_o         (look[Ports-1:PortNextA]),
    .view_i         (view[Ports-1:PortNextA]),
    .write_o        (write[Blocks-1:BlkHa]),
    .in_done_o      (in_dones),
    .done_o         (dones),
    .in_valid_i     (in_valid),
    .in_block_i     (in_block),
    .in_pop_o       (in_pop),
    .out_we_o       (out_we),
    .out_data_o     (out_data),
    .out_valid_i    (out_valid),
    .out_block_i    (out_block),
    .out_pop_i      (out_pop),
    .out_pop_o      (out_pops),
    .round_key_i    (round_key),
    .unit_key_o     (unit_round_key),
    .bus_claim_o    (claim),
    .bus_used_i     (bus_used),
    .key_valid_i    (key_valid),
    .key_ready_o    (key_ready),
    .key_request_i  (key_request),
    .key_got_o      (key_got),
    .key_result_o   (key_result),
    .hash_key_i     (hash_key),
    .power_done_o   (power_done),
    .token_i        (token),
    .token_ready_o  (token_ready),
    .product_valid_o(product_valid),
    .product_o      (product),
    .hash_req_o     (hash_req),
    .hash_slot_o    (hash_slot),
    .hash_block_o   (hash_block),
    .hash_done_i    (hash_done)
  );

  // ---- output -----------------------------------------------------------------------------------
  logic egress_busy;

  seal_sector_ring #(.Depth(Buffer), .Readers(Readers)) u_out (
    .clk_i, .rst_ni,
    .sweep_i(sweep[SweepStore]),
    .we_i   (out_we),
    .data_i (out_data),
    .valid_o(out_valid),
    .data_o (out_block),
    .pop_i  (out_pops)
  );

  seal_sector_egress #(
    .Mode(Mode), .Order(Order), .Words(Words), .IdWidth(IdWidth), .UnitStatus(UnitStatus),
    .KeepTweak(KeepTweak)
  ) u_egress (
    .clk_i, .rst_ni,
    .gate_i        (gate),
    .sweep_i       (sweep[SweepEnds]),
    .flush_i       (flush),
    .flushed_o     (flushed),
    .busy_o        (egress_busy),
    .command_i     (command),
    .id_i          (s_cmd_id),
    .accept_i      (accept),
    .next_look_o   (look[PortNextOut]),
    .next_entry_i  (view[PortNextOut].entry),
    .look_o        (look[PortOut]),
    .blocks_i      (view[PortOut].blocks),
    .tweak_there_i (tweak_there),
    .in_done_i     (in_dones),
    .done_i        (dones),
    .verdict_we_i  (verdict_we),
    .verdict_unit_i(verdict_unit),
    .cause_i       (verdict_cause),
    .cancelled_i   (verdict_cancelled),
    .retire_o      (retire),
    .retire_slot_o (retire_slot),
    .block_valid_i (out_valid[0]),
    .block_i       (out_block[0]),
    .block_pop_o   (out_pop),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_last,
    .m_status_cause
  );

  assign busy_o = halt || key_busy || egress_busy || draining;

  // A reset may be shorter than a cycle: halt tells of it.
  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_unit, s_key_data}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause},
      zeroise_i || halt)
  // seal_sector_cascade offers a command only while its other engine takes it as well.
  `SEAL_STREAM(Command, s_cmd_valid, s_cmd_ready,
      {s_cmd_op, s_cmd_slot, s_cmd_unit, s_cmd_count, s_cmd_tweak_in_data, s_cmd_id},
      zeroise_i || !s_cmd_valid)
  `SEAL_STREAM(Input, s_axis_tvalid, s_axis_tready,
      {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}, zeroise_i)
  `SEAL_STREAM(Output, m_axis_tvalid, m_axis_tready,
      {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}, zeroise_i || halt)
  `SEAL_STREAM(Status, m_status_valid, m_status_ready,
      {m_status_id, m_status_pass, m_status_last, m_status_cause}, zeroise_i || halt)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({zeroise_i, busy_o, slot_ready_o}))

endmodule
