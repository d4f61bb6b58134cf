# SPDX-License-Identifier: Apache-2.0
"""Block diagram of a GCM core, drawn from the list of its blocks and arrows."""

from collections.abc import Sequence
from dataclasses import dataclass

from sealwright.families.gcm.config import GcmConfig
from sealwright.report.svg import FAINT, INK, MONO, Drawing

WIDTH, HEIGHT = 960, 348
CONTROL, DATA, STORE = "#eef1f4", "#dcebf8", "#fdf0d9"
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Block:
    """A box with a title and a line below it."""

    x: float
    y: float
    w: float
    h: float
    title: str
    detail: str
    fill: str = CONTROL


def _blocks(config: GcmConfig) -> list[Block]:
    keys = "/".join(map(str, sorted(config.key_sizes)))
    release = "store and release" if config.release == "store" else "cut-through"
    depth = f"{config.out_depth} beats, {release}"
    aes = f"{keys} bit, {config.sbox}, {config.aes_latency} cycles"
    hashing = f"{config.multiplier}, {config.mult_stages} stages, powers of H"
    return [
        Block(110, 40, 120, 48, "key load", f"{config.slots} slots"),
        Block(110, 118, 120, 48, "command", "checks, limits"),
        Block(110, 226, 120, 48, "ingress", "checks of beats"),
        Block(270, 118, 92, 156, "front", "judge, issue"),
        Block(402, 118, 210, 60, "AES pipe", aes, DATA),
        Block(402, 226, 210, 48, "delay line", "data beside the pipe"),
        Block(650, 118, 70, 156, "exit", "xor, lengths"),
        Block(402, 30, 318, 52, "GHASH", hashing, DATA),
        Block(752, 30, 92, 52, "finish", "tag, verdict"),
        Block(752, 226, 92, 48, "egress", "packets"),
        Block(752, 136, 92, 52, "output FIFO", f"{config.out_depth} beats", STORE),
        Block(270, 300, 342, 30, f"credits for {depth}", "", STORE),
    ]


_ARROWS: tuple[Points, ...] = (
    ((82, 64), (110, 64)),
    ((82, 142), (110, 142)),
    ((82, 250), (110, 250)),
    ((230, 142), (270, 142)),
    ((230, 250), (270, 250)),
    ((230, 64), (316, 64), (316, 118)),
    ((316, 100), (500, 100), (500, 118)),
    ((362, 148), (402, 148)),
    ((362, 250), (402, 250)),
    ((612, 148), (650, 148)),
    ((612, 250), (650, 250)),
    ((685, 118), (685, 82)),
    ((720, 56), (752, 56)),
    ((720, 162), (752, 162)),
    ((798, 188), (798, 226)),
    ((844, 56), (872, 56), (872, 240), (844, 240)),
    ((844, 262), (900, 262)),
    ((316, 300), (316, 274)),
    ((798, 274), (798, 315), (612, 315)),
)
_PORTS = (
    (78, 68, "s_key", "end"),
    (78, 146, "s_cmd", "end"),
    (78, 254, "s_axis", "end"),
    (884, 254, "m_axis", "start"),
    (884, 282, "m_status", "start"),
)


def _arrow(drawing: Drawing, points: Points) -> None:
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


def diagram_svg(config: GcmConfig) -> str:
    """The diagram as SVG."""
    drawing = Drawing(WIDTH, HEIGHT, f"Block diagram of {config.name}")
    for points in _ARROWS:
        _arrow(drawing, points)
    for block in _blocks(config):
        edge = f'stroke="{INK}" stroke-width="1.1" rx="4"'
        drawing.rect(block.x, block.y, block.w, block.h, block.fill, edge)
        middle = block.x + block.w / 2
        y = block.y + block.h / 2 + (-2 if block.detail else 4)
        drawing.text(middle, y, block.title, size=13, anchor="middle", extra='font-weight="600"')
        if block.detail:
            size = 10.5 if len(block.detail) * 5.6 < block.w - 8 else 9.2
            drawing.text(middle, y + 16, block.detail, size=size, anchor="middle", fill=FAINT)
    for x, y, name, anchor in _PORTS:
        drawing.text(x, y, name, anchor=anchor, extra=f'font-family="{MONO}"')
    return drawing.render()
