// SPDX-License-Identifier: Apache-2.0
//
// From a DMA engine to s_axis of seal_gcm: each section of a message is a packet (one descriptor),
// and for each packet there is an entry on `section`, before it or after it: its number, and
// whether it is the message's last. All beats of the packet get the number; only the last packet
// keeps its tlast. Wires only: what is offered on an input must stay until it is taken.
module sections (
  input  logic         section_valid,
  output logic         section_ready,
  input  logic [1:0]   section,         // 0 IV, 1 AAD, 2 text, 3 tag
  input  logic         section_last,    // of its message

  input  logic         in_valid,        // a section, from the DMA engine
  output logic         in_ready,
  input  logic [127:0] in_data,
  input  logic [15:0]  in_keep,
  input  logic         in_last,

  output logic         out_valid,       // the message, to s_axis
  input  logic         out_ready,
  output logic [127:0] out_data,
  output logic [15:0]  out_keep,
  output logic         out_last,
  output logic [2:0]   out_user
);

  assign out_valid     = in_valid && section_valid;
  assign in_ready      = out_ready && section_valid;
  assign section_ready = out_ready && in_valid && in_last;

  assign out_data = in_data;
  assign out_keep = in_keep;
  assign out_last = in_last && section_last;
  assign out_user = {1'b0, section};

endmodule
