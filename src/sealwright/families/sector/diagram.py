# SPDX-License-Identifier: Apache-2.0
"""A sector engine as a block diagram; the header of `seal_sector` has the words."""

from sealwright.report.blocks import DATA, STORE, Block, Points, Port, module_svg


def sector_svg() -> str:
    """`seal_sector`: from commands and packets to data units, phases, and packets again."""
    blocks = [
        Block(110, 36, 170, 52, "keys", "round keys, hash keys,\nconstants, by slot"),
        Block(
            110, 140, 170, 60, "input", "commands become units;\nbeats are checked, and kept", STORE
        ),
        Block(
            350,
            120,
            250,
            100,
            "phases",
            "prepare, hash, middle, stream, hash,\nfinish: each on another unit",
            DATA,
        ),
        Block(350, 30, 250, 52, "cipher", "one pipe of AES for all phases", DATA),
        Block(350, 262, 250, 46, "store", "what is known of each unit in flight", STORE),
        Block(670, 120, 130, 100, "egress", "output ring,\npackets in order", STORE),
    ]
    arrows: list[Points] = [
        ((82, 52), (110, 52)),
        ((110, 74), (82, 74)),
        ((82, 156), (110, 156)),
        ((82, 184), (110, 184)),
        ((280, 56), (350, 56)),
        ((280, 170), (350, 170)),
        ((450, 120), (450, 82)),
        ((500, 82), (500, 120)),
        ((450, 220), (450, 262)),
        ((500, 262), (500, 220)),
        ((195, 200), (195, 285), (350, 285)),
        ((600, 285), (735, 285), (735, 220)),
        ((600, 170), (670, 170)),
        ((800, 150), (836, 150)),
        ((800, 190), (836, 190)),
    ]
    ports = [
        Port(78, 56, "s_key", "end"),
        Port(78, 78, "m_key", "end"),
        Port(78, 160, "s_cmd", "end"),
        Port(78, 188, "s_axis", "end"),
        Port(842, 154, "m_axis"),
        Port(842, 194, "m_status"),
    ]
    return module_svg(330, "A sector engine", blocks, arrows, ports, [])
