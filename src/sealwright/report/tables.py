# SPDX-License-Identifier: Apache-2.0
"""Tables as plain text: columns as wide as their longest cell, numbers to the right."""

from collections.abc import Sequence


def cell(value: object) -> str:
    """A value in readable form; None means not measured."""
    if value is None:
        return "n/a"
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return str(value)


def table(head: Sequence[str], rows: Sequence[Sequence[object]], indent: str = "") -> str:
    """Rows below their headings."""
    lines = [list(head), *([cell(value) for value in row] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    right = [
        bool(rows) and all(isinstance(r[i], int | float) for r in rows) for i in range(len(head))
    ]
    return "\n".join(
        indent
        + "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )
