# SPDX-License-Identifier: Apache-2.0
"""Figures of the GCM cores of papers, each from results of its own, for rows of tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sealwright.base.results import Job, Result, Results
from sealwright.families import load_core
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.results import headline, headline_job
from sealwright.report.jobs import CELLS, cells_job, synth_job
from sealwright.report.published import Row, number, shown
from sealwright.synth.fingerprint import Design


def core(name: str) -> MessageConfig:
    """A core of a paper."""
    config = load_core(name)
    assert isinstance(config, MessageConfig)
    return config


def in_cells(name: str) -> Job:
    """Its standard cells."""
    config = core(name)
    return cells_job(name, Design(config.top, config.files(), config.rtl_params()), config)


def placed(names: Sequence[str]) -> Iterator[Job]:
    """LUTs in general and cycles of each core, then its place and route."""
    cores = list(map(core, names))
    for config in cores:
        yield synth_job(config, "lut6")
        yield headline_job(config)
    yield from (synth_job(config, "ecp5", placements=1) for config in cores)


@dataclass(frozen=True)
class Measured:
    """What results/ has of a core."""

    name: str
    results: Results

    def of(self, what: str) -> Result:
        """One of its results."""
        return self.results.of(f"{self.name}.{what}")

    @property
    def rate(self) -> tuple[float | None, Result]:
        """Bits per cycle of messages of `PACKET` bytes, and where they are from."""
        return headline(core(self.name), self.results)

    @property
    def gbps(self) -> float | None:
        """Throughput, placed."""
        rate, clock = self.rate[0], self.of("ecp5").get("fmax_mhz")
        return rate * clock / 1000 if rate and clock else None

    @property
    def cells(self) -> Result:
        """Area and delay in standard cells."""
        return self.of(CELLS)

    @property
    def gbps_in_cells(self) -> float | None:
        """Throughput in standard cells."""
        rate, delay = self.rate[0], self.cells.get("delay_ns")
        return rate / delay if rate and delay else None

    @property
    def per_lut(self) -> float | None:
        """Throughput of a LUT, placed: kb/s."""
        return None if self.gbps is None else self.gbps * 1e6 / self.of("ecp5")["lut"]

    def placed_columns(self) -> Row:
        """The measured side of a row."""
        (rate, cycles), gbps = self.rate, self.gbps
        lut6, ecp5 = self.of("lut6"), self.of("ecp5")
        clock = number(ecp5.get("fmax_mhz"), 1) or ecp5.get("not_placed")
        each = None if self.per_lut is None else round(self.per_lut)
        return {
            "bits per cycle": shown(number(rate, 1), cycles),
            "lut6": shown(lut6.get("lut"), lut6),
            "ecp5 lut4": shown(ecp5.get("lut"), ecp5),
            "ecp5 BRAM": shown(ecp5.get("bram"), ecp5),
            "ecp5 MHz": shown(clock, ecp5),
            "ecp5 Gb/s": shown(number(gbps, 2), cycles, ecp5),
            "kb/s per ecp5 lut4": shown(each, cycles, ecp5),
        }
