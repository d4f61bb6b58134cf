# SPDX-License-Identifier: Apache-2.0
"""A core on one of `devices`: synthesis, what it takes of the device, and place and route.

The counts are of the core alone. For its clock the core sits in the wrapper of `ecp5`, whose
registers begin and end each path; these are left out of the counts, but take room on the device. A
core that does not fit, or that nextpnr cannot place, has a result all the same: its counts, and the
reason in `not_placed`.

A memory that asks for LUTs (`ram_style` "distributed") on a family without memories in LUTs stops
Yosys; there the request is dropped, and the memory becomes registers or block RAM.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path
from statistics import median_low
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.python_code import function_code, toolkit_digests
from sealwright.base.sources import rtl_digests
from sealwright.synth import ecp5
from sealwright.synth.devices import DEVICES, PINS, Device, Flow, Placer
from sealwright.tools import yosys

TARGET_MHZ = 200
WRAPPER, ENABLE, OUTPUTS = "seal_pnr_wrapper", "wrapper_en_i", "out_q"  # of ecp5.wrapper
_WITHOUT_LUT_RAM = "setattr -unset ram_style a:ram_style=distributed"
_NETLIST = "netlist.json"
_STAGE = re.compile(r"^Info: (Packing constants|Running .*(?:placer|router).*)")
_TRAP = re.compile(r"^ *\d+: (wasm trap: .*|memory fault.*)")


SCRIPTS = (Path(__file__), Path(yosys.__file__))  # on which a result depends, as on `method`


def method(target: str) -> list[object]:
    """What a result of a device depends on, beside files, tools and the hardware."""
    return [function_code(ecp5.wrapper), DEVICES[target].depends()]


def versions(target: str) -> dict[str, str]:
    """Versions of Yosys and of the target's placer."""
    found = {"yosys": yosys.yosys_version()}
    placer = DEVICES[target].placer
    if placer:
        found[tool(placer)] = _version(placer.package)
    return found


def tool(placer: Placer) -> str:
    """The name of the program without that of its wheel's maker."""
    return placer.package.removeprefix("yowasp-")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise ToolMissing(
            f"the Python package {package} is not installed (run `make setup-devices`, "
            "or install sealwright[devices])"
        ) from None


def synth(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    target: str,
    *,
    seeds: Sequence[int] = (1,),
) -> dict[str, Any]:
    """Area of `top` on a device, and the median of its clocks over the seeds if it fits."""
    tools = versions(target)
    common = {"target": target, "top": top, "params": dict(params)}
    made = [toolkit_digests(SCRIPTS), *method(target)]
    depends = store.digest(common, rtl_digests(files, [top]), made, tools)

    def compute() -> dict[str, Any]:
        found = _measure(top, files, params, DEVICES[target], f"{top}-{depends}", seeds)
        return {**found, "tools": tools}

    key = f"{top}-{target}-{store.digest(depends, list(seeds))}"
    return {**common, **store.json_entry("synth", key, compute)}


def _measure(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    device: Device,
    key: str,
    seeds: Sequence[int],
) -> dict[str, Any]:
    def make(folder: Path) -> None:
        counts = synthesise(top, files, params, device, folder)
        (folder / "counts.json").write_text(json.dumps(counts))

    netlist = store.entry("netlist", key, make)
    counts: dict[str, int] = json.loads((netlist / "counts.json").read_text())
    found = {**counts, "device": device.title, "unit": device.flow.unit}
    reason = excess(counts, device)
    if device.placer is None or reason:
        return found | ({"not_placed": reason} if reason else {})
    placed = {
        seed: store.json_entry(
            "placed",
            f"{key}-{seed}",
            partial(place, top, netlist / _NETLIST, device.placer, seed),
        )
        for seed in seeds
    }
    failed = [result["not_placed"] for result in placed.values() if "not_placed" in result]
    if failed:
        return found | {"not_placed": failed[0]}
    clocks = {str(seed): result["fmax_mhz"] for seed, result in placed.items()}
    return found | {
        "fmax_mhz": median_low(clocks.values()),
        "fmax_of_seeds": clocks,
        "target_mhz": TARGET_MHZ,
    }


# ---- synthesis ----------------------------------------------------------------------------------


def synthesise(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    device: Device,
    folder: Path,
) -> dict[str, int]:
    """Writes the netlist of the smallest covering; returns what the core takes."""
    flow = device.flow
    read = yosys.read_command(top, files, params)
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        script = f"{flow.synth} {device.options}"
        commands = [read, "proc", "flatten", *([] if flow.lut_rams else [_WITHOUT_LUT_RAM])]
        commands += [f"{script} -top {top} -run begin:map_luts"]
        root = top
        if device.placer:
            ports = yosys.top_module(yosys.netlist([read], f"{top}, ports"))["ports"]
            wrapper = Path(name) / "wrapper.sv"
            wrapper.write_text(ecp5.wrapper(top, ports))
            root = WRAPPER
            # Memories are mapped before the wrapper comes: its registers would become a part of
            # those that are read without a clock.
            commands[-1:] = [
                f"{script} -top {top} -run begin:map_gates",
                f"read_slang --top {WRAPPER} {wrapper}",
                f"hierarchy -check -top {WRAPPER}",
                "proc",
                "flatten",
                "opt_clean",
                f"{script} -top {WRAPPER} -run map_gates:map_luts",
            ]
        script += f" -top {root}"
        commands += ["design -save gates"]
        paths = [Path(name) / f"{n}.json" for n in range(len(flow.coverings))]
        for covering, path in zip(flow.coverings, paths, strict=True):
            last = f"{script} {covering} -run map_luts:"
            commands += ["design -load gates", last, f"write_json {path}"]
        yosys.run_script(commands, f"{top}, {flow.synth.split()[0]}")
        netlists = [json.loads(path.read_text()) for path in paths]
    counts = [cells_of(netlist["modules"][root], flow) for netlist in netlists]
    least = min(range(len(counts)), key=lambda n: counts[n]["lut"])
    (folder / _NETLIST).write_text(json.dumps(netlists[least]))
    return counts[least]


def cells_of(module: Mapping[str, Any], flow: Flow) -> dict[str, int]:
    """LUTs, LUTs in use as memory, registers and blocks of memory, without the wrapper's."""
    count = core_cells(module, flow)
    known = {**flow.luts, **flow.lut_rams, **flow.brams}
    others = {kind for kind in count if not kind.startswith((*flow.flops, *flow.free, "$scope"))}
    if others - known.keys():
        raise CheckFailed(f"cells of unknown cost: {', '.join(sorted(others - known.keys()))}")

    def worth(cells: Mapping[str, int]) -> int:
        return sum(count[kind] * number for kind, number in cells.items())

    flops = sum(number for kind, number in count.items() if kind.startswith(flow.flops))
    return {
        "lut": worth(flow.luts),
        "lut_ram": worth(flow.lut_rams),
        "ff": flops,
        "bram": worth(flow.brams),
    }


def core_cells(module: Mapping[str, Any], flow: Flow) -> Counter[str]:
    """Cells by type, without the wrapper's: registers on its enable, LUTs that read `out_q`."""
    cells = module["cells"].values()
    if ENABLE not in module["ports"]:  # not in the wrapper
        return Counter(cell["type"] for cell in cells)
    enable, outputs = _nets(module, ENABLE), _nets(module, OUTPUTS)
    for cell in cells:  # the enable behind its pin
        if not cell["type"].startswith(flow.flops) and not enable.isdisjoint(_bits(cell, "input")):
            enable = enable | _bits(cell, "output")
    count: Counter[str] = Counter()
    for cell in cells:
        wrapped = enable if cell["type"].startswith(flow.flops) else outputs
        if wrapped.isdisjoint(_bits(cell, "input")):
            count[cell["type"]] += 1
    return count


def _nets(module: Mapping[str, Any], name: str) -> set[int]:
    named = module["netnames"].get(name, {"bits": []})
    return {bit for bit in named["bits"] if isinstance(bit, int)}


def _bits(cell: Mapping[str, Any], direction: str) -> set[int]:
    directions = cell["port_directions"]
    return {
        bit
        for pin, bits in cell["connections"].items()
        if directions[pin] == direction
        for bit in bits
        if isinstance(bit, int)
    }


def excess(counts: Mapping[str, int], device: Device) -> str:
    """Why the core cannot fit, as far as its counts say; empty if it may."""
    for what, used, most in (
        ("LUTs" if device.flow.unit == "LUT4" else device.flow.unit, in_luts(counts), device.luts),
        ("registers", counts["ff"], device.ffs),
        ("memories", counts["bram"], device.brams),
    ):
        if most is not None and used > most:
            return f"does not fit ({used:,} of {most:,} {what})"
    return ""


def in_luts(counts: Mapping[str, int]) -> int:
    """LUTs as logic and as memory."""
    return counts["lut"] + counts["lut_ram"]


# ---- place and route ----------------------------------------------------------------------------


def place(top: str, netlist: Path, placer: Placer, seed: int) -> dict[str, Any]:
    """The clock of one placement, or why there is none."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        folder = Path(name)
        (folder / _NETLIST).write_bytes(netlist.read_bytes())  # nextpnr reads in its folder only
        (folder / "pins").write_text(placer.pins)
        code, log = _run(top, placer, folder, seed)
        report = folder / "report.json"
        if code != 0 or not report.is_file():
            return {"not_placed": failure(top, placer, code, log)}
        clocks = [clock["achieved"] for clock in json.loads(report.read_text())["fmax"].values()]
    if len(clocks) != 1:
        raise CheckFailed(f"{top}: expected one clock, {placer.package} reports {len(clocks)}")
    return {"fmax_mhz": round(clocks[0], 2)}


def _run(top: str, placer: Placer, folder: Path, seed: int) -> tuple[int, list[str]]:
    """Exit code and log of nextpnr; its stages are reported on standard error."""
    program = Path(sys.executable).parent / placer.package
    command = [str(program), *(a.replace(PINS, "pins") for a in placer.arguments)]
    command += ["--json", _NETLIST, "--report", "report.json", "--timing-allow-fail"]
    command += ["--freq", str(TARGET_MHZ), "--seed", str(seed), "--threads", "1"]
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    log = []
    with subprocess.Popen(
        command, cwd=folder, stdout=pipe, stderr=both, text=True, errors="replace"
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            log.append(line)
            stage = _STAGE.match(line)
            if stage:
                print(f"{top}, {placer.package}: {stage[1]}", file=sys.stderr, flush=True)
    return child.returncode, log


def failure(top: str, placer: Placer, code: int, log: Sequence[str]) -> str:
    """nextpnr's own reason; CheckFailed if it gave none, as when it was killed."""
    errors = [line.removeprefix("ERROR: ").strip() for line in log if line.startswith("ERROR")]
    traps = [found[1] for line in log if (found := _TRAP.match(line))]
    if code < 0 or not errors + traps:
        raise CheckFailed(f"{tool(placer)} failed on {top}:\n{''.join(log[-20:])}")
    return f"{tool(placer)}: {(errors + traps)[0]}"
