# SPDX-License-Identifier: Apache-2.0
"""Description of a table of the literature; `sealwright.study.tables` has all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sealwright.base.results import Results

Row = dict[str, Any]


@dataclass(frozen=True)
class Published:
    """One table: its rows, how they are measured, and its note."""

    title: str
    rows: Callable[[str], list[Row]]  # of the liberty target
    note: Callable[[list[Row]], str]
    libraries: tuple[str, ...]  # of rtl/: what it depends on
    targets: tuple[str, ...]  # what it is measured on
    simulated: bool = False  # whether cycles are among the figures
    # Its rows from results/ and models, for a table that measures nothing itself
    from_results: Callable[[Results], list[Row]] | None = None


def collected(
    title: str, rows: Callable[[Results], list[Row]], note: Callable[[list[Row]], str]
) -> Published:
    """A table that is made whenever it is shown."""
    return Published(title, lambda _: rows(Results()), note, (), (), from_results=rows)
