# SPDX-License-Identifier: Apache-2.0
"""Writes rtl/gf/seal_gf_tower_pkg.sv: the maps between GF(2^128) and GF((2^16)^8).

SystemVerilog cannot search for roots of polynomials while it elaborates, so this file is made
beforehand; tests/gf/test_gf_linear.py makes it again and compares.
"""

from sealwright.base.files import repo_root
from sealwright.cores.multiplier import polynomial
from sealwright.model.field import GCM_FIELD
from sealwright.model.tower import TOWERS, Tower

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Towers GF((2^16)^8) for the field of GCM: GF(2^16) = GF(2)[y]/R(y), then GF(2^16)[z]/Q(z). Word i
// of an element (bits 16 i and up) is the coefficient of z^i. Rows of the maps: bit j of row i says
// whether bit i of the result contains bit j of what is mapped.
//
{towers}
//
// Written by scripts/generate_tower.py from sealwright.model.tower.
//
// Source: S. Lemsitzer et al., Multi-Gigabit GCM-AES Architecture Optimized for FPGAs, CHES 2007,
// section 4.4 for the first R; Q and the second tower are this project's search.
package seal_gf_tower_pkg;

  parameter int unsigned Towers = {count};

  typedef bit [127:0] map_t [128];

  // below the highest term
  parameter bit [15:0]  TowerR [Towers] = '{{{r}}};
  parameter bit [127:0] TowerQ [Towers] = '{{
    {q}
  }};
"""


def rows(columns: list[int]) -> list[int]:
    """The transposed matrix."""
    return [sum((c >> i & 1) << j for j, c in enumerate(columns)) for i in range(len(columns))]


def constant(name: str, text: str, values: list[int]) -> list[str]:
    words = ",\n".join(f"    128'h{value:032x}" for value in values)
    return [f"  // {text}", f"  localparam map_t {name} = '{{\n{words}\n  }};", ""]


def written(tower: Tower) -> str:
    """Q, with coefficients as powers of y."""
    terms = []
    for i, c in reversed(list(enumerate((*tower.q, 1)))):
        if c:
            factor = "" if c == 1 else f"({polynomial(c).replace('x', 'y')})"
            power = {0: "", 1: "z"}.get(i, f"z^{i}")
            terms.append(" ".join(filter(None, (factor, power))) or "1")
    return " + ".join(terms)


def text() -> str:
    """The whole file."""
    lines = []
    for number, tower in enumerate(TOWERS):
        r = polynomial(tower.r).replace("x", "y")
        lines += [f"//   tower {number}   R = {r}", f"//             Q = {written(tower)}"]
    q = [sum(word << 16 * i for i, word in enumerate(tower.q)) for tower in TOWERS]
    body = HEAD.format(
        towers="\n".join(lines),
        count=len(TOWERS),
        r=", ".join(f"16'h{tower.r & 0xFFFF:04x}" for tower in TOWERS),
        q=",\n    ".join(f"128'h{word:032x}" for word in q),
    ).splitlines()
    body.append("")
    for number, tower in enumerate(TOWERS):
        to_tower = [tower.to_tower(1 << i) for i in range(GCM_FIELD.width)]
        body += constant(f"ToTower{number}", f"tower {number}, from x^j", rows(to_tower))
        body += constant(f"ToField{number}", f"tower {number}, back", rows(tower.columns))
    return "\n".join([*body, "endpackage", ""])


if __name__ == "__main__":
    (repo_root() / "rtl/gf/seal_gf_tower_pkg.sv").write_text(text())
