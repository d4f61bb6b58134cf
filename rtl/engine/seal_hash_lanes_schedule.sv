// SPDX-License-Identifier: Apache-2.0
//
// The order of products of a polynomial hash of q blocks per cycle (q = Lanes) with multipliers of
// s stages (s = Stages): which blocks go in a cycle, which power of the key each is multiplied by,
// and to which sum its product belongs. No standard; the equations are in seal_hash_lanes. This is
// control: the blocks wait in seal_hash_banks, and this module only sees which of them are the last
// ones of their messages, in a window of q s + q bits in the order of the stream.
//
//   count_i, lasts_i --> window --> A: pop_o, which power --> B: registers block_o .. end_o
//
// A block is known once the last one of its message, or q s blocks behind it, are here. Those that
// are known go, up to q in a cycle, but none behind the last block of the Ends-th message that ends
// in this cycle.
//
// The window never overflows if at most Ends messages end among the blocks of a cycle, and no block
// comes behind the last one of the Ends-th. A cycle that stops at a block which is not known leaves
// at most q s blocks, of one message. They leave within s cycles, at q per cycle. The blocks that
// come in one cycle can also leave in one, so no block whose power is known waits more than s
// cycles, and (s + 1) q blocks are here at most.
//
// Lane n gets the blocks of bank n. Blocks of a cycle belong to several messages: bit n of
// term_o[e] says that the product of lane n is a term of the e-th hash that ends in this cycle, or,
// if it has only e ends, of a message that goes on; bit n of end_o[e], that the e-th message ends
// with this block. power_o is the power minus one.
//
// Reset and sweep_i: empty.
`include "seal_assert.svh"

module seal_hash_lanes_schedule #(
  parameter int unsigned  Lanes  = 4,
  parameter int unsigned  Stages = 4,
  parameter int unsigned  Ends   = 2,
  localparam int unsigned CountW = $clog2(Lanes + 1),
  localparam int unsigned PowerW = seal_engine_pkg::power_width(Lanes, Stages)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         sweep_i,

  input  logic [CountW-1:0]            count_i,    // so many blocks come,
  input  logic [Lanes-1:0]             lasts_i,    // and these are the last of their messages

  output logic [Lanes-1:0]             pop_o,      // A, lane by lane
  output logic [Lanes-1:0]             block_o,    // B
  output logic [Lanes-1:0]             feedback_o, // a product is added to the block
  output logic [Lanes-1:0]             fed_back_o, // its product will be added to another one
  output logic [Lanes-1:0][PowerW-1:0] power_o,
  output logic [Ends-1:0][Lanes-1:0]   term_o,
  output logic [Ends-1:0][Lanes-1:0]   end_o
);

  localparam int unsigned Ahead  = Lanes * Stages;   // look-ahead
  localparam int unsigned Window = Ahead + Lanes;
  localparam int unsigned WaitW  = $clog2(Window + 1);
  localparam int unsigned LaneW  = $clog2(Lanes);

  // ---- window; bit 0: the oldest block ----------------------------------------------------------
  logic [Window-1:0] lasts_q, lasts_d;
  logic [WaitW-1:0]  waiting_q, waiting_d, left;
  logic [Lanes-1:0]  go_q, go_d;                  // these blocks go: from bit 0 on without a gap
  logic [CountW-1:0] gone;

  assign gone      = CountW'($countones(go_q));
  assign left      = waiting_q - WaitW'(gone);
  assign waiting_d = left + WaitW'(count_i);
  assign lasts_d   = (lasts_q >> gone) | (Window'(lasts_i) << left);

  // Decided with the window's next state, so that a register moves the banks
  always_comb begin
    int unsigned ends;
    ends = 0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      go_d[i] = (|(lasts_d >> i) || 32'(waiting_d) > Ahead + i) && ends < Ends;
      ends    = ends + 32'(lasts_d[i]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lasts_q   <= '0;
      waiting_q <= '0;
      go_q      <= '0;
    end else if (sweep_i) begin
      lasts_q   <= '0;
      waiting_q <= '0;
      go_q      <= '0;
    end else begin
      lasts_q   <= lasts_d;
      waiting_q <= waiting_d;
      go_q      <= go_d;
    end
  end

  // ---- A: each block that goes ------------------------------------------------------------------
  typedef struct packed {
    logic              go;
    logic              feedback;
    logic              fed_back;
    logic [PowerW-1:0] power;
    logic [Ends-1:0]   term;
    logic [Ends-1:0]   ends;
  } step_t;

  // Blocks of the first message that went in earlier cycles, counted up to q s
  localparam int unsigned BeforeW = $clog2(Ahead + 1);
  logic [BeforeW-1:0] before_q;
  step_t [Lanes-1:0]  step;

  always_comb begin
    int unsigned ends;
    ends = 0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      step[i].go       = go_q[i];
      step[i].feedback = go_q[i] && ends == 0 && 32'(before_q) + i >= Ahead;
      step[i].fed_back = go_q[i];
      step[i].power    = PowerW'(Ahead - 1);
      for (int unsigned n = Ahead; n > 0; n--) begin
        if (lasts_q[i+n-1]) begin   // n - 1 blocks of its message follow
          step[i].power    = PowerW'(n - 1);
          step[i].fed_back = 1'b0;
        end
      end
      for (int unsigned e = 0; e < Ends; e++) begin
        step[i].term[e] = go_q[i] && !step[i].fed_back && ends == e;
        step[i].ends[e] = go_q[i] && lasts_q[i] && ends == e;
      end
      ends = ends + 32'(lasts_q[i]);
    end
  end

  // Those of a message which has not ended
  logic [Lanes-1:0] ends_here, open;
  logic [WaitW-1:0] sent;

  assign ends_here = go_q & lasts_q[Lanes-1:0];
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) open[i] = go_q[i] && !(|(ends_here >> i));
    sent = WaitW'($countones(open)) + ((ends_here == '0) ? WaitW'(before_q) : '0);
  end

  // ---- B: each lane -----------------------------------------------------------------------------
  logic [LaneW-1:0]  first_q;   // lane of the oldest block
  step_t [Lanes-1:0] lane;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    assign lane[n]  = step[LaneW'(LaneW'(n) - first_q)];
    assign pop_o[n] = lane[n].go;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      before_q <= '0;
      first_q  <= '0;
    end else if (sweep_i) begin
      before_q <= '0;
      first_q  <= '0;
    end else begin
      before_q <= (32'(sent) > Ahead) ? BeforeW'(Ahead) : BeforeW'(sent);
      first_q  <= first_q + LaneW'(gone);
    end
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_flags
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        block_o[n]    <= 1'b0;
        feedback_o[n] <= 1'b0;
        fed_back_o[n] <= 1'b0;
      end else if (sweep_i) begin
        block_o[n]    <= 1'b0;
        feedback_o[n] <= 1'b0;
        fed_back_o[n] <= 1'b0;
      end else begin
        block_o[n]    <= lane[n].go;
        feedback_o[n] <= lane[n].feedback;
        fed_back_o[n] <= lane[n].fed_back;
      end
    end

    always_ff @(posedge clk_i) power_o[n] <= lane[n].power;

    for (genvar e = 0; e < Ends; e++) begin : g_end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          term_o[e][n] <= 1'b0;
          end_o[e][n]  <= 1'b0;
        end else if (sweep_i) begin
          term_o[e][n] <= 1'b0;
          end_o[e][n]  <= 1'b0;
        end else begin
          term_o[e][n] <= lane[n].term[e];
          end_o[e][n]  <= lane[n].ends[e];
        end
      end
    end
  end

  `SEAL_ASSERT(NoOverflow_A, 32'(waiting_q) <= Window)

endmodule
