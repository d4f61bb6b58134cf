# SPDX-License-Identifier: Apache-2.0
"""Measurements of the named sector engines."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sealwright.base.results import Job, Result, Results
from sealwright.families.sector import bench
from sealwright.families.sector.config import SectorConfig
from sealwright.report.jobs import SEED, bench_job


def _job(config: SectorConfig) -> Job:
    """Cycles per data unit, back to back and one at a time."""
    here = Path(__file__).parent
    scripts = [path for kind in ("*.cpp", "*.h") for path in here.glob(kind)]
    scripts += [here / f"{name}.py" for name in ("bench", "events", "modes", "sim")]
    work = bench.default_work(config, SEED)
    sizes = bench.default_sizes(config)
    command = f"bench {config.name}"
    return bench_job(config, "bench", command, lambda: bench.measure(config, sizes, work), scripts)


def jobs(cores: Sequence[SectorConfig]) -> Iterator[Job]:
    """Every core."""
    yield from map(_job, cores)


def headline(config: SectorConfig, results: Results) -> tuple[float | None, Result]:
    """Bits per cycle of the longest data units that are measured."""
    found = results.of(f"{config.name}.bench")
    return found.get("results", [{}])[-1].get("bits_per_cycle"), found
