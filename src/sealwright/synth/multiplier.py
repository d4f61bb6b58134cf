# SPDX-License-Identifier: Apache-2.0
"""The cost of a multiplier: gates as the literature counts them, LUTs, stored bits."""

from functools import cache
from typing import Any

from sealwright.base.files import library_files
from sealwright.cores.multiplier import Multiplier
from sealwright.synth.fingerprint import Design
from sealwright.synth.gates import (
    ONE,
    ZERO,
    GateNetlist,
    count,
    depth,
    elaborate_gates,
    kind_depth,
    ordered,
    register_depth,
    stage_depths,
)
from sealwright.synth.targets import synth

TOP = "seal_gf_mult"
NAND_XOR, NAND_AND = 4, 2  # NAND gates in one, as the thesis counts (section 3.3.3)


@cache
def _files() -> list[str]:
    return library_files("gf")


def design(mult: Multiplier) -> Design:
    """Everything: key side, product, reduction."""
    return Design(TOP, _files(), mult.rtl_params())


def keyed_design(mult: Multiplier) -> Design:
    """The key is given in its stored form."""
    return Design(TOP, _files(), {**mult.rtl_params(), "Keyed": 1})


def key_design(mult: Multiplier) -> Design:
    """The key side alone."""
    names = {"Width", "Poly", "Kind", "Halt", "Digit", "Levels", "Lattice"}
    params = {name: value for name, value in mult.rtl_params().items() if name in names}
    return Design("seal_gf_mult_key", _files(), params)


def measure(mult: Multiplier, luts: bool = True) -> dict[str, Any]:
    """Counts of everything. Takes seconds without `luts`."""
    netlist = elaborate_gates(*design(mult))
    gates = count(netlist)
    through = not mult.how.serial
    tables = (
        {target: synth(*design(mult), target)["lut"] for target in ("lut4", "lut6")} if luts else {}
    )
    return {
        "kind": mult.kind,
        "and": gates.and2,
        "xor": gates.xor2,
        "other": gates.other,
        "key_only_xor": key_only_xor(netlist, through),
        "depth_and": kind_depth(netlist, "$_AND_", through),
        "depth_xor": kind_depth(netlist, "$_XOR_", through),
        "nand_equivalents": NAND_XOR * gates.xor2 + NAND_AND * gates.and2,
        **tables,
        "ff": gates.flops,
        "stored_bits": stored_bits(mult),
        "cycles": mult.cycles,
        "latency": mult.latency,
    }


def levels(mult: Multiplier, *, keyed: bool = True) -> dict[str, Any]:
    """Levels of gates in all and stage by stage; of a serial multiplier between registers.

    For a `keyed` one the key is given in its stored form; otherwise the key side precedes the
    product.
    """
    netlist = elaborate_gates(*(keyed_design(mult) if keyed else design(mult)))
    if mult.how.serial:
        return {"depth": register_depth(netlist)}
    return {"depth": depth(netlist), "stage_depths": list(stage_depths(netlist))}


def key_only_xor(netlist: GateNetlist, through_flops: bool) -> int:
    """XOR gates that depend on the second operand alone: a key register could store their outputs.

    In a pipeline registers are wires; in a serial multiplier gates after them depend on the state.
    """
    below = set(netlist.inputs["b_i"])
    for gate in ordered(netlist, through_flops):
        if all(net in below or net in (ZERO, ONE) for net in gate.inputs):
            below.add(gate.output)
    return sum(gate.kind == "$_XOR_" and gate.output in below for gate in netlist.gates)


def stored_bits(mult: Multiplier) -> int:
    """Bits of the second operand in its stored form (of all lanes), each counted once."""
    if mult.kind == "fixed-key":
        return 0
    form = elaborate_gates(*key_design(mult))
    return mult.lane_count * len({net for net in form.outputs["key_o"] if net > 1})
