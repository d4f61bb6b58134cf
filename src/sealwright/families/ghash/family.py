# SPDX-License-Identifier: Apache-2.0
"""GHASH by itself: the hash of messages of any length, one to eight blocks per cycle."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from sealwright.base.results import Job, Result, Results
from sealwright.cores.config import CoreConfig
from sealwright.families.family import (
    Family,
    Option,
    Options,
    PageBlock,
    Report,
    Verification,
)
from sealwright.families.ghash.config import GhashConfig
from sealwright.families.tally import Tally
from sealwright.report.datasheet import Parts
from sealwright.report.published import Published

CAVP = "files of NIST's CAVP for GCM, whose tags have the hash"


class Ghash(Family[GhashConfig]):
    """The cores that are GHASH without a cipher."""

    name: ClassVar[str] = "ghash"
    title: ClassVar[str] = "GHASH alone"
    configs: ClassVar[tuple[type[CoreConfig], ...]] = (GhashConfig,)
    default: ClassVar[str] = "ghash-abdellatif-4"
    place: ClassVar[int] = 4
    targets: ClassVar[tuple[str, ...]] = ("gates", "lut4", "lut6", "ecp5")
    vectors: ClassVar[tuple[str, ...]] = ("tests/data/gcm_spec.json",)
    tested: ClassVar[tuple[str, ...]] = (
        "hashes in the tags of the GCM specification and of NIST's CAVP",
        "random messages and keys with faults, zeroise, pauses and back-pressure, beside the model",
        "multipliers: proved equal to the product in the field",
    )
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {
        "check": (Option("--cavp", CAVP, False, bool),),
    }

    def note(self, config: GhashConfig) -> str:
        return (
            f"A message takes a cycle for each {config.beat_bytes} bytes or part of them, and the "
            "next one follows at once."
        )

    def check(
        self, config: GhashConfig, files: Sequence[str], seed: int, options: Options
    ) -> Tally:
        from sealwright.families.ghash import check

        vectors = check.vectors_for(files, all_of_cavp=options["cavp"])
        return check.check_core(config, vectors, seed)

    def bench(self, config: GhashConfig, seed: int, options: Options) -> Report:
        from sealwright.families.ghash import bench

        found = bench.measure(config, seed)
        return Report(found, bench.text_of(config, found), bench.missed(config, found))

    def verify(self, config: GhashConfig, seed: int, amount: int, options: Options) -> Verification:
        from sealwright.families.ghash.random_messages import verify

        return verify(config, seed, amount)

    def example(self, config: GhashConfig, seed: int, path: Path) -> None:
        from sealwright.families.ghash.example import example

        example(config, seed, path)

    def rate(self, config: GhashConfig) -> float:
        from sealwright.families.ghash import bench

        return bench.rate(config)

    def headline(self, config: GhashConfig, results: Results) -> tuple[float | None, Result]:
        found = results.of(f"{config.name}.bench")
        return found.get("results", [{}])[-1].get("bits_per_cycle"), found

    def jobs(self, cores: Sequence[GhashConfig]) -> Iterator[Job]:
        from sealwright.families.ghash.results import jobs

        return jobs(cores)

    def tables(self) -> Mapping[str, Published]:
        from sealwright.families.ghash.tables import TABLES

        return TABLES

    def page_blocks(self, cores: Sequence[GhashConfig]) -> Mapping[str, PageBlock]:
        from sealwright.families.ghash.results import page_blocks

        return page_blocks(cores)

    def datasheet(self, config: GhashConfig, bench: Result | None = None) -> Parts:
        bench = bench or Result({}, old=False)
        rows = [
            (f"{row['size']:,} bytes", float(row["cycles"]), row["latency"])
            for row in bench.get("results", ())
        ]
        head = ("messages", "cycles from one to the next", "latency in cycles")
        return Parts(self.note(config), bench=(head, rows) if rows else None, old=bench.old)


FAMILY = Ghash()
