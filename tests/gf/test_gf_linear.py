# SPDX-License-Identifier: Apache-2.0
"""Linear circuits over GF(2): squarers, the tower's maps, key sides. Complete on a basis.

A circuit of XOR gates and wires alone is linear, so its results for all unit vectors define it.
"""

import random
import sys
from collections.abc import Sequence

import pytest

from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.model.field import GCM_FIELD, Field
from sealwright.model.tower import TOWERS, Tower
from sealwright.synth.gates import ONE, ZERO, elaborate_gates, ordered

sys.path.insert(0, str(repo_root() / "scripts"))
import generate_lattice
import generate_tower

LATTICES = repo_root() / "rtl/gf/seal_gf_lattice_pkg.sv"

FIELDS = [(2, 1, 0), (3, 1, 0), (8, 4, 3, 1, 0), (17, 3, 0), (128, 7, 2, 1, 0)]
WIDE = [(127, 1, 0), (163, 7, 6, 3, 0), (233, 74, 0)]


def images(top: str, params: dict[str, int], given: str, made: str) -> list[int]:
    """The result of a linear circuit for each unit vector."""
    netlist = elaborate_gates(top, library_files("gf"), params)
    width = len(netlist.inputs[given])
    value = {ZERO: 0} | {net: 1 << i for i, net in enumerate(netlist.inputs[given])}
    for gate in ordered(netlist):
        assert gate.kind == "$_XOR_" and ONE not in gate.inputs
        value[gate.output] = value[gate.inputs[0]] ^ value[gate.inputs[1]]
    rows = [value[net] for net in netlist.outputs[made]]
    return [sum((row >> i & 1) << k for k, row in enumerate(rows)) for i in range(width)]


def poly_of(exponents: Sequence[int]) -> int:
    return sum(1 << e for e in exponents)


@pytest.mark.parametrize("exponents", [*FIELDS, *nightly((field,) for field in WIDE)])
def test_square(exponents: Sequence[int]) -> None:
    field = Field(poly_of(exponents))
    params = {"Width": field.width, "Poly": field.poly}
    found = images("seal_gf_square", params, "a_i", "p_o")
    assert found == [field.multiply(1 << i, 1 << i) for i in range(field.width)]


@pytest.mark.parametrize("exponents", [*FIELDS, *WIDE])
def test_dual_sequence(exponents: Sequence[int]) -> None:
    """s_k = coefficient of x^(width-1) in x^k b."""
    field = Field(poly_of(exponents))
    params = {"Width": field.width, "Poly": field.poly}
    found = images("seal_gf_dual_sequence", params, "b_i", "s_o")
    for i, sequence in enumerate(found):
        power = 1 << i
        for k in range(2 * field.width - 1):
            assert sequence >> k & 1 == power >> (field.width - 1) & 1
            power = field.multiply(power, 2)


@pytest.mark.parametrize(
    ("width", "halt"),
    [
        (4, 2),
        (8, 1),
        (8, 4),
        (12, 3),
        (16, 2),
        (32, 1),
        (32, 2),
        (32, 4),
        (64, 1),
        (64, 2),
        (128, 2),
    ],
)
def test_lattice_makes_the_windows_of_the_recursion(width: int, halt: int) -> None:
    """With few gates, and as far as there is one with few tables."""
    params = {"Width": width, "Halt": halt}
    plain = images("seal_gf_tmvp_windows", params, "t_i", "w_o")
    for tables in (0, 1) if width <= 16 * halt else (0,):
        found = images("seal_gf_tmvp_lattice", {**params, "Tables": tables}, "t_i", "w_o")
        assert found == plain


@pytest.mark.parametrize("number", range(len(TOWERS)))
def test_tower_maps(number: int) -> None:
    tower = TOWERS[number]
    to_tower = images("seal_gf_tower_map", {"Tower": number}, "a_i", "p_o")
    assert to_tower == [tower.to_tower(1 << i) for i in range(128)]
    back = images("seal_gf_tower_map", {"Tower": number, "Back": 1}, "a_i", "p_o")
    assert back == [tower.to_field(1 << i) for i in range(128)]


@pytest.mark.parametrize("tower", TOWERS)
def test_tower_is_the_field(tower: Tower) -> None:
    """The map is a bijection that keeps products: what makes it an isomorphism."""
    rng = random.Random(1)
    for _ in range(20):
        a, b = rng.getrandbits(128), rng.getrandbits(128)
        assert tower.to_field(tower.to_tower(a)) == a
        product = tower.multiply(tower.to_tower(a), tower.to_tower(b))
        assert tower.to_field(product) == GCM_FIELD.multiply(a, b)


def test_tower_package_is_made_of_the_model() -> None:
    written = (repo_root() / "rtl/gf/seal_gf_tower_pkg.sv").read_text()
    assert generate_tower.text() == written


def test_small_lattices_are_made_by_their_search() -> None:
    """Up to three levels; the whole package, whose searches take long, is nightly."""
    small = [search for search in generate_lattice.SEARCHES if search.levels <= 3]
    package = LATTICES.read_text()
    for count, lines in generate_lattice.tables(small):
        assert f"{count}\n" in package
        assert "\n".join(lines) in package


@pytest.mark.nightly
def test_lattices_are_made_by_their_search() -> None:
    assert generate_lattice.text() == LATTICES.read_text()
