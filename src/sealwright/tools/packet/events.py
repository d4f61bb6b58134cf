# SPDX-License-Identifier: Apache-2.0
"""The events of a run that all cores have, and their packing into the records of the harness."""

import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from sealwright.base.errors import UsageError
from sealwright.tools.packet.stream import ONE_LANE, Stream

# `Event` of records.h, its kinds, and the bits of a segment's control word.
_EVENT = struct.Struct("<7IH5Bx")
COMMAND, KEY, BARRIER, WAIT_READY, ZEROISE = range(5)
FILLER = b"\xa5"  # bytes of a beat that tkeep does not mark: any, and none that would be right
FULL, ABORT, LAST = 0xFFFF, 1 << 18, 1 << 24
USER_SHIFT, LANE_SHIFT = 16, 28


@dataclass(frozen=True, slots=True)
class Beat:
    """One segment on `s_axis` or `m_axis`: a whole transfer, unless the stream has several lanes.

    A family has a class of its own, which names the sections.
    """

    data: bytes
    section: int
    last: bool = False
    abort: bool = False
    keep: int | None = None  # by default as many bytes as data has

    sections: ClassVar[type[IntEnum]]  # the low bits of `tuser`

    def kept(self) -> int:
        """tkeep."""
        return (1 << len(self.data)) - 1 if self.keep is None else self.keep

    def word(self) -> int:
        """tkeep, tuser and tlast as the harness packs them."""
        return self.kept() | self.section << USER_SHIFT | self.abort * ABORT | self.last * LAST

    @classmethod
    def unpack(cls, data: bytes, words: Iterable[int], stream: Stream = ONE_LANE) -> list[Self]:
        """The segments that are packed so: the bytes of a lane and a word for each."""
        size = stream.lane_bytes
        return [
            cls(
                data[size * i : size * i + size],
                cls.sections(word >> USER_SHIFT & 3),
                bool(word & LAST),
                bool(word & ABORT),
                word & FULL,
            )
            for i, word in enumerate(words)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The fields of `s_cmd` that all cores have; without `ident` the simulation numbers them.

    `lane` is that of the first segment, where a stream has several; by default, the next one.
    """

    op: int = 0
    slot: int = 0
    ident: int | None = None
    lane: int | None = None


@dataclass(frozen=True, slots=True)
class KeyLoad:
    """A key for a slot. With `wait`, later commands are offered once it has been accepted."""

    slot: int
    key: bytes
    size: int | None = field(default=None, kw_only=True)  # by default that of the key
    wait: bool = field(default=True, kw_only=True)


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

    The pulse comes after `beats` more accepted segments (or after the last one there is), or
    after `cycles`. Later events do not wait for it unless a Barrier stands between.
    """

    beats: int | None = None
    cycles: int | None = None
    pulse: int = 1


class Beats:
    """Input segments in the form that the harness takes; the only place with their packing."""

    def __init__(self, stream: Stream = ONE_LANE) -> None:
        self.stream = stream
        self.data = bytearray()
        self.words = array("I")

    def add_string(self, data: bytes, user: int) -> None:
        """Whole segments, the last one partial; none for an empty string. `user` is their tuser."""
        size = self.stream.lane_bytes
        full, rest = divmod(len(data), size)
        self.data += data
        self.words.extend([self.stream.full | user << USER_SHIFT] * full)
        if rest:
            self.data += FILLER * (size - rest)
            self.words.append((1 << rest) - 1 | user << USER_SHIFT)

    def add(self, *beats: Beat) -> None:
        """Segments as they are."""
        size = self.stream.lane_bytes
        for beat in beats:
            if len(beat.data) > size:
                raise UsageError(f"a beat has at most {size} bytes, not {len(beat.data)}")
            self.data += beat.data.ljust(size, FILLER)
            self.words.append(beat.word())

    def add_raw(self, beats: Sequence[Beat], what: str) -> None:
        """All beats of a command that is given by them."""
        if not beats or not beats[-1].last:
            raise UsageError(f"a raw {what} must end with a last beat")
        self.add(*beats)


class Sent(NamedTuple):
    """A command as it was packed: its identifier, and where its beats are."""

    ident: int
    first: int
    beats: int


CommandT = TypeVar("CommandT", bound=Command)
KeyT = TypeVar("KeyT", bound=KeyLoad)


class Records:
    """Events of one run as the harness takes them, for any kind of core."""

    def __init__(self, stream: Stream = ONE_LANE) -> None:
        self.stream = stream
        self.events, self.count = bytearray(), 0
        self.beats = Beats(stream)
        self.commands, self.keys = bytearray(), bytearray()  # records of the family
        self.sent: list[Sent] = []
        self.slots: list[int] = []  # of the key loads

    def add(self, event: Any) -> None:
        """One more event."""
        try:
            self._add(event)
        except struct.error as error:
            raise UsageError(f"{event}: a field is out of range ({error})") from error

    def _add(self, event: Any) -> None:
        raise NotImplementedError

    def _event(
        self,
        kind: int,
        *,
        ordinal: int = 0,
        first: int = 0,
        beats: int = 0,
        statuses: int = 0,
        amount: int = 0,
        pulse: int = 0,
        ident: int = 0,
        op: int = 0,
        slot: int = 0,
        size: int = 0,
        flag: bool = False,
        lane: int | None = None,
    ) -> None:
        numbers = (kind, ordinal, first, beats, statuses, amount, pulse, ident)
        start = 0 if lane is None else 1 + limited(lane, self.stream.lanes, "lane")
        self.events += _EVENT.pack(*numbers, op, slot, size, flag, start)
        self.count += 1


class Packer(Records, Generic[CommandT, KeyT]):
    """The same for cores that take commands.

    A family packs what its commands and keys have besides the fields of all cores, each in a
    record of its own: `_command` and `_key`.
    """

    def __init__(self, first_ident: int, ident_mask: int, stream: Stream = ONE_LANE) -> None:
        super().__init__(stream)
        self._ident, self._mask = first_ident, ident_mask

    def _command(self, command: CommandT) -> tuple[bytes, int]:
        """The record of a command, and its number of statuses; its beats go to `beats`."""
        raise NotImplementedError

    def _key(self, load: KeyT) -> tuple[bytes, int]:
        """The record of a key, and the code of its size."""
        raise NotImplementedError

    def _add(self, event: CommandT | KeyT | Barrier | WaitReady | Zeroise) -> None:
        if isinstance(event, Barrier):
            self._event(BARRIER)
        elif isinstance(event, WaitReady):
            self._event(WAIT_READY, slot=limited(event.slot, 16, "slot"))
        elif isinstance(event, Zeroise):
            self._add_zeroise(event)
        elif isinstance(event, KeyLoad):
            self._add_key(event)
        else:
            self._add_command(event)

    def _add_command(self, event: CommandT) -> None:
        first = len(self.beats.words)
        record, statuses = self._command(event)
        if self.stream.lanes > 1 and not all(w & (FULL | LAST) for w in self.beats.words[first:]):
            raise UsageError("a null beat that is not the last would be an empty lane")
        self.commands += record
        ident = self._ident + len(self.sent) if event.ident is None else event.ident
        sent = Sent(ident & self._mask, first, len(self.beats.words) - first)
        self._event(
            COMMAND,
            ordinal=len(self.sent),
            first=sent.first,
            beats=sent.beats,
            statuses=statuses,
            ident=sent.ident,
            op=limited(event.op, 4, "op"),
            slot=limited(event.slot, 16, "slot"),
            lane=event.lane,
        )
        self.sent.append(sent)

    def _add_key(self, event: KeyT) -> None:
        record, size = self._key(event)
        self.keys += record
        self._event(
            KEY,
            ordinal=len(self.slots),
            slot=limited(event.slot, 16, "slot"),
            size=limited(size, 4, "size"),
            flag=not event.wait,
        )
        self.slots.append(event.slot)

    def _add_zeroise(self, event: Zeroise) -> None:
        if event.beats is not None and event.cycles is not None:
            raise UsageError("Zeroise counts beats or cycles, not both")
        amount = event.beats if event.cycles is None else event.cycles
        in_cycles = event.cycles is not None
        self._event(ZEROISE, amount=amount or 0, pulse=max(event.pulse, 1), flag=in_cycles)


def limited(value: int, limit: int, name: str) -> int:
    """The value of a field, which must be below the limit."""
    if not 0 <= value < limit:
        raise UsageError(f"{name} must be 0 to {limit - 1}, not {value}")
    return value
