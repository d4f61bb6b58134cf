// SPDX-License-Identifier: Apache-2.0
//
// Rules for the parameters of seal_sector, which have the same names here: illegal ones stop the
// elaboration. No logic, no ports. The limits are those of the schemes, whose standards and papers
// are named in seal_sector_*_pkg, and of the memories of units.
module seal_sector_rules
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode       = 1,
  parameter int unsigned KeySizes   = 7,
  parameter int unsigned Order      = 0,
  parameter int unsigned MaxUnit    = 4096,
  parameter int unsigned MaxTweak   = 16,
  parameter int unsigned Buffer     = 512,
  parameter int unsigned Window     = 8,
  parameter bit          OpenEqual  = 1'b0,
  parameter int unsigned KeyLimitLog2 = 0,
  parameter int unsigned IdWidth    = 16,
  parameter int unsigned Sbox       = 1,
  parameter int unsigned Dir        = 2,
  parameter int unsigned MultStages = 4,
  parameter int unsigned MultHalt   = 8
) ();

  localparam traits_t Traits = seal_sector_scheme_pkg::traits_of(Mode);

  if (Mode >= Modes) begin : g_bad_mode
    $error("seal_sector: Mode must be 0 to 12, a mode_e of seal_sector_pkg");
  end
  if (MaxUnit < 16 || MaxUnit > 8176 || (Mode == ModeEme && MaxUnit > 2048)) begin : g_bad_unit
    $error("seal_sector: MaxUnit must be 16 to 8176 bytes, for EME to 2048");
  end
  if ((Order != seal_gf_pkg::OrderLe && (Mode == ModeXts || Mode == ModeEme || Mode == ModeEme2 ||
                                         Mode == ModeHeh || Mode == ModeHehfp)) ||
      (Order != seal_gf_pkg::OrderGcm && (Mode == ModeHctr2 || Mode == ModeTwkd)))
  begin : g_bad_order
    $error("seal_sector: Order must be 1 for XTS, EME, EME2, HEH, HEHfp, 0 for HCTR2, HCTR2-TwKD");
  end
  if (Mode == ModeXcb && KeySizes != 1) begin : g_bad_sizes
    $error("seal_sector: KeySizes must be 1 for XCB, which is defined with AES-128 alone");
  end
  if ((MaxUnit + 15) / 16 > Buffer || Buffer < 2 || Buffer > 1024 ||
      (Buffer & (Buffer - 1)) != 0) begin : g_bad_buffer
    $error("seal_sector: Buffer must be a power of two, at least the blocks of MaxUnit, to 1024");
  end
  if (MaxTweak < 16 || MaxTweak > 240 || (MaxTweak > 16 && !Traits.any_tweak)) begin : g_bad_tweak
    $error("seal_sector: MaxTweak must be 16 to 240; 16 for schemes with tweaks of one length");
  end
  if (Traits.tweak_key && Window > 16) begin : g_bad_window
    $error("seal_sector: Window must be 1 to 16 for a scheme with a hash key for each unit");
  end
  if (OpenEqual && Mode != ModeXts) begin : g_bad_open_equal
    $error("seal_sector: OpenEqual must be 0 but for XTS, whose keys have two halves");
  end
  if (KeyLimitLog2 != 0 &&
      (Mode != ModeXts || KeyLimitLog2 < 9 || KeyLimitLog2 > 44)) begin : g_bad_key_limit
    $error("seal_sector: KeyLimitLog2 must be 0 or, for XTS, 9 to 44");
  end
  if (IdWidth < 1 || IdWidth > 16) begin : g_bad_id_width
    $error("seal_sector: IdWidth must be 1 to 16");
  end
  if (Sbox > seal_aes_pkg::SboxShallow) begin : g_bad_sbox
    $error("seal_sector: Sbox must be 0 to 6, an sbox_e of seal_aes_pkg");
  end
  if (MultStages < 1 || MultStages > 8) begin : g_bad_mult_stages
    $error("seal_sector: MultStages must be 1 to 8");
  end
  if (MultHalt < 1 || MultHalt > 128) begin : g_bad_mult_halt
    $error("seal_sector: MultHalt must be 1 to 128");
  end
  if (Dir == 32'd1 || (Dir == 32'd0 && Traits.block_first && Traits.hash)) begin : g_bad_dir
    $error("seal_sector: Dir must be 0 or 2, and 2 for XCB, which needs both directions");
  end

endmodule
