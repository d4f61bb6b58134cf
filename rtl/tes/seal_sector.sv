// SPDX-License-Identifier: Apache-2.0
//
// Sector engine: a tweakable enciphering scheme for data units (disk sectors), whose phases overlap.
// While one unit streams through the cipher and the second hash, the next is in its first hash, and
// another one is received. The scheme is a parameter (Mode, a mode_e of seal_tes_pkg); the packages
// seal_tes_*_pkg say what each is made of, and docs/reference/sector-modes.md explains them.
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
//   s_cmd     op (0 encrypt, 1 decrypt), slot, unit: the number of the first unit, which is its tweak
//             (little-endian), count of units, tweak_in_data, id
//   s_axis    one packet per command: its units, each on whole beats of its own, with a partial last
//             beat if need be; with tweak_in_data, each unit behind its tweak.
//             tuser = {abort, section}: section 0 tweak, 2 text
//   m_axis    the same packet, enciphered, without tweaks. After an error it ends with a null beat
//             with abort
//   m_status  id, pass, last, cause (cause_e): one for each command, or each unit (UnitStatus)
//
// Throughput: calls of the cipher, and a cycle or two, per unit. Reset: control only. zeroise_i: all
// outputs are gated at once, all keys and data are overwritten; then commands in flight end with
// CauseZeroised, and the rest of their packets is read and dropped.
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
  localparam int unsigned IndexW     = $clog2(Words);
  localparam int unsigned Stride     = (Traits.keys == 3) ? 4 : Traits.keys;
  localparam int unsigned TweakCount = (MaxTweak + 15) / 16;
  localparam int unsigned BlockW     = (TweakCount < 2) ? 1 : $clog2(TweakCount);
  localparam int unsigned Layers     = Traits.layers ? 2 : 1;
  localparam bit          Renew      = (Mode == ModeEme2) && (MaxUnit > 129 * 16);
  localparam int unsigned HashKeys   = Traits.tweak_key  ? Words :
                                       Traits.second_key ? 2 * Slots : Slots;
  // Every memory, and every pipeline, is clear after this many cycles.
  localparam int unsigned Clear      = ((Buffer > 256) ? Buffer : 256) + 64;
  localparam bit [1:0]    Ops        = (Dir == seal_aes_pkg::DirBoth) ? 2'b11 : Swap ? 2'b10 : 2'b01;

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

  logic       gate, flush, flushed, halt, egress_busy;
  logic [1:0] zero;
  logic [9:0] sweep;

  seal_zeroise #(.Cycles(Clear), .AddrW(10), .Depth(2), .Flush(1'b1)) u_zeroise (
    .clk_i, .rst_ni, .zeroise_i,
    .flushed_i(flushed),
    .gate_o   (gate),
    .zero_o   (zero),
    .addr_o   (sweep),
    .flush_o  (flush),
    .halt_o   (halt)
  );

  // ---- keys -------------------------------------------------------------------------------------
  logic              slot_ready, hold, key_busy, bus_used, units_busy, take, retire, key_we, zero_we;
  logic [3:0]        hold_slot, take_slot, units_slot, key_slot, key_round;
  logic [SizeW+1:0]  slot_info;
  logic [Slots-1:0]  slots_ready;
  logic [1:0]        key_size;
  logic [2:0]        zero_pass;
  logic [127:0]      key;
  logic              k_we, unit_req, unit_done, hash_valid, power, power_done;
  logic [3:0]        k_slot, hash_slot;
  logic [127:0]      k, k2, hash_key;
  logic [2:0]        power_index;
  logic              token_valid, token_ready, token_last, product_valid;
  logic [3:0]        token_slot;
  logic [127:0]      token, product;
  logic [NumW-1:0]   key_unit_q;
  entry_t [12:0]     entry;
  blocks_t [5:0]     blocks;

  // ---- calls ------------------------------------------------------------------------------------
  typedef struct packed {
    logic [NumW-1:0] unit;
    phase_e          phase;
    logic [CallW-1:0] index;
    logic            first;
    logic            last;
    logic            pause;
    logic            resumed;
  } tag_t;

  typedef enum logic [1:0] {
    FromKeys = 2'd0, FromChain = 2'd1, FromStream = 2'd2, FromLayer = 2'd3
  } from_e;

  logic  [3:0]            call_valid, call_ready;
  call_t [3:0]            call;
  logic  [3:0][3:0]       call_slot;
  logic  [3:0][1:0]       call_size;
  tag_t  [3:0]            call_tag;
  logic  [Pipes-1:0]      early_valid, result_valid;
  logic  [Pipes-1:0][1:0] early_from, result_from;
  tag_t  [Pipes-1:0]      early_tag, result_tag;
  logic  [Pipes-1:0][127:0] result;
  logic  [3:0]            got;       // a result for ...

  localparam int unsigned StreamPipe = Pipes - 1;

  always_comb begin
    got = '0;
    if (result_valid[0]) got[result_from[0]] = 1'b1;
    if (Pipes > 1 && result_valid[StreamPipe]) got[FromStream] = 1'b1;
  end

  assign call_tag[FromKeys] = '0;

  seal_tes_keys #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Stride(Stride), .KeySizes(KeySizes),
    .MaxUnit(MaxUnit), .Window(Words), .Sbox(Sbox),
    .SboxStages(seal_aes_pkg::sub_stages(Sbox, RoundStages)), .MultStages(MultStages)
  ) u_keys (
    .clk_i, .rst_ni,
    .gate_i        (gate),
    .zero_i        (zero[0]),
    .sweep_i       (sweep[8:0]),
    .s_key_valid, .s_key_ready, .s_key_slot, .s_key_size, .s_key_unit, .s_key_data,
    .m_key_valid, .m_key_ready, .m_key_slot, .m_key_cause,
    .slot_i        (s_cmd_slot),
    .ready_o       (slot_ready),
    .info_o        (slot_info),
    .slot_ready_o  (slots_ready),
    .hold_o        (hold),
    .hold_slot_o   (hold_slot),
    .begin_i       (take),
    .begin_slot_i  (take_slot),
    .end_i         (retire),
    .end_slot_i    (entry[9].unit.slot),
    .busy_i        (units_busy),
    .command_slot_i(units_slot),
    .bus_claim_i   (unit_key_claim),
    .bus_used_o    (bus_used),
    .busy_o        (key_busy),
    .key_we_o      (key_we),
    .key_slot_o    (key_slot),
    .key_size_o    (key_size),
    .key_round_o   (key_round),
    .key_o         (key),
    .zero_we_o     (zero_we),
    .zero_pass_o   (zero_pass),
    .call_valid_o  (call_valid[FromKeys]),
    .call_ready_i  (call_ready[FromKeys]),
    .call_o        (call[FromKeys]),
    .call_slot_o   (call_slot[FromKeys]),
    .call_size_o   (call_size[FromKeys]),
    .result_valid_i(got[FromKeys]),
    .result_i      (result[0]),
    .k_we_o        (k_we),
    .k_slot_o      (k_slot),
    .k_o           (k),
    .k2_o          (k2),
    .unit_req_i    (unit_req),
    .unit_slot_i   (4'(IndexW'(key_unit_q))),
    .unit_key_i    (Traits.unit_key ? blocks[3].e : blocks[3].a),
    .unit_done_o   (unit_done),
    .hash_valid_o  (hash_valid),
    .hash_slot_o   (hash_slot),
    .hash_key_o    (hash_key),
    .power_o       (power),
    .power_index_o (power_index),
    .power_done_i  (power_done),
    .token_valid_o (token_valid),
    .token_ready_i (token_ready),
    .token_last_o  (token_last),
    .token_slot_o  (token_slot),
    .token_o       (token),
    .product_valid_i(product_valid),
    .product_i     (product)
  );

  assign busy_o       = halt || key_busy || egress_busy || owed;
  assign slot_ready_o = slots_ready & {Slots{!gate}};

  // ---- commands, units --------------------------------------------------------------------------
  logic               unit_valid, unit_ready, unit_op, unit_first, unit_last, cancel, owed, command;
  logic [3:0]         unit_cause;
  logic [127:0]       unit_tweak;
  logic [SizeW+2:0]   unit_info;
  logic [NumW-1:0]    accept, newest, in_at;
  logic [12:0][NumW-1:0] at;
  logic [Words-1:0]   tweak_there;
  logic               tweak_we, tweak_end;
  logic [BlockW-1:0]  tweak_index;
  logic [127:0]       tweak;
  logic [TweakW-1:0]  tweak_len;
  logic [3:0][NumW-1:0]   tweak_at;
  logic [3:0][BlockW-1:0] tweak_block;
  logic [3:0][127:0]      tweak_read;

  seal_tes_units #(.CountW(32), .Ops(Ops), .InfoW(SizeW + 3)) u_units (
    .clk_i, .rst_ni,
    .zero_i      (gate || zero[0]),
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

  seal_tes_window #(
    .Mode(Mode), .Window(Window), .TweakCount(TweakCount), .Swap(Swap), .Reads(13), .TweakReads(4)
  ) u_window (
    .clk_i, .rst_ni,
    .zero_i       (zero[0]),
    .zero_addr_i  (sweep[8:0]),
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
    .take_slot_o  (take_slot),
    .accept_o     (accept),
    .newest_o     (newest),
    .retire_i     (retire),
    .tweak_we_i   (tweak_we),
    .tweak_unit_i (in_at),
    .tweak_index_i(tweak_index),
    .tweak_i      (tweak),
    .tweak_end_i  (tweak_end),
    .tweak_len_i  (tweak_len),
    .tweak_there_o(tweak_there),
    .at_i         (at),
    .entry_o      (entry),
    .tweak_at_i   (tweak_at),
    .tweak_block_i(tweak_block),
    .tweak_o      (tweak_read)
  );

  // ---- input ------------------------------------------------------------------------------------
  logic         in_we, p_we, q_we, verdict_we, verdict_void, in_done;
  logic [127:0] in_data, p;
  cause_e       verdict_cause;
  logic [1:0]   in_valid, in_pop;
  logic [1:0][127:0] in_block;

  assign at[0] = in_at;

  seal_tes_ingress #(
    .Mode(Mode), .Window(Window), .TweakCount(TweakCount), .Buffer(Buffer)
  ) u_ingress (
    .clk_i, .rst_ni,
    .zero_i       (gate || zero[0]),
    .command_i    (command),
    .owed_o       (owed),
    .s_axis_tvalid, .s_axis_tready, .s_axis_tdata, .s_axis_tkeep, .s_axis_tlast, .s_axis_tuser,
    .at_o         (in_at),
    .accept_i     (accept),
    .newest_i     (newest),
    .entry_i      (entry[0]),
    .cancel_o     (cancel),
    .tweak_we_o   (tweak_we),
    .tweak_index_o(tweak_index),
    .tweak_end_o  (tweak_end),
    .tweak_len_o  (tweak_len),
    .we_o         (in_we),
    .p_we_o       (p_we),
    .q_we_o       (q_we),
    .data_o       (in_data),
    .p_o          (p),
    .tweak_o      (tweak),
    .verdict_we_o (verdict_we),
    .cause_o      (verdict_cause),
    .void_o       (verdict_void),
    .done_o       (in_done),
    .pop_i        (in_pop[0])
  );

  seal_tes_ring #(.Depth(Buffer), .Readers(Traits.hash ? 2 : 1)) u_in (
    .clk_i, .rst_ni,
    .zero_i (zero[0]),
    .we_i   (in_we),
    .data_i (in_data),
    .valid_o(in_valid[(Traits.hash ? 1 : 0):0]),
    .data_o (in_block[(Traits.hash ? 1 : 0):0]),
    .pop_i  (in_pop[(Traits.hash ? 1 : 0):0])
  );

  // What the input side says of each unit: {void, cause}; and which have been received
  logic [4:0]       verdict [Words];
  logic [Words-1:0] in_done_q;

  always_ff @(posedge clk_i) begin
    if (verdict_we) verdict[IndexW'(in_at)] <= {verdict_void, verdict_cause};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_done_q <= '0;
    end else begin
      if (take)    in_done_q[IndexW'(accept)] <= 1'b0;
      if (in_done) in_done_q[IndexW'(in_at)]  <= 1'b1;
    end
  end

  // ---- chains -----------------------------------------------------------------------------------
  logic              ha_we, hb_we, s_we, m_we;
  logic [NumW-1:0]   ha_unit, hb_unit, s_unit, m_unit;
  logic [127:0]      ha, hb, m;
  logic [Words-1:0]  a_there, start, done, paused;
  logic              resume, resume_ready, unit_key_claim, unit_key_we;
  logic [NumW-1:0]   resume_unit;
  logic [CallW-1:0]  resume_index;
  logic [3:0]        unit_key_slot, unit_key_round;
  logic [1:0]        unit_key_size;
  logic [127:0]      unit_key;
  logic [CallW-1:0]  chain_tweak;
  logic [127:0]      renew_block, renew_mask;

  seal_tes_chain #(
    .Mode(Mode), .Order(Order), .Slots(Slots), .Words(Words), .Reads(6)
  ) u_chain (
    .clk_i, .rst_ni,
    .zero_i        (zero[0]),
    .zero_addr_i   (sweep[8:0]),
    .accept_i      (accept),
    .take_i        (take),
    .tweak_there_i (tweak_there),
    .at_o          (at[3]),
    .entry_i       (entry[3]),
    .tweak_index_o (chain_tweak),
    .tweak_i       (tweak_read[3:2]),
    .begin_at_o    (at[6:4]),
    .begin_entry_i (entry[6:4]),
    .p_we_i        (p_we),
    .q_we_i        (q_we),
    .in_unit_i     (in_at),
    .p_i           (p),
    .q_i           (in_data),
    .in_done_i     (in_done),
    .ha_we_i       (ha_we),
    .ha_unit_i     (ha_unit),
    .ha_i          (ha),
    .hb_we_i       (hb_we),
    .hb_unit_i     (hb_unit),
    .hb_i          (hb),
    .s_we_i        (s_we),
    .s_unit_i      (s_unit),
    .s_i           (stream_data),
    .m_we_i        (m_we),
    .m_unit_i      (m_unit),
    .m_i           (m),
    .k_we_i        (k_we),
    .k_slot_i      (k_slot),
    .k_i           (k),
    .k2_i          (k2),
    .call_valid_o  (call_valid[FromChain]),
    .call_ready_i  (call_ready[FromChain]),
    .call_o        (call[FromChain]),
    .call_phase_o  (call_tag[FromChain].phase),
    .call_index_o  (call_tag[FromChain].index),
    .call_last_o   (call_tag[FromChain].last),
    .renew_i       (renew_block),
    .result_valid_i(got[FromChain]),
    .result_unit_i (result_tag[0].unit),
    .result_phase_i(result_tag[0].phase),
    .result_index_i(result_tag[0].index),
    .result_last_i (result_tag[0].last),
    .result_i      (result[0]),
    .call_pause_o  (call_tag[FromChain].pause),
    .call_resumed_o(call_tag[FromChain].resumed),
    .result_pause_i(result_tag[0].pause),
    .result_resumed_i(result_tag[0].resumed),
    .resume_i      (resume),
    .resume_ready_o(resume_ready),
    .resume_unit_i (resume_unit),
    .resume_index_i(resume_index),
    .key_there_o   (a_there),
    .paused_o      (paused),
    .start_o       (start),
    .done_o        (done),
    .read_at_i     ({at[12], at[10], key_unit_q, at[9], at[8], at[7]}),
    .read_slot_i   ({4'd0, entry[10].unit.slot, 4'd0, entry[9].unit.slot, entry[8].unit.slot,
                     entry[7].unit.slot}),
    .blocks_o      (blocks)
  );

  assign call_tag[FromChain].unit  = at[3];
  assign call_tag[FromChain].first = 1'b0;
  assign call_slot[FromChain]      = own_slot(
      call_tag[FromChain].phase != PhPrepare || call_tag[FromChain].resumed, entry[3].unit.slot, at[3]);
  assign call_size[FromChain]      = entry[3].unit.size;
  assign tweak_at[2]               = at[3];
  assign tweak_block[2]            = BlockW'(chain_tweak);
  assign tweak_at[3]               = at[7];
  assign tweak_block[3]            = '0;

  // Hash keys that come from tweaks, unit by unit
  logic [Words-1:0] key_there_q;

  if (Traits.tweak_key) begin : g_unit_keys
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        key_unit_q  <= '0;
        key_there_q <= '0;
      end else if (zero[0]) begin
        key_unit_q  <= '0;
        key_there_q <= '0;
      end else begin
        if (take)      key_there_q[IndexW'(accept)]     <= 1'b0;
        if (unit_done) key_there_q[IndexW'(key_unit_q)] <= 1'b1;
        if (unit_done || (key_unit_q != accept && entry[11].cause != CauseNone)) begin
          key_unit_q <= key_unit_q + NumW'(1);
        end
      end
    end
    assign unit_req = (key_unit_q != accept) && (entry[11].cause == CauseNone) &&
                      a_there[IndexW'(key_unit_q)];
  end else begin : g_slot_keys
    assign key_unit_q  = '0;
    assign key_there_q = '1;
    assign unit_req    = 1'b0;
  end

  assign at[11] = key_unit_q;

  // ---- cipher -----------------------------------------------------------------------------------
  seal_tes_cipher #(
    .Slots(Traits.unit_key ? Slots + Words : Slots), .Stride(Stride), .KeySizes(KeySizes),
    .Sbox(Sbox), .Dir(Dir), .RoundStages(RoundStages), .Fold(Fold), .Pipes(Pipes), .TagW($bits(tag_t))
  ) u_cipher (
    .clk_i, .rst_ni,
    .zero_i       (zero[0]),
    .valid_i      (call_valid),
    .ready_o      (call_ready),
    .call_i       (call),
    .slot_i       (call_slot),
    .size_i       (call_size),
    .tag_i        (call_tag),
    .early_valid_o(early_valid),
    .early_from_o (early_from),
    .early_tag_o  (early_tag),
    .valid_o      (result_valid),
    .from_o       (result_from),
    .tag_o        (result_tag),
    .block_o      (result),
    .key_we_i     (key_we || unit_key_we),
    .key_slot_i   (unit_key_we ? unit_key_slot : key_slot),
    .key_size_i   (unit_key_we ? unit_key_size : key_size),
    .key_round_i  (unit_key_we ? unit_key_round : key_round),
    .key_i        (unit_key_we ? unit_key : key),
    .zero_we_i    (zero_we),
    .zero_pass_i  (zero_pass)
  );

  // The slot of the cipher for a call: a unit may have a key of its own
  function automatic logic [3:0] own_slot(logic own, logic [3:0] slot, logic [NumW-1:0] unit);
    return (Traits.unit_key && own) ? 4'(Slots) + 4'(IndexW'(unit)) : slot;
  endfunction

  logic [3:0] stream_slot;
  assign call_slot[FromStream] = own_slot(1'b1, stream_slot, call_tag[FromStream].unit);

  if (Traits.unit_key) begin : g_own_keys
    seal_tes_unit_key #(
      .Slots(Slots), .Words(Words), .KeySizes(KeySizes), .Sbox(Sbox),
      .SboxStages(seal_aes_pkg::sub_stages(Sbox, RoundStages))
    ) u_unit_key (
      .clk_i, .rst_ni,
      .zero_i        (zero[0]),
      .at_o          (at[12]),
      .accept_i      (accept),
      .entry_i       (entry[12]),
      .paused_i      (paused),
      .key_i         (seal_tes_twkd_pkg::key(blocks[5])),
      .bus_used_i    (bus_used),
      .bus_claim_o   (unit_key_claim),
      .resume_o      (resume),
      .resume_ready_i(resume_ready),
      .resume_unit_o (resume_unit),
      .resume_index_o(resume_index),
      .write_we_o    (unit_key_we),
      .write_slot_o  (unit_key_slot),
      .write_size_o  (unit_key_size),
      .write_round_o (unit_key_round),
      .write_key_o   (unit_key)
    );
  end else begin : g_no_own_keys
    assign at[12] = '0;
    assign {unit_key_claim, unit_key_we, unit_key_slot, unit_key_size, unit_key_round} = '0;
    assign unit_key = '0;
    assign {resume, resume_unit, resume_index} = '0;
  end

  // ---- stream -----------------------------------------------------------------------------------
  logic         out_room, out_pop, stream_pop, stream_we, sum_we, unused_out;
  logic         source_valid, unused_renew;
  logic [NumW-1:0] renew_unit;
  logic [2:0]   renew_index;
  logic [127:0] source, stream_data, sum;
  logic [NumW-1:0] sum_unit;

  assign call_tag[FromStream].phase = PhPrepare;
  assign call_tag[FromStream].index = '0;
  assign call_tag[FromStream].pause = 1'b0;
  assign call_tag[FromStream].resumed = 1'b0;
  assign at[8] = early_tag[StreamPipe].unit;

  seal_tes_stream #(
    .Mode(Mode), .Order(Order), .Layer((Layers == 2) ? 2 : 0), .Renew(Renew)
  ) u_stream (
    .clk_i, .rst_ni,
    .zero_i        (zero[0]),
    .at_o          (at[7]),
    .accept_i      (accept),
    .entry_i       (entry[7]),
    .start_i       (start[IndexW'(at[7])]),
    .blocks_i      (blocks[0]),
    .block_valid_i (source_valid),
    .block_i       (source),
    .block_pop_o   (stream_pop),
    .room_i        (out_room),
    .call_valid_o  (call_valid[FromStream]),
    .call_ready_i  (call_ready[FromStream]),
    .call_o        (call[FromStream]),
    .call_slot_o   (stream_slot),
    .call_size_o   (call_size[FromStream]),
    .call_unit_o   (call_tag[FromStream].unit),
    .call_first_o  (call_tag[FromStream].first),
    .call_last_o   (call_tag[FromStream].last),
    .early_valid_i (early_valid[StreamPipe] && early_from[StreamPipe] == FromStream),
    .early_first_i (early_tag[StreamPipe].first),
    .early_last_i  (early_tag[StreamPipe].last),
    .late_entry_i  (entry[8]),
    .late_blocks_i (blocks[1]),
    .result_valid_i(got[FromStream]),
    .result_first_i(result_tag[StreamPipe].first),
    .result_last_i (result_tag[StreamPipe].last),
    .result_unit_i (result_tag[StreamPipe].unit),
    .result_i      (result[StreamPipe]),
    .we_o          (stream_we),
    .data_o        (stream_data),
    .end_o         (s_we),
    .end_unit_o    (s_unit),
    .m_we_o        (m_we),
    .m_unit_o      (m_unit),
    .m_o           (m),
    .sum_we_o      (sum_we),
    .sum_unit_o    (sum_unit),
    .sum_o         (sum),
    .renew_unit_o  (renew_unit),
    .renew_index_o (renew_index),
    .renew_we_o    (unused_renew),
    .renew_i       (renew_mask)
  );

  seal_credit #(.Credits(Buffer)) u_out_room (
    .clk_i, .rst_ni,
    .clear_i(zero[0]),
    .take_i (call_valid[FromStream] && call_ready[FromStream]),
    .give_i (out_pop),
    .free_o (out_room),
    .idle_o (unused_out)
  );

  // ---- output -----------------------------------------------------------------------------------
  logic [1:0]        out_valid, out_pops;
  logic [1:0][127:0] out_block;

  seal_tes_ring #(.Depth(Buffer), .Readers(Traits.hash ? 2 : 1)) u_out (
    .clk_i, .rst_ni,
    .zero_i (zero[0]),
    .we_i   (stream_we),
    .data_i (stream_data),
    .valid_o(out_valid[(Traits.hash ? 1 : 0):0]),
    .data_o (out_block[(Traits.hash ? 1 : 0):0]),
    .pop_i  (out_pops[(Traits.hash ? 1 : 0):0])
  );

  assign out_pops[0] = out_pop;

  seal_tes_egress #(
    .Mode(Mode), .Order(Order), .Commands(Words + 4), .IdWidth(IdWidth), .UnitStatus(UnitStatus)
  ) u_egress (
    .clk_i, .rst_ni,
    .gate_i       (gate),
    .zero_i       (zero[0]),
    .flush_i      (flush),
    .flushed_o    (flushed),
    .busy_o       (egress_busy),
    .command_i    (command),
    .id_i         (s_cmd_id),
    .at_o         (at[9]),
    .accept_i     (accept),
    .entry_i      (entry[9]),
    .blocks_i     (blocks[2]),
    .in_done_i    (in_done_q[IndexW'(at[9])]),
    .done_i       (done[IndexW'(at[9])]),
    .cause_i      (cause_e'(verdict[IndexW'(at[9])][3:0])),
    .void_i       (verdict[IndexW'(at[9])][4]),
    .retire_o     (retire),
    .block_valid_i(out_valid[0]),
    .block_i      (out_block[0]),
    .block_pop_o  (out_pop),
    .m_axis_tvalid, .m_axis_tready, .m_axis_tdata, .m_axis_tkeep, .m_axis_tlast, .m_axis_tuser,
    .m_status_valid, .m_status_ready, .m_status_id, .m_status_pass, .m_status_last,
    .m_status_cause
  );

  // ---- two hashes, or two layers ----------------------------------------------------------------
  if (Traits.hash) begin : g_hash
    logic [1:0]           valid, done_power, pops, ready_token, product_there;
    logic [1:0][127:0]    products;
    logic [1:0][NumW-1:0] unit;
    logic [1:0][127:0]    hash;
    logic [1:0]           source_there;
    logic [1:0][127:0]    source_block;

    assign source_there = {out_valid[1], in_valid[1]};
    assign source_block = {out_block[1], in_block[1]};

    for (genvar h = 0; h < 2; h++) begin : g_unit
      seal_tes_hash #(
        .Mode(Mode), .After(h == 1), .Order(Order), .Slots(HashKeys), .Words(Words),
        .TweakCount(TweakCount), .MultKind(MultKind), .MultStages(MultStages), .MultHalt(MultHalt)
      ) u_hash (
        .clk_i, .rst_ni,
        .zero_i       (zero[0]),
        .zero_addr_i  (sweep[6:0]),
        .at_o         (at[1+h]),
        .accept_i     (accept),
        .entry_i      (entry[1+h]),
        .ready_i      (tweak_there[IndexW'(at[1+h])] && key_there_q[IndexW'(at[1+h])]),
        .tweak_index_o(tweak_block[h]),
        .tweak_i      (tweak_read[h]),
        .block_valid_i(source_there[h]),
        .block_i      (source_block[h]),
        .block_pop_o  (pops[h]),
        .key_valid_i  (hash_valid),
        .key_slot_i   (hash_slot),
        .key_i        (hash_key),
        .power_i      (power),
        .power_index_i(power_index),
        .power_done_o (done_power[h]),
        .token_valid_i(token_valid && h == 0),
        .token_ready_o(ready_token[h]),
        .token_last_i (token_last),
        .token_slot_i (token_slot),
        .token_i      (token),
        .product_valid_o(product_there[h]),
        .product_o    (products[h]),
        .valid_o      (valid[h]),
        .unit_o       (unit[h]),
        .hash_o       (hash[h])
      );
    end

    assign tweak_at[1:0] = at[2:1];
    assign in_pop        = {pops[0], stream_pop};
    assign out_pops[1]   = pops[1];
    assign power_done    = done_power[0];
    assign token_ready   = ready_token[0];
    assign product_valid = product_there[0];
    assign product       = products[0];
    assign {hb_we, ha_we}     = valid;
    assign {hb_unit, ha_unit} = unit;
    assign {hb, ha}           = hash;
    assign source_valid  = in_valid[0];
    assign source        = in_block[0];
    assign call_valid[FromLayer] = 1'b0;
    assign call[FromLayer]       = '0;
    assign call_slot[FromLayer]  = '0;
    assign call_size[FromLayer]  = '0;
    assign call_tag[FromLayer]   = '0;
    assign at[10]                = '0;
    assign renew_block           = '0;
    assign renew_mask            = '0;
  end else begin : g_no_hash
    assign at[2:1]        = '0;
    assign tweak_at[1:0]  = '0;
    assign tweak_block[1:0] = '0;
    assign power_done     = 1'b0;
    assign token_ready    = 1'b0;
    assign product_valid  = 1'b0;
    assign product        = '0;
    if (Layers == 1) begin : g_alone
      assign in_pop         = {1'b0, stream_pop};
      assign {hb_we, ha_we} = '0;
      assign {hb_unit, ha_unit} = '0;
      assign {hb, ha}       = '0;
      assign source_valid   = in_valid[0];
      assign source         = in_block[0];
      assign call_valid[FromLayer] = 1'b0;
      assign call[FromLayer]       = '0;
      assign call_slot[FromLayer]  = '0;
      assign call_size[FromLayer]  = '0;
      assign call_tag[FromLayer]   = '0;
      assign at[10]                = '0;
      assign renew_block           = '0;
      assign renew_mask            = '0;
    end else begin : g_layers
      logic            layer_we, layer_room, unused_idle, unused_mask, unused_end, middle_pop;
      logic            renew_we;
      logic [127:0]    layer_data, unused_m;
      logic [NumW-1:0] unused_unit, unused_end_unit, layer_renew_unit;
      logic [2:0]      layer_renew_index;

      assign call_tag[FromLayer].phase = PhPrepare;
      assign call_tag[FromLayer].index = '0;
      assign call_tag[FromLayer].pause = 1'b0;
      assign call_tag[FromLayer].resumed = 1'b0;

      seal_tes_stream #(.Mode(Mode), .Order(Order), .Layer(1), .Renew(Renew)) u_layer (
        .clk_i, .rst_ni,
        .zero_i        (zero[0]),
        .at_o          (at[10]),
        .accept_i      (accept),
        .entry_i       (entry[10]),
        .start_i       (1'b1),
        .blocks_i      (blocks[4]),
        .block_valid_i (in_valid[0]),
        .block_i       (in_block[0]),
        .block_pop_o   (in_pop[0]),
        .room_i        (layer_room),
        .call_valid_o  (call_valid[FromLayer]),
        .call_ready_i  (call_ready[FromLayer]),
        .call_o        (call[FromLayer]),
        .call_slot_o   (call_slot[FromLayer]),
        .call_size_o   (call_size[FromLayer]),
        .call_unit_o   (call_tag[FromLayer].unit),
        .call_first_o  (call_tag[FromLayer].first),
        .call_last_o   (call_tag[FromLayer].last),
        .early_valid_i (1'b0),
        .early_first_i (1'b0),
        .early_last_i  (1'b0),
        .late_entry_i  ('0),
        .late_blocks_i ('0),
        .result_valid_i(got[FromLayer]),
        .result_first_i(result_tag[0].first),
        .result_last_i (result_tag[0].last),
        .result_unit_i (result_tag[0].unit),
        .result_i      (result[0]),
        .we_o          (layer_we),
        .data_o        (layer_data),
        .end_o         (unused_end),
        .end_unit_o    (unused_end_unit),
        .m_we_o        (unused_mask),
        .m_unit_o      (unused_unit),
        .m_o           (unused_m),
        .sum_we_o      (ha_we),
        .sum_unit_o    (ha_unit),
        .sum_o         (ha),
        .renew_unit_o  (layer_renew_unit),
        .renew_index_o (layer_renew_index),
        .renew_we_o    (renew_we),
        .renew_i       ('0)
      );

      assign in_pop[1]  = 1'b0;
      assign middle_pop = stream_pop;
      assign hb_we      = sum_we;
      assign hb_unit    = sum_unit;
      assign hb         = sum;

      seal_tes_ring #(.Depth(Buffer), .Readers(1)) u_middle (
        .clk_i, .rst_ni,
        .zero_i (zero[0]),
        .we_i   (layer_we),
        .data_i (layer_data),
        .valid_o(source_valid),
        .data_o (source),
        .pop_i  (middle_pop)
      );

      seal_credit #(.Credits(Buffer)) u_layer_room (
        .clk_i, .rst_ni,
        .clear_i(zero[0]),
        .take_i (call_valid[FromLayer] && call_ready[FromLayer]),
        .give_i (middle_pop),
        .free_o (layer_room),
        .idle_o (unused_idle)
      );

      // Blocks at which masks are renewed, and what the chain makes of them, by number of call
      if (Renew) begin : g_renew
        localparam int unsigned AddrW = IndexW + 3;
        logic [2:0] block_at;
        assign block_at = 3'(call_tag[FromChain].index) - 3'd1 - 3'(tail_of(entry[3].unit) != '0);

        seal_tes_file #(.Words(Words * 8), .Reads(1), .AddrW(AddrW)) u_blocks (
          .clk_i,
          .zero_i     (zero[0]),
          .zero_addr_i(AddrW'(sweep)),
          .we_i       (renew_we),
          .waddr_i    ({IndexW'(layer_renew_unit), layer_renew_index}),
          .data_i     (layer_data),
          .raddr_i    ({IndexW'(at[3]), block_at}),
          .data_o     (renew_block)
        );

        seal_tes_file #(.Words(Words * 8), .Reads(1), .AddrW(AddrW)) u_masks (
          .clk_i,
          .zero_i     (zero[0]),
          .zero_addr_i(AddrW'(sweep)),
          .we_i       (got[FromChain] && result_tag[0].phase == PhMiddle),
          .waddr_i    ({IndexW'(result_tag[0].unit), result_tag[0].index[2:0]}),
          .data_i     (result[0]),
          .raddr_i    ({IndexW'(renew_unit), renew_index}),
          .data_o     (renew_mask)
        );
      end else begin : g_one_mask
        assign renew_block = '0;
        assign renew_mask  = '0;
      end
    end
  end

endmodule
