# SPDX-License-Identifier: Apache-2.0
"""Block diagrams of modules of the engine library; their headers have the words."""

from sealwright.report.blocks import DATA, STORE, Block, Points, Port, module_svg


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
    return module_svg(296, "The hash without a bubble", blocks, arrows, ports, notes)


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
    return module_svg(244, "The steps of a key load", blocks, arrows, ports, notes)
