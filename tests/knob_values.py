# SPDX-License-Identifier: Apache-2.0
"""Rows of knobs that tests simulate: every pair of values, of what the knobs themselves say.

Of a range there are both ends and one value inside, which a test may choose; of names and lists of
numbers every one, and every choice of key sizes.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import chain, combinations
from typing import Any

from covering import pairs
from sealwright.base.errors import UsageError
from sealwright.cores.cipher import KEY_BITS, KEY_LIST
from sealwright.cores.config import CoreConfig, Setting, setting_text

Row = dict[str, Any]


def values_of(kind: type[CoreConfig], **inside: int) -> dict[str, list[Setting]]:
    """The values of each knob; `inside` are those within ranges."""
    types = {each.name: each.type for each in fields(kind)}
    found: dict[str, list[Setting]] = {}
    for name, about in kind.knobs_about().items():
        values = about.values
        if isinstance(values, Mapping):
            found[name] = list(values)
        elif values == KEY_LIST:
            sizes = chain.from_iterable(combinations(KEY_BITS, n + 1) for n in range(len(KEY_BITS)))
            found[name] = list(sizes)
        elif types[name] is str:
            found[name] = list(re.findall("`(.+?)`", str(values)))
        else:
            found[name] = _numbers(values, inside.get(name))
    return found


def _numbers(values: object, inside: int | None) -> list[Setting]:
    """Those of a range, or in words: `2 to 2^20`, `1, 2, 4`."""
    if isinstance(values, tuple):
        words, numbers = "to", list(values)
    else:
        words = str(values)
        powers = re.findall(r"(\d+)(?:\^(\d+))?", words)
        numbers = [int(base) ** int(exponent or 1) for base, exponent in powers]
    if " to " in f" {words} ":
        low, high = numbers[:2]
        numbers.insert(1, low + (high - low) // 3 if inside is None else inside)
    return list(dict.fromkeys(numbers))


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
