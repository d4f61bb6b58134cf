# SPDX-License-Identifier: Apache-2.0
"""Six-input LUTs of a core by module: its parts are mapped apart, each as in `targets`.

Nothing is optimised across their borders, so their sum is more than the core has as a whole.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sealwright.synth.targets import COVERINGS, GENERIC, lut_report
from sealwright.tools import yosys

# Patterns for parts at any depth, beside those of the top; "$" ends the name of a module.
OWN = (
    "seal_gf_mult*",
    "seal_gcm_hash$*",
    "seal_gcm_front$*",
    "seal_gcm_exit$*",
    "seal_gcm_finish$*",
    "seal_message_egress$*",
    "seal_key_slots$*",
)


def measure(top: str, files: Sequence[str | Path], params: Mapping[str, int]) -> dict[str, Any]:
    """LUTs and flip-flops by the name of a module, the top for what is in none of them."""
    read = yosys.read_command(top, files, params)
    commands = [
        read.replace("read_slang", "read_slang --keep-hierarchy", 1),
        f"hierarchy -top {top}",
        f"setattr -set keep_hierarchy 1 {top}/c:*u_*",
        *(f"setattr -mod -set keep_hierarchy 1 {name}" for name in OWN),
        "proc",
        "flatten",
        "synth -run begin:fine",
        *GENERIC[1:],
        "design -save gates",
    ]
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        paths = [Path(folder) / f"{n}.json" for n in range(len(COVERINGS))]
        for covering, path in zip(COVERINGS, paths, strict=True):
            cover = f"abc9 -lut 6 {covering}"
            commands += ["design -load gates", cover, "opt_clean -purge", f"write_json {path}"]
        yosys.run_script(commands, f"{top}, parts")
        netlists = [json.loads(path.read_text())["modules"] for path in paths]
    parts: dict[str, Counter[str]] = {}
    for name in netlists[0]:
        if not name.startswith("$"):
            reports = [_report(netlist[name], netlist) for netlist in netlists]
            least = min(reports, key=lambda report: report["lut"])
            parts.setdefault(name.partition("$")[0], Counter()).update(least)
    return {"parts": {name: dict(counts) for name, counts in parts.items()}}


def _report(module: Mapping[str, Any], netlist: Mapping[str, Any]) -> dict[str, int]:
    """Counts of a module without those below it."""
    cells = {name: c for name, c in module["cells"].items() if c["type"] not in netlist}
    found = lut_report({**module, "cells": cells})
    return {key: found[key] for key in ("lut", "ff", "ram_bits")}
