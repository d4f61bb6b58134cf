# SPDX-License-Identifier: Apache-2.0
"""The cost of a module on a target: gates, LUTs, standard cells, or a routed FPGA.

`lut4` and `lut6` are technology-neutral: Yosys flattens, maps to generic gates, and `abc9` covers
them with look-up tables (LUTs) in three ways: restructured as by default; as written for area,
which suits multipliers that are shaped for LUTs; as written for depth, which suits S-boxes made of
small fields. The smallest one counts, for every design. Memories that can be written, and tables of
constants that ask for block RAM (`rom_style`), stay memories and are reported as `ram_bits`; other
tables of constants are logic. `depth` counts LUTs on the longest path between registers, ports and
memories, an asynchronous memory read counting as one.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.sources import rtl_digests
from sealwright.synth import ecp5, liberty
from sealwright.tools import yosys

# From the elaborated module to generic gates.
GENERIC = (
    "synth -flatten -run begin:fine",
    "memory_map -rom-only -attr !rom_style",
    "opt -fast -full",
    "techmap",
    "opt -fast",
)
# Options of abc9: its own script; mapping alone, for area; mapping for depth, then area recovered.
COVERINGS = ("", "-script +&if,{W},{D},{R},-a,-v", "-script +&if,{W},{D},{R},-v;&mfs")
TARGETS = ("gates", "lut4", "lut6", "ecp5")
LIBERTY = "liberty="  # and the name of a file: the fifth target

Cell = dict[str, Any]


def scripts(target: str) -> list[Path]:
    """The files of the toolkit on which a result depends."""
    kind = target.partition("=")[0]
    own = {"gates": ["gates"], "ecp5": ["ecp5", "ecp5_memory", "timing"], "liberty": ["liberty"]}
    names = ["targets", "yosys", *own.get(kind, [])]
    found = [Path(__file__).with_name(f"{name}.py") for name in names if name != "yosys"]
    return [*found, Path(yosys.__file__)]


def synth(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    target: str,
    *,
    seeds: Sequence[int] = (1,),
    estimate: bool = False,
) -> dict[str, Any]:
    """Area, depth or speed of `top` on a target; the last two are for place and route."""
    cells = liberty.library(target) if target.startswith(LIBERTY) else None
    if target not in TARGETS and cells is None:
        raise UsageError(
            f"unknown target {target!r}; there are {', '.join(TARGETS)}, {LIBERTY}FILE"
        )
    name = f"{LIBERTY}{cells.name}" if cells else target
    common = {"target": name, "top": top, "params": dict(params)}
    library = [cells] if cells else []
    sources = [*rtl_digests(files, [top]), *store.file_digests([*scripts(target), *library])]
    versions = ecp5.versions() if target == "ecp5" else {"yosys": yosys.yosys_version()}
    noise = (list(seeds), estimate) if target == "ecp5" else 0
    depends = store.digest(common, sources, versions)

    def compute() -> dict[str, Any]:
        if target == "gates":
            measured = _gates(top, files, params)
        elif cells is not None:
            measured = liberty.measure(top, files, params, cells)
        elif target == "ecp5":
            measured = ecp5.place_and_route(top, files, params, depends, seeds, estimate=estimate)
        else:
            measured = _luts(top, files, params, int(target.removeprefix("lut")))
        return {**measured, "tools": versions}

    key = f"{top}-{name.replace('=', '-')}-{store.digest(depends, noise)}"
    return {**common, **store.json_entry("synth", key, compute)}


def _gates(top: str, files: Sequence[str | Path], params: Mapping[str, int]) -> dict[str, Any]:
    from sealwright.synth import gates  # here: the other targets do not need it

    netlist = gates.elaborate_gates(top, files, params)
    count = gates.count(netlist)
    return {
        "and": count.and2,
        "xor": count.xor2,
        "other": count.other,
        "ff": count.flops,
        "depth": gates.register_depth(netlist),
    }


def _generic_gates(top: str, files: Sequence[str | Path], params: Mapping[str, int]) -> Path:
    """The flat module of generic gates, from which LUTs of any size start, as Yosys' RTLIL."""

    def make(folder: Path) -> None:
        read = yosys.read_command(top, files, params)
        yosys.run_script([read, *GENERIC, f"write_rtlil {folder / name}"], f"{top}, gates")

    name = "gates.il.gz"
    parts = (yosys.yosys_version(), GENERIC, dict(params), rtl_digests(files, [top]))
    return store.entry("generic", f"{top}-{store.digest(*parts)}", make) / name


def _luts(
    top: str, files: Sequence[str | Path], params: Mapping[str, int], inputs: int
) -> dict[str, Any]:
    gates = _generic_gates(top, files, params)
    commands = [f"read_rtlil {gates}", "design -save gates"]
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        paths = [Path(folder) / f"{n}.json" for n in range(len(COVERINGS))]
        for covering, path in zip(COVERINGS, paths, strict=True):
            cover = f"abc9 -lut {inputs} {covering}"
            commands += ["design -load gates", cover, "opt_clean -purge", f"write_json {path}"]
        yosys.run_script(commands, f"{top}, lut{inputs}")
        reports = [lut_report(yosys.top_module(json.loads(path.read_text()))) for path in paths]
    return min(reports, key=lambda report: report["lut"])


def lut_report(module: Mapping[str, Any]) -> dict[str, int]:
    """Counts and depth of a mapped module in Yosys' JSON."""
    cells: list[Cell] = list(module["cells"].values())
    luts = [cell for cell in cells if cell["type"] == "$lut"]
    flops = [cell for cell in cells if "DFF" in cell["type"]]
    memories = [cell for cell in cells if cell["type"] == "$mem_v2"]
    known = len(luts) + len(flops) + len(memories) + sum(c["type"] == "$scopeinfo" for c in cells)
    if known != len(cells):
        kinds = {c["type"] for c in cells} - {"$lut", "$mem_v2", "$scopeinfo"}
        other = sorted(kind for kind in kinds if "DFF" not in kind)
        raise CheckFailed(f"cells that are neither table, flip-flop nor memory: {', '.join(other)}")
    bits = sum(_number(m, "SIZE") * _number(m, "WIDTH") for m in memories)
    depth = _depth(luts, memories)
    return {"lut": len(luts), "ff": len(flops), "ram_bits": bits, "depth": depth}


def _number(cell: Cell, name: str) -> int:
    return int(cell["parameters"][name], 2)


def _asynchronous_reads(memory: Cell) -> list[tuple[list[int], list[int]]]:
    """Address and data nets of each read port without a clock."""
    width, address = _number(memory, "WIDTH"), _number(memory, "ABITS")
    clocked = _number(memory, "RD_CLK_ENABLE")
    nets = memory["connections"]
    return [
        (
            nets["RD_ADDR"][port * address : (port + 1) * address],
            nets["RD_DATA"][port * width : (port + 1) * width],
        )
        for port in range(_number(memory, "RD_PORTS"))
        if not clocked >> port & 1
    ]


def _depth(luts: Sequence[Cell], memories: Sequence[Cell]) -> int:
    """Tables on the longest path; constants and register outputs are where paths begin."""
    before: dict[int, list[int]] = {}
    for lut in luts:
        for net in lut["connections"]["Y"]:
            before[net] = [n for n in lut["connections"]["A"] if isinstance(n, int)]
    for memory in memories:
        for address, data in _asynchronous_reads(memory):
            for net in data:
                before[net] = [n for n in address if isinstance(n, int)]
    level: dict[int, int] = {}
    try:
        for net in TopologicalSorter(before).static_order():
            level[net] = 1 + max((level[n] for n in before[net]), default=0) if net in before else 0
    except CycleError:
        raise CheckFailed("the netlist has a combinational loop") from None
    return max(level.values(), default=0)
