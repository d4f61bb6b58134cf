// SPDX-License-Identifier: Apache-2.0
//
// Hash keys of units, for schemes whose hash key comes from the tweak (HCH: block a, HCTR2-TwKD:
// block e): in the order of the units, each is written when its chain has made it (ready_i), as
// hash key slot_o, the unit's number. req_o stays high until done_i. there_o: units whose hash key
// is there; all, for other schemes.
//
// Reset and sweep_i: none is there.
module seal_sector_unit_hash_key
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode  = 3,
  parameter int unsigned Words = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic [NumW-1:0]  accept_i,
  input  logic             take_i,     // the unit accept_i begins
  output look_t            look_o,
  input  view_t            view_i,
  input  logic [Words-1:0] ready_i,

  output logic             req_o,
  output logic [3:0]       slot_o,
  output logic [127:0]     key_o,
  input  logic             done_i,
  output logic [Words-1:0] there_o
);

  localparam traits_t     Traits = seal_sector_scheme_pkg::traits_of(Mode);
  localparam int unsigned IndexW = $clog2(Words);

  if (Traits.tweak_key) begin : g_keys
    logic [NumW-1:0]  at_q;
    logic [Words-1:0] there_q;
    logic             here, passed;

    assign here   = (at_q != accept_i) && (view_i.entry.cause == CauseNone);
    assign passed = (at_q != accept_i) && (view_i.entry.cause != CauseNone);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        at_q    <= '0;
        there_q <= '0;
      end else if (sweep_i) begin
        at_q    <= '0;
        there_q <= '0;
      end else begin
        if (take_i) there_q[IndexW'(accept_i)] <= 1'b0;
        if (done_i) there_q[IndexW'(at_q)]     <= 1'b1;
        if (done_i || passed) at_q <= at_q + NumW'(1);
      end
    end

    assign look_o  = '{unit: at_q, tweak: '0};
    assign req_o   = here && ready_i[IndexW'(at_q)];
    assign slot_o  = 4'(IndexW'(at_q));
    assign key_o   = Traits.unit_key ? view_i.blocks.e : view_i.blocks.a;
    assign there_o = there_q;
  end else begin : g_none
    assign {look_o, req_o, slot_o, key_o} = '0;
    assign there_o = '1;
    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, sweep_i, accept_i, take_i, view_i, ready_i, done_i};
  end

endmodule
