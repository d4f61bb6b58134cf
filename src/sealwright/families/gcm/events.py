# SPDX-License-Identifier: Apache-2.0
"""The events of a run of a GCM core, and their packing into the records of the harness."""

import struct
from array import array
from dataclasses import dataclass
from enum import IntEnum

from sealwright.base.errors import UsageError

# `Event` of traffic.h, its kinds, and the bits of a beat's control word.
_EVENT = struct.Struct("<6IH6B32s")
_MESSAGE, _KEY, _BARRIER, _WAIT_READY, _ZEROISE = range(5)
FULL, ABORT, LAST = 0xFFFF, 1 << 18, 1 << 19

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
        return keep | self.section << 16 | self.abort * ABORT | self.last * LAST


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
    """A message given by its strings; with `abort` its last beat drops it."""

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


class Beats:
    """Input beats in the form that the harness takes; the only place with their packing."""

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
        self.words[-1] |= LAST | (ABORT if message.abort else 0)

    def _add_section(self, data: bytes, section: int) -> None:
        full, rest = divmod(len(data), 16)
        self.data += data
        self.words.extend([FULL | section << 16] * full)
        if rest:
            self.data += bytes(16 - rest)
            self.words.append((1 << rest) - 1 | section << 16)

    def add_beat(self, beat: Beat) -> None:
        """One beat, as it is."""
        if len(beat.data) > 16:
            raise UsageError(f"a beat has at most 16 bytes, not {len(beat.data)}")
        self.data += beat.data.ljust(16, b"\0")
        self.words.append(beat.word())


class Packer:
    """Events of one run as the harness takes them."""

    def __init__(self, first_ident: int, ident_mask: int) -> None:
        self.events = bytearray()
        self.count = 0
        self.beats = Beats()
        self.idents: list[int] = []
        self.slots: list[int] = []  # of the key loads
        self._ident, self._mask = first_ident, ident_mask

    def add(self, event: Event) -> None:
        """One more event."""
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
