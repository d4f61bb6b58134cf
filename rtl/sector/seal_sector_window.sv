// SPDX-License-Identifier: Apache-2.0
//
// Numbers the data units: a unit from seal_sector_units is taken when fewer than Window are in
// flight, under the number accept_o, by which all phases know it, and which advances; retire_i says
// that the oldest one is done. No standard.
//
// info of a unit is {in_data, size of the key, length of the unit}. entry_o is its entry in
// seal_sector_store, when take_o is high. tweak_there_o: units whose tweak has come, at once or, in
// the data, by tweak_end_i. hold_i: no unit is taken in this cycle.
//
// Reset and sweep_i: nothing in flight. While sweep_i is high, no unit may be offered.
module seal_sector_window
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode    = 1,
  parameter int unsigned Window  = 8,
  parameter bit          Swap    = 1'b0,   // op 1 is the scheme's encryption
  localparam int unsigned Words  = words(Window)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,
  input  logic             hold_i,

  input  logic             s_unit_valid,
  output logic             s_unit_ready,
  input  logic             s_unit_op,
  input  logic [3:0]       s_unit_slot,
  input  logic [127:0]     s_unit_tweak,
  input  logic [SizeW+2:0] s_unit_info,
  input  logic             s_unit_first,
  input  logic             s_unit_last,
  input  logic [3:0]       s_unit_cause,

  output logic             take_o,
  output entry_t           entry_o,
  output logic [NumW-1:0]  accept_o,
  input  logic             retire_i,
  input  logic             tweak_end_i,
  input  logic [NumW-1:0]  tweak_unit_i,
  output logic [Words-1:0] tweak_there_o
);

  localparam int unsigned IndexW = $clog2(Words);

  if (Window < 1 || Window > MaxWindow) begin : g_bad_window
    $error("seal_sector_window: Window must be 1 to 32");
  end

  logic [NumW-1:0]  accept_q;
  logic [Words-1:0] there_q;
  logic             in_data, room, unused_idle;

  assign s_unit_ready = room && !hold_i;
  assign take_o       = s_unit_valid && s_unit_ready;
  assign in_data      = s_unit_info[SizeW+2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accept_q <= '0;
      there_q  <= '0;
    end else if (sweep_i) begin
      accept_q <= '0;
    end else begin
      if (take_o) accept_q <= accept_q + NumW'(1);
      if (take_o)      there_q[IndexW'(accept_q)]     <= !in_data;
      if (tweak_end_i) there_q[IndexW'(tweak_unit_i)] <= 1'b1;
    end
  end

  seal_credit #(.Credits(Window)) u_room (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .take_i (take_o),
    .give_i (retire_i),
    .free_o (room),
    .idle_o (unused_idle)
  );

  assign entry_o = '{
    unit: '{
      inv: s_unit_op ^ Swap, slot: s_unit_slot, size: s_unit_info[SizeW+:2],
      len: s_unit_info[SizeW-1:0], tweak_len: TweakW'(16)
    },
    in_data: in_data,
    bad_tweak: !in_data && !seal_sector_scheme_pkg::tweak_allowed(Mode, s_unit_tweak),
    first: s_unit_first, last: s_unit_last, cause: sector_cause_e'(s_unit_cause)
  };

  assign accept_o      = accept_q;
  assign tweak_there_o = there_q;

endmodule
