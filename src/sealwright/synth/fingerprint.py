# SPDX-License-Identifier: Apache-2.0
"""The fingerprint of an elaborated design: equal for two sources that are the same hardware.

The bits of the design (`bits`) are told apart by what they are made of, and by what that is made
of, through registers and back to the ports: bits that look alike have one colour, and where the
inputs of two differ in colour, they get different ones, until nothing changes. Then each colour is
described by its kind and the colours of its inputs, and all descriptions are hashed. This is the
refinement of Weisfeiler and Lehman, or of the states of two automata that behave alike.

Names of ports count, since they are the interface; those of modules, signals, files and parameters
do not, nor comments, hierarchy, or the order of cells and of the fields of a struct. The tools see
these all the same: a clock after place and route may move with a name, about as with a seed.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sealwright.base import store
from sealwright.base.python_code import toolkit_digests
from sealwright.base.sources import rtl_digests
from sealwright.synth import bits as bits_module
from sealwright.synth import nodes as nodes_module
from sealwright.synth.bits import Bits, settled
from sealwright.synth.nodes import SORTED
from sealwright.tools import yosys

ELABORATE = ("proc -noopt", "flatten", "memory_collect")


class Design(NamedTuple):
    """A module with its files and parameters."""

    top: str
    files: Sequence[str | Path]
    params: Mapping[str, int]

    def code(self) -> str:
        """Digest of its sources, which is soon known."""
        return store.digest(self.params, _sources(self.top, tuple(map(str, self.files))))

    def fingerprint(self) -> str:
        """Of what is elaborated; kept by its sources."""
        own = toolkit_digests(map(Path, (__file__, bits_module.__file__, nodes_module.__file__)))
        key = f"{self.top}-{store.digest(yosys.yosys_version(), own, self.code())}"
        found = store.json_entry("fingerprint", key, self._elaborated)
        return str(found["fingerprint"])

    def _elaborated(self) -> dict[str, str]:
        read = yosys.read_command(*self)
        steps = [f"tee -q {step}" for step in ELABORATE]
        design = yosys.netlist([read, f"hierarchy -top {self.top}", *steps], f"{self.top}, bits")
        return {"fingerprint": of_bits(settled(yosys.top_module(design)))}


@cache
def _sources(top: str, files: tuple[str, ...]) -> str:
    """The same for any parameters; cached, since many results need it."""
    return store.digest(rtl_digests(files, [top]))


def of_bits(bits: Bits) -> str:
    """The fingerprint of a design of bits."""
    colours = refined(bits)
    looks = Counter(_look(bits, colours, node) for node in range(len(colours)))
    outputs = {name: [colours[node] for node in word] for name, word in bits.outputs.items()}
    text = json.dumps([sorted(looks.items()), bits.ports, outputs], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _look(bits: Bits, colours: Sequence[int], node: int) -> int:
    """A node with the colours of its inputs.

    Python's hash of numbers is the same in every process.
    """
    kind = bits.kinds[node]
    inputs = [colours[n] for n in bits.inputs[node]]
    if kind in SORTED:
        inputs.sort()
    return hash((colours[node], kind, *inputs))


def refined(bits: Bits) -> list[int]:
    """A colour for each node: equal only where nothing tells two nodes apart."""
    colours = _logic(bits)
    members = Counter(colours)
    readers: dict[int, list[int]] = defaultdict(list)
    for node, inputs in enumerate(bits.inputs):
        for source in set(inputs):
            readers[source].append(node)
    changed: Iterable[int] = bits.states
    while changed:
        changed = _split(bits, colours, members, changed)
        changed = {reader for node in changed for reader in readers[node]}
    return colours


def _logic(bits: Bits) -> list[int]:
    """First colours: of logic from its inputs on, where a register has that of its kind alone."""
    colours = [0] * len(bits.kinds)
    states = set(bits.states)
    for node in bits.states:
        colours[node] = hash((bits.kinds[node],))
    for node in range(len(colours)):  # logic comes after its inputs
        if node not in states:
            colours[node] = _look(bits, colours, node)
    return colours


def _split(
    bits: Bits, colours: list[int], members: Counter[int], candidates: Iterable[int]
) -> list[int]:
    """Gives new colours where inputs differ; returns the nodes that have one.

    Of the nodes of one colour the largest part keeps it, so that a long pipeline of equal stages
    takes no more time than one of different stages.
    """
    parts: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for node in candidates:
        if members[colours[node]] > 1:
            parts[colours[node]][_look(bits, colours, node)].append(node)
    changed: list[int] = []
    for colour, looks in parts.items():
        rest = members[colour] - sum(map(len, looks.values()))
        keeps = max(looks, key=lambda look: (len(looks[look]), look))
        for look, nodes in looks.items():
            if look != keeps or rest >= len(nodes):
                changed += nodes
                members[colour] -= len(nodes)
                members[look] += len(nodes)
                for node in nodes:
                    colours[node] = look
    return changed
