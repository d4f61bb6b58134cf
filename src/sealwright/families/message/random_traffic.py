# SPDX-License-Identifier: Apache-2.0
"""Random messages, key loads and faults (see sealwright.families.packet.random_traffic)."""

from dataclasses import replace
from enum import IntEnum

from sealwright.families.message.cells import NO_OPERATION, Cell, IvKind, cells
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.drafts import Draft, Drafts
from sealwright.families.message.faults import Faults
from sealwright.families.message.places import WHOLE, Place, fits, places
from sealwright.families.message.rules import Reading
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

MIN_TAGS = (0, 4, 4, 4, 5, 8, 12, 13, 16)
TRIES = 100  # of messages that are to end at a segment of some section
AGAIN = 4  # aims in a round at a place that the first round missed


class RandomTraffic(random_traffic.RandomTraffic[MessageConfig, Cell, Draft]):
    """An endless source of events."""

    def __init__(self, config: MessageConfig, seed: int) -> None:
        super().__init__(config, seed, cells(config))
        self._keys: dict[int, tuple[bytes, int]] = {}  # of ready slots: key, shortest tag
        self._used: dict[int, int] = {}  # messages sealed with it, at most
        self._drafts = Drafts(config, self.rng)
        self._faults = Faults(self._drafts)
        self.places = places(config)
        self.wanted.update(self.places)
        self._pairs: list[tuple[Cell, Place | None]] = []

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

    # ---- aims -----------------------------------------------------------------------------------

    def _draft(self, op: int, slot: int, kind: IvKind, *, brief: bool = False) -> Draft:
        """A right message."""
        return self._drafts.make(op, slot, kind, self._keys.get(slot), brief)

    def _deal(self) -> None:
        """At the next cell, and at the next place, of a deck with all of them."""
        self._pairs = self._pairs or self._paired()
        self._aim(*self._pairs.pop())
        self.rounds += not self._pairs

    def _paired(self) -> list[tuple[Cell, Place | None]]:
        """Each cell with a place that it fits, if there is one left; then the places left.

        A gap in the input moves a segment to another lane. So after the first round only places
        that were missed are left, each several times.
        """
        left = self.places
        if self.rounds:
            left = [place for place in left if place in self.missed] * AGAIN
        left = self.rng.sample(left, len(left))
        pairs: list[tuple[Cell, Place | None]] = []
        for cell in self.rng.sample(self.cells, len(self.cells)):
            place = next((place for place in left if self._fits(cell, place)), None)
            pairs.append((cell, place))
            if place is not None:
                left.remove(place)
        if left:
            pairs += [
                (self.rng.choice([cell for cell in self.cells if self._fits(cell, place)]), place)
                for place in left
            ]
            self.rng.shuffle(pairs)
        return pairs

    def _fits(self, cell: Cell, place: Place) -> bool:
        return fits(self.config, cell, place.cause, place.section)

    def _anywhere(self, message: RawMessage) -> RawMessage:
        """Beginning on a lane that is drawn, if there are several, or else on the next one."""
        if not self.places or self.rng.random() < 0.25:
            return message
        return replace(message, lane=self.rng.randrange(self.config.stream.lanes))

    def _send(self, message: RawMessage, cell: Cell | None) -> None:
        if self.rng.random() < 1 / 8:  # abort has no effect but on the last beat
            inner = [replace(beat, abort=True) for beat in message.beats[:-1]]
            message = replace(message, beats=(*inner, *message.beats[-1:]))
        self._events.append(message)
        self.aimed.append(cell)
        if message.op != Op.OPEN and message.slot in self._used:
            self._used[message.slot] += 1

    def _aim(self, cell: Cell, place: Place | None = None) -> None:
        if cell.cause is Cause.ZEROISED and not cell.bits:
            self._clear_before_command(cell)
            return
        if cell.cause is Cause.SLOT:
            slot = self._slot_without()
        elif cell.cause is Cause.MESSAGE_LIMIT:
            slot = self._used_up(cell.bits)
        else:
            slot = self._slot_with(cell.bits, cell.op)
        message = self._message(cell, slot, place)
        self._send(message, cell)
        if cell.cause is Cause.ZEROISED:
            self._zeroise(len(message.beats))

    def _message(self, cell: Cell, slot: int, place: Place | None) -> RawMessage:
        """One of a cell, whose segment that counts is at the place if it is sent without a gap."""
        for _ in range(TRIES):
            draft = self._draft(cell.op, slot, cell.iv, brief=place is not None)
            self._faults.spoil(cell.cause, draft)
            message = draft.message(self.config.stream)
            if place is None:
                return self._anywhere(message) if cell.cause else message
            at, section = self._end(draft, message, cell.cause)
            if section == place.section:
                return replace(message, lane=(place.lane - at) % self.config.stream.lanes)
        return message

    def _end(self, draft: Draft, message: RawMessage, cause: Cause) -> tuple[int, Section | None]:
        """The number of the segment at which a message ends with a cause, and its section."""
        allowed = draft.tag_len in self.config.mode.tag_sizes and draft.tag_len >= draft.min_tag
        if cause in WHOLE or (cause is Cause.TAG_LENGTH and not allowed):
            return 0, None
        reading = Reading(self.config, message, draft.key)
        reading.read()
        return reading.at, message.beats[reading.at].section

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
        slot = self.rng.choice(self._loadable)
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
        self._send(self._anywhere(draft.message(self.config.stream)), None)
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
        self._send(self._anywhere(draft.message(self.config.stream)), None)

    def _any_section(self) -> Section:
        return Section(self.rng.randrange(4))

    def _spoil_command(self, draft: Draft) -> None:
        if self.rng.random() < 0.5:
            draft.tag_len = self.rng.randrange(32)
        else:
            draft.slot = self.rng.randrange(16)
