# SPDX-License-Identifier: Apache-2.0
"""Generated packages of S-boxes are what their generators write; sizes of the circuits."""

import re
import sys
from collections import Counter

import pytest

from sealwright.files import library_files, repo_root
from sealwright.synth.gates import elaborate_gates

sys.path.insert(0, str(repo_root() / "scripts"))
import generate_bdd
import generate_sbox_linear

# XOR and XNOR gates of the linear parts; the middle part has 60 gates
LINEAR = {
    "forward_top": 18,
    "forward_bottom": 28,
    "inverse_top": 18,
    "inverse_bottom": 28,
    "back": 12,
}
MIDDLE = {"norm": 21, "inverse": 21}  # besides the 18 AND gates of the products


def package(name: str) -> str:
    return (repo_root() / f"rtl/aes/seal_aes_{name}_pkg.sv").read_text()


def functions(name: str) -> dict[str, str]:
    """The bodies of a package's functions."""
    found = re.findall(r"function automatic .*? (\w+)\(.*?;\n(.*?)endfunction", package(name), re.S)
    return dict(found)


def test_linear_parts_are_made_by_the_search() -> None:
    """The whole search, which is exhaustive: no smaller circuits were passed by."""
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
    ("direction", "expected"),
    [
        (0, {"$_AND_": 28, "$_OR_": 4, "$_XOR_": 74, "$_MUX_": 0}),
        (1, {"$_AND_": 28, "$_OR_": 4, "$_XOR_": 74, "$_MUX_": 0}),
        (2, {"$_AND_": 28, "$_OR_": 4, "$_XOR_": 98, "$_MUX_": 16}),
    ],
)
def test_sbox_of_few_gates(direction: int, expected: dict[str, int]) -> None:
    """106 gates of two inputs in either direction; an XNOR is an XOR and an inverter here."""
    netlist = elaborate_gates("seal_aes_sbox", library_files("aes"), {"Kind": 2, "Dir": direction})
    kinds = Counter(gate.kind for gate in netlist.gates)
    inverters = kinds.pop("$_NOT_")
    assert kinds == {kind: count for kind, count in expected.items() if count}
    # Complemented sums, and in the inverse direction one bit of the input
    linear = functions("linear")
    parts = {0: ["forward"], 1: ["inverse"], 2: ["forward", "back", "back"]}[direction]
    bodies = [body for part in parts for name, body in linear.items() if name.startswith(part)]
    assert inverters == sum(body.count("~") for body in bodies)


@pytest.mark.parametrize(("direction", "muxes"), [(0, 398), (1, 386), (2, 703)])
def test_multiplexers_of_diagrams(direction: int, muxes: int) -> None:
    """Of 403, 392 and 709 nodes some are bits of the input, and some are seen to be complements."""
    netlist = elaborate_gates("seal_aes_sbox", library_files("aes"), {"Kind": 3, "Dir": direction})
    kinds = Counter(gate.kind for gate in netlist.gates)
    assert kinds["$_MUX_"] == muxes
    assert set(kinds) <= {"$_MUX_", "$_NOT_"}
    assert kinds["$_NOT_"] <= 3
