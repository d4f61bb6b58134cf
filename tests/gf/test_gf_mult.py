# SPDX-License-Identifier: Apache-2.0
"""Multipliers: proofs, gate counts of the literature, balance of the pipelines, wirings."""

import dataclasses
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rows import nightly
from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files
from sealwright.cores.multiplier import Multiplier
from sealwright.model.field import GCM_FIELD, Field, Order, block_to_poly
from sealwright.synth.gates import (
    Gate,
    GateNetlist,
    count,
    depth,
    elaborate_gates,
    ordered,
    stage_depths,
)
from sealwright.synth.proof import prove, prove_netlist

GCM = GCM_FIELD.poly
KARATSUBA, MASTROVITO = "karatsuba", "mastrovito"


def field_poly(*exponents: int) -> int:
    return sum(1 << e for e in exponents)


def elaborate(**params: int) -> GateNetlist:
    return elaborate_gates("seal_gf_mult", library_files("gf"), params)


def ceil_div(a: int, b: int) -> int:
    return -(-a // b)


@pytest.mark.parametrize("stages", [4, *nightly([1, 2, 3, 5, 6, 7, 8])])
@pytest.mark.parametrize("kind", [KARATSUBA, *nightly([MASTROVITO])])
def test_gcm_pipelines(kind: str, stages: int) -> None:
    """Proved; no stage too deep; two levels less in the first, for the gates of GHASH."""
    netlist = prove(Multiplier(kind, stages=stages))
    levels = depth(netlist)
    found = stage_depths(netlist)
    assert levels == (21 if kind == KARATSUBA else 11)
    assert len(found) == stages
    assert max(found) <= ceil_div(levels, stages) + 1
    assert stages == 1 or found[0] + 2 <= max(ceil_div(levels + 2, stages), 3)
    gates = count(netlist)
    assert gates.other == 0
    if kind == KARATSUBA:
        assert gates.and2 == 3888
        assert 8455 < gates.xor2 <= 8455 + 527
    else:
        assert gates.and2 == 128 * 128
        assert 128 * 127 < gates.xor2 <= 128 * 127 + 784


@pytest.mark.parametrize(
    ("halt", "stages"), [(16, 5), *nightly([(1, 8), (128, 1), (2, 3), (8, 2)])]
)
def test_gcm_halts(halt: int, stages: int) -> None:
    netlist = prove(Multiplier(KARATSUBA, halt=halt, stages=stages))
    assert max(stage_depths(netlist)) <= ceil_div(depth(netlist), stages) + 1


@pytest.mark.parametrize(
    ("exponents", "kind", "stages", "halt"),
    [
        ((2, 1, 0), KARATSUBA, 1, 1),
        ((2, 1, 0), KARATSUBA, 8, 2),  # more stages than levels of gates
        ((2, 1, 0), MASTROVITO, 8, 1),
        ((3, 1, 0), KARATSUBA, 2, 1),
        ((3, 1, 0), MASTROVITO, 1, 1),
        ((8, 4, 3, 1, 0), KARATSUBA, 3, 1),
        ((8, 4, 3, 1, 0), KARATSUBA, 8, 8),
        ((8, 4, 3, 1, 0), MASTROVITO, 4, 1),
        (tuple(range(11)), KARATSUBA, 4, 3),  # all ones
        (tuple(range(11)), MASTROVITO, 5, 1),
        ((16, 5, 3, 1, 0), KARATSUBA, 5, 4),
        ((16, 5, 3, 1, 0), MASTROVITO, 2, 1),
        ((17, 3, 0), KARATSUBA, 6, 1),
        ((17, 3, 0), KARATSUBA, 7, 5),
        ((17, 3, 0), MASTROVITO, 3, 1),
        ((64, 4, 3, 1, 0), KARATSUBA, 4, 8),
        *nightly(
            [
                ((128, 127, 126, 121, 0), KARATSUBA, 3, 4),  # POLYVAL: a matrix with heavy rows
                ((64, 4, 3, 1, 0), MASTROVITO, 4, 1),
                ((127, 1, 0), KARATSUBA, 6, 3),
                ((127, 1, 0), MASTROVITO, 1, 1),
                ((163, 7, 6, 3, 0), KARATSUBA, 5, 6),
                ((233, 74, 0), KARATSUBA, 2, 4),
            ]
        ),
    ],
)
def test_other_fields(exponents: tuple[int, ...], kind: str, stages: int, halt: int) -> None:
    knobs = {"halt": halt} if kind == KARATSUBA else {}
    netlist = prove(Multiplier(kind, field_poly(*exponents), stages=stages, **knobs))
    found = stage_depths(netlist)
    assert len(found) <= stages  # stages without gates at the end are not counted
    assert max(found) <= ceil_div(depth(netlist), stages) + 1


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [KARATSUBA, MASTROVITO])
@pytest.mark.parametrize("exponents", [(163, 7, 6, 3, 0), (233, 74, 0), (283, 12, 7, 5, 0)])
def test_wide_fields(exponents: tuple[int, ...], kind: str) -> None:
    prove(Multiplier(kind, field_poly(*exponents), stages=3))


@pytest.mark.parametrize(
    ("halt", "xor2", "and2", "levels"),
    [
        (4, 8455, 3888, 18),
        *nightly(
            [
                (2, 9913, 2916, 20),
                (8, 7969, 5184, 16),
                (16, 8455, 6912, 14),
                (32, 9913, 9216, 12),
                (64, 12415, 12288, 10),
            ]
        ),
    ],
)
def test_published_counts(halt: int, xor2: int, and2: int, levels: int) -> None:
    """Two-way Karatsuba at 128 bits without reduction, as published for each halting size.

    The depth is one AND and levels - 1 XOR at most; for size 2 only the middle terms of the
    products have an XOR, and some sums of the last splits are ready one level earlier.
    """
    netlist = elaborate_gates(
        "seal_gf_karatsuba", library_files("gf"), {"Width": 128, "Halt": halt}
    )
    found = count(netlist)
    assert (found.xor2, found.and2) == (xor2, and2)
    assert (found.other, found.flops) == (0, 0)
    assert levels - (halt == 2) <= depth(netlist) <= levels


@pytest.mark.parametrize(("poly", "weight"), [(GCM, 527), (field_poly(128, 40, 2, 1, 0), 623)])
def test_reductions_are_not_above_what_is_published(poly: int, weight: int) -> None:
    """The second one is reducible; row by row it would take 626 (see table patel-3.1)."""
    params = {"Width": 128, "Poly": poly}
    netlist = elaborate_gates("seal_gf_reduce", library_files("gf"), params)
    assert count(netlist).xor2 <= weight
    assert depth(netlist) == 3
    folded = elaborate_gates("seal_gf_reduce", library_files("gf"), {**params, "Fold": 1})
    assert count(folded).xor2 < count(netlist).xor2
    if poly == GCM:
        assert (count(folded).xor2, depth(folded)) == (445, 5)


@pytest.mark.parametrize("kind", [KARATSUBA, MASTROVITO])
def test_all_products_of_gf_8(kind: str) -> None:
    """Every pair of operands through the gates themselves, independent of the proof."""
    field = Field(0b1011)
    netlist = prove(Multiplier(kind, field.poly, stages=2))
    pairs = [(a, b) for a in range(8) for b in range(8)]
    value = {0: 0, 1: (1 << len(pairs)) - 1}  # one bit per pair
    for name, side in (("a_i", 0), ("b_i", 1)):
        for bit, net in enumerate(netlist.inputs[name]):
            value[net] = sum((pair[side] >> bit & 1) << n for n, pair in enumerate(pairs))
    for gate in ordered(netlist):
        x, y = value[gate.inputs[0]], value[gate.inputs[-1]]
        value[gate.output] = {"$_AND_": x & y, "$_XOR_": x ^ y, "$_DFF_P_": x}[gate.kind]
    for n, (a, b) in enumerate(pairs):
        product = sum((value[net] >> n & 1) << k for k, net in enumerate(netlist.outputs["p_o"]))
        assert product == field.multiply(a, b)


@pytest.fixture(scope="module")
def good() -> GateNetlist:
    return prove(Multiplier(KARATSUBA, field_poly(16, 5, 3, 1, 0), stages=3, halt=4))


def with_kind(kind: str) -> Callable[[Gate, GateNetlist], Gate]:
    return lambda gate, _: dataclasses.replace(gate, kind=kind)


def with_other_net(gate: Gate, netlist: GateNetlist) -> Gate:
    other = next(net for net in netlist.inputs["a_i"] if net not in gate.inputs)
    return dataclasses.replace(gate, inputs=(other, *gate.inputs[1:]))


def with_stuck_input(gate: Gate, _: GateNetlist) -> Gate:
    return dataclasses.replace(gate, inputs=(gate.inputs[0], 1))


def with_one_input_twice(gate: Gate, _: GateNetlist) -> Gate:
    return dataclasses.replace(gate, inputs=(gate.inputs[0], gate.inputs[0]))


# kind of the gates that are broken, and how
MUTATIONS: Mapping[str, tuple[str, Callable[[Gate, GateNetlist], Gate]]] = {
    "and becomes or": ("$_AND_", with_kind("$_OR_")),
    "and becomes xor": ("$_AND_", with_kind("$_XOR_")),
    "xor becomes and": ("$_XOR_", with_kind("$_AND_")),
    "xor becomes xnor": ("$_XOR_", with_kind("$_XNOR_")),
    "and takes another net": ("$_AND_", with_other_net),
    "xor takes another net": ("$_XOR_", with_other_net),
    "and stuck at 1": ("$_AND_", with_stuck_input),
    "xor stuck at 1": ("$_XOR_", with_stuck_input),
    "and of one net": ("$_AND_", with_one_input_twice),
    "xor of one net": ("$_XOR_", with_one_input_twice),
    "register becomes inverter": ("$_DFF_P_", with_kind("$_NOT_")),
    "register takes another net": ("$_DFF_P_", with_other_net),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_broken_netlists_are_refuted(good: GateNetlist, name: str) -> None:
    kind, change = MUTATIONS[name]
    field = Field(field_poly(16, 5, 3, 1, 0))
    where = [i for i, gate in enumerate(good.gates) if gate.kind == kind]
    for i in random.Random(name).sample(where, 10):
        gates = [*good.gates]
        gates[i] = change(gates[i], good)
        with pytest.raises(CheckFailed):
            prove_netlist(dataclasses.replace(good, gates=tuple(gates)), field, 3)


def test_wrong_outputs_are_named(good: GateNetlist) -> None:
    field = Field(field_poly(16, 5, 3, 1, 0))
    p = good.outputs["p_o"]
    swapped = dataclasses.replace(good, outputs={"p_o": (p[0], p[2], p[1], *p[3:])})
    with pytest.raises(CheckFailed, match=r"p_o\[1\]: a_i\[\d+\] b_i\[\d+\] is (missing|too much)"):
        prove_netlist(swapped, field, 3)
    with pytest.raises(CheckFailed, match=r"p_o\[0\]: 3 registers on the way, not 2"):
        prove_netlist(good, field, 2)
    with pytest.raises(CheckFailed, match=r"p_o\[\d+\]: a_i"):
        prove_netlist(good, Field(field_poly(16, 12, 3, 1, 0)), 3)
    with pytest.raises(CheckFailed, match="not 8 bits wide"):
        prove_netlist(good, Field(0x11B), 3)


SMALL = {"Width": 16, "Poly": 0x1002B, "Halt": 4}  # elaborates soon


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"Width": 0}, "Width must be 2 to 512"),
        ({"Width": 1, "Poly": 3}, "Width must be 2 to 512"),
        ({"Width": 513, "Poly": 1 << 513 | 1}, "Width must be 2 to 512"),
        ({"Poly": 0x87}, "Poly must have the terms"),
        ({"Poly": 1 << 128 | 0x86}, "Poly must have the terms"),
        ({"Width": 8, "Poly": 0x11F, "Halt": 4}, "Poly must be irreducible"),
        # of two irreducible factors of degree 4: x^256 = x, so that only a common divisor shows it
        ({"Width": 8, "Poly": 0x1BB, "Halt": 4}, "Poly must be irreducible"),
        ({**SMALL, "Kind": 1, "Fold": 1}, "Fold is for Kind 0"),
        ({**SMALL, "Kind": 19}, "Kind must be 0 to 18"),
        ({**SMALL, "Stages": 0}, "Stages must be 1 to 8"),
        ({**SMALL, "Stages": 9}, "Stages must be 1 to 8"),
        ({**SMALL, "Halt": 0}, "Halt must be 1 to Width"),
        ({"Width": 8, "Poly": 0x11B, "Halt": 9}, "Halt must be 1 to Width"),
        ({"Digit": 0, "Kind": 16}, "Digit must be 1 to Width"),
        ({"Digit": 129, "Kind": 17}, "Digit must be 1 to Width"),
        ({"Levels": 7, "Kind": 11}, "Levels must be 1"),
        ({**SMALL, "Levels": 31, "Kind": 11}, "Levels must be 1"),
        ({"Lattice": 1, "Kind": 9}, "Lattice is for Kind 10"),
        ({**SMALL, "Lanes": 2}, "Lanes must be 1, or 1 to 16"),
        (
            {"Width": 8, "Poly": 0x11B, "Halt": 1, "Lanes": 17, "Kind": 13},
            "Lanes must be 1, or 1 to 16",
        ),
        ({**SMALL, "Tower": 2}, "Tower must be 0 or 1"),
        ({"Width": 8, "Poly": 0x11B, "Halt": 1, "Kind": 18}, "Kind 18"),
    ],
)
def test_illegal_parameters(params: dict[str, int], message: str) -> None:
    with pytest.raises(CheckFailed, match=f"seal_gf_mult: {message}"):
        elaborate(**params)


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("function", ["block_to_poly", "poly_to_block"])
def test_orders_are_wires(tmp_path: Path, order: Order, function: str) -> None:
    source = tmp_path / "wiring.sv"
    source.write_text(f"""
      module wiring (input logic [127:0] d_i, output logic [127:0] q_o);
        assign q_o = seal_gf_pkg::{function}({order.value}, d_i);
      endmodule
    """)
    netlist = elaborate_gates("wiring", [*library_files("gf"), source], {})
    assert not netlist.gates
    block, poly = netlist.inputs["d_i"], netlist.outputs["q_o"]
    if function == "poly_to_block":
        block, poly = poly, block
    for i in range(128):
        exponent = block_to_poly((1 << i).to_bytes(16, "little"), order).bit_length() - 1
        assert block[i] == poly[exponent]
