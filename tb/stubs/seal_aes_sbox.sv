// SPDX-License-Identifier: Apache-2.0
//
// Stub of seal_aes_sbox in benches of whole cores: the table of FIPS 197 (sections 5.1.1 and
// 5.3.2), read in one step, then a register for each stage. A core has up to 400 S-boxes: with
// these it is built in half the time. The S-boxes themselves are proved equal to the table, in each
// direction and at each number of stages.
// Latency: Stages cycles, as of the table S-box, whose Kind it takes.
module seal_aes_sbox
  import seal_aes_pkg::*;
#(
  parameter int unsigned Kind   = 0,
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  if (Kind != SboxTable) begin : g_bad_kind
    $error("seal_aes_sbox: this stub is a table S-box");
  end

  // Of 256 elements, not of 2,048 bits: the simulator then reads one of them.
  typedef logic [7:0] table_t [256];

  function automatic table_t elements(logic [255:0][7:0] packed_table);
    for (int unsigned i = 0; i < 256; i++) elements[i] = packed_table[i];
  endfunction

  localparam table_t Forward = elements(sbox_table(1'b0));
  localparam table_t Inverse = elements(sbox_table(1'b1));

  logic [Stages:0][7:0] flight_q;

  assign flight_q[0] =
      (Dir == DirInverse || (Dir == DirBoth && inv_i)) ? Inverse[d_i] : Forward[d_i];

  if (Stages > 0) begin : g_flight
    always_ff @(posedge clk_i) flight_q[Stages:1] <= flight_q[Stages-1:0];
  end

  assign q_o = flight_q[Stages];

endmodule
