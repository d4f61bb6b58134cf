// SPDX-License-Identifier: Apache-2.0
//
// Key load: fills a slot with round keys (FIPS 197, 5.2), H = E(0^128) and the powers H^2 .. H^s
// (GHASH, this project's seal_ghash).
//
//   Idle    s_key_valid is seen: the slot's number is noted; its commands are held back
//   Hold    until no message of the slot is in front of the pipe
//   Drain   until the pipe has run empty of that slot: DRAIN cycles
//   Accept  the key is taken (s_key_ready), the slot is no longer ready
//   Expand  44, 52 or 60 words of key schedule, written round by round
//   HashKey one token encrypts zero; H comes back and is stored
//   Power   s - 1 times: one token makes room for one multiplication
//   Ready   the slot may be used
//
// So traffic loses 1 + (s - 1) tokens. Cycles from s_key_ready to the slot being ready: see
// load_cycles in sealwright.families.gcm.config, measured by `sealwright bench`.
// A key that this build cannot hold (size) leaves the slot not ready.
// Reset: idle. zero_i: idle, key material is cleared.
module seal_gcm_keyload
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots      = 4,
  parameter int unsigned KeySizes   = 7,
  parameter int unsigned Sbox       = 1,
  parameter int unsigned SboxStages = 0,
  parameter int unsigned MultStages = 4,
  parameter int unsigned Drain      = 32
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,

  input  logic         s_key_valid,
  output logic         s_key_ready,
  input  logic [3:0]   s_key_slot,
  input  logic [1:0]   s_key_size,
  input  logic [255:0] s_key_data,
  input  logic [4:0]   s_key_min_tag,

  // slot table
  output logic         hold_o,
  output logic [3:0]   slot_o,
  input  logic         uses_i,       // a message of the slot is in front of the pipe
  output logic         drop_o,
  output logic         set_o,
  output logic [1:0]   size_o,
  output logic [4:0]   min_tag_o,

  // round keys
  output logic         key_we_o,
  output logic [3:0]   key_round_o,
  output logic [127:0] key_o,

  // tokens
  output logic         req_o,
  input  logic         gnt_i,
  output token_e       kind_o,
  output logic [2:0]   pow_index_o,
  input  logic         h_valid_i,
  input  logic         pow_done_i,

  output logic         busy_o
);

  typedef enum logic [3:0] {
    StIdle, StHold, StDrain, StAccept, StExpand, StHashKey, StHashWait, StPower, StPowerWait,
    StReady
  } state_e;

  localparam int unsigned DrainW = $clog2(Drain + 1);

  state_e            state_q, state_d;
  logic [DrainW-1:0] drain_q;
  logic [3:0]        slot_q;
  logic [1:0]        size_q;
  logic [4:0]        min_tag_q;
  logic [3:0]        power_q;       // number of powers there are
  logic              legal, in_range, start, done, more;
  logic [3:0]        sizes;
  logic              unused_expand_busy;

  assign sizes    = 4'(KeySizes);
  assign in_range = (32'(s_key_slot) < Slots);
  assign legal    = in_range && (s_key_size != 2'd3) && sizes[s_key_size];
  assign more     = (32'(power_q) < MultStages);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:      if (s_key_valid) state_d = in_range ? StHold : StAccept;
      StHold:      if (!uses_i) state_d = StDrain;
      StDrain:     if (drain_q == '0) state_d = StAccept;
      StAccept:    state_d = (s_key_valid && legal) ? StExpand : StIdle;
      StExpand:    if (done) state_d = StHashKey;
      StHashKey:   if (gnt_i) state_d = StHashWait;
      StHashWait:  if (h_valid_i) state_d = (MultStages > 1) ? StPower : StReady;
      StPower:     if (gnt_i) state_d = StPowerWait;
      StPowerWait: if (pow_done_i) state_d = more ? StPower : StReady;
      default:     state_d = StIdle;   // StReady
    endcase
    // An offer that is withdrawn (against the rules of the stream) must not block its slot.
    if ((state_q == StHold || state_q == StDrain) && !s_key_valid) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     state_q <= StIdle;
    else if (zero_i) state_q <= StIdle;
    else             state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    drain_q <= (state_q == StDrain) ? drain_q - DrainW'(1) : DrainW'(Drain);
    if (state_q == StIdle) slot_q <= s_key_slot;
    if (state_q == StAccept) begin
      size_q    <= s_key_size;
      min_tag_q <= s_key_min_tag;
    end
    if (state_q == StHashKey)              power_q <= 4'd1;
    else if (state_q == StPower && gnt_i)  power_q <= power_q + 4'd1;
  end

  assign s_key_ready = (state_q == StAccept) && !zero_i;
  assign start       = s_key_valid && s_key_ready && legal;

  seal_aes_key_expand #(
    .KeySizes(KeySizes), .Sbox(Sbox), .SboxStages(SboxStages)
  ) u_expand (
    .clk_i, .rst_ni,
    .clear_i(zero_i),
    .offer_i(state_q == StAccept),
    .start_i(start),
    .size_i (s_key_size),
    .key_i  (s_key_data),
    .busy_o (unused_expand_busy),
    .we_o   (key_we_o),
    .round_o(key_round_o),
    .key_o  (key_o),
    .done_o (done)
  );

  assign hold_o      = (state_q != StIdle);
  assign slot_o      = slot_q;
  assign drop_o      = (state_q == StAccept) && s_key_valid && in_range;
  assign set_o       = (state_q == StReady) && !zero_i;
  assign size_o      = size_q;
  assign min_tag_o   = min_tag_q;
  assign req_o       = (state_q == StHashKey || state_q == StPower) && !zero_i;
  assign kind_o      = (state_q == StHashKey) ? TokenKeyH : TokenKeyPow;
  assign pow_index_o = 3'(power_q - 4'd1);
  assign busy_o      = (state_q != StIdle);

endmodule
