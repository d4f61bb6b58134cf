# SPDX-License-Identifier: Apache-2.0
"""Faults of messages, one for each cause that a message itself can have."""

from collections.abc import Callable

from sealwright.families.message.cells import (
    MAX_IV,
    IvKind,
    aad_can_be_too_long,
    text_can_be_too_long,
)
from sealwright.families.message.config import BLOCK
from sealwright.families.message.drafts import IV_LENGTHS, Draft, Drafts
from sealwright.families.message.sim import Beat, Cause, Op, Section


class Faults:
    """Each changes a right message, so that it ends with its cause."""

    def __init__(self, drafts: Drafts) -> None:
        self.drafts, self.config, self.rng = drafts, drafts.config, drafts.rng
        self.size, self.full = drafts.size, drafts.full

    def spoil(self, cause: Cause, draft: Draft) -> None:
        """So that it ends with this cause, if that is one of its own."""
        if fault := _FAULTS.get(cause):
            fault(self, draft)

    def wrong_tag(self, draft: Draft) -> None:
        """One bit of anything that the tag protects, or of the tag."""
        strings = [name for name in ("iv", "aad", "text", "tag") if getattr(draft, name)]
        name = self.rng.choice(strings)
        value = bytearray(getattr(draft, name))
        value[self.rng.randrange(len(value))] ^= 1 << self.rng.randrange(8)
        setattr(draft, name, bytes(value))
        self.drafts.cut(draft)

    def tag_length(self, draft: Draft) -> None:
        """A length that no tag has, below the slot's minimum, or not that of the tag received."""
        allowed = [n for n in self.config.mode.tag_sizes if n >= draft.min_tag]
        if draft.op == Op.OPEN and self.rng.random() < 0.5:
            wrong = [n for n in range(BLOCK + 1) if n != draft.tag_len]
            tag = self.drafts.section(self.rng.randbytes(self.rng.choice(wrong)), Section.TAG)
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
                whole = len(draft.text) % BLOCK == 0
                if self.config.stream.lanes > 1 and whole and self.rng.random() < 0.5:
                    draft.beats.append(Beat(b"", Section.TEXT))
            else:
                # Narrow beats that follow each other make one block, unless it is full.
                fill = -len(draft.tag) % BLOCK if len(draft.tag) % self.size == 0 else 0
                beats += self.drafts.section(bytes(fill) + full[:7], Section.TAG)
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
            partial = iv > 0 and len(beats[iv - 1].data) < self.size
            if partial and self.rng.random() < 0.5:
                beats.insert(iv, Beat(b"v", Section.IV))
            else:
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
        self.drafts.cut(draft)

    def _announce(self, draft: Draft) -> None:
        """A length block that is wrong, partial or missing."""
        beats = [b for b in draft.beats if b.section != Section.TEXT]
        way = self.rng.random()
        if way < 0.1 and beats and draft.op == Op.SEAL:
            draft.beats = beats
        elif way < 0.2:
            tag = [b for b in beats if b.section == Section.TAG]
            short = self.drafts.section(
                self.rng.randbytes(self.rng.randrange(1, BLOCK)), Section.TEXT
            )
            draft.beats = [b for b in beats if b.section != Section.TAG] + short + tag
        else:
            number = self.rng.choice((*range(8), *range(64, 72), self.rng.randrange(128)))
            draft.wrong = (1 << number).to_bytes(BLOCK, "big")
            self.drafts.cut(draft)

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
        self.drafts.cut(draft)
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


_FAULTS: dict[Cause, Callable[[Faults, Draft], None]] = {
    Cause.TAG_MISMATCH: Faults.wrong_tag,
    Cause.TAG_LENGTH: Faults.tag_length,
    Cause.EMPTY_IV: Faults.empty_iv,
    Cause.ORDER: Faults.order,
    Cause.KEEP: Faults.keep,
    Cause.PARTIAL: Faults.partial,
    Cause.LENGTH: Faults.too_long,
    Cause.STORE: Faults.too_big,
    Cause.ABORTED: Faults.abort,
}
