// SPDX-License-Identifier: Apache-2.0
//
// Table of key slots: which are ready, a word about the key in each (InfoW bits without a meaning
// here), and how many messages or blocks use each one. No standard.
//
// A use begins when work for a slot is accepted (begin_i) and ends when its key is no longer needed
// (end_i). Up to Events of each may come in one cycle, for the same slot or for several, and as
// many slots are looked up: bit or word n of a port is event n. used_o is high while
// load_slot_i has a use that has not ended: combinational from registers, one cycle after begin_i
// or end_i. A key load waits until it is low; after that nothing can meet the new key by mistake
// (seal_key_load).
//
//   drop_i   load_slot_i is not ready from the next cycle but one on; not together with set_i
//   set_i    load_slot_i is ready from the next cycle on, with info_i
//
// slot_i is looked up asynchronously. A slot number of Slots or more is never ready and never used,
// its word is zero, and begin_i or end_i with it changes nothing. Reset and sweep_i: no slot is
// ready and no use is open; the owner must withhold the ends of uses that were open.
`include "seal_assert.svh"

module seal_slot_table #(
  parameter int unsigned Slots  = 4,    // 1 to 16
  parameter int unsigned InfoW  = 2,
  parameter int unsigned Uses   = 32,   // of one slot at a time, at most
  parameter int unsigned Events = 1     // in one cycle: look-ups, begins, ends
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         sweep_i,

  // key load
  input  logic [3:0]                   load_slot_i,
  input  logic                         drop_i,
  input  logic                         set_i,
  input  logic [InfoW-1:0]             info_i,
  output logic                         used_o,

  // lookup
  input  logic [Events-1:0][3:0]       slot_i,
  output logic [Events-1:0]            ready_o,
  output logic [Events-1:0][InfoW-1:0] info_o,
  output logic [Slots-1:0]             slot_ready_o,

  // uses
  input  logic [Events-1:0]            begin_i,
  input  logic [Events-1:0][3:0]       begin_slot_i,
  input  logic [Events-1:0]            end_i,
  input  logic [Events-1:0][3:0]       end_slot_i
);

  localparam int unsigned CntW  = $clog2(Uses + 1);
  localparam int unsigned SlotW = (Slots > 1) ? $clog2(Slots) : 1;

  if (Slots < 1 || Slots > 16) begin : g_bad_slots
    $error("seal_slot_table: Slots must be 1 to 16");
  end
  if (Uses < 1 || Events < 1) begin : g_bad_uses
    $error("seal_slot_table: Uses and Events must be 1 or more");
  end

  // Sixteen entries, one for every slot number; those that are not built are constant.
  logic [15:0] ready, used;

  for (genvar s = 0; s < 16; s++) begin : g_slot
    if (s < Slots) begin : g_built
      logic              ready_q, drop_q, used_q;
      logic [CntW-1:0]   count_q;
      logic [Events-1:0] more, less;

      for (genvar n = 0; n < Events; n++) begin : g_event
        assign more[n] = begin_i[n] && (begin_slot_i[n] == 4'(s));
        assign less[n] = end_i[n] && (end_slot_i[n] == 4'(s));
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          ready_q <= 1'b0;
          drop_q  <= 1'b0;
        end else if (sweep_i) begin
          ready_q <= 1'b0;
          drop_q  <= 1'b0;
        end else begin
          // The end of readiness comes with a handshake, late in its cycle.
          drop_q <= drop_i && load_slot_i == 4'(s);
          if (set_i && load_slot_i == 4'(s)) ready_q <= 1'b1;
          else if (drop_q)                   ready_q <= 1'b0;
        end
      end

      // used_q is count_q != 0, compared beside the sum.
      if (Events == 1) begin : g_one
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) begin
            used_q  <= 1'b0;
            count_q <= '0;
          end else if (sweep_i) begin
            used_q  <= 1'b0;
            count_q <= '0;
          end else if (more && !less) begin
            count_q <= count_q + CntW'(1);
            used_q  <= 1'b1;
          end else if (less && !more) begin
            count_q <= count_q - CntW'(1);
            used_q  <= (count_q != CntW'(1));
          end
        end
      end else begin : g_many
        localparam int unsigned EventW = $clog2(2 * Events + 1);

        logic [EventW-1:0] begun, ended;
        logic [CntW-1:0]   count;
        logic              in_use;

        always_comb begin
          begun  = EventW'($countones(more));
          ended  = EventW'($countones(less));
          count  = count_q;
          in_use = used_q;
          for (int unsigned n = 1; n <= Events; n++) begin
            if (begun == ended + EventW'(n)) begin
              count  = count_q + CntW'(n);
              in_use = 1'b1;
            end
            if (ended == begun + EventW'(n)) begin
              count  = count_q - CntW'(n);
              in_use = (count_q != CntW'(n));
            end
          end
        end

        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) begin
            used_q  <= 1'b0;
            count_q <= '0;
          end else begin
            used_q  <= in_use && !sweep_i;
            count_q <= sweep_i ? '0 : count;
          end
        end
      end

      assign ready[s] = ready_q;
      assign used[s]  = used_q;

      `SEAL_ASSERT(NoUseTooMany_A, !sweep_i |->
          32'(count_q) + 32'($countones(more)) <= Uses + 32'($countones(less)))
      `SEAL_ASSERT(NoEndTooMany_A, !sweep_i |-> 32'($countones(less)) <= 32'(count_q))
      `SEAL_ASSERT(NoUseIsCut_A, drop_i && load_slot_i == 4'(s) && !sweep_i |->
          !used_q && more == '0)
    end else begin : g_none
      assign ready[s] = 1'b0;
      assign used[s]  = 1'b0;
    end
  end

  logic [InfoW-1:0] info [Slots];

  always_ff @(posedge clk_i) begin
    if (set_i && 32'(load_slot_i) < Slots) info[load_slot_i[SlotW-1:0]] <= info_i;
  end

  for (genvar n = 0; n < Events; n++) begin : g_look
    assign ready_o[n] = ready[slot_i[n]];
    assign info_o[n]  = (32'(slot_i[n]) < Slots) ? info[slot_i[n][SlotW-1:0]] : '0;
  end

  assign used_o       = used[load_slot_i];
  assign slot_ready_o = ready[Slots-1:0];

endmodule
