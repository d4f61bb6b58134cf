# SPDX-License-Identifier: Apache-2.0
"""Rows of knobs that tests simulate: every pair of values, of what the knobs themselves say."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from covering import pairs
from sealwright.base.errors import UsageError
from sealwright.cores.config import CoreConfig, Setting, setting_text
from sealwright.cores.draw import values_of

__all__ = ["array", "first_of", "name_of", "values_of"]

Row = dict[str, Any]


def array(kind: type[CoreConfig], values: Mapping[str, Sequence[Setting]]) -> list[Row]:
    """Rows with every pair of values that the configuration allows."""

    def legal(row: Row) -> bool:
        try:
            kind.from_knobs("row", "", row)
        except UsageError:
            return False
        return True

    return pairs(values, legal)


def first_of(rows: Sequence[Row], count: int, **having: Setting) -> list[Row]:
    """So many rows, each with the most values, and then pairs, that those before it have not.

    The first is one that has the values `having`.
    """
    found: list[Row] = []
    seen: set[Any] = set()

    def gain(row: Row) -> tuple[int, int]:
        new = seen.isdisjoint
        return (
            sum(new([value]) for value in row.items()),
            sum(new([pair]) for pair in combinations(row.items(), 2)),
        )

    for number in range(count):
        left = (row for row in rows if row not in found)
        found.append(max((r for r in left if number or having.items() <= r.items()), key=gain))
        seen |= {*found[-1].items(), *combinations(found[-1].items(), 2)}
    return found


def name_of(row: Row) -> str:
    """A name for pytest: its values."""
    return "-".join(map(setting_text, row.values()))
