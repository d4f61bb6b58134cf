# SPDX-License-Identifier: Apache-2.0
"""Generated packages of S-boxes are up to date; sizes of the circuits."""

import re
import sys
from collections import Counter

import pytest

from sealwright.base.files import library_files, repo_root
from sealwright.cores.cipher import SBOXES
from sealwright.synth.gates import elaborate_gates, ordered

sys.path.insert(0, str(repo_root() / "scripts"))
import generate_bdd
import generate_sbox_linear

FILES = library_files("common", "aes")

# XOR and XNOR gates of the linear parts
LINEAR = {
    "forward_top": 18,
    "forward_bottom": 28,
    "inverse_top": 18,
    "inverse_bottom": 28,
    "forward_shallow_top": 21,
    "forward_shallow_bottom": 28,
    "inverse_shallow_top": 21,
    "inverse_shallow_bottom": 29,
    "back": 12,
}
MIDDLE = {
    "norm": 21,
    "inverse": 21,
    "inverse_shallow": 22,
}  # besides the 18 AND gates of the products


def package(name: str) -> str:
    return (repo_root() / f"rtl/aes/seal_aes_{name}_pkg.sv").read_text()


def functions(name: str) -> dict[str, str]:
    """The bodies of a package's functions."""
    found = re.findall(r"function automatic .*? (\w+)\(.*?;\n(.*?)endfunction", package(name), re.S)
    return dict(found)


@pytest.mark.nightly
def test_linear_parts_are_made_by_the_search() -> None:
    """The whole search, which is exhaustive: there are no smaller circuits."""
    assert generate_sbox_linear.text() == package("linear")


def test_diagrams_are_made_by_their_generator() -> None:
    assert generate_bdd.texts() == (package("bdd"), package("tbdd"))


@pytest.mark.parametrize(("name", "gates"), LINEAR.items())
def test_linear_gates(name: str, gates: int) -> None:
    assert functions("linear")[name].count("^") == gates


@pytest.mark.parametrize(("name", "gates"), MIDDLE.items())
def test_middle_gates(name: str, gates: int) -> None:
    body = functions("gates")[name]
    body = re.sub(r"/\*.*?\*/", "", body)
    assert sum(body.count(sign) for sign in "&|^") == gates


@pytest.mark.parametrize(
    ("direction", "shallow", "gates", "xors", "muxes", "depth"),
    [
        (0, 0, 106, 74, 0, 31),
        (1, 0, 106, 74, 0, 29),
        (2, 0, 146, 98, 16, 37),
        (0, 1, 110, 76, 0, 19),
        (1, 1, 111, 77, 0, 19),
        (2, 1, 150, 100, 16, 25),
    ],
)
def test_sbox_of_few_gates(
    direction: int, shallow: int, gates: int, xors: int, muxes: int, depth: int
) -> None:
    """Counts and depth without inverters: Yosys makes an XNOR of an XOR and one of these."""
    params = {"Dir": direction, "Kind": SBOXES["gates-shallow" if shallow else "gates"]}
    netlist = elaborate_gates("seal_aes_sbox", FILES, params)
    kinds = Counter(gate.kind for gate in netlist.gates)
    inverters = kinds.pop("$_NOT_")
    assert kinds.total() == gates
    assert (kinds["$_XOR_"], kinds["$_OR_"], kinds["$_MUX_"]) == (xors, 4, muxes)
    # Complemented sums, and in one circuit a bit of the input
    start = ("forward", "inverse", "forward")[direction] + ("_shallow" if shallow else "")
    parts = [f"{start}_top", f"{start}_bottom", *(["back", "back"] if direction == 2 else [])]
    assert inverters == sum(functions("linear")[part].count("~") for part in parts)
    level: dict[int, int] = {}
    for gate in ordered(netlist):
        before = max(level.get(net, 0) for net in gate.inputs)
        level[gate.output] = before + (gate.kind != "$_NOT_")
    assert max(level.values()) == depth


@pytest.mark.parametrize(("direction", "muxes"), [(0, 398), (1, 386), (2, 703)])
def test_multiplexers_of_diagrams(direction: int, muxes: int) -> None:
    """Of 403, 392 and 709 nodes some are bits of the input, and some are complements."""
    netlist = elaborate_gates("seal_aes_sbox", FILES, {"Kind": 3, "Dir": direction})
    kinds = Counter(gate.kind for gate in netlist.gates)
    assert kinds["$_MUX_"] == muxes
    assert set(kinds) <= {"$_MUX_", "$_NOT_"}
    assert kinds["$_NOT_"] <= 3
