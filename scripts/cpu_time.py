# SPDX-License-Identifier: Apache-2.0
"""Where the CPU time of `make test` goes: per library, beside its budget.

A test's time is that of its worker between two tests, with all processes that the test has waited
for; pytest-xdist carries it to the report. What belongs to no test (start, collection) is `pytest`.
Budgets are shares of the whole, in percent, from `scripts/budgets.toml`; a run is never failed for
its time, since machines and their load differ.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

PROPERTY = "cpu_seconds"  # of a test case in the report; written by tests/conftest.py
BUDGETS = Path(__file__).with_name("budgets.toml")
REST = "pytest"


def budgets() -> dict[str, float]:
    """The share of each part, in percent."""
    return {name: float(share) for name, share in tomllib.loads(BUDGETS.read_text()).items()}


def library(case: Element) -> str:
    """The folder in tests/ that a test case of the report lies in."""
    parts = case.get("classname", "").split(".")
    return parts[1] if parts[0] == "tests" and len(parts) > 2 else REST


def of_tests(cases: Iterable[Element], whole: float) -> dict[str, float]:
    """Seconds of each library, and what pytest itself has taken of the whole."""
    found: dict[str, float] = {}
    for case in cases:
        seconds = sum(
            float(row.get("value", 0))
            for row in case.iter("property")
            if row.get("name") == PROPERTY
        )
        found[library(case)] = found.get(library(case), 0.0) + seconds
    found[REST] = found.get(REST, 0.0) + max(0.0, whole - sum(found.values()))
    return found


def table(used: Mapping[str, float], allowed: Mapping[str, float]) -> list[str]:
    """Lines: seconds and share of each part, most first, and its budget; a part without one has 0.

    Shares are of what was used in this run: they compare between machines, the seconds do not.
    """
    whole = sum(used.values()) or 1.0
    lines = ["CPU time          s      %  budget"]
    for name, seconds in sorted(used.items(), key=lambda row: -row[1]):
        share, most = 100 * seconds / whole, allowed.get(name, 0.0)
        mark = "  OVER BUDGET" if share > most else ""
        lines.append(f"{name:12} {seconds:6.0f} {share:6.1f} {most:7.1f}{mark}")
    return [*lines, f"{'all':12} {whole:6.0f}"]
