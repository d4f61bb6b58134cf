// SPDX-License-Identifier: Apache-2.0
//
// Formulas of seal_ghash, and the causes of its messages. q = Lanes, s = MultStages. All in cycles
// unless noted otherwise. No standard.
//
// Causes and formulas have counterparts in sealwright.families.ghash; a test compares them.
package seal_ghash_pkg;

  // Why the hash of a message is zero (m_axis_tuser). The first fault counts, and of a beat with
  // two the lower one.
  typedef enum logic [1:0] {
    GhashNone  = 2'd0,
    GhashNoKey = 2'd1,   // the slot has no key
    GhashBeats = 2'd2    // bytes are missing before others, or a null beat is in a longer message
  } ghash_cause_e;

  // Goes out with the hash of a message
  typedef struct packed {
    ghash_cause_e cause;
    logic [3:0]   id;
  } ghash_tag_t;

  // Registers of the input in front of the hash
  localparam int unsigned InputCycles = 2;

  // From the last beat of a message to its hash, if it is alone; beats: of the message
  function automatic int unsigned ghash_latency(int unsigned stages, int unsigned beats);
    return ((beats < stages + 1) ? beats : stages + 1) + stages + 7;
  endfunction

  // Messages between their first beat and their hash: as many as keep the multipliers busy
  function automatic int unsigned ghash_messages(int unsigned stages);
    return 2 * stages + 12;
  endfunction

  // Powers of the key that are kept: H .. H^(q s). Each but the first takes a product.
  function automatic int unsigned ghash_powers(int unsigned lanes, int unsigned stages);
    return lanes * stages;
  endfunction

  // From the offer of a key to its answer, its slot being unused
  function automatic int unsigned ghash_load(int unsigned lanes, int unsigned stages);
    return 4 + (ghash_powers(lanes, stages) - 1) * (stages + 5);
  endfunction

  // From the fall of zeroise_i until all is cleared: the words of the powers, then registers that
  // read the last of them
  function automatic int unsigned ghash_clear(int unsigned addr_width, int unsigned stages);
    return (1 << addr_width) + 3 * stages + 14;
  endfunction

  // H^k of a fixed key, as a polynomial
  function automatic logic [127:0] ghash_power(logic [127:0] h, int unsigned k);
    logic [127:0] power, sum;
    power = h;
    for (int unsigned n = 1; n < k; n++) begin
      sum = '0;
      for (int unsigned i = 128; i > 0; i--) begin
        sum = 128'(seal_gf_pkg::times_x(seal_gf_pkg::poly_t'(sum), 128,
                                        seal_gf_pkg::poly_t'(seal_gf_pkg::GcmPoly)));
        if (h[i-1]) sum = sum ^ power;
      end
      power = sum;
    end
    return power;
  endfunction

endpackage
