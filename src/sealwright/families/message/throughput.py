# SPDX-License-Identifier: Apache-2.0
"""The picture of docs/reference/gcm.md: throughput per area of the cores of papers.

As Figures 4.7 and 4.10 of Patel 2008, of the rows of the tables: published beside measured.
"""

from collections.abc import Iterator, Mapping

from sealwright.base.results import Results
from sealwright.families.message import tables_lemsitzer, tables_patel
from sealwright.report.published import MISSING, Published
from sealwright.report.svg import COLOURS, FAINT, GRID, INK, Drawing

WIDTH, LEFT, RIGHT, TOP, ROW, HEAD = 820.0, 260.0, 740.0, 46.0, 22.0, 34.0
PUBLISHED, MEASURED = COLOURS[5], COLOURS[0]
_TABLES: Mapping[str, Published] = {**tables_patel.TABLES, **tables_lemsitzer.TABLES}
# Tables, and the two columns of each
IN_CELLS = ("kb/s per gate", "kb/s per NAND2")
PLACED = ("kb/s per slice published", "kb/s per ecp5 lut4")
PANELS: Mapping[str, tuple[str, str]] = {
    "patel-4.1": IN_CELLS,
    **dict.fromkeys(("patel-4.2", "lemsitzer-4", "lemsitzer-5", "lemsitzer-6"), PLACED),
    **dict.fromkeys(("lemsitzer-7", "lemsitzer-2.counter"), PLACED),
}
Bars = tuple[float | None, float | None]


def _number(value: object) -> float | None:
    return None if value in (MISSING, "") else float(str(value))


def bars(name: str) -> Iterator[tuple[str, Bars]]:
    """Rows of a table: a label, and kb/s per area, published and measured, as far as known."""
    for row in _TABLES[name].rows(Results()):
        published, measured = (_number(row[column]) for column in PANELS[name])
        first = row.get("multiplier") or f"{row['bits']} bits"
        if (published, measured) != (None, None):
            yield f"{first}, {row['S-box']}", (published, measured)


def throughput_svg() -> str:
    """A panel for each table, a pair of bars for each core."""
    panels = {name: list(bars(name)) for name in PANELS}
    height = TOP + sum(HEAD + ROW * len(rows) for rows in panels.values()) + 40
    draw = Drawing(WIDTH, height, "Throughput per area of GCM cores of papers")
    draw.text(24, 26, "Throughput per area: published, and measured with the cores of this project")
    y = TOP
    for name, rows in panels.items():
        draw.text(24, y + 20, f"{name}: {_TABLES[name].title}", fill=INK)
        draw.text(RIGHT, y + 20, " | ".join(PANELS[name]), size=10, anchor="end", fill=FAINT)
        y += HEAD
        most = max(value for _, pair in rows for value in pair if value is not None)
        draw.line(LEFT, y - 4, LEFT, y + ROW * len(rows), f'stroke="{GRID}"')
        for label, pair in rows:
            draw.text(LEFT - 8, y + 11, label, size=11, anchor="end", fill=INK)
            for at, value, colour in zip((0, 8), pair, (PUBLISHED, MEASURED), strict=True):
                if value is not None:
                    wide = (RIGHT - LEFT) * value / most
                    draw.rect(LEFT, y + at, wide, 7, colour)
                    draw.text(LEFT + wide + 5, y + at + 7, f"{value:,.4g}", size=9, fill=FAINT)
            y += ROW
    for place, colour, word in ((24, PUBLISHED, "published"), (124, MEASURED, "measured")):
        draw.rect(place, y + 16, 10, 10, colour)
        draw.text(place + 16, y + 25, word, size=11)
    draw.text(224, y + 25, "Each panel has a scale of its own.", size=11, fill=FAINT)
    return draw.render()
