# SPDX-License-Identifier: Apache-2.0
"""Latency, throughput and sizes of cores as formulas.

The printed text of a formula is also what is evaluated, so text and number cannot differ. Tests
compare the numbers with the constant functions of the RTL packages and with the simulated cores.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Formula:
    """`text` is a Python expression over knobs, the names of its core, and earlier formulas."""

    name: str
    text: str
    meaning: str


@dataclass(frozen=True)
class Figure:
    """A formula with its value for one core."""

    name: str
    text: str
    value: int
    meaning: str


def clog2(value: int) -> int:
    """Bits that distinguish `value` values: SystemVerilog's $clog2."""
    return (value - 1).bit_length()


def evaluate(formulas: Iterable[Formula], names: Mapping[str, object]) -> dict[str, int]:
    """The value of each formula, by name."""
    found: dict[str, int] = {}
    known = {"clog2": clog2, "max": max, "min": min, **names}
    for formula in formulas:
        value = eval(formula.text, {"__builtins__": {}}, {**known, **found})  # our own text
        found[formula.name] = int(value)
    return found
