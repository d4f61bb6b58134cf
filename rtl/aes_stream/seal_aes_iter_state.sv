// SPDX-License-Identifier: Apache-2.0
//
// The state of seal_aes_iterative, and ShiftRows or its inverse (FIPS 197, sections 5.1.2, 5.3.1).
//
// Width up to 64: each row of the state is a memory of two banks of four bytes (with two columns
// per step, a pair of memories for even and odd columns). A step reads one bank and writes the
// other one, so that ShiftRows is no more than an address: with N = max(1, Width/32) columns per
// step, output column n of step s takes row r from column N s + n + r (inverse: - r) mod 4.
// The key schedule keeps its latest word in column 0: with shift_i low it is read as it is, and
// word_i has it written there.
// Below 32 bits, part_i selects the rows of the column that go out: row part * Width/8 + lane. With
// rotate_i it is the row after that (RotWord), up to a rotation of the lanes.
// Width 128: a register; x_o is the state as it is, and the reader shifts.
//
// x_o is an asynchronous read. we_i writes N whole columns. No reset: cleared by writing zeros.
module seal_aes_iter_state
  import seal_aes_pkg::*;
#(
  parameter int unsigned Width = 128,
  localparam int unsigned Columns = (Width > 32) ? Width / 32 : 1,
  localparam int unsigned Lanes   = (Width > 32) ? 4 : Width / 8
) (
  input  logic                  clk_i,
  input  logic                  we_i,
  input  logic                  bank_i,     // that is read
  input  logic                  word_i,
  input  logic [1:0]            step_i,     // s
  input  logic [1:0]            part_i,
  input  logic                  shift_i,
  input  logic                  inverse_i,
  input  logic                  rotate_i,
  input  logic [32*Columns-1:0] column_i,
  output logic [Width-1:0]      x_o
);

  if (Width == 128) begin : g_register
    logic [127:0] state_q;
    logic         unused;

    always_ff @(posedge clk_i) if (we_i) state_q <= column_i;
    assign x_o    = state_q;
    assign unused = ^{bank_i, word_i, step_i, part_i, shift_i, inverse_i, rotate_i};
  end else begin : g_rows
    localparam int unsigned Words    = 4 / Columns;   // per row and bank
    localparam int unsigned AddressW = $clog2(2 * Words);

    logic [Columns-1:0][3:0][7:0] columns;
    logic [AddressW-1:0]          write_addr;

    assign write_addr = {~bank_i, word_i ? '0 : step_i[AddressW-2:0]};

    for (genvar r = 0; r < 4; r++) begin : g_row
      for (genvar q = 0; q < Columns; q++) begin : g_column
        // Columns that are q modulo Columns; the shift brings them to output column Out.
        localparam int unsigned Out = (q + r) % Columns;

        (* ram_style = "distributed" *) logic [7:0] mem [2*Words];
        logic [1:0] column;
        logic [7:0] word;

        always_comb begin
          if (!shift_i)       column = 2'd0;
          else if (inverse_i) column = 2'(Columns * 32'(step_i) + Out - r);
          else                column = 2'(Columns * 32'(step_i) + Out + r);
        end

        assign word = mem[{bank_i, (AddressW-1)'(column / 2'(Columns))}];

        always_ff @(posedge clk_i) begin
          if (we_i) mem[write_addr] <= column_i[32*q+8*r+:8];
        end

        assign columns[Out][r] = word;
      end
    end

    if (Lanes == 4) begin : g_whole
      logic unused;
      assign unused = ^{part_i, rotate_i};
      assign x_o    = columns;
    end else begin : g_part
      for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
        logic [1:0] part;
        // Only lane 0 has to read further: row 4, which is row 0, or the first row of a part
        assign part = part_i + 2'(lane == 0 && rotate_i);
        assign x_o[8*lane+:8] = columns[0][2'(32'(part) * Lanes + lane)];
      end
    end
  end

endmodule
