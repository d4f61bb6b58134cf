// SPDX-License-Identifier: Apache-2.0
//
// The AES pipe of a GCM core, and beside it a delay line: each token and its word of data come out
// together with the result of AES on their block (NIST SP 800-38D, section 6.5, GCTR).
//
// A block enters in the cycle of enter_i, one of Fold; with its token, if that is valid. What comes
// out without valid_o has no meaning. Nothing can stop.
//
// Latency: aes_latency (seal_gcm_pkg). Ports of keys: see seal_aes_pipe. Reset and sweep_i: no
// token is valid; the words run out by themselves.
module seal_gcm_pipe
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 2,
  parameter int unsigned Fold        = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             enter_i,
  input  logic             valid_i,
  input  token_t           token_i,
  input  logic [DataW-1:0] data_i,
  input  logic [127:0]     block_i,
  input  logic [1:0]       size_i,

  output logic             valid_o,
  output token_t           token_o,
  output logic [DataW-1:0] data_o,
  output logic [127:0]     aes_o,

  input  logic             key_we_i,
  input  logic [3:0]       key_slot_i,
  input  logic [1:0]       key_size_i,
  input  logic [3:0]       key_round_i,
  input  logic [127:0]     key_i,
  input  logic             clear_we_i,
  input  logic [2:0]       clear_pass_i
);

  localparam int unsigned AesLatency = aes_latency(3'(KeySizes), RoundStages, Fold);

  seal_aes_pipe #(
    .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages), .Fold(Fold)
  ) u_aes (
    .clk_i, .enter_i, .block_i,
    .inv_i  (1'b0),
    .slot_i (token_i.slot),
    .size_i,
    .block_o(aes_o),
    .key_we_i, .key_slot_i, .key_size_i, .key_round_i, .key_i, .clear_we_i, .clear_pass_i
  );

  seal_delay #(.Width($bits(token_t) + DataW), .Cycles(AesLatency)) u_delay (
    .clk_i, .rst_ni,
    .d_i({token_i, data_i}),
    .q_o({token_o, data_o})
  );

  seal_valid #(.Cycles(AesLatency)) u_valid (
    .clk_i, .rst_ni,
    .clear_i(sweep_i),
    .valid_i, .valid_o
  );

endmodule
