# SPDX-License-Identifier: Apache-2.0
"""What results/ has of a core, for sectors of 512 bytes, in the terms of Mancillas-López 2010.

Total time, throughput and TPA follow from cycles, clock and area by the formulas of Mancillas-López
2010, with LUT4 on ECP5 in place of slices. Time is that of one sector from its
first beat in to its last beat out, or from sector to sector where sectors overlap."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sealwright.base.results import Result, Results
from sealwright.families.sector.paper import BRAM_IN_SLICES, SIZE

# Beside the schemes of Mancillas-López 2010: HEH, which it discusses (section VII) and did not
# build. It is TET with a hash whose inverse needs no inverse of an element.
OURS = MappingProxyType({"heh": "HEH", "heh-fp": "HEHfp"})


@dataclass(frozen=True)
class Figures:
    """Of one core; None: not measured yet."""

    cycles: float | None  # total time
    first: int | None  # to the first block out
    luts: int | None
    brams: int | None
    mhz: float | None
    sources: tuple[Result, ...]

    @property
    def area(self) -> int | None:
        """As in TPA: a block RAM counts as so many LUTs."""
        if self.luts is None or self.brams is None:
            return None
        return self.luts + BRAM_IN_SLICES * self.brams

    @property
    def time(self) -> float | None:
        """Microseconds."""
        return self.cycles / self.mhz if self.cycles and self.mhz else None

    @property
    def latency(self) -> float | None:
        """Microseconds to the first block."""
        return self.first / self.mhz if self.first and self.mhz else None

    @property
    def gbps(self) -> float | None:
        return 8 * SIZE / self.time / 1000 if self.time else None

    @property
    def tpa(self) -> float | None:
        """1 / (area times total time in seconds)."""
        return 1e6 / (self.area * self.time) if self.area and self.time else None


def _of_size(found: Result, part: str) -> Mapping[str, Any]:
    """The row of a bench for sectors of 512 bytes; of two operations, the slower one."""
    rows = [row for row in found.get(part, ()) if row["size"] == SIZE]
    return max(rows, key=lambda row: row["cycles"], default={})


def figures(core: str, results: Results, *, overlapped: bool = False) -> Figures:
    """Those of a named core."""
    bench, placed = results.of(f"{core}.bench"), results.of(f"{core}.ecp5")
    alone = _of_size(bench, "alone")
    return Figures(
        cycles=(_of_size(bench, "results") if overlapped else alone).get("cycles"),
        first=alone.get("first_block"),
        luts=placed.get("lut"),
        brams=placed.get("bram"),
        mhz=placed.get("fmax_mhz"),
        sources=(bench, placed),
    )
