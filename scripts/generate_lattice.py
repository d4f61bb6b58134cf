# SPDX-License-Identifier: Apache-2.0
"""Writes rtl/gf/seal_gf_lattice_pkg.sv: the key side of Toeplitz products with few XOR gates.

scripts/lattice/search.cpp says what is searched, and finds the points; here each gets the triangle
from which it is made, such that no path is longer than it must be. scripts/lattice/tables.cpp finds
points and triangles for tables of six inputs. Takes some forty minutes. The searches are seeded and
count steps, not seconds: they find the same again.
"""

import subprocess
import tempfile
from itertools import product
from pathlib import Path

from sealwright.base.files import repo_root

STEPS = {1: 1_000, 2: 10_000, 3: 200_000, 4: 1_000_000, 5: 2_000_000, 6: 2_500_000}
TABLE_STEPS = {1: 100, 2: 1_000, 3: 10_000, 4: 100_000}
SEED = 1
ROW_BITS = 5 << max(STEPS) + 1  # five bits for each of 2^(levels + 1) points

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// How the key side of a Toeplitz product is made with few XOR gates (seal_gf_lattice): for each
// point (k, j) the triangle of which it is a corner. Code 0: the point is not made; else i = bits
// [4:2], h = 2^i, and
//
//   code[1:0]   e(k, j) =
//       1       e(k - h, j) + e(k - h, j + h)
//       2       e(k, j + h) + e(k + h, j)
//       3       e(k, j - h) + e(k + h, j - h)
//
// Gates, and what plain splitting takes; then tables of six inputs (points on the way to a sum have
// codes too):
//
{counts}
//
// Written by scripts/generate_lattice.py.
//
// Source: this project's search.
package seal_gf_lattice_pkg;

  parameter int unsigned MaxLattice      = {levels};   // levels of splitting
  parameter int unsigned MaxTableLattice = {table_levels};   // the same for few tables

  typedef bit [{top}:0] lattice_row_t;   // code of point j in bits [5 j +: 5]
"""

TAIL = """\
  // Row k, 0 < k < 2^levels.
  function automatic lattice_row_t lattice_row(int unsigned levels, bit two, bit tables,
                                               int unsigned k);
    unique case ({levels, two, tables})
{cases}
      default:    return '0;
    endcase
  endfunction

endpackage
"""

Point = tuple[int, int]


def run(program: Path, levels: int, two: int, steps: int) -> tuple[list[list[int]], str]:
    """What a search prints, and what it says of it."""
    args = [str(program), str(levels), str(two), str(steps), str(SEED)]
    done = subprocess.run(args, check=True, capture_output=True, text=True)
    rows = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    return rows, done.stderr.strip()


def corners(point: Point, code: int) -> tuple[Point, Point]:
    """The points whose sum is `point`."""
    (k, j), h = point, 1 << (code >> 2)
    return {
        1: ((k - h, j), (k - h, j + h)),
        2: ((k, j + h), (k + h, j)),
        3: ((k, j - h), (k + h, j - h)),
    }[code & 3]


def codes(points: set[Point], levels: int, two: int) -> dict[Point, int]:
    """The triangle of each point, in rounds: those that can be made come first."""
    made = {(0, j) for j in range((2 << levels) - 1 + two)}
    found: dict[Point, int] = {}
    while points - made:
        ready = {}
        for point in sorted(points - made):
            for code in (i << 2 | way for i in range(levels) for way in (1, 2, 3)):
                if made.issuperset(corners(point, code)):
                    ready[point] = code
                    break
        if not ready:
            raise ValueError("the points cannot be made from row 0")
        found |= ready
        made |= set(ready)
    return found


def table(name: str, found: dict[Point, int], levels: int) -> list[str]:
    """Rows 1 to 2^levels - 1, in pieces of 320 bits."""
    lines = [f"  localparam lattice_row_t {name} [{(1 << levels) - 1}] = '{{"]
    for k in range(1, 1 << levels):
        row = sum(code << 5 * j for (row, j), code in found.items() if row == k)
        pieces = [row >> low & (1 << 320) - 1 for low in reversed(range(0, ROW_BITS, 320))]
        words = [f"320'h{piece:x}" for piece in pieces]
        end = "," if k < (1 << levels) - 1 else ""
        lines += [f"    {{{words[0]},", f"     {words[1]}}}{end}"]
    return [*lines, "  };", ""]


def build(folder: str, name: str) -> Path:
    """One of the searches, compiled."""
    program = Path(folder) / name
    source = repo_root() / f"scripts/lattice/{name}.cpp"
    subprocess.run(["g++", "-O3", "-o", program, source], check=True)
    return program


def main() -> None:
    counts, body, cases = [], [], []
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        gates, tables = build(folder, "search"), build(folder, "tables")
        for few_tables, steps in enumerate((STEPS, TABLE_STEPS)):
            for levels, two in product(steps, (0, 1)):
                program = tables if few_tables else gates
                rows, said = run(program, levels, two, steps[levels])
                print(said, flush=True)
                name = f"{'Two' if two else 'One'}{levels}{'Tables' if few_tables else ''}"
                counts.append(f"//   {said}")
                if few_tables:
                    found = {(k, j): code for k, j, code in rows}
                else:
                    found = codes({(k, j) for k, j in rows}, levels, two)
                body += table(name, found, levels)
                case = f"{{32'd{levels}, 1'b{two}, 1'b{few_tables}}}"
                cases.append(f"      {case}: return {name}[k-1];")
    head = HEAD.format(
        counts="\n".join(counts),
        levels=max(STEPS),
        table_levels=max(TABLE_STEPS),
        top=ROW_BITS - 1,
    )
    text = "\n".join([head, *body, TAIL.replace("{cases}", "\n".join(cases))])
    (repo_root() / "rtl/gf/seal_gf_lattice_pkg.sv").write_text(text)


if __name__ == "__main__":
    main()
