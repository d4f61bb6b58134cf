# SPDX-License-Identifier: Apache-2.0
"""Sums of products with one reduction and with one for each product, in two-input gates.

Kept in results/ghash-sums.json, from which a table of docs/reference/ghash.md is made. All are
`seal_ghash_mult` with a register at the output alone, operands and keys as the multipliers take
them."""

from dataclasses import dataclass
from typing import Any

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.families.ghash.config import MULTIPLIERS, GhashConfig
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

FILES = tuple(library_files(*GhashConfig.libraries))
TARGETS = ("gates",)


@dataclass(frozen=True)
class Sum:
    """One sum of products."""

    mult: str
    halt: int
    lanes: int
    reductions: int

    def design(self) -> Design:
        params = {
            "Lanes": self.lanes,
            "Reductions": self.reductions,
            "MultKind": MULTIPLIERS[self.mult],
            "MultHalt": self.halt,
            "MultStages": 1,
        }
        return Design("seal_ghash_mult", FILES, params)


SUMS = (
    Sum("karatsuba", 32, 4, 1),
    Sum("karatsuba", 32, 4, 4),
    Sum("karatsuba", 32, 2, 1),
    Sum("karatsuba", 32, 2, 2),
)


def designs() -> list[Design]:
    """What is measured."""
    return [each.design() for each in SUMS]


def study() -> dict[str, Any]:
    """One row for each sum."""
    rows = []
    for each in SUMS:
        progress(f"sums of products: {each}")
        gates = synth(*each.design(), "gates")
        rows.append(
            {
                "mult": each.mult,
                "halt": each.halt,
                "lanes": each.lanes,
                "reductions": each.reductions,
                "and": gates["and"],
                "xor": gates["xor"],
                "depth": gates["depth"],
            }
        )
    return {"rows": rows}
