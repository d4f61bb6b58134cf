# SPDX-License-Identifier: Apache-2.0
"""Cores that seal and open messages: AES-GCM, a block in every cycle."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, ClassVar

from sealwright.base.errors import UsageError
from sealwright.base.results import Job, Result, Results
from sealwright.cores.config import CoreConfig
from sealwright.families.family import (
    Entry,
    Family,
    Option,
    Options,
    PageBlock,
    Report,
    Verification,
)
from sealwright.families.message.config import DEFAULT, GcmConfig, MessageConfig
from sealwright.families.message.cwc import CwcConfig
from sealwright.families.message.events import Op
from sealwright.families.message.fresh import GcmFreshConfig
from sealwright.families.message.lanes import GcmLanesConfig
from sealwright.families.message.modified import GcmModifiedConfig
from sealwright.families.message.narrow import GcmNarrowConfig
from sealwright.families.message.on_the_fly import GcmOnTheFlyConfig
from sealwright.families.message.small import GcmSmallConfig
from sealwright.families.message.sst import GcmSstConfig
from sealwright.families.message.xaes import GcmXaesConfig
from sealwright.families.tally import Tally
from sealwright.report.datasheet import Parts
from sealwright.report.jobs import SEED
from sealwright.report.published import Published

# The kinds
CONFIGS: tuple[type[MessageConfig], ...] = (
    GcmConfig,
    GcmNarrowConfig,
    CwcConfig,
    GcmFreshConfig,
    GcmOnTheFlyConfig,
    GcmLanesConfig,
    GcmSmallConfig,
    GcmSstConfig,
    GcmXaesConfig,
    GcmModifiedConfig,
)
CAVP = "all of NIST's CAVP: 47,250 for GCM"
SEALED = (  # of `seal` and `open`
    Option("--aad", "data bound to the file without being in it", metavar="FILE"),
    Option(
        "--raw",
        "one bare GCM message, ciphertext then 16-byte tag, instead of a container; it is held "
        "in memory as a whole",
        False,
        bool,
    ),
    Option(
        "--iv",
        "the IV of a bare message, usually 12 bytes; never use one twice with a key",
        metavar="HEX",
    ),
)
KEYS = "key sizes (same); or, alone, fresh: a new key for each 1, 4 or 16 messages"
IVS = "alone: IVs of several lengths, back to back and one at a time"
PRESSURE = "alone: a new key for each 10 and 1000 messages, and an output that waits, or in bursts"
CHUNK = (
    "text per GCM message of the container (65536, or what the core's store-and-release buffer "
    "holds)"
)


OPERATIONS = ("seal", "open", "mixed", "counter")  # of `bench`


class MessageFamily(Family[MessageConfig]):
    """Cores with the streams and rules of messages, whatever their mode and width."""

    name: ClassVar[str] = "message"
    title: ClassVar[str] = "AES-GCM"
    configs: ClassVar[tuple[type[CoreConfig], ...]] = CONFIGS
    default: ClassVar[str] = DEFAULT
    place: ClassVar[int] = 1
    drawn: ClassVar[Mapping[str, int]] = {"store_beats": 4096}  # a zeroise sweeps as many cycles
    vectors: ClassVar[tuple[str, ...]] = tuple(
        dict.fromkeys(name for config in CONFIGS for name in config.known_answers)
    )
    tested: ClassVar[tuple[str, ...]] = (
        "NIST's CAVP and Wycheproof: 47,566 vectors, shuffled over all slots (by day a fifth)",
        "messages of many lengths, from nothing to more than 1 MiB, as OpenSSL has them",
        "random traffic with faults, keys, zeroise, pauses and back-pressure, beside the model",
        "multipliers and S-boxes: proved equal to their definitions",
    )
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {
        "check": (
            Option("--cavp", CAVP, False, bool),
            Option("--wycheproof", "Project Wycheproof's 316", False, bool),
        ),
        "bench": (
            Option("--sizes", "text bytes, separated by commas (those of the paper)"),
            Option("--aad", "AAD bytes of each message (0)", 0, int),
            Option("--op", "operation (seal)", None, choices=OPERATIONS),
            Option("--slots", "(same)", "same", choices=("same", "alternate", "random")),
            Option("--keys", KEYS, "same", choices=("same", "mixed", "fresh")),
            Option("--messages", "per size, after warm-up (1000)", 1000, int),
            Option(
                "--aligned", "several lanes: each message begins a beat of its own", False, bool
            ),
            Option("--pressure", PRESSURE, False, bool),
            Option("--ivs", IVS, False, bool),
        ),
        "seal": (*SEALED, Option("--chunk", CHUNK, None, int, metavar="BYTES")),
        "open": SEALED,
    }
    commands: ClassVar[Mapping[str, Entry]] = {
        "demo": Entry(
            "families.message.demo", "one screen: seal, open, attack, measure", core=False
        ),
    }

    def note(self, config: MessageConfig) -> str:
        sizes, units = " or ".join(map(str, config.key_sizes)), config.cost_units
        slots = " and slots" if config.slots > 1 else ""
        return (
            f"A message of n text {units} and a AAD {units} takes {config.cost_text} cycles at "
            f"most, whatever the mix of messages, keys ({sizes} bit){slots} around it, with its IV "
            f"in the command, and if any data comes{self._but(config)}."
        )

    @staticmethod
    def _but(config: MessageConfig) -> str:
        """What a mix costs where commands or a second passage of the pipe bind it."""
        if config.mode.name == "cwc":
            return "; messages without data between others cost them more (docs/reference/cwc.md)"
        return ""

    def check(
        self, config: MessageConfig, files: Sequence[str], seed: int, options: Options
    ) -> Tally:
        from sealwright.families.message import check

        sets = {name: options[name] for name in ("cavp", "wycheproof")}
        vectors = check.vectors_for(config, files, **sets)
        return check.check_core(config, vectors, seed)

    def bench(self, config: MessageConfig, seed: int, options: Options) -> Report:
        from sealwright.families.message import bench, ivs, key_changes, pressure

        if options["pressure"]:
            self._alone("--pressure", config, seed, options)
            runs = pressure.measure(config, pressure.WORKS, (*pressure.SIZES, pressure.MIX))
            return Report(runs, pressure.table(runs), pressure.missed(runs))
        if options["keys"] == "fresh":
            self._alone("--keys", config, seed, options)
            changes = key_changes.measure(config, key_changes.SIZES, key_changes.EVERY)
            return Report(changes, key_changes.table(changes))
        if options["ivs"]:
            self._alone("--ivs", config, seed, options)
            found = ivs.measure(config)
            return Report(found, ivs.table(found))
        sizes, work = bench.workload(config, seed, options)
        found = bench.measure(config, sizes, work)
        if work.aligned:
            found["key_load"] = None  # its messages are packed: no measure beside the aligned ones
        return Report(found, bench.table(config, found), bench.missed(config, found))

    def _alone(self, flag: str, config: MessageConfig, seed: int, options: Options) -> None:
        """UsageError for an option beside one that stands alone, or a core that does not seal."""
        given = [
            o.flag for o in self.options["bench"] if options.get(o.name, o.default) != o.default
        ]
        given += ["--seed"] * (seed != SEED)
        if others := [each for each in given if each != flag]:
            raise UsageError(f"{others[0]}: has no effect with {flag}, which stands alone")
        if Op.SEAL not in config.ops:
            raise UsageError(f"{flag}: {config.name} cannot seal, and sealed messages are measured")

    def verify(
        self, config: MessageConfig, seed: int, amount: int, options: Options
    ) -> Verification:
        from sealwright.families.message.coverage import Coverage
        from sealwright.families.message.verify import VERIFIER

        return VERIFIER.verify(config, seed, amount, Coverage())

    def example(self, config: MessageConfig, seed: int, path: Path) -> None:
        from sealwright.families.message.example import example

        example(config, seed, path)

    def rate(self, config: MessageConfig) -> float:
        from sealwright.families.message import bench, limits

        core = limits.without_limits(config.simulated())  # in the same cycles
        size = min(bench.LONG, limits.most_text(core, 0))
        amount = 10 if bench.is_slow(core) else 1000
        work = bench.Workload(op=bench.default_op(core), seed=1, messages=amount)
        found = bench.measure(core, [size], work)
        rate: float = found["results"][0]["bits_per_cycle"]
        return rate

    def seal(
        self,
        config: MessageConfig,
        key: bytes,
        reader: IO[bytes],
        writer: IO[bytes],
        options: Options,
    ) -> Report:
        from sealwright.families.message.seal import seal

        return seal(config, key, reader, writer, options)

    def open(
        self,
        config: MessageConfig,
        key: bytes,
        reader: IO[bytes],
        writer: IO[bytes],
        options: Options,
    ) -> Report:
        from sealwright.families.message.open import open_

        return open_(config, key, reader, writer, options)

    def jobs(self, cores: Sequence[MessageConfig]) -> Iterator[Job]:
        from sealwright.families.message import areas, lanes_areas, results

        yield from results.jobs(cores)
        yield from areas.jobs()
        yield from lanes_areas.jobs()

    def tables(self) -> Mapping[str, Published]:
        from sealwright.families.message import (
            tables_lemsitzer,
            tables_modified,
            tables_patel,
            tables_yang,
        )

        own = (tables_lemsitzer, tables_modified, tables_patel, tables_yang)
        return {name: table for module in own for name, table in module.TABLES.items()}

    def headline(self, config: MessageConfig, results: Results) -> tuple[float | None, Result]:
        from sealwright.families.message.results import headline

        return headline(config, results)

    def headline_job(self, config: MessageConfig) -> Job:
        from sealwright.families.message.results import headline_job

        return headline_job(config)

    def page_blocks(self, cores: Sequence[MessageConfig]) -> Mapping[str, PageBlock]:
        from sealwright.families.message import areas, lanes_areas, results

        own = {
            "gcm-areas": areas.areas_table,
            "gcm-aim": areas.aim_table,
            "lanes-areas": lanes_areas.lanes_areas_table,
        }
        return {**results.page_blocks(cores), **own}

    def datasheet(self, config: MessageConfig, bench: Result | None = None) -> Parts:
        from sealwright.families.message.datasheet import parts

        return parts(config, self.note(config), bench)

    def waveforms(self, config: MessageConfig) -> Sequence[str]:
        from sealwright.families.message.sim import Op
        from sealwright.families.message.waves import wave_svg

        return [wave_svg(config, op) for op in (Op.SEAL, Op.OPEN) if op in config.ops]

    def pictures(self) -> Mapping[str, Callable[[], str]]:
        from sealwright.families.message.pictures import pictures

        return pictures()


FAMILY = MessageFamily()
