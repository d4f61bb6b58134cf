# SPDX-License-Identifier: Apache-2.0
"""Small circuits placed and routed in 0.18 um standard cells, with the tools of Debian 12.

    apt-get install qflow qflow-tech-osu018
    python -m sealwright.study.results --only layout

Each goes as plain Verilog through qflow: Yosys maps it to the library of Oklahoma State University,
graywolf places the cells, qrouter routes them, and vesta times the longest path, first with the
capacitance of the pins alone, then with that and the resistance of the wires. Kept in
results/layout.json; the picture is docs/images/layout.png.

A multiplier takes a minute. The core of AES takes an hour, and needs help: rows that are half empty
and vias on top of each other, without which qrouter leaves nets open.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sealwright.base import store
from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import repo_root
from sealwright.base.results import Results
from sealwright.cores.multiplier import Multiplier
from sealwright.export.plain import plain_verilog
from sealwright.families import load_core
from sealwright.report.markdown import markdown
from sealwright.study.def_file import Layout, cell_sizes, picture
from sealwright.synth.fingerprint import Design
from sealwright.synth.multiplier import design
from sealwright.tools import yosys

QFLOW: Final = "/usr/bin/qflow"
LEF: Final = "/usr/share/qflow/tech/osu018/osu018_stdcells.lef"
PACKAGES: Final = ("qflow", "graywolf", "qrouter", "qflow-tech-osu018", "yosys")
STEPS: Final = ("place", "sta", "route", "backanno")  # after synthesis
_KEPT: Final = ("def", "rc", "dly", "rtlnopwr.v")  # beside the logs
TARGETS: Final = ()  # of synthesis: none
PICTURE: Final = ("karatsuba", "docs/images/layout.png", 800)  # pixels wide
_POLY = 1 << 16 | 0b101011
_KINDS: Final = (
    *("karatsuba", "tmvp-1", "tmvp-2", "tmvp-3", "tmvp-keyed", "tmvp-dual", "tmvp-precomputed"),
    "mastrovito",
)
_AES: Final = "aes-iterative-8"
_ROUTED: Final = "Final: No failed routes!"
_DELAY: Final = re.compile(r"^Path .* delay ([\d.]+) ps$", re.M)


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
    return {kind: Circuit(design(Multiplier(kind, _POLY))) for kind in _KINDS} | {_AES: aes}


def designs() -> list[Design]:
    """What the result depends on."""
    return [circuit.design for circuit in circuits().values()]


def versions() -> dict[str, str]:
    """Of Debian's packages."""
    command = ["dpkg-query", "-W", "-f", "${Package} ${Version}\\n", *PACKAGES]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {f"Debian's {name}": version for name, version in map(str.split, found.splitlines())}


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
    if not Path(QFLOW).is_file():
        raise ToolMissing("there is no qflow: install Debian's qflow and qflow-tech-osu018")
    top, text = circuit.design.top, plain_verilog(circuit.design)
    inputs = (versions(), STEPS, _KEPT, text, circuit.settings, circuit.parameters)
    kept = store.entry("layout", f"{top}-{store.digest(*inputs)}", partial(_route, circuit, text))
    delays = {
        f"{when}_ns": _longest(kept / f"{log}.log")
        for when, log in (("before", "sta"), ("after", "post_sta"))
    }
    return Layout(_text(kept / f"{top}.def"), cell_sizes(_text(Path(LEF)))), delays


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


def _longest(log: Path) -> float:
    """The longest path of a report of vesta, in ns."""
    delays = _DELAY.findall(_text(log))
    if not delays:
        raise CheckFailed(f"{log}: vesta found no path: {_text(log).splitlines()[-1]}")
    return max(map(float, delays)) / 1000


def _text(path: Path) -> str:
    """Of a tool that may print the bytes of a name that it has overwritten."""
    return path.read_text(errors="replace")


def _qflow(top: str, folder: Path, *steps: str) -> subprocess.CompletedProcess[str]:
    command = [QFLOW, *steps, "-T", "osu018", top]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )


def _flat(top: str, text: str, folder: Path) -> None:
    """Its source for qflow, of which vesta crashes at long names: one module, nets numbered."""
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
    return markdown((*head, "MHz before", "MHz routed"), rows, "l" + 6 * "r", found)
