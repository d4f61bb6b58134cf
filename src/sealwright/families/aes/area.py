# SPDX-License-Identifier: Apache-2.0
"""The picture of docs/reference/aes.md: throughput of AES cores against their area.

One line for each S-box of table lemsitzer-2, a point for each width; the named cores beside them.
All of them placed and routed on ECP5, both axes logarithmic, so that equal throughput per area is a
diagonal."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from sealwright.base.results import Results, measured
from sealwright.families import cores_of
from sealwright.families.aes.tables import TABLES
from sealwright.report.axes import Axis, grid
from sealwright.report.svg import COLOURS, FAINT, Drawing

LEFT, TOP_EDGE, RIGHT, BOTTOM = 70.0, 40.0, 600.0, 420.0
TABLE = "lemsitzer-2"
NAMED = "named cores"
HALO = 'paint-order="stroke" stroke="#ffffff" stroke-width="3"'  # sets words off from lines
LETTER, LINE = 5.6, 11.0  # of a label: a letter's width, and from line to line


@dataclass(frozen=True)
class Point:
    """One core: LUT4 of ECP5, Gb/s."""

    label: str
    luts: int
    gbps: float


def points() -> dict[str, list[Point]]:
    """The points measured, by line."""
    series: dict[str, list[Point]] = {}
    figures = TABLES[TABLE].kept(TABLE, Results())
    for row in TABLES[TABLE].rows(figures) if figures else ():
        label = f"{row['bits']} bits, {row['S-box']}"
        point = Point(label, row["ecp5 lut4"], float(row["ecp5 Gb/s"]))
        series.setdefault(f"S-boxes: {row['S-box']}", []).append(point)
    for core in cores_of("aes"):
        placed, rows = measured(f"{core.name}.ecp5"), measured(f"{core.name}.bench").get("results")
        if placed and rows:
            gbps = 128 / rows[0]["cycles"] * placed["fmax_mhz"] / 1000
            series.setdefault(NAMED, []).append(Point(core.name, placed["lut"], gbps))
    return series


def throughput_svg() -> str:
    """Gb/s against LUT4."""
    series = points()
    every = [point for line in series.values() for point in line]
    draw = Drawing(820, 480, "AES cores: throughput and area")
    draw.text(LEFT, 24, "AES on LFE5U-85F: throughput by area, placed and routed")
    if not every:
        draw.text(LEFT, 60, "not measured yet", fill=FAINT)
        return draw.render()
    across = Axis.over([point.luts for point in every], LEFT, RIGHT)
    up = Axis.over([point.gbps for point in every], BOTTOM, TOP_EDGE)
    grid(draw, across, up, "LUT4", "Gb/s")
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number]
        places = [(across.at(point.luts), up.at(point.gbps)) for point in line]
        if name != NAMED:
            draw.path(places, f'fill="none" stroke="{colour}" stroke-width="1.5"')
        for point, (x, y) in zip(line, places, strict=True):
            tip = f"{point.label}: {point.luts:,} LUT4, {point.gbps:.2f} Gb/s"
            draw.rect(x - 4, y - 4, 8, 8, colour, 'rx="2"', tip)
        if name == NAMED:
            labels = [point.label.removeprefix("aes-") for point in line]
            for label, (x, y) in zip(labels, places_of(labels, places), strict=True):
                draw.text(x, y, label, size=10, fill=FAINT, extra=HALO)
        draw.rect(RIGHT + 24, TOP_EDGE + 22 * number, 10, 10, colour)
        draw.text(RIGHT + 40, TOP_EDGE + 22 * number + 9, name)
    notes = ("Lines: 16, 32, 64, 128 bits", "per cycle, one key, one register", "per round.")
    for number, words in enumerate(notes):
        draw.text(RIGHT + 24, TOP_EDGE + 130 + 16 * number, words, size=11, fill=FAINT)
    return draw.render()


def places_of(
    labels: Sequence[str], marks: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Where each label begins: right or left of its mark; where marks are close, up or down."""
    found: dict[int, tuple[float, float]] = {}

    def free(x: float, y: float, width: float) -> bool:
        texts = ((left, line, LETTER * len(labels[i])) for i, (left, line) in found.items())
        boxes = [*texts, *((left - 4, line + 4, 8.0) for left, line in marks)]
        return not any(
            x < left + size and left < x + width and abs(y - line) < LINE
            for left, line, size in boxes
        )

    for i in sorted(range(len(labels)), key=lambda i: marks[i][1]):
        (x, y), width = marks[i], LETTER * len(labels[i])
        lines = (y + 4 + LINE * step for n in count() for step in ((-n, n) if n else (0,)))
        tries = ((left, line) for line in lines for left in (x + 8, x - 8 - width))
        found[i] = next(place for place in tries if free(*place, width))
    return [found[i] for i in range(len(labels))]
