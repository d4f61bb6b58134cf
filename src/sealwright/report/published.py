# SPDX-License-Identifier: Apache-2.0
"""Description of a table of the literature; `sealwright.study.tables` has all of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sealwright.base.results import Job, Result, Results, table_name
from sealwright.report.markdown import marked
from sealwright.synth.fingerprint import Design

Row = dict[str, Any]
MISSING = "-"  # in place of a figure
Figures = Mapping[str, Any]  # what is measured, without words


@dataclass(frozen=True)
class Published:
    """One table: how its figures are measured, and the rows and the note made of them.

    Only the figures are kept in results/, so that words change without a measurement.
    """

    title: str
    rows: Callable[[Any], list[Row]]  # of the figures
    note: Callable[[Any], str]
    measure: Callable[[str], Figures] | None  # with the liberty target; none: see `collected`
    designs: Callable[[], Sequence[Design]]  # which are measured
    targets: tuple[str, ...]  # what they are measured on
    # Cycles among the figures, by the same names: a result of its own, which is soon made again
    simulate: Callable[[], Figures] | None = None
    # The results of cores that only this table has
    jobs: Callable[[], Iterable[Job]] = tuple

    def shown(self, figures: Any) -> dict[str, Any]:
        """Title, rows and note."""
        return {"title": self.title, "rows": self.rows(figures), "note": self.note(figures)}

    def kept(self, name: str, results: Results) -> Result:
        """The figures in results/; none if any of them are missing."""
        parts = [results.of(table_name(name))]
        if self.simulate:
            parts.append(results.of(cycles_name(name)))
        whole = merged(*parts) if all(parts) else {}
        return Result(whole, old=any(part.old for part in parts))


def merged(*parts: Figures) -> Figures:
    """Figures from several results, by the names of what was measured."""
    return {name: {k: v for part in parts for k, v in part[name].items()} for name in parts[0]}


def cycles_name(name: str) -> str:
    """The name of the file with the cycles of a table."""
    return f"{table_name(name)}.cycles"


def collected(
    title: str,
    rows: Callable[[Results], list[Row]],
    note: Callable[[Results], str],
    jobs: Callable[[], Iterable[Job]] = tuple,
) -> Published:
    """A table that is made whenever it is shown, of models and of results of cores."""
    return Published(title, rows, note, None, list, (), jobs=jobs)


def shown(value: Any, *sources: Result) -> Any:
    """A figure of a row: marked if it is old, a dash if it has not been measured."""
    if value is None:
        return MISSING
    return marked(value, *sources) if any(source.old for source in sources) else value


def number(value: float | None, digits: int) -> str | None:
    """With so many decimals."""
    return None if value is None else f"{value:.{digits}f}"


def missing_note(rows: Iterable[Row]) -> str:
    """The sentence on dashes, if there are any."""
    found = any(value == MISSING for row in rows for value in row.values())
    return f" {MISSING}: not measured yet." if found else ""
