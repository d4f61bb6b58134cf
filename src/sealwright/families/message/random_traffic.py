# SPDX-License-Identifier: Apache-2.0
"""Random messages, key loads and faults (see sealwright.families.packet.random_traffic)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.coverage import (
    MAX_IV,
    NO_OPERATION,
    Cell,
    IvKind,
    aad_can_be_too_long,
    cells,
    text_can_be_too_long,
)
from sealwright.families.message.events import length_block
from sealwright.families.message.sim import (
    Barrier,
    Beat,
    Cause,
    KeyLoad,
    Op,
    RawMessage,
    Section,
    WaitReady,
    Zeroise,
)
from sealwright.families.packet import random_traffic
from sealwright.families.packet.beats import cut, ended
from sealwright.model.aes import xor
from sealwright.tools.packet.stream import Stream

EDGES = (*(0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65), *(127, 128, 129, 255, 256, 257))
LONG = (1024, 1500, 4095, 4096, 16384, 65535, 65536)
IV_LENGTHS = (*(1, 4, 7, 8, 11, 13, 15, 16, 17, 31, 32, 33), *(48, 63, 64, 65, 96, 100, 128, 256))
MIN_TAGS = (0, 4, 4, 4, 5, 8, 12, 13, 16)


@dataclass
class Draft:
    """A message in the making, by its strings and then by its beats."""

    op: int
    slot: int
    key: bytes
    kind: IvKind
    iv: bytes
    aad: bytes
    text: bytes
    tag_len: int
    tag: bytes = b""
    beats: list[Beat] = field(default_factory=list)
    abort: bool = False
    wrong: bytes = b""  # added to the length block, where there is one

    def without_tag(self) -> list[Beat]:
        return [beat for beat in self.beats if beat.section != Section.TAG]

    def message(self, stream: Stream) -> RawMessage:
        """As it is sent; where a null beat inside would be an empty lane, without those."""
        lanes = stream.lanes > 1
        body = [beat for beat in self.beats[:-1] if beat.kept() or not lanes]
        in_data = self.kind is not IvKind.COMMAND
        return RawMessage(
            op=self.op,
            slot=self.slot,
            iv=bytes(12) if in_data else self.iv,
            iv_in_data=in_data,
            tag_len=self.tag_len,
            beats=ended([*body, self.beats[-1]], self.abort),
        )


class RandomTraffic(random_traffic.RandomTraffic[MessageConfig, Cell, Draft]):
    """An endless source of events."""

    def __init__(self, config: MessageConfig, seed: int) -> None:
        super().__init__(config, seed, cells(config))
        self._keys: dict[int, tuple[bytes, int]] = {}  # of ready slots: key, shortest tag
        self._used: dict[int, int] = {}  # messages sealed with it, at most

    # ---- keys -----------------------------------------------------------------------------------

    def _refused_load(self) -> None:
        """A key that changes nothing: of a size that no core has, or for no slot."""
        key, slot = self.rng.randbytes(32), self.rng.randrange(16)
        size = self.rng.choice((0, 3)) if slot >= self.config.slots else 3
        self._events.append(KeyLoad(slot, key, 4, size=size))

    def _load(self, slot: int, bits: int) -> None:
        if self.rng.random() < 1 / 8:
            self._refused_load()
        longest = max(self.config.mode.tag_sizes)
        key = self.rng.randbytes(bits // 8)
        min_tag = self.rng.choice([n for n in MIN_TAGS if n <= longest])
        load = KeyLoad(slot, key, min_tag, short_tags=self.rng.random() < 0.75)
        self._events.append(load)
        if self.config.key_busy == "refuse":
            self._events.append(WaitReady(slot))
        self._keys[slot], self._used[slot] = (key, load.shortest), 0

    def _slot_with(self, bits: int, op: int) -> int:
        """A slot with a key of this size that has not been used up."""
        room = self.config.message_limit
        slots = [s for s, (key, _) in self._keys.items() if 8 * len(key) == bits]
        slot = self.rng.choice(slots or self._loadable)
        used_up = op != Op.OPEN and self._used.get(slot, 0) >= room
        if not slots or used_up or self.rng.random() < 1 / 16:
            self._load(slot, bits)
        return slot

    def _slot_without(self) -> int:
        """A slot that is not ready: never loaded, or out of range."""
        if self.rng.random() < 1 / 16:
            self._refused_load()
        return self.rng.choice([s for s in range(16) if s not in self._keys])

    # ---- right messages -------------------------------------------------------------------------

    def _length(self, limit: int) -> int:
        kind = self.rng.random()
        if kind < 0.7:
            length = self.rng.choice(EDGES)
        else:
            length = self.rng.randrange(600) if kind < 0.99 else self.rng.choice(LONG)
        return min(length, limit)

    def _draft(self, op: int, slot: int, kind: IvKind) -> Draft:
        """A right message."""
        c, rng = self.config, self.rng
        kind = kind if c.data_iv else IvKind.COMMAND
        key, min_tag = self._keys.get(slot, (bytes(min(c.key_sizes) // 8), 4))
        room = 1 << 20 if c.room is None else c.room
        most = min(2**c.aad_limit_log2 - 1, BLOCK * room)
        aad = 0 if op == Op.COUNTER else self._length(most)
        left = BLOCK * (room - c.blocks(aad))
        text = self._length(min(BLOCK * c.text_limit, left))
        lengths = [n for n in IV_LENGTHS if c.takes_iv(n) and (n != BLOCK or op != Op.COUNTER)]
        iv_length = {
            IvKind.OTHER: rng.choice(lengths or IV_LENGTHS),
            IvKind.RAW: BLOCK,
            IvKind.EMPTY: 0,
        }
        draft = Draft(
            op=op,
            slot=slot,
            key=key,
            kind=kind,
            iv=rng.randbytes(iv_length.get(kind, c.mode.iv_bytes)),
            aad=rng.randbytes(aad),
            text=rng.randbytes(text),
            tag_len=rng.choice([n for n in c.mode.tag_sizes if n >= min_tag]),
        )
        if kind is IvKind.RAW and rng.random() < 0.25:  # the counter wraps soon
            draft.iv = draft.iv[:12] + (2**32 - rng.randrange(1, 9)).to_bytes(4, "big")
        if op == Op.OPEN:
            right = kind is IvKind.COMMAND or (draft.iv and c.takes_iv(len(draft.iv)))
            iv = draft.iv if right else bytes(c.mode.iv_bytes)
            draft.text, draft.tag = c.mode.seal(key, iv, draft.aad, draft.text, draft.tag_len)
        self._cut(draft)
        return draft

    def _cut(self, draft: Draft) -> None:
        """Makes the beats, with a null beat at the end where there may or has to be one."""
        in_data = draft.kind is not IvKind.COMMAND
        draft.beats = self._section(draft.iv, Section.IV) if in_data else []
        draft.beats += self._section(draft.aad, Section.AAD)
        lead = xor(length_block(draft.aad, draft.text), draft.wrong or bytes(BLOCK))
        text = lead + draft.text if self.config.announced else draft.text
        draft.beats += self._section(text, Section.TEXT)
        whole = len(draft.text) % self.size == 0
        if draft.op == Op.OPEN:
            draft.beats += self._section(draft.tag, Section.TAG)
        elif not draft.beats or (whole and self.rng.random() < 0.25):
            draft.beats.append(Beat(b"", Section.TEXT))

    def _section(self, data: bytes, number: Section) -> list[Beat]:
        return cut(Beat, data, number, self.config.stream)

    # ---- aims -----------------------------------------------------------------------------------

    def _send(self, message: RawMessage, cell: Cell | None) -> None:
        if self.rng.random() < 1 / 8:  # abort has no effect but on the last beat
            inner = [replace(beat, abort=True) for beat in message.beats[:-1]]
            message = replace(message, beats=(*inner, *message.beats[-1:]))
        self._events.append(message)
        self.aimed.append(cell)
        if message.op != Op.OPEN and message.slot in self._used:
            self._used[message.slot] += 1

    def _aim(self, cell: Cell) -> None:
        if cell.cause is Cause.ZEROISED and not cell.bits:
            self._clear_before_command(cell)
            return
        if cell.cause is Cause.SLOT:
            slot = self._slot_without()
        elif cell.cause is Cause.MESSAGE_LIMIT:
            slot = self._used_up(cell.bits)
        else:
            slot = self._slot_with(cell.bits, cell.op)
        draft = self._draft(cell.op, slot, cell.iv)
        fault = FAULTS.get(cell.cause)
        if fault is not None:
            fault(self, draft)
        self._send(draft.message(self.config.stream), cell)
        if cell.cause is Cause.ZEROISED:
            self._zeroise(len(draft.beats))

    def _clear_before_command(self, cell: Cell) -> None:
        """A zeroise while data wait for their command, which waits for the load of its key.

        It comes while another key of that slot is being loaded, so the one that counts is taken
        later. Where the data come later too, the message passes: therefore there are two.
        """
        figures = self.config.latency()
        soon = min(12, figures["key_hold"] + figures["key_load"])
        for _ in range(2):
            slot, bits = self.rng.choice(self._loadable), self.rng.choice(self.config.key_sizes)
            other = self.rng.randbytes(min(self.config.key_sizes) // 8)
            cycles, pulse = self.rng.randrange(1, soon), self.rng.choice((1, 1, 2, 5, 300))
            self._events += [Barrier(), Zeroise(cycles=cycles, pulse=pulse), KeyLoad(slot, other)]
            self._forget()
            self._load(slot, bits)
            draft = self._draft(cell.op, slot, cell.iv)
            self._send(draft.message(self.config.stream), cell)
            self._events.append(Barrier())

    def meets(self, cell: Cell, cause: IntEnum) -> bool:
        """And a message whose data were to come before its command may have come as a whole."""
        early = cell.cause is Cause.ZEROISED and not cell.bits
        return super().meets(cell, cause) or (early and cause is Cause.NONE)

    def _used_up(self, bits: int) -> int:
        """A slot with a key of this size with which no more messages may be sealed."""
        slot = self.rng.randrange(self.config.slots)
        self._load(slot, bits)
        for _ in range(self.config.message_limit):
            op = self.rng.choice([op for op in self.config.ops if op is not Op.OPEN])
            message = self._draft(op, slot, IvKind.COMMAND).message(self.config.stream)
            self._send(message, Cell(op, bits, IvKind.COMMAND, Cause.NONE))
        return slot

    def _zeroise(self, beats: int) -> None:
        super()._zeroise(beats)
        self._forget()

    def _forget(self) -> None:
        """All keys."""
        self._keys.clear()
        self._used.clear()

    def _wild(self) -> None:
        rng = self.rng
        op = rng.choice((Op.SEAL, Op.OPEN, Op.COUNTER, NO_OPERATION))
        slot = self._slot_with(rng.choice(self.config.key_sizes), op)
        draft = self._draft(op, slot, rng.choice(list(IvKind)[:4]))
        self._spoil(draft)
        self._send(draft.message(self.config.stream), None)
        for _ in range(5):
            self._scrambled(slot)

    def _scrambled(self, slot: int) -> None:
        """A few beats of any section, whole, partial, without bytes or with a hole."""
        rng = self.rng
        kind = rng.choice((IvKind.COMMAND, IvKind.OTHER))
        draft = self._draft(rng.choice(list(Op)), slot, kind)
        keeps = (self.full, self.full >> 1, 0, rng.randrange(self.full))
        section, draft.beats = self._any_section(), []
        for _ in range(rng.choice((1, 2, 2, 3))):
            draft.beats.append(Beat(rng.randbytes(self.size), section, keep=rng.choice(keeps)))
            section = rng.choice((section, section, self._any_section()))
        draft.abort = rng.random() < 0.25
        self._send(draft.message(self.config.stream), None)

    def _any_section(self) -> Section:
        return Section(self.rng.randrange(4))

    def _spoil_command(self, draft: Draft) -> None:
        if self.rng.random() < 0.5:
            draft.tag_len = self.rng.randrange(32)
        else:
            draft.slot = self.rng.randrange(16)

    # ---- faults ---------------------------------------------------------------------------------

    def wrong_tag(self, draft: Draft) -> None:
        """One bit of anything that the tag protects, or of the tag."""
        strings = [name for name in ("iv", "aad", "text", "tag") if getattr(draft, name)]
        name = self.rng.choice(strings)
        value = bytearray(getattr(draft, name))
        value[self.rng.randrange(len(value))] ^= 1 << self.rng.randrange(8)
        setattr(draft, name, bytes(value))
        self._cut(draft)

    def tag_length(self, draft: Draft) -> None:
        """A length that no tag has, below the slot's minimum, or not that of the tag received."""
        min_tag = self._keys[draft.slot][1]
        allowed = [n for n in self.config.mode.tag_sizes if n >= min_tag]
        if draft.op == Op.OPEN and self.rng.random() < 0.5:
            wrong = [n for n in range(BLOCK + 1) if n != draft.tag_len]
            tag = self._section(self.rng.randbytes(self.rng.choice(wrong)), Section.TAG)
            draft.beats = [*draft.without_tag(), *(tag or [Beat(b"", Section.TAG)])]
        else:
            draft.tag_len = self.rng.choice([n for n in range(32) if n not in allowed])

    def empty_iv(self, draft: Draft) -> None:
        """Nothing instead of the IV, or a null beat."""
        if self.rng.random() < 0.2:
            draft.beats = [Beat(b"", Section.IV)]

    def order(self, draft: Draft) -> None:
        """A section that must not be there, or not yet, or is missing."""
        beats, full = draft.beats, self.rng.randbytes(self.size)
        data = [i for i, b in enumerate(beats) if b.section != Section.IV and b.data]
        if data and self.rng.random() < 0.4:  # back to a section that is over
            i = self.rng.choice(data)
            beats.insert(i + 1, Beat(full, Section(self.rng.randrange(beats[i].section))))
        elif draft.op == Op.OPEN:
            if draft.without_tag() and self.rng.random() < 0.5:
                draft.beats = draft.without_tag()
            else:
                # Narrow beats that follow each other make one block, unless it is full.
                fill = -len(draft.tag) % BLOCK if len(draft.tag) % self.size == 0 else 0
                beats += self._section(bytes(fill) + full[:7], Section.TAG)
        elif draft.kind is IvKind.COMMAND and self.rng.random() < 0.3:
            beats.insert(0, Beat(full, Section.IV))
        else:
            draft.beats = [beat for beat in beats if beat.data] + [Beat(full, Section.TAG)]

    def keep(self, draft: Draft) -> None:
        """A hole in tkeep."""
        i = self.rng.randrange(len(draft.beats))
        holes = [n for n in (self.rng.randrange(1, self.full) for _ in range(64)) if n & (n + 1)]
        number = draft.beats[i].section
        draft.beats[i] = Beat(self.rng.randbytes(self.size), number, keep=self.rng.choice(holes))

    def partial(self, draft: Draft) -> None:
        """A null beat before the last one, or a partial one inside a section."""
        beats = draft.beats
        body = len(draft.without_tag())
        # Of an IV, the block before the fault may have a wrong length.
        start = 0 if self.config.any_iv else len([b for b in beats if b.section == Section.IV])
        inner = [i for i in range(start, body - 1) if beats[i].section == beats[i + 1].section]
        if self.config.announced:  # a length block that is partial has a cause of its own
            inner = [i for i in inner if beats[i].section == beats[i - 1].section and i > 0]
        if inner and self.rng.random() < 0.7:
            i = self.rng.choice(inner)
            short = beats[i].data[: self.rng.randrange(1, self.size)]
            beats[i] = Beat(short, beats[i].section)
        elif self.config.stream.lanes > 1:  # where a null beat would be an empty lane
            iv = len([beat for beat in beats if beat.section == Section.IV])
            beats[iv:body] = [Beat(b"t", Section.TEXT)] * 2  # no more than fits into any store
        else:
            place = self.rng.choice([*range(start, len(beats))] or [0])
            i = min(place, body)  # not inside the tag
            beats.insert(i, Beat(b"", beats[i].section))

    def too_long(self, draft: Draft) -> None:
        """IV, AAD or text just beyond its limit, or an IV of a length that the core has not.

        Alone in half of the messages.
        """
        c = self.config
        ways: list[tuple[str, int]] = []
        if draft.kind is IvKind.OTHER and c.iv_limit <= MAX_IV:
            ways.append(("iv", c.iv_limit))
        if draft.kind is IvKind.DATA12 and not c.any_iv:
            wrong = [n for n in (*IV_LENGTHS, 12) if not c.takes_iv(n)]
            ways.append(("iv", self.rng.choice(wrong) - 1))
        if draft.op != Op.COUNTER and aad_can_be_too_long(c):
            ways.append(("aad", (1 << c.aad_limit_log2) - 1))
        if text_can_be_too_long(c):
            ways.append(("text", BLOCK * c.text_limit))
        if c.announced and (not ways or self.rng.random() < 0.5):
            self._announce(draft)
            return
        name, limit = self.rng.choice(ways)
        whole = BLOCK * c.blocks(limit + 1)
        length = self.rng.choice((limit + 1, whole, limit + 1 + self.rng.randrange(40)))
        if name == "iv" and not c.any_iv:
            length = limit + 1
        setattr(draft, name, self.rng.randbytes(length))
        if self.rng.random() < 0.5:
            self._alone(draft, name)
        if c.release == "store" and name == "text":  # the buffer must not be full before
            draft.aad = b""
        self._cut(draft)

    def _announce(self, draft: Draft) -> None:
        """A length block that is wrong, partial or missing."""
        beats = [b for b in draft.beats if b.section != Section.TEXT]
        way = self.rng.random()
        if way < 0.1 and beats and draft.op == Op.SEAL:
            draft.beats = beats
        elif way < 0.2:
            tag = [b for b in beats if b.section == Section.TAG]
            short = self._section(self.rng.randbytes(self.rng.randrange(1, BLOCK)), Section.TEXT)
            draft.beats = [b for b in beats if b.section != Section.TAG] + short + tag
        else:
            number = self.rng.choice((*range(8), *range(64, 72), self.rng.randrange(128)))
            draft.wrong = (1 << number).to_bytes(BLOCK, "big")
            self._cut(draft)

    def too_big(self, draft: Draft) -> None:
        """More beats than the store-and-release buffer takes."""
        c = self.config
        fits = c.room if draft.op == Op.SEAL and c.room else c.store_beats
        more = self.rng.choice((self.rng.randrange(1, BLOCK), BLOCK, self.rng.randrange(1, 64)))
        name = self.rng.choice(("text", "aad"))
        if draft.op == Op.COUNTER or BLOCK * fits + more >= 1 << c.aad_limit_log2:
            name = "text"
        if name == "aad" or self.rng.random() < 0.75:
            self._alone(draft, name)
        setattr(draft, name, self.rng.randbytes(BLOCK * fits + more))
        self._cut(draft)
        if draft.op != Op.OPEN and self.rng.random() < 0.5:
            draft.beats.append(Beat(b"", Section.TEXT))

    @staticmethod
    def _alone(draft: Draft, name: str) -> None:
        """Only the IV and one string, and the tag of a message to be opened."""
        for other in {"aad", "text"} - {name}:
            setattr(draft, other, b"")

    def abort(self, draft: Draft) -> None:
        """The sender gives up: somewhere inside, at the end, or at once."""
        count = self.rng.randrange(len(draft.beats) + 1)
        draft.beats = draft.beats[:count] or [Beat(b"", Section.TEXT)]
        draft.abort = True


FAULTS: dict[Cause, Callable[[RandomTraffic, Draft], None]] = {
    Cause.TAG_MISMATCH: RandomTraffic.wrong_tag,
    Cause.TAG_LENGTH: RandomTraffic.tag_length,
    Cause.EMPTY_IV: RandomTraffic.empty_iv,
    Cause.ORDER: RandomTraffic.order,
    Cause.KEEP: RandomTraffic.keep,
    Cause.PARTIAL: RandomTraffic.partial,
    Cause.LENGTH: RandomTraffic.too_long,
    Cause.STORE: RandomTraffic.too_big,
    Cause.ABORTED: RandomTraffic.abort,
}
