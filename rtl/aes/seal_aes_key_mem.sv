// SPDX-License-Identifier: Apache-2.0
//
// The round keys of one round: Slots words of 128 bits, one write port, one registered read.
// No standard.
//
// The word is read one cycle before its use and registered, so that the cipher never waits for
// the memory; key_o is zero when use_i was low. Latency: 1 cycle; a word written in one cycle
// can be read in the next. No reset: the owner zeroes each word by writing it.
module seal_aes_key_mem #(
  parameter int unsigned Slots = 1
) (
  input  logic         clk_i,
  input  logic         we_i,
  input  logic [3:0]   wslot_i,
  input  logic [127:0] key_i,
  input  logic         use_i,
  input  logic [3:0]   rslot_i,
  output logic [127:0] key_o
);

  logic [127:0] word;

  if (Slots == 1) begin : g_one
    logic [127:0] key_q;
    always_ff @(posedge clk_i) if (we_i) key_q <= key_i;
    assign word = key_q;

    logic unused_slots;
    assign unused_slots = ^{wslot_i, rslot_i};
  end else begin : g_many
    localparam int unsigned SlotW = $clog2(Slots);

    // Small and read without a clock: distributed memory, where there is such a thing.
    (* ram_style = "distributed" *) logic [127:0] mem [Slots];
    always_ff @(posedge clk_i) if (we_i) mem[wslot_i[SlotW-1:0]] <= key_i;
    assign word = mem[rslot_i[SlotW-1:0]];

    if (SlotW < 4) begin : g_spare
      logic unused_slots;
      assign unused_slots = ^{wslot_i[3:SlotW], rslot_i[3:SlotW]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (use_i) key_o <= word;
    else       key_o <= '0;
  end

endmodule
