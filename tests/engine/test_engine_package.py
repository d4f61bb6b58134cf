# SPDX-License-Identifier: Apache-2.0
"""Formulas and causes of seal_engine_pkg and of its Python twin are the same."""

import re
from pathlib import Path
from typing import Final

from sealwright.base.files import resolve
from sealwright.cores.engine import (
    OFFER_CYCLES,
    KeyCause,
    expand_cycles,
    load_cycles,
    places,
)
from sealwright.tools import yosys

PACKAGE: Final = "rtl/engine/seal_engine_pkg.sv"


def test_causes() -> None:
    codes = re.findall(r"\bKey(\w+)\s*=\s*3'd(\d+)", resolve(PACKAGE).read_text())
    assert {name.lower(): int(code) for name, code in codes} == {
        cause.name.replace("_", "").lower(): int(cause) for cause in KeyCause
    }


def test_formulas(tmp_path: Path) -> None:
    wanted = {"offer_cycles()": OFFER_CYCLES}
    for size, bits in enumerate((128, 192, 256)):
        for stages in range(4):
            wanted[f"expand_cycles({size}, {stages})"] = expand_cycles(bits, stages)
            wanted[f"load_cycles({size}, {stages}, 9)"] = load_cycles(bits, stages, 9)
    for loop in (31, 60, 61, 62, 124, 125):
        wanted[f"places({loop})"] = places(loop)
    width = 32 * len(wanted)
    values = ", ".join(f"32'({formula})" for formula in wanted)
    path = tmp_path / "seal_formulas.sv"
    path.write_text(
        f"module seal_formulas import seal_engine_pkg::*; (output logic [{width - 1}:0] o);\n"
        f"  assign o = {{{values}}};\nendmodule\n"
    )
    read = yosys.read_command("seal_formulas", [PACKAGE, str(path)], {})
    bits = yosys.top_module(yosys.netlist([read, "proc", "opt"]))["ports"]["o"]["bits"]
    word = "".join(reversed(bits))
    found = [int(word[32 * n : 32 * n + 32], 2) for n in range(len(wanted))]
    assert dict(zip(wanted, found, strict=True)) == wanted
