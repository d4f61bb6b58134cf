# SPDX-License-Identifier: Apache-2.0
"""Block diagrams: boxes, arrows between them, and names of ports."""

from collections.abc import Sequence
from dataclasses import dataclass

from sealwright.report.svg import FAINT, INK, MONO, Drawing

WIDTH = 960  # of the diagrams of modules

CONTROL, DATA, STORE = "#eef1f4", "#dcebf8", "#fdf0d9"  # fillings
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Block:
    """A box with a title and lines below it."""

    x: float
    y: float
    w: float
    h: float
    title: str
    detail: str = ""  # lines separated by newlines
    fill: str = CONTROL


@dataclass(frozen=True)
class Port:
    """The name of a stream or signal at the end of an arrow."""

    x: float
    y: float
    name: str
    anchor: str = "start"


def arrow(drawing: Drawing, points: Points) -> None:
    """A line through points, with a head at the last one."""
    drawing.path(points, f'fill="none" stroke="{INK}" stroke-width="1.3"')
    (x0, y0), (x, y) = points[-2], points[-1]
    size = 5
    if x0 == x:
        back = -size if y > y0 else size
        head = [(x, y), (x - 3.5, y + back), (x + 3.5, y + back)]
    else:
        back = -size if x > x0 else size
        head = [(x, y), (x + back, y - 3.5), (x + back, y + 3.5)]
    drawing.path(head, f'fill="{INK}"', close=True)


def box(drawing: Drawing, block: Block) -> None:
    """A block with its words in the middle."""
    edge = f'stroke="{INK}" stroke-width="1.1" rx="4"'
    drawing.rect(block.x, block.y, block.w, block.h, block.fill, edge)
    lines = block.detail.split("\n") if block.detail else []
    middle = block.x + block.w / 2
    y = block.y + block.h / 2 + 4 - 6 * bool(lines) - 6 * max(len(lines) - 1, 0)
    drawing.text(middle, y, block.title, size=13, anchor="middle", extra='font-weight="600"')
    for number, line in enumerate(lines, start=1):
        size = 10.5 if len(line) * 5.6 < block.w - 8 else 9.2
        at = y + 3 + 13 * number
        drawing.text(middle, at, line, size=size, anchor="middle", fill=FAINT)


def diagram(
    drawing: Drawing, blocks: Sequence[Block], arrows: Sequence[Points], ports: Sequence[Port]
) -> str:
    """All of it as SVG; boxes lie over the ends of arrows."""
    for points in arrows:
        arrow(drawing, points)
    for block in blocks:
        box(drawing, block)
    for port in ports:
        drawing.text(port.x, port.y, port.name, anchor=port.anchor, extra=f'font-family="{MONO}"')
    return drawing.render()


def module_svg(
    height: float,
    title: str,
    blocks: Sequence[Block],
    arrows: Sequence[Points],
    ports: Sequence[Port],
    notes: Sequence[tuple[float, float, str]],
) -> str:
    """A diagram of a module, with small words beside its arrows."""
    drawing = Drawing(WIDTH, height, title)
    for x, y, words in notes:
        drawing.text(x, y, words, size=10.5, fill=FAINT)
    return diagram(drawing, blocks, arrows, ports)
