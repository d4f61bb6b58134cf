# SPDX-License-Identifier: Apache-2.0
"""Formulas and causes of seal_engine_pkg and of its Python counterpart are the same."""

from pathlib import Path
from typing import Final

from sealwright.cores.cipher import ROUNDS
from sealwright.cores.engine import ENTRIES, EXPAND, KEY_HOLD, KEY_LOAD, SBOX_STEPS, KeyCause
from sealwright.cores.formulas import evaluate
from sealwright.tools import yosys
from sealwright.tools.sv_package import read_package

PACKAGE: Final = "rtl/engine/seal_engine_pkg.sv"


def test_causes() -> None:
    causes = read_package(PACKAGE).enums["key_cause_e"]
    assert {cause.name.removeprefix("Key").upper(): cause.value for cause in causes} == {
        cause.name.replace("_", ""): cause.value for cause in KeyCause
    }


def test_formulas(tmp_path: Path) -> None:
    wanted = {"offer_cycles()": evaluate([KEY_HOLD], {})["key_hold"]}
    for size, bits in enumerate((128, 192, 256)):
        for stages in range(4):
            names = {"nr": ROUNDS[bits], "sbox_steps": SBOX_STEPS[bits], "key_stages": stages}
            found = evaluate([EXPAND, KEY_LOAD], {**names, "derive": 9})
            wanted[f"expand_cycles({size}, {stages})"] = found["expand"]
            wanted[f"load_cycles({size}, {stages}, 9)"] = found["key_load"]
    for loop in (31, 60, 61, 62, 124, 125):
        wanted[f"entries({loop})"] = evaluate([ENTRIES], {"loop": loop})["entries"]
    assert elaborated(tmp_path, [PACKAGE], list(wanted)) == list(wanted.values())


def test_formulas_of_the_hash_of_lanes(tmp_path: Path) -> None:
    """As the bench of seal_hash_lanes has them, which finds the cycles in simulation."""
    wanted = {}
    for lanes in (2, 4, 8):
        for stages in range(1, 9):
            made = lanes * stages - 1  # powers, each by a product
            digit = next(2**n for n in range(8) if made * (128 // 2**n + 1) <= 160)
            wanted[f"lanes_digit({lanes}, {stages})"] = digit
            wanted[f"lanes_power_cycles({lanes}, {stages})"] = made * (128 // digit + 1) + 2
            wanted[f"lanes_sum_cycles({lanes}, {stages})"] = 2 * stages + 5
    wanted["lanes_sum_cycles(1, 3)"] = 10  # that of seal_hash
    packages = [PACKAGE, "rtl/engine/seal_hash_pkg.sv"]
    assert elaborated(tmp_path, packages, list(wanted)) == list(wanted.values())


def elaborated(folder: Path, packages: list[str], formulas: list[str]) -> list[int]:
    """The values of functions of the last package."""
    name = Path(packages[-1]).stem
    width = 32 * len(formulas)
    terms = ", ".join(f"32'({formula})" for formula in formulas)
    path = folder / "seal_formulas.sv"
    path.write_text(
        f"module seal_formulas import {name}::*; (output logic [{width - 1}:0] o);\n"
        f"  assign o = {{{terms}}};\nendmodule\n"
    )
    read = yosys.read_command("seal_formulas", [*packages, str(path)], {})
    bits = yosys.top_module(yosys.netlist([read, "proc", "opt"]))["ports"]["o"]["bits"]
    word = "".join(reversed(bits))
    return [int(word[32 * n : 32 * n + 32], 2) for n in range(len(formulas))]
