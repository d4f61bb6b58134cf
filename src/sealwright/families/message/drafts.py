# SPDX-License-Identifier: Apache-2.0
"""Right messages of random lengths, to be sent as they are or with faults."""

import random
from dataclasses import dataclass, field

from sealwright.families.message.cells import IvKind
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.events import length_block
from sealwright.families.message.sim import Beat, Op, RawMessage, Section
from sealwright.families.packet.beats import cut, ended
from sealwright.model.aes import xor
from sealwright.tools.packet.stream import Stream

EDGES = (*(0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65), *(127, 128, 129, 255, 256, 257))
LONG = (1024, 1500, 4095, 4096, 16384, 65535, 65536)
IV_LENGTHS = (*(1, 4, 7, 8, 11, 13, 15, 16, 17, 31, 32, 33), *(48, 63, 64, 65, 96, 100, 128, 256))

Held = tuple[bytes, int]  # what a slot holds: a key, and the shortest tag that it allows


@dataclass
class Draft:
    """A message in the making, by its strings and then by its beats."""

    op: int
    slot: int
    key: bytes
    min_tag: int  # of its slot
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


class Drafts:
    """The source of them for one core."""

    def __init__(self, config: MessageConfig, rng: random.Random) -> None:
        self.config, self.rng = config, rng
        self.size, self.full = config.stream.lane_bytes, config.stream.full

    def _length(self, limit: int) -> int:
        kind = self.rng.random()
        if kind < 0.7:
            length = self.rng.choice(EDGES)
        else:
            length = self.rng.randrange(600) if kind < 0.99 else self.rng.choice(LONG)
        return min(length, limit)

    def _lengths(self, op: int, brief: bool) -> tuple[int, int]:
        """Those of AAD and text."""
        c = self.config
        room = 1 << 20 if c.room is None else c.room
        most = min(2**c.aad_limit_log2 - 1, BLOCK * room)
        aad = 0 if op == Op.COUNTER or self._none(brief) else self._length(most)
        left = BLOCK * (room - c.blocks(aad))
        return aad, 0 if self._none(brief) else self._length(min(BLOCK * c.text_limit, left))

    def _none(self, brief: bool) -> bool:
        return brief and self.rng.random() < 0.5

    def make(
        self, op: int, slot: int, kind: IvKind, held: Held | None, brief: bool = False
    ) -> Draft:
        """A message for a slot that holds this key; if `brief`, often without AAD or text."""
        c, rng = self.config, self.rng
        kind = kind if c.data_iv else IvKind.COMMAND
        key, min_tag = held or (bytes(min(c.key_sizes) // 8), 4)
        aad, text = self._lengths(op, brief)
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
            min_tag=min_tag,
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
        self.cut(draft)
        return draft

    def cut(self, draft: Draft) -> None:
        """Makes the beats, with a null beat at the end where there may or has to be one."""
        in_data = draft.kind is not IvKind.COMMAND
        draft.beats = self.section(draft.iv, Section.IV) if in_data else []
        draft.beats += self.section(draft.aad, Section.AAD)
        lead = xor(length_block(draft.aad, draft.text), draft.wrong or bytes(BLOCK))
        text = lead + draft.text if self.config.announced else draft.text
        draft.beats += self.section(text, Section.TEXT)
        whole = len(draft.text) % self.size == 0
        if draft.op == Op.OPEN:
            draft.beats += self.section(draft.tag, Section.TAG)
        elif not draft.beats or (whole and self.rng.random() < 0.25):
            draft.beats.append(Beat(b"", Section.TEXT))

    def section(self, data: bytes, number: Section) -> list[Beat]:
        return cut(Beat, data, number, self.config.stream)
