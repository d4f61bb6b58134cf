# SPDX-License-Identifier: Apache-2.0
"""Bulk simulation of the GCM cores: events go in, results with cycle stamps come out.

A run is a list of events. Messages and key loads are offered in their order, each command and key
as soon as the one before it has been accepted; data runs independently of the commands. Statuses,
packets and protocol are checked in every cycle: a run that breaks a rule, or in which nothing moves
any more, raises `CheckFailed` with the cycle and the rule. Nothing is reset between the runs of one
`GcmSim`.
"""

import ctypes
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from sealwright.errors import CheckFailed, UsageError
from sealwright.files import rtl_files
from sealwright.sim.traffic import Traffic
from sealwright.sim.verilator import build_library

# The records of gcm_traffic.h.
_EVENT = struct.Struct("<6IH6B32s")
_TRAFFIC = struct.Struct("<Q10I")
_OUTCOME = struct.Struct("<6q6I4B4x")
_KEY_STAMP = struct.Struct("<2q")
_MESSAGE, _KEY, _BARRIER, _WAIT_READY, _ZEROISE = range(5)
_FULL, _ABORT, _LAST = 0xFFFF, 1 << 18, 1 << 19

_KEY_SIZES = {16: 0, 24: 1, 32: 2}


class Op(IntEnum):
    """`s_cmd_op`."""

    SEAL = 0
    OPEN = 1
    COUNTER = 2


class Section(IntEnum):
    """The low bits of `tuser`."""

    IV = 0
    AAD = 1
    TEXT = 2
    TAG = 3


class Cause(IntEnum):
    """`m_status_cause`: why a message was refused (cause_e of seal_gcm_pkg)."""

    NONE = 0
    TAG_MISMATCH = 1
    SLOT = 2
    MESSAGE_LIMIT = 3
    TAG_LENGTH = 4
    EMPTY_IV = 5
    ORDER = 6
    KEEP = 7
    PARTIAL = 8
    LENGTH = 9
    STORE = 10
    ABORTED = 11
    ZEROISED = 12
    OP = 13


@dataclass(frozen=True, slots=True)
class Beat:
    """One transfer on `s_axis` or `m_axis`; data shorter than 16 bytes is filled with zeros."""

    data: bytes
    section: Section
    last: bool = False
    abort: bool = False
    keep: int | None = None  # by default as many bytes as data has

    def word(self) -> int:
        """tkeep, tuser and tlast as the harness packs them."""
        keep = (1 << len(self.data)) - 1 if self.keep is None else self.keep
        return keep | self.section << 16 | self.abort * _ABORT | self.last * _LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The fields of `s_cmd`; without `ident` the simulation numbers the messages."""

    op: int = Op.SEAL
    slot: int = 0
    iv: bytes = bytes(12)
    iv_in_data: bool = False
    tag_len: int = 16
    ident: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Command):
    """A message given by its strings; `abort` makes its last beat drop it."""

    aad: bytes = b""
    text: bytes = b""
    tag: bytes = b""  # opening: the received tag
    abort: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RawMessage(Command):
    """A message given beat by beat, so that it can be malformed."""

    beats: tuple[Beat, ...]


@dataclass(frozen=True, slots=True)
class KeyLoad:
    """A key for a slot. With `wait`, later commands are offered once it has been accepted."""

    slot: int
    key: bytes
    min_tag: int = 16
    size: int | None = None  # by default that of the key
    wait: bool = True


@dataclass(frozen=True, slots=True)
class Barrier:
    """Waits until every earlier event has ended: all data taken, all packets and statuses out."""


@dataclass(frozen=True, slots=True)
class WaitReady:
    """Holds back the next commands until `slot_ready_o` of the slot (after its last key load)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Zeroise:
    """Pulses `zeroise_i`, counted from the moment when all earlier commands have been accepted.

    The pulse comes after `beats` more accepted input beats (or after the last one there is), or
    after `cycles`. Later events do not wait for it unless a Barrier stands between.
    """

    beats: int | None = None
    cycles: int | None = None
    pulse: int = 1


Event = Message | RawMessage | KeyLoad | Barrier | WaitReady | Zeroise


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
    """When a key load was accepted, and when its slot became ready (-1: not within the run)."""

    slot: int
    accepted: int
    ready: int


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
        keep = word & _FULL
        section = Section(word >> 16 & 3)
        return Beat(data, section, bool(word & _LAST), bool(word & _ABORT), keep)


class Beats:
    """Input beats in the form that the harness takes; the one place that knows the packing."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.words = array("I")

    def add_message(self, message: Message) -> None:
        """IV in data, AAD, text, tag; 16 bytes per beat, each section starting on a beat.

        A message without any of them is one null beat (text; or tag when opening). When sealing
        or counting, an IV alone is followed by a null text beat, since the text is empty, not
        missing.
        """
        opening = message.op == Op.OPEN
        if message.iv_in_data:
            self._add_section(message.iv, Section.IV)
        self._add_section(message.aad, Section.AAD)
        self._add_section(message.text, Section.TEXT)
        if opening:
            self._add_section(message.tag, Section.TAG)
        if not message.aad and not message.text and not (opening and message.tag):
            self.add_beat(Beat(b"", Section.TAG if opening else Section.TEXT))
        self.words[-1] |= _LAST | (_ABORT if message.abort else 0)

    def _add_section(self, data: bytes, section: int) -> None:
        full, rest = divmod(len(data), 16)
        self.data += data
        self.words.extend([_FULL | section << 16] * full)
        if rest:
            self.data += bytes(16 - rest)
            self.words.append((1 << rest) - 1 | section << 16)

    def add_beat(self, beat: Beat) -> None:
        """One beat, as it is."""
        if len(beat.data) > 16:
            raise UsageError(f"a beat has at most 16 bytes, not {len(beat.data)}")
        self.data += beat.data.ljust(16, b"\0")
        self.words.append(beat.word())


class _Packer:
    """Events of one run as the harness takes them."""

    def __init__(self, first_ident: int, ident_mask: int) -> None:
        self.events = bytearray()
        self.count = 0
        self.beats = Beats()
        self.idents: list[int] = []
        self.slots: list[int] = []  # of the key loads
        self._ident, self._mask = first_ident, ident_mask

    def add(self, event: Event) -> None:
        try:
            self._add(event)
        except struct.error as error:
            raise UsageError(f"{event}: a field is out of range ({error})") from error

    def _add(self, event: Event) -> None:
        if isinstance(event, Command):
            self._add_command(event)
        elif isinstance(event, KeyLoad):
            self._add_key(event)
        elif isinstance(event, Barrier):
            self._event(_BARRIER)
        elif isinstance(event, WaitReady):
            self._event(_WAIT_READY, slot=_limited(event.slot, 16, "slot"))
        else:
            self._add_zeroise(event)

    def _add_command(self, event: Command) -> None:
        first = len(self.beats.words)
        if isinstance(event, Message):
            if event.tag and event.op != Op.OPEN:
                raise UsageError("only a message to be opened brings a tag")
            self.beats.add_message(event)
        elif isinstance(event, RawMessage):
            if not event.beats or not event.beats[-1].last:
                raise UsageError("a raw message must end with a last beat")
            for beat in event.beats:
                self.beats.add_beat(beat)
        if not event.iv_in_data and len(event.iv) != 12:
            raise UsageError(f"an IV in the command has 12 bytes, not {len(event.iv)}")
        ident = self._ident + len(self.idents) if event.ident is None else event.ident
        self._event(
            _MESSAGE,
            ordinal=len(self.idents),
            first=first,
            beats=len(self.beats.words) - first,
            ident=ident & self._mask,
            op=_limited(event.op, 4, "op"),
            slot=_limited(event.slot, 16, "slot"),
            tag_len=_limited(event.tag_len, 32, "tag_len"),
            flag=event.iv_in_data,
            data=b"" if event.iv_in_data else event.iv,
        )
        self.idents.append(ident & self._mask)

    def _add_key(self, event: KeyLoad) -> None:
        size = _KEY_SIZES.get(len(event.key)) if event.size is None else event.size
        if size is None or len(event.key) > 32:
            raise UsageError(f"a key has 16, 24 or 32 bytes, not {len(event.key)}")
        self._event(
            _KEY,
            ordinal=len(self.slots),
            slot=_limited(event.slot, 16, "slot"),
            size=_limited(size, 4, "size"),
            tag_len=_limited(event.min_tag, 32, "min_tag"),
            flag=not event.wait,
            data=event.key,
        )
        self.slots.append(event.slot)

    def _add_zeroise(self, event: Zeroise) -> None:
        if event.beats is not None and event.cycles is not None:
            raise UsageError("Zeroise counts beats or cycles, not both")
        amount = event.beats if event.cycles is None else event.cycles
        in_cycles = event.cycles is not None
        self._event(_ZEROISE, amount=amount or 0, pulse=max(event.pulse, 1), flag=in_cycles)

    def _event(
        self,
        kind: int,
        *,
        ordinal: int = 0,
        first: int = 0,
        beats: int = 0,
        amount: int = 0,
        pulse: int = 0,
        ident: int = 0,
        op: int = 0,
        slot: int = 0,
        size: int = 0,
        tag_len: int = 0,
        flag: bool = False,
        data: bytes = b"",
    ) -> None:
        numbers = (kind, ordinal, first, beats, amount, pulse, ident)
        self.events += _EVENT.pack(*numbers, op, slot, size, tag_len, flag, 0, data)
        self.count += 1


def _limited(value: int, limit: int, name: str) -> int:
    if not 0 <= value < limit:
        raise UsageError(f"{name} must be 0 to {limit - 1}, not {value}")
    return value


def _load(library: Path) -> ctypes.CDLL:
    """The harness with the types of its functions."""
    lib = ctypes.CDLL(str(library))
    handle, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32
    long = ctypes.c_uint64
    types: dict[str, tuple[object, list[object]]] = {
        "seal_create": (handle, [number]),
        "seal_destroy": (None, [handle]),
        "seal_reset": (None, [handle]),
        "seal_run": (number, [handle, text, number, text, text, text]),
        "seal_trace": (None, [handle, text, long, long]),
        "seal_stop_trace": (None, [handle]),
        "seal_report": (text, [handle]),
        "seal_cycles": (ctypes.POINTER(long), [handle]),
        "seal_outcomes": (handle, [handle]),
        "seal_keys": (handle, [handle]),
        "seal_data": (handle, [handle]),
        "seal_beats": (handle, [handle]),
        "seal_beat_count": (long, [handle]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


class GcmSim:
    """A simulated GCM core; use it as a context manager.

    `seed` draws the state of everything that reset does not reach, `asserts` turns the assertions
    of the RTL on (slower), `watchdog` is the number of cycles without any movement that ends a run.
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
        asserts: bool = False,
    ) -> None:
        flags = ["--x-assign", "unique", "-CFLAGS", "-DVL_USER_STOP"]
        library = build_library(
            top,
            rtl_files() if files is None else files,
            params,
            Path(__file__).with_name("gcm_harness.cpp"),
            trace=trace,
            extra_flags=[*flags, "--assert" if asserts else "--no-assert"],
        )
        self._lib = _load(library)
        self._handle: int | None = self._lib.seal_create(seed)
        self._seed, self._watchdog, self._traced = seed, watchdog, trace
        self._ident, self._mask = 0, (1 << params.get("IdWidth", 16)) - 1
        self._broken = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the simulation and finishes a waveform; further calls do nothing."""
        if self._handle is not None:
            self._lib.seal_destroy(self._handle)
        self._handle = None

    def reset(self) -> None:
        """Pulses `rst_ni`: slots are empty afterwards, everything else is as it was left."""
        self._lib.seal_reset(self._open())
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
        packer = _Packer(self._ident, self._mask)
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
        report = self._lib.seal_report(handle).decode()
        self._broken = found > 0
        if found and strict:
            raise CheckFailed(f"protocol broken (seed {self._seed}, {traffic}):\n{report.rstrip()}")
        return self._results(handle, packer, tuple(report.splitlines()))

    def _open(self) -> int:
        if self._handle is None:
            raise UsageError("the simulation has been closed")
        return self._handle

    def _pack_traffic(self, t: Traffic) -> bytes:
        gates = (t.cmd_idle, t.axis_idle, t.key_idle, t.axis_stall, t.status_stall)
        return _TRAFFIC.pack(t.seed, *gates, t.burst, t.order, t.gap, self._watchdog, 0)

    def _results(self, handle: int, packer: _Packer, violations: tuple[str, ...]) -> RunResult:
        lib = self._lib
        beat_count = lib.seal_beat_count(handle)
        data = _view(lib.seal_data(handle), 16 * beat_count)
        words = array("I", _view(lib.seal_beats(handle), 4 * beat_count))
        outcomes = _view(lib.seal_outcomes(handle), _OUTCOME.size * len(packer.idents))
        stamps = _view(lib.seal_keys(handle), _KEY_STAMP.size * len(packer.slots))
        messages, spans = [], []
        for ident, out in zip(packer.idents, _OUTCOME.iter_unpack(outcomes), strict=True):
            spans.append(out[6:8])
            messages.append(_message_result(ident, data, out))
        keys = zip(packer.slots, _KEY_STAMP.iter_unpack(stamps), strict=True)
        start, end = lib.seal_cycles(handle)[0:2]
        return RunResult(
            messages=tuple(messages),
            keys=tuple(KeyResult(slot, *stamp) for slot, stamp in keys),
            packets=Packets(data, words, spans),
            start=start,
            end=end,
            violations=violations,
        )


def _view(pointer: int | None, size: int) -> bytes:
    return ctypes.string_at(pointer, size) if pointer and size else b""


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
