# SPDX-License-Identifier: Apache-2.0
"""GCM beside CWC, as in B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter
Mode of Operation (GCM), 2005: tables 2 and 3, with the figures of this project's cores.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sealwright.base.results import Result, Results
from sealwright.families.message import bench
from sealwright.report.published import Published, Row, collected, missing_note, shown

CORES: Mapping[str, str] = MappingProxyType({"GCM": "gcm-default", "CWC": "cwc-default"})
COLD: Mapping[str, int] = MappingProxyType({"GCM": 12, "CWC": 11})  # cycles beside the blocks
RATES: Mapping[str, Mapping[int, float]] = MappingProxyType(
    {"GCM": bench.YANG, "CWC": bench.YANG_CWC}
)
IPI_RATES: Mapping[str, float] = MappingProxyType(
    {"GCM": bench.YANG_IPI, "CWC": bench.YANG_CWC_IPI}
)
CLOCKS: Mapping[str, int] = MappingProxyType({"GCM": 271, "CWC": 78})  # MHz, 0.18 um
IPI_GBPS: Mapping[str, float] = MappingProxyType({"GCM": 25.0, "CWC": 7.19})
GBPS: Mapping[str, Mapping[int, float]] = MappingProxyType(
    {
        mode: dict(zip(bench.PAPER_SIZES, figures, strict=True))
        for mode, figures in (
            ("GCM", (2.74, 3.18, 5.93, 6.52, 8.90, 14.2, 20.3, 26.1, 26.7, 30.0, 31.5, 34.8)),
            ("CWC", (0.832, 0.960, 1.78, 1.96, 2.66, 4.20, 5.92, 7.49, 7.65, 8.52, 8.91, 9.77)),
        )
    }
)
IPI = "Internet mix (IPI)"


def paper_cycles(mode: str, size: int) -> int:
    """C(s) of the paper."""
    return -(-size // 16) + COLD[mode]


def _measured(results: Results, mode: str) -> Mapping[int, Mapping[str, Any]]:
    found = results.of(f"{CORES[mode]}.bench-seal")
    return {row["size"]: row for row in found.get("results", ())}


def _rates(results: Results) -> list[Row]:
    """Bits per cycle."""
    measured = {mode: _measured(results, mode) for mode in CORES}
    rows: list[Row] = []
    for size in bench.PAPER_SIZES:
        row: Row = {"bytes": size}
        for mode, core in CORES.items():
            found, source = measured[mode].get(size, {}), results.of(f"{core}.bench-seal")
            row[f"{mode} published"] = _printed(RATES[mode][size])
            row[f"its cycles, s/16 + {COLD[mode]}"] = paper_cycles(mode, size)
            row[f"{core}: cycles"] = _shown(found.get("cycles"), source)
            row[f"{core}: by formula"] = _shown(found.get("expected"), source)
            row[f"{core}: bits/cycle"] = _shown(found.get("bits_per_cycle"), source)
        rows.append(row)
    rows.append(dict.fromkeys(rows[0], "") | {"bytes": IPI})
    for mode, core in CORES.items():
        rows[-1][f"{mode} published"] = _printed(IPI_RATES[mode])
        found = results.of(f"{core}.bench-seal")
        rows[-1][f"{core}: bits/cycle"] = _shown(found.get("ipi_average"), found)
    return rows


def _throughputs(results: Results) -> list[Row]:
    """Gb/s, at the clock of each core."""
    placed = {mode: results.of(f"{core}.ecp5") for mode, core in CORES.items()}
    rows: list[Row] = []
    for size in (*bench.PAPER_SIZES, IPI):
        row: Row = {"bytes": size}
        for mode, core in CORES.items():
            found = results.of(f"{core}.bench-seal")
            rate = found.get("ipi_average") if isinstance(size, str) else None
            if not isinstance(size, str):
                rate = _measured(results, mode).get(size, {}).get("bits_per_cycle")
            published = IPI_GBPS[mode] if isinstance(size, str) else GBPS[mode][size]
            row[f"{mode} published, {CLOCKS[mode]} MHz"] = _printed(published)
            mhz = placed[mode].get("fmax_mhz")
            gbps = f"{rate * mhz / 1000:.2f}" if rate and mhz else None
            row[f"{core}, ECP5"] = shown(gbps, found, placed[mode])
        rows.append(row)
    clocks = {"bytes": "MHz"}
    for mode, core in CORES.items():
        clocks[f"{mode} published, {CLOCKS[mode]} MHz"] = str(CLOCKS[mode])
        clocks[f"{core}, ECP5"] = _shown(placed[mode].get("fmax_mhz"), placed[mode])
    return [*rows, clocks]


def _printed(value: float) -> str:
    """With the three digits that the paper gives."""
    return f"{value:#.3g}".rstrip(".")


def _shown(value: Any, *sources: Result) -> Any:
    return shown(f"{value:.1f}" if isinstance(value, float) else value, *sources)


def _rates_note(results: Results) -> str:
    return (
        "Published: a packet has the pipe for itself, from its first block to its tag. Measured: "
        "packets follow each other back to back, each with its tag, and other latency than that of "
        "the next block does not count. Of CWC the paper takes a hash that keeps up with AES; here "
        "it takes 96 bits per cycle, with one product modulo 2^127 - 1."
        + missing_note(_rates(results))
    )


def _throughputs_note(results: Results) -> str:
    return (
        "Published: 0.18 um standard cells; the clock of CWC is that of a multiplier in one cycle; "
        "the paper's text has 271 MHz for GCM, but its Gb/s are those of table yang-2 at 278 MHz. "
        "Measured: an LFE5U-85F of speed grade 6, the median of the placements; table yang-2 has "
        "the bits per cycle. With powers of the key a product may take several cycles, so the "
        "clocks are nearer to each other here; that of CWC is bound by the ways into the "
        "multipliers of the device." + missing_note(_throughputs(results))
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "yang-2": collected("Bits per cycle of GCM and CWC by packet size", _rates, _rates_note),
        "yang-3": collected("Gb/s of GCM and CWC by packet size", _throughputs, _throughputs_note),
    }
)
