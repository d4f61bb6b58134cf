# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of the sector engines (see sealwright.tools.packet.sim)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from sealwright.cores.engine import KeyCause
from sealwright.families.packet.sim import CoreSim
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import (
    Beat,
    Cause,
    Command,
    Event,
    KeyLoad,
    Op,
    Packer,
    RawCommand,
    Section,
    Units,
)
from sealwright.tools.packet import sim
from sealwright.tools.packet.events import Barrier, WaitReady, Zeroise
from sealwright.tools.packet.sim import Answer, KeyResult, Packet, Recording, Status

__all__ = [
    "Barrier",
    "Beat",
    "Cause",
    "Command",
    "CommandResult",
    "Event",
    "KeyCause",
    "KeyLoad",
    "KeyResult",
    "Op",
    "RawCommand",
    "RunResult",
    "Section",
    "SectorSim",
    "Status",
    "UnitStamps",
    "Units",
    "WaitReady",
    "Zeroise",
]


@dataclass(frozen=True, slots=True)
class UnitStamps:
    """The cycles of a data unit's first and last beats, its tweak included."""

    first_in: int
    last_in: int
    first_out: int
    last_out: int


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What came back for one command; `units` has those of its units that came out."""

    ident: int
    accepted: int
    statuses: tuple[Status[Cause], ...]
    aborted: bool
    packet: Packet[Beat]
    cycles_in: Sequence[int]  # of its input beats
    units: tuple[UnitStamps, ...]

    @property
    def cause(self) -> Cause:
        """That of the last status."""
        return self.statuses[-1].cause if self.statuses else Cause.NONE

    @property
    def text(self) -> bytes:
        """All bytes that came out."""
        return self.packet.text()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(sim.RunResult):
    """Results in the order of the events."""

    commands: tuple[CommandResult, ...]
    keys: tuple[KeyResult[KeyCause], ...]


class SectorSim(CoreSim[SectorConfig, Packer, Event, RunResult]):
    """A simulated sector engine; use it as a context manager."""

    harness: ClassVar[Path] = Path(__file__).with_name("harness.cpp")

    def _packer(self, first_ident: int, ident_mask: int) -> Packer:
        return Packer(self.config, first_ident, ident_mask, self.stream)

    def _results(self, packer: Packer, run: Recording) -> RunResult:
        answers = run.answers(Beat, Cause)
        return RunResult(
            commands=tuple(map(_command_result, answers, packer.units)),
            keys=tuple(run.keys(KeyCause)),
            start=run.start,
            end=run.end,
            violations=run.violations,
        )


def _command_result(answer: Answer[Beat, Cause], units: Iterable[tuple[int, int]]) -> CommandResult:
    packet, came_in = answer.packet, answer.cycles_in
    cycles_out = packet.cycles[: len(packet.cycles) - answer.aborted]
    return CommandResult(
        ident=answer.ident,
        accepted=answer.accepted,
        statuses=answer.statuses,
        aborted=answer.aborted,
        packet=packet,
        cycles_in=came_in,
        units=tuple(_stamps(units, came_in, cycles_out)),
    )


def _stamps(
    units: Iterable[tuple[int, int]], cycles_in: Sequence[int], cycles_out: Sequence[int]
) -> Iterable[UnitStamps]:
    """Those of the units whose last beat came out."""
    came = went = 0
    for tweak, text in units:
        end_in, end_out = came + tweak + text, went + text
        if end_out > len(cycles_out) or end_in > len(cycles_in):
            return
        yield UnitStamps(
            cycles_in[came], cycles_in[end_in - 1], cycles_out[went], cycles_out[end_out - 1]
        )
        came, went = end_in, end_out
