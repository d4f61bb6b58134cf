// SPDX-License-Identifier: Apache-2.0
//
// Pipeline plans: where the registers of a multiplier over GF(2^m) stand.
//
// A circuit is drawn in levels of two-input gates; a bus is *at depth d* after the gates of
// level d. A plan (`cuts_t`) has bit d set where all signals at depth d are registered: a cut. Each
// bus passes the cuts between the depth at which it is made and the one at which it is used
// (seal_gf_cut), so all paths have the same number of registers, whatever the plan. The latency is
// the number of cuts.
//
// This package has the depths of the circuits, the registers that a cut at each depth would need
// (`costs_t`), and the plan with the fewest registers among those in which no stage is too deep.
//
// Source: no standard; the depths are those in the headers of the circuits.
package seal_gf_plan_pkg;

  import seal_gf_pkg::*;

  parameter int unsigned MaxDepth = 63;  // of the deepest legal circuit: at most 3*9 + 1 + 10 + 4

  typedef bit [MaxDepth:0]       cuts_t;   // bit d: registers at depth d
  typedef bit [MaxDepth:0][31:0] costs_t;  // registers that a cut at depth d needs

  // Depth of the unreduced product: 1 level before and 2 after each split, and the leaf.
  function automatic int unsigned karatsuba_depth(int unsigned width, int unsigned halt);
    int unsigned levels = split_levels(width, halt);
    return 3*levels + 1 + $clog2(split_width(width, levels));
  endfunction

  // Registers that a cut of Karatsuba multiplier and reduction needs (exact for powers of two).
  function automatic costs_t karatsuba_costs(int unsigned width, int unsigned halt,
                                             int unsigned weight);
    costs_t costs = '0;
    int unsigned levels = split_levels(width, halt);
    int unsigned leaf   = split_width(width, levels);
    int unsigned parts  = 1;
    int unsigned d      = 0;
    for (int unsigned l = 0; l <= levels; l++) begin  // sums of operand parts
      costs[d] = 2 * parts * split_width(width, l);
      parts    = (l < levels) ? 3 * parts : parts;
      d        = d + 1;
    end
    for (int unsigned t = 0; t <= $clog2(leaf); t++) begin  // products and their XOR tree
      costs[d] = parts * ceil_div(leaf, 32'd1 << t) * (leaf + (32'd1 << t) - 1);
      d        = d + 1;
    end
    for (int unsigned l = 1; l <= levels; l++) begin  // joining of partial products
      parts      = parts / 3;
      costs[d]   = parts * (3 * split_width(width, levels - l) - 2);
      costs[d+1] = parts * (2 * split_width(width, levels - l) - 1);
      d          = d + 2;
    end
    for (int unsigned t = 1; t <= $clog2(weight); t++) begin  // reduction
      costs[d] = width * ceil_div(weight, 32'd1 << t);
      d        = d + 1;
    end
    return costs;
  endfunction

  // Registers that a cut of a Mastrovito multiplier needs (an estimate inside the matrix).
  function automatic costs_t mastrovito_costs(int unsigned width, int unsigned taps,
                                              int unsigned levels);
    costs_t costs = '0;
    for (int unsigned d = 0; d <= levels; d++) begin
      costs[d] = (2 + taps * (32'd1 << (levels - d))) * width;
    end
    for (int unsigned t = 0; t <= $clog2(width); t++) begin
      costs[levels+1+t] = width * ceil_div(width, 32'd1 << t);
    end
    return costs;
  endfunction

  // Registers that a cut of seal_gf_mult_parallel needs.
  function automatic costs_t parallel_costs(int unsigned width, int unsigned halt,
                                            int unsigned weight, int unsigned lanes, bit late,
                                            int unsigned depth);
    costs_t one   = karatsuba_costs(width, halt, weight);
    costs_t costs = '0;
    int unsigned product = karatsuba_depth(width, halt);
    int unsigned made = late ? product : product + $clog2(weight);
    for (int unsigned d = 0; d <= depth; d++) begin
      if (d <= made)                       costs[d] = lanes * one[d];
      else if (d <= made + $clog2(lanes))  costs[d] = one[made] * ceil_div(lanes, 1 << (d - made));
      else                                 costs[d] = one[d - $clog2(lanes)];
    end
    return costs;
  endfunction

  // Registers that a cut of seal_gf_mult_fixed needs: sums of parts of a group, then the trees.
  function automatic costs_t fixed_costs(int unsigned width, int unsigned groups,
                                         int unsigned group);
    costs_t costs = '0;
    int unsigned part;
    for (int unsigned d = 0; d <= $clog2(group); d++) begin
      part     = clamp(32'd1 << d, 1, group);
      costs[d] = groups * ceil_div(group, part) * ((32'd1 << part) - 1);
    end
    for (int unsigned t = 1; t <= $clog2(groups); t++) begin
      costs[$clog2(group)+t] = width * ceil_div(groups, 32'd1 << t);
    end
    return costs;
  endfunction

  // XOR levels of a scalar product (seal_gf_dot).
  function automatic int unsigned dot_levels(int unsigned terms, bit tables);
    return (tables && terms > 4) ? 2 + $clog2(ceil_div(terms, 3)) : $clog2(terms);
  endfunction

  // Depth of a Toeplitz product: 1 level before and 1 after each split, and the row at the bottom.
  function automatic int unsigned tmvp_depth(int unsigned width, int unsigned halt,
                                             bit tables = 1'b0);
    int unsigned levels = split_levels(width, halt);
    return 2*levels + 1 + dot_levels(split_width(width, levels), tables);
  endfunction

  // Registers that a cut of a multiplier of `depth` levels with a Toeplitz product from depth
  // `from` on needs: an estimate, with one matrix and a half of each size left after sharing.
  function automatic costs_t tmvp_costs(int unsigned width, int unsigned halt, int unsigned from,
                                        int unsigned depth, bit tables = 1'b0);
    costs_t costs = '0;
    int unsigned levels = split_levels(width, halt);
    int unsigned leaf   = split_width(width, levels);
    int unsigned joins  = from + levels + 1 + dot_levels(leaf, tables);
    int unsigned parts  = 1;
    int unsigned d      = from;
    for (int unsigned i = 0; i <= depth; i++) costs[i] = 3 * width;  // before and after it
    for (int unsigned l = 0; l <= levels; l++) begin  // windows and sums of parts of the vector
      costs[d] = (2 * parts + 1) * split_width(width, l);
      parts    = (l < levels) ? 3 * parts : parts;
      d        = d + 1;
    end
    for (int unsigned t = 0; t <= dot_levels(leaf, tables); t++) begin  // products, XOR tree
      costs[d] = parts * leaf * ((tables && t >= 2) ? ceil_div(ceil_div(leaf, 3), 1 << (t - 2))
                                                    : ceil_div(leaf, 1 << t));
      d        = d + 1;
    end
    for (int unsigned l = 1; l <= levels; l++) begin  // sums of partial products
      parts    = parts / 3;
      costs[d] = parts * split_width(width, levels - l);
      d        = d + 1;
    end
    // A sum that fills a LUT should not be cut: LUTs end after the sums of parts, after the small
    // products, and after each second level of their sums.
    for (int unsigned i = 0; tables && i <= depth; i++) begin
      if (i != from + levels && (i < joins || (i - joins) % 2 != 0)) costs[i] = 8 * costs[i];
    end
    return costs;
  endfunction

  // Where to cut `depth` levels for `stages` registers, the last one at the output. First comes the
  // clock: no stage has more than ceil((depth + spare) / stages) levels, and the first one `spare`
  // less, because in GHASH an XOR and a multiplexer, two levels, stand in front of it. A `depth`
  // that is only an upper bound, too large by up to two levels, contains these already: spare = 0.
  // Second comes the number of registers: the cheapest of the plans that are left, by dynamic
  // programming over the depth of the last cut.
  function automatic cuts_t cut_plan(int unsigned depth, int unsigned stages, costs_t costs,
                                     int unsigned spare = 2);
    int unsigned limit = ceil_div(depth + spare, stages);
    int unsigned first = (limit > spare + 1) ? limit - spare : 1;
    costs_t best, next;                     // cheapest plan whose last cut is at d; 0: none
    bit [MaxDepth:0][MaxDepth:0] plan, follow;  // and that plan
    cuts_t every = '0;
    best = '0;
    plan = '0;
    if (stages == 1) every[depth] = 1'b1;
    for (int unsigned d = 1; d <= depth; d++) begin
      if (stages >= depth) every[d] = 1'b1;  // the caller adds the others after the output
      if (d <= first) begin
        best[d]    = costs[d];
        plan[d][d] = 1'b1;
      end
    end
    if (every != '0) return every;
    for (int unsigned s = 2; s <= stages; s++) begin
      next   = '0;
      follow = '0;
      for (int unsigned d = 2; d <= depth; d++) begin
        for (int unsigned e = (d > limit) ? d - limit : 1; e < d; e++) begin
          if (best[e] != 0 && (next[d] == 0 || best[e] + costs[d] < next[d])) begin
            next[d]   = best[e] + costs[d];
            follow[d] = plan[e] | (cuts_t'(1) << d);
          end
        end
      end
      best = next;
      plan = follow;
    end
    return plan[depth];
  endfunction

  // Number of cuts after depth `from`, up to and including depth `to`.
  function automatic int unsigned cut_count(cuts_t cuts, int unsigned from, int unsigned to);
    int unsigned count = 0;
    for (int unsigned d = from + 1; d <= to; d++) count = count + 32'(cuts[d]);
    return count;
  endfunction

  // Levels from depth `from` on that have no cut between them: up to the first cut, or all.
  function automatic int unsigned levels_to_cut(cuts_t cuts, int unsigned from,
                                                int unsigned levels);
    int unsigned n = levels;
    for (int unsigned l = levels; l > 1; l--) begin
      if (cuts[from + l - 1]) n = l - 1;
    end
    return n;
  endfunction

endpackage
