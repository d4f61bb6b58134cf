# SPDX-License-Identifier: Apache-2.0
"""Sector engines: data units enciphered in place, their phases overlapped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, ClassVar

from sealwright.base.results import Job, Result, Results
from sealwright.cores.config import CoreConfig
from sealwright.families.family import (
    Check,
    Entry,
    Family,
    Option,
    Options,
    PageBlock,
    Report,
    Verification,
)
from sealwright.families.sector.config import (
    KNOWN_ANSWERS,
    CascadeConfig,
    EngineConfig,
    SectorConfig,
)
from sealwright.families.tally import Tally
from sealwright.report.datasheet import Parts
from sealwright.report.published import Published

CAVP = "all of NIST's CAVP for XTS in whole bytes: 2,800"
IMAGES = (  # of `seal` and `open`
    Option("--sector", "bytes of a sector (512)", 512, int, metavar="BYTES"),
    Option("--first-sector", "number of the image's first sector (0)", 0, int, metavar="NUMBER"),
    Option("--hash-key", "that of modes which have one, if not behind the key", metavar="HEX"),
)


class Sector(Family[SectorConfig]):
    """The cores of `seal_sector` and `seal_sector_cascade`."""

    name: ClassVar[str] = "sector"
    title: ClassVar[str] = "sector modes"
    configs: ClassVar[tuple[type[CoreConfig], ...]] = (EngineConfig, CascadeConfig)
    default: ClassVar[str] = "sector-xts"
    place: ClassVar[int] = 3
    vectors: ClassVar[tuple[str, ...]] = KNOWN_ANSWERS
    tested: ClassVar[tuple[str, ...]] = (
        "published known answers in both directions; for XTS also NIST's CAVP (2,800, by night)",
        "random data units, tweaks and keys with every fault, zeroise, pauses and back-pressure, "
        "beside the model",
        "multipliers and S-boxes: proved equal to their definitions",
    )
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {
        "check": (Option("--cavp", CAVP, False, bool),),
        "bench": (
            Option("--sizes", "bytes of data units, with commas (512,4096; XTS: 17,33,520 too)"),
            Option(
                "--op",
                "operation (all of the core, in turn)",
                choices=("encrypt", "decrypt", "mixed"),
            ),
            Option("--slots", "(alternate)", "alternate", choices=("same", "alternate", "random")),
            Option("--keys", "key sizes (same)", "same", choices=("same", "mixed")),
            Option("--count", "data units per command (1)", 1, int),
            Option("--units", "per size, after warm-up (200)", 200, int),
        ),
        "seal": IMAGES,
        "open": IMAGES,
    }
    commands: ClassVar[Mapping[str, Entry]] = {
        "flip": Entry(
            "families.sector.flip",
            "what a flipped bit of ciphertext does to a picture",
            core=False,
            words="cores",
        )
    }

    def note(self, config: SectorConfig) -> str:
        figures = config.figures()
        return (
            f"A data unit of {figures['blocks']} blocks takes {figures['calls']} calls of AES, "
            "and units follow each other while those before them are still in flight."
        )

    def check(
        self, config: SectorConfig, files: Sequence[str], seed: int, options: Options
    ) -> Tally:
        from sealwright.families.sector import check

        vectors, left = check.vectors_for(config, files, all_of_cavp=options["cavp"])
        return check.check_core(config, vectors, seed, left)

    def bench(self, config: SectorConfig, seed: int, options: Options) -> Report:
        from sealwright.families.sector import bench

        sizes, work = bench.workload(config, seed, options)
        found = bench.measure(config, sizes, work)
        return Report(found, bench.text_of(config, found), bench.missed(config, found))

    def verify(
        self, config: SectorConfig, seed: int, amount: int, options: Options
    ) -> Verification:
        from sealwright.families.sector.verify import VERIFIER, Coverage

        return VERIFIER.verify(config, seed, amount, Coverage())

    def example(self, config: SectorConfig, seed: int, path: Path) -> None:
        from sealwright.families.sector.example import example

        example(config, seed, path)

    def rate(self, config: SectorConfig) -> float:
        from sealwright.families.sector import bench

        return bench.rate(config)

    def seal(
        self,
        config: SectorConfig,
        key: bytes,
        reader: IO[bytes],
        writer: IO[bytes],
        options: Options,
    ) -> Report:
        from sealwright.families.sector.disk import transform

        return transform(config, key, reader, writer, options, seal=True)

    def open(
        self,
        config: SectorConfig,
        key: bytes,
        reader: IO[bytes],
        writer: IO[bytes],
        options: Options,
    ) -> Report:
        from sealwright.families.sector.disk import transform

        return transform(config, key, reader, writer, options, seal=False)

    def jobs(self, cores: Sequence[SectorConfig]) -> Iterator[Job]:
        from sealwright.families.sector.results import jobs

        return jobs(cores)

    def demonstrate(self, data: bytes) -> Sequence[Check]:
        from sealwright.families import load_core
        from sealwright.families.sector.demo import shared_disk

        config = load_core(self.default)
        assert isinstance(config, SectorConfig)
        return shared_disk(config, data)

    def headline(self, config: SectorConfig, results: Results) -> tuple[float | None, Result]:
        from sealwright.families.sector.results import headline

        return headline(config, results)

    def tables(self) -> Mapping[str, Published]:
        from sealwright.families.sector.tables import TABLES

        return TABLES

    def page_blocks(self, cores: Sequence[SectorConfig]) -> Mapping[str, PageBlock]:
        from sealwright.families.sector.results import page_blocks

        return page_blocks(cores)

    def datasheet(self, config: SectorConfig, bench: Result | None = None) -> Parts:
        from sealwright.families.sector.datasheet import parts

        return parts(config, self.note(config), bench)

    def pictures(self) -> Mapping[str, Callable[[], str]]:
        from sealwright.families.sector import flip, phases, waves

        def draw() -> str:
            cores = flip.cores(flip.CORES, {})
            return flip.flip_svg([flip.damage(core, flip.BIT) for core in cores], flip.BIT)

        return {"flip.svg": draw, **phases.pictures(), **waves.pictures()}


FAMILY = Sector()
