// SPDX-License-Identifier: Apache-2.0
//
// Compares a name with several at once. One register: match_o belongs to the inputs of one cycle
// before, live_i included, so that a match is of one moment. The comparison is split at the
// register, into equal words before it and all words behind it. No reset: it follows its inputs.
module seal_ocp_lock_match
  import seal_ocp_lock_pkg::*;
#(
  parameter int unsigned Names = 4
) (
  input  logic                        clk_i,
  input  logic [MetdW-1:0]            name_i,
  input  logic [Names-1:0][MetdW-1:0] names_i,
  input  logic [Names-1:0]            live_i,
  output logic [Names-1:0]            match_o
);

  logic [Names-1:0][MetdWords-1:0] equal_q;
  logic [Names-1:0]                live_q;

  always_ff @(posedge clk_i) begin
    live_q <= live_i;
    for (int unsigned n = 0; n < Names; n++) begin
      for (int unsigned w = 0; w < MetdWords; w++) begin
        equal_q[n][w] <= (name_i[32*w+:32] == names_i[n][32*w+:32]);
      end
    end
  end

  always_comb begin
    for (int unsigned n = 0; n < Names; n++) match_o[n] = live_q[n] && (&equal_q[n]);
  end

endmodule
