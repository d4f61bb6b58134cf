# SPDX-License-Identifier: Apache-2.0
"""Where messages end on a stream of several lanes: by cause, section and lane.

The segment that counts is the first one with a fault; of a message without a fault, or with a wrong
tag, the last one. A message that is refused by its command, or that a zeroise ends, is refused as
a whole, and its first segment counts. `places` lists what is possible; the random traffic aims at
each place, and `verify` requires that none is empty. Impossible are

* a segment without bytes that is not the last one of its message: it is an empty lane;
* a partial tag with more behind it (PARTIAL): a tag that is not the last segment has cause ORDER;
* a text that is out of order, but for one that ends a message to be opened;
* an end in IV, AAD or text of an opened message, and in the tag of another, without a cause;
* sections beyond limits that are not reached (cells.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealwright.families.message.cells import (
    MAX_IV,
    Cell,
    IvKind,
    aad_can_be_too_long,
    cells,
    text_can_be_too_long,
    text_can_fill_store,
)
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.sim import Cause, Op, Section

Where = Section | None  # None: the message as a whole

WHOLE = (Cause.SLOT, Cause.MESSAGE_LIMIT, Cause.ZEROISED, Cause.OP)  # of messages as a whole
_DATA = (Section.IV, Section.AAD, Section.TEXT)
_SECTIONS: Mapping[Cause, Sequence[Where]] = {
    **dict.fromkeys(WHOLE, (None,)),
    Cause.TAG_MISMATCH: (Section.TAG,),
    Cause.TAG_LENGTH: (None, Section.TAG),
    Cause.PARTIAL: _DATA,
    Cause.LENGTH: _DATA,
    Cause.STORE: (Section.AAD, Section.TEXT),
}  # of the others: all


@dataclass(frozen=True, slots=True)
class Place:
    """A cause, and the segment at which it was found."""

    cause: Cause
    section: Where
    lane: int

    def __str__(self) -> str:
        return f"{self.cause.name}, {section_name(self.section)}, lane {self.lane}"

    def row(self) -> tuple[Cause, Where]:
        return self.cause, self.section


def section_name(section: Where) -> str:
    """That of a section as the tables print it."""
    return "message" if section is None else section.name.lower()


def places(config: MessageConfig) -> list[Place]:
    """All places of a core; none if its stream has one lane."""
    lanes = config.stream.lanes
    if lanes == 1:
        return []
    found = cells(config)
    rows = [(cause, where) for cause in Cause for where in _SECTIONS.get(cause, tuple(Section))]
    return [
        Place(cause, where, lane)
        for cause, where in rows
        if any(fits(config, cell, cause, where) for cell in found)
        for lane in range(lanes)
    ]


def fits(config: MessageConfig, cell: Cell, cause: Cause, where: Where) -> bool:
    """Whether a message of a cell, all of whose other parts are right, can end at such a place."""
    if cell.cause is not cause:
        return False
    if where is None:  # data that are cleared before their command may be anywhere
        return cause is not Cause.ZEROISED or cell.bits > 0
    opening = cell.op == Op.OPEN
    if cause is Cause.ORDER:
        return opening or where is not Section.TEXT
    if cause is Cause.NONE and opening != (where is Section.TAG):
        return False
    if where is Section.IV and cause in (Cause.PARTIAL, Cause.LENGTH):
        reached = config.iv_limit <= MAX_IV or cause is Cause.PARTIAL
        return reached and cell.iv is (IvKind.OTHER if config.any_iv else IvKind.DATA12)
    there = {
        Section.IV: cell.iv is not IvKind.COMMAND,
        Section.AAD: cell.op != Op.COUNTER,
        Section.TEXT: True,
        Section.TAG: opening,
    }
    return there[where] and (
        cause not in (Cause.LENGTH, Cause.STORE) or _ends(config, cause, where)
    )


def _ends(config: MessageConfig, cause: Cause, where: Where) -> bool:
    """Whether AAD or text can be too long, or fill the store."""
    if cause is Cause.LENGTH:
        long = aad_can_be_too_long if where is Section.AAD else text_can_be_too_long
        return long(config)
    full = BLOCK * (config.store_beats - 1) + 1 < 1 << config.aad_limit_log2
    return full if where is Section.AAD else text_can_fill_store(config)
