# SPDX-License-Identifier: Apache-2.0
"""The family of seal_loop: messages through a register slice on streams of any geometry."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sealwright.base.files import repo_root
from sealwright.cores.engine import KeyCause
from sealwright.families import load_core
from sealwright.families.message.config import DEFAULT, MessageConfig
from sealwright.families.message.sim import MessageSim
from sealwright.tools.packet import events, sim
from sealwright.tools.packet.events import LAST, Barrier, WaitReady, Zeroise
from sealwright.tools.packet.sim import Answer, KeyResult, PacketSim, Recording
from sealwright.tools.packet.stream import Stream

SECTIONS: Final = 4


class Section(IntEnum):
    """The low bits of `tuser`; they have no meaning here."""

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3


class Cause(IntEnum):
    """All causes that there are."""

    NONE = 0


@dataclass(frozen=True, slots=True)
class Beat(events.Beat):
    """One segment."""

    sections = Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(events.Command):
    """A message by its strings, one for each section."""

    strings: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class KeyLoad(events.KeyLoad):
    """A key: its first byte is a fault of the module."""


Event = Message | KeyLoad | Barrier | WaitReady | Zeroise


@dataclass(frozen=True, slots=True)
class Result:
    """What came back for a message."""

    accepted: int  # the cycle of its command
    answered: int  # the cycle of its status
    strings: tuple[bytes, ...]
    lanes: tuple[int, ...]  # of its segments
    lanes_in: tuple[int, ...]
    cycles_in: tuple[int, ...]
    cycles_out: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult(sim.RunResult):
    """Results in the order of the events."""

    messages: tuple[Result, ...]
    keys: tuple[KeyResult[KeyCause], ...]
    held: Sequence[int]  # cycles in which the output offered a beat in vain


class Packer(events.Packer[Message, KeyLoad]):
    """Events of one run as the harness takes them."""

    def _command(self, command: Message) -> tuple[bytes, int]:
        for section, data in enumerate(command.strings):
            self.beats.add_string(data, section)
        if not any(command.strings):
            self.beats.add(Beat(b"", Section.ZERO))
        self.beats.words[-1] |= LAST
        return bytes(1), 1

    def _key(self, load: KeyLoad) -> tuple[bytes, int]:
        return load.key[:1], 0


def _module(stream: Stream) -> tuple[str, list[str], dict[str, int]]:
    """The register slice for a stream: its top, file and parameters."""
    params = {
        "BeatBytes": stream.beat_bytes,
        "Lanes": stream.lanes,
        "Commands": stream.commands,
        "Statuses": stream.statuses,
    }
    return "seal_loop", ["tests/data/sv/seal_loop.sv"], params


class LoopSim(PacketSim[Packer, Event, RunResult]):
    """The simulated register slice; use it as a context manager."""

    def __init__(self, stream: Stream, seed: int = 1) -> None:
        super().__init__(
            *_module(stream),
            repo_root() / "tests/data/loop/harness.cpp",
            id_width=16,
            seed=seed,
            watchdog=400,
            trace=False,
            stream=stream,
        )

    def _packer(self, first_ident: int, ident_mask: int) -> Packer:
        return Packer(first_ident, ident_mask, self.stream)

    def _results(self, packer: Packer, run: Recording) -> RunResult:
        return RunResult(
            messages=tuple(map(_result, run.answers(Beat, Cause))),
            keys=tuple(run.keys(KeyCause)),
            held=run.held,
            start=run.start,
            end=run.end,
            violations=run.violations,
        )


class LoopMessageSim(MessageSim):
    """The register slice under the harness of the message cores: packets are what was sent."""

    def __init__(self, stream: Stream) -> None:
        harness = repo_root() / "src/sealwright/families/message/harness.cpp"
        options = {"id_width": 16, "seed": 1, "watchdog": 400, "trace": False}
        PacketSim.__init__(self, *_module(stream), harness, stream=stream, **options)
        config = load_core(DEFAULT)  # whose messages they are
        assert isinstance(config, MessageConfig)
        self.config = config


def _result(answer: Answer[Beat, Cause]) -> Result:
    packet = answer.packet
    return Result(
        answer.accepted,
        answer.statuses[0].cycle if answer.statuses else -1,
        tuple(packet.sections(answer.lengths)),
        tuple(packet.lanes()),
        tuple(answer.lanes_in),
        tuple(answer.cycles_in),
        tuple(packet.cycles),
    )


def random_messages(seed: int, stream: Stream, count: int) -> Iterator[Message]:
    """Of all lengths around those of segments and beats; the first and the last one are empty."""
    rng = random.Random(seed)
    size, beat = stream.lane_bytes, stream.beat_bytes
    lengths = (0, 0, 1, size - 1, size, size + 1, beat, beat + 1, 2 * beat - 1, 3 * beat)
    empty = Message(strings=(b"",) * SECTIONS)
    yield empty
    for _ in range(count):
        yield Message(strings=tuple(rng.randbytes(rng.choice(lengths)) for _ in range(SECTIONS)))
    yield empty
