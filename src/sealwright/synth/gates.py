# SPDX-License-Identifier: Apache-2.0
"""Netlists of two-input gates: the unit in which the literature counts multipliers.

Yosys elaborates a module (slang front end), maps it to single-bit gates with identical gates shared
(`opt_merge`) and writes it out; nothing is restructured, so counts and depths are those of the
circuit as written.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.sources import rtl_digests
from sealwright.tools import yosys

# Nets are numbered; these two are the constants.
ZERO, ONE = 0, 1

# Passes after elaboration: they fold constants and share identical gates, and no more. A memory of
# other than 2^n words is read by multiplexers that choose an unknown value beyond its end: these go
# (-mux_undef).
_SHARE = ("opt_expr -mux_undef", "opt_merge", "opt_dff", "opt_expr", "opt_merge", "opt_clean")
TO_GATES = ("proc -noopt", "flatten", "memory_map", "simplemap", "techmap", *_SHARE)


@dataclass(frozen=True)
class Gate:
    """A gate or flip-flop: Yosys cell type, input nets, output net, clock of a flip-flop."""

    kind: str
    inputs: tuple[int, ...]
    output: int
    clock: int | None = None

    @property
    def is_flop(self) -> bool:
        return "DFF" in self.kind


@dataclass(frozen=True)
class GateNetlist:
    """A module as gates. Ports are buses of nets, least significant bit first."""

    top: str
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Mapping[str, tuple[int, ...]]
    gates: tuple[Gate, ...]


@dataclass(frozen=True)
class GateCount:
    """Cells by class; `other` are the gates that are neither AND nor XOR."""

    and2: int
    xor2: int
    other: int
    flops: int


def elaborate_gates(
    top: str, files: Sequence[str | Path], params: Mapping[str, int]
) -> GateNetlist:
    """Elaborate `top` with `params` and map it to gates; the result of Yosys is cached."""

    def make(folder: Path) -> None:
        read = yosys.read_command(top, files, params)
        design = yosys.netlist([read, f"hierarchy -top {top}", *TO_GATES])
        module = yosys.top_module(design)
        cells = {
            name: {"type": cell["type"], "connections": cell["connections"]}
            for name, cell in module["cells"].items()
        }
        text = json.dumps({"ports": module["ports"], "cells": cells})
        (folder / "gates.gz").write_bytes(gzip.compress(text.encode(), 1))

    rtl = rtl_digests(files, [top])
    key = f"{top}-{store.digest(yosys.yosys_version(), TO_GATES, dict(params), rtl)}"
    kept = store.entry("gates", key, make) / "gates.gz"
    return _from_json(top, json.loads(gzip.decompress(kept.read_bytes())))


def _from_json(top: str, module: Mapping[str, Any]) -> GateNetlist:
    ports: dict[str, dict[str, tuple[int, ...]]] = {"input": {}, "output": {}}
    for name, port in module["ports"].items():
        ports[port["direction"]][name] = tuple(_net(bit) for bit in port["bits"])
    gates = []
    for cell in module["cells"].values():
        kind = cell["type"]
        pins = {pin: _net(bits[0]) for pin, bits in cell["connections"].items()}
        out = "Q" if "Q" in pins else "Y"
        if not kind.startswith("$_") or out not in pins:
            raise UsageError(f"{top}: a {kind} cell is left, which is no gate")
        clock = pins.pop("C") if out == "Q" and "C" in pins else None
        inputs = tuple(net for pin, net in sorted(pins.items()) if pin != out)
        gates.append(Gate(kind, inputs, pins[out], clock))
    return GateNetlist(top, ports["input"], ports["output"], tuple(gates))


def _net(bit: int | str) -> int:
    if isinstance(bit, int):
        return bit  # Yosys numbers nets from 2
    if bit in ("0", "1"):
        return int(bit)
    raise CheckFailed("a net of the circuit has no driver")


def count(netlist: GateNetlist) -> GateCount:
    """How many gates of each class."""
    kinds = [gate.kind for gate in netlist.gates]
    flops = sum(gate.is_flop for gate in netlist.gates)
    and2, xor2 = kinds.count("$_AND_"), kinds.count("$_XOR_")
    return GateCount(and2, xor2, len(kinds) - and2 - xor2 - flops, flops)


def ordered(netlist: GateNetlist, through_flops: bool = True) -> Iterator[Gate]:
    """Gates from the inputs to the outputs; flip-flops are wires among them or left out.

    Depth first from the outputs, so that the nets in use at a time stay few.
    """
    gates = {g.output: g for g in netlist.gates if through_flops or not g.is_flop}
    begun: set[int] = set()
    done: set[int] = set()
    stack = [*gates, *(n for bus in netlist.outputs.values() for n in bus)]
    while stack:
        net = stack[-1]
        if net in done or net not in gates:
            stack.pop()
        elif net in begun:
            done.add(stack.pop())
            yield gates[net]
        else:
            begun.add(net)
            ahead = [i for i in gates[net].inputs if i in gates and i not in done]
            if not begun.isdisjoint(ahead):
                what = "feedback" if through_flops else "a combinational loop"
                raise CheckFailed(f"{netlist.top} has {what}: its gates have no order")
            stack += ahead


def depth(netlist: GateNetlist) -> int:
    """Gates on the longest path from inputs to outputs, registers as wires."""
    level: dict[int, int] = {}
    for gate in ordered(netlist):
        level[gate.output] = _deepest(level, gate) + (not gate.is_flop)
    return max((level.get(net, 0) for bus in netlist.outputs.values() for net in bus), default=0)


def kind_depth(netlist: GateNetlist, kind: str, through_flops: bool = True) -> int:
    """The most gates of one kind on any path from inputs to outputs (or between registers)."""
    level: dict[int, int] = {}
    for gate in ordered(netlist, through_flops):
        level[gate.output] = _deepest(level, gate) + (gate.kind == kind)
    return max(level.values(), default=0)


def register_depth(netlist: GateNetlist) -> int:
    """Gates on the longest path that has no register inside (feedback allowed)."""
    level: dict[int, int] = {}
    for gate in ordered(netlist, through_flops=False):
        level[gate.output] = _deepest(level, gate) + 1
    return max(level.values(), default=0)


def stage_depths(netlist: GateNetlist) -> tuple[int, ...]:
    """Gates on the longest path of each stage of a feed-forward pipeline, input side first.

    Gates after the last register are a stage of their own.
    """
    rank = ranks(netlist)
    level: dict[int, int] = {}
    deepest = [0] * (max(rank.values(), default=0) + 1)
    for gate in ordered(netlist, through_flops=False):
        level[gate.output] = _deepest(level, gate) + 1
        stage = rank.get(gate.output, 0)
        deepest[stage] = max(deepest[stage], level[gate.output])
    return tuple(deepest if len(deepest) == 1 or deepest[-1] else deepest[:-1])


def ranks(netlist: GateNetlist) -> dict[int, int]:
    """Registers between the inputs and each net of a feed-forward pipeline.

    Constants have no rank. Fails if two paths to a gate differ.
    """
    rank = {net: 0 for bus in netlist.inputs.values() for net in bus}
    for gate in ordered(netlist):
        found = {rank[net] for net in gate.inputs if net in rank}
        if len(found) > 1:
            raise CheckFailed(
                f"{netlist.top}: paths with {min(found)} and {max(found)} registers meet in a gate"
            )
        if found:
            rank[gate.output] = found.pop() + gate.is_flop
    return rank


def _deepest(level: Mapping[int, int], gate: Gate) -> int:
    return max((level.get(net, 0) for net in gate.inputs), default=0)
