# SPDX-License-Identifier: Apache-2.0
"""Phases of sectors that follow each other: a picture of a real simulation.

Time runs to the right. A row is a phase, a colour a sector: solid while its blocks enter the phase,
pale until the last result is there. Above, sectors overlap; below, on the same scale, each waits
for the one before, as in Mancillas-López 2010.
"""

from collections.abc import Callable, Mapping, Sequence

from sealwright.base.errors import UsageError
from sealwright.families import load_core
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.recording import BLOCKS, PHASES, Sector, record
from sealwright.report.svg import COLOURS, FAINT, GRID, Drawing

CORE = "sector-hctr2"
TOGETHER, ALONE = 6, 2
SCALE, LEFT, TOP, RIGHT = 2.6, 112, 104, 30
BAR, ROW, BETWEEN = 17, 25, 66
DETAILS = {
    "receive": "input beats",
    "hash A": "of what comes",
    "middle": "one call of AES",
    "stream": "31 calls of AES",
    "hash B": "of what goes",
    "send": "output beats",
}


class _Picture:
    """Panels are added from the top."""

    def __init__(self, cycles: int, words: str) -> None:
        self.cycles = cycles
        height = TOP + 2 * (len(PHASES) * ROW + BETWEEN) - BETWEEN + 30
        self.drawing = Drawing(LEFT + SCALE * cycles + RIGHT, height, "Phases of sectors")
        self.y = float(TOP)
        bold = 'font-weight="600"'
        self.drawing.text(20, 28, "Phases of sectors of 512 bytes", size=17, extra=bold)
        self.drawing.text(20, 48, words, fill=FAINT)

    def x(self, cycle: float) -> float:
        return LEFT + SCALE * cycle

    def grid(self) -> None:
        d, bottom = self.drawing, self.y + len(PHASES) * ROW
        for cycle in range(0, self.cycles + 1, 50):
            d.line(self.x(cycle), self.y - 8, self.x(cycle), bottom, f'stroke="{GRID}"')
            d.text(self.x(cycle), bottom + 14, str(cycle), size=10, anchor="middle", fill=FAINT)
        d.text(LEFT - 14, bottom + 14, "cycle", size=10, anchor="end", fill=FAINT)

    def panel(self, words: str, sectors: Sequence[Sector], first: int) -> None:
        """Sectors on rows of phases; `first` is the number of their first colour."""
        d, start = self.drawing, sectors[0]["receive"].begin
        d.text(20, self.y - 20, words, extra='font-weight="600"')
        self.grid()
        for phase in PHASES:
            d.text(LEFT - 14, self.y + 10, phase, anchor="end", size=11.5)
            d.text(LEFT - 14, self.y + 20, DETAILS[phase], anchor="end", size=8.5, fill=FAINT)
            for i, sector in enumerate(sectors):
                bar, colour = sector[phase], COLOURS[(first + i) % len(COLOURS)]
                a, b, c = (self.x(t - start) for t in (bar.begin, bar.end + 1, bar.done + 1))
                if c > b:
                    pale = 'fill-opacity="0.35"'
                    d.rect(b, self.y + BAR / 4, c - b, BAR / 2, colour, pale)
                tip = f"sector {i + 1}: {phase}, cycles {bar.begin - start} to {bar.done - start}"
                d.rect(a, self.y, max(b - a, SCALE), BAR, colour, 'rx="2"', tip)
                if b - a > 20:
                    white = 'font-weight="600"'
                    middle = (a + b) / 2
                    number = str(i + 1)
                    d.text(
                        middle,
                        self.y + BAR - 4.5,
                        number,
                        size=10.5,
                        anchor="middle",
                        fill="#fff",
                        extra=white,
                    )
            self.y += ROW
        self.y += BETWEEN


def spacing(sectors: Sequence[Sector]) -> int:
    """Cycles from sector to sector, of the last two, at the output."""
    return sectors[-1]["send"].end - sectors[-2]["send"].end


def phases_svg(config: SectorConfig, sectors: Sequence[Sector] | None = None) -> str:
    """The picture as SVG."""
    sectors = sectors or record(config, TOGETHER, ALONE)
    together, alone = sectors[:TOGETHER], sectors[TOGETHER:]
    spans = [part[-1]["send"].end - part[0]["receive"].begin + 1 for part in (together, alone)]
    words = (
        f"{config.name}, simulated; a sector has {BLOCKS} blocks. Solid: its blocks enter a phase. "
        "Pale: until the last result is there."
    )
    picture = _Picture(max(spans), words)
    picture.panel(f"Sectors overlap: one every {spacing(together)} cycles", together, 0)
    last = spacing(alone)
    picture.panel(f"Each sector waits for the one before: one every {last} cycles", alone, 0)
    return picture.drawing.render()


def pictures() -> Mapping[str, Callable[[], str]]:
    """The drawing of the default wide-block core."""
    core = load_core(CORE)
    if not isinstance(core, SectorConfig):
        raise UsageError(f"{CORE} is no sector engine")
    return {"sector_phases.svg": lambda: phases_svg(core)}
