# SPDX-License-Identifier: Apache-2.0
"""The picture of docs/use/cores.md: five short messages on four lanes, beat by beat.

Segments of sealed messages at the output, each with its tag; on the left every message begins a
beat of its own, on the right they follow each other."""

from collections.abc import Iterator

from sealwright.report.svg import COLOURS, FAINT, Drawing

LANES = 4
TEXTS = (64, 20, 64, 64, 1)  # bytes
CELL, HIGH, TOP, LEFT, GAP = 56.0, 26.0, 72.0, 60.0, 90.0
Segment = tuple[int, str]  # number of its message; what is in it


def segments() -> Iterator[list[Segment]]:
    """Those of each message: text, then the tag."""
    for number, size in enumerate(TEXTS):
        blocks = -(-size // 16)
        yield [*((number, f"text {i + 1}") for i in range(blocks)), (number, "tag")]


def beats(aligned: bool) -> list[list[Segment]]:
    """The segments of each beat, lane after lane."""
    found: list[list[Segment]] = [[]]
    for message in segments():
        if aligned and found[-1]:
            found.append([])
        for segment in message:
            if len(found[-1]) == LANES:
                found.append([])
            found[-1].append(segment)
    return found


def _side(draw: Drawing, left: float, title: str, side: list[list[Segment]]) -> None:
    bits = 8 * sum(TEXTS) / len(side)
    draw.text(left, 44, f"{title}: {len(side)} cycles, {bits:.0f} bits/cycle")
    for lane in range(LANES):
        draw.text(left + (lane + 0.5) * CELL, TOP - 6, f"lane {lane}", size=11, anchor="middle")
    for cycle, beat in enumerate(side):
        y = TOP + cycle * HIGH
        draw.text(left - 8, y + 17, str(cycle), size=11, anchor="end", fill=FAINT)
        for lane in range(LANES):
            x = left + lane * CELL
            if lane >= len(beat):
                draw.rect(x, y, CELL, HIGH, "none", 'stroke="#c9ced6" stroke-dasharray="3 3"')
                continue
            number, what = beat[lane]
            draw.rect(x, y, CELL, HIGH, COLOURS[number], 'stroke="#ffffff"')
            middle = x + CELL / 2
            draw.text(middle, y + 17, what, size=11, anchor="middle", fill="#ffffff")


def lanes_svg() -> str:
    """Both sides, with the messages in their colours."""
    sides = [beats(aligned=True), beats(aligned=False)]
    height = TOP + HIGH * max(map(len, sides)) + 56
    width = 2 * (LEFT + LANES * CELL) + GAP
    draw = Drawing(width, height, "Five short messages on four lanes")
    sizes = ", ".join(map(str, TEXTS))
    draw.text(LEFT, 20, f"Messages of {sizes} bytes, sealed: a segment of 16 bytes in each lane")
    _side(draw, LEFT, "Aligned", sides[0])
    _side(draw, LEFT + LANES * CELL + GAP, "Packed", sides[1])
    for number, size in enumerate(TEXTS):
        x = LEFT + number * 110
        draw.rect(x, height - 34, 12, 12, COLOURS[number])
        draw.text(x + 18, height - 24, f"{size} bytes", size=11)
    return draw.render()
