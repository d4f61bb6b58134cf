# SPDX-License-Identifier: Apache-2.0
"""Covering arrays: few rows of parameter values in which every legal pair of values occurs.

A greedy search: each row begins as a legal one with a pair that no row has yet, and its values are
changed as long as this brings in more such pairs. A configuration is judged whole, never in part,
so that its own check is all that says what is legal.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Row = tuple[int, ...]  # for each parameter the position of its value
Item = tuple[int, int]  # a parameter and the position of a value


def pairs(
    values: Mapping[str, Sequence[Any]], legal: Callable[[dict[str, Any]], bool]
) -> list[dict[str, Any]]:
    """Rows that have every pair of values that a legal row can have; always the same ones.

    `legal` judges whole rows. A pair is taken for impossible if the rows that were found for its
    two values, with the pair and any one other value changed, are all illegal.
    """
    names, choices = list(values), [values[name] for name in values]

    def row_of(row: Row) -> dict[str, Any]:
        return {n: choice[i] for n, choice, i in zip(names, choices, row, strict=True)}

    search = _Search([len(choice) for choice in choices], lambda row: legal(row_of(row)))
    return [row_of(row) for row in search.array()]


def pairs_of(row: Sequence[int]) -> Iterator[tuple[Item, ...]]:
    """All pairs of a row."""
    return combinations(enumerate(row), 2)


def _gain(row: Row, left: Collection[tuple[Item, ...]]) -> int:
    return sum(pair in left for pair in pairs_of(row))


class _Search:
    """The possible values and pairs, with a legal row for each."""

    def __init__(self, sizes: Sequence[int], judge: Callable[[Row], bool]) -> None:
        self._sizes, self._judge = sizes, judge
        self._judged: dict[Row, bool] = {}
        self._found: dict[tuple[Item, ...], Row] = {}
        items = [[(i, value) for value in range(size)] for i, size in enumerate(sizes)]
        self._first = self._any()
        self._add(self._first)
        for item in (item for each in items for item in each):
            self._find((item,), [self._first])
        for one, other in combinations(items, 2):
            for a, b in ((a, b) for a in one for b in other):
                rows = [self._found[item,] for item in (a, b) if (item,) in self._found]
                self._find((a, b), rows)

    def array(self) -> list[Row]:
        """The rows."""
        rows = []
        left = dict.fromkeys(found for found in self._found if len(found) == 2)
        while left:
            rows.append(self._improved(self._found[next(iter(left))], left))
            for pair in pairs_of(rows[-1]):
                left.pop(pair, None)
        return rows

    def _improved(self, row: Row, left: Collection[tuple[Item, ...]]) -> Row:
        """The row with values changed, one after the other, each for more of the pairs left."""
        gain, last = _gain(row, left), 0
        while gain > last:
            last = gain
            for i in range(len(row)):
                for near in self._changed(row, [i]):
                    if _gain(near, left) > gain and self._legal(near):
                        row, gain = near, _gain(near, left)
        return row

    def _legal(self, row: Row) -> bool:
        if row not in self._judged:
            self._judged[row] = self._judge(row)
        return self._judged[row]

    def _any(self) -> Row:
        """A legal row: one of equal positions, with at most two changes."""
        every = range(len(self._sizes))
        for position in range(max(self._sizes)):
            start = tuple(min(position, size - 1) for size in self._sizes)
            for near in (start, *self._changed(start, every)):
                for row in (near, *self._changed(near, every)):
                    if self._legal(row):
                        return row
        raise ValueError("no legal row found")

    def _changed(self, row: Row, which: Iterable[int]) -> Iterator[Row]:
        """The row with another value of one of these parameters."""
        for i in which:
            yield from ((*row[:i], v, *row[i + 1 :]) for v in range(self._sizes[i]) if v != row[i])

    def _find(self, wanted: tuple[Item, ...], rows: Iterable[Row]) -> None:
        """A legal row with the values: one of the rows with these, and at most one other change."""
        if wanted in self._found:
            return
        starts = [tuple(dict([*enumerate(row), *wanted]).values()) for row in rows]
        others = set(range(len(self._sizes))).difference(i for i, _ in wanted)
        for row in (*starts, *(near for start in starts for near in self._changed(start, others))):
            if self._legal(row):
                self._add(row)
                return

    def _add(self, row: Row) -> None:
        for found in (*combinations(enumerate(row), 1), *pairs_of(row)):
            self._found.setdefault(found, row)
