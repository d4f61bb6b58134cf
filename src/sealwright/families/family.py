# SPDX-License-Identifier: Apache-2.0
"""The class of a family of cores: everything that the commands need to work on its cores.

A family is a package of `sealwright.families` with a module `family`, whose `FAMILY` is an object
of a subclass of `Family`; it needs no registration. That module is imported whenever a core is
loaded, so it imports configurations only, and each method imports what else it needs. Commands,
results and documents use families only through this class.
"""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, ClassVar, Generic, TypeVar

from sealwright.base.errors import UsageError
from sealwright.base.results import Job, Result, Results
from sealwright.cores.config import CoreConfig
from sealwright.families.tally import Tally
from sealwright.report.datasheet import Parts
from sealwright.report.published import Published

C = TypeVar("C", bound=CoreConfig)
Options = Mapping[str, Any]  # of a command, by name, with their defaults
PageBlock = Callable[[Results], str]  # makes a table of a document
Check = tuple[str, bool, str]  # what `demo` has checked, whether it held, and how often


@dataclass(frozen=True)
class Option:
    """An option that a family adds to a command on all cores."""

    flag: str  # --sizes
    help: str
    default: Any = None
    kind: type = str  # bool: a switch
    choices: tuple[str, ...] | None = None
    metavar: str | None = None  # its value in `--help`

    @property
    def name(self) -> str:
        """As it is called among `Options`."""
        return self.flag.removeprefix("--").replace("-", "_")

    def add_to(
        self,
        group: argparse._ArgumentGroup,
        flag: str,
        words: str,
        choices: tuple[str, ...] | None,
    ) -> None:
        """Adds it without a default, to detect whether it was given."""
        if self.kind is bool:
            group.add_argument(flag, action="store_true", default=None, help=words)
        else:
            group.add_argument(
                flag, type=self.kind, choices=choices, help=words, metavar=self.metavar
            )


@dataclass(frozen=True)
class Entry:
    """A command: its module, and its text in `--help`."""

    module: str  # below sealwright
    help: str
    core: bool = True  # takes CORE and --set
    words: str = ""  # its list of words, which may stand before, between and after options


@dataclass(frozen=True)
class Report:
    """What a command prints: with --json, and as text; and the promised cycles that were missed."""

    data: Mapping[str, Any]
    text: str
    missed: Sequence[str] = ()


@dataclass
class Verification:
    """A core beside its model: what was wrong, lines to print, and more for --json."""

    faults: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


class Family(ABC, Generic[C]):
    """Cores that are configured, checked and measured in one way.

    Methods raise UsageError for impossible options and files, and CheckFailed where a simulated
    core breaks a rule.
    """

    name: ClassVar[str]  # of its package
    title: ClassVar[str]  # its name in messages: cores of ...
    configs: ClassVar[tuple[type[CoreConfig], ...]]  # one for each kind of core
    default: ClassVar[str]  # the core to start from
    place: ClassVar[int] = 100  # in lists of families
    vectors: ClassVar[tuple[str, ...]] = ()  # its own known answers, below the root
    tested: ClassVar[tuple[str, ...]] = ()  # what the tests do with its cores, for datasheets
    # Targets on which each core is measured. Not gates: a core with memories is not counted in them
    targets: ClassVar[tuple[str, ...]] = ("lut4", "lut6", "ecp5")
    drawn: ClassVar[Mapping[str, int] | None] = None  # the most of knobs in random configurations
    options: ClassVar[Mapping[str, tuple[Option, ...]]] = {}  # by command
    commands: ClassVar[Mapping[str, Entry]] = {}  # that only this family has

    # ---- required -----------------------------------------------------------------------------

    @abstractmethod
    def note(self, config: C) -> str:
        """What a message or a block costs, in a sentence."""

    @abstractmethod
    def check(self, config: C, files: Sequence[str], seed: int, options: Options) -> Tally:
        """Known answers through the simulated core; without files, the project's own."""

    @abstractmethod
    def bench(self, config: C, seed: int, options: Options) -> Report:
        """Cycles, measured back to back in simulation."""

    @abstractmethod
    def verify(self, config: C, seed: int, amount: int, options: Options) -> Verification:
        """The core beside its model under random traffic: at least `amount` messages or blocks."""

    @abstractmethod
    def example(self, config: C, seed: int, path: Path) -> None:
        """A waveform of the ports: known answers, then random traffic with faults, checked.

        Without a zeroise; and no answer depends on how the streams stall.
        """

    @abstractmethod
    def rate(self, config: C) -> float:
        """Bits per cycle, sustained, measured in simulation."""

    # ---- optional -----------------------------------------------------------------------------

    def seal(
        self, config: C, key: bytes, reader: IO[bytes], writer: IO[bytes], options: Options
    ) -> Report:
        """A file through the simulated core; what is written counts only after the return."""
        raise UsageError(f"{config.name}: cores of {self.title} seal no files")

    def open(
        self, config: C, key: bytes, reader: IO[bytes], writer: IO[bytes], options: Options
    ) -> Report:
        """Makes of a sealed file what it was."""
        raise UsageError(f"{config.name}: cores of {self.title} open no files")

    def demonstrate(self, data: bytes) -> Sequence[Check]:
        """Its part of `demo`, which works on this file."""
        return ()

    def headline(self, config: C, results: Results) -> tuple[float | None, Result]:
        """Bits per cycle for the table of all cores, and the result that they are from."""
        return None, results.of(f"{config.name}.bench")

    def headline_job(self, config: C) -> Job:
        """The measurement of a core's cycles, from which `headline` takes its figure."""
        (job,) = (job for job in self.jobs([config]) if job.name == f"{config.name}.bench")
        return job

    def jobs(self, cores: Sequence[C]) -> Iterator[Job]:
        """Measurements kept in results/ besides synthesis, which all cores have."""
        yield from ()

    def tables(self) -> Mapping[str, Published]:
        """Tables of papers, by name."""
        return {}

    def page_blocks(self, cores: Sequence[C]) -> Mapping[str, PageBlock]:
        """Tables of the documents, by the names of their generated blocks."""
        return {}

    def datasheet(self, config: C, bench: Result | None = None) -> Parts:
        """The parts of a datasheet that this family adds; `bench`: `Report.data`, with its age."""
        return Parts(self.note(config))

    def waveforms(self, config: C) -> Sequence[str]:
        """SVG drawings of this core's traffic, simulated, for its datasheet."""
        return ()

    def pictures(self) -> Mapping[str, Callable[[], str]]:
        """SVG drawings of the documents, by the names of their files."""
        return {}
