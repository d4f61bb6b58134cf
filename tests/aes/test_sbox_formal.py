# SPDX-License-Identifier: Apache-2.0
"""Every S-box, kind by kind, direction by direction and stage by stage, is the one of FIPS 197.

A complete proof: the RTL becomes a netlist of one-bit gates, and each net is evaluated for all 512
inputs at once (bit x of an integer is the net's value for byte x mod 256 and inv_i = x / 256).
Registers are wires for the function and one cycle each for the latency: every path must pass the
same number of them.
"""

from pathlib import Path
from typing import Final

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files
from sealwright.cores.cipher import SBOXES
from sealwright.synth.gates import ONE, ZERO, Gate, GateNetlist, elaborate_gates, ordered, ranks

DIRECTIONS: Final = {0: "forward", 1: "inverse", 2: "both"}
INPUTS: Final = 512
ALL: Final = (1 << INPUTS) - 1

# All legal numbers of stages of one kind and direction, side by side; `{n}` is one of them.
TOP: Final = """\
module every (input logic clk_i, input logic inv_i, input logic [7:0] d_i, {ports});
  {instances}
endmodule
"""
INSTANCE: Final = "seal_aes_sbox #({params}) u_{n} (.clk_i, .inv_i, .d_i, .q_o(q_{n}));"


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


def _netlist(kind: str, direction: int, stages: range, folder: Path) -> GateNetlist:
    """The gates of the S-boxes of some numbers of stages."""
    ports = [f"output logic [7:0] q_{n}" for n in stages]
    choice = f".Kind({SBOXES[kind]}), .Dir({direction})"
    instances = [INSTANCE.format(params=f"{choice}, .Stages({n})", n=n) for n in stages]
    path = folder / "every.sv"
    path.write_text(TOP.format(ports=", ".join(ports), instances="\n  ".join(instances)))
    return elaborate_gates("every", [*library_files("common", "aes"), path], {})


def _output(gate: Gate, value: dict[int, int]) -> int:
    """The output of a gate for all inputs at once; a register is a wire."""
    if gate.is_flop:
        assert gate.kind == "$_DFF_P_"
        return value[gate.inputs[0]]
    a, b, s = ([value[net] for net in gate.inputs] + [0, 0])[:3]
    results = {
        "$_NOT_": a ^ ALL,
        "$_AND_": a & b,
        "$_OR_": a | b,
        "$_XOR_": a ^ b,
        "$_MUX_": (a & ~s) | (b & s),
    }
    return results[gate.kind]


def _evaluate(netlist: GateNetlist) -> dict[int, int]:
    """Values of all nets for all inputs."""
    bits = [*netlist.inputs["d_i"], *netlist.inputs["inv_i"]]
    value = {ZERO: 0, ONE: ALL}
    for i, net in enumerate(bits):
        value[net] = sum(1 << x for x in range(INPUTS) if x >> i & 1)
    for gate in ordered(netlist):
        value[gate.output] = _output(gate, value)
    return value


@pytest.fixture(scope="module", name="tables")
def reference_tables() -> dict[int, list[int]]:
    """For each direction, the S-box of each of the 512 inputs."""
    forward = [_substitute(a) for a in range(256)]
    assert (forward[0x00], forward[0x53], forward[0xFF]) == (0x63, 0xED, 0x16)  # table 4
    inverse = [forward.index(a) for a in range(256)]
    assert (inverse[0x00], inverse[0xED], inverse[0xFF]) == (0x52, 0x53, 0x7D)  # table 6
    return {0: forward * 2, 1: inverse * 2, 2: forward + inverse}


@pytest.mark.parametrize("direction", DIRECTIONS, ids=DIRECTIONS.values())
@pytest.mark.parametrize("kind", SBOXES)
def test_sbox_is_the_table(
    kind: str, direction: int, tables: dict[int, list[int]], tmp_path: Path
) -> None:
    stages = range(1 if kind == "bram" else 0, 4)
    netlist = _netlist(kind, direction, stages, tmp_path)
    value = _evaluate(netlist)
    rank = ranks(netlist)  # fails where paths of different latency meet
    for n in stages:
        for k, net in enumerate(netlist.outputs[f"q_{n}"]):
            wanted = sum((word >> k & 1) << x for x, word in enumerate(tables[direction]))
            assert value[net] == wanted, f"bit {k} with {n} stages"
            assert rank[net] == n, f"bit {k} with {n} stages is late or early"


def test_memory_needs_a_stage() -> None:
    with pytest.raises(CheckFailed, match="a synchronous memory needs Stages of at least 1"):
        elaborate_gates("seal_aes_sbox", library_files("common", "aes"), {"Kind": 5, "Stages": 0})


@pytest.mark.parametrize("wrong", [{"Kind": 7}, {"Dir": 3}, {"Stages": 4}])
def test_what_there_is_not_stops_elaboration(wrong: dict[str, int]) -> None:
    with pytest.raises(CheckFailed, match=f"seal_aes_sbox: {next(iter(wrong))} must be"):
        elaborate_gates("seal_aes_sbox", library_files("common", "aes"), wrong)
