// SPDX-License-Identifier: Apache-2.0
//
// Derives the keys of GHASH from a key whose schedule has been written: H = E(0^128) and the powers
// H^2 .. H^s, s = MultStages (NIST SP 800-38D, section 7.1 step 1; seal_hash).
//
// Two steps, each of which requests a token and waits for its result:
//
//   HashKey, HashWait     one token encrypts zero; H comes back and is stored
//   Power, PowerWait      s - 1 times: one token reserves the multiplier for one product
//
// In the words of seal_key_derive the list is {DoCall 0, DoHash 0}. It has a machine of its own for
// the sake of the clock: requests are registers, and H goes from the cipher to the hash without a
// register in between.
//
// derive_i stays high until done_o, which is high for one cycle; if derive_i falls earlier, the
// derivation is dropped. req_o requests a token, gnt_i grants it. req_o and done_o are registers.
// Other traffic loses one cycle of the AES pipe and s - 1 cycles of the hash. Latency:
// derive_cycles (seal_gcm_pkg), when each request is granted at once. Reset: idle.
module seal_gcm_derive
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned  MultStages = 4,
  localparam int unsigned PowerW     = seal_engine_pkg::power_width(1, MultStages)
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              derive_i,
  output logic              done_o,

  output logic              req_o,
  input  logic              gnt_i,
  output token_e            kind_o,
  output logic [PowerW-1:0] pow_index_o,
  input  logic              h_valid_i,
  input  logic              pow_done_i
);

  typedef enum logic [1:0] {StHashKey, StHashWait, StPower, StPowerWait} state_e;

  state_e     state_q, state_d;
  logic [3:0] power_q;    // number of powers stored or under way
  logic       more, last;

  assign more = (32'(power_q) < MultStages);
  assign last = !more && ((state_q == StHashWait && h_valid_i) ||
                          (state_q == StPowerWait && pow_done_i));

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StHashKey:   if (gnt_i) state_d = StHashWait;
      StHashWait:  if (h_valid_i) state_d = StPower;
      StPower:     if (gnt_i) state_d = StPowerWait;
      default:     if (pow_done_i) state_d = StPower;   // StPowerWait
    endcase
  end

  // The request is a register: the issue stage decides by it.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StHashKey;
      req_o   <= 1'b0;
      done_o  <= 1'b0;
    end else begin
      state_q <= derive_i ? state_d : StHashKey;
      req_o   <= derive_i && !(req_o && gnt_i) && !last && !done_o &&
                 (state_d inside {StHashKey, StPower});
      done_o  <= derive_i && last;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StHashKey)             power_q <= 4'd1;
    else if (state_q == StPower && gnt_i) power_q <= power_q + 4'd1;
  end

  assign kind_o      = (state_q == StHashKey) ? TokenKeyH : TokenKeyPow;
  assign pow_index_o = PowerW'(power_q - 4'd1);

endmodule
