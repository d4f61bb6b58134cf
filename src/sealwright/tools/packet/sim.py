# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation: events go in, results with cycle stamps come out.

A run is a list of events. Commands and key loads are offered in their order, each as soon as the
one before it has been accepted; data runs independently of the commands. Statuses, packets and
protocol are checked in every cycle: a run that breaks a rule, or hangs, raises `CheckFailed` with
the cycle and the rule. Nothing is reset between the runs of one simulation.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import CDLL
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from sealwright.base.errors import UsageError
from sealwright.tools.build import build_library
from sealwright.tools.packet.events import FULL, LANE_SHIFT, Beat, Beats, Records
from sealwright.tools.packet.stream import ONE_LANE, Stream
from sealwright.tools.simulation import HANDLE, LONG, NUMBER, TEXT, Signature, Simulation, view
from sealwright.tools.traffic import Traffic

# Records of records.h.
_TRAFFIC = struct.Struct("<Q14I")
_OUTCOME = struct.Struct("<q8I4B4x")
_STATUS = struct.Struct("<q3B5x")
_KEY_STAMP = struct.Struct("<4qB7x")
_FUNCTIONS: Mapping[str, Signature] = {
    "seal_create": (HANDLE, [NUMBER]),
    "seal_run": (NUMBER, [HANDLE, TEXT, NUMBER, TEXT, TEXT, TEXT, TEXT, TEXT]),
    "seal_outcomes": (HANDLE, [HANDLE]),
    "seal_keys": (HANDLE, [HANDLE]),
    "seal_statuses": (HANDLE, [HANDLE]),
    "seal_status_count": (LONG, [HANDLE]),
    "seal_data": (HANDLE, [HANDLE]),
    "seal_beats": (HANDLE, [HANDLE]),
    "seal_cycles_out": (HANDLE, [HANDLE]),
    "seal_out_count": (LONG, [HANDLE]),
    "seal_cycles_in": (HANDLE, [HANDLE]),
    "seal_in_count": (LONG, [HANDLE]),
    "seal_lanes_in": (HANDLE, [HANDLE]),
    "seal_lane_count": (LONG, [HANDLE]),
    "seal_held": (HANDLE, [HANDLE]),
    "seal_held_count": (LONG, [HANDLE]),
}

BeatT = TypeVar("BeatT", bound=Beat)
CauseT = TypeVar("CauseT", bound=IntEnum)
PackerT = TypeVar("PackerT", bound=Records)
EventT = TypeVar("EventT")
ResultT = TypeVar("ResultT", bound="RunResult")


@dataclass(frozen=True, slots=True)
class Status(Generic[CauseT]):
    """One status: its cycle, and what it says."""

    cycle: int
    passed: bool
    last: bool
    cause: CauseT


@dataclass(frozen=True, slots=True)
class Packet(Generic[BeatT]):
    """A packet as it was taken: a lane's bytes, a control word and a cycle for each segment."""

    kind: type[BeatT]
    data: bytes
    words: Sequence[int]
    cycles: Sequence[int]
    stream: Stream = ONE_LANE

    def text(self) -> bytes:
        """All bytes, one string."""
        size, full = self.stream.lane_bytes, self.stream.full
        if all(word & FULL == full for word in self.words):
            return self.data
        parts = (
            self.data[size * i : size * i + (word & FULL).bit_count()]
            for i, word in enumerate(self.words)
        )
        return b"".join(parts)

    def sections(self, lengths: Iterable[int]) -> Iterator[bytes]:
        """Strings of these lengths, each of which starts on a segment and has no gap."""
        size, first = self.stream.lane_bytes, 0
        for length in lengths:
            yield self.data[first : first + length]
            first += -(-length // size) * size

    def beats(self) -> list[BeatT]:
        """The same as segments."""
        return self.kind.unpack(self.data, self.words, self.stream)

    def lanes(self) -> list[int]:
        """In which lane each segment was."""
        return [word >> LANE_SHIFT for word in self.words]


class Answer(NamedTuple, Generic[BeatT, CauseT]):
    """What came back for one command; cycle -1: never."""

    ident: int
    accepted: int
    cycles_in: Sequence[int]  # of its input segments
    lanes_in: Sequence[int]  # the same
    packet: Packet[BeatT]
    lengths: tuple[int, ...]  # bytes of each section of the packet
    ended: bool  # the packet
    aborted: bool
    statuses: tuple[Status[CauseT], ...]


@dataclass(frozen=True, slots=True)
class KeyResult(Generic[CauseT]):
    """When a key was offered, accepted, its slot ready, the key answered (-1: never), and how."""

    slot: int
    offered: int
    accepted: int
    ready: int
    answered: int
    cause: CauseT


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """What all runs have; the results of a family are in the order of the events."""

    keys: tuple[KeyResult[Any], ...]
    start: int
    end: int
    violations: tuple[str, ...]

    @property
    def cycles(self) -> int:
        """Length of the run."""
        return self.end - self.start


class Recording:
    """What the harness recorded in one run, from cycle `start` to before `end`."""

    def __init__(
        self, lib: CDLL, handle: int, packer: Records, start: int, end: int, report: str
    ) -> None:
        self.start, self.end, self.violations = start, end, tuple(report.splitlines())
        self._sent, self._slots, self._stream = packer.sent, packer.slots, packer.stream
        self._outcomes = view(lib.seal_outcomes(handle), _OUTCOME.size * len(self._sent))
        self._keys = view(lib.seal_keys(handle), _KEY_STAMP.size * len(self._slots))
        statuses = lib.seal_status_count(handle)
        self._statuses = view(lib.seal_statuses(handle), _STATUS.size * statuses)
        taken, came = lib.seal_in_count(handle), lib.seal_out_count(handle)
        self._data = view(lib.seal_data(handle), self._stream.lane_bytes * came)
        self._words = memoryview(view(lib.seal_beats(handle), 4 * came)).cast("I")
        self._cycles_out = memoryview(view(lib.seal_cycles_out(handle), 8 * came)).cast("Q")
        self._cycles_in = memoryview(view(lib.seal_cycles_in(handle), 8 * taken)).cast("Q")
        self._lanes_in = view(lib.seal_lanes_in(handle), lib.seal_lane_count(handle))
        held = view(lib.seal_held(handle), 8 * lib.seal_held_count(handle))
        self.held: Sequence[int] = memoryview(held).cast("Q")

    def answers(self, beat: type[BeatT], cause: type[CauseT]) -> Iterator[Answer[BeatT, CauseT]]:
        """Those to the commands, in their order, with the classes of the family."""
        statuses = [
            Status(cycle, bool(passed), bool(last), cause(code))
            for cycle, passed, last, code in _STATUS.iter_unpack(self._statuses)
        ]
        outcomes, size = _OUTCOME.iter_unpack(self._outcomes), self._stream.lane_bytes
        for sent, outcome in zip(self._sent, outcomes, strict=True):
            accepted, first, beats, first_status, count, *lengths, ended, aborted, _, _ = outcome
            out = slice(first, first + beats)
            yield Answer(
                ident=sent.ident,
                accepted=accepted,
                cycles_in=self._cycles_in[sent.first : sent.first + sent.beats],
                lanes_in=self._lanes_in[sent.first : sent.first + sent.beats],
                packet=Packet(
                    beat,
                    self._data[size * out.start : size * out.stop],
                    self._words[out],
                    self._cycles_out[out],
                    self._stream,
                ),
                lengths=tuple(lengths),
                ended=bool(ended),
                aborted=bool(aborted),
                statuses=tuple(statuses[first_status : first_status + count]),
            )

    def keys(self, cause: type[CauseT]) -> Iterator[KeyResult[CauseT]]:
        """The results of the key loads, in their order."""
        for slot, stamp in zip(self._slots, _KEY_STAMP.iter_unpack(self._keys), strict=True):
            offered, accepted, ready, answered, code = stamp
            yield KeyResult(slot, offered, accepted, ready, answered, cause(code))


class PacketSim(Simulation, Generic[PackerT, EventT, ResultT]):
    """A simulated core: the simulation of a family has its packer and its results.

    `seed` randomises the state of everything without a reset; `watchdog` is the number of cycles
    without a handshake after which a run is ended; `functions` are what only this harness has.
    """

    def __init__(
        self,
        top: str,
        files: Sequence[str | Path],
        params: Mapping[str, int],
        harness: Path,
        *,
        id_width: int,
        seed: int,
        watchdog: int,
        trace: bool,
        stream: Stream = ONE_LANE,
        functions: Mapping[str, Signature] = MappingProxyType({}),
    ) -> None:
        flags = [*stream.flags(), f"-DSEAL_ID={id_width}"]
        library = build_library(top, files, params, harness, trace=trace, harness_flags=flags)
        super().__init__(library, {**_FUNCTIONS, **functions}, (seed,))
        self.stream = stream
        self._seed, self._watchdog, self._traced = seed, watchdog, trace
        self._ident, self._mask = 0, (1 << id_width) - 1
        self._broken = False

    def _packer(self, first_ident: int, ident_mask: int) -> PackerT:
        raise NotImplementedError

    def _results(self, packer: PackerT, run: Recording) -> ResultT:
        raise NotImplementedError

    def reset(self) -> None:
        super().reset()
        self._broken = False

    def trace(self, path: Path, *, delay: int = 0, cycles: int = 1 << 62) -> None:
        """Writes a VCD waveform of `cycles` cycles, starting `delay` cycles from now."""
        if not self._traced:
            raise UsageError(f"no waveform without {type(self).__name__}(..., trace=True)")
        super().trace(path, delay=delay, cycles=cycles)

    def run(
        self,
        events: Iterable[EventT],
        traffic: Traffic | None = None,
        *,
        strict: bool = True,
        cut: int = 0,
    ) -> ResultT:
        """Plays the events and returns when all of them have ended and the core is idle.

        Without `strict`, violations are in the result instead of an exception. With `cut`, the run
        is cut off after so many cycles, in the middle of whatever goes on then. After either, the
        core has to be reset.
        """
        if self._broken:
            raise UsageError("the last run broke a rule, or was cut off: reset() comes first")
        traffic = traffic or Traffic()
        packer = self._packer(self._ident, self._mask)
        for event in events:
            packer.add(event)
        self._ident += len(packer.sent)
        found = self._run(
            self._lib.seal_run,
            bytes(packer.events),
            packer.count,
            bytes(packer.beats.data),
            packer.beats.words.tobytes(),
            bytes(packer.commands),
            bytes(packer.keys),
            self._pack_traffic(traffic, cut),
        )
        packer.beats = Beats()  # long messages need their memory for the results
        self._broken = found > 0 or cut > 0
        if strict:
            self._refuse(found, f"seed {self._seed}, {traffic}")
        recording = Recording(self._lib, self._open(), packer, *self._span(), self._report())
        return self._results(packer, recording)

    def _pack_traffic(self, t: Traffic, cut: int) -> bytes:
        last = (t.burst, t.order, t.gap, t.aligned, self._watchdog, cut, 0)
        return _TRAFFIC.pack(t.seed, *t.gates(), *last)
