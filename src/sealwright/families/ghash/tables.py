# SPDX-License-Identifier: Apache-2.0
"""Tables I and II of Abdellatif 2012 beside the cores of this project.

K. M. Abdellatif, R. Chotin-Avot and H. Mehrez, Efficient Parallel-Pipelined GHASH for Message
Authentication, ReConFig 2012."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sealwright.base.results import Results
from sealwright.report.published import Published, Row, collected, missing_note, number, shown

CORE = "ghash-abdellatif-4"
# Table I: clock cycle, product that is there ("Q"), powers of the four lanes
FLOW = {1: (16, 15, 14, 13), 2: (12, 11, 10, 9), 3: (8, 7, 6, 5), 4: (4, 3, 2, 1)}
FLOW_PRODUCTS = {4: 1, 5: 2, 6: 3, 7: 4}
FLOW_TAG = 8
FLOW_BLOCKS = 16
# Table II: design, device, lanes, after place and route, key may change, slices, MHz, Gb/s,
# Mb/s per slice, and the core here that is built in the same way
HARDWARE = (
    ("Abdellatif 2012", "Virtex-5", 4, True, True, 7127, 222.2, 113.8, 15.96, CORE),
    ("Abdellatif 2012", "Virtex-4", 4, True, True, 16257, 200, 102.4, 6.2, CORE),
    ("Wang 2010", "Virtex-5", 4, False, True, 10943, 240.3, 123.1, 11.2, "ghash-wang-4"),
    ("Huo 2009", "Virtex-5", 1, False, True, 2992, 240.2, 30.8, 10.3, None),
    ("Lu 2009", "Virtex-5", 1, False, True, 3175, 120.2, 15.4, 4.8, None),
    ("Chen 2010", "Virtex-4", 1, True, True, 10756, 312.5, 40.0, 3.7, None),
    ("Crenne 2011", "Virtex-4", 4, True, False, 6182, 222.2, 113.8, 18.4, "ghash-crenne-4"),
)
# Named in the text of the paper, without a row of Table II
UNLISTED = {
    "ghash-satoh-4": "Satoh 2007",
    "ghash-fan-hasan-4": "",
    "ghash-zhou-1": "Zhou 2009: 4,628 slices with AES, 41.5 Gb/s",
}


def _pair(block: int, power: int) -> str:
    return f"M{block}, H^{power}" if power > 1 else f"M{block}, H"


def _flow_rows(results: Results) -> list[Row]:
    bench = results.of(f"{CORE}.bench-flow")
    measured = {row["clk"]: row for row in bench.get("rows", ())}
    rows: list[Row] = []
    for clk in range(1, max([FLOW_TAG, *measured]) + 1):
        published = FLOW.get(clk, ())
        found = measured.get(clk, {})
        row: Row = {"clk": clk}
        for lane in range(4):
            first = 4 * (clk - 1) + lane + 1
            pairs = found.get("lanes") or [None] * 4
            row[f"lane {lane + 1}"] = _pair(first, published[lane]) if published else "-"
            here = _pair(*pairs[lane]) if pairs[lane] else None
            row[f"core, lane {lane + 1}"] = shown(here, bench)
        product = FLOW_PRODUCTS.get(clk)
        row["Q/Tag"] = "Tag" if clk == FLOW_TAG else f"Q{product}" if product else "-"
        own = found.get("product")
        here = "Tag" if found.get("hash") else f"Q{own}" if own else None
        row["core, Q/Tag"] = shown(here, bench)
        rows.append(row)
    return rows


def _flow_note(_: Results) -> str:
    return (
        f"The core is {CORE}, simulated: the registers in front of the multipliers, the "
        "product in its last register, and the hash. Its products have four registers behind that "
        "of the operands, which are a register of their own: so they come a cycle later than in "
        "the paper."
    )


def own_row(name: str, results: Results) -> dict[str, Any]:
    """LUTs, clock and throughput of a core here; old ones marked, a dash if not measured."""
    area, placed, bench = (results.of(f"{name}.{kind}") for kind in ("lut6", "ecp5", "bench"))
    bits = bench.get("results", [{}])[-1].get("bits_per_cycle")
    mhz, lut = placed.get("fmax_mhz"), area.get("lut")
    gbps = bits * mhz / 1000 if bits and mhz else None
    ratio = 1000 * gbps / lut if gbps and lut else None
    return {
        "core": name,
        "LUT6": shown(lut, area),
        "ECP5 LUT4": shown(placed.get("lut"), placed),
        "ECP5 MHz": shown(number(mhz, 1), placed),
        "ECP5 Gb/s": shown(number(gbps, 1), placed, bench),
        "Mb/s per LUT6": shown(number(ratio, 2), area, placed, bench),
    }


def _hardware_rows(results: Results) -> list[Row]:
    empty = dict.fromkeys(own_row(CORE, results), "")
    rows: list[Row] = []
    for name, device, lanes, placed, free, slices, mhz, gbps, ratio, core in HARDWARE:
        row: Row = {"design": name, "device": device, "blocks per cycle": lanes}
        row["placed"] = "yes" if placed else "no"
        row["any key"] = "yes" if free else "no"
        row |= {"slices": slices, "MHz": f"{mhz}", "Gb/s": f"{gbps}", "Mb/s per slice": f"{ratio}"}
        rows.append(row | (own_row(core, results) if core else empty))
    for core, words in UNLISTED.items():
        row = dict.fromkeys(rows[0], "") | {"design": words}
        rows.append(row | own_row(core, results))
    return rows


def _hardware_note(results: Results) -> str:
    return (
        "Published: slices of a Virtex-5 have four LUTs of six inputs, those of a Virtex-4 two of "
        "four. Designs that were not placed have slices that Crenne 2011 estimates. Measured: LUT6 "
        "counted by Yosys; placed in an LFE5U-85F of speed grade 6. The cores here include key "
        "slots, powers, look-ahead and queues, and take messages of any length in bytes."
        + missing_note(_hardware_rows(results))
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "abdellatif-1": collected("Flow of 16 blocks through four lanes", _flow_rows, _flow_note),
        "abdellatif-2": collected("GHASH in hardware", _hardware_rows, _hardware_note),
    }
)
