# SPDX-License-Identifier: Apache-2.0
"""A sector engine as a block diagram; the headers of `seal_sector` and `seal_sector_cascade` have
the words."""

from textwrap import wrap

from sealwright.families.sector.config import CascadeConfig, EngineConfig, SectorConfig
from sealwright.families.sector.traits import phases
from sealwright.report.blocks import DATA, STORE, Block, Points, Port, module_svg


def sector_svg(config: SectorConfig) -> str:
    """From commands and packets to data units, phases, and packets again."""
    if isinstance(config, CascadeConfig):
        return _cascade_svg(config)
    assert isinstance(config, EngineConfig)
    return _engine_svg(config)


def _ports(left: tuple[int, ...], right: tuple[int, ...], edge: int) -> list[Port]:
    names = ("s_key", "m_key", "s_cmd", "s_axis")
    return [
        *(Port(78, y, name, "end") for y, name in zip(left, names, strict=True)),
        *(Port(edge, y, name) for y, name in zip(right, ("m_axis", "m_status"), strict=True)),
    ]


def _cipher(config: SectorConfig, pipes: int) -> str:
    """How the calls of AES are made."""
    each = "a call per cycle" if config.cycles == 1 else f"a call in {config.cycles} cycles"
    if pipes == 1:
        return f"one pipe of AES, {each}"
    return f"{pipes} pipes of AES, one for the stream"


def _engine_svg(config: EngineConfig) -> str:
    steps = ", ".join(step.replace(" ", "\u00a0") for step in phases(config.mode))
    words = "\n".join(wrap(steps, 38))
    many = config.units_in_flight > 1
    words += "\neach on another unit" if many else "\none unit at a time"
    blocks = [
        Block(110, 36, 170, 52, "keys", "round keys, hash keys,\nconstants, by slot"),
        Block(
            110, 140, 170, 60, "input", "commands become units;\nbeats are checked, and kept", STORE
        ),
        Block(350, 120, 250, 100, "phases", words, DATA),
        Block(350, 30, 250, 52, "cipher", _cipher(config, config.pipes), DATA),
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
    ports = _ports((56, 78, 160, 188), (154, 194), 842)
    return module_svg(330, f"{config.name}: a sector engine", blocks, arrows, ports, [])


def _cascade_svg(config: CascadeConfig) -> str:
    pipe = _cipher(config, 1)
    blocks = [
        Block(110, 30, 690, 50, "keys", "K1 and K2 go to both engines, one after the other"),
        Block(110, 130, 250, 100, "first engine", f"HCTR2 under K1 (decryption: K2)\n{pipe}", DATA),
        Block(
            430, 130, 250, 100, "second engine", f"HCTR2 under K2 (decryption: K1)\n{pipe}", DATA
        ),
        Block(110, 272, 570, 46, "statuses", "one of both engines, with the first cause", STORE),
    ]
    arrows: list[Points] = [
        ((82, 44), (110, 44)),
        ((110, 66), (82, 66)),
        ((235, 80), (235, 130)),
        ((555, 80), (555, 130)),
        ((82, 156), (110, 156)),
        ((82, 204), (110, 204)),
        ((360, 180), (430, 180)),
        ((235, 230), (235, 272)),
        ((555, 230), (555, 272)),
        ((680, 180), (836, 180)),
        ((680, 295), (836, 295)),
    ]
    ports = _ports((48, 70, 160, 208), (184, 299), 842)
    return module_svg(340, f"{config.name}: two engines in a row", blocks, arrows, ports, [])
