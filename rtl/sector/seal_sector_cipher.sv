// SPDX-License-Identifier: Apache-2.0
//
// The AES of a sector engine, and who may use it. The requests of each pass a register slice. In
// each cycle in which a pipe takes a block, the first of these that has one is served:
//
//   derivation of keys, chains, stream, first layer     (from_e)
//
// Single calls go before streams: otherwise the pipe would run empty while the next unit waits for
// one call. With two pipes (Pipes = 2), the stream has the second one for itself.
//
// result_o[n] is there in a cycle in which got_o[n] is high, for requester n, with the tag of its
// request; early_o announces that tag one cycle before. The pipe's slots are slot * Stride + key.
//
// Latency: that of seal_aes_pipe and three cycles more: slice, choice, the chosen request's bits.
// Reset and sweep_i: nothing in flight.
module seal_sector_cipher
  import seal_sector_pkg::*;
#(
  parameter int unsigned Slots       = 4,   // of the engine, and of units
  parameter int unsigned Stride      = 1,   // keys in each: 1, 2 or 4
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned Dir         = 2,
  parameter int unsigned RoundStages = 1,
  parameter int unsigned Fold        = 1,
  parameter int unsigned Pipes       = 1
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           sweep_i,

  input  logic     [3:0] valid_i,          // by from_e
  output logic     [3:0] ready_o,          // does not wait for valid_i
  input  request_t [3:0] request_i,
  output logic     [3:0] early_valid_o,
  output tag_t     [3:0] early_o,
  output logic     [3:0] got_o,
  output result_t  [3:0] result_o,

  input  round_key_t     round_key_i       // slot: slot * Stride + key
);

  localparam int unsigned Latency =
      seal_aes_pkg::pipe_latency(3'(KeySizes), RoundStages, Fold);

  if (Pipes < 1 || Pipes > 2) begin : g_bad_pipes
    $error("seal_sector_cipher: Pipes must be 1 or 2");
  end
  if (Slots * Stride > 16) begin : g_bad_slots
    $error("seal_sector_cipher: Slots times the keys of a slot (1, 2 or 4) must be at most 16");
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

  function automatic logic [3:0] pipe_slot(logic [3:0] slot, logic [1:0] key);
    return (Stride == 1) ? slot : (Stride == 2) ? {slot[2:0], key[0]} : {slot[1:0], key};
  endfunction

  // ---- requests ---------------------------------------------------------------------------------
  logic     [3:0] held, served;
  request_t [3:0] held_request, request_q;   // the latter a cycle later

  for (genvar i = 0; i < 4; i++) begin : g_request
    request_t offered;

    always_comb begin
      offered        = request_i[i];
      offered.call.x = request_i[i].call.x & {128{!sweep_i}};
    end

    seal_skid #(.Width($bits(request_t))) u_held (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(valid_i[i]),
      .ready_o(ready_o[i]),
      .data_i (offered),
      .valid_o(held[i]),
      .ready_i(served[i]),
      .data_o (held_request[i])
    );

    always_ff @(posedge clk_i) request_q[i] <= held_request[i];
  end

  // ---- pipes ------------------------------------------------------------------------------------
  logic  [Pipes-1:0][3:0]   serve;
  logic  [Pipes-1:0]        early_valid;
  from_e [Pipes-1:0]        early_from;
  tag_t  [Pipes-1:0]        early_tag, tag;
  logic  [Pipes-1:0][127:0] block;

  for (genvar n = 0; n < Pipes; n++) begin : g_pipe
    localparam bit [3:0] Mine = (Pipes == 1) ? 4'b1111 : (n == 0) ? 4'b1011 : 4'b0100;

    logic [3:0]              first, turn_q;   // of the requests that this pipe may serve
    from_e                   from, from_q;
    logic                    go_q, enter_q, turn_enter_q;
    logic [$bits(tag_t)+1:0] tag_there, early_q;
    tag_t                    late_q;
    request_t                now, now_q;

    // In one cycle a request is chosen (first), in the next one its bits are (turn_q). At most one
    // bit of turn_q is set, so the choice is a sum; it is zero without a request.
    always_comb begin
      from = FromKeys;
      now  = '0;
      for (int unsigned i = 0; i < 4; i++) begin
        first[i] = Mine[i] && held[i] && ((held & Mine & 4'((1 << i) - 1)) == '0);
        if (turn_q[i]) from = from_e'(2'(i));
        now |= request_q[i] & {$bits(request_t){turn_q[i]}};
      end
    end

    assign serve[n] = first & {4{enter}};

    // The pipe, which begins with the key memory of its first round, starts from registers.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        turn_q                        <= '0;
        {turn_enter_q, go_q, enter_q} <= '0;
      end else begin
        turn_q       <= serve[n] & {4{!sweep_i}};
        turn_enter_q <= enter;
        go_q         <= (turn_q != '0) && !sweep_i;
        enter_q      <= turn_enter_q;
      end
    end

    always_ff @(posedge clk_i) begin
      now_q  <= now;
      from_q <= from;
    end

    seal_valid #(.Cycles(Latency - 1)) u_valid (
      .clk_i, .rst_ni, .clear_i(sweep_i), .valid_i(go_q), .valid_o(early_valid[n])
    );

    seal_delay #(.Width($bits(tag_t) + 2), .Cycles(Latency - 2)) u_tag (
      .clk_i, .rst_ni, .d_i({from_q, now_q.tag}), .q_o(tag_there)
    );

    always_ff @(posedge clk_i) begin
      early_q <= tag_there;
      late_q  <= early_tag[n];
    end

    assign {early_from[n], early_tag[n]} = early_q;
    assign tag[n]                        = late_q;

    seal_aes_pipe #(
      .Slots(Slots * Stride), .KeySizes(KeySizes), .Sbox(Sbox), .Dir(Dir),
      .RoundStages(RoundStages), .Fold(Fold)
    ) u_aes (
      .clk_i,
      .enter_i    (enter_q),
      .block_i    (now_q.call.x),
      .inv_i      (now_q.call.inv),
      .slot_i     (pipe_slot(now_q.slot, now_q.call.key)),
      .size_i     (now_q.size),
      .block_o    (block[n]),
      .key_we_i   (round_key_i.we),
      .key_slot_i (round_key_i.slot),
      .key_size_i (round_key_i.size),
      .key_round_i(round_key_i.round),
      .key_i      (round_key_i.key),
      .clear_we_i (round_key_i.clear),
      .clear_pass_i(round_key_i.pass)
    );
  end

  always_comb begin
    served = '0;
    for (int unsigned n = 0; n < Pipes; n++) served |= serve[n];
  end

  for (genvar i = 0; i < 4; i++) begin : g_from
    localparam int unsigned Pipe = (i == FromStream) ? Pipes - 1 : 0;
    assign early_valid_o[i] = early_valid[Pipe] && early_from[Pipe] == from_e'(i);
    assign early_o[i]       = early_tag[Pipe];
    assign result_o[i]      = '{tag: tag[Pipe], block: block[Pipe]};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) got_o[i] <= 1'b0;
      else         got_o[i] <= early_valid_o[i] && !sweep_i;
    end
  end

endmodule
