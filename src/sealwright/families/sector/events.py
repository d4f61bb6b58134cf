# SPDX-License-Identifier: Apache-2.0
"""The events of a run of a sector engine, and their packing into the records of the harness."""

import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from sealwright.base.errors import UsageError
from sealwright.families.sector.modes import BLOCK, SIZES, Mode

# `Event` of traffic.h, its kinds, and the bits of a beat's control word.
_EVENT = struct.Struct("<7I2H4B80s")
_COMMAND, _KEY, _BARRIER, _WAIT_READY, _ZEROISE = range(5)
FULL, ABORT, LAST = 0xFFFF, 1 << 18, 1 << 19


class Op(IntEnum):
    """`s_cmd_op`."""

    ENCRYPT = 0
    DECRYPT = 1


class Section(IntEnum):
    """The low bits of `tuser`; the other two numbers have no meaning."""

    TWEAK = 0
    ONE = 1
    TEXT = 2
    THREE = 3


class Cause(IntEnum):
    """`m_status_cause`: why a command was refused (cause_e of seal_tes_pkg)."""

    NONE = 0
    OP = 1
    SLOT = 2
    COUNT = 3
    WRAP = 4
    KEEP = 5
    SHORT = 6
    LONG = 7
    SECTION = 8
    TWEAK = 9
    ABORTED = 10
    ZEROISED = 11


@dataclass(frozen=True, slots=True)
class Beat:
    """One transfer on `s_axis` or `m_axis`; data shorter than 16 bytes is filled with zeros."""

    data: bytes
    section: Section = Section.TEXT
    last: bool = False
    abort: bool = False
    keep: int | None = None  # by default as many bytes as data has

    def kept(self) -> int:
        """tkeep."""
        return (1 << len(self.data)) - 1 if self.keep is None else self.keep

    def word(self) -> int:
        """tkeep, tuser and tlast as the harness packs them."""
        return self.kept() | self.section << 16 | self.abort * ABORT | self.last * LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The fields of `s_cmd`; without `ident` the simulation numbers the commands.

    `number` is the first tweak as a number; further data units take the numbers after it.
    """

    op: int = Op.ENCRYPT
    slot: int = 0
    number: int = 0
    ident: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Units(Command):
    """Data units by their texts; with `tweaks`, these are in the data."""

    texts: tuple[bytes, ...]
    tweaks: tuple[bytes, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RawCommand(Command):
    """A command given beat by beat, so that it can be malformed."""

    count: int
    beats: tuple[Beat, ...]
    tweak_in_data: bool = False


@dataclass(frozen=True, slots=True)
class KeyLoad:
    """A key for a slot, as the models take it, for data units of `unit` bytes.

    With `wait`, later commands are offered once it has been accepted.
    """

    slot: int
    key: bytes
    unit: int
    hash_key: bytes = b""
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


Event = Units | RawCommand | KeyLoad | Barrier | WaitReady | Zeroise


def cut(data: bytes, section: Section) -> list[Beat]:
    """The beats of a string; none for an empty one."""
    return [Beat(data[i : i + BLOCK], section) for i in range(0, len(data), BLOCK)]


def ended(beats: Sequence[Beat]) -> tuple[Beat, ...]:
    """The same beats, of which the last one is marked as such."""
    last = beats[-1]
    return (*beats[:-1], Beat(last.data, last.section, True, last.abort, last.keep))


def beats_of(command: Units | RawCommand) -> Sequence[Beat]:
    """The input beats of a command; one null beat for one without units."""
    if isinstance(command, RawCommand):
        return command.beats
    found: list[Beat] = []
    for i, text in enumerate(command.texts):
        if command.tweaks is not None:
            found += cut(command.tweaks[i], Section.TWEAK)
        found += cut(text, Section.TEXT)
    return ended(found or [Beat(b"")])


@dataclass(slots=True)
class Sent:
    """A command as it was packed: identifier, its first beat and the beats of each data unit."""

    ident: int
    first: int
    beats: int
    units: list[tuple[int, int]]  # beats of the tweak, of the text


class Packer:
    """Events of one run as the harness takes them."""

    def __init__(self, mode: Mode, first_ident: int, ident_mask: int) -> None:
        self.events = bytearray()
        self.count = 0
        self.data, self.words = bytearray(), array("I")  # of the input beats
        self.sent: list[Sent] = []
        self.slots: list[int] = []  # of the key loads
        self._mode, self._ident, self._mask = mode, first_ident, ident_mask

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

    def _add_command(self, event: Units | RawCommand) -> None:
        first, units = len(self.words), []
        if isinstance(event, Units):
            units = self._add_units(event)
            count, in_data = len(event.texts), event.tweaks is not None
        else:
            if not event.beats or not event.beats[-1].last:
                raise UsageError("a raw command must end with a last beat")
            self._add_beats(event.beats)
            count, in_data = event.count, event.tweak_in_data
        ident = self._ident + len(self.sent) if event.ident is None else event.ident
        self._event(
            _COMMAND,
            ordinal=len(self.sent),
            first=first,
            beats=len(self.words) - first,
            count=count,
            ident=ident & self._mask,
            op=_limited(event.op, 4, "op"),
            slot=_limited(event.slot, 16, "slot"),
            flag=in_data,
            data=_limited(event.number, 1 << 128, "number").to_bytes(BLOCK, "little"),
        )
        self.sent.append(Sent(ident & self._mask, first, len(self.words) - first, units))

    def _add_units(self, event: Units) -> list[tuple[int, int]]:
        if event.tweaks is not None and len(event.tweaks) != len(event.texts):
            raise UsageError("a tweak for each text expected")
        units = []
        for i, text in enumerate(event.texts):
            before = len(self.words)
            if event.tweaks is not None:
                self._add_string(event.tweaks[i], Section.TWEAK)
            between = len(self.words)
            self._add_string(text, Section.TEXT)
            units.append((between - before, len(self.words) - between))
        if not event.texts:
            self._add_beats([Beat(b"")])
        self.words[-1] |= LAST
        return units

    def _add_string(self, data: bytes, section: int) -> None:
        full, rest = divmod(len(data), BLOCK)
        self.data += data
        self.words.extend([FULL | section << 16] * full)
        if rest:
            self.data += bytes(BLOCK - rest)
            self.words.append((1 << rest) - 1 | section << 16)

    def _add_beats(self, beats: Iterable[Beat]) -> None:
        for beat in beats:
            if len(beat.data) > BLOCK:
                raise UsageError(f"a beat has at most 16 bytes, not {len(beat.data)}")
            self.data += beat.data.ljust(BLOCK, b"\0")
            self.words.append(beat.word())

    def _add_key(self, event: KeyLoad) -> None:
        bits = self._mode.aes_bits(event.key)
        if event.size is None and bits not in SIZES:
            raise UsageError(f"an AES key of {bits} bits: 128, 192 or 256 expected")
        size = SIZES.index(bits) if event.size is None else event.size
        self._event(
            _KEY,
            ordinal=len(self.slots),
            slot=_limited(event.slot, 16, "slot"),
            size=_limited(size, 4, "size"),
            unit=_limited(event.unit, 1 << 13, "unit"),
            flag=not event.wait,
            data=self._mode.pack(event.key, event.hash_key),
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
        count: int = 0,
        ident: int = 0,
        unit: int = 0,
        op: int = 0,
        slot: int = 0,
        size: int = 0,
        flag: bool = False,
        data: bytes = b"",
    ) -> None:
        numbers = (kind, ordinal, first, beats, amount, pulse, count, ident, unit)
        self.events += _EVENT.pack(*numbers, op, slot, size, flag, data)
        self.count += 1


def _limited(value: int, limit: int, name: str) -> int:
    if not 0 <= value < limit:
        raise UsageError(f"{name} must be 0 to {limit - 1}, not {value}")
    return value
