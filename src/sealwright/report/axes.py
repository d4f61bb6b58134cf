# SPDX-License-Identifier: Apache-2.0
"""Axes of drawings that show points and lines, both logarithmic."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from sealwright.report.svg import FAINT, GRID, INK, Drawing


@dataclass(frozen=True)
class Axis:
    """A logarithmic one, over whole decades."""

    low: int
    high: int
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float) -> "Axis":
        return cls(floor(log10(min(values))), ceil(log10(max(values))), start, end)

    def at(self, value: float) -> float:
        share = (log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        marks = (k * 10.0**n for n in range(self.low, self.high) for k in (1, 2, 5))
        return [*marks, 10.0**self.high]


def grid(draw: Drawing, across: Axis, up: Axis, below: str, beside: str) -> None:
    """Lines with their figures, and what the axes mean."""
    for value in across.ticks():
        x = across.at(value)
        draw.line(x, up.end, x, up.start, f'stroke="{GRID}"')
        draw.text(x, up.start + 18, f"{value:,.0f}", size=10, anchor="middle", fill=FAINT)
    for value in up.ticks():
        y = up.at(value)
        draw.line(across.start, y, across.end, y, f'stroke="{GRID}"')
        draw.text(across.start - 8, y + 4, f"{value:g}", size=10, anchor="end", fill=FAINT)
    middle = (across.start + across.end) / 2
    draw.text(middle, up.start + 42, below, anchor="middle", fill=INK)
    draw.text(across.start - 8, up.end - 8, beside, size=11, anchor="end", fill=INK)
