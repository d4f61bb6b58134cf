# SPDX-License-Identifier: Apache-2.0
"""What a Gb/s costs by blocks per cycle: GCM cores of one lane beside those of several."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sealwright.base.results import Job, Results
from sealwright.families.message.paper import Measured, core, in_cells
from sealwright.report.markdown import figure, markdown

# Cores of several lanes, each with that of one lane which has the same S-boxes and key sizes
ONE_LANE: Mapping[str, str] = MappingProxyType(
    {
        "gcm-lanes2-128": "gcm-bram-128",
        "gcm-lanes2": "gcm-bram",
        "gcm-lanes4": "gcm-bram",
        "gcm-lanes8": "gcm-default",
    }
)
IN_CELLS = ("gcm-default", "gcm-lanes8")  # eight lanes fit no device of `sealwright fit`


def names() -> list[str]:
    """The cores, each of one lane before its like."""
    return list(dict.fromkeys(name for several, one in ONE_LANE.items() for name in (one, several)))


def jobs() -> Iterator[Job]:
    """Those in standard cells; the others are measured as every core is."""
    return map(in_cells, IN_CELLS)


def lanes_areas_table(results: Results) -> str:
    """LUTs for each bit per cycle and for each Gb/s, and the throughput beside one lane's."""
    head = ["core", "lanes", "LUT6", "flip-flops", "bits/cycle", "LUT6 per bit/cycle"]
    head += ["ECP5-6 MHz", "Gb/s", "LUT6 per Gb/s", "to one lane"]
    head += ["NAND2", "RAM bits", "0.18 um MHz", "its Gb/s"]
    rows: list[list[object]] = []
    for name in names():
        found, one = Measured(name, results), Measured(ONE_LANE.get(name, name), results)
        (rate, cycles), gbps, lut6, placed = (
            found.rate,
            found.gbps,
            found.of("lut6"),
            found.of("ecp5"),
        )
        luts, cells = lut6.get("lut"), found.cells
        delay = cells.get("delay_ns")
        times = gbps / one.gbps if gbps and one.gbps and name in ONE_LANE else None
        per_gbps = luts / gbps if luts and gbps else None
        per_rate = luts / rate if luts and rate else None
        clock = placed.get("fmax_mhz") or placed.get("not_placed")
        rows.append(
            [
                f"`{name}`",
                core(name).stream.lanes,
                figure(luts, lut6),
                figure(lut6.get("ff"), lut6),
                figure(rate, cycles),
                figure(per_rate and round(per_rate), lut6, cycles),
                figure(clock, placed),
                figure(gbps, cycles, placed),
                figure(per_gbps and round(per_gbps), lut6, cycles, placed),
                figure(times and f"{times:.2f}", cycles, placed, one.of("ecp5")),
                figure(cells.get("nand2"), cells),
                figure(cells.get("ram_bits"), cells),
                figure(delay and round(1000 / delay), cells),
                figure(found.gbps_in_cells, cycles, cells),
            ]
        )
    return markdown(head, rows, "l" + 13 * "r")
