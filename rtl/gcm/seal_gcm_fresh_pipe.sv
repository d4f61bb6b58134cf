// SPDX-License-Identifier: Apache-2.0
//
// The AES pipe of a GCM core whose keys are new with each message, and beside it a delay line: as
// seal_gcm_pipe, with the key of each token at its side in place of round keys in memories (NIST SP
// 800-38D, section 6.5, GCTR).
//
// key_i, of which bits 257:256 are the size, comes one cycle before its token. Latency:
// fresh_latency (seal_gcm_pkg). Reset and sweep_i: no token is valid; words and keys run out by
// themselves.
module seal_gcm_fresh_pipe
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic [257:0]     key_i,
  input  logic             valid_i,
  input  token_t           token_i,
  input  logic [DataW-1:0] data_i,
  input  logic [127:0]     block_i,

  output logic             valid_o,
  output token_t           token_o,
  output logic [DataW-1:0] data_o,
  output logic [127:0]     aes_o
);

  localparam int unsigned AesLatency = fresh_latency(3'(KeySizes), RoundStages);

  seal_aes_pipe_keyed #(
    .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
  ) u_aes (
    .clk_i,
    .size_i (key_i[257:256]),
    .key_i  (key_i[255:0]),
    .block_i,
    .block_o(aes_o)
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
