// SPDX-License-Identifier: Apache-2.0
//
// The AES pipes of a core with several blocks per cycle, one for each token of a cycle, with
// their delay lines: seal_gcm_pipe for each (NIST SP 800-38D, section 6.5; FIPS 197). All have
// the round keys of all slots; the writes of round keys reach each pipe by registers of its own,
// a cycle after key_i, which keeps the fan-out of the key schedule low.
//
// One block per cycle and lane. Latency: aes_latency (seal_gcm_pkg). Reset and sweep_i: no token is
// valid; the words run out by themselves.
module seal_gcm_lanes_pipes
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes       = 4,
  parameter int unsigned Slots       = 4,
  parameter int unsigned KeySizes    = 7,
  parameter int unsigned Sbox        = 1,
  parameter int unsigned RoundStages = 2
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        sweep_i,

  input  logic [Lanes-1:0]            valid_i,
  input  token_t [Lanes-1:0]          token_i,
  input  logic [Lanes-1:0][DataW-1:0] data_i,
  input  logic [Lanes-1:0][127:0]     block_i,
  input  logic [Lanes-1:0][1:0]       size_i,

  output logic [Lanes-1:0]            valid_o,
  output token_t [Lanes-1:0]          token_o,
  output logic [Lanes-1:0][DataW-1:0] data_o,
  output logic [Lanes-1:0][127:0]     aes_o,

  input  key_write_t                  key_i
);

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    key_write_t key_q;
    logic       we_q, clear_q;   // of it

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {we_q, clear_q} <= '0;
      else         {we_q, clear_q} <= {key_i.we, key_i.clear};
    end

    always_ff @(posedge clk_i) key_q <= key_i;

    logic unused_enables;
    assign unused_enables = key_q.we ^ key_q.clear;

    seal_gcm_pipe #(
      .Slots(Slots), .KeySizes(KeySizes), .Sbox(Sbox), .RoundStages(RoundStages)
    ) u_pipe (
      .clk_i, .rst_ni, .sweep_i,
      .enter_i(1'b1),
      .valid_i(valid_i[n]),
      .token_i(token_i[n]),
      .data_i (data_i[n]),
      .block_i(block_i[n]),
      .size_i (size_i[n]),
      .valid_o(valid_o[n]),
      .token_o(token_o[n]),
      .data_o (data_o[n]),
      .aes_o  (aes_o[n]),
      .key_we_i    (we_q),
      .key_slot_i  (key_q.slot),
      .key_size_i  (key_q.size),
      .key_round_i (key_q.round),
      .key_i       (key_q.key),
      .clear_we_i  (clear_q),
      .clear_pass_i(key_q.pass)
    );
  end

endmodule
