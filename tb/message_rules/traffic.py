# SPDX-License-Identifier: Apache-2.0
"""Messages for the bench of the rules: right ones with lengths about every limit, and broken."""

import os
import random
from collections.abc import Callable
from dataclasses import replace

from sealwright.families.message.sim import Beat, Op, RawMessage, Section

# The limits: with more lanes they are further away, so that it takes several cycles to reach them.
# RULES_TIGHT has them within a beat of four lanes.
LANES = int(os.environ.get("RULES_LANES", "1"))
TEXT_BLOCKS, STORE_BLOCKS = 4 * LANES, 5 * LANES
AAD_BYTES, IV_BYTES = (64 << (LANES - 1).bit_length()) - 1, 40 + 32 * (LANES - 1)
if os.environ.get("RULES_TIGHT"):
    TEXT_BLOCKS, STORE_BLOCKS, AAD_BYTES, IV_BYTES = 2, 3, 31, 31
TAGS = (4, 8, 12, 13, 14, 15, 16)
LENGTHS = {
    Section.IV: (1, 11, 12, 12, 12, 13, 16, 16, 24, 32, 33, 39, 40, 41),
    Section.AAD: (0, 0, 1, 2, 8, 15, 16, 17, 32, 47, 48, 63, 64),
    Section.TEXT: (0, 1, 4, 8, 16, 17, 32, 32, 33, 48, 63, 64, 64, 65, 66),
}
FURTHER = {  # of the limits, in bytes
    Section.IV: IV_BYTES - 40,
    Section.AAD: AAD_BYTES - 63,
    Section.TEXT: 16 * (TEXT_BLOCKS - 4),
}

Change = Callable[[random.Random, list[Beat], int], None]


class Source:
    """Draws messages for a stream of so many bytes per beat."""

    def __init__(self, rng: random.Random, beat_bytes: int) -> None:
        self.rng, self.beat_bytes = rng, beat_bytes
        self.full = (1 << beat_bytes) - 1

    def section(self, section: Section, length: int) -> list[Beat]:
        """The beats of a string of random bytes."""
        data, step = self.rng.randbytes(length), self.beat_bytes
        return [Beat(data[at : at + step], section) for at in range(0, length, step)]

    def right(self, op: int, iv_in_data: bool, tag_len: int) -> list[Beat]:
        """A message without a fault, unless it is too long."""
        beats = self.section(Section.IV, self._length(Section.IV)) if iv_in_data else []
        if op != Op.COUNTER:
            beats += self.section(Section.AAD, self._length(Section.AAD))
        beats += self.section(Section.TEXT, self._length(Section.TEXT))
        if op == Op.OPEN:
            beats += self.section(Section.TAG, tag_len)
        return beats or [Beat(b"", Section.TEXT)]

    def _length(self, section: Section) -> int:
        length = self.rng.choice(LENGTHS[section])
        further = FURTHER[section] if length > 32 and self.rng.random() < 0.8 else 0
        return max(0, length + further)

    def message(self) -> RawMessage:
        """A command and its beats; about half of them have a fault somewhere."""
        rng = self.rng
        op = 3 if rng.random() < 0.03 else rng.randrange(3)
        tag_len = rng.randrange(18) if rng.random() < 0.05 else rng.choice(TAGS)
        iv_in_data = rng.random() < 0.5
        beats = self.right(op, iv_in_data, tag_len)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 1, 2, 4))):
            rng.choice(CHANGES)(self, beats, rng.randrange(len(beats)))
        last = len(beats) - 1
        return RawMessage(
            op=op,
            slot=2 if rng.random() < 0.02 else rng.randrange(2),
            iv_in_data=iv_in_data,
            tag_len=tag_len,
            beats=tuple(replace(self.filled(beat), last=i == last) for i, beat in enumerate(beats)),
        )

    def filled(self, beat: Beat) -> Beat:
        """With any bytes where tkeep leaves them out."""
        room = self.beat_bytes - len(beat.data)
        return replace(beat, data=beat.data + self.rng.randbytes(room), keep=beat.kept())

    # ---- changes at a random beat; those of the last one come up as often as all others ----------

    def hole(self, beats: list[Beat], at: int) -> None:
        beats[at] = replace(beats[at], keep=self.rng.randrange(self.full + 1))

    def partial(self, beats: list[Beat], at: int) -> None:
        beats[at] = replace(beats[at], keep=(1 << self.rng.randrange(self.beat_bytes)) - 1)

    def null(self, beats: list[Beat], at: int) -> None:
        beats.insert(at, Beat(b"", self.rng.choice((beats[at].section, *Section))))

    def null_at_the_end(self, beats: list[Beat], at: int) -> None:
        beats.append(Beat(b"", self.rng.choice((beats[-1].section, Section.TEXT))))

    def cut(self, beats: list[Beat], at: int) -> None:
        del beats[at + 1 :]

    def drop(self, beats: list[Beat], at: int) -> None:
        if len(beats) > 1:
            del beats[at]

    def twice(self, beats: list[Beat], at: int) -> None:
        beats.insert(at, beats[at])

    def move(self, beats: list[Beat], at: int) -> None:
        beats.insert(self.rng.randrange(len(beats)), beats.pop(at))

    def rename(self, beats: list[Beat], at: int) -> None:
        beats[at] = replace(beats[at], section=self.rng.choice(list(Section)))

    def drop_section(self, beats: list[Beat], at: int) -> None:
        rest = [beat for beat in beats if beat.section != beats[at].section]
        beats[:] = rest or beats

    def abort(self, beats: list[Beat], at: int) -> None:
        beats[self.rng.choice((at, -1))] = replace(beats[-1], abort=True)


CHANGES = (
    Source.hole,
    Source.partial,
    Source.partial,
    Source.null,
    Source.null_at_the_end,
    Source.null_at_the_end,
    Source.cut,
    Source.drop,
    Source.twice,
    Source.move,
    Source.rename,
    Source.drop_section,
    Source.abort,
)
