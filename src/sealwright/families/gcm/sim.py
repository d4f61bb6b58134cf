# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of the GCM cores: events go in, results with cycle stamps come out.

A run is a list of events. Messages and key loads are offered in their order, each command and key
as soon as the one before it has been accepted; data runs independently of the commands. Statuses,
packets and protocol are checked in every cycle: a run that breaks a rule, or hangs, raises
`CheckFailed` with the cycle and the rule. Nothing is reset between the runs of one `GcmSim`.
"""

import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.errors import UsageError
from sealwright.base.files import library_files
from sealwright.cores.engine import KeyCause
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.events import (
    ABORT,
    FULL,
    LAST,
    Barrier,
    Beat,
    Beats,
    Cause,
    Command,
    Event,
    KeyLoad,
    Message,
    Op,
    Packer,
    RawMessage,
    Section,
    WaitReady,
    Zeroise,
)
from sealwright.tools.build import build_library
from sealwright.tools.simulation import HANDLE, LONG, NUMBER, TEXT, Signature, Simulation, view
from sealwright.tools.traffic import Traffic

__all__ = [
    "Barrier",
    "Beat",
    "Beats",
    "Cause",
    "Command",
    "Event",
    "GcmSim",
    "KeyCause",
    "KeyLoad",
    "KeyResult",
    "Message",
    "MessageResult",
    "Op",
    "Packets",
    "RawMessage",
    "RunResult",
    "Section",
    "Stamps",
    "WaitReady",
    "Zeroise",
]

# Records of traffic.h.
_TRAFFIC = struct.Struct("<Q10I")
_OUTCOME = struct.Struct("<6q6I4B4x")
_KEY_STAMP = struct.Struct("<3qB7x")
_FUNCTIONS: Mapping[str, Signature] = {
    "seal_create": (HANDLE, [NUMBER]),
    "seal_run": (NUMBER, [HANDLE, TEXT, NUMBER, TEXT, TEXT, TEXT]),
    "seal_outcomes": (HANDLE, [HANDLE]),
    "seal_keys": (HANDLE, [HANDLE]),
    "seal_data": (HANDLE, [HANDLE]),
    "seal_beats": (HANDLE, [HANDLE]),
    "seal_beat_count": (LONG, [HANDLE]),
}


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
    stamps: Stamps


@dataclass(frozen=True, slots=True)
class KeyResult:
    """When a key was accepted, its slot ready, the key answered (-1: never), and how."""

    slot: int
    accepted: int
    ready: int
    answered: int
    cause: KeyCause


@dataclass(frozen=True, slots=True)
class RunResult:
    """Results in the order of the events; `packets` has the beats of each message."""

    messages: tuple[MessageResult, ...]
    keys: tuple[KeyResult, ...]
    packets: "Packets"
    start: int
    end: int
    violations: tuple[str, ...]

    @property
    def cycles(self) -> int:
        """Length of the run."""
        return self.end - self.start


class Packets(Sequence[list[Beat]]):
    """The output packets as they were taken, cut into beats on demand."""

    def __init__(self, data: bytes, words: "array[int]", spans: list[tuple[int, int]]) -> None:
        self._data, self._words, self._spans = data, words, spans

    def __len__(self) -> int:
        return len(self._spans)

    def __getitem__(self, index: int) -> list[Beat]:  # type: ignore[override]
        first, count = self._spans[index]
        return [self._beat(i) for i in range(first, first + count)]

    def _beat(self, i: int) -> Beat:
        word, data = self._words[i], self._data[16 * i : 16 * i + 16]
        keep = word & FULL
        section = Section(word >> 16 & 3)
        return Beat(data, section, bool(word & LAST), bool(word & ABORT), keep)


class GcmSim(Simulation):
    """A simulated GCM core; use it as a context manager.

    `seed` randomises the state of everything without a reset; `watchdog` is the number of cycles
    without a handshake after which a run is ended.
    """

    def __init__(
        self,
        params: Mapping[str, int],
        files: Sequence[str | Path] | None = None,
        *,
        top: str = "seal_gcm",
        seed: int = 1,
        watchdog: int = 20_000,
        trace: bool = False,
    ) -> None:
        library = build_library(
            top,
            library_files(*GcmConfig.libraries) if files is None else files,
            params,
            Path(__file__).with_name("harness.cpp"),
            trace=trace,
        )
        super().__init__(library, _FUNCTIONS, (seed,))
        self._seed, self._watchdog, self._traced = seed, watchdog, trace
        self._ident, self._mask = 0, (1 << params.get("IdWidth", 16)) - 1
        self._broken = False

    def reset(self) -> None:
        super().reset()
        self._broken = False

    def trace(self, path: Path, *, delay: int = 0, cycles: int = 1 << 62) -> None:
        """Writes a VCD waveform of `cycles` cycles, starting `delay` cycles from now."""
        if not self._traced:
            raise UsageError("no waveform without GcmSim(..., trace=True)")
        self._lib.seal_trace(self._open(), str(path).encode(), delay, cycles)

    def stop_trace(self) -> None:
        """Finishes the waveform."""
        self._lib.seal_stop_trace(self._open())

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
        packer = Packer(self._ident, self._mask)
        for event in events:
            packer.add(event)
        self._ident += len(packer.idents)
        found = self._lib.seal_run(
            handle,
            bytes(packer.events),
            packer.count,
            bytes(packer.beats.data),
            packer.beats.words.tobytes(),
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
        beat_count = lib.seal_beat_count(handle)
        data = view(lib.seal_data(handle), 16 * beat_count)
        words = array("I", view(lib.seal_beats(handle), 4 * beat_count))
        outcomes = view(lib.seal_outcomes(handle), _OUTCOME.size * len(packer.idents))
        stamps = view(lib.seal_keys(handle), _KEY_STAMP.size * len(packer.slots))
        messages, spans = [], []
        for ident, out in zip(packer.idents, _OUTCOME.iter_unpack(outcomes), strict=True):
            spans.append(out[6:8])
            messages.append(_message_result(ident, data, out))
        keys = [
            KeyResult(slot, accepted, ready, answered, KeyCause(cause))
            for slot, (accepted, ready, answered, cause) in zip(
                packer.slots, _KEY_STAMP.iter_unpack(stamps), strict=True
            )
        ]
        start, end = self._span()
        return RunResult(
            messages=tuple(messages),
            keys=tuple(keys),
            packets=Packets(data, words, spans),
            start=start,
            end=end,
            violations=violations,
        )


def _message_result(ident: int, data: bytes, out: tuple[int, ...]) -> MessageResult:
    """Cuts the packet into sections: each starts on a beat and has no gap."""
    aad_len, text_len, tag_len = out[9:12]
    aad = 16 * out[6]
    text = aad + (aad_len + 15) // 16 * 16
    tag = text + (text_len + 15) // 16 * 16
    return MessageResult(
        ident=ident,
        passed=bool(out[12]),
        cause=Cause(out[13]),
        aborted=bool(out[14]),
        aad=data[aad : aad + aad_len],
        text=data[text : text + text_len],
        tag=data[tag : tag + tag_len],
        stamps=Stamps(*out[:6]),
    )
