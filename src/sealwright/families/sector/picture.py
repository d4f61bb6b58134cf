# SPDX-License-Identifier: Apache-2.0
"""A grey picture that is stored in sectors, and drawings of it before and after a damage.

The picture is computed with the four operations and square roots only, and embedded as PNG without
compression: the same bytes everywhere.
"""

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, sqrt

from sealwright.report.svg import COLOURS, FAINT, Drawing

SIDE = 128  # pixels, a byte each
HORIZON, BALL = 66, (64.0, 58.0, 38.0)  # row; column, row and radius
LIGHT = (-0.48, -0.60, 0.64)  # where it comes from; z is towards the viewer
SCALE, GAP, MARGIN = 2, 24, 16
ZOOM = (32, 12)  # pixels that are shown enlarged, around the damage


# ---- the picture --------------------------------------------------------------------------------


def scene() -> bytes:
    """A ball above a floor of tiles, row by row."""
    return bytes(_pixel(x + 0.5, y + 0.5) for y in range(SIDE) for x in range(SIDE))


def _pixel(x: float, y: float) -> int:
    column, row, radius = BALL
    across, down = (x - column) / radius, (y - row) / radius
    square = 1 - across * across - down * down
    if square > 0:
        return _ball(across, down, sqrt(square))
    if y < HORIZON:
        return int(150 + 90 * y / HORIZON)
    return _floor(x, y)


def _ball(x: float, y: float, z: float) -> int:
    """By the direction of its surface: diffuse light and a highlight."""
    facing = max(x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2], 0.0)
    mirrored = max(2 * facing * z - LIGHT[2], 0.0)
    shine = mirrored * mirrored
    shine *= shine
    return min(int(38 + 150 * facing + 67 * shine * shine), 255)


def _floor(x: float, y: float) -> int:
    """Tiles in perspective, with the ball's shadow."""
    far = 24 / (y - HORIZON + 4)
    tile = floor((x - SIDE / 2) * far / 16) + floor(far * 6)
    across, down = (x - 78) / 44, (y - 108) / 11
    shadow = 0.45 if across * across + down * down < 1 else 1.0
    return int((205 if tile % 2 else 95) * shadow)


# ---- PNG ----------------------------------------------------------------------------------------


def png(grey: bytes, width: int) -> bytes:
    """Rows of grey pixels as a file, in one stored block."""
    height = len(grey) // width
    lines = b"".join(b"\0" + grey[i * width : (i + 1) * width] for i in range(height))
    stored = struct.pack("<BHH", 1, len(lines), len(lines) ^ 0xFFFF) + lines
    data = b"\x78\x01" + stored + struct.pack(">I", zlib.adler32(lines))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def _image(grey: bytes, row: int) -> str:
    """An element with some rows of the picture."""
    data = b64encode(png(grey, SIDE)).decode()
    return (
        f'<image y="{row}" width="{SIDE}" height="{len(grey) // SIDE}" '
        f'style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
    )


# ---- drawing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Panel:
    """A picture with its title and what is to be said of it."""

    title: str
    words: str
    grey: bytes


def drawing(panels: Sequence[Panel], sector: int, place: int) -> str:
    """Panels side by side, below each the surroundings of byte `place` enlarged.

    The first picture is stored as a whole; of the others, the sectors in which they differ.
    """
    width = SCALE * SIDE
    enlarged = width // ZOOM[0]
    height = width + enlarged * ZOOM[1]
    total = 2 * MARGIN + len(panels) * (width + GAP) - GAP
    page = Drawing(total, height + 88, "One flipped bit of ciphertext, in a picture")
    row, column = divmod(place, SIDE)
    left = min(max(column - ZOOM[0] // 2, 0), SIDE - ZOOM[0])
    top = min(max(row - ZOOM[1] // 2, 0), SIDE - ZOOM[1])
    page.parts.append("<defs>")
    for i, panel in enumerate(panels):
        page.parts += [f'<g id="p{i}">', *_parts(panel.grey, panels[0].grey, sector, i), "</g>"]
    page.parts.append("</defs>")
    for i, panel in enumerate(panels):
        x = MARGIN + i * (width + GAP)
        page.text(x, 24, panel.title, size=14, extra='font-weight="600"')
        page.text(x, 42, panel.words, fill=FAINT)
        _view(page, i, (x, 54, width, width), (0, 0, SIDE, SIDE))
        spot = (x + SCALE * left, 54 + SCALE * top, SCALE * ZOOM[0], SCALE * ZOOM[1])
        page.rect(*spot, "none", f'stroke="{COLOURS[1]}"')
        below = (x, 54 + width + 10, width, enlarged * ZOOM[1])
        _view(page, i, below, (left, top, *ZOOM))
        page.rect(*below, "none", f'stroke="{COLOURS[1]}"')
    return page.render()


def _parts(grey: bytes, first: bytes, sector: int, number: int) -> list[str]:
    if number == 0:
        return [_image(grey, 0)]
    starts = range(0, len(grey), sector)
    changed = [i for i in starts if grey[i : i + sector] != first[i : i + sector]]
    return ['<use href="#p0"/>', *(_image(grey[i : i + sector], i // SIDE) for i in changed)]


def _view(
    page: Drawing,
    number: int,
    where: tuple[int, int, int, int],
    what: tuple[int, int, int, int],
) -> None:
    """A part of a panel's picture, at a place of the page."""
    x, y, w, h = where
    page.parts.append(
        f'<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{" ".join(map(str, what))}">'
        f'<use href="#p{number}"/></svg>'
    )
