# SPDX-License-Identifier: Apache-2.0
"""Description of a table of the literature; `sealwright.study.tables` has all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
