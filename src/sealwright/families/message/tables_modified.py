# SPDX-License-Identifier: Apache-2.0
"""GCM with the length block behind the AAD, beside AES-GCM.

B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter Mode of Operation (GCM),
2005: section 6, equation (3). The paper has no table of it.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sealwright.base.results import Job, Results
from sealwright.families import load_core
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.results import headline_job
from sealwright.families.message.tables_yang import COLD
from sealwright.report.jobs import synth_job
from sealwright.report.published import Published, Row, collected, missing_note, number, shown

CORES: Mapping[str, str] = MappingProxyType(
    {"SP 800-38D": "gcm-yang", "equation (3), of no standard": "gcm-yang-modified"}
)
_SIZES = (16, 64, 1500)
_PAPER = MappingProxyType({"gcm-yang": COLD["GCM"], "gcm-yang-modified": COLD["GCM"] - 1})


def _rows(results: Results) -> list[Row]:
    """Cycles of both."""
    rows: list[Row] = []
    for what, core in CORES.items():
        seal, opened, lut6 = (
            results.of(f"{core}.{n}") for n in ("bench-seal", "bench-open", "lut6")
        )
        cycles = {row["size"]: row["cycles"] for row in seal.get("results", ())}
        row: Row = {"length block": what, "core": f"`{core}`"}
        row["by the paper: cycles beside the blocks"] = _PAPER[core]
        for size in _SIZES:
            row[f"cycles per {size} B"] = shown(number(cycles.get(size), 1), seal)
        for op, found in (("seal", seal), ("open", opened)):
            row[f"{op}: last beat to verdict"] = shown(
                found.get("latency", {}).get("verdict"), found
            )
        row["LUT6"] = shown(lut6.get("lut"), lut6)
        rows.append(row)
    return rows


def _note(results: Results) -> str:
    return (
        "Published: one packet at a time, whose tag waits a cycle for the length block behind the "
        "text. Measured: packets back to back. The hash ends a cycle earlier, and so does the "
        "verdict. Throughput is lost, not gained: the lengths come as a block of their own, which "
        "takes a cycle of the hash, and the tag still leaves as a block of its own, while in "
        "SP 800-38D one cycle does for both: END hashes the lengths and leaves the tag."
        + missing_note(_rows(results))
    )


def _jobs() -> Iterator[Job]:
    for core in CORES.values():
        config = load_core(core)
        assert isinstance(config, MessageConfig)
        yield synth_job(config, "lut6")
        yield headline_job(config, "open")
        if config.announced:
            yield headline_job(config)  # that of the other one belongs to yang-1


TABLES: Mapping[str, Published] = MappingProxyType(
    {"yang-6": collected("GCM with the length block behind the AAD", _rows, _note, _jobs)}
)
