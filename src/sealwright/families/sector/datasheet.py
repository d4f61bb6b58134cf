# SPDX-License-Identifier: Apache-2.0
"""The parts of a datasheet for sector engines."""

from sealwright.base.results import Result
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.diagram import sector_svg
from sealwright.report.datasheet import Parts
from sealwright.report.header import causes
from sealwright.report.markdown import marked


def parts(config: SectorConfig, note: str, bench: Result | None) -> Parts:
    """The parts of the page; `bench` is the result of that command."""
    rows: list[tuple[str, float, int, float]] = []
    figures = [(f"{config.slots}", "key slots"), (f"{config.unit_limit:,}", "bytes of a unit")]
    bench = bench or Result({}, old=False)
    for row in bench.get("results", ()):
        words = f"{row['op']}, {row['size']:,} B"
        figures.append((marked(row["bits_per_cycle"], bench), f"bits per cycle ({words})"))
        rows.append((words, float(row["cycles"]), row["expected"], float(row["bits_per_cycle"])))
    head = ("data units", "cycles from unit to unit", "calls of AES", "bits per cycle")
    return Parts(
        note=note,
        figures=figures,
        pictures=(sector_svg(config),),
        bench=(head, rows) if rows else None,
        old=bench.old,
        causes=causes("rtl/sector/seal_sector_pkg.sv"),
    )
