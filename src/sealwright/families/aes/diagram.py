# SPDX-License-Identifier: Apache-2.0
"""An AES core as a block diagram; the header of `seal_aes_pipelined` has the words."""

from sealwright.report.blocks import DATA, STORE, Block, Points, Port, module_svg


def aes_svg() -> str:
    """`seal_aes_pipelined`: AES as a stream of blocks."""
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
    return module_svg(306, "AES as a stream of blocks", blocks, arrows, ports, notes)
