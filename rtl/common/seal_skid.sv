// SPDX-License-Identifier: Apache-2.0
//
// Register slice of a ready/valid stream: both directions are registered, two words fit,
// one word per cycle passes. No standard: the usual skid buffer.
//
// Reset empties it. zero_i stops it and clears the words' bits above Kept: what is needed to
// follow the framing of a stream survives, its data do not.
module seal_skid #(
  parameter int unsigned Width = 8,
  parameter int unsigned Kept  = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zero_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  localparam logic [Width-1:0] KEPT_MASK = (Width'(1) << Kept) - Width'(1);

  logic             full_q, spare_full_q;   // head word, word behind it
  logic [Width-1:0] head_q, spare_q;
  logic             take, leave;

  assign ready_o = !spare_full_q && !zero_i;
  assign valid_o = full_q && !zero_i;
  assign data_o  = head_q;
  assign take    = valid_i && ready_o;
  assign leave   = valid_o && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q       <= 1'b0;
      spare_full_q <= 1'b0;
    end else begin
      full_q       <= take || spare_full_q || (full_q && !leave);
      spare_full_q <= (spare_full_q || take) && full_q && !leave;
    end
  end

  always_ff @(posedge clk_i) begin
    if (zero_i) begin
      head_q  <= head_q  & KEPT_MASK;
      spare_q <= spare_q & KEPT_MASK;
    end else begin
      if (leave || !full_q) head_q <= spare_full_q ? spare_q : data_i;
      if (take)             spare_q <= data_i;
    end
  end

endmodule
