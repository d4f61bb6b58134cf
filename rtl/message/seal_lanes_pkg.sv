// SPDX-License-Identifier: Apache-2.0
//
// Types of the parts between a segmented MAC and a core of several lanes. No standard.
package seal_lanes_pkg;
  import seal_message_pkg::*;

  // A segment of a frame from a MAC, without its data.
  typedef struct packed {
    logic       last;
    logic [4:0] bytes;   // 1 to 16
    logic       dropped; // the frame is bad, as far as it has come
    logic       open;    // the frame is to be opened
    logic [2:0] index;   // in the frame; 5 stands for 5 or more
  } mac_info_t;

  // A segment of a message: bytes of two segments of a frame, from byte `offset` of the first on.
  typedef struct packed {
    logic             valid;
    message_section_e section;
    logic [4:0]       bytes;    // 0 to 16
    logic [3:0]       offset;
    logic             last;
    logic             dropped;  // with last
  } lane_cut_t;

  // A segment for a MAC, without its data.
  typedef struct packed {
    logic       eop;
    logic       err;     // with eop
    logic [3:0] mty;     // with eop
  } mac_end_t;

endpackage
