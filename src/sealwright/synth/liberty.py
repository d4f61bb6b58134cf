# SPDX-License-Identifier: Apache-2.0
"""Standard cells of a liberty file: area, and the delay of the longest path before layout.

Yosys maps, ABC sizes and buffers the gates for the shortest delay and times them with the tables of
the library: no wires, no layout, no delay of registers, ideal drivers at the inputs. Good for
comparing circuits with each other in one library only.

Memories that can be written are for a generator of memories: they stay as they are, reported as
`ram_bits`, neither in the area nor in the delay, whose paths begin and end at their ports. Tables
of constants are logic, also those that ask for block RAM elsewhere.
"""

import re
from collections.abc import Mapping, Sequence
from operator import mul
from pathlib import Path
from typing import Any

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.tools import yosys

# Where Debian's package qflow-tech-osu018 puts the 0.18 um library of Oklahoma State University.
DEBIAN = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"

# Restructure, map for delay with some care for area, buffer nets of many loads, size, print times.
_ABC = "strash;ifraig;dch,-f;map,-B,0.9;topo;buffer,-c,-N,12;upsize,-D,1;dnsize,-D,1;stime,-p"
_DELAY = re.compile(r"Delay\s*=\s*([\d.]+) ps")
_AREA = re.compile(r"Chip area for (?:top )?module.*: ([\d.]+)")
_FLOP = re.compile(r"\bff\s*\(")
_SIZES = re.compile(r"parameter \\(SIZE|WIDTH) (\d+)$", re.M)
_NAND2 = re.compile(
    r'cell\s*\(\s*"?(NAND2X1|NAND2_X1|\w*nand2_1)"?\s*\)\s*\{.*?area\s*:\s*([\d.]+)', re.S
)


def library(target: str) -> Path:
    """The file that `liberty=FILE` names."""
    path = Path(target.partition("=")[2])
    if not path.is_file():
        raise UsageError(f"{target}: no such file (Debian's qflow-tech-osu018 has a library)")
    path = path.resolve()
    if re.search(r"\s", str(path)):
        raise UsageError(f"{target}: the name must not contain blanks")
    code, log = yosys.execute([f"read_liberty -lib {path}"])
    if code != 0:
        why = next((m.text for m in yosys.messages(log) if m.kind == "error"), "cannot be read")
        raise UsageError(f"{target}: not a liberty file ({why.strip()})")
    if not _FLOP.search(path.read_text(errors="replace")):
        raise UsageError(f"{target}: the library has no flip-flops")
    return path


def measure(
    top: str, files: Sequence[str | Path], params: Mapping[str, int], cells: Path
) -> dict[str, Any]:
    """Area in the library's unit and in its smallest NAND, delay in ns, bits of memories."""
    commands = [
        yosys.read_command(top, files, params),
        "synth -flatten -run begin:fine",
        *("memory_map -rom-only", "opt -fast -full", "techmap", "opt -fast"),
        "dump t:$mem_v2",
        f"dfflibmap -liberty {cells}",
        f"abc -liberty {cells} -script +{_ABC}",
        "opt_clean -purge",
        f"stat -liberty {cells}",
    ]
    log = yosys.run_script(commands, f"{top}, {cells.name}")
    area, delay = _AREA.findall(log), _DELAY.findall(log)
    if not area or not delay:
        raise CheckFailed(f"{cells.name}: no area or no delay in the report of Yosys")
    nand = _NAND2.search(cells.read_text(errors="replace"))
    sizes = [(kind, int(number)) for kind, number in _SIZES.findall(log)]
    words, widths = ([n for k, n in sizes if k == kind] for kind in ("SIZE", "WIDTH"))
    found = {
        "area": float(area[-1]),
        "delay_ns": max(map(float, delay)) / 1000,
        "ram_bits": sum(map(mul, words, widths)),
    }
    return found | ({"nand2": round(float(area[-1]) / float(nand[2]))} if nand else {})
