# SPDX-License-Identifier: Apache-2.0
"""Blocks moving through the pipe of a GCM core: a picture of a real simulation.

Time runs to the right, one column per cycle; stages follow each other downwards. A block is a
square where it is handed over and a slanted stripe where it travels. No column of the input is
empty between two messages, which is what the picture shows.
"""

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.recording import (
    Beat,
    Block,
    Recording,
    opened,
    record,
    sealed_message,
)
from sealwright.families.message.sim import Section
from sealwright.report.svg import COLOURS, FAINT, GRID, Drawing

CELL, LEFT, TOP = 17, 150, 86
AES_HEIGHT, MULT_HEIGHT, GAP = 120, 52, 30
LETTERS = {"AAD": "A", "TEXT": "T", "END": "E", "IV": "I", "IVLEN": "L"}
SECTIONS = {Section.IV: "I", Section.AAD: "A", Section.TEXT: "T", Section.TAG: "G"}


def pipeline_recording(config: MessageConfig) -> Recording:
    """Three messages of different kinds, back to back."""
    return record(
        config,
        [
            ("seals 1 AAD + 4 text blocks", sealed_message(4 * BLOCK, BLOCK, 1)),
            (
                "opens 1 AAD + 4 text blocks",
                opened(config.mode, sealed_message(4 * BLOCK, BLOCK, 2)),
            ),
            ("GMAC of 2 AAD blocks", sealed_message(0, 2 * BLOCK, 3)),
        ],
    )


class _Picture:
    """Rows are added from the top."""

    def __init__(self, recording: Recording, config: MessageConfig) -> None:
        self.recording, self.config = recording, config
        self.first = recording.beats_in[0].cycle
        last = max(recording.status[-1], recording.beats_out[-1].cycle)
        self.columns = last - self.first + 2
        rows = TOP + 5 * CELL + 4 * GAP + AES_HEIGHT + MULT_HEIGHT + 66
        title = f"{config.name}: three messages through the pipe"
        self.drawing = Drawing(LEFT + self.columns * CELL + 30, rows, title)
        self.y = float(TOP)

    def x(self, cycle: float) -> float:
        return LEFT + (cycle - self.first) * CELL

    def head(self) -> None:
        d = self.drawing
        d.text(20, 28, "Blocks moving through the pipe", size=17, extra='font-weight="600"')
        n = len(self.recording.blocks)
        span = self.recording.blocks[-1].issue - self.recording.blocks[0].issue + 1
        note = (
            f"{self.config.name}, simulated: {n} blocks of three messages issued in {span} cycles"
        )
        d.text(20, 48, note, fill=FAINT)
        for column in range(0, self.columns, 5):
            x = self.x(self.first + column)
            d.line(x, TOP - 8, x, d.height - 62, f'stroke="{GRID}"')
            d.text(x, TOP - 14, str(column), size=10, anchor="middle", fill=FAINT)
        d.text(LEFT - 14, TOP - 14, "cycle", size=10, anchor="end", fill=FAINT)

    def label(self, y: float, words: str, detail: str = "") -> None:
        self.drawing.text(LEFT - 14, y, words, anchor="end", extra='font-weight="600"')
        if detail:
            self.drawing.text(LEFT - 14, y + 15, detail, size=10.5, anchor="end", fill=FAINT)

    def square(self, cycle: int, letter: str, message: int) -> None:
        x, colour = self.x(cycle), COLOURS[message]
        self.drawing.rect(x + 0.5, self.y, CELL - 1, CELL, colour, 'rx="2.5"')
        middle = self.y + CELL - 4.5
        bold = 'font-weight="600"'
        self.drawing.text(
            x + CELL / 2, middle, letter, size=11, anchor="middle", fill="#fff", extra=bold
        )

    def beats(self, words: str, detail: str, beats: tuple[Beat, ...]) -> None:
        self.label(self.y + 12, words, detail)
        for beat in beats:
            self.square(beat.cycle, SECTIONS[Section(beat.section)], beat.message)
        self.y += CELL + GAP

    def squares(self, words: str, detail: str, cycles: list[tuple[int, Block]]) -> None:
        self.label(self.y + 12, words, detail)
        for cycle, block in cycles:
            self.square(cycle, LETTERS[block.kind], block.message)
        self.y += CELL

    def stripes(
        self, words: str, detail: str, cycles: list[tuple[int, int, Block]], h: int
    ) -> None:
        """Blocks that travel from one cycle to another."""
        self.label(self.y + h / 2, words, detail)
        for start, end, block in cycles:
            a, b = self.x(start), self.x(end)
            corners = [
                (a + 0.5, self.y + 2),
                (a + CELL - 0.5, self.y + 2),
                (b + CELL - 0.5, self.y + h - 2),
                (b + 0.5, self.y + h - 2),
            ]
            fill = f'fill="{COLOURS[block.message]}" fill-opacity="0.42"'
            self.drawing.path(corners, fill, close=True)
        self.y += h

    def legend(self) -> None:
        y, x = self.drawing.height - 34, 20.0
        for message, label in enumerate(self.recording.labels):
            self.drawing.rect(x, y - 11, 13, 13, COLOURS[message], 'rx="2.5"')
            words = f"message {message + 1} {label}"
            self.drawing.text(x + 19, y, words)
            x += 38 + 6.6 * len(words)
        letters = "A AAD    T text    G tag    E end: E(J0) and the length block in one block slot"
        self.drawing.text(20, y + 20, letters, size=11, fill=FAINT, extra='xml:space="preserve"')


def pipeline_svg(config: MessageConfig, recording: Recording | None = None) -> str:
    """The picture as SVG."""
    recording = recording or pipeline_recording(config)
    blocks, stages = recording.blocks, config.mult_stages
    picture = _Picture(recording, config)
    picture.head()
    picture.beats("input beats", "s_axis", recording.beats_in)
    picture.squares("issue", "one block per cycle", [(b.issue, b) for b in blocks])
    detail = f"{config.aes_latency} cycles"
    picture.stripes("AES pipe", detail, [(b.issue, b.aes, b) for b in blocks], AES_HEIGHT)
    picture.squares("exit", "xor with the text", [(b.aes, b) for b in blocks])
    picture.y += GAP
    picture.squares("GHASH", "", [(b.ghash, b) for b in blocks])
    travel = [(b.ghash, b.ghash + stages + 2, b) for b in blocks]
    picture.stripes("multiplier", f"{stages} + 2 cycles", travel, MULT_HEIGHT)
    picture.y += GAP
    picture.beats("output beats", "m_axis", recording.beats_out)
    picture.legend()
    return picture.drawing.render()
