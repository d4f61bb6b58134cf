# SPDX-License-Identifier: Apache-2.0
"""The expected answers of a core to any sequence of events.

`Rules` gives the verdict on each message and its output packet, beat by beat. They are the rules of
docs/architecture.md and NIST SP 800-38D, written from the specification a second time,
independently of the states of the RTL. The rules are for blocks of 16 bytes, of whatever beats
these are made (blocks.py); a message is refused for its first block with a fault.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sealwright.families.message.blocks import beats_from, blocks_of
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.events import add_message, length_block
from sealwright.families.message.places import Place
from sealwright.families.message.sim import (
    Beat,
    Cause,
    Command,
    KeyCause,
    KeyLoad,
    Message,
    Op,
    RawMessage,
    RunResult,
    Section,
)
from sealwright.families.packet import rules
from sealwright.families.packet.rules import difference
from sealwright.tools.packet.events import Beats
from sealwright.tools.packet.stream import ONE_LANE, Stream

END = Beat(bytes(16), Section.TEXT, last=True, abort=True, keep=0)  # of a refused message


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected answer to a message; with `zeroise` it may end with cause ZEROISED instead.

    `at` and `section` are those of the block that counts (places.py), unless its command is wrong.
    """

    cause: Cause
    packet: tuple[Beat, ...]
    zeroise: bool = False
    at: int = field(default=0, compare=False)
    section: Section | None = field(default=None, compare=False)


@dataclass
class Slot:
    """A key that is ready, and how many messages it has sealed."""

    key: bytes
    min_tag: int
    sealed: int = 0


def beats_of(
    message: Message | RawMessage, stream: Stream = ONE_LANE, *, announced: bool = False
) -> Sequence[Beat]:
    """The input segments of a message."""
    if isinstance(message, RawMessage):
        return message.beats
    packed = Beats(stream)
    lead = length_block(message.aad, message.text) if announced else b""
    add_message(packed, message, lead)
    return Beat.unpack(bytes(packed.data), packed.words, stream)


def size(beat: Beat) -> int:
    """Bytes of an input beat."""
    return beat.kept().bit_count()


def joined(beats: Iterable[Beat], section: Section) -> bytes:
    """The string of one section."""
    return b"".join(beat.data[: size(beat)] for beat in beats if beat.section == section)


def key_bits(load: KeyLoad) -> int:
    """The size of the key by the load's size code."""
    code = {16: 0, 24: 1, 32: 2}[len(load.key)] if load.size is None else load.size
    return 128 + 64 * code


class Rules(
    rules.Rules[MessageConfig, Message | RawMessage, KeyLoad, Expected, RunResult],
):
    """The expected answers of a core."""

    def __init__(self, config: MessageConfig) -> None:
        super().__init__(config)
        self.slots: dict[int, Slot] = {}

    def key_cause(self, load: KeyLoad) -> KeyCause:
        if load.slot >= self.config.slots:
            return KeyCause.BAD_SLOT
        good = key_bits(load) in self.config.key_sizes
        return KeyCause.LOADED if good else KeyCause.BAD_SIZE

    def _key(self, load: KeyLoad) -> None:
        if self.key_cause(load) is KeyCause.LOADED:
            key = load.key.ljust(32, b"\0")[: key_bits(load) // 8]
            self.slots[load.slot] = Slot(key, load.shortest)

    def _zeroise(self) -> None:
        self.slots.clear()

    def _maybe_cut(self, answer: Expected) -> Expected:
        return replace(answer, zeroise=True)

    def _answer(self, command: Message | RawMessage) -> Expected:
        cause, size = self.command(command), self.config.stream.lane_bytes
        if cause is not Cause.NONE:
            return Expected(cause, tuple(beats_from([END], size)))
        reading = Reading(self.config, command, self.slots[command.slot].key)
        cause, packet = reading.answer()
        where = Section(reading.blocks[reading.at].section)
        return Expected(cause, tuple(beats_from(packet, size)), self.zeroised, reading.at, where)

    def places(self, expected: Sequence[Expected], result: RunResult) -> Iterator[Place]:
        if self.config.stream.lanes == 1:
            return
        for wanted, got in zip(expected, result.messages, strict=True):
            whole = wanted.section is None or got.cause is Cause.ZEROISED
            lane = got.lanes_in[0 if whole else wanted.at]
            yield Place(got.cause, None if whole else wanted.section, lane)

    def compare(self, expected: Sequence[Expected], result: RunResult) -> list[str]:
        faults = []
        for number, (wanted, got) in enumerate(zip(expected, result.messages, strict=True)):
            packet = got.packet.beats()
            flaw = difference(got.cause, packet, wanted.cause, wanted.packet)
            kept_back = wanted.packet[: max(len(packet) - 1, 0)]
            end = beats_from([END], self.config.stream.lane_bytes)
            cut = packet[-1:] == end and packet[:-1] == list(kept_back)
            if flaw and not (wanted.zeroise and got.cause is Cause.ZEROISED and cut):
                faults.append(f"message {number}: {flaw}")
        return faults

    def command(self, command: Command) -> Cause:
        """What is wrong with a command; one that is right counts as a use of its key."""
        slot = self.slots.get(command.slot)
        if command.op not in self.config.ops:
            return Cause.OP
        if slot is None:
            return Cause.SLOT
        if command.op != Op.OPEN and slot.sealed == self.config.message_limit:
            return Cause.MESSAGE_LIMIT
        if command.op != Op.COUNTER and (
            command.tag_len not in self.config.mode.tag_sizes or command.tag_len < slot.min_tag
        ):
            return Cause.TAG_LENGTH
        slot.sealed += command.op != Op.OPEN
        return Cause.NONE


class Reading:
    """One message whose command is right, read block by block up to the first fault."""

    def __init__(self, config: MessageConfig, message: Message | RawMessage, key: bytes) -> None:
        self.config, self.message, self.key = config, message, key
        beats = beats_of(message, config.stream, announced=config.announced)
        self.blocks = blocks_of(beats, config.stream.lane_bytes)
        self.taken: list[Beat] = []  # good blocks so far
        self.data: list[Beat] = []  # those of AAD and text
        self.lengths = dict.fromkeys(Section, 0)
        self.announced: bytes | None = None  # the length block, where a mode has one

    @property
    def at(self) -> int:
        """After `read`: the number of the first block with a fault, or of the last one."""
        return min(len(self.taken), len(self.blocks) - 1)

    def answer(self) -> tuple[Cause, list[Beat]]:
        """The verdict, and the output packet in blocks."""
        cause = self.read()
        return (cause, self._refused()) if cause else self._complete()

    def read(self) -> Cause:
        """What the rules have against the message."""
        for i, block in enumerate(self.blocks):
            cause = self._stream_fault(i, block) or self._section_fault(i, block)
            if cause is not Cause.NONE:
                return cause
            self.taken.append(block)
            if self._announces(block):
                self.announced = block.data
                continue
            self.lengths[block.section] += size(block)
            if block.section in (Section.AAD, Section.TEXT) and size(block):
                self.data.append(block)
        return Cause.NONE if self.announced in (None, self._lengths()) else Cause.LENGTH

    # ---- a length block in front of the text ----------------------------------------------------

    def _announces(self, block: Beat) -> bool:
        first = self.announced is None and block.section == Section.TEXT
        return self.config.announced and first

    def _unannounced(self, block: Beat) -> bool:
        """The first block of text must be a length block, and no message ends without one."""
        if self._announces(block):
            return size(block) != BLOCK
        return self.config.announced and self.announced is None and block.last

    def _behind_lengths(self) -> bool:
        """No text has followed them: no block of AAD was known to be the packet's last."""
        return self.announced is not None and self.lengths[Section.TEXT] == 0

    def _lengths(self) -> bytes:
        """What it must be."""
        sums = (8 * self.lengths[section] for section in (Section.AAD, Section.TEXT))
        return b"".join(n.to_bytes(8, "big") for n in sums)

    # ---- faults ---------------------------------------------------------------------------------

    def _stream_fault(self, i: int, block: Beat) -> Cause:
        """What is wrong with a block in any message."""
        if block.abort and block.last:
            return Cause.ABORTED
        if block.kept() & (block.kept() + 1):
            return Cause.KEEP
        if size(block) == 0 and not block.last:
            return Cause.PARTIAL
        if i > 0:
            before = self.blocks[i - 1]
            if before.section == block.section and size(before) < BLOCK:
                return Cause.PARTIAL
            if before.section > block.section:
                return Cause.ORDER
        return Cause.NONE

    def _section_fault(self, i: int, block: Beat) -> Cause:
        op, in_data = self.message.op, self.message.iv_in_data
        if i == 0 and in_data and (block.section != Section.IV or size(block) == 0):
            return Cause.EMPTY_IV
        if self._unannounced(block):
            return Cause.LENGTH
        allowed = {
            Section.IV: in_data,
            Section.AAD: op != Op.COUNTER,
            Section.TEXT: True,
            Section.TAG: op == Op.OPEN,
        }
        # The tag is the last block of a message to be opened, and nothing else is.
        if not allowed[block.section] or (
            op == Op.OPEN and block.last != (block.section == Section.TAG)
        ):
            return Cause.ORDER
        if block.section == Section.TAG:
            return Cause.NONE if size(block) == self.message.tag_len else Cause.TAG_LENGTH
        if self._too_long(i, block):
            return Cause.LENGTH
        return Cause.STORE if self._too_big(i, block) else Cause.NONE

    def _section_after(self, i: int) -> Section | None:
        return self.blocks[i + 1].section if i + 1 < len(self.blocks) else None

    def _too_long(self, i: int, block: Beat) -> bool:
        length = self.lengths[block.section] + size(block)
        if block.section == Section.IV and not self.config.any_iv:
            more = size(block) == BLOCK and self._section_after(i) == Section.IV
            return more or not self.config.takes_iv(size(block))
        most = self.config.mode.most(self.message.tag_len)
        limits = {
            Section.IV: self.config.iv_limit,
            Section.AAD: min((1 << self.config.aad_limit_log2) - 1, most),
            Section.TEXT: min(BLOCK * self.config.text_limit, most),
        }
        return length > limits[block.section]

    def _too_big(self, i: int, block: Beat) -> bool:
        """Store-and-release: the packet's last block, which may be this one, has to fit too."""
        if self.config.release != "store" or block.section == Section.IV or size(block) == 0:
            return False
        if self.message.op == Op.OPEN:
            is_end = self.blocks[i + 1].section == Section.TAG
        else:
            is_end = self.message.op == Op.COUNTER and block.last
        return len(self.data) + 2 - is_end > self.config.store_beats

    # ---- packets --------------------------------------------------------------------------------

    def _output(self) -> list[Beat]:
        """AAD as it came, text transformed."""
        text = joined(self.data, Section.TEXT)
        mode = self.config.mode
        crypt = mode.counter_only if self.message.op == Op.COUNTER else mode.crypt
        stream = crypt(self.key, self._iv(), text) if text else b""
        out, used = [], 0
        for beat in self.data:
            data = beat.data[: size(beat)]
            if beat.section == Section.TEXT:
                data = stream[used : used + size(beat)]
                used += size(beat)
            out.append(Beat(data.ljust(16, b"\0"), beat.section, keep=beat.kept()))
        return out

    def _iv(self) -> bytes:
        message = self.message
        if message.iv_in_data:
            return joined(self.taken, Section.IV)
        return message.iv[: self.config.mode.iv_bytes]  # of the 12 that a command has

    def _refused(self) -> list[Beat]:
        """Cut-through has released the blocks before, except one known to be the last."""
        if self.config.release == "store":
            return [END]
        blocks = self._output()
        following = self.blocks[len(self.taken)] if len(self.taken) < len(self.blocks) else None
        tag_next = following is None or following.section == Section.TAG
        if self.message.op == Op.OPEN and tag_next and not self._behind_lengths():
            blocks = blocks[:-1]
        return [*blocks, END]

    def _complete(self) -> tuple[Cause, list[Beat]]:
        blocks, last, length = self._output(), self.taken[-1], self.message.tag_len
        if self.message.op == Op.SEAL:
            tag = self._tag(self.data).ljust(16, b"\0")
            blocks.append(Beat(tag, Section.TAG, keep=(1 << length) - 1))
        elif self.message.op == Op.OPEN and self._tag(blocks) != last.data[:length]:
            return Cause.TAG_MISMATCH, self._refused()
        elif not blocks or size(last) == 0 or self._behind_lengths():
            blocks.append(replace(END, abort=False))
        blocks[-1] = replace(blocks[-1], last=True)
        return Cause.NONE, blocks

    def _tag(self, plain: Sequence[Beat]) -> bytes:
        aad, text = joined(plain, Section.AAD), joined(plain, Section.TEXT)
        return self.config.mode.seal(self.key, self._iv(), aad, text, self.message.tag_len)[1]
