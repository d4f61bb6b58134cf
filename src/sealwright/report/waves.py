# SPDX-License-Identifier: Apache-2.0
"""Waveforms drawn from a simulation: signals below each other over the same cycles."""

from collections.abc import Callable

from sealwright.report.svg import FAINT, GRID, INK, MONO, Drawing
from sealwright.report.vcd import Wave, runs

CELL, LEFT, TOP, ROW, SWING = 36, 150, 92, 30, 18
BEFORE, AFTER, CUT = 1, 2, 8  # cycles shown around the message; longest stretch of nothing
BUS = {"fill": "#eaf2fa", "edge": "#3d7ab5"}
LINE = f'fill="none" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"'

Label = Callable[[int], str]


class Waves:
    """Signals below each other over the same cycles, from `origin` on.

    Stretches in which nothing is busy are cut out, if they are long.
    """

    def __init__(
        self, wave: Wave, busy: set[int], origin: int, title: str, note: str, rows: int
    ) -> None:
        self.wave, self.origin = wave, origin
        self.columns = self._columns(busy)
        self.drawing = Drawing(
            max(LEFT + len(self.columns) * CELL + 24, 760), TOP + rows * ROW + 12, title
        )
        self.drawing.text(20, 27, title, size=16, extra='font-weight="600"')
        self.drawing.text(20, 46, note, fill=FAINT)
        self.y = float(TOP)
        for i, cycle in enumerate(self.columns):
            x = LEFT + i * CELL
            self.drawing.line(x, TOP - 6, x, TOP + rows * ROW - 6)
            if cycle is not None and (cycle - self.origin) % 5 == 0:
                number = str(cycle - self.origin)
                self.drawing.text(
                    x + CELL / 2, TOP - 10, number, size=9.5, anchor="middle", fill=FAINT
                )

    def _columns(self, busy: set[int]) -> list[int | None]:
        """The cycles shown; None stands for a stretch that has been cut."""
        shown: list[int | None] = []
        gap: list[int] = []
        first = max(min(busy) - BEFORE, 0)
        for cycle in range(first, min(max(busy) + AFTER, self.wave.cycles)):
            near = any(t in busy for t in range(cycle - 2, cycle + 3))
            if near:
                if len(gap) > CUT - 4:
                    shown.append(None)
                else:
                    shown += gap
                gap = []
                shown.append(cycle)
            else:
                gap.append(cycle)
        return shown

    def _name(self, name: str) -> None:
        text = f'font-family="{MONO}"'
        self.drawing.text(LEFT - 12, self.y + SWING - 4, name, anchor="end", extra=text)

    def clock(self) -> None:
        self._name("clk_i")
        points = []
        for i in range(len(self.columns)):
            x = LEFT + i * CELL
            low, high = self.y + SWING, self.y
            points += [(x, low), (x, high), (x + CELL / 2, high), (x + CELL / 2, low)]
        points.append((LEFT + len(self.columns) * CELL, self.y + SWING))
        self.drawing.path(points, LINE)
        self.y += ROW

    def bit(self, name: str) -> None:
        self._name(name)
        points = []
        value = 0
        for i, cycle in enumerate(self.columns):
            value = value if cycle is None else self.wave[name][cycle]
            level = self.y + (0 if value else SWING)
            points += [(LEFT + i * CELL, level), (LEFT + (i + 1) * CELL, level)]
        self.drawing.path(points, LINE)
        self.y += ROW

    def bus(self, name: str, valid: str, label: Label) -> None:
        """A bus that means something while `valid` (empty: always); equal words share a box."""
        self._name(name)
        used = [c for c in self.columns if c is not None and (not valid or self.wave[valid][c])]
        values = [-1 if c is None or c not in used else c for c in self.columns]
        middle = self.y + SWING / 2
        end = LEFT + len(values) * CELL
        self.drawing.line(LEFT, middle, end, middle, f'stroke="{GRID}" stroke-width="1.4"')
        words = ["" if c < 0 else label(self.wave[name][c]) for c in values]
        codes = [-1 if c < 0 else words.index(words[i]) for i, c in enumerate(values)]
        for a, b, code in runs(codes):
            if code >= 0:
                self._box(LEFT + a * CELL, LEFT + b * CELL, words[a])
        self.y += ROW

    def _box(self, a: float, b: float, words: str) -> None:
        top, low, slope = self.y, self.y + SWING, 3
        middle = (top + low) / 2
        corners = [
            (a, middle),
            (a + slope, top),
            (b - slope, top),
            (b, middle),
            (b - slope, low),
            (a + slope, low),
        ]
        style = f'fill="{BUS["fill"]}" stroke="{BUS["edge"]}" stroke-width="1.2"'
        self.drawing.path(corners, style, close=True)
        self.drawing.text((a + b) / 2, middle + 3.5, words, size=10, anchor="middle")

    def breaks(self) -> None:
        """Marks the stretches that have been cut out."""
        for i, cycle in enumerate(self.columns):
            if cycle is None:
                x = LEFT + i * CELL
                self.drawing.rect(x + 10, TOP - 4, CELL - 20, self.y - TOP, "#ffffff")
                before, after = self.columns[i - 1], self.columns[i + 1]
                skipped = (after or 0) - (before or 0) - 1
                self.drawing.text(x + CELL / 2, TOP - 10, f"+{skipped}", size=9.5, anchor="middle")
                for side in (x + 10, x + CELL - 10):
                    dash = f'stroke="{FAINT}" stroke-dasharray="3 3"'
                    self.drawing.line(side, TOP - 4, side, self.y - 8, dash)

    def stream(self, name: str, section: Label) -> None:
        """The six signals of a packet stream, data by their first byte."""
        valid = f"{name}_tvalid"
        self.bit(valid)
        self.bit(f"{name}_tready")
        self.bus(f"{name}_tuser", valid, section)
        self.bus(f"{name}_tdata", valid, first_byte)
        self.bus(f"{name}_tkeep", valid, lambda v: f"{v:04x}")
        self.bit(f"{name}_tlast")


def first_byte(value: int) -> str:
    """Byte 0 of a bus."""
    return f"{value & 0xFF:02x}"
