# SPDX-License-Identifier: Apache-2.0
"""Block diagrams of modules with more than one stream; their headers have the words."""

from collections.abc import Sequence

from sealwright.report.blocks import DATA, STORE, Block, Points, Port, diagram
from sealwright.report.svg import FAINT, Drawing

WIDTH = 960
Note = tuple[float, float, str]


def _draw(
    height: float,
    title: str,
    blocks: Sequence[Block],
    arrows: Sequence[Points],
    ports: Sequence[Port],
    notes: Sequence[Note],
) -> str:
    """A diagram with small words beside its arrows."""
    drawing = Drawing(WIDTH, height, title)
    for x, y, words in notes:
        drawing.text(x, y, words, size=10.5, fill=FAINT)
    return diagram(drawing, blocks, arrows, ports)


def front_svg() -> str:
    """`seal_gcm_front`: from commands and beats to tokens."""
    blocks = [
        Block(100, 36, 140, 50, "command", "slot, limit, tag length"),
        Block(100, 126, 140, 56, "ingress", "counts bytes, compares\nwith the beat before"),
        Block(330, 126, 120, 56, "judge", "rules of a message"),
        Block(500, 126, 110, 56, "parse", "a step for\neach token"),
        Block(660, 126, 120, 56, "issue", "counter block"),
        Block(
            330, 246, 450, 44, "buffer", "the 128 bits of each beat, until its token is made", STORE
        ),
    ]
    arrows: list[Points] = [
        ((72, 61), (100, 61)),
        ((72, 154), (100, 154)),
        ((240, 74), (390, 74), (390, 126)),
        ((240, 48), (700, 48), (700, 126)),
        ((240, 154), (330, 154)),
        ((170, 182), (170, 268), (330, 268)),
        ((450, 154), (500, 154)),
        ((610, 154), (660, 154)),
        ((720, 182), (720, 246)),
        ((780, 154), (830, 154)),
        ((780, 268), (830, 268)),
        ((360, 214), (360, 182)),
        ((750, 84), (750, 126)),
    ]
    ports = [
        Port(68, 65, "s_cmd", "end"),
        Port(68, 158, "s_axis", "end"),
        Port(836, 158, "token"),
        Port(836, 272, "block"),
    ]
    notes = [
        (256, 42, "IV"),
        (256, 68, "command"),
        (252, 148, "records"),
        (180, 230, "data"),
        (728, 220, "address"),
        (328, 228, "message credits"),
        (716, 78, "credits, key load, J0"),
    ]
    return _draw(310, "Front of the GCM core", blocks, arrows, ports, notes)


def hash_svg() -> str:
    """The hash: one block per cycle with a multiplier of s stages."""
    blocks = [
        Block(96, 96, 124, 52, "look-ahead", "s + 1 blocks", STORE),
        Block(256, 96, 112, 52, "power", "chooses H^k"),
        Block(404, 96, 112, 52, "add", "Y = X + P"),
        Block(552, 96, 92, 52, "registers", "Y, H^k"),
        Block(680, 90, 112, 64, "multiplier", "s stages", DATA),
        Block(828, 96, 84, 52, "sum", "last s products"),
        Block(404, 196, 112, 48, "powers of H", "s for each slot", STORE),
        Block(552, 20, 240, 40, "products", "s words, for gaps in the input", STORE),
    ]
    arrows: list[Points] = [
        ((66, 122), (96, 122)),
        ((220, 122), (256, 122)),
        ((368, 122), (404, 122)),
        ((516, 122), (552, 122)),
        ((644, 122), (680, 122)),
        ((792, 122), (828, 122)),
        ((736, 90), (736, 60)),
        ((552, 40), (460, 40), (460, 96)),
        ((312, 148), (312, 220), (404, 220)),
        ((516, 220), (598, 220), (598, 148)),
        ((736, 154), (736, 234), (516, 234)),
        ((870, 148), (870, 180)),
    ]
    ports = [Port(60, 126, "block", "end"), Port(848, 196, "hash")]
    notes = [
        (318, 190, "slot, k"),
        (470, 80, "P, s blocks later"),
        (608, 250, "next power of a new key"),
    ]
    return _draw(264, "The hash without a bubble", blocks, arrows, ports, notes)


def aes_svg() -> str:
    """`seal_aes`: AES as a stream of blocks."""
    blocks = [
        Block(110, 36, 150, 52, "key load", "drains the slot,\nexpands the key"),
        Block(150, 134, 110, 52, "entrance", "credit, slot's key"),
        Block(340, 130, 250, 60, "AES pipe", "a memory of round keys beside each round", DATA),
        Block(340, 214, 250, 40, "line beside the pipe", "valid, slot, cause"),
        Block(660, 130, 130, 124, "exit", "output queue,\ncredits, zeroise", STORE),
    ]
    arrows: list[Points] = [
        ((82, 52), (110, 52)),
        ((110, 74), (82, 74)),
        ((82, 160), (150, 160)),
        ((260, 62), (465, 62), (465, 130)),
        ((260, 160), (340, 160)),
        ((300, 160), (300, 234), (340, 234)),
        ((590, 160), (660, 160)),
        ((590, 234), (660, 234)),
        ((790, 192), (830, 192)),
        ((725, 254), (725, 280), (205, 280), (205, 186)),
    ]
    ports = [
        Port(78, 56, "s_key", "end"),
        Port(78, 78, "m_key", "end"),
        Port(78, 164, "s_axis", "end"),
        Port(836, 196, "m_axis"),
    ]
    notes = [(300, 56, "round keys"), (440, 296, "credits")]
    return _draw(306, "AES as a stream of blocks", blocks, arrows, ports, notes)


def key_load_svg() -> str:
    """`seal_key_load`: the steps of a key, and what the rest of the core sees of them."""
    steps = (
        ("Idle", "slot and size\nare noted"),
        ("Hold", "new work of\nthe slot waits"),
        ("Wait", "until nothing\nuses the slot"),
        ("Accept", "key taken,\nslot not ready"),
        ("Expand", "round keys\nwritten"),
        ("Derive", "H and powers,\nother keys"),
        ("Set", "slot ready"),
        ("Answer", "until it\nis taken"),
    )
    left, pitch, wide, top = 24.0, 116.0, 98.0, 70.0
    blocks = [
        Block(left + pitch * n, top, wide, 60, title, detail, DATA if title == "Answer" else STORE)
        for n, (title, detail) in enumerate(steps)
    ]
    blocks.append(Block(left + pitch, 164, wide, 52, "Refuse", "taken, and\nnothing changes"))
    last = left + pitch * (len(steps) - 1)
    arrows: list[Points] = [
        ((left + pitch * n + wide, top + 30), (left + pitch * (n + 1), top + 30))
        for n in range(len(steps) - 1)
    ]
    arrows += [
        ((left + 49, 20), (left + 49, top)),
        ((left + 49, top + 60), (left + 49, 190), (left + pitch, 190)),
        ((left + pitch + wide, 190), (last + 30, 190), (last + 30, top + 60)),
        ((last + 68, top + 60), (last + 68, 216)),
        ((last + 49, top), (last + 49, 44), (left + 76, 44), (left + 76, top)),
    ]
    ports = [Port(left + 56, 26, "s_key"), Port(last + 48, 232, "m_key")]
    notes = [(left + pitch * 3 + 22, 62, "s_key_ready"), (420, 38, "next key")]
    return _draw(244, "The steps of a key load", blocks, arrows, ports, notes)
