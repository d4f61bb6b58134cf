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
        Block(100, 136, 140, 56, "ingress", "counts bytes, compares\nwith the beat before"),
        Block(350, 136, 120, 56, "judge", "rules of a message"),
        Block(520, 136, 110, 56, "parse", "a step for\neach token"),
        Block(680, 136, 120, 56, "issue", "counter, credits"),
        Block(
            350,
            262,
            450,
            50,
            "buffer",
            "the data of each beat, the first counter block of each message",
            STORE,
        ),
    ]
    arrows: list[Points] = [
        ((72, 61), (100, 61)),
        ((72, 164), (100, 164)),
        ((240, 50), (390, 50), (390, 136)),
        ((240, 74), (300, 74), (300, 278), (350, 278)),
        ((240, 164), (350, 164)),
        ((170, 192), (170, 298), (350, 298)),
        ((410, 192), (410, 262)),
        ((440, 88), (440, 136)),
        ((470, 164), (520, 164)),
        ((630, 164), (680, 164)),
        ((720, 192), (720, 262)),
        ((760, 262), (760, 192)),
        ((740, 88), (740, 136)),
        ((800, 154), (850, 154)),
        ((800, 174), (850, 174)),
    ]
    ports = [
        Port(68, 65, "s_cmd", "end"),
        Port(68, 168, "s_axis", "end"),
        Port(856, 158, "token"),
        Port(856, 178, "block"),
    ]
    notes = [
        (252, 44, "operation, slot, cause"),
        (306, 90, "IV"),
        (250, 158, "records"),
        (180, 292, "128 bits of data"),
        (418, 232, "an IV that comes as a beat"),
        (448, 96, "message credits"),
        (648, 232, "addresses"),
        (768, 232, "words"),
        (640, 82, "place credits, key load, J0 of a hashed IV"),
    ]
    return _draw(332, "Front of the GCM core", blocks, arrows, ports, notes)


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
        ((440, 268), (440, 244)),
    ]
    ports = [Port(60, 126, "block", "end"), Port(848, 196, "hash"), Port(434, 284, "H")]
    notes = [
        (318, 190, "slot, k"),
        (470, 80, "P, s blocks later"),
        (608, 250, "next power of a new key"),
    ]
    return _draw(296, "The hash without a bubble", blocks, arrows, ports, notes)


def aes_svg() -> str:
    """`seal_aes`: AES as a stream of blocks."""
    blocks = [
        Block(110, 36, 150, 52, "key load", "drains the slot,\nexpands the key"),
        Block(150, 134, 110, 52, "entrance", "credit, slot's key"),
        Block(340, 130, 250, 60, "AES pipe", "a memory of round keys beside each round", DATA),
        Block(340, 214, 250, 40, "delay line", "valid, slot, cause"),
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
    """`seal_key_load`: the steps of a key load."""
    steps = (
        ("Idle", "slot and size\nregistered"),
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
