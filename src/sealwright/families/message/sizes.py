# SPDX-License-Identifier: Apache-2.0
"""Pictures of docs/reference/gcm.md by the size of a message: bits per cycle, changes of key.

Lines of cores are their formulas, which the tests hold against simulation; those of Yang 2005 are
its Table 2."""

from collections.abc import Mapping, Sequence

from sealwright.families import load_core
from sealwright.families.message import bench, key_changes
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.report.axes import Axis, grid
from sealwright.report.svg import COLOURS, FAINT, Drawing

LEFT, TOP, RIGHT, BOTTOM = 70.0, 40.0, 600.0, 420.0
CORES = (
    *("gcm-default", "gcm-fresh-key", "gcm-xaes256", "gcm-sst", "cwc-default"),
    *(
        "gcm-lanes8",
        "gcm-lanes4",
        "gcm-lanes2",
        "gcm-64",
        "gcm-32",
        "gcm-16",
        "gcm-small",
        "gcm-tiny",
    ),
)
KEY_CHANGES = ("gcm-fresh-key", "gcm-patel-one-cycle", "gcm-patel-four-cycle")
Words = Sequence[str]
PUBLISHED: Mapping[str, Mapping[int, float]] = {
    "Yang 2005, GCM": bench.YANG,
    "Yang 2005, CWC": bench.YANG_CWC,
}


def rates(name: str) -> dict[int, float]:
    """Bits per cycle of sealed messages without AAD, by bytes."""
    core = load_core(name)
    assert isinstance(core, MessageConfig)
    return {size: 8 * size / core.cost(size, 0) for size in bench.PAPER_SIZES}


def shares(name: str) -> dict[int, float]:
    """Percent of a block in each cycle that a core keeps with a new key for each message."""
    core = load_core(name)
    assert isinstance(core, MessageConfig)
    return {size: 100 * size / BLOCK / core.cost(size, 0) for size in bench.PAPER_SIZES}


def sizes_svg() -> str:
    """Bits per cycle against bytes."""
    lines = {**{name: rates(name) for name in CORES}, **PUBLISHED}
    words = ("Cores: formulas, held against", "simulation. Dashed where", "a colour comes again.")
    what = ("Bits per cycle by the size of a message", "bits/cycle")
    return _lines_svg(*what, "Sealed messages, back to back: bits per cycle by size", lines, words)


def key_changes_svg() -> str:
    """Percent of the throughput that is left against bytes, as Figure 4.11 of Patel 2008."""
    lines = {name: shares(name) for name in KEY_CHANGES}
    for name, (least, most) in key_changes.TABLE_4_3.items():
        lines[name.split(" (")[0].replace(" in Patel 2008", "")] = {
            size: 100 * size / BLOCK / key_changes.reckoned(size, 1, least, most)
            for size in bench.PAPER_SIZES
        }
    words = ("Cores: formulas, held against", "simulation; others: eq. (4.1).")
    what = ("Throughput with a new key for each message", "%")
    return _lines_svg(
        *what, "A new key with each message: percent of a block per cycle", lines, words
    )


def _lines_svg(
    title: str, unit: str, heading: str, lines: Mapping[str, Mapping[int, float]], words: Words
) -> str:
    """A line for each name, over sizes in bytes."""
    draw = Drawing(820, 480, title)
    draw.text(LEFT, 24, heading)
    across = Axis.over(bench.PAPER_SIZES, LEFT, RIGHT)
    up = Axis.over([rate for line in lines.values() for rate in line.values()], BOTTOM, TOP)
    grid(draw, across, up, "bytes of text", unit)
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        dashes = ' stroke-dasharray="5 3"' if number >= len(COLOURS) else ""
        places = [(across.at(size), up.at(rate)) for size, rate in line.items()]
        draw.path(places, f'fill="none" stroke="{colour}" stroke-width="1.5"{dashes}')
        for (x, y), (size, rate) in zip(places, line.items(), strict=True):
            draw.rect(x - 3, y - 3, 6, 6, colour, 'rx="2"', f"{name}: {size:,} bytes, {rate:.1f}")
        draw.rect(RIGHT + 24, TOP + 22 * number, 10, 10, colour)
        draw.text(RIGHT + 40, TOP + 22 * number + 9, name)
    for number, line_of in enumerate(words):
        y = TOP + 22 * len(lines) + 20 + 16 * number
        draw.text(RIGHT + 24, y, line_of, size=11, fill=FAINT)
    return draw.render()
