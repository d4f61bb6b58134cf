// SPDX-License-Identifier: Apache-2.0
//
// Formulas of seal_aes_unrolled. No standard. sizes is a mask KeySizes.
package seal_aes_unrolled_pkg;

  import seal_aes_pkg::*;

  // Cycles from the acceptance of a block to m_axis_tvalid, when m_axis does not wait
  function automatic int unsigned unrolled_latency(bit [2:0] sizes);
    return max_rounds(sizes) + 4;
  endfunction

  // Entries of the queue of results: the latency, and two. As many cycles and two more after the
  // fall of zeroise_i, keys and blocks are taken again.
  function automatic int unsigned unrolled_depth(bit [2:0] sizes);
    return unrolled_latency(sizes) + 2;
  endfunction

endpackage
