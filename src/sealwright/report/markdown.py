# SPDX-License-Identifier: Apache-2.0
"""Tables of the documents, in Markdown: old figures are marked, missing ones are left out."""

from collections.abc import Sequence
from textwrap import fill

from sealwright.base.results import Result

OLD = "†"
OLD_NOTE = f"{OLD} Measured before the latest change of the sources or tools."
ALL_OLD_NOTE = "Measured before the latest change of the sources or tools."
MISSING_NOTE = "Empty: not measured yet."


def cell(value: object) -> str:
    """A value as a table has it; None is empty."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def marked(value: object, *sources: Result) -> str:
    """A figure from results, with a mark if one of them is old."""
    return cell(value) + OLD * any(source.old for source in sources)


def figure(value: object, *sources: Result) -> str | None:
    """The same as a cell of a table; None if there is none."""
    return None if value is None else marked(value, *sources)


def markdown(
    head: Sequence[str], rows: Sequence[Sequence[object]], right: str = "", *sources: Result
) -> str:
    """A table; `right` has an "r" for each column that is aligned to the right.

    Rows with nothing but a name are left out. Notes on rows and cells follow the table; `sources`
    are the results of which the whole table is made.
    """
    rule = ["---:" if i < len(right) and right[i] == "r" else "---" for i in range(len(head))]
    bare = [row for row in rows if len(row) > 1 and all(value is None for value in row[1:])]
    shown = [row for row in rows if row not in bare]
    lines = [head, rule, *([cell(value) for value in row] for row in shown)]
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    cells = [value for row in shown for value in row]
    notes = []
    if any(isinstance(value, str) and value.endswith(OLD) for value in cells):
        notes.append(OLD_NOTE)
    if any(source.old for source in sources):
        notes.append(ALL_OLD_NOTE)
    if None in cells:
        notes.append(MISSING_NOTE)
    if bare:
        notes.append(f"Not measured yet: {', '.join(cell(row[0]) for row in bare)}.")
    return "\n\n".join(
        [body, fill(" ".join(notes), 100, break_on_hyphens=False)] if notes else [body]
    )
