// SPDX-License-Identifier: Apache-2.0
//
// What the parts of a polynomial hash with a pipelined multiplier tell each other (seal_hash,
// seal_hash_schedule, seal_hash_feedback). The hashes are GHASH (NIST SP 800-38D, section 6.4) and
// that of CWC; how their sums are interleaved is this project's own.
package seal_hash_pkg;

  // What a product is for; it travels beside it.
  typedef struct packed {
    logic valid;
    logic pow;          // it is a power of the key
    logic fed_back;     // it is added to a block ...
    logic final_term;   // ... or is a term of the sum ...
    logic first_term;   // ... and then the first, or the last one, of its message
    logic last_term;
  } hash_flags_t;

  // Cycles from the last block of a message to the sum of its products, at most, if no power of a
  // key is made meanwhile: with s stages, s + 1 blocks may be in front of it, and s + 3 cycles
  // follow
  function automatic int unsigned sum_cycles(int unsigned stages);
    return 2 * stages + 4;
  endfunction

  // The same with several lanes (seal_hash_lanes), in which blocks are closed up first
  function automatic int unsigned lanes_sum_cycles(int unsigned lanes, int unsigned stages);
    return 2 * stages + ((lanes > 1) ? 5 : 4);
  endfunction

  // Bits per cycle of the multiplier that makes the powers H^2 .. H^(lanes stages) of a new key,
  // each from the one before: as few as do it in 160 cycles, if any do
  function automatic int unsigned lanes_digit(int unsigned lanes, int unsigned stages);
    int unsigned digit;
    digit = 1;
    for (int unsigned i = 0; i < 7; i++) begin
      if ((lanes * stages - 1) * (128 / digit + 1) > 160) digit = 2 * digit;
    end
    return digit;
  endfunction

  // Cycles from a new key to its last power
  function automatic int unsigned lanes_power_cycles(int unsigned lanes, int unsigned stages);
    return (lanes * stages - 1) * (128 / lanes_digit(lanes, stages) + 1) + 2;
  endfunction

endpackage
