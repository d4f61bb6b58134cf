# SPDX-License-Identifier: Apache-2.0
"""Block diagram of a GCM core, drawn from the list of its blocks and arrows."""

from sealwright.families.message.config import MessageConfig
from sealwright.report.blocks import DATA, STORE, Block, Points, Port, diagram
from sealwright.report.svg import Drawing

WIDTH, HEIGHT = 960, 348


def _blocks(config: MessageConfig) -> list[Block]:
    keys = "/".join(map(str, sorted(config.key_sizes)))
    release = "store and release" if config.release == "store" else "cut-through"
    depth = f"{config.out_depth} beats, {release}"
    aes = f"{keys} bit, {config.sbox}, {config.aes_latency} cycles"
    hashing = f"{config.multiplier}, {config.mult_stages} stages, {config.hash_keys}"
    return [
        Block(110, 40, 120, 48, "key load", f"{config.slots} slots"),
        Block(110, 118, 120, 48, "command", "checks, limits"),
        Block(110, 226, 120, 48, "ingress", "checks of beats"),
        Block(270, 118, 92, 156, "tokens", "check,\nsequence,\nissue"),
        Block(402, 118, 210, 60, "AES pipe", aes, DATA),
        Block(402, 226, 210, 48, "delay line", "data beside the pipe"),
        Block(650, 118, 70, 156, "exit", "xor, lengths"),
        Block(402, 30, 318, 52, "hash", hashing, DATA),
        Block(752, 30, 92, 52, "finish", "tag, verdict"),
        Block(752, 226, 92, 48, "egress", "packets"),
        Block(752, 136, 92, 52, "FIFO", f"{config.out_depth} beats", STORE),
        Block(270, 300, 342, 30, f"credits for {depth}", "", STORE),
    ]


_ARROWS: tuple[Points, ...] = (
    ((82, 52), (110, 52)),
    ((110, 76), (82, 76)),
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
    ((844, 56), (872, 56), (872, 236), (844, 236)),
    ((844, 250), (888, 250)),
    ((844, 266), (888, 266)),
    ((316, 300), (316, 274)),
    ((798, 274), (798, 315), (612, 315)),
)
_HASHES: Points = ((402, 70), (346, 70), (346, 118))  # back to the pipe, in CWC
_PORTS = (
    Port(78, 56, "s_key", "end"),
    Port(78, 80, "m_key", "end"),
    Port(78, 146, "s_cmd", "end"),
    Port(78, 254, "s_axis", "end"),
    Port(892, 254, "m_axis"),
    Port(892, 270, "m_status"),
)


def diagram_svg(config: MessageConfig) -> str:
    """The diagram as SVG."""
    drawing = Drawing(WIDTH, HEIGHT, f"Block diagram of {config.name}")
    arrows = (*_ARROWS, _HASHES) if config.mode.name == "cwc" else _ARROWS
    return diagram(drawing, _blocks(config), arrows, _PORTS)
