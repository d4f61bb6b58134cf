# SPDX-License-Identifier: Apache-2.0
"""The outside of a core as a drawing: inputs on its left, outputs on its right, by stream."""

import re
from collections.abc import Sequence

from sealwright.report.blocks import DATA, arrow
from sealwright.report.interface import Port
from sealwright.report.svg import FAINT, MONO, Drawing

_STREAM = re.compile(r"^([sm]_(?:key|cmd|axis|status))_")
WIDTH, BOX, TOP, ROW, BETWEEN = 960, 300, 54, 17, 11
ARROW = 56  # length


def stream_of(port: Port) -> str:
    """The name of the stream that a port belongs to, empty for one by itself."""
    found = _STREAM.match(port.name)
    return found[1] if found else ""


def groups(ports: Sequence[Port]) -> list[list[Port]]:
    """Ports of a stream together, in the order of the declarations."""
    found: dict[str, list[Port]] = {}
    for port in ports:
        found.setdefault(stream_of(port), []).append(port)
    return list(found.values())


def _height(side: Sequence[Sequence[Port]]) -> int:
    return sum(len(group) * ROW + BETWEEN for group in side)


def pinout_svg(name: str, ports: Sequence[Port]) -> str:
    """Every port with its width; a stream's ready goes the other way."""
    sides: tuple[list[list[Port]], list[list[Port]]] = ([], [])
    for group in groups(ports):
        if stream_of(group[0]):
            sides[group[0].name.startswith("m_")].append(group)
        else:
            for out in (False, True):
                own = [port for port in group if (port.direction == "out") == out]
                sides[out].extend([own] if own else [])
    tall = max(map(_height, sides))
    drawing = Drawing(WIDTH, TOP + tall + 30, f"Ports of {name}")
    left = (WIDTH - BOX) / 2
    drawing.rect(left, TOP - 20, BOX, tall + 30, DATA, 'stroke="#52606d" rx="6"')
    drawing.text(WIDTH / 2, TOP - 30, name, size=14, anchor="middle", extra='font-weight="600"')
    for right, side in enumerate(sides):
        y = float(TOP)
        for group in side:
            for port in group:
                _pin(drawing, port, y, left, right=bool(right))
                y += ROW
            y += BETWEEN
    return drawing.render()


def _pin(drawing: Drawing, port: Port, y: float, left: float, *, right: bool) -> None:
    edge, sign, anchor = (left + BOX, 1, "end") if right else (left, -1, "start")
    outer = edge + sign * ARROW
    inward = port.direction == "in"
    arrow(drawing, [(outer, y), (edge, y)] if inward else [(edge, y), (outer, y)])
    drawing.text(
        edge - sign * 8, y + 4, port.name, size=11, anchor=anchor, extra=f'font-family="{MONO}"'
    )
    if port.width > 1:
        at = "start" if right else "end"
        drawing.text(outer + sign * 8, y + 4, f"{port.width}", size=10.5, anchor=at, fill=FAINT)
