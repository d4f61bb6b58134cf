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
// length_block_o is combinational from registers with one token per cycle, and behind a sum of the
// others with more. Reset and sweep_i: zero.
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
    for (genvar n = 0; n <= Lanes; n++) begin : g_at
      logic            follows;
      logic [SumW-1:0] aad, text;
    end

    assign g_at[0].follows = 1'b1;
    assign g_at[0].aad     = '0;
    assign g_at[0].text    = '0;

    for (genvar n = 0; n < Lanes; n++) begin : g_token
      counts_t counts;
      assign counts = counts_i[n];

      assign aad_bytes[n]  = (aad_bytes_q & {61{g_at[n].follows}}) + 61'(g_at[n].aad);
      assign text_bytes[n] = (text_bytes_q & {36{g_at[n].follows}}) + 36'(g_at[n].text);

      assign g_at[n+1].follows = g_at[n].follows && !counts.restart;

      always_comb begin
        g_at[n+1].aad  = g_at[n].aad;
        g_at[n+1].text = g_at[n].text;
        if (counts.aad)  g_at[n+1].aad  += SumW'(counts.bytes);
        if (counts.text) g_at[n+1].text += SumW'(counts.bytes);
        if (counts.restart) begin
          g_at[n+1].aad  = '0;
          g_at[n+1].text = '0;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else if (sweep_i) begin
        aad_bytes_q  <= '0;
        text_bytes_q <= '0;
      end else begin
        aad_bytes_q  <= (aad_bytes_q & {61{g_at[Lanes].follows}}) + 61'(g_at[Lanes].aad);
        text_bytes_q <= (text_bytes_q & {36{g_at[Lanes].follows}}) + 36'(g_at[Lanes].text);
      end
    end
  end

endmodule
