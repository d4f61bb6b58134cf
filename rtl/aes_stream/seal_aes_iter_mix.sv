// SPDX-License-Identifier: Apache-2.0
//
// MixColumns or InvMixColumns (FIPS 197, sections 5.1.3, 5.3.3) for seal_aes_iterative: columns of
// the bytes p, plus c: y = M p + c, where M is left out with mixing_i low.
//
// Width 32 and more: whole columns, combinational. Both directions share MixColumns.
//
// Below: B = Width/8 bytes of a column per step, rows B s to B s + B - 1 in step s. Sums are kept
// in four accumulators that shift by B positions in each step, so that the factor at a position is
// always the same: position k has row B s - k mod 4, to which row B s + b counts with the factor
//   m[k + b mod 4],  m = 2 3 1 1 (inverse e b d 9 = 2 3 1 1 + c 8 c 8),
// and c goes to the row that it belongs to, at position -b. In the column's last step, y_o is the
// column: row r is at position -B - r.
//
// Width below 32: p_i must be zero when mixing_i is low.
// first_i: a column begins. Accumulators move with step_i; no reset: zeros at the input for 4/B
// steps clear them.
module seal_aes_iter_mix
  import seal_aes_pkg::*;
#(
  parameter int unsigned Width = 128,
  parameter int unsigned Dir   = 0,
  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1
) (
  input  logic                  clk_i,
  input  logic                  step_i,
  input  logic                  first_i,
  input  logic                  mixing_i,
  input  logic                  inverse_i,
  input  logic [Width-1:0]      p_i,
  input  logic [Width-1:0]      c_i,
  output logic [32*Columns-1:0] y_o
);

  if (Width >= 32) begin : g_columns
    logic [127:0] ahead, mixed;
    logic         unused;

    assign ahead  = (Dir != DirForward && inverse_i) ? inv_mix_ahead(128'(p_i)) : 128'(p_i);
    assign mixed  = mix_columns(ahead);
    assign y_o    = (mixed[Width-1:0] & {Width{mixing_i}}) ^ c_i;
    assign unused = ^{clk_i, step_i, first_i, mixed};
  end else begin : g_serial
    localparam int unsigned Bytes = Width / 8;

    logic [3:0][7:0] sum_d, sum_q;
    logic            unused;

    assign unused = mixing_i;

    // Factor m[k] times p
    function automatic logic [7:0] times(int unsigned k, logic inverse, logic [7:0] p);
      logic [7:0] four, product;
      four = xtime(xtime((Dir != DirForward && inverse) ? p : 8'h00));
      unique case (k)
        0:       product = xtime(p);
        1:       product = xtime(p) ^ p;
        default: product = p;
      endcase
      return product ^ xtime(four) ^ ((k % 2 == 0) ? four : 8'h00);
    endfunction

    always_comb begin
      for (int unsigned k = 0; k < 4; k++) begin
        sum_d[k] = first_i ? 8'h00 : sum_q[(k+4-Bytes)%4];
        for (int unsigned b = 0; b < Bytes; b++) begin
          sum_d[k] = sum_d[k] ^ times((k + b) % 4, inverse_i, p_i[8*b+:8]);
          if ((k + b) % 4 == 0) sum_d[k] = sum_d[k] ^ c_i[8*b+:8];
        end
      end
    end

    always_ff @(posedge clk_i) if (step_i) sum_q <= sum_d;

    for (genvar r = 0; r < 4; r++) begin : g_row
      assign y_o[8*r+:8] = sum_d[(8-Bytes-r)%4];
    end
  end

endmodule
