# SPDX-License-Identifier: Apache-2.0
"""The events of a run of a GCM core, and the packing of what is their own."""

import struct
from dataclasses import dataclass
from enum import IntEnum

from sealwright.base.errors import UsageError
from sealwright.tools.packet import events
from sealwright.tools.packet.events import ABORT, LAST, Barrier, Beats, WaitReady, Zeroise, limited

# Command and Key of harness.cpp
_COMMAND = struct.Struct("<24s2B")
_KEY = struct.Struct("<32s2B")

DEFAULT_MIN_TAG = 12  # of seal_message_pkg

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
    """`m_status_cause`: why a message was refused (message_cause_e of seal_message_pkg)."""

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
class Beat(events.Beat):
    """One transfer on `s_axis` or `m_axis`."""

    section: Section
    sections = Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(events.Command):
    """The fields of `s_cmd`."""

    iv: bytes = bytes(12)
    iv_in_data: bool = False
    tag_len: int = 16


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
class KeyLoad(events.KeyLoad):
    """A key for a slot, and the shortest tag that it allows, in bytes.

    `short_tags` allows less than 12; None: it is set if `min_tag` asks for less.
    """

    min_tag: int = 16
    short_tags: bool | None = None

    @property
    def asks_for_short(self) -> bool:
        """`s_key_short_tags`."""
        return self.min_tag < DEFAULT_MIN_TAG if self.short_tags is None else self.short_tags

    @property
    def shortest(self) -> int:
        """The shortest tag that the slot takes."""
        return self.min_tag if self.asks_for_short else max(self.min_tag, DEFAULT_MIN_TAG)


Event = Message | RawMessage | KeyLoad | Barrier | WaitReady | Zeroise


def length_block(aad: bytes, text: bytes) -> bytes:
    """[len A]_64 [len C]_64 in bits: in front of the text, where a mode has it there."""
    return b"".join((8 * len(string)).to_bytes(8, "big") for string in (aad, text))


def add_message(beats: Beats, message: Message, lead: bytes = b"") -> None:
    """IV in data, AAD, text, tag, each section starting on a beat; `lead` in front of the text.

    A message without any of them is one null beat (text; or tag when opening). When sealing or
    counting, an IV alone is followed by a null text beat, since the text is empty, not missing.
    """
    opening = message.op == Op.OPEN
    if message.iv_in_data:
        beats.add_string(message.iv, Section.IV)
    beats.add_string(message.aad, Section.AAD)
    beats.add_string(lead + message.text, Section.TEXT)
    if opening:
        beats.add_string(message.tag, Section.TAG)
    if not message.aad and not lead and not message.text and not (opening and message.tag):
        beats.add(Beat(b"", Section.TAG if opening else Section.TEXT))
    beats.words[-1] |= LAST | (ABORT if message.abort else 0)


class Packer(events.Packer[Message | RawMessage, KeyLoad]):
    """Events of one run as the harness takes them; `announced` of a configuration."""

    announced = False

    def _command(self, command: Message | RawMessage) -> tuple[bytes, int]:
        if isinstance(command, Message):
            if command.tag and command.op != Op.OPEN:
                raise UsageError("only a message to be opened brings a tag")
            lead = length_block(command.aad, command.text) if self.announced else b""
            add_message(self.beats, command, lead)
        else:
            self.beats.add_raw(command.beats, "message")
        if not command.iv_in_data and len(command.iv) not in (11, 12, 24):
            wanted = "12 bytes, 11 for CWC, or 24 for XAES-256-GCM"
            raise UsageError(f"an IV in the command has {wanted}, not {len(command.iv)}")
        iv = b"" if command.iv_in_data else command.iv
        tag_len = limited(command.tag_len, 32, "tag_len")
        return _COMMAND.pack(iv, command.iv_in_data, tag_len), 1

    def _key(self, load: KeyLoad) -> tuple[bytes, int]:
        size = _KEY_SIZES.get(len(load.key)) if load.size is None else load.size
        if size is None or len(load.key) > 32:
            raise UsageError(f"a key has 16, 24 or 32 bytes, not {len(load.key)}")
        min_tag = limited(load.min_tag, 32, "min_tag")
        return _KEY.pack(load.key, min_tag, load.asks_for_short), size
