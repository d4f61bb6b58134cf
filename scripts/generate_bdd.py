# SPDX-License-Identifier: Apache-2.0
"""Writes rtl/aes/seal_aes_bdd_pkg.sv and seal_aes_tbdd_pkg.sv: S-boxes as decision diagrams.

Reduced ordered binary decision diagrams of all eight output bits, sharing their nodes, in the order
of variables with the fewest nodes of all orders. How many nodes a level has depends only on which
variables are above it, not on their order, so dynamic programming over sets of variables finds that
order (S. Friedman and K. Supowit, "Finding the optimal variable ordering for binary decision
diagrams", IEEE Trans. Comput. 39, 1990). The package dd builds the diagrams.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dd.autoref import BDD, Function

from sealwright.base.files import repo_root

BDD_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Decision diagrams of the S-box (FIPS 197, section 5.1.1), its inverse (5.3.2) and both in one, of
// nine variables with d[8] = inverse: see seal_aes_sbox_bdd.
//
// Each is reduced and ordered, with all eight outputs in one diagram, in the order of variables
// with the fewest nodes of all orders:
//
//              nodes    variables of d, from the outputs to the constants
{orders}
//
// A function is one level of a diagram: n has the values that the level below hands on, the result
// those that the level above needs; level 0 is next to the constants, the last one makes the
// output. {both}
//
// Written by scripts/generate_bdd.py.
//
// Source: this project's diagrams; S. Morioka and A. Satoh, IEEE Trans. VLSI Syst. 12(7), 2004, for
// S-boxes of this kind.
package seal_aes_bdd_pkg;

  // The most values between two levels
{widths}

"""

TBDD_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// The upper half of the twisted decision diagrams of the S-box: see seal_aes_sbox_bdd.
//
// Below the cut, four variables of seal_aes_bdd_pkg are left; n has all the different functions of
// them that occur. Above it, decode makes one line of each value of the other variables, and an
// output is the sum of those n that its lines select: AND and OR gates in place of multiplexers.
//
// Written by scripts/generate_bdd.py.
//
// Source: after S. Morioka and A. Satoh, "A 10-Gbps full-AES crypto design with a twisted BDD S-Box
// architecture", IEEE Trans. VLSI Syst. 12(7), 2004. seal_aes_sbox_bdd says what is taken from it.
package seal_aes_tbdd_pkg;

  // Values at the cut
{widths}

"""

LOWER = 4  # levels below the cut of a twisted diagram


def sboxes() -> tuple[list[int], list[int]]:
    """The S-box and its inverse, from the walk through the powers of 3 and their inverses."""
    forward = [0x63] * 256
    p = q = 1
    for _ in range(255):
        p ^= (p << 1) ^ (0x11B if p & 0x80 else 0)  # times 3
        q ^= q << 1  # divided by 3
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        q ^= 0x09 if q & 0x80 else 0
        rotated = q * 0x101
        forward[p] = (q ^ (rotated >> 7) ^ (rotated >> 6) ^ (rotated >> 5) ^ (rotated >> 4)) & 0xFF
        forward[p] ^= 0x63
    return forward, [forward.index(a) for a in range(256)]


def cofactors(table: int, size: int, place: int) -> tuple[int, int]:
    """The two halves of a truth table of `size` bits by the variable at `place`."""
    step = 1 << place
    low = high = 0
    for i, x in enumerate(range(0, size, 2 * step)):
        low |= (table >> x & (1 << step) - 1) << i * step
        high |= (table >> x + step & (1 << step) - 1) << i * step
    return low, high


def best_order(tables: Iterable[int], variables: int) -> tuple[int, tuple[int, ...]]:
    """The fewest nodes that a diagram of these functions can have, and the order, outputs first."""
    below = {0: set(tables)}  # by set of variables above: what is left of the functions
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for above in sorted(range(1 << variables), key=lambda s: (s.bit_count(), s)):
        left = [v for v in range(variables) if not above >> v & 1]
        nodes, order = best[above]
        for place, v in enumerate(left):
            halves = [cofactors(t, 1 << len(left), place) for t in below[above]]
            row = (nodes + sum(low != high for low, high in halves), (*order, v))
            beyond = above | 1 << v
            best[beyond] = min(row, best.get(beyond, row))
            below.setdefault(beyond, {half for pair in halves for half in pair})
        del below[above]
    return best[(1 << variables) - 1]


@dataclass(frozen=True)
class Level:
    """One level of a diagram: its variable, and for each value that it hands on either a node (the
    places of its two children, -1 and -2 for the constants 0 and 1) or the place of that value."""

    variable: int
    values: tuple[tuple[int, int] | int, ...]


@dataclass(frozen=True)
class Diagram:
    """All outputs of a function as levels, constants first."""

    name: str
    inputs: int
    nodes: int
    order: tuple[int, ...]
    levels: tuple[Level, ...]

    def width(self) -> int:
        return max(len(level.values) for level in self.levels)


def built(manager: BDD, table: int, order: Sequence[int]) -> Function:
    """The diagram of a truth table, from its halves by the first variable of `order`."""
    if not order:
        return manager.true if table else manager.false
    first, *rest = order
    place = sum(v < first for v in rest)
    low, high = cofactors(table, 1 << len(order), place)
    parts = built(manager, high, rest), built(manager, low, rest)
    return manager.ite(manager.var(f"d{first}"), *parts)


def children(node: Function) -> tuple[Function, Function]:
    """Both children; an edge of dd may stand for the complement of what it leads to."""
    low, high = node.low, node.high
    assert low is not None and high is not None
    return (~low, ~high) if node.negated else (low, high)


def diagram(name: str, tables: Sequence[int], variables: int) -> Diagram:
    """The smallest diagram of some functions."""
    nodes, order = best_order(tables, variables)
    manager = BDD()
    manager.configure(reordering=False)
    manager.declare(*(f"d{v}" for v in order))
    needed = [built(manager, table, order) for table in tables]
    constants = {manager.false: -1, manager.true: -2}
    levels, count = [], 0
    for variable in order:
        pairs = [children(node) if node.var == f"d{variable}" else None for node in needed]
        below: dict[Function, int] = {}
        for node, pair in zip(needed, pairs, strict=True):
            for child in pair or (node,):
                if child not in constants:
                    below.setdefault(child, len(below))
        place = below | constants
        values = tuple(
            (place[pair[0]], place[pair[1]]) if pair else place[node]
            for node, pair in zip(needed, pairs, strict=True)
        )
        levels.append(Level(variable, values))
        count += sum(pair is not None for pair in pairs)
        needed = list(below)
    assert count == nodes, "the diagram is not the one that was counted"
    return Diagram(name, variables, nodes, order, tuple(reversed(levels)))


def line(k: int, variable: int, value: tuple[int, int] | int) -> str:
    """One value of a level as a statement."""
    if isinstance(value, int):
        return f"q[{k}] = n[{value}];"
    if value in ((-1, -2), (-2, -1)):
        return f"q[{k}] = {'~' if value[0] == -2 else ''}d[{variable}];"
    low, high = ({-1: "1'b0", -2: "1'b1"}.get(i, f"n[{i}]") for i in value)
    return f"q[{k}] = d[{variable}] ? {high} : {low};"


def widths(infix: str, rows: Iterable[tuple[str, int]]) -> str:
    """A constant for each diagram."""
    names = [(f"{name.upper()}_{infix}W", width) for name, width in rows]
    size = max(len(name) for name, _ in names)
    return "\n".join(f"  localparam int unsigned {name:{size}} = {w};" for name, w in names)


def function(tree: Diagram) -> list[str]:
    """All levels of a diagram."""
    size, width = tree.inputs, f"[{tree.name.upper()}_W-1:0]"
    lines = [
        f"  function automatic logic {width} {tree.name}(",
        f"    int unsigned level, logic [{size - 1}:0] d, logic {width} n",
        "  );",
        "    /* verilator no_inline_task */",
        f"    logic {width} q;",
        "    q = '0;",
        "    unique case (level)",
    ]
    for number, level in enumerate(tree.levels):
        lines.append(f"      {number}: begin")
        lines += [f"        {line(k, level.variable, v)}" for k, v in enumerate(level.values)]
        lines.append("      end")
    return [*lines, "      default: ;", "    endcase", "    return q;", "  endfunction", ""]


def at_cut(tree: Diagram, output: int) -> list[int]:
    """The value below the cut that an output is, for each value of the variables above it."""
    places = [output]
    for level in reversed(tree.levels[LOWER:]):
        following: list[int] = []
        for place in places:
            value = level.values[place] if place >= 0 else place
            following += [value, value] if isinstance(value, int) else list(value)
        places = following
    return places


def runs(places: Sequence[int]) -> list[str]:
    """Bits of n in descending order of their use, consecutive ones as ranges."""
    found: list[list[int]] = []
    for place in places:
        if found and place >= 0 and place == found[-1][-1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    words = []
    for run in found:
        span = f"n[{run[-1]}:{run[0]}]" if len(run) > 1 else f"n[{run[0]}]"
        words.append({-1: "1'b0", -2: "1'b1"}.get(run[0], span))
    return words[::-1]


def selection(tree: Diagram) -> list[str]:
    """Decoder and selectors of a twisted diagram."""
    upper = tree.order[:-LOWER]
    lines, size = 1 << len(upper), tree.inputs
    places = {v: f"v[{len(upper) - 1 - i}]" for i, v in enumerate(upper)}
    pattern = ", ".join(places.get(v, "1'b0") for v in reversed(range(size)))
    mask = f"{size}'b{sum(1 << v for v in upper):0{size}b}"
    made = [
        f"  function automatic logic [{lines - 1}:0] {tree.name}_decode(logic [{size - 1}:0] d);",
        "    /* verilator no_inline_task */",
        f"    logic [{lines - 1}:0] u;",
        f"    for (int unsigned v = 0; v < {lines}; v++) begin",
        f"      u[v] = ((d & {mask}) == {{{pattern}}});",
        "    end",
        "    return u;",
        "  endfunction",
        "",
        f"  function automatic logic [7:0] {tree.name}_select(",
        f"    logic [{lines - 1}:0] u, logic [{tree.name.upper()}_CUT_W-1:0] n",
        "  );",
        "    /* verilator no_inline_task */",
        "    logic [7:0] q;",
    ]
    for k in range(8):
        words = runs(at_cut(tree, k))
        made.append(f"    q[{k}] = |(u & {words[0] if len(words) == 1 else _joined(words)});")
    return [*made, "    return q;", "  endfunction", ""]


def _joined(words: Sequence[str]) -> str:
    return f"{{{', '.join(words)}}}"


def texts() -> tuple[str, str]:
    """Both files."""
    forward, inverse = sboxes()
    words = {"forward": forward, "inverse": inverse, "both": forward + inverse}
    trees = []
    for name, table in words.items():
        rows = [sum((word >> k & 1) << x for x, word in enumerate(table)) for k in range(8)]
        trees.append(diagram(name, rows, len(table).bit_length() - 1))
    counts = [tree.nodes for tree in trees]
    two = counts[0] + counts[1] + 8
    assert counts[2] < two, "two diagrams and a choice are smaller"
    head = BDD_HEAD.format(
        orders="\n".join(
            f"//   {t.name:11}{t.nodes:<9}{' '.join(map(str, t.order))}" for t in trees
        ),
        both=f"Two diagrams and a choice would be {two} nodes for both directions.",
        widths=widths("", [(tree.name, tree.width()) for tree in trees]),
    )
    plain = [head.rstrip("\n"), "", *(row for tree in trees for row in function(tree))]
    cuts = widths("CUT_", [(tree.name, len(tree.levels[LOWER - 1].values)) for tree in trees])
    twisted = [
        TBDD_HEAD.format(widths=cuts).rstrip("\n"),
        "",
        *(row for tree in trees for row in selection(tree)),
    ]
    return "\n".join([*plain, "endpackage", ""]), "\n".join([*twisted, "endpackage", ""])


def main() -> None:
    for name, text in zip(("bdd", "tbdd"), texts(), strict=True):
        (repo_root() / f"rtl/aes/seal_aes_{name}_pkg.sv").write_text(text)


if __name__ == "__main__":
    main()
