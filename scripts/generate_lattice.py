# SPDX-License-Identifier: Apache-2.0
"""Writes rtl/gf/seal_gf_lattice_pkg.sv: the key side of Toeplitz products with few XOR gates.

scripts/lattice/search.cpp says what is searched, and finds the points; here each gets the triangle
from which it is made, such that no path is longer than it must be. Takes some forty minutes. The
search is seeded and counts steps, not seconds: it finds the same again.
"""

import subprocess
import tempfile
from pathlib import Path

from sealwright.files import repo_root

LEVELS = 6
STEPS = {1: 1_000, 2: 10_000, 3: 200_000, 4: 1_000_000, 5: 2_000_000, 6: 2_500_000}
SEED = 1
ROW_BITS = 5 << LEVELS + 1  # five bits for each of 2^(LEVELS + 1) points

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
// Gates, and what plain splitting takes:
//
{counts}
//
// Written by scripts/generate_lattice.py.
//
// Source: this project's search.
package seal_gf_lattice_pkg;

  parameter int unsigned MaxLattice = {levels};   // levels of splitting

  typedef bit [{top}:0] lattice_row_t;   // code of point j in bits [5 j +: 5]
"""

TAIL = """\
  // Row k, 0 < k < 2^levels.
  function automatic lattice_row_t lattice_row(int unsigned levels, bit two, int unsigned k);
    unique case ({levels, two})
{cases}
      default:    return '0;
    endcase
  endfunction

endpackage
"""

Point = tuple[int, int]


def search(program: Path, levels: int, two: int) -> tuple[set[Point], str]:
    """Points beyond row 0, and what the program says of them."""
    args = [str(program), str(levels), str(two), str(STEPS[levels]), str(SEED)]
    done = subprocess.run(args, check=True, capture_output=True, text=True)
    points = {(int(k), int(j)) for k, j in map(str.split, done.stdout.splitlines())}
    return points, done.stderr.strip()


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


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        program = Path(folder) / "search"
        source = repo_root() / "scripts/lattice/search.cpp"
        subprocess.run(["g++", "-O3", "-o", program, source], check=True)
        counts, body, cases = [], [], []
        for levels in range(1, LEVELS + 1):
            for two in (0, 1):
                points, said = search(program, levels, two)
                print(said, flush=True)
                name = f"{'Two' if two else 'One'}{levels}"
                counts.append(f"//   {said}")
                body += table(name, codes(points, levels, two), levels)
                cases.append(f"      {{32'd{levels}, 1'b{two}}}: return {name}[k-1];")
    head = HEAD.format(counts="\n".join(counts), levels=LEVELS, top=ROW_BITS - 1)
    tail = TAIL.replace("{cases}", "\n".join(cases))
    text = "\n".join([head, *body, tail])
    (repo_root() / "rtl/gf/seal_gf_lattice_pkg.sv").write_text(text)


if __name__ == "__main__":
    main()
