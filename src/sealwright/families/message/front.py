# SPDX-License-Identifier: Apache-2.0
"""The front of a GCM core as a block diagram; its header has the words."""

from sealwright.report.blocks import STORE, Block, Points, Port, module_svg


def front_svg() -> str:
    """`seal_gcm_front`: from commands and beats to tokens."""
    blocks = [
        Block(100, 36, 140, 50, "command", "slot, limit, tag length"),
        Block(100, 136, 140, 56, "ingress", "counts bytes, compares\nwith the beat before"),
        Block(350, 136, 120, 56, "check", "rules of a message"),
        Block(520, 136, 110, 56, "sequence", "a request for\neach token"),
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
        (640, 82, "credits of entries, key load, J0 of a hashed IV"),
    ]
    return module_svg(332, "Front of the GCM core", blocks, arrows, ports, notes)
