# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of the message cores (see sealwright.tools.packet.sim)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from sealwright.cores.engine import KeyCause
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.events import (
    Beat,
    Cause,
    Command,
    Event,
    KeyLoad,
    Message,
    Op,
    Packer,
    RawMessage,
    Section,
)
from sealwright.families.packet.sim import CoreSim
from sealwright.tools.packet import sim
from sealwright.tools.packet.events import Barrier, WaitReady, Zeroise
from sealwright.tools.packet.sim import Answer, KeyResult, Packet, Recording

__all__ = [
    "Barrier",
    "Beat",
    "Cause",
    "Command",
    "Event",
    "KeyCause",
    "KeyLoad",
    "KeyResult",
    "Message",
    "MessageResult",
    "MessageSim",
    "Op",
    "RawMessage",
    "RunResult",
    "Section",
    "Stamps",
    "WaitReady",
    "Zeroise",
]


@dataclass(frozen=True, slots=True)
class Stamps:
    """The cycles in which a message's handshakes happened; -1: never."""

    command: int
    first_in: int
    last_in: int
    first_out: int
    last_out: int
    status: int


@dataclass(frozen=True, slots=True)
class MessageResult:
    """What came back for one message."""

    ident: int
    passed: bool
    cause: Cause
    aborted: bool
    aad: bytes
    text: bytes
    tag: bytes
    lanes_in: Sequence[int]  # of its input segments
    stamps: Stamps
    packet: Packet[Beat]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(sim.RunResult):
    """Results in the order of the events."""

    messages: tuple[MessageResult, ...]
    keys: tuple[KeyResult[KeyCause], ...]
    held: Sequence[int]  # cycles in which the output offered a beat that was not taken


class MessageSim(CoreSim[MessageConfig, Packer, Event, RunResult]):
    """A simulated core; use it as a context manager."""

    harness: ClassVar[Path] = Path(__file__).with_name("harness.cpp")

    def _packer(self, first_ident: int, ident_mask: int) -> Packer:
        packer = Packer(first_ident, ident_mask, self.stream)
        packer.announced = self.config.announced
        return packer

    def _results(self, packer: Packer, run: Recording) -> RunResult:
        return RunResult(
            messages=tuple(map(_message_result, run.answers(Beat, Cause))),
            keys=tuple(run.keys(KeyCause)),
            held=run.held,
            start=run.start,
            end=run.end,
            violations=run.violations,
        )


def _message_result(answer: Answer[Beat, Cause]) -> MessageResult:
    _, aad, text, tag = answer.packet.sections(answer.lengths)
    status = answer.statuses[0] if answer.statuses else None
    return MessageResult(
        ident=answer.ident,
        passed=status is not None and status.passed,
        cause=status.cause if status else Cause.NONE,
        aborted=answer.aborted,
        aad=aad,
        text=text,
        tag=tag,
        lanes_in=answer.lanes_in,
        stamps=Stamps(
            answer.accepted,
            *_ends(answer.cycles_in),
            *_ends(answer.packet.cycles),
            status.cycle if status else -1,
        ),
        packet=answer.packet,
    )


def _ends(cycles: Sequence[int]) -> tuple[int, int]:
    """The first and the last one."""
    return (cycles[0], cycles[-1]) if cycles else (-1, -1)
