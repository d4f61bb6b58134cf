# SPDX-License-Identifier: Apache-2.0
"""Every S-box, kind by kind and stage by stage, is the table of FIPS 197.

A complete proof: the RTL becomes a netlist of one-bit gates, and each net is evaluated for all 256
input bytes at once (bit x of an integer is the net's value for input x). Registers are wires for
the function and one cycle each for the latency: every path must pass the same number of them.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from pyosys import libyosys

ROOT: Final = Path(__file__).resolve().parents[1]
KINDS: Final = {0: "table", 1: "composite", 2: "gates"}
ALL: Final = (1 << 256) - 1
PASSES: Final = "proc; flatten; opt; memory; techmap; opt; simplemap; opt_clean -purge"

# A net's values for the 256 inputs and its register depth; constants have none.
Net = tuple[int, int | None]


def _times(a: int, b: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS 197, section 4.2)."""
    product = 0
    for i in range(8):
        product ^= (a << i) * (b >> i & 1)
    for i in range(14, 7, -1):
        product ^= (0x11B << (i - 8)) * (product >> i & 1)
    return product


def _substitute(a: int) -> int:
    """SubBytes by its definition (section 5.1.1): the inverse, here searched, then equation 5.1."""
    b = next((x for x in range(256) if _times(a, x) == 1), 0)
    bits = [sum(b >> (i + shift) % 8 for shift in (0, 4, 5, 6, 7)) & 1 for i in range(8)]
    return sum(bit << i for i, bit in enumerate(bits)) ^ 0x63


def _netlist(kind: int, stages: int, path: Path) -> dict[str, Any]:
    """The flat gate netlist of one S-box, as Yosys writes it."""
    names = (ROOT / "rtl/aes/aes.f").read_text().split()
    files = " ".join(str(ROOT / name) for name in names)
    design = libyosys.Design()
    top = f"--top seal_aes_sbox -GKind={kind} -GStages={stages}"
    for command in (f"read_slang {top} {files}", *PASSES.split("; "), f"write_json {path}"):
        libyosys.run_pass(f"tee -q {command}", design)
    (module,) = json.loads(path.read_text())["modules"].values()
    assert isinstance(module, dict)
    return module


def _gate(kind: str, values: dict[str, int]) -> int:
    """Output of a one-bit cell for all inputs at once; a register is a wire."""
    a, b, s = (values.get(port, 0) for port in "ABS")
    results = {
        "$_DFF_P_": values.get("D", 0),
        "$_BUF_": a,
        "$_NOT_": a ^ ALL,
        "$_AND_": a & b,
        "$_OR_": a | b,
        "$_XOR_": a ^ b,
        "$_XNOR_": a ^ b ^ ALL,
        "$_MUX_": (a & ~s) | (b & s),
    }
    return results[kind]


def _evaluate(module: dict[str, Any]) -> dict[Any, Net]:
    """All nets of a netlist without loops: values and register depths."""
    nets: dict[Any, Net] = {"0": (0, None), "1": (ALL, None)}
    for i, bit in enumerate(module["ports"]["d_i"]["bits"]):
        nets[bit] = (sum(1 << x for x in range(256) if x >> i & 1), 0)
    todo = list(module["cells"].values())
    while todo:
        later = []
        for cell in todo:
            output = "Q" if cell["type"] == "$_DFF_P_" else "Y"
            pins = {p: b[0] for p, b in cell["connections"].items() if p not in (output, "C")}
            if not all(bit in nets for bit in pins.values()):
                later.append(cell)
                continue
            depths = {nets[bit][1] for bit in pins.values()} - {None}
            assert len(depths) <= 1, f"paths of different latency meet in a {cell['type']}"
            depth = next(iter(depths), None)
            if output == "Q" and depth is not None:
                depth += 1
            value = _gate(cell["type"], {pin: nets[bit][0] for pin, bit in pins.items()})
            nets[cell["connections"][output][0]] = (value, depth)
        assert len(later) < len(todo), "the netlist has a loop or an undriven net"
        todo = later
    return nets


@pytest.fixture(scope="module", name="table")
def reference_table() -> list[int]:
    table = [_substitute(a) for a in range(256)]
    assert (table[0x00], table[0x53], table[0xFF]) == (0x63, 0xED, 0x16)  # section 5.1.1, table 4
    return table


@pytest.mark.parametrize("stages", range(4))
@pytest.mark.parametrize("kind", KINDS, ids=KINDS.values())
def test_sbox_is_the_table(kind: int, stages: int, table: list[int], tmp_path: Path) -> None:
    module = _netlist(kind, stages, tmp_path / "sbox.json")
    nets = _evaluate(module)
    for k, bit in enumerate(module["ports"]["q_o"]["bits"]):
        value, depth = nets[bit]
        assert value == sum(1 << x for x in range(256) if table[x] >> k & 1), f"bit {k}"
        assert depth == stages, f"bit {k} is late or early"
