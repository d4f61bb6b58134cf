// SPDX-License-Identifier: Apache-2.0
//
// Bench top: seal_aes_key_step with every mask of sizes (index KeySizes), and which sizes a mask
// has. No standard.
module seal_aes_key_step_bench
  import seal_aes_pkg::*;
(
  input  logic              clk_i,
  input  logic [1:0]        size_i,
  input  logic [3:0]        round_i,
  input  logic [255:0]      key_i,
  input  logic [255:0]      window_i,
  output logic [255:0]      first_o,
  output logic [7:1][127:0] key_o,
  output logic [7:1][255:0] window_o,

  input  logic [2:0]        sizes_i,
  output logic              built_o
);

  assign first_o = key_window(size_i, key_i);

  for (genvar m = 1; m <= 7; m++) begin : g_mask
    seal_aes_key_step #(.KeySizes(m), .Sbox(0)) u_step (
      .clk_i, .size_i, .plan_i(key_plan(size_i, round_i)), .window_i, .key_o(key_o[m]),
      .window_o(window_o[m])
    );
  end

  assign built_o = size_built(sizes_i, size_i);

endmodule
