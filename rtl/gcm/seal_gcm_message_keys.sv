// SPDX-License-Identifier: Apache-2.0
//
// Keys of the messages in the front of a GCM core whose keys may be new with each message: beside
// the first counter block of each message (seal_gcm_buffer) stands its key, copied from its slot
// when its command is taken. From then on the slot may have another key. No standard.
//
//   write_i, a cycle after the command was taken: key_i, at write_addr_i
//   read_addr_i: that of the message of the request that waits; key_o a cycle later, which is one
//   cycle before its token, and goes into the AES pipe with every token
//
// A key has 256 bits, and its size above them. No reset. sweep_i: the word of sweep_addr_i is
// cleared; key_o follows a cycle later.
module seal_gcm_message_keys
  import seal_message_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  sweep_i,
  input  logic [StartAddrW-1:0] sweep_addr_i,

  input  logic                  write_i,
  input  logic [StartAddrW-1:0] write_addr_i,
  input  logic [257:0]          key_i,

  input  logic [StartAddrW-1:0] read_addr_i,
  output logic [257:0]          key_o
);

  (* ram_style = "distributed" *) logic [257:0] keys [2**StartAddrW];

  always_ff @(posedge clk_i) begin
    if (sweep_i)      keys[sweep_addr_i] <= '0;
    else if (write_i) keys[write_addr_i] <= key_i;
    key_o <= keys[read_addr_i];
  end

endmodule
