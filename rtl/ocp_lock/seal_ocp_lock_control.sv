// SPDX-License-Identifier: Apache-2.0
//
// Executes the commands of OCP L.O.C.K. 1.1, 4.7.1.2.4, on an engine with key slots: load, unload,
// zeroise, known-answer key (command_e and error_e of seal_ocp_lock_pkg).
//
//   Reset     no key is offered and no answer taken during a reset; then Probe
//   Probe     after reset and zeroise: a key for NoSlot is offered, which the engine refuses. It
//             takes no key during a sweep, so that its answer (Probed) says that the sweep is over
//   Idle      until exe_i
//   Find      the name has been looked up: the command is refused, or has its slot
//   Hold      the name's commands wait (hold_o, here and in Offer, Answer, Blank and Done), until
//             the last one is with the engine (!open_i)
//   Offer     load: the key is offered; the engine takes it when nothing uses the slot
//   Answer    load: the slot is bound to the name if the engine has the key. A refused key changes
//             nothing: the name has the key that it had before
//   Blank     unload, and a key that was taken and is unusable: the slot is bound no longer, and a
//   Blanked   constant key of the longest size is loaded into it, which overwrites its round keys
//             and all values derived from the key alone. Only when the engine has it, the slot
//             counts as free
//   Zeroise   one cycle of zeroise_o; no slot is bound; then Probe
//   Done      one cycle of done_o with error_o
//   Fatal     the engine does not refuse NoSlot: not ready, until zeroise or reset
//
// An engine cannot empty one slot: its slot remains ready with the constant key after an unload. No
// command reaches it, since commands find a slot by its name only (seal_ocp_lock_lookup).
//
// An answer that must not come (to another slot, or a refusal of the constant key) leads to
// Zeroise and ErrEngine: a key that cannot be removed singly is removed with all others.
//
// zeroise_i: zeroise_o in the same cycle, then Zeroise. A command that it cuts ends with
// ErrZeroised when the sweep is over; rdy_o is low until then. Of a key that had been taken, the
// answer comes before that of Probe, and is dropped. A refused command takes 3 cycles (Idle, Find,
// Done), any other 4 and those of the engine. m_key is taken always, but in Reset.
`include "seal_assert.svh"

module seal_ocp_lock_control
  import seal_ocp_lock_pkg::*;
  import seal_engine_pkg::*;
#(
  parameter int unsigned Keys     = 2,    // see seal_ocp_lock_key
  parameter int unsigned Fields   = 0,
  parameter int unsigned KeySizes = 7,    // of the engine
  localparam int unsigned KeyW    = 256 * Keys + 128 * Fields
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            zeroise_i,

  // registers
  input  logic            exe_i,
  input  logic [3:0]      cmd_i,
  input  logic [MekW-1:0] mek_i,
  input  logic            mek_whole_i,
  input  logic [AuxW-1:0] aux_i,
  output logic            rdy_o,
  output logic            clear_o,
  output logic            done_o,
  output logic [3:0]      error_o,

  // table and look-up
  input  logic            hit_i,
  input  logic            full_i,
  input  logic [3:0]      slot_i,
  output logic            bind_o,
  output logic            unbind_o,
  output logic [3:0]      update_slot_o,
  output logic            hold_o,
  input  logic            open_i,

  // engine
  output logic            s_key_valid,
  input  logic            s_key_ready,
  output logic [3:0]      s_key_slot,
  output logic [1:0]      s_key_size,
  output logic [12:0]     s_key_unit,
  output logic [KeyW-1:0] s_key_data,
  input  logic            m_key_valid,
  output logic            m_key_ready,
  input  logic [3:0]      m_key_slot,
  input  logic [2:0]      m_key_cause,
  output logic            zeroise_o
);

  localparam logic [2:0]  Sizes     = 3'(KeySizes);
  localparam logic [1:0]  Longest   = Sizes[2] ? 2'd2 : Sizes[1] ? 2'd1 : 2'd0;
  localparam logic [12:0] BlankUnit = 13'd16;   // every scheme has data units of one block

  // All fields of the constant key differ, and none is zero: no engine refuses it.
  function automatic logic [KeyW-1:0] blank();
    logic [KeyW-1:0] key;
    for (int unsigned n = 0; n < KeyW / 8; n++) key[8*n+:8] = 8'hf0 + 8'(n / 16);
    return key;
  endfunction

  localparam logic [KeyW-1:0] BlankKey = blank();

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_ocp_lock_control: KeySizes must be 1 to 7");
  end

  typedef enum logic [3:0] {
    StProbe   = 4'd0,
    StProbed  = 4'd1,
    StIdle    = 4'd2,
    StFind    = 4'd3,
    StHold    = 4'd4,
    StOffer   = 4'd5,
    StAnswer  = 4'd6,
    StBlank   = 4'd7,
    StBlanked = 4'd8,
    StZeroise = 4'd9,
    StDone    = 4'd10,
    StFatal   = 4'd11,
    StReset   = 4'd12
  } state_e;

  state_e          state_q, state_d;
  error_e          error_q, error_d;
  logic            rdy_q, load, fits, own, refused;
  logic [3:0]      slot_q;
  logic [KeyW-1:0] data;
  aux_t            aux;

  logic unused_other;
  assign aux          = aux_i;
  assign unused_other = ^aux.other;

  seal_ocp_lock_key #(.Keys(Keys), .Fields(Fields)) u_key (
    .mek_i ((cmd_i == CmdKat) ? KatMek : mek_i),
    .size_i(aux.size),
    .data_o(data),
    .fits_o(fits)
  );

  assign load    = (cmd_i == CmdLoad) || (cmd_i == CmdKat);
  assign own     = m_key_valid && (m_key_slot == slot_q);   // the answer that is waited for
  assign refused = m_key_cause inside {KeyBadSize, KeyBadUnit, KeyEqual};

  always_comb begin
    state_d = state_q;
    error_d = error_q;
    unique case (state_q)
      StReset:  state_d = StProbe;
      StProbe:  if (s_key_ready) state_d = StProbed;
      StProbed: begin
        if (m_key_valid) begin
          if (m_key_slot != NoSlot || m_key_cause != KeyBadSlot) state_d = StFatal;
          else state_d = exe_i ? StDone : StIdle;
        end
      end
      StIdle: begin
        error_d = ErrNone;
        if (exe_i) state_d = StFind;
      end
      StFind: begin
        state_d = StDone;
        if (load) begin
          if (cmd_i == CmdLoad && !mek_whole_i) error_d = ErrIncomplete;
          else if (!fits)                       error_d = ErrSize;
          else if (aux.unit[15:13] != '0)       error_d = ErrUnit;
          else if (!hit_i && full_i)            error_d = ErrFull;
          else                                  state_d = StHold;
        end else if (cmd_i == CmdUnload) begin
          if (!hit_i) error_d = ErrUnknown;
          else        state_d = StHold;
        end else if (cmd_i == CmdZeroise) begin
          state_d = StZeroise;
        end else begin
          error_d = ErrCommand;
        end
      end
      StHold:   if (!open_i) state_d = load ? StOffer : StBlank;
      StOffer:  if (s_key_ready) state_d = StAnswer;
      StAnswer: begin
        if (m_key_valid) begin
          error_d = own ? error_of(m_key_cause) : ErrEngine;
          if (own && (m_key_cause == KeyLoaded || refused)) state_d = StDone;
          else if (own && m_key_cause == KeyUnusable)       state_d = StBlank;
          else                                              state_d = StZeroise;
        end
      end
      StBlank:   if (s_key_ready) state_d = StBlanked;
      StBlanked: begin
        if (m_key_valid) begin
          if (own && m_key_cause == KeyLoaded) begin
            state_d = StDone;
          end else begin
            state_d = StZeroise;
            error_d = ErrEngine;
          end
        end
      end
      StZeroise: state_d = StProbe;
      StDone:  state_d = StIdle;
      default: state_d = StFatal;
    endcase
    if (zeroise_i) begin
      state_d = StZeroise;
      error_d = ErrZeroised;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StReset;
      rdy_q   <= 1'b0;
    end else begin
      state_q <= state_d;
      if (zeroise_i || state_q == StFatal)          rdy_q <= 1'b0;
      else if (state_d inside {StIdle, StDone})     rdy_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    error_q <= error_d;
    if (state_q == StFind) slot_q <= slot_i;
  end

  assign m_key_ready   = (state_q != StReset);
  assign rdy_o         = rdy_q;
  assign clear_o       = zeroise_o;
  assign done_o        = (state_q == StDone);
  assign error_o       = error_q;
  assign bind_o        = (state_q == StAnswer) && own && (m_key_cause == KeyLoaded);
  assign unbind_o      = (state_d == StBlank) && (state_q != StBlank);
  assign update_slot_o = slot_q;

  // A comparison that is under way has the table of one cycle before: so the first cycle behind
  // each change, of Blank or Done, holds as well.
  assign hold_o = state_q inside {StHold, StOffer, StAnswer, StBlank, StDone};
  assign zeroise_o     = zeroise_i || (state_q == StZeroise);

  // The data of the stream are zero while no key is offered.
  always_comb begin
    s_key_valid = state_q inside {StProbe, StOffer, StBlank};
    s_key_slot  = (state_q == StProbe) ? NoSlot : slot_q;
    s_key_size  = Longest;
    s_key_unit  = BlankUnit;
    s_key_data  = '0;
    unique case (state_q)
      StOffer: begin
        s_key_size = aux.size[1:0];
        s_key_unit = aux.unit[12:0];
        s_key_data = data;
      end
      StBlank: s_key_data = BlankKey;
      default: s_key_data = '0;
    endcase
  end

  `SEAL_STREAM(Key, s_key_valid, s_key_ready,
      {s_key_slot, s_key_size, s_key_unit, s_key_data}, zeroise_i)
  `SEAL_STREAM(KeyAnswer, m_key_valid, m_key_ready, {m_key_slot, m_key_cause}, zeroise_o)
  `SEAL_ASSERT(ZeroiseKnown_A, !$isunknown(zeroise_i))

endmodule
