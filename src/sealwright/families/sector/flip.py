# SPDX-License-Identifier: Apache-2.0
"""`sealwright flip`: what one flipped bit of ciphertext does to a picture on a disk.

A simulated core seals the sectors of the picture, one bit of the ciphertext is flipped, and the
core opens them again: with XTS, 16 bytes become noise, with a wide-block mode the whole sector. The
key is a fixed one, so every run gives the same.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sealwright.base.console import emit
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import relative
from sealwright.base.streams import STANDARD, is_standard_output, output_stream
from sealwright.families.arguments import add_set, core_named, parse_set
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.disk import CoreDisk, disk_of
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.picture import SIDE, Panel, drawing, scene
from sealwright.report.tables import table

CORES = ("sector-xts", "sector-hctr2")
SECTOR = 512
BIT = 8 * (13 * SECTOR + 180) + 5  # on the ball
FILE = "build/flip.svg"


@dataclass(frozen=True)
class Damage:
    """The bytes of its sector in which an opened picture differs from the original."""

    core: str
    mode: str
    first: int
    last: int
    changed: int

    def words(self) -> str:
        return f"{self.changed} bytes of the sector changed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cores", metavar="CORE", nargs="*", help=f"default: {' '.join(CORES)}")
    parser.add_argument(
        "--bit", metavar="NUMBER", type=int, default=BIT, help=f"which bit is flipped ({BIT})"
    )
    parser.add_argument("--out", metavar="FILE", default=FILE, help=f"the drawing ({FILE})")
    add_set(parser)


def run(args: argparse.Namespace) -> int:
    configs = cores(args.cores or CORES, parse_set(args.set))
    if not 0 <= args.bit < 8 * SIDE * SIDE:
        raise UsageError(f"--bit {args.bit}: must be 0 to {8 * SIDE * SIDE - 1}")
    if args.out == FILE:
        Path(FILE).parent.mkdir(parents=True, exist_ok=True)
    with output_stream(args.out) as out:
        found = [damage(config, args.bit) for config in configs]
        out.write(flip_svg(found, args.bit).encode() + b"\n")
    place = divmod(args.bit // 8, SECTOR)
    result = {
        "sector": place[0],
        "byte": place[1],
        "bit": args.bit % 8,
        "sector_bytes": SECTOR,
        "cores": [asdict(each) for each, _ in found],
        "file": args.out,
    }
    text = _text(result, [each for each, _ in found])
    emit(args, result, text, sys.stderr if is_standard_output(args.out) else sys.stdout)
    return 0


def cores(names: Sequence[str], knobs: dict[str, Any]) -> list[SectorConfig]:
    """Sector engines by their names."""
    found = []
    for name in names:
        config = core_named(name, knobs)
        if not isinstance(config, SectorConfig):
            raise UsageError(f"{name}: flip takes sector engines only")
        found.append(config)
    return found


def damage(config: SectorConfig, bit: int) -> tuple[Damage, bytes]:
    """The damage by one flipped bit, and what has become of the picture."""
    plain, mode = scene(), config.scheme
    size = mode.key_length(config.key_sizes[-1]) + BLOCK * mode.has_hash_key
    key = random.Random(1).randbytes(size)
    disk = disk_of(config, key, {"sector": SECTOR, "first_sector": 0, "hash_key": None})
    with CoreDisk(config, disk, seal=True) as sealer, CoreDisk(config, disk, seal=False) as opener:
        sealed = bytearray(sealer.run(plain))
        sealed[bit // 8] ^= 1 << bit % 8
        opened = opener.run(bytes(sealed))
    start = bit // 8 // SECTOR * SECTOR
    changed = [i for i, pair in enumerate(zip(plain, opened, strict=True)) if pair[0] != pair[1]]
    if not changed or not start <= changed[0] <= changed[-1] < start + SECTOR:
        raise CheckFailed(f"flip: {config.name}: the damage is not that of one sector")
    first, last = changed[0] - start, changed[-1] - start
    return Damage(config.name, config.mode, first, last, len(changed)), opened


def flip_svg(found: Sequence[tuple[Damage, bytes]], bit: int) -> str:
    """The original, then what each core has made of it."""
    sectors = SIDE * SIDE // SECTOR
    panels = [Panel("the picture", f"{sectors} sectors of {SECTOR} bytes", scene())]
    panels += [Panel(each.core, each.words(), opened) for each, opened in found]
    return drawing(panels, SECTOR, bit // 8)


def _text(result: dict[str, Any], found: Sequence[Damage]) -> str:
    heads = ("core", "mode", "bytes changed", "from", "to")
    rows = [(each.core, each.mode, each.changed, each.first, each.last) for each in found]
    file = result["file"]
    shown = file if file == STANDARD else relative(Path(file).absolute())
    return (
        f"A picture of {SIDE * SIDE // SECTOR} sectors of {SECTOR} bytes; flipped: bit "
        f"{result['bit']} of byte {result['byte']} of the ciphertext of sector "
        f"{result['sector']}\n\n{table(heads, rows)}\n\n"
        "A byte of noise is the right one by chance in one of 256 cases.\n"
        f"The drawing: {shown}"
    )
