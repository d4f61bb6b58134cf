# SPDX-License-Identifier: Apache-2.0
"""AES by itself: blocks through the cipher, in four architectures with the same streams."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from sealwright.base.results import Job, Result, Results
from sealwright.cores.config import CoreConfig
from sealwright.families.aes.config import CONFIGS, KNOWN_ANSWERS, AesConfig
from sealwright.families.family import (
    Family,
    Option,
    Options,
    PageBlock,
    Report,
    Verification,
)
from sealwright.families.tally import Tally
from sealwright.report.datasheet import Parts
from sealwright.report.published import Published

CAVP = "ECB and Monte Carlo files for AES"


class Aes(Family[AesConfig]):
    """The cores that are AES without a mode."""

    name: ClassVar[str] = "aes"
    title: ClassVar[str] = "AES alone"
    configs: ClassVar[tuple[type[CoreConfig], ...]] = CONFIGS
    default: ClassVar[str] = "aes-pipelined"
    place: ClassVar[int] = 2
    targets: ClassVar[tuple[str, ...]] = ("gates", "lut4", "lut6", "ecp5")
    vectors: ClassVar[tuple[str, ...]] = KNOWN_ANSWERS
    tested: ClassVar[tuple[str, ...]] = (
        "NIST's CAVP: ECB, and Monte Carlo files",
        "random blocks and keys with faults, zeroise, pauses and back-pressure, beside the model",
        "S-boxes: proved equal to the table of FIPS 197",
    )
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {
        "check": (Option("--cavp", CAVP, False, bool),),
    }

    def note(self, config: AesConfig) -> str:
        return "Blocks of any slot, key size and direction that the core has follow each other."

    def check(self, config: AesConfig, files: Sequence[str], seed: int, options: Options) -> Tally:
        from sealwright.families.aes import check

        vectors = check.vectors_for(config, files, all_of_cavp=options["cavp"])
        return check.check_core(config, vectors, seed)

    def bench(self, config: AesConfig, seed: int, options: Options) -> Report:
        from sealwright.families.aes import bench

        found = bench.measure(config, seed)
        return Report(found, bench.text_of(config, found), bench.missed(config, found))

    def verify(self, config: AesConfig, seed: int, amount: int, options: Options) -> Verification:
        from sealwright.families.aes.random_blocks import verify

        return verify(config, seed, amount)

    def example(self, config: AesConfig, seed: int, path: Path) -> None:
        from sealwright.families.aes.example import example

        example(config, seed, path)

    def rate(self, config: AesConfig) -> float:
        from sealwright.families.aes import bench

        return 128 / bench.spacing(config).cycles

    def jobs(self, cores: Sequence[AesConfig]) -> Iterator[Job]:
        from sealwright.families.aes.results import jobs

        return jobs(cores)

    def tables(self) -> Mapping[str, Published]:
        from sealwright.families.aes.tables import TABLES

        return TABLES

    def headline(self, config: AesConfig, results: Results) -> tuple[float | None, Result]:
        from sealwright.families.aes.results import headline

        return headline(config, results)

    def headline_job(self, config: AesConfig) -> Job:
        from sealwright.families.aes.results import headline_job

        return headline_job(config)

    def page_blocks(self, cores: Sequence[AesConfig]) -> Mapping[str, PageBlock]:
        from sealwright.families.aes.results import page_blocks

        return page_blocks(cores)

    def datasheet(self, config: AesConfig, bench: Result | None = None) -> Parts:
        from sealwright.families.aes.diagram import aes_svg

        bench = bench or Result({}, old=False)
        rows = [
            (f"{row['op']}, {row['key_bits']} bit", float(row["cycles"]), row["latency"])
            for row in bench.get("results", ())
        ]
        head = ("blocks", "cycles from block to block", "latency in cycles")
        return Parts(
            self.note(config),
            pictures=(aes_svg(),) if config.top == "seal_aes_pipelined" else (),
            bench=(head, rows) if rows else None,
            old=bench.old,
        )

    def pictures(self) -> Mapping[str, Callable[[], str]]:
        from sealwright.families.aes.area import throughput_svg
        from sealwright.families.aes.diagram import aes_svg

        return {"aes.svg": throughput_svg, "aes_core.svg": aes_svg}


FAMILY = Aes()
