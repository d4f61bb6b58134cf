// SPDX-License-Identifier: Apache-2.0
//
// From the 64 bytes of a media encryption key to the fields of s_key_data. A key is the string
//
//   K_1 || .. || K_Keys || F_1 || .. || F_Fields      AES keys of the size, fields of 16 bytes
//
// from byte 0 of MEK on; bytes behind it are ignored (OCP L.O.C.K. 1.1, 4.7.1.2.1). So XTS-AES-128
// takes the first 32 bytes and XTS-AES-256 all 64, data key first (IEEE Std 1619-2025, clause 5).
// In s_key_data each AES key has 256 bits, a short one at the low end, and fields follow.
//
// fits_o: the string has at most 64 bytes, and the size exists. Combinational.
module seal_ocp_lock_key
  import seal_ocp_lock_pkg::*;
#(
  parameter int unsigned Keys   = 2,   // AES keys, 1 or 2
  parameter int unsigned Fields = 0,   // fields of 128 bits, 0 to 3
  localparam int unsigned KeyW  = 256 * Keys + 128 * Fields
) (
  input  logic [MekW-1:0] mek_i,
  input  logic [15:0]     size_i,
  output logic [KeyW-1:0] data_o,
  output logic            fits_o
);

  if (Keys < 1 || Keys > 2) begin : g_bad_keys
    $error("seal_ocp_lock_key: Keys must be 1 or 2");
  end
  if (Fields > 3) begin : g_bad_fields
    $error("seal_ocp_lock_key: Fields must be 0 to 3");
  end

  localparam int unsigned WideW = (KeyW > MekW) ? KeyW : MekW;

  logic [WideW-1:0]     mek;
  logic [2:0][KeyW-1:0] data;
  logic [2:0]           fits;

  assign mek = WideW'(mek_i);

  logic unused_spare;
  assign unused_spare = ^mek;   // a short key leaves the last bytes

  for (genvar s = 0; s < 3; s++) begin : g_size
    localparam int unsigned Bits = 128 + 64 * s;
    for (genvar k = 0; k < Keys; k++) begin : g_key
      assign data[s][256*k+:256] = 256'(mek[Bits*k+:Bits]);
    end
    for (genvar f = 0; f < Fields; f++) begin : g_field
      assign data[s][256*Keys+128*f+:128] = mek[Bits*Keys+128*f+:128];
    end
    assign fits[s] = (Bits * Keys + 128 * Fields <= MekW);
  end

  always_comb begin
    data_o = '0;
    fits_o = 1'b0;
    for (int unsigned s = 0; s < 3; s++) begin
      if (32'(size_i) == s) begin
        data_o = data[s];
        fits_o = fits[s];
      end
    end
  end

endmodule
