# SPDX-License-Identifier: Apache-2.0
"""Cores beside their model under random traffic: the core itself, then variants with small limits.

A cell of the coverage table without a command is a fault.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, Protocol, TypeVar

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.cores.config import CoreConfig
from sealwright.families.family import Verification
from sealwright.families.packet.random_traffic import RandomTraffic
from sealwright.families.packet.rules import Rules
from sealwright.tools.packet.sim import PacketSim, RunResult
from sealwright.tools.traffic import PRESETS, Traffic

ROUNDS = 5  # through the coverage table, at most, when there are commands enough

C = TypeVar("C", bound=CoreConfig)
ResultT = TypeVar("ResultT", bound=RunResult)


class Coverage(Protocol):
    """Counts of commands by cell."""

    def holes(self) -> Iterable[str]:
        """The cells without a command."""

    def rows(self) -> Sequence[Any]:
        """A record for each cell."""

    def table(self) -> str:
        """The same as text."""


def random_run(
    source: RandomTraffic[Any, Any, Any],
    rules: Rules[Any, Any, Any, Any, Any],
    sim: PacketSim[Any, Any, ResultT],
    seed: int,
    batch: int,
    commands: int,
    count: Callable[[ResultT, list[Any]], None],
    causes: Callable[[ResultT], Iterable[IntEnum]],
) -> int:
    """At least so many commands, `batch` for each preset, and until every cell has one.

    Returns how many there were. A cell can lose its command to a zeroise after it, so a few rounds
    may be needed; the caller reports a core that leaves a cell empty for longer. `count` takes each
    result with the cells that it has, `causes` finds those of its commands.
    """
    number, missed = 0, set(source.cells)
    while len(source.aimed) < commands or (missed and source.rounds < ROUNDS):
        first = len(source.aimed)
        preset = PRESETS[number % len(PRESETS)]
        events = source.batch(batch)
        where = f"{source.config.name}, seed {seed}, batch {number} ({preset})"
        try:
            result = rules.run_checked(sim, events, Traffic.preset(preset, seed + number))
        except CheckFailed as error:
            raise CheckFailed(f"{where}: {error}") from None
        hit = []
        for cell, cause in zip(source.aimed[first:], causes(result), strict=True):
            if cell is None:
                continue
            if not source.meets(cell, cause):
                raise CheckFailed(f"{where}: {cell} ended with {cause.name}")
            hit.append(replace(cell, cause=cause))
        count(result, hit)
        missed.difference_update(hit)
        number += 1
    return len(source.aimed)


def verify(
    variants: Iterable[C], seed: int, run: Callable[[C], int], coverage: Coverage, commands: str
) -> Verification:
    """All variants by `run`, which returns how many commands there were; `commands`: their name."""
    counts, faults = {}, []
    for variant in variants:
        progress(f"verify: {variant.name}, seed {seed}")
        try:
            counts[variant.name] = run(variant)
        except CheckFailed as error:
            faults.append(str(error))
    faults += [f"no {commands.removesuffix('s')}: {hole}" for hole in coverage.holes()]
    lines = [*(f"{name}: {n} {commands} agree with the model" for name, n in counts.items()), ""]
    lines += [coverage.table(), ""]
    return Verification(faults, lines, {commands: counts, "coverage": coverage.rows()})
