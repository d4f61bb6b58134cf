# SPDX-License-Identifier: Apache-2.0
"""Random commands, key loads and faults, replayable from a seed.

Each command aims at one cell of its family's coverage table; everything else about it is random.
There are right commands between the faulty ones, and some are wild: changed in several places,
without an aim. The expected answers are those of the family's rules; a command that misses its aim
is an error in one of the two.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, Generic, Protocol, Self, TypeVar

from sealwright.base.errors import CheckFailed
from sealwright.families.packet.config import PacketConfig
from sealwright.tools.packet.events import Barrier, Beat, Zeroise


class Cell(Hashable, Protocol):
    """A class of commands."""

    @property
    def cause(self) -> IntEnum:
        """With which they end."""

    def ended(self, cause: Any) -> Self:
        """The cell of such a command if it ends otherwise."""


class Draft(Protocol):
    """A command in the making; none of its beats is marked as the last one."""

    beats: list[Any]
    abort: bool


C = TypeVar("C", bound=PacketConfig)
CellT = TypeVar("CellT", bound=Cell)
DraftT = TypeVar("DraftT", bound=Draft)


class RandomTraffic(ABC, Generic[C, CellT, DraftT]):
    """An endless source of events.

    `aimed` holds the cell of each command so far, None if it has no aim; `rounds` is how often
    every cell has been aimed at. `wanted` are the cells, and what else a family aims at; `missed`,
    which its user keeps, those that no command has reached.
    """

    def __init__(self, config: C, seed: int, cells: Sequence[CellT]) -> None:
        self.config = config
        stream = config.stream
        self.size, self.full = stream.lane_bytes, stream.full  # of a segment: bytes, tkeep
        self.rng = random.Random(f"{config.name} {sorted(config.rtl_params().items())} {seed}")
        self.cells = cells
        self.wanted: set[Hashable] = set(cells)
        self.missed: set[Hashable] = set()
        self.aimed: list[CellT | None] = []
        self.rounds = 0
        self._deck: list[CellT] = []
        self._events: list[Any] = []
        # One number always has no key: in a core of sixteen slots, one that is never loaded.
        spare, slots = self.rng.randrange(16), config.slots
        self._loadable = [slot for slot in range(slots) if slots < 16 or slot != spare]

    def batch(self, commands: int) -> list[Any]:
        """Events with at least that many commands."""
        self._events = []
        goal = len(self.aimed) + commands
        while len(self.aimed) < goal:
            if self.rng.random() < 0.4:
                # without messages, where a key allows none, another one that is refused
                good = [cell for cell in self.cells if not cell.cause]
                self._aim(self.rng.choice(good or self.cells))
            elif self.rng.random() < 0.1:
                self._wild()
            else:
                self._deal()
        return self._events

    def _deal(self) -> None:
        """Aims at the next cell of a deck of all."""
        self._deck = self._deck or self.rng.sample(self.cells, len(self.cells))
        self._aim(self._deck.pop())
        self.rounds += not self._deck

    def hits(self, cells: Iterable[CellT | None], causes: Iterable[IntEnum]) -> Iterator[CellT]:
        """In which cells commands ended that aimed at these; CheckFailed if they should not."""
        for cell, cause in zip(cells, causes, strict=True):
            if cell is not None:
                if not self.meets(cell, cause):
                    raise CheckFailed(f"{cell} ended with {cause.name}")
                yield cell.ended(cause)

    def meets(self, cell: CellT, cause: IntEnum) -> bool:
        """Whether a command that aims at a cell may end so: a zeroise may come in between."""
        return cause == cell.cause or cause.name == "ZEROISED"

    @abstractmethod
    def _aim(self, cell: CellT) -> None:
        """One command of this cell, after the events that it needs."""

    @abstractmethod
    def _wild(self) -> None:
        """A command with up to three changes in any place: see `_spoil`."""

    def _zeroise(self, beats: int) -> None:
        """Clears the core while its last command, of so many beats, is still in it."""
        amount, pulse = self.rng.randrange(beats + 1), self.rng.choice((1, 1, 2, 5, 300))
        self._events += [Zeroise(beats=amount, pulse=pulse), Barrier()]

    # ---- wild commands --------------------------------------------------------------------------

    def _spoil(self, draft: DraftT) -> None:
        """Up to three changes."""
        for _ in range(self.rng.randrange(1, 4)):
            self.rng.choice((self._spoil_beat, self._move_beat, self._spoil_command))(draft)
        draft.abort = self.rng.random() < 0.1

    def _spoil_beat(self, draft: DraftT) -> None:
        i, full = self.rng.randrange(len(draft.beats)), self.full
        keep = self.rng.choice((0, 1, full >> 1, full, full, self.rng.randrange(full)))
        section = self._any_section()
        beat: Beat = draft.beats[i]
        data = self.rng.randbytes(self.size)
        draft.beats[i] = replace(beat, data=data, section=section, keep=keep)

    def _move_beat(self, draft: DraftT) -> None:
        beat = self.rng.choice(draft.beats)
        if len(draft.beats) > 1 and self.rng.random() < 0.5:
            draft.beats.remove(beat)
        if self.rng.random() < 0.7:
            draft.beats.insert(self.rng.randrange(len(draft.beats) + 1), beat)

    @abstractmethod
    def _spoil_command(self, draft: DraftT) -> None:
        """A change of a field."""

    @abstractmethod
    def _any_section(self) -> IntEnum:
        """The number of a section."""
