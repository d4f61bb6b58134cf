# SPDX-License-Identifier: Apache-2.0
"""The events of a run of a sector engine, and the packing of what is their own."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from sealwright.base.errors import UsageError
from sealwright.families.packet.beats import cut, ended
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.modes import BLOCK, SIZES
from sealwright.tools.packet import events
from sealwright.tools.packet.events import LAST, Barrier, WaitReady, Zeroise, limited
from sealwright.tools.packet.stream import Stream

# Command and Key of harness.cpp
_COMMAND = struct.Struct("<16sIB3x")
_KEY = struct.Struct("<80sH")


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
    """`m_status_cause`: why a command was refused (sector_cause_e of seal_sector_pkg)."""

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
    LIMIT = 12


@dataclass(frozen=True, slots=True)
class Beat(events.Beat):
    """One transfer on `s_axis` or `m_axis`."""

    section: Section = Section.TEXT
    sections = Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(events.Command):
    """The fields of `s_cmd`.

    `number` is the first tweak as a number; further data units take the numbers after it.
    """

    number: int = 0


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
class KeyLoad(events.KeyLoad):
    """A key for a slot, as the models take it, for data units of `unit` bytes."""

    unit: int
    hash_key: bytes = b""


Event = Units | RawCommand | KeyLoad | Barrier | WaitReady | Zeroise


def beats_of(command: Units | RawCommand) -> Sequence[Beat]:
    """The input beats of a command; one null beat for one without units."""
    if isinstance(command, RawCommand):
        return command.beats
    found: list[Beat] = []
    for i, text in enumerate(command.texts):
        if command.tweaks is not None:
            found += cut(Beat, command.tweaks[i], Section.TWEAK)
        found += cut(Beat, text, Section.TEXT)
    return ended(found or [Beat(b"")])


class Packer(events.Packer[Units | RawCommand, KeyLoad]):
    """Events of one run as the harness takes them."""

    def __init__(
        self, config: SectorConfig, first_ident: int, ident_mask: int, stream: Stream
    ) -> None:
        super().__init__(first_ident, ident_mask, stream)
        self.units: list[list[tuple[int, int]]] = []  # of each command: beats of tweak and text
        self._mode, self._each = config.scheme, config.status == "unit"

    def _command(self, command: Units | RawCommand) -> tuple[bytes, int]:
        units = []
        if isinstance(command, Units):
            units = self._add_units(command)
            count, in_data = len(command.texts), command.tweaks is not None
        else:
            self.beats.add_raw(command.beats, "command")
            count, in_data = command.count, command.tweak_in_data
        self.units.append(units)
        number = limited(command.number, 1 << 128, "number").to_bytes(BLOCK, "little")
        return _COMMAND.pack(number, count, in_data), count if self._each else 1

    def _add_units(self, command: Units) -> list[tuple[int, int]]:
        if command.tweaks is not None and len(command.tweaks) != len(command.texts):
            raise UsageError("a tweak for each text expected")
        units, beats = [], self.beats
        for i, text in enumerate(command.texts):
            before = len(beats.words)
            if command.tweaks is not None:
                beats.add_string(command.tweaks[i], Section.TWEAK)
            between = len(beats.words)
            beats.add_string(text, Section.TEXT)
            units.append((between - before, len(beats.words) - between))
        if not command.texts:
            beats.add(Beat(b""))
        beats.words[-1] |= LAST
        return units

    def _key(self, load: KeyLoad) -> tuple[bytes, int]:
        bits = self._mode.aes_bits(load.key)
        if load.size is None and bits not in SIZES:
            raise UsageError(f"an AES key of {bits} bits: 128, 192 or 256 expected")
        size = SIZES.index(bits) if load.size is None else load.size
        data = self._mode.pack(load.key, load.hash_key)
        return _KEY.pack(data, limited(load.unit, 1 << 13, "unit")), size
