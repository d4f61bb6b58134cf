# SPDX-License-Identifier: Apache-2.0
"""Covering arrays: few rows of parameter values in which every legal pair of values occurs.

`allpairspy` asks of the beginnings of rows whether they are legal, and stops where it finds no new
pair at once; a configuration can only be judged whole. So the possible pairs are found first, each
with a row. Beginnings are judged by these pairs, and what `allpairspy` leaves out gets these rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from allpairspy import AllPairs

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


class _Search:
    """The possible values and pairs, with a legal row for each."""

    def __init__(self, sizes: Sequence[int], judge: Callable[[Row], bool]) -> None:
        self._sizes, self._judge = sizes, judge
        self._judged: dict[Row, bool] = {}
        self._found: dict[tuple[Item, ...], Row] = {}
        items = [[(i, value) for value in range(size)] for i, size in enumerate(sizes)]
        first = self._first()
        self._add(first)
        for item in (item for each in items for item in each):
            self._find((item,), [first])
        for one, other in combinations(items, 2):
            for a, b in ((a, b) for a in one for b in other):
                rows = [self._found[item,] for item in (a, b) if (item,) in self._found]
                self._find((a, b), rows)

    def array(self) -> list[Row]:
        """The rows."""
        rows = [tuple(row) for row in AllPairs(list(map(range, self._sizes)), self._part)]
        left = {found for found in self._found if len(found) == 2}
        left -= {pair for row in rows for pair in pairs_of(row)}
        while left:
            known = {self._found[pair] for pair in left}
            rows.append(min(known, key=lambda row: (-len(left & set(pairs_of(row))), row)))
            left -= set(pairs_of(rows[-1]))
        return rows

    def _part(self, part: list[int]) -> bool:
        """Whether the beginning of a row has possible pairs only; a whole row is judged."""
        last = (len(part) - 1, part[-1])
        if any((other, last) not in self._found for other in enumerate(part[:-1])):
            return False
        return len(part) < len(self._sizes) or self._legal(tuple(part))

    def _legal(self, row: Row) -> bool:
        if row not in self._judged:
            self._judged[row] = self._judge(row)
        return self._judged[row]

    def _first(self) -> Row:
        """A legal row: one of equal positions, with at most two changes."""
        for position in range(max(self._sizes)):
            start = tuple(min(position, size - 1) for size in self._sizes)
            for near in (start, *self._changed(start)):
                for row in (near, *self._changed(near)):
                    if self._legal(row):
                        return row
        raise ValueError("no legal row found")

    def _changed(self, row: Row, kept: Iterable[int] = ()) -> Iterator[Row]:
        """The row with one value changed, of a parameter that is not kept."""
        for i in set(range(len(row))).difference(kept):
            yield from ((*row[:i], v, *row[i + 1 :]) for v in range(self._sizes[i]) if v != row[i])

    def _find(self, wanted: tuple[Item, ...], rows: Iterable[Row]) -> None:
        """A legal row with the values: one of the rows with these, and at most one other change."""
        if wanted in self._found:
            return
        starts = [tuple(dict([*enumerate(row), *wanted]).values()) for row in rows]
        kept = [i for i, _ in wanted]
        for row in (*starts, *(near for start in starts for near in self._changed(start, kept))):
            if self._legal(row):
                self._add(row)
                return

    def _add(self, row: Row) -> None:
        for found in (*combinations(enumerate(row), 1), *pairs_of(row)):
            self._found.setdefault(found, row)
