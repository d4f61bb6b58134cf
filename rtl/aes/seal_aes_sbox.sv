// SPDX-License-Identifier: Apache-2.0
//
// The S-box of FIPS 197 (section 5.1.1), its inverse (5.3.2), or both, in the architecture of the
// caller's choice.
//
// Kind: an sbox_e of seal_aes_pkg; Dir: a dir_e. All kinds compute the same function; a test proves
// it. With Dir = DirBoth, inv_i chooses the inverse for the byte beside it; otherwise it has no
// effect.
// Latency: Stages cycles (0 to 3; at least 1 for SboxBram, whose memory is a register), one result
// per cycle. No reset; feeding zeros for Stages cycles replaces all that it holds by constants.
module seal_aes_sbox
  import seal_aes_pkg::*;
#(
  parameter int unsigned Kind   = 1,    // an sbox_e, 0 to 6
  parameter int unsigned Dir    = 0,
  parameter int unsigned Stages = 0
) (
  input  logic       clk_i,
  input  logic       inv_i,
  input  logic [7:0] d_i,
  output logic [7:0] q_o
);

  if (Stages > 3) begin : g_bad_stages
    $error("seal_aes_sbox: Stages must be 0 to 3");
  end
  if (Dir > DirBoth) begin : g_bad_dir
    $error("seal_aes_sbox: Dir must be 0 (forward), 1 (inverse) or 2 (both)");
  end

  if (Kind == SboxTable) begin : g_table
    seal_aes_sbox_lut #(.Dir(Dir), .Stages(Stages)) u_sbox (.clk_i, .inv_i, .d_i, .q_o);
  end else if (Kind == SboxComposite) begin : g_composite
    seal_aes_sbox_composite #(.Dir(Dir), .Stages(Stages)) u_sbox (.clk_i, .inv_i, .d_i, .q_o);
  end else if (Kind == SboxGates || Kind == SboxShallow) begin : g_gates
    seal_aes_sbox_gates #(.Dir(Dir), .Shallow(Kind == SboxShallow), .Stages(Stages)) u_sbox (
      .clk_i, .inv_i, .d_i, .q_o
    );
  end else if (Kind == SboxBdd || Kind == SboxTwisted) begin : g_bdd
    seal_aes_sbox_bdd #(.Dir(Dir), .Twisted(Kind == SboxTwisted), .Stages(Stages)) u_sbox (
      .clk_i, .inv_i, .d_i, .q_o
    );
  end else if (Kind == SboxBram) begin : g_bram
    logic [7:0] unused_q;
    seal_aes_sbox_bram #(.Dir(Dir), .Stages(Stages)) u_sbox (
      .clk_i, .inv_i({1'b0, inv_i}), .d_i({8'h00, d_i}), .q_o({unused_q, q_o})
    );
  end else begin : g_bad_kind
    $error("seal_aes_sbox: Kind must be 0 (table) to 6 (gates-shallow), see seal_aes_pkg");
  end

endmodule
