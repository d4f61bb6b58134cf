// SPDX-License-Identifier: Apache-2.0
//
// Formulas of seal_aes_fly, whose header explains them. No standard. All are in cycles unless noted
// otherwise; sizes is a mask KeySizes, fixed a fixed_e.
package seal_aes_fly_pkg;

  import seal_aes_pkg::*;

  // The way of a block of fewer rounds than the longest (parameter Fixed)
  typedef enum int unsigned {
    FixedNone = 0,   // it leaves early
    FixedWait = 1,   // it waits in registers of its own
    FixedPass = 2    // it passes through the rounds that are left
  } fixed_e;

  // From the acceptance of a block to m_axis_tvalid, when m_axis does not wait
  function automatic int unsigned fly_latency(
    bit [2:0] sizes, int unsigned fixed, int unsigned size
  );
    return ((fixed == FixedNone) ? rounds_of(size) : max_rounds(sizes)) +
           ((fixed == FixedPass) ? 5 : 4);
  endfunction

  // From the acceptance of a key to the first cycle in which a block may follow it
  function automatic int unsigned fly_gap(bit [2:0] sizes, int unsigned fixed);
    int unsigned spread;
    spread = max_rounds(sizes) - min_rounds(sizes);
    if (fixed == FixedNone) return (spread > 1) ? spread : 1;
    return (fixed == FixedWait) ? 1 : 0;
  endfunction

  // Key-change latency: without a block between the last of one key and the first of the next, when
  // the key before (of old_size) had this many blocks. Without any, from the last block of the key
  // before that, whose round keys were complete.
  function automatic int unsigned fly_key_change(
    bit [2:0] sizes, int unsigned fixed, int unsigned old_size, int unsigned blocks
  );
    int unsigned fill, gap;
    fill = rounds_of(old_size) + 1;
    gap  = fly_gap(sizes, fixed);
    if (blocks == 0) return fill + gap;
    return (fill > gap + blocks) ? fill - blocks : gap;
  endfunction

  // Entries of the queue of results: the longest latency, and two. As many cycles and two more
  // after the fall of zeroise_i, keys and blocks are taken again.
  function automatic int unsigned fly_depth(bit [2:0] sizes, int unsigned fixed);
    return max_rounds(sizes) + ((fixed == FixedPass) ? 7 : 6);
  endfunction

endpackage
