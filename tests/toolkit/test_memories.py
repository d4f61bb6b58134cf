# SPDX-License-Identifier: Apache-2.0
"""What becomes of memories in each flow: as they ask for, but for what the page names."""

import re
from collections import Counter

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.base.files import repo_root
from sealwright.base.results import Results, measured
from sealwright.cores.config import CoreConfig
from sealwright.families import cores_of, families, load_core
from sealwright.study import memories as study
from sealwright.synth import memories as mapping
from sealwright.synth.memories import BLOCK, DISTRIBUTED, FLOWS, REGISTERS

CORES = [core for family in families() for core in cores_of(family)]
# Declared like memories, but registers in every flow: all words are read at a time.
NO_MEMORY = {"seal_sector_chain.sv"}
_DECLARED = re.compile(r"^\s*(?:\(\*(.*)\*\) *)?(?:logic|\w+_t) [^;(]*\w+ +\[[^]:]*\];", re.M)
_STYLE = re.compile(r'\bram_style = "(\w+)"')


def not_as_asked(core: CoreConfig) -> tuple[Counter[str], list[str]]:
    """How many memories ask for what, and those that get something else, which no row shows."""
    found = mapping.memories(core.top, core.files(), core.rtl_params())
    shown = {
        (flow, row["file"], row["asks"], row[flow])
        for row in measured("memories")["rows"]
        for flow in FLOWS
    }
    asked = Counter(memory.style for memory in found)
    wrong = [
        f"{flow}: {memory.file} asks for {memory.style}, becomes {outcome}"
        for flow in FLOWS
        for memory, outcome in zip(found, mapping.outcomes(found, flow), strict=True)
        if memory.style
        and outcome != memory.style
        and (flow, memory.file, memory.style, outcome) not in shown
    ]
    return asked, wrong


def test_memories_of_a_small_core() -> None:
    """Round keys, window and state; and the one word of the slot table."""
    asked, wrong = not_as_asked(load_core("aes-iterative-8"))
    assert (asked, wrong) == ({DISTRIBUTED: 3, "": 1}, [])


@pytest.mark.memories
@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_memories_of_every_core(core: CoreConfig) -> None:
    asked, wrong = not_as_asked(core)
    assert asked and not wrong


def declared() -> dict[str, set[str]]:
    """The files with memories, and what these ask for."""
    found: dict[str, set[str]] = {}
    for path in (repo_root() / "rtl").rglob("*.sv"):
        for attributes in _DECLARED.findall(path.read_text()):
            style = _STYLE.search(attributes)
            found.setdefault(path.name, set()).add(style[1] if style else "")
    return {name: styles for name, styles in found.items() if name not in NO_MEMORY}


def test_every_memory_of_the_rtl_is_in_the_study() -> None:
    shown = study.memories_table(Results())
    assert {f"{name}.sv" for name in re.findall(r"^\| `(\w+)` \|", shown, re.M)} == {*declared()}


def test_memories_ask_for_what_was_measured() -> None:
    """So the style of a memory is not lost, nor changed, without being measured again."""
    asked: dict[str, set[str]] = {}
    for row in measured("memories")["rows"]:
        asked.setdefault(row["file"], set()).add(row["asks"])
    assert declared() == asked


def memory(style: str, words: int, reads: str) -> mapping.Memory:
    """A memory of bytes; for each port to read, whether it has a clock."""
    bits = 4
    address = [str(n % 2) for n in range(bits)]  # any constants
    cell = {
        "type": "$mem_v2",
        "parameters": {
            "MEMID": "\\m",
            "SIZE": f"{words:032b}",
            "OFFSET": "0" * 32,
            "ABITS": f"{bits:032b}",
            "WIDTH": f"{8:032b}",
            "INIT": "x",
            "RD_PORTS": f"{len(reads):032b}",
            "RD_CLK_ENABLE": reads,
        },
        "attributes": {"ram_style": style, "src": "a/b.sv:1.2|c.sv:3.4", "other": "x"},
        "port_directions": {"RD_DATA": "output"},
        "connections": {"RD_ADDR": address, "WR_DATA": [50, 7, 50], "RD_DATA": [9, 60]},
    }
    return mapping._memory(mapping.alone(cell))


def test_a_memory_alone() -> None:
    """Nets are numbered anew, so that two of one kind are equal; constants stay."""
    found = memory("block", 16, "0")
    assert (found.file, found.style, found.words, found.width) == ("b.sv", "block", 16, 8)
    assert [memory("", 4, reads).clocked for reads in ("0", "1", "01", "11")] == [0, 1, 0, 1]
    assert found.module["cells"]["memory"]["attributes"].keys() == {"ram_style", "src"}
    ports = {name: port["bits"] for name, port in found.module["ports"].items()}
    assert ports == {"i": [4, 5], "o": [2, 3]}
    nets = found.module["cells"]["memory"]["connections"]
    assert nets == {"RD_ADDR": [*"0101"], "RD_DATA": [2, 3], "WR_DATA": [4, 5, 4]}


@pytest.mark.parametrize(
    ("kinds", "outcome"),
    [
        (("DP16KD", "$mux"), BLOCK),
        (("TRELLIS_DPR16X4",), DISTRIBUTED),
        (("$mem_v2",), REGISTERS),
        (("$mux",), "a memory became  of"),
        (("DP16KD", "TRELLIS_DPR16X4"), "a memory became block and distributed of"),
    ],
)
def test_outcomes(kinds: tuple[str, ...], outcome: str) -> None:
    module = {"cells": {kind: {"type": kind} for kind in kinds}}
    if outcome.startswith("a "):
        with pytest.raises(CheckFailed, match=outcome):
            mapping._outcome(module, FLOWS["synth_ecp5"])
    else:
        assert mapping._outcome(module, FLOWS["synth_ecp5"]) == outcome
