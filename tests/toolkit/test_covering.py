# SPDX-License-Identifier: Apache-2.0
"""The covering arrays of tests/covering.py, beside all rows there are."""

from itertools import combinations, product
from typing import Any

import pytest

from covering import pairs

VALUES = {
    "mode": "abc",
    "slots": (1, 2, 16),
    "buffer": (2, 8, 64),
    "unit": (16, 64, 1024),
    "way": "fb",
}


def legal(row: dict[str, Any]) -> bool:
    """With all kinds of limits: of a value, of two, of three."""
    if row["mode"] == "a" and row["way"] == "b":
        return False
    if row["mode"] != "c" and row["slots"] == 16 and row["way"] == "f":
        return False
    return bool(row["unit"] <= 16 * row["buffer"])


def found(rows: list[dict[str, Any]]) -> set[Any]:
    return {pair for row in rows for pair in combinations(row.items(), 2)}


def test_every_legal_pair_is_there() -> None:
    every = [dict(zip(VALUES, row, strict=True)) for row in product(*VALUES.values())]
    rows = pairs(VALUES, legal)
    assert all(map(legal, rows)) and len(rows) < 20
    assert found(rows) == found(list(filter(legal, every)))
    assert pairs(VALUES, legal) == rows


def test_nothing_legal() -> None:
    with pytest.raises(ValueError, match="no legal row"):
        pairs(VALUES, lambda row: False)
