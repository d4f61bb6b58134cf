# SPDX-License-Identifier: Apache-2.0
"""Where a routed design loses time: nextpnr's delays (SDF), followed from register to register.

nextpnr itself names one slowest path. What holds a design below a clock is a list: the slowest path
from each part of it to each other one, of what it consists, and how many end points there are above
which delay. A part is a module two levels below the core.

Synthesis names cells by what they are near, so registers are called as they are in the source
(NAME_REGISTERS in `tools/yosys.py`); those that it adds, and those around the core, by their file.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from sealwright.tools import yosys

CLOCKS_MHZ = (60, 80, 100, 120, 150, 200)
PAIRS = 20  # slowest pairs that are kept
LEVELS = 2  # of the hierarchy that a part's name has
_CLOCK_PINS = ("CLK", "WCK")  # of registers and memories, the beginnings of their names
_DELAY = re.compile(r"\([\d.e+-]+:[\d.e+-]+:([\d.e+-]+)\)")
_PLACE = re.compile(r"(\w+\.s?v):\d+")
_MADE = re.compile(r"(_TRELLIS_|_LUT4_|_CCU2C_|\$|_DI_|_Q_|_PFUMX|_L6MUX).*")


@dataclass
class _Graph:
    """Pins and what is between them, in ns."""

    wires: dict[str, list[tuple[str, float]]] = field(default_factory=lambda: defaultdict(list))
    gates: dict[str, list[tuple[str, float]]] = field(default_factory=lambda: defaultdict(list))
    starts: dict[str, float] = field(default_factory=dict)  # outputs of registers, by their clock
    ends: dict[str, float] = field(default_factory=dict)  # inputs of registers, with their setup

    def leaving(self, pin: str) -> Iterator[tuple[str, float, bool]]:
        """What a pin leads to, the delay, and whether it is a wire."""
        yield from ((to, ns, True) for to, ns in self.wires.get(pin, ()))
        yield from ((to, ns, False) for to, ns in self.gates.get(pin, ()))


def _read(path: Path) -> _Graph:
    graph, instance = _Graph(), ""
    with path.open() as lines:
        for line in lines:
            words = line.replace("\\", "").split()
            if not words:
                continue
            if words[0] == "(INSTANCE":
                instance = words[1].rstrip(")") if len(words) > 1 else ""
            elif words[0] in ("(INTERCONNECT", "(IOPATH"):
                found = _DELAY.search(line)
                assert found
                ns, (start, end) = float(found[1]) / 1000, words[1:3]
                if words[0] == "(INTERCONNECT":
                    graph.wires[start].append((end, ns))
                elif start.startswith(_CLOCK_PINS):
                    graph.starts[f"{instance}/{end}"] = ns
                else:
                    graph.gates[f"{instance}/{start}"].append((f"{instance}/{end}", ns))
            elif words[0] == "(SETUPHOLD":
                found, pin = _DELAY.search(line), words[2].rstrip(")")
                assert found
                graph.ends[f"{instance}/{pin}"] = float(found[1]) / 1000
    return graph


def registers(module: Mapping[str, Any]) -> dict[str, str]:
    """The names of registers in the source, by cell, of a module in Yosys' JSON."""
    found = {}
    for cell, about in module["cells"].items():
        if about["type"] == "TRELLIS_FF":
            place = _PLACE.search(about["attributes"].get("src", ""))
            found[cell] = about["attributes"].get(yosys.SIGNAL) or (place[1] if place else "")
    return {cell: name for cell, name in found.items() if name}


def _name(pin: str, signals: Mapping[str, str]) -> str:
    """A register by its signal, another cell by its own name without what synthesis added."""
    cell = pin.rsplit("/", 1)[0]
    return signals.get(cell) or _MADE.sub("", cell).removeprefix("u_core.")


def part(name: str) -> str:
    """The module that a register is in, or the file without its suffix."""
    names = [re.sub(r"\[\d+\]", "", each) for each in name.split(".")]
    return ".".join(names[: min(LEVELS, len(names) - 1)]) or "top"


def analyse(path: Path, signals: Mapping[str, str]) -> dict[str, Any]:
    """The slowest path of each pair of parts, and end points above the delay of a clock.

    `signals` are those of `registers`.
    """
    graph = _read(path)
    before: dict[str, set[str]] = defaultdict(set)
    for pin in [*graph.wires, *graph.gates]:
        for to, _, _ in graph.leaving(pin):
            before[to].add(pin)
    at: dict[str, tuple[float, str]] = {pin: (ns, "") for pin, ns in graph.starts.items()}
    for pin in TopologicalSorter(before).static_order():
        if pin in at:
            for to, ns, _ in graph.leaving(pin):
                if to not in graph.starts and at[pin][0] + ns > at.get(to, (-1.0, ""))[0]:
                    at[to] = (at[pin][0] + ns, pin)
    ends = {pin: at[pin][0] + setup for pin, setup in graph.ends.items() if pin in at}
    slowest: dict[tuple[str, str], tuple[float, str, tuple[str, str]]] = {}
    for pin, ns in ends.items():
        first = pin
        while at[first][1]:
            first = at[first][1]
        names = _name(first, signals), _name(pin, signals)
        pair = part(names[0]), part(names[1])
        slowest[pair] = max(slowest.get(pair, (0.0, "", names)), (ns, pin, names))
    order = sorted(slowest.items(), key=lambda item: -item[1][0])[:PAIRS]
    slower = {f"{mhz}": sum(ns > 1000 / mhz for ns in ends.values()) for mhz in CLOCKS_MHZ}
    return {
        "end_points": len(ends),
        "slower_than_mhz": slower,
        "slowest": [_described(graph, at, pair, *found) for pair, found in order],
    }


def _described(
    graph: _Graph,
    at: Mapping[str, tuple[float, str]],
    pair: tuple[str, str],
    ns: float,
    end: str,
    names: tuple[str, str],
) -> dict[str, Any]:
    """The parts of a path: LUTs, delay of logic and wires, and its slowest nets."""
    pin, levels, routing, nets = end, 0, 0.0, []
    while source := at[pin][1]:
        for to, delay, wire in graph.leaving(source):
            if to == pin and at[source][0] + delay == at[pin][0]:
                levels += not wire
                if wire:
                    routing += delay
                    nets.append((round(delay, 2), len(graph.wires[source])))
                break
        pin = source
    return {
        "from": pair[0],
        "to": pair[1],
        "first": names[0],
        "last": names[1],
        "mhz": round(1000 / ns, 1),
        "levels": levels,
        "logic_ns": round(ns - routing, 2),
        "routing_ns": round(routing, 2),
        "nets": [f"{delay} ns, {sinks} sinks" for delay, sinks in sorted(nets, reverse=True)[:3]],
    }
