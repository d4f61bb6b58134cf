// SPDX-License-Identifier: Apache-2.0
//
// Formulas of seal_aes_iterative. No standard. width is the parameter Width, size a size_e, sbox an
// sbox_e.
package seal_aes_iterative_pkg;

  import seal_aes_pkg::*;

  // Steps of a block or round, and of a word of the key schedule
  function automatic int unsigned iterative_steps(int unsigned width);
    return 128 / width;
  endfunction

  function automatic int unsigned iterative_word_steps(int unsigned width);
    return (width < 32) ? 32 / width : 1;
  endfunction

  // Cycles of a step that uses an S-box
  function automatic int unsigned iterative_step_cycles(int unsigned sbox);
    return (sbox == SboxBram) ? 2 : 1;
  endfunction

  // Cycles from block to block, back to back
  function automatic int unsigned iterative_cycles(
    int unsigned width, int unsigned size, int unsigned sbox
  );
    return iterative_steps(width) * (1 + rounds_of(size) * iterative_step_cycles(sbox));
  endfunction

  // Cycles from the first beat of a key to its answer; `waits` of its words pass the S-boxes, which
  // takes a step more
  function automatic int unsigned iterative_key_cycles(int unsigned width, int unsigned size);
    int unsigned beats, waits;
    beats = (32 * key_words_of(size) + width - 1) / width;
    waits = (size == 32'(Aes128)) ? 10 : (size == 32'(Aes192)) ? 8 : 13;
    return beats + iterative_word_steps(width) * (4 * (rounds_of(size) + 1) + waits + 8);
  endfunction

  // Cycles from zeroise_i to the first one in which all is zero and a beat can be taken
  function automatic int unsigned iterative_sweep_cycles(int unsigned width, int unsigned slots);
    return 2 + 16 * slots * iterative_steps(width);
  endfunction

endpackage
