# SPDX-License-Identifier: Apache-2.0
"""The whole GHASH unit, by multiplier and number of stages: six-input LUTs.

Kept in results/hashes.json, from which a table of docs/reference/multipliers.md is made. One slot,
so that the multiplier counts and not the memory of powers.
"""

from typing import Any, Final

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.cores.multiplier import EACH_CYCLE
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

FILES: Final = library_files("common", "gf", "engine")
TARGETS = ("lut6",)
# multiplier, stages, sizes at which Karatsuba's splitting ends, sums shaped for LUTs
VARIANTS: Final[tuple[tuple[str, int, int, bool], ...]] = (
    ("karatsuba", 4, 8, False),
    ("karatsuba", 8, 8, False),
    ("karatsuba", 8, 4, False),
    ("tmvp-precomputed", 3, 8, True),
    ("tmvp-precomputed", 4, 8, True),
    ("tmvp-precomputed", 8, 8, True),
)


def _design(multiplier: str, stages: int, halt: int, tables: bool) -> Design:
    params = {
        "Slots": 1,
        "MultKind": EACH_CYCLE[multiplier],
        "MultStages": stages,
        "MultHalt": halt,
        "MultTables": int(tables),
    }
    return Design("seal_hash", FILES, params)


def designs() -> list[Design]:
    """What is measured."""
    return [_design(*variant) for variant in VARIANTS]


def study() -> dict[str, Any]:
    """One row for each variant."""
    return {"rows": [_row(*variant) for variant in VARIANTS]}


def _row(multiplier: str, stages: int, halt: int, tables: bool) -> dict[str, Any]:
    progress(f"GHASH: {multiplier}, {stages} stages")
    found = synth(*_design(multiplier, stages, halt, tables), TARGETS[0])
    counts = {name: found[name] for name in ("lut", "ff", "ram_bits", "depth")}
    about = {"multiplier": multiplier, "stages": stages, "halt": halt, "tables": tables}
    return {**about, **counts}
