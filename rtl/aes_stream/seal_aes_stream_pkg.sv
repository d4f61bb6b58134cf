// SPDX-License-Identifier: Apache-2.0
//
// Formulas of seal_aes_pipelined. No standard. All are of a mask KeySizes, RoundStages and Fold, in
// cycles unless noted otherwise; L is seal_aes_pipe's latency (pipe_latency).
package seal_aes_stream_pkg;

  import seal_aes_pkg::*;

  // Entries of the output queue: as many as keep the pipe full, a block entering every Fold cycles
  function automatic int unsigned stream_depth(
    bit [2:0] sizes, int unsigned round_stages, int unsigned fold
  );
    return (pipe_latency(sizes, round_stages, fold) + 1) / fold + 3;
  endfunction

  // From s_axis to m_axis
  function automatic int unsigned stream_latency(
    bit [2:0] sizes, int unsigned round_stages, int unsigned fold
  );
    return pipe_latency(sizes, round_stages, fold) + 2;
  endfunction

  // From the fall of zeroise_i until all is cleared: 32 Fold cycles overwrite all words of keys,
  // and a block that met the last of them leaves the pipe L cycles later. The queue is overwritten
  // meanwhile.
  function automatic int unsigned stream_clear(
    bit [2:0] sizes, int unsigned round_stages, int unsigned fold
  );
    return 32 * fold + 7 + pipe_latency(sizes, round_stages, fold);
  endfunction

endpackage
