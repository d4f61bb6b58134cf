# SPDX-License-Identifier: Apache-2.0
"""Small circuits placed and routed in 0.18 um standard cells, with the tools of Debian 12.

    apt-get install qflow qflow-tech-osu018 opensta
    python -m sealwright.study.results --only layout

Each goes as plain Verilog through qflow: Yosys maps it to the library of Oklahoma State University,
graywolf places the cells, and qrouter routes them. OpenSTA times the longest path, from inputs and
registers to registers and outputs, set-up included and the clock without skew: first with the
capacitance of the pins alone, then with that and the resistance of the wires as well. Kept in
results/layout.json; the picture is docs/images/layout.png.

A multiplier takes a minute. The core of AES takes an hour, and needs help: rows that are half empty
and vias on top of each other, without which qrouter leaves nets open.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sealwright.base import store
from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import repo_root
from sealwright.base.results import Results
from sealwright.cores.multiplier import KINDS, Multiplier
from sealwright.export.plain import plain_verilog
from sealwright.families import load_core
from sealwright.report.markdown import markdown
from sealwright.study.def_file import Layout, cell_sizes, picture
from sealwright.study.rc_file import read_nets, spef
from sealwright.synth.fingerprint import Design
from sealwright.synth.liberty import DEBIAN
from sealwright.synth.multiplier import design
from sealwright.tools import yosys

QFLOW: Final = "/usr/bin/qflow"
STA: Final = "/usr/bin/sta"
LEF: Final = "/usr/share/qflow/tech/osu018/osu018_stdcells.lef"
PACKAGES: Final = ("qflow", "graywolf", "qrouter", "qflow-tech-osu018", "yosys")
STEPS: Final = ("place", "route")  # after synthesis
_KEPT: Final = ("def", "rc", "rtlnopwr.v")  # beside the logs
TARGETS: Final = ()  # of synthesis: none
PICTURE: Final = ("karatsuba", "docs/images/layout.png", 800)  # pixels wide
_POLY = 1 << 16 | 0b101011
# Knobs that suit 16 bits; a hybrid has 128 only
_KNOBS: Final[Mapping[str, Mapping[str, int]]] = {
    **{kind: {"lanes": 2} for kind in ("parallel", "parallel-classical")},
    **{kind: {"digit": 4} for kind in ("digit-serial", "digit-serial-dual")},
}
_WITHOUT: Final = ("hybrid",)
_AES: Final = "aes-iterative-8"
_ROUTED: Final = "Final: No failed routes!"
_PERIOD: Final = 100.0  # ns, longer than any path
_SLACK: Final = re.compile(r"^worst slack (-?[\d.]+)$", re.M)
# A register in front of each input and behind each output: what drives, and pF of its input
_REGISTER: Final = "DFFPOSX1"
_LOAD: Final = 0.00883
_FILLER: Final = "module FILL"  # of which the library has no model


@dataclass(frozen=True)
class Circuit:
    """What is laid out, with lines for the settings of qflow and the parameters of graywolf."""

    design: Design
    settings: str = ""
    parameters: str = ""


def circuits() -> Mapping[str, Circuit]:
    """What is laid out."""
    core = load_core(_AES)
    aes = Circuit(
        Design(core.top, core.files(), core.rtl_params()),
        settings="set initial_density = 0.5\nset via_stacks = all\n",
        parameters="TWSC*fast : 10\n",  # a tenth of the moves: minutes, not an hour
    )
    multipliers = {
        kind: Circuit(design(Multiplier(kind, _POLY, **_KNOBS.get(kind, {}))))
        for kind in KINDS
        if kind not in _WITHOUT
    }
    return multipliers | {_AES: aes}


def designs() -> list[Design]:
    """What the result depends on."""
    return [circuit.design for circuit in circuits().values()]


def versions() -> dict[str, str]:
    """Of Debian's packages."""
    return _packages((*PACKAGES, "opensta"))


def _packages(names: Sequence[str]) -> dict[str, str]:
    command = ["dpkg-query", "-W", "-f", "${Package} ${Version}\\n", *names]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise ToolMissing(f"install Debian's packages {', '.join(names)}")
    lines = map(str.split, found.stdout.splitlines())
    return {f"Debian's {name}": version for name, version in lines}


def study() -> dict[str, Any]:
    """All of them, one after the other."""
    rows = []
    shown, file, width = PICTURE
    for name, circuit in circuits().items():
        progress(f"layout: {name} ...")
        layout, delays = routed(circuit)
        rows.append({"name": name, **layout.sums(), **delays})
        if name == shown:
            (repo_root() / file).write_bytes(picture(layout, width))
    return {"rows": rows}


def routed(circuit: Circuit) -> tuple[Layout, dict[str, float]]:
    """The layout, and the longest path in ns before and after routing. What was routed is kept."""
    for tool, package in ((QFLOW, "qflow and qflow-tech-osu018"), (STA, "opensta")):
        if not Path(tool).is_file():
            raise ToolMissing(f"there is no {tool}: install Debian's {package}")
    top, text = circuit.design.top, plain_verilog(circuit.design)
    inputs = (_packages(PACKAGES), STEPS, _KEPT, text, circuit.settings, circuit.parameters)
    kept = store.entry("layout", f"{top}-{store.digest(*inputs)}", partial(_route, circuit, text))
    return Layout(_text(kept / f"{top}.def"), cell_sizes(_text(Path(LEF)))), delays(top, kept)


def _route(circuit: Circuit, text: str, kept: Path) -> None:
    """Runs all steps; keeps the layout, the logs, and all that the delays of wires are made of."""
    top = circuit.design.top
    with tempfile.TemporaryDirectory(prefix="sealwright-") as scratch:
        folder = Path(scratch)
        _flat(top, text, folder)
        _qflow(top, folder, "synthesize")  # writes both files of settings
        for name, lines in (
            ("project_vars.sh", circuit.settings),
            (f"{top}.par", circuit.parameters),
        ):
            with (folder / name).open("a") as settings:
                settings.write(lines)
        said = _qflow(top, folder, *STEPS)
        names = (f"{top}.{end}" for end in _KEPT)
        for path in (*(folder / "log").glob("*.log"), *map(folder.joinpath, names)):
            if path.is_file():
                shutil.copy(path, kept)
    route, place = (
        _text(path) if path.is_file() else "" for path in (kept / "route.log", kept / "place.log")
    )
    if said.returncode != 0 or _ROUTED not in route:
        last = (route or place or said.stdout).splitlines()[-1:]
        raise CheckFailed(f"{top}: qflow did not route it: {' '.join(last)}")


def delays(top: str, kept: Path) -> dict[str, float]:
    """The longest path in ns, before and after the wires are known; pins that have no wire.

    Inputs are driven by registers, and outputs drive one each. CheckFailed if there is no path, or
    a wire of a net that the netlist does not have.
    """
    with tempfile.TemporaryDirectory(prefix="sealwright-") as scratch:
        wires, script = Path(scratch) / "wires.spef", Path(scratch) / "sta.tcl"
        netlist = kept / f"{top}.rtlnopwr.v"
        nets = list(read_nets(_text(kept / f"{top}.rc"), _text(netlist)))
        wires.write_text(spef(nets))
        script.write_text(
            f"read_liberty {DEBIAN}\n"
            f"read_verilog {netlist}\n"
            f"link_design {top}\n"
            f"create_clock -name clock -period {_PERIOD} [get_ports clk_i]\n"
            "foreach port [all_inputs] {\n"
            "  if {[get_property $port full_name] ne {clk_i}} {\n"
            "    set_input_delay 0 -clock clock $port\n"
            f"    set_driving_cell -lib_cell {_REGISTER} -pin Q $port\n"
            "  }\n"
            "}\n"
            "set_output_delay 0 -clock clock [all_outputs]\n"
            f"set_load {_LOAD} [all_outputs]\n"
            "report_worst_slack -digits 4\n"
            f"read_spef {wires}\n"
            "report_worst_slack -digits 4\n"
        )
        command = [STA, "-no_init", "-no_splash", "-exit", str(script)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (said.stdout + said.stderr).splitlines()
    odd = [line for line in lines if line.startswith(("Warning", "Error")) and _FILLER not in line]
    slacks = _SLACK.findall(said.stdout)
    if odd or len(slacks) != 2:
        raise CheckFailed(f"{top}: OpenSTA found no path: {(odd or lines[-1:] or ['nothing'])[0]}")
    before, after = (round(_PERIOD - float(slack), 4) for slack in slacks)
    missing = sum(net.missing for net in nets)
    return {"before_ns": before, "after_ns": after, "pins_without_wire": missing}


def _text(path: Path) -> str:
    """Of a tool that may print the bytes of a name that it has overwritten."""
    return path.read_text(errors="replace")


def _qflow(top: str, folder: Path, *steps: str) -> subprocess.CompletedProcess[str]:
    command = [QFLOW, *steps, "-T", "osu018", top]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )


def _flat(top: str, text: str, folder: Path) -> None:
    """Its source for qflow, whose tools crash at long names: one module, nets numbered."""
    (folder / "plain.v").write_text(text)
    (folder / "source").mkdir()
    read = [f"read_verilog {folder / 'plain.v'}", f"hierarchy -top {top}"]
    flat = ["proc", "flatten", "rename -hide w:*", "opt_clean -purge"]
    write = f"write_verilog -noattr {folder / 'source' / top}.v"
    yosys.run_script([*read, *flat, write], f"{top}, flat")


def layout_table(results: Results) -> str:
    """Cells, area and clock."""
    found = results.of("layout")
    rows = [
        (
            f"`{row['name']}`",
            row["cells"],
            row["cell_area"],
            row["die_area"],
            row["wire_mm"],
            f"{1000 / row['before_ns']:.0f}",
            f"{1000 / row['after_ns']:.0f}",
        )
        for row in found.get("rows", ())
    ]
    head = ("circuit", "cells", "their area, µm²", "outline, µm²", "wire, mm")
    table = markdown((*head, "MHz before", "MHz routed"), rows, "l" + 6 * "r", found)
    without = [
        f"`{row['name']}` {row['pins_without_wire']}"
        for row in found.get("rows", ())
        if row.get("pins_without_wire")
    ]
    if without:
        table += f"\n\nPins that qrouter's file of wires leaves out: {', '.join(without)}."
    return table
