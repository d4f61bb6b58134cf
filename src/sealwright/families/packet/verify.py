# SPDX-License-Identifier: Apache-2.0
"""Cores beside their model under random traffic: the core itself, then variants.

These have limits so small that they are reached. The expected answers are those of the family's
rules.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, Protocol, TypeVar

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.cores.engine import KeyCause
from sealwright.families.family import Verification
from sealwright.families.packet.config import PacketConfig
from sealwright.families.packet.random_traffic import RandomTraffic
from sealwright.families.packet.rules import Rules
from sealwright.tools.packet.sim import KeyResult, PacketSim, RunResult
from sealwright.tools.traffic import PRESETS, Traffic

ROUNDS = 5  # through the coverage table, at most, when there are commands enough

C = TypeVar("C", bound=PacketConfig)
OfC = TypeVar("OfC", bound=PacketConfig, contravariant=True)
ResultT = TypeVar("ResultT", bound=RunResult)


class Coverage(Protocol[OfC]):
    """Counts of commands by cell."""

    def want(self, config: OfC) -> None:
        """Adds the cells of a core."""

    def add(self, config: OfC, found: Iterable[Any], keys: Iterable[KeyResult[KeyCause]]) -> None:
        """Counts commands, by the cells and places that they ended in, and keys."""

    def holes(self) -> Iterable[str]:
        """The cells without a command."""

    def rows(self) -> Sequence[Any]:
        """A record for each cell."""

    def table(self) -> str:
        """The same as text."""


@dataclass(frozen=True)
class Verifier(Generic[C, ResultT]):
    """A family's parts of the work."""

    commands: str  # what it calls them
    batch: int  # of them for a preset of traffic
    variants: Callable[[C], Iterable[C]]
    sim: Callable[..., PacketSim[Any, Any, ResultT]]
    traffic: Callable[[C, int], RandomTraffic[C, Any, Any]]
    rules: Callable[[C], Rules[C, Any, Any, Any, ResultT]]
    causes: Callable[[ResultT], Iterable[IntEnum]]  # of the commands of a run

    def random_run(self, config: C, seed: int, commands: int, coverage: Coverage[C]) -> int:
        """At least so many commands, and until every cell and place of the core has one.

        Returns how many there were. A cell can lose its command to a zeroise after it, so a few
        rounds may be needed; the caller reports a core that leaves a cell empty for longer.
        """
        coverage.want(config)
        source, rules = self.traffic(config, seed), self.rules(config)
        with self.sim(config, seed=seed % 2**31) as sim:
            number = 0
            missed = source.missed = set(source.wanted)
            while len(source.aimed) < commands or (missed and source.rounds < ROUNDS):
                first = len(source.aimed)
                preset = PRESETS[number % len(PRESETS)]
                events = source.batch(self.batch)
                where = f"{config.name}, seed {seed}, batch {number} ({preset})"
                try:
                    traffic = Traffic.preset(preset, seed + number)
                    expected, result = rules.answered(sim, events, traffic)
                    hit = list(source.hits(source.aimed[first:], self.causes(result)))
                    hit += rules.places(expected, result)
                except CheckFailed as error:
                    raise CheckFailed(f"{where}: {error}") from None
                coverage.add(config, hit, result.keys)
                missed.difference_update(hit)
                number += 1
        return len(source.aimed)

    def verify(self, config: C, seed: int, commands: int, coverage: Coverage[C]) -> Verification:
        """All variants; a cell without a command is a fault."""
        counts, faults = {}, []
        for variant in self.variants(config):
            progress(f"verify: {variant.name}, seed {seed}")
            try:
                counts[variant.name] = self.random_run(variant, seed, commands, coverage)
            except CheckFailed as error:
                faults.append(str(error))
        faults += [f"no {self.commands.removesuffix('s')}: {hole}" for hole in coverage.holes()]
        agree = f"{self.commands} agree with the model"
        lines = [*(f"{name}: {n} {agree}" for name, n in counts.items()), ""]
        lines += [coverage.table(), ""]
        data = {self.commands: counts, "coverage": coverage.rows()}
        return Verification(faults, lines, data)
