// SPDX-License-Identifier: Apache-2.0
//
// Formulas of the GCM core of several blocks per cycle (seal_gcm_lanes; NIST SP 800-38D). They
// have counterparts in sealwright.families.message.lanes; a test compares them.
package seal_gcm_lanes_pkg;

  // Commands that are taken in one cycle. A message with a byte has two blocks or more, the tag
  // among them, so these are enough for all such messages; on eight lanes for those of four blocks.
  function automatic int unsigned commands(int unsigned lanes);
    return (lanes > 2) ? 2 : 1;
  endfunction

  // Messages that end in one cycle: one more, since the first may have begun in the cycle before.
  // Behind the last end that a cycle may have nothing goes (seal_gcm_lanes_issue). So with two ends
  // on four lanes, messages of two blocks between longer ones would leave a lane idle (T, E: block
  // and end of one message, t, e: of the next; | a new cycle):  T T T T | E t e -
  function automatic int unsigned ends(int unsigned lanes);
    return commands(lanes) + 1;
  endfunction

  // Cycles from a token to its message's status when nothing waits, at most: issue, AES, exit,
  // hash, verdict, output. The credits of an entry and of a message come back within them.
  function automatic int unsigned loop_latency(int unsigned aes, int unsigned hash);
    return aes + hash + 24;
  endfunction

  // Entries of the output FIFO, and messages in flight, enough that credits never run out at full
  // rate: a power of two, and as many for each lane
  function automatic int unsigned out_depth(int unsigned lanes, int unsigned loop);
    return lanes * seal_engine_pkg::entries(loop);
  endfunction

  function automatic int unsigned messages(int unsigned lanes, int unsigned loop);
    return commands(lanes) * seal_engine_pkg::entries(loop);
  endfunction

  // Cycles of a zeroise: as long as the pipe, or the largest memory of those that are cleared a
  // word per cycle in each bank; and 24 more, for the register slices between the output FIFO and
  // m_axis, which clear one after the other
  function automatic int unsigned sweep_cycles(int unsigned lanes, int unsigned loop,
                                               int unsigned depth, int unsigned in_flight,
                                               int unsigned powers);
    int unsigned most;
    most = loop;
    if (depth / lanes > most) most = depth / lanes;
    if (in_flight > most)     most = in_flight;
    if (powers > most)        most = powers;
    return most + 24;
  endfunction

endpackage
