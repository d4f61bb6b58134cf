// SPDX-License-Identifier: Apache-2.0
//
// Key expansion (FIPS 197, section 5.2), one word per step, for the key sizes of the mask KeySizes.
//
// Byte n of a key is in bits [8n+7:8n] of key_i (a short key sits at the bottom) and of key_o. A
// window holds the Nk latest words, the oldest at the bottom; a register has a copy of the latest.
// Each step moves the oldest, w[i], to the output and makes w[i + Nk] from it and the latest; every
// fourth step writes a round key. Words of the window above Nk - 1 have no effect. Words past the
// end of the schedule belong to no round key and do not wait for the S-boxes.
//
// offer_i loads key_i into the window unless an expansion is under way. start_i in the same cycle,
// with busy_o low, begins an expansion of size_i; without it the window is zero again one cycle
// later. So the 256 bits of the window are enabled by a register and masked by offer_i, which
// should come from one too; start_i, which comes late in its cycle, affects control only. Round
// keys 0 to Nr come in order, each with we_o for one cycle, the last one with done_o. There are
// four S-boxes of SboxStages registers; a word that needs them takes SboxStages cycles more.
// Latency from start_i to done_o: 4 Nr + 5 + S * SboxStages cycles, with S = 10, 8, 13 for 128,
// 192, 256 bits. If KeySizes has only one size, size_i is ignored.
//
// clear_i drops the expansion and clears window and output one cycle later, as the end of an
// expansion does after done_o. The registers in the S-boxes follow within SboxStages cycles. Reset:
// control only.
`include "seal_assert.svh"

module seal_aes_key_expand
  import seal_aes_pkg::*;
#(
  parameter int unsigned KeySizes   = 7,  // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned Sbox       = 1,
  parameter int unsigned SboxStages = 0
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  input  logic         offer_i,
  input  logic         start_i,
  input  logic [1:0]   size_i,
  input  logic [255:0] key_i,
  output logic         busy_o,
  output logic         we_o,
  output logic [3:0]   round_o,
  output logic [127:0] key_o,
  output logic         done_o
);

  if (KeySizes < 1 || KeySizes > 7) begin : g_bad_sizes
    $error("seal_aes_key_expand: KeySizes must be a mask of one to three sizes (1 to 7)");
  end

  logic [7:0][31:0] window_q;
  logic [31:0]      latest_q;
  size_e            size_q, size, size_new;
  logic [5:0]       word_q;    // i
  logic [2:0]       phase_q;   // words before the next multiple of Nk, less one
  logic [1:0]       wait_q;
  logic [7:0]       rcon_q;
  logic             run_q, we_q, done_q;
  logic [127:0]     key_q;
  logic [3:0]       round_q;

  assign size_new = size_among(3'(KeySizes), size_i);
  assign size     = size_among(3'(KeySizes), size_q);

  // Nk - 1; and the i that precedes the last one to make a word, and the last one of all: each is
  // recognised a cycle ahead, without waiting for a sum
  logic [2:0] phase_last;
  logic [5:0] word_make, word_last;

  always_comb begin
    unique case (size)
      Aes128: begin
        phase_last = 3'd3;
        word_make  = 6'd38;
        word_last  = 6'd42;
      end
      Aes192: begin
        phase_last = 3'd5;
        word_make  = 6'd44;
        word_last  = 6'd50;
      end
      default: begin
        phase_last = 3'd7;
        word_make  = 6'd50;
        word_last  = 6'd58;
      end
    endcase
  end

  // SubWord of the latest word. RotWord, which takes bytes 1, 2, 3, 0, commutes with it.
  logic [31:0] sub, change, made;

  seal_aes_sub_bytes #(.Bytes(4), .Kind(Sbox), .Stages(SboxStages)) u_sub (
    .clk_i, .inv_i(1'b0), .d_i(latest_q), .q_o(sub)
  );

  // The way in which a word is made is registered a cycle before. So are, in registers of their
  // own, the enables of the 256 bits of the window and of the output, and the choice of a new key.
  //   fresh_q = !run_q     move_q = !run_q || step_q     busy_o = run_q || done_q
  logic [2:0] phase_d;
  logic       first_q, middle_q, made_q, last_q, step_q, step_d, first_d, middle_d, waits_d;
  logic       run_d, done_d, move_q, fresh_q;

  assign first_d  = (phase_q == 3'd0);
  assign middle_d = (phase_q == 3'd4) && (phase_last == 3'd7);
  assign phase_d  = first_d ? phase_last : phase_q - 3'd1;
  assign waits_d  = (SboxStages != 0) && !made_q && (first_d || middle_d);

  always_comb begin
    run_d = busy_o ? run_q && !(step_q && last_q) : start_i;
    if (!busy_o)     step_d = start_i && (SboxStages == 0);
    else if (step_q) step_d = !last_q && !waits_d;
    else             step_d = run_q && (wait_q == 2'(SboxStages - 1));
    done_d = step_q && last_q;
    if (clear_i) {run_d, step_d, done_d} = '0;
  end

  always_comb begin
    if (first_q)       change = {sub[7:0], sub[31:8]} ^ {24'h0, rcon_q};
    else if (middle_q) change = sub;
    else               change = latest_q;
  end

  assign made = window_q[0] ^ change;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q   <= 1'b0;
      fresh_q <= 1'b1;
      step_q  <= 1'b0;
      move_q  <= 1'b1;
      we_q    <= 1'b0;
      done_q  <= 1'b0;
      busy_o  <= 1'b0;
    end else begin
      run_q   <= run_d;
      fresh_q <= !run_d;
      step_q  <= step_d;
      move_q  <= !run_d || step_d;
      we_q    <= step_q && (word_q[1:0] == 2'd3) && !clear_i;
      done_q  <= done_d;
      busy_o  <= run_d || done_d;
    end
  end

  // Counters, set at every start
  always_ff @(posedge clk_i) begin
    if (!busy_o) begin
      size_q   <= size_new;
      word_q   <= '0;
      phase_q  <= {size_new != Aes128, size_new != Aes192, 1'b1};  // Nk - 1
      first_q  <= 1'b1;
      middle_q <= 1'b0;
      made_q   <= 1'b0;
      last_q   <= 1'b0;
      rcon_q   <= 8'h01;
    end else if (step_q) begin
      word_q   <= word_q + 6'd1;
      phase_q  <= phase_d;
      first_q  <= first_d;
      middle_q <= middle_d;
      made_q   <= made_q || (word_q == word_make);  // the next word is the last that makes one
      last_q   <= (word_q == word_last);
      if (first_q) rcon_q <= xtime(rcon_q);
    end
    wait_q  <= (!busy_o || step_q) ? '0 : wait_q + 2'd1;
    round_q <= word_q[5:2];
  end

  // Everything below holds key material.
  logic [7:0][31:0] window_d;
  logic [31:0]      offered;  // the latest word of a key

  always_comb begin
    window_d = {made, window_q[7:1]};
    if (size == Aes128) window_d[3] = made;
    if (size == Aes192) window_d[5] = made;
    unique case (size_new)
      Aes128:  offered = key_i[127:96];
      Aes192:  offered = key_i[191:160];
      default: offered = key_i[255:224];
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (move_q) begin
      window_q <= fresh_q ? key_i & {256{offer_i}} : window_d;
      latest_q <= fresh_q ? offered & {32{offer_i}} : made;
      key_q    <= fresh_q ? '0 : {window_q[0], key_q[127:32]};
    end
  end

  assign we_o    = we_q;
  assign done_o  = done_q;
  assign round_o = round_q;
  assign key_o   = key_q;

  `SEAL_ASSERT(StartHasKey_A, start_i && !busy_o && !clear_i |-> offer_i)
  `SEAL_ASSERT(ControlKnown_A, !$isunknown({clear_i, busy_o, we_o, done_o}))
  `SEAL_ASSERT(InputsKnown_A, !busy_o |-> !$isunknown({offer_i, start_i}))

endmodule
