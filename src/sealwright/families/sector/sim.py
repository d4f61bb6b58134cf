# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of the sector engines: events go in, results with cycle stamps come out.

A run is a list of events. Commands and key loads are offered in their order, each as soon as the
one before it has been accepted; data runs independently of the commands. Statuses, packets and
protocol are checked in every cycle: a run that breaks a rule, or hangs, raises `CheckFailed` with
the cycle and the rule. Nothing is reset between the runs of one `SectorSim`.
"""

import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from ctypes import CDLL
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.errors import UsageError
from sealwright.cores.engine import KeyCause
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import (
    ABORT,
    FULL,
    LAST,
    Barrier,
    Beat,
    Cause,
    Command,
    Event,
    KeyLoad,
    Op,
    Packer,
    RawCommand,
    Section,
    Sent,
    Units,
    WaitReady,
    Zeroise,
)
from sealwright.tools.build import build_library
from sealwright.tools.simulation import HANDLE, LONG, NUMBER, TEXT, Signature, Simulation, view
from sealwright.tools.traffic import Traffic

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

# Records of traffic.h.
_TRAFFIC = struct.Struct("<Q10I")
_OUTCOME = struct.Struct("<q4I4B4x")
_STATUS = struct.Struct("<q3B5x")
_KEY_STAMP = struct.Struct("<4qB7x")
_FUNCTIONS: Mapping[str, Signature] = {
    "seal_create": (HANDLE, [NUMBER, NUMBER]),
    "seal_run": (NUMBER, [HANDLE, TEXT, NUMBER, TEXT, TEXT, TEXT]),
    "seal_outcomes": (HANDLE, [HANDLE]),
    "seal_keys": (HANDLE, [HANDLE]),
    "seal_data": (HANDLE, [HANDLE]),
    "seal_beats": (HANDLE, [HANDLE]),
    "seal_beat_cycles": (HANDLE, [HANDLE]),
    "seal_beat_count": (LONG, [HANDLE]),
    "seal_in_cycles": (HANDLE, [HANDLE]),
    "seal_in_count": (LONG, [HANDLE]),
    "seal_statuses": (HANDLE, [HANDLE]),
    "seal_status_count": (LONG, [HANDLE]),
}


@dataclass(frozen=True, slots=True)
class Status:
    """One status: its cycle, and what it says."""

    cycle: int
    passed: bool
    last: bool
    cause: Cause


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
    statuses: tuple[Status, ...]
    aborted: bool
    packet: "Packet"
    cycles_in: tuple[int, ...]  # of its input beats
    units: tuple[UnitStamps, ...]

    @property
    def cause(self) -> Cause:
        """That of the last status."""
        return self.statuses[-1].cause if self.statuses else Cause.NONE

    @property
    def text(self) -> bytes:
        """All bytes that came out."""
        return self.packet.text()


@dataclass(frozen=True, slots=True)
class Packet:
    """An output packet as it was taken."""

    data: bytes
    words: "array[int]"
    cycles: tuple[int, ...]

    def text(self) -> bytes:
        """All bytes, one string."""
        if all(word & FULL == FULL for word in self.words):
            return self.data
        parts = (
            self.data[16 * i : 16 * i + (word & FULL).bit_count()]
            for i, word in enumerate(self.words)
        )
        return b"".join(parts)

    def beats(self) -> list[Beat]:
        """The same as beats."""
        return [
            Beat(
                self.data[16 * i : 16 * i + 16],
                Section(word >> 16 & 3),
                bool(word & LAST),
                bool(word & ABORT),
                word & FULL,
            )
            for i, word in enumerate(self.words)
        ]


@dataclass(frozen=True, slots=True)
class KeyResult:
    """When a key was offered, accepted, its slot ready, the key answered (-1: never), and how."""

    slot: int
    offered: int
    accepted: int
    ready: int
    answered: int
    cause: KeyCause


@dataclass(frozen=True, slots=True)
class RunResult:
    """Results in the order of the events."""

    commands: tuple[CommandResult, ...]
    keys: tuple[KeyResult, ...]
    start: int
    end: int
    violations: tuple[str, ...]

    @property
    def cycles(self) -> int:
        """Length of the run."""
        return self.end - self.start


class SectorSim(Simulation):
    """A simulated sector engine; use it as a context manager.

    `seed` randomises the state of everything without a reset; `watchdog` is the number of cycles
    without a handshake after which a run is ended.
    """

    def __init__(
        self,
        config: SectorConfig,
        files: Sequence[str | Path] | None = None,
        *,
        seed: int = 1,
        watchdog: int = 20_000,
        trace: bool = False,
    ) -> None:
        library = build_library(
            config.top,
            config.files() if files is None else files,
            config.rtl_params(),
            Path(__file__).with_name("harness.cpp"),
            trace=trace,
        )
        super().__init__(library, _FUNCTIONS, (seed, config.status == "unit"))
        self._mode, self._seed, self._watchdog = config.scheme, seed, watchdog
        self._ident, self._mask = 0, (1 << config.id_width) - 1
        self._traced, self._broken = trace, False

    def reset(self) -> None:
        super().reset()
        self._broken = False

    def trace(self, path: Path, *, delay: int = 0, cycles: int = 1 << 62) -> None:
        """Writes a VCD waveform of `cycles` cycles, starting `delay` cycles from now."""
        if not self._traced:
            raise UsageError("no waveform without SectorSim(..., trace=True)")
        self._lib.seal_trace(self._open(), str(path).encode(), delay, cycles)

    def run(
        self, events: Iterable[Event], traffic: Traffic | None = None, *, strict: bool = True
    ) -> RunResult:
        """Plays the events and returns when all of them have ended and the core is idle.

        Without `strict`, violations are in the result instead of an exception; either way the
        core has to be reset after one.
        """
        handle = self._open()
        if self._broken:
            raise UsageError("the last run broke a rule: reset() comes first")
        traffic = traffic or Traffic()
        packer = Packer(self._mode, self._ident, self._mask)
        for event in events:
            packer.add(event)
        self._ident += len(packer.sent)
        found = self._lib.seal_run(
            handle,
            bytes(packer.events),
            packer.count,
            bytes(packer.data),
            packer.words.tobytes(),
            self._pack_traffic(traffic),
        )
        self._broken = found > 0
        if strict:
            self._refuse(found, f"seed {self._seed}, {traffic}")
        return self._results(handle, packer, tuple(self._report().splitlines()))

    def _pack_traffic(self, t: Traffic) -> bytes:
        return _TRAFFIC.pack(t.seed, *t.gates(), t.burst, t.order, t.gap, self._watchdog)

    def _results(self, handle: int, packer: Packer, violations: tuple[str, ...]) -> RunResult:
        lib = self._lib
        outputs = _Outputs(lib, handle)
        outcomes = view(lib.seal_outcomes(handle), _OUTCOME.size * len(packer.sent))
        stamps = view(lib.seal_keys(handle), _KEY_STAMP.size * len(packer.slots))
        commands = [
            outputs.result(sent, out)
            for sent, out in zip(packer.sent, _OUTCOME.iter_unpack(outcomes), strict=True)
        ]
        keys = [
            KeyResult(slot, offered, accepted, ready, answered, KeyCause(cause))
            for slot, (offered, accepted, ready, answered, cause) in zip(
                packer.slots, _KEY_STAMP.iter_unpack(stamps), strict=True
            )
        ]
        start, end = self._span()
        return RunResult(tuple(commands), tuple(keys), start, end, violations)


class _Outputs:
    """What the harness recorded in one run."""

    def __init__(self, lib: CDLL, handle: int) -> None:
        def words(name: str, code: str, count: int) -> "array[int]":
            found = array(code)
            found.frombytes(view(getattr(lib, name)(handle), found.itemsize * count))
            return found

        count = lib.seal_beat_count(handle)
        self.data = view(lib.seal_data(handle), 16 * count)
        self.words = words("seal_beats", "I", count)
        self.cycles = words("seal_beat_cycles", "Q", count)
        self.cycles_in = words(
            "seal_in_cycles",
            "Q",
            lib.seal_in_count(handle),
        )
        statuses = lib.seal_status_count(handle)
        packed = view(
            lib.seal_statuses(handle),
            _STATUS.size * statuses,
        )
        self.statuses = [
            Status(cycle, bool(passed), bool(last), Cause(cause))
            for cycle, passed, last, cause in _STATUS.iter_unpack(packed)
        ]

    def result(self, sent: Sent, out: tuple[int, ...]) -> CommandResult:
        accepted, first, beats, first_status, statuses, _, aborted = out[:7]
        cycles_in = tuple(self.cycles_in[sent.first : sent.first + sent.beats])
        packet = Packet(
            self.data[16 * first : 16 * (first + beats)],
            self.words[first : first + beats],
            tuple(self.cycles[first : first + beats]),
        )
        return CommandResult(
            ident=sent.ident,
            accepted=accepted,
            statuses=tuple(self.statuses[first_status : first_status + statuses]),
            aborted=bool(aborted),
            packet=packet,
            cycles_in=cycles_in,
            units=tuple(_stamps(sent, cycles_in, packet.cycles[: beats - aborted])),
        )


def _stamps(
    sent: Sent, cycles_in: Sequence[int], cycles_out: Sequence[int]
) -> Iterable[UnitStamps]:
    """Those of the units whose last beat came out."""
    came = went = 0
    for tweak, text in sent.units:
        end_in, end_out = came + tweak + text, went + text
        if end_out > len(cycles_out) or end_in > len(cycles_in):
            return
        yield UnitStamps(
            cycles_in[came], cycles_in[end_in - 1], cycles_out[went], cycles_out[end_out - 1]
        )
        came, went = end_in, end_out
