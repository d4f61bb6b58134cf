# SPDX-License-Identifier: Apache-2.0
"""Where the pipelines of multipliers are cut: the plan is the cheapest that keeps the clock."""

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from sealwright.base.files import library_files
from sealwright.synth.gates import elaborate_gates
from sealwright.tools.sv_package import read_package

SUMS = """module sums
  import seal_gf_plan_pkg::*;
  import seal_gf_pkg::*;
(output logic [{last}:0][31:0] sum_o);
  localparam poly_t Poly = poly_t'('h1002b);
  function automatic int unsigned sum(int unsigned lanes, int unsigned stages);
    int unsigned weight = red_weight(16, Poly);
    int unsigned depth = karatsuba_depth(16, 4) + $clog2(weight) + $clog2(lanes);
    costs_t costs = parallel_costs(16, 4, weight, lanes, 1'b1, depth);
    cuts_t plan = cut_plan(depth, stages, costs, 0);
    sum = 0;
    for (int unsigned d = 0; d <= depth; d++) if (plan[d]) sum += costs[d];
  endfunction
  {lines}
endmodule
"""
MAX_DEPTH = read_package("rtl/gf/seal_gf_plan_pkg.sv").constants["MaxDepth"]


def plans(folder: Path, cases: Sequence[tuple[int, int, Sequence[int]]]) -> list[set[int]]:
    """seal_gf_plan_pkg::cut_plan of each (depth, stages, cost of a cut at depth 0, 1, ...)."""
    lines = []
    for number, (depth, stages, costs) in enumerate(cases):
        words = ", ".join(f"32'd{cost}" for cost in reversed([*costs, *[0] * MAX_DEPTH][:64]))
        lines += [
            f"localparam costs_t Costs{number} = {{{words}}};",
            f"assign plan_o[{number}] = cut_plan({depth}, {stages}, Costs{number});",
        ]
    source = folder / "plans.sv"
    head = "module plans import seal_gf_plan_pkg::*; "
    head += f"(output logic [{len(cases) - 1}:0][{MAX_DEPTH}:0] plan_o);"
    source.write_text("\n".join([head, *lines, "endmodule", ""]))
    netlist = elaborate_gates("plans", [*library_files("gf"), source], {})
    bits = netlist.outputs["plan_o"]
    width = MAX_DEPTH + 1
    rows = [bits[width * number : width * (number + 1)] for number in range(len(cases))]
    return [{depth for depth, bit in enumerate(row) if bit} for row in rows]


def legal(depth: int, stages: int) -> Iterator[tuple[int, ...]]:
    """Every way to cut `depth` levels into `stages` of at most ceil((depth + 2) / stages) levels.

    The last cut is at the output; the first stage has two levels less, or one where three or less
    are left of a stage.
    """
    limit = -(-(depth + 2) // stages)
    first = limit - 2 if limit > 3 else 1
    for inner in itertools.combinations(range(1, depth), stages - 1):
        ends = (*inner, depth)
        steps = [b - a for a, b in itertools.pairwise(ends)]
        if ends[0] <= first and max(steps, default=0) <= limit:
            yield ends


def test_cheapest_plan(tmp_path: Path) -> None:
    """Against every plan there is, for all small depths and costs at random."""
    rng = random.Random(1)
    shapes = [(depth, stages) for depth in range(3, 13) for stages in range(2, min(depth, 9))]
    cases = [
        (depth, stages, [rng.randint(1, 99) for _ in range(depth + 1)])
        for depth, stages in shapes
        for _ in range(4)
    ]
    for (depth, stages, costs), plan in zip(cases, plans(tmp_path, cases), strict=True):
        every = list(legal(depth, stages))
        assert tuple(sorted(plan)) in every, (depth, stages, costs)
        cheapest = min(sum(costs[d] for d in ends) for ends in every)
        assert sum(costs[d] for d in plan) == cheapest, (depth, stages, costs)


def test_one_stage_and_more_stages_than_levels(tmp_path: Path) -> None:
    """One register stands at the output; a level has at most one."""
    costs = [1] * 6
    found = plans(tmp_path, [(5, 1, costs), (5, 5, costs), (5, 8, costs)])
    assert found == [{5}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}]


def test_the_registers_are_those_of_the_plan(tmp_path: Path) -> None:
    """parallel_costs counts what a cut at each depth takes; 16 bits, Karatsuba down to 4."""
    cases = list(itertools.product((3, 4), (2, 3, 4)))
    lines = [
        f"assign sum_o[{number}] = sum({lanes}, {stages});"
        for number, (lanes, stages) in enumerate(cases)
    ]
    source = tmp_path / "sums.sv"
    source.write_text(SUMS.format(last=len(cases) - 1, lines="\n".join(lines)))
    bits = elaborate_gates("sums", [*library_files("gf"), source], {}).outputs["sum_o"]
    for number, (lane, stage) in enumerate(cases):
        params = {"Width": 16, "Poly": 0x1002B, "Halt": 4, "Lanes": lane, "Stages": stage}
        netlist = elaborate_gates("seal_gf_mult_parallel", library_files("gf"), params)
        planned = sum(bit << i for i, bit in enumerate(bits[32 * number : 32 * (number + 1)]))
        assert sum(gate.is_flop for gate in netlist.gates) == planned, (lane, stage)
