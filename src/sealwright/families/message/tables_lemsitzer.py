# SPDX-License-Identifier: Apache-2.0
"""GCM cores by width, multiplier and S-box, with measured figures beside the published ones.

lemsitzer: S. Lemsitzer, J. Wolkerstorfer, N. Felber, M. Braendli, Multi-gigabit GCM-AES
      Architecture Optimized for FPGAs, CHES 2007: tables 1, 2 (counter mode) and 4 to 7
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from sealwright.base.results import Job, Result, Results
from sealwright.families.message import paper
from sealwright.families.message.paper import Measured
from sealwright.families.message.results import PACKET
from sealwright.report import orders
from sealwright.report.lemsitzer import SBOX_NAMES, WIDTHS
from sealwright.report.published import Published, Row, collected, missing_note

_MULTIPLIERS = MappingProxyType(
    {
        "spb": "shifted polynomial basis",
        "array": "synthesizer optimized",
        "digit": "digit-serial",
        "hybrid": "hybrid",
    }
)
_Gcm = Mapping[tuple[str, str], tuple[int, float, int, str, str, str]]
# multiplier, S-box: MHz, thousands of slices, block RAMs, Gb/s, kb/s per slice, limited by
LEMSITZER: Mapping[int, _Gcm] = MappingProxyType(
    {
        128: {
            ("spb", "bram"): (110, 13.2, 114, "14.1", "1062", "GCM"),
            ("spb", "composite"): (90, 23.2, 0, "11.5", "496", "AES"),
            ("spb", "table"): (120, 27.8, 0, "15.3", "552", "GCM"),
            ("array", "bram"): (100, 12.0, 114, "12.8", "1065", "GCM"),
            ("array", "composite"): (90, 21.6, 0, "11.5", "534", "AES"),
            ("array", "table"): (90, 26.4, 0, "11.5", "435.9", "GCM"),
        },
        64: {
            ("digit", "bram"): (130, 7.7, 58, "8.32", "1076", "GCM"),
            ("digit", "composite"): (90, 12.9, 0, "5.8", "446", "AES"),
            ("digit", "table"): (120, 15.0, 0, "7.7", "513", "GCM"),
        },
        32: {
            ("digit", "bram"): (140, 6.0, 30, "4.48", "738", "GCM"),
            ("digit", "composite"): (120, 9.4, 0, "3.8", "407", "AES"),
            ("digit", "table"): (130, 9.8, 0, "4.16", "422", "GCM"),
        },
        16: {
            ("digit", "bram"): (150, 5.5, 15, "2.4", "436", "GCM"),
            ("digit", "composite"): (130, 6.8, 0, "2.0", "305", "AES"),
            ("digit", "table"): (150, 7.4, 0, "2.4", "322", "GCM"),
            ("hybrid", "bram"): (110, 7.3, 15, "1.8", "240", "GCM"),
            ("hybrid", "composite"): (110, 8.4, 0, "1.8", "211", "GCM"),
            ("hybrid", "table"): (120, 9.3, 0, "2.0", "212", "GCM"),
        },
    }
)


def _name(width: int, multiplier: str, sbox: str) -> str:
    return f"gcm-lemsitzer-{width}-{multiplier}-{sbox}"


def _names(width: int) -> list[str]:
    return [_name(width, *row) for row in LEMSITZER[width]]


def _rows(width: int, results: Results) -> list[Row]:
    rows = []
    for (multiplier, sbox), published in LEMSITZER[width].items():
        clock, slices, brams, gbps, each, limit = published
        rows.append(
            {
                "multiplier": _MULTIPLIERS[multiplier],
                "S-box": SBOX_NAMES[sbox],
                "MHz published": clock,
                "slices published": f"{slices:.1f}k",
                "BRAM published": brams,
                "Gb/s published": gbps,
                "kb/s per slice published": each,
                "limit published": limit,
                **Measured(_name(width, multiplier, sbox), results).placed_columns(),
            }
        )
    return rows


def _note(width: int, results: Results) -> str:
    table = LEMSITZER[width]
    several = len(table) > len(SBOX_NAMES)
    called = {row: SBOX_NAMES[row[1]] for row in table}
    if several:
        called = {row: f"{_MULTIPLIERS[row[0]]} with {name}" for row, name in called.items()}
    placed = {row: results.of(f"{_name(width, *row)}.ecp5") for row in table}
    found = [
        orders.compared(
            what,
            {called[row]: published for row, published in of_paper.items()},
            {called[row]: found.get(figure) for row, found in placed.items()},
            spread=spread,
            old=any(found.old for found in placed.values()),
        )
        for what, of_paper, figure, spread in (
            ("Area", {row: slices for row, (_, slices, *_) in table.items()}, "lut", 0.0),
            (
                *("Clock", {row: float(clock) for row, (clock, *_) in table.items()}, "fmax_mhz"),
                orders.SPREAD,
            ),
        )
    ]
    found += _by_multiplier(width, placed)
    return (
        "Published: Virtex-4 FX100, the fastest per slice of several placements, Gb/s without the "
        "blocks that a packet costs beside its text. Measured: LFE5U-85F, speed grade 6, one "
        f"placement, bits per cycle of sealed packets of {PACKET} bytes in simulation, and "
        "Gb/s of them; queues, checks of the streams and causes are in, and the hash of IVs that "
        "have not 12 bytes, which the paper's cores do not take. Only orders can be compared."
        + "".join(found)
        + missing_note(_rows(width, results))
    )


def _by_multiplier(width: int, placed: Mapping[tuple[str, str], Result]) -> list[str]:
    """Clock and area of the second multiplier to the first, with each S-box."""
    table = LEMSITZER[width]
    first, *others = dict.fromkeys(multiplier for multiplier, _ in table)
    boxes = [sbox for multiplier, sbox in table if multiplier == first]
    old = any(found.old for found in placed.values())
    of_paper = {
        "Clock": ({row: float(clock) for row, (clock, *_) in table.items()}, "fmax_mhz"),
        "Area": ({row: slices for row, (_, slices, *_) in table.items()}, "lut"),
    }
    return [
        orders.ratios(
            f"{what}, {_MULTIPLIERS[other]} to {_MULTIPLIERS[first]}, "
            f"with {', '.join(SBOX_NAMES[sbox] for sbox in boxes)}",
            [(published[first, sbox], published[other, sbox]) for sbox in boxes],
            [(placed[first, s].get(figure), placed[other, s].get(figure)) for s in boxes],
            old=old,
        )
        for other in others
        for what, (published, figure) in of_paper.items()
    ]


def _gcm(width: int, title: str) -> Published:
    rows, note = partial(_rows, width), partial(_note, width)
    return collected(title, rows, note, partial(paper.placed, _names(width)))


# ---- table 1: cycles from a key to the first block -----------------------------------------------

# AES alone and GCM: cycles by size of the key, and the core here with its own
WAITS: Mapping[str, tuple[tuple[int, int, int], str]] = MappingProxyType(
    {
        "AES only mode": ((12, 14, 16), "gcm-lemsitzer-128-counter-composite"),
        "GCM-AES mode": ((14, 16, 18), "gcm-lemsitzer-128-spb-composite"),
    }
)


def _waits_rows(results: Results) -> list[Row]:
    del results  # they follow from formulas, which tests compare with the simulated cores
    rows = []
    for mode, (published, core) in WAITS.items():
        rows.append({"core": f"Lemsitzer 2007, {mode}"} | dict(zip(_BITS, published, strict=True)))
        rows.append(_wait(core))
    return [*rows, _wait("gcm-patel-one-cycle"), _wait("gcm-fresh-key")]


def _wait(name: str) -> Row:
    """From the offer of a key to the first block that may follow."""
    core = paper.core(name)
    cycles = (core.under(bits)["key_hold"] + core.load_cycles(bits) for bits in (128, 192, 256))
    return {"core": f"`{name}`"} | dict(zip(_BITS, cycles, strict=True))


_BITS = ("128-bit keys", "192-bit keys", "256-bit keys")


def _waits_note(results: Results) -> str:
    del results
    return (
        "Cycles from a change of key to the first block under it, by formulas. "
        "Here a slot is loaded while others are in use, and a key of a slot costs as many cycles "
        "of the traffic as the datasheet says (one or two); the core of the paper has one key. "
        "Between packets of one key it can load no text for 3 cycles and those of the AAD; "
        "here packets follow each other at once. Its two status signals, for AAD and for text, are "
        "s_axis_tready here, since a block brings its section with it."
    )


# ---- table 2: counter mode -----------------------------------------------------------------------


def _counter_name(width: int, sbox: str) -> str:
    return f"gcm-lemsitzer-{width}-counter-{sbox}"


def _counter_rows(results: Results) -> list[Row]:
    rows = []
    for (width, sbox), (slices, brams, clock, gbps, each) in WIDTHS.items():
        rows.append(
            {
                "bits": width,
                "S-box": SBOX_NAMES[sbox],
                "slices published": slices,
                "BRAM published": brams,
                "MHz published": clock,
                "Gb/s published": gbps,
                "kb/s per slice published": each,
                **Measured(_counter_name(width, sbox), results).placed_columns(),
            }
        )
    return rows


def _counter_note(results: Results) -> str:
    return (
        "Published: Virtex-4, counter mode; the row of 128 bits with RAM is the first one of table "
        "lemsitzer-3, too. Measured: LFE5U-85F, speed grade 6, one placement, bits per cycle of "
        f"packets of {PACKET} bytes in simulation. These are GCM cores whose only operation "
        "is counter mode: streams, checks, queues, counter and keys of any size are in; table "
        "lemsitzer-2 has the cipher alone." + missing_note(_counter_rows(results))
    )


def _counter_jobs() -> Iterator[Job]:
    return paper.placed([_counter_name(*row) for row in WIDTHS])


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "lemsitzer-1": collected("cycles from a key to its first block", _waits_rows, _waits_note),
        "lemsitzer-2.counter": collected(
            "counter mode by bits per cycle and S-box", _counter_rows, _counter_note, _counter_jobs
        ),
        "lemsitzer-4": _gcm(128, "GCM, a block in every cycle"),
        "lemsitzer-5": _gcm(64, "GCM, a block in two cycles"),
        "lemsitzer-6": _gcm(32, "GCM, a block in four cycles"),
        "lemsitzer-7": _gcm(16, "GCM, a block in eight cycles"),
    }
)
