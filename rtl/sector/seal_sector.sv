// SPDX-License-Identifier: Apache-2.0
//
// Sector engine: a tweakable enciphering scheme for data units (disk sectors), whose phases
// overlap. While one unit streams through the cipher and the second hash, the next is in its first
// hash, and another one is received. The scheme is a parameter (Mode, a mode_e of seal_sector_pkg);
// each has a package seal_sector_*_pkg, and docs/reference/sector-modes.md explains them.
//
// The engine itself is seal_sector_engine. It has two ports more, to read how many blocks each key
// has met; this is the top for all who do not read that.
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
// KeyLimitLog2 (XTS): a unit that would go past that many blocks under its key is refused with
// CauseLimit; a new key starts from zero.
//
// Throughput: calls of the cipher, and a cycle or two, per unit. Reset: control, then as after
// zeroise_i. zeroise_i: all outputs are gated at once, all keys and data are overwritten; then
// commands in flight end with CauseZeroised, and the rest of their packets is read and dropped.
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
  output logic               busy_o
);

  logic [KeyBlocksW-1:0] unused_blocks;

  seal_sector_engine #(
    .Mode(Mode), .Slots(Slots), .KeySizes(KeySizes), .Order(Order), .MaxUnit(MaxUnit),
    .MaxTweak(MaxTweak), .Buffer(Buffer), .Window(Window), .UnitStatus(UnitStatus),
    .KeepTweak(KeepTweak), .OpenEqual(OpenEqual), .KeyLimitLog2(KeyLimitLog2), .IdWidth(IdWidth),
    .Sbox(Sbox), .Dir(Dir), .Swap(Swap), .RoundStages(RoundStages), .Fold(Fold), .Pipes(Pipes),
    .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
  ) u_engine (
    .clk_i, .rst_ni,
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_unit, .s_key_data,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .s_cmd_valid, .s_cmd_ready, .s_cmd_op, .s_cmd_slot, .s_cmd_unit, .s_cmd_count,
    .s_cmd_tweak_in_data, .s_cmd_id,
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_last,
    .m_status_cause,
    .slot_ready_o, .zeroise_i, .busy_o,
    .blocks_slot_i(4'd0),
    .blocks_o     (unused_blocks)
  );

endmodule
