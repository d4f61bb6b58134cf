# SPDX-License-Identifier: Apache-2.0
"""What becomes of a core's memories in each flow: block RAM, memory in LUTs, or registers.

The core is elaborated and its memories are collected with the registers that belong to them. Each
one with its ports is then a module of its own, which the flow maps up to the step that turns the
rest into registers. So no logic is mapped, and a large core takes seconds in place of minutes.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sealwright.base import store
from sealwright.base.errors import CheckFailed
from sealwright.base.python_code import toolkit_digests
from sealwright.base.sources import rtl_digests
from sealwright.tools import yosys

BLOCK, DISTRIBUTED, REGISTERS, REFUSED = "block", "distributed", "registers", "refused"
COLLECT: Final = ("proc", "flatten", "opt_clean", "opt_dff", "opt_clean", "memory -nomap")


@dataclass(frozen=True)
class Mapper:
    """The step of a flow that maps memories, and the beginnings of the names of its cells."""

    step: str
    block: tuple[str, ...]
    distributed: tuple[str, ...] = ("no such memory",)


FLOWS: Final[Mapping[str, Mapper]] = {
    "synth_xilinx": Mapper(
        "synth_xilinx -family xc7 -run map_memory:map_ffram",
        ("RAMB",),
        ("RAM32", "RAM64", "RAM128", "RAM256"),
    ),
    "synth_intel_alm": Mapper(
        "synth_intel_alm -run map_bram:map_ffram", ("MISTRAL_M10K",), ("MISTRAL_MLAB",)
    ),
    "synth_gowin": Mapper(
        "synth_gowin -family gw2a -run map_ram:map_ffram",
        ("SP", "SDP", "DP", "pROM"),
        ("RAM16",),
    ),
    "synth_ecp5": Mapper(
        "synth_ecp5 -run map_ram:map_ffram", ("DP16KD", "PDPW16KD"), ("TRELLIS_DPR",)
    ),
    "synth_nexus": Mapper(
        "synth_nexus -family lifcl -run map_ram:map_ffram", ("DP16K", "PDP", "DPSC"), ("DPR16X4",)
    ),
    "synth_gatemate": Mapper("synth_gatemate -run map_bram:map_ffram", ("CC_BRAM",)),
}


@dataclass(frozen=True)
class Memory:
    """One of a design: where it is declared, what it asks for, and its shape."""

    file: str
    style: str  # of `ram_style`; of `rom_style` where there is no other; empty: none
    words: int
    width: int
    clocked: bool  # all reads
    module: Mapping[str, Any]  # with the memory alone, as in Yosys' JSON


def memories(top: str, files: Sequence[str | Path], params: Mapping[str, int]) -> list[Memory]:
    """Those of a design, each kind once."""
    own = toolkit_digests([Path(__file__), Path(yosys.__file__)])
    parts = (yosys.yosys_version(), own, dict(params), rtl_digests(files, [top]))

    def collect() -> dict[str, Any]:
        commands = [yosys.read_command(top, files, params), *COLLECT, "select t:$mem_v2"]
        with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
            path = Path(folder) / "memories.json"
            yosys.run_script([*commands, f"write_json -selected {path}"], f"{top}, memories")
            modules = json.loads(path.read_text())["modules"].values()
        found = [alone(cell) for module in modules for cell in module["cells"].values()]
        return {"modules": list({store.digest(module): module for module in found}.values())}

    kept = store.json_entry("memories", f"{top}-{store.digest(*parts)}", collect)
    return [_memory(module) for module in kept["modules"]]


def alone(cell: Mapping[str, Any]) -> dict[str, Any]:
    """A module with this cell: what it reads are inputs, and nets are numbered anew."""
    numbers: dict[int, int] = {}
    nets = {
        pin: [numbers.setdefault(b, len(numbers) + 2) if isinstance(b, int) else b for b in bits]
        for pin, bits in sorted(cell["connections"].items())
    }
    out = [bit for bit in nets["RD_DATA"] if isinstance(bit, int)]
    driven = set(out)
    read = dict.fromkeys(
        bit for bits in nets.values() for bit in bits if isinstance(bit, int) and bit not in driven
    )
    ports = {"i": ("input", list(read)), "o": ("output", out)}
    kept = ("ram_style", "rom_style", "no_rw_check", "src")
    return {
        "attributes": {},
        "ports": {n: {"direction": way, "bits": b} for n, (way, b) in ports.items() if b},
        "cells": {
            "memory": {
                **cell,
                "attributes": {k: v for k, v in cell["attributes"].items() if k in kept},
                "parameters": {**cell["parameters"], "MEMID": "\\memory"},
                "connections": nets,
            }
        },
        "netnames": {},
    }


def _memory(module: Mapping[str, Any]) -> Memory:
    cell = module["cells"]["memory"]
    about, knobs = cell["attributes"], cell["parameters"]
    return Memory(
        Path(about["src"].split("|")[0].split(":")[0]).name,
        about.get("ram_style", about.get("rom_style", "")),
        int(knobs["SIZE"], 2),
        int(knobs["WIDTH"], 2),
        "0" not in knobs["RD_CLK_ENABLE"][-int(knobs["RD_PORTS"], 2) :],
        module,
    )


def outcomes(found: Sequence[Memory], flow: str) -> list[str]:
    """What the flow makes of each memory; REFUSED if Yosys stops."""
    own = toolkit_digests([Path(__file__), Path(yosys.__file__)])
    modules = [memory.module for memory in found]
    key = f"{flow}-{store.digest(yosys.yosys_version(), own, modules)}"

    def map_all() -> dict[str, list[str]]:
        try:
            return {"outcomes": _mapped(modules, flow)}
        except CheckFailed:  # by one of them
            return {"outcomes": [_one(module, flow) for module in modules]}

    result: list[str] = store.json_entry("mapped", key, map_all)["outcomes"]
    return result


def _one(module: Mapping[str, Any], flow: str) -> str:
    try:
        return _mapped([module], flow)[0]
    except CheckFailed as error:
        if "no valid mapping found" not in str(error):
            raise
        return REFUSED


def _mapped(modules: Sequence[Mapping[str, Any]], flow: str) -> list[str]:
    names = [f"m{number}" for number in range(len(modules))]
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        path = Path(folder) / "in.json"
        path.write_text(json.dumps({"modules": dict(zip(names, modules, strict=True))}))
        mapped = yosys.netlist([f"read_json {path}", FLOWS[flow].step], f"{flow}, memories")
    return [_outcome(mapped["modules"][name], FLOWS[flow]) for name in names]


def _outcome(module: Mapping[str, Any], flow: Mapper) -> str:
    kinds = {cell["type"] for cell in module["cells"].values()}
    found = []
    for name, beginnings in (
        (BLOCK, flow.block),
        (DISTRIBUTED, flow.distributed),
        (REGISTERS, ("$mem",)),
    ):
        if any(kind.startswith(beginnings) for kind in kinds):
            found.append(name)
    if len(found) != 1:
        raise CheckFailed(f"a memory became {' and '.join(found)} of {', '.join(sorted(kinds))}")
    return found[0]
