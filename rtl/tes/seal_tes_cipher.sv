// SPDX-License-Identifier: Apache-2.0
//
// The AES of a sector engine, and who may use it. In each cycle in which a pipe takes a block, the
// first of these that offers one is served:
//
//   0 derivation of keys   1 chains   2 stream   3 first layer
//
// Single calls go before streams: the other way round, the pipe would run empty while the next unit
// waits for one call. With two pipes (Pipes = 2), the stream has the second one for itself.
//
// A call has a tag, which comes out with its result; early_o is that tag one cycle before. Calls
// name their key slot and which of its keys; the pipe's slots are slot * Stride + key.
//
// Latency: that of seal_aes_pipelined. Reset and zero_i: nothing in flight.
module seal_tes_cipher
  import seal_tes_pkg::*;
#(
  parameter int unsigned Slots       = 4,   // of the engine, and of units
  parameter int unsigned Stride      = 1,   // keys in each: 1, 2 or 4
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 2,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Pipes       = 1,
  parameter int unsigned TagW        = 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       zero_i,

  input  logic  [3:0]                valid_i,
  output logic  [3:0]                ready_o,
  input  call_t [3:0]                call_i,
  input  logic  [3:0][3:0]           slot_i,
  input  logic  [3:0][1:0]           size_i,
  input  logic  [3:0][TagW-1:0]      tag_i,

  output logic  [Pipes-1:0]          early_valid_o,
  output logic  [Pipes-1:0][1:0]     early_from_o,
  output logic  [Pipes-1:0][TagW-1:0] early_tag_o,
  output logic  [Pipes-1:0]          valid_o,
  output logic  [Pipes-1:0][1:0]     from_o,
  output logic  [Pipes-1:0][TagW-1:0] tag_o,
  output logic  [Pipes-1:0][127:0]   block_o,

  input  logic                       key_we_i,
  input  logic [3:0]                 key_slot_i,     // slot * Stride + key
  input  logic [1:0]                 key_size_i,
  input  logic [3:0]                 key_round_i,
  input  logic [127:0]               key_i,
  input  logic                       zero_we_i,
  input  logic [2:0]                 zero_pass_i
);

  localparam int unsigned Latency =
      seal_aes_pkg::pipelined_latency(3'(KeySizes), RoundStages, Fold);

  if (Pipes < 1 || Pipes > 2) begin : g_bad_pipes
    $error("seal_tes_cipher: Pipes must be 1 or 2");
  end
  if (Slots * Stride > 16) begin : g_bad_slots
    $error("seal_tes_cipher: Slots times the keys of a slot (1, 2 or 4) must be at most 16");
  end

  logic enter;

  if (Fold == 1) begin : g_always
    assign enter = 1'b1;
  end else begin : g_every
    logic [$clog2(Fold)-1:0] phase_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) phase_q <= '0;
      else         phase_q <= phase_q + 1'b1;
    end
    assign enter = (phase_q == '0);
  end

  function automatic logic [3:0] place(logic [3:0] slot, logic [1:0] key);
    return (Stride == 1) ? slot : (Stride == 2) ? {slot[2:0], key[0]} : {slot[1:0], key};
  endfunction

  logic [Pipes-1:0][3:0] served;

  for (genvar n = 0; n < Pipes; n++) begin : g_pipe
    localparam bit [3:0] Mine = (Pipes == 1) ? 4'b1111 : (n == 0) ? 4'b1011 : 4'b0100;

    logic             go;
    logic [1:0]       from;
    logic [Latency-1:0] valid;
    logic [TagW+1:0]  early, late_q;

    always_comb begin
      go   = 1'b0;
      from = '0;
      for (int unsigned i = 4; i > 0; i--) begin
        if (Mine[i-1] && valid_i[i-1]) begin
          go   = enter && !zero_i;
          from = 2'(i - 1);
        end
      end
      served[n]       = '0;
      served[n][from] = go;
    end

    seal_valid #(.Cycles(Latency), .Taps(Latency)) u_valid (
      .clk_i, .rst_ni, .clear_i(zero_i), .valid_i(go), .valid_o(valid)
    );

    seal_delay #(.Width(TagW + 2), .Cycles(Latency - 1)) u_tag (
      .clk_i, .rst_ni, .d_i({from, tag_i[from]}), .q_o(early)
    );

    always_ff @(posedge clk_i) late_q <= early;

    assign early_valid_o[n] = valid[Latency-2];
    assign {early_from_o[n], early_tag_o[n]} = early;
    assign valid_o[n] = valid[Latency-1];
    assign {from_o[n], tag_o[n]} = late_q;

    seal_aes_pipelined #(
      .Slots(Slots * Stride), .KeySizes(KeySizes), .Sbox(Sbox), .Dir(Dir),
      .RoundStages(RoundStages), .Fold(Fold)
    ) u_aes (
      .clk_i,
      .enter_i    (enter),
      .block_i    (call_i[from].x & {128{!zero_i}}),
      .inv_i      (call_i[from].inv),
      .slot_i     (place(slot_i[from], call_i[from].key)),
      .size_i     (size_i[from]),
      .block_o    (block_o[n]),
      .key_we_i, .key_slot_i, .key_size_i, .key_round_i, .key_i, .zero_we_i, .zero_pass_i
    );
  end

  always_comb begin
    ready_o = '0;
    for (int unsigned n = 0; n < Pipes; n++) ready_o |= served[n];
  end

endmodule
