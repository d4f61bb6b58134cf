# SPDX-License-Identifier: Apache-2.0
"""The small GCM core as a block diagram; the header of its top has the words."""

from sealwright.families.message.config import MessageConfig
from sealwright.report.blocks import DATA, STORE, Block, Points, Port, diagram
from sealwright.report.svg import Drawing

WIDTH, HEIGHT = 900, 344


def _blocks(config: MessageConfig) -> list[Block]:
    knobs = config.knobs()
    digit = knobs["mult_digit"]
    hashing = "a bit per cycle" if digit == 1 else f"{digit} bits per cycle"
    return [
        Block(300, 24, 300, 48, "microprogram", "one instruction per cycle", STORE),
        Block(110, 112, 130, 48, "block", "beats, rules"),
        Block(300, 112, 150, 48, "data bus", "source + word", DATA),
        Block(640, 112, 120, 48, "output", "beats, status"),
        Block(300, 200, 150, 48, "memory of data", "16 words", STORE),
        Block(490, 200, 110, 48, "blocks", "8 words", STORE),
        Block(640, 200, 120, 48, "hash", hashing, DATA),
        Block(110, 280, 130, 48, "key schedule", "64 words", STORE),
        Block(300, 280, 150, 48, "cipher bus", config.sbox, DATA),
        Block(490, 280, 110, 48, "state", "4 rows", STORE),
    ]


_ARROWS: tuple[Points, ...] = (
    *(((82, y), (110, y)) for y in (118, 136, 154)),
    ((240, 136), (300, 136)),
    ((450, 136), (640, 136)),
    ((360, 160), (360, 200)),
    ((390, 200), (390, 160)),
    ((545, 136), (545, 200)),
    ((600, 224), (640, 224)),
    ((700, 200), (700, 180), (430, 180), (430, 160)),
    ((375, 248), (375, 280)),
    ((240, 304), (300, 304)),
    ((450, 294), (490, 294)),
    ((490, 314), (450, 314)),
    ((300, 290), (270, 290), (270, 150), (300, 150)),
    ((760, 124), (788, 124)),
    ((760, 150), (788, 150)),
)
_PORTS = (
    Port(78, 122, "s_key", "end"),
    Port(78, 140, "s_cmd", "end"),
    Port(78, 158, "s_axis", "end"),
    Port(792, 128, "m_axis"),
    Port(792, 154, "m_status"),
)


def small_svg(config: MessageConfig) -> str:
    """The diagram as SVG."""
    drawing = Drawing(WIDTH, HEIGHT, f"Block diagram of {config.name}")
    return diagram(drawing, _blocks(config), _ARROWS, _PORTS)
