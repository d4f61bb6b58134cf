// SPDX-License-Identifier: Apache-2.0
//
// Lengths of the message at hand, in bytes, and the length block made of them: [len A]_64
// [len C]_64 of NIST SP 800-38D, section 7.1 step 5, or with Polyval [len C]_64 [len A]_64 of RFC
// 8452.
//
// A token counts as AAD or as text (counts_t), or its hash block is the length block and the count
// begins anew behind it (restart). An IV is counted as text. With several tokens in a cycle, in
// order from bit 0 on, each has the sum of those before it: of those since the latest restart, and
// without one in this cycle that of the cycles before.
//
// length_block_o is combinational from registers. With one token per cycle it is for the token of
// counts_i; with more, for those of a cycle ago: what a cycle adds is summed first, and added to
// the long counts in the next one. Reset and sweep_i: zero.
module seal_gcm_lengths
  import seal_engine_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes   = 1,
  parameter bit          Polyval = 1'b0
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    sweep_i,
  input  counts_t [Lanes-1:0]     counts_i,
  output logic [Lanes-1:0][127:0] length_block_o
);

  logic [60:0]            aad_bytes_q;
  logic [35:0]            text_bytes_q;
  logic [Lanes-1:0][60:0] aad_bytes;
  logic [Lanes-1:0][35:0] text_bytes;

  for (genvar n = 0; n < Lanes; n++) begin : g_block
    assign length_block_o[n] = Polyval
        ? {aad_bytes[n], 3'd0, 25'd0, text_bytes[n], 3'd0}
        : {swap64({25'd0, text_bytes[n], 3'd0}), swap64({aad_bytes[n], 3'd0})};
  end

  if (Lanes == 1) begin : g_one
    assign aad_bytes[0]  = aad_bytes_q;
    assign text_bytes[0] = text_bytes_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else if (sweep_i || counts_i[0].restart) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else begin
        if (counts_i[0].aad)  aad_bytes_q  <= aad_bytes_q + 61'(counts_i[0].bytes);
        if (counts_i[0].text) text_bytes_q <= text_bytes_q + 36'(counts_i[0].bytes);
      end
    end
  end else begin : g_many
    localparam int unsigned SumW = $clog2(16 * Lanes + 1);

    // Before token n, and behind all (n = Lanes): bytes in this cycle, and whether those of the
    // cycles before count too
    typedef struct packed {
      logic            follows;
      logic [SumW-1:0] aad;
      logic [SumW-1:0] text;
    } sum_t;

    for (genvar n = 0; n <= Lanes; n++) begin : g_at
      sum_t sum;
    end

    assign g_at[0].sum = '{follows: 1'b1, aad: '0, text: '0};

    for (genvar n = 0; n < Lanes; n++) begin : g_token
      sum_t behind;

      always_comb begin
        behind = g_at[n].sum;
        if (counts_i[n].aad)     behind.aad  += SumW'(counts_i[n].bytes);
        if (counts_i[n].text)    behind.text += SumW'(counts_i[n].bytes);
        if (counts_i[n].restart) behind = '0;
      end

      assign g_at[n+1].sum = behind;
    end

    sum_t [Lanes:0]       sum_q;
    logic [Lanes:0][60:0] aad_sum;
    logic [Lanes:0][35:0] text_sum;

    for (genvar n = 0; n <= Lanes; n++) begin : g_sum
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)      sum_q[n] <= '0;
        else if (sweep_i) sum_q[n] <= '0;
        else              sum_q[n] <= g_at[n].sum;
      end

      assign aad_sum[n]  = (aad_bytes_q & {61{sum_q[n].follows}}) + 61'(sum_q[n].aad);
      assign text_sum[n] = (text_bytes_q & {36{sum_q[n].follows}}) + 36'(sum_q[n].text);
    end

    assign aad_bytes  = aad_sum[Lanes-1:0];
    assign text_bytes = text_sum[Lanes-1:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else if (sweep_i) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else begin
        aad_bytes_q  <= aad_sum[Lanes];
        text_bytes_q <= text_sum[Lanes];
      end
    end
  end

endmodule
