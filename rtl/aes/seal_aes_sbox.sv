// SPDX-License-Identifier: Apache-2.0
//
// The S-box of FIPS 197, section 5.1.1, in the architecture of the caller's choice.
//
// Kind: an sbox_e of seal_aes_pkg. All kinds compute the same function; a test proves it.
// Latency: Stages cycles (0 to 3), one result per cycle. No reset; feeding zeros for Stages cycles
// replaces all that it holds by constants.
module seal_aes_sbox
  import seal_aes_pkg::*;
#(
  parameter int unsigned Kind   = 1,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  if (Stages > 3) begin : g_bad_stages
    $error("seal_aes_sbox: Stages must be 0 to 3");
  end

  if (Kind == SboxTable) begin : g_table
    seal_aes_sbox_lut #(.Stages(Stages)) u_sbox (.clk_i, .d_i, .q_o);
  end else if (Kind == SboxComposite) begin : g_composite
    seal_aes_sbox_composite #(.Stages(Stages)) u_sbox (.clk_i, .d_i, .q_o);
  end else if (Kind == SboxGates) begin : g_gates
    seal_aes_sbox_gates #(.Stages(Stages)) u_sbox (.clk_i, .d_i, .q_o);
  end else begin : g_bad_kind
    $error("seal_aes_sbox: Kind must be 0 (table), 1 (composite) or 2 (gates)");
  end

endmodule
