# SPDX-License-Identifier: Apache-2.0
"""A layout in a DEF file: its cells and wires, their sums, and a picture of them."""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

UNITS = 100  # per micrometre, as qflow writes them
FILLER = "FILL"
_DIE = re.compile(r"^DIEAREA \( (-?\d+) (-?\d+) \) \( (-?\d+) (-?\d+) \)", re.M)
_CELL = re.compile(r"^- \S+ (\w+) \+ PLACED \( (-?\d+) (-?\d+) \) \w+ ;", re.M)
_WIRE = re.compile(r"metal(\d)(?: \d+)? \( (-?\d+) (-?\d+) \) \( (-?\d+|\*) (-?\d+|\*) \)")
_SIZE = re.compile(r"^MACRO (\w+)$.*?^  SIZE ([\d.]+) BY ([\d.]+) ;", re.M | re.S)

Box = tuple[float, float, float, float]  # left, bottom, right, top, in micrometres


def cell_sizes(lef: str) -> dict[str, tuple[float, float]]:
    """Width and height of each cell of a library, in micrometres."""
    return {match[1]: (float(match[2]), float(match[3])) for match in _SIZE.finditer(lef)}


@dataclass(frozen=True)
class Layout:
    """The text of a DEF file, with the sizes of the library's cells."""

    text: str
    sizes: Mapping[str, tuple[float, float]]

    @property
    def die(self) -> Box:
        """The outline."""
        found = _DIE.search(self.text)
        assert found, "no DIEAREA"
        left, bottom, right, top = (int(found[n]) / UNITS for n in range(1, 5))
        return left, bottom, right, top

    def cells(self) -> Iterator[tuple[str, Box]]:
        """Name of the kind and place of each, without fillers."""
        for match in _CELL.finditer(self.text):
            if match[1] != FILLER:
                x, y = int(match[2]) / UNITS, int(match[3]) / UNITS
                width, height = self.sizes[match[1]]
                yield match[1], (x, y, x + width, y + height)

    def wires(self) -> Iterator[tuple[int, Box]]:
        """Layer and ends of each straight piece."""
        for match in _WIRE.finditer(self.text):
            x, y = int(match[2]), int(match[3])
            x2, y2 = (was if at == "*" else int(at) for at, was in ((match[4], x), (match[5], y)))
            ends = (min(x, x2), min(y, y2), max(x, x2), max(y, y2))
            left, bottom, right, top = (value / UNITS for value in ends)
            yield int(match[1]), (left, bottom, right, top)

    def sums(self) -> dict[str, float]:
        """Cells, their area and that of the outline in square micrometres, mm of wire."""
        left, bottom, right, top = self.die
        cells = [self.sizes[kind] for kind, _ in self.cells()]
        wire = sum(box[2] - box[0] + box[3] - box[1] for _, box in self.wires())
        return {
            "cells": len(cells),
            "cell_area": round(sum(width * height for width, height in cells)),
            "die_area": round((right - left) * (top - bottom)),
            "wire_mm": round(wire / 1000, 1),
        }


# ---- the picture --------------------------------------------------------------------------------

# White, then logic, flip-flops, and the layers of metal from the lowest on.
_COLOURS = (
    *("ffffff", "e3e7eb", "c9b3d9"),
    *("9aa0a8", "3d7ab5", "e0952b", "3b9b7a", "b65a8f", "c44e4e"),
)
_LOGIC, _FLOP, _METAL = 1, 2, 2


def picture(layout: Layout, width: int) -> bytes:
    """A PNG so many pixels wide: cells, over them the wires, a pixel each."""
    left, bottom, right, top = layout.die
    scale = width / (right - left)
    rows = [bytearray(width) for _ in range(round((top - bottom) * scale))]

    def fill(box: Box, colour: int, gap: int) -> None:
        x, x2 = (min(int((value - left) * scale), width - 1) for value in (box[0], box[2]))
        y, y2 = (min(int((top - value) * scale), len(rows) - 1) for value in (box[3], box[1]))
        for row in rows[y : max(y2 - gap, y) + 1]:
            length = max(x2 - gap, x) + 1 - x
            row[x : x + length] = bytes([colour]) * length

    for kind, box in layout.cells():
        fill(box, _FLOP if kind.startswith("DFF") else _LOGIC, gap=1)
    for layer, box in sorted(layout.wires()):
        fill(box, _METAL + layer, gap=0)
    return _png(width, rows)


def _png(width: int, rows: list[bytearray]) -> bytes:
    """An image of colours by number."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        end = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + end

    head = struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    colours = b"".join(bytes.fromhex(colour) for colour in _COLOURS)
    chunks = (chunk(b"IHDR", head), chunk(b"PLTE", colours), chunk(b"IDAT", pixels))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")
