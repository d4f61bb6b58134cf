// SPDX-License-Identifier: Apache-2.0
//
// S-box as a table of 256 bytes (FIPS 197, section 5.1.1), which the tool maps as it likes.
//
// Latency: Stages cycles. A table cannot be cut, so its registers follow it.
module seal_aes_sbox_lut
  import seal_aes_pkg::*;
#(
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  // 3 generates the multiplicative group: the walk visits each p = 3^i with its inverse
  // q = 3^-i (hex F6 is the inverse of 3). Zero has no inverse and maps to the constant.
  function automatic logic [255:0][7:0] sbox_table();
    logic [255:0][7:0] table_v;
    logic [7:0] p, q;
    p = 8'h01;
    q = 8'h01;
    table_v[0] = AffineConst;
    for (int unsigned i = 0; i < 255; i++) begin
      table_v[p] = affine_matrix(q) ^ AffineConst;
      p = p ^ xtime(p);
      q = gf_mult(q, 8'hF6);
    end
    return table_v;
  endfunction

  localparam logic [255:0][7:0] TABLE = sbox_table();

  seal_aes_pipe #(.Width(8), .Stages(Stages)) u_out (.clk_i, .d_i(TABLE[d_i]), .q_o);

endmodule
