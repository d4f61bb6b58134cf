# SPDX-License-Identifier: Apache-2.0
"""Coverage of a GCM core's verification: messages by operation, key size, kind of IV and cause.

`cells` lists the possible classes of messages; the random traffic aims at each of these cells, and
`verify` requires that none is empty. Other classes are impossible by construction:

* a slot that is not ready has no key, so cause SLOT has no key size; nor has ZEROISED where the
  data were cleared before the command came, while no slot had a key (elsewhere the message had
  begun, or its command was waiting);
* an IV that is announced but does not come has one cause of its own, EMPTY_IV, and no other kind
  of IV has that cause; with any other fault its kind makes no difference;
* only opening can find a wrong tag (TAG_MISMATCH); counter-only messages have no tag and so no
  TAG_LENGTH; opened messages do not use a key up (MESSAGE_LIMIT);
* an operation that a core has not is as one that does not exist (OP);
* data of a core that takes none before their command cannot be cleared before it;
* an IV of a block is the first counter block itself (kind `raw`) only for counter-only messages;
* IVs of 12 bytes and of a block do not exist where they are longer than the core's limit;
* a core that allows no message with a key (a limit of 0) answers all but opened ones with
  MESSAGE_LIMIT;
* a core that wants the lengths in front of the text has cause LENGTH if they are wrong;
* only store-and-release has a buffer to exceed (STORE), and where it is smaller than the text may
  be long, STORE comes before LENGTH for text, which leaves the limits of AAD and IV;
* a core that takes IVs in commands alone has none of the other kinds;
* a core without the counter-only operation answers it with OP, as any code of none;
* limits that would take days to reach (more than 64 KiB of text, 4 KiB of AAD, 64 messages with a
  key) are tested on variants of the core with smaller limits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeVar

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.sim import Cause, Op

C = TypeVar("C", bound=MessageConfig)
NO_OPERATION = 3  # the code of s_cmd_op without a meaning
MAX_TEXT_BLOCKS = 4096
MAX_AAD_LOG2 = 12
MAX_IV = 4096
MAX_MESSAGES = 64
# Limits for tests: a few blocks reach them, and the buffer holds more than any AAD.
LIMITS = {"text_limit": 64, "aad_limit_log2": 8, "iv_limit": 100, "message_limit": 6}
STORE_BEATS = 24
STORE_IV_LIMIT = 111  # one byte less than whole beats, where that of LIMITS is beats and four more


class IvKind(Enum):
    """Where a message's IV is, and what."""

    COMMAND = "command"
    DATA12 = "12 bytes"
    OTHER = "other"
    RAW = "raw"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Cell:
    """A class of messages. `bits` is the key size, 0 where there is no key, or was none yet."""

    op: int
    bits: int
    iv: IvKind
    cause: Cause

    def __str__(self) -> str:
        key = f"AES-{self.bits}" if self.bits else "no key"
        return f"{op_name(self.op)}, {key}, IV {self.iv.value}, {self.cause.name}"

    def ended(self, cause: Cause) -> "Cell":
        return replace(self, cause=cause)

    def row(self) -> tuple[int, int, IvKind]:
        return self.op, self.bits, self.iv


def variants(config: C) -> list[C]:
    """The core itself, and its release policies with limits that are reached."""
    knobs: dict[str, Any] = config.knobs()
    through = knobs | _known(knobs, LIMITS)
    changes = {"small limits": through}
    if "release" in through:
        through |= {"release": "cut-through", "store_beats": 0}
        own = {"release": "store", "store_beats": STORE_BEATS, "iv_limit": STORE_IV_LIMIT}
        changes["small store"] = through | _known(knobs, own)
    made = [config]
    for suffix, knobs in changes.items():
        made.append(config.from_knobs(f"{config.name}, {suffix}", config.summary, knobs))
    return made


def _known(knobs: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the changes that are changes of these knobs."""
    return {name: value for name, value in changes.items() if name in knobs}


def text_can_be_too_long(config: MessageConfig) -> bool:
    """Whether the text limit can be reached, and is the first limit that a message meets."""
    return not text_can_fill_store(config) and config.text_limit <= MAX_TEXT_BLOCKS


def text_can_fill_store(config: MessageConfig) -> bool:
    """Whether a text within its limit can be too long for the store-and-release buffer."""
    return config.room is not None and config.text_limit > config.room


def aad_can_be_too_long(config: MessageConfig) -> bool:
    """Whether the limit of AAD can be reached, and is met before the buffer is full."""
    store = config.release == "store"
    fits = not store or 1 << config.aad_limit_log2 < BLOCK * config.store_beats
    return fits and config.aad_limit_log2 <= MAX_AAD_LOG2


def can_be_too_long(config: MessageConfig, op: int, iv: IvKind) -> bool:
    """Whether a message of this kind can have cause LENGTH."""
    aad = op != Op.COUNTER and aad_can_be_too_long(config)
    long_iv = iv is IvKind.OTHER and config.iv_limit <= MAX_IV
    long_iv |= iv is IvKind.DATA12 and not config.any_iv
    return aad or long_iv or text_can_be_too_long(config) or config.announced


def kinds(config: MessageConfig, op: int) -> list[IvKind]:
    """The kinds of IV that a command can announce."""
    found = [IvKind.COMMAND]
    found += [IvKind.DATA12] if config.takes_iv(config.mode.iv_bytes) else []
    found += [IvKind.OTHER] if config.any_iv else []
    found += [IvKind.RAW] if op == Op.COUNTER and config.takes_iv(BLOCK) else []
    return [*found, IvKind.EMPTY] if config.data_iv and op in config.ops else found


def _causes(config: MessageConfig, op: int, iv: IvKind) -> Iterator[Cause]:
    """Causes that a message with a key can have."""
    if op not in config.ops:
        yield Cause.OP
        return
    if op != Op.OPEN and config.message_limit == 0:
        yield Cause.MESSAGE_LIMIT
        return
    if iv is IvKind.EMPTY:
        yield Cause.EMPTY_IV
        return
    yield from (Cause.NONE, Cause.ORDER, Cause.KEEP, Cause.PARTIAL)
    yield from (Cause.ABORTED, Cause.ZEROISED)
    if op == Op.OPEN:
        yield Cause.TAG_MISMATCH
    elif config.message_limit <= MAX_MESSAGES:
        yield Cause.MESSAGE_LIMIT
    if op != Op.COUNTER:
        yield Cause.TAG_LENGTH
    if can_be_too_long(config, op, iv):
        yield Cause.LENGTH
    if text_can_fill_store(config):
        yield Cause.STORE


def cells(config: MessageConfig) -> list[Cell]:
    """All cells of a core."""
    found = []
    for op in (*Op, NO_OPERATION):
        for iv in kinds(config, op):
            for bits in sorted(config.key_sizes):
                found += [Cell(op, bits, iv, cause) for cause in _causes(config, op, iv)]
            if op in config.ops and iv is not IvKind.EMPTY:
                found.append(Cell(op, 0, iv, Cause.SLOT))
            if config.takes_early and Cause.ZEROISED in _causes(config, op, iv):
                found.append(Cell(op, 0, iv, Cause.ZEROISED))
    return found


@dataclass
class Coverage:
    """Counts of messages by release policy and cell; cells outside `wanted` are not counted."""

    wanted: dict[str, set[Cell]] = field(default_factory=dict)
    counts: dict[str, Counter[Cell]] = field(default_factory=dict)

    def want(self, config: MessageConfig) -> None:
        """Adds the cells of a core to those of its release policy."""
        self.wanted.setdefault(config.release, set()).update(cells(config))
        self.counts.setdefault(config.release, Counter())

    def add(
        self, config: MessageConfig, found: Iterable[Cell], keys: Iterable[object] = ()
    ) -> None:
        """Counts messages of a core that has been announced with `want`; keys have no cells."""
        self.counts[config.release].update(
            cell for cell in found if cell in self.wanted[config.release]
        )

    def missing(self) -> list[tuple[str, Cell]]:
        """The cells without a message."""
        return [
            (release, cell)
            for release, wanted in self.wanted.items()
            for cell in wanted
            if not self.counts[release][cell]
        ]

    def holes(self) -> list[str]:
        """The same in words."""
        return [f"release {release}, {cell}" for release, cell in self.missing()]

    def rows(self) -> list[dict[str, str | int]]:
        """One record per cell, in the order of the table."""
        return [
            {
                "release": release,
                "op": op_name(cell.op),
                "key_bits": cell.bits,
                "iv": cell.iv.value,
                "cause": cell.cause.name,
                "messages": self.counts[release][cell],
            }
            for release, wanted in self.wanted.items()
            for cell in sorted(wanted, key=_order)
        ]

    def table(self) -> str:
        """Rows of operation, key size and kind of IV; a column per cause; blank: impossible."""
        return "\n\n".join(self._table(release) for release in self.wanted)

    def _table(self, release: str) -> str:
        wanted, counts = self.wanted[release], self.counts[release]
        causes = sorted({cell.cause for cell in wanted})
        heads = [cause.name.replace("_", " ").lower().split() for cause in causes]
        widths = [max(6, *(len(word) + 1 for word in head)) for head in heads]
        lines = [f"release {release}: messages by cause"]
        for level in (0, 1):
            words = [head[level] if level < len(head) else "" for head in heads]
            left = "operation  key  IV" if level else ""
            lines.append(f"{left:26}" + _cells(words, widths))
        for op, bits, iv in sorted({cell.row() for cell in wanted}, key=_row_order):
            row = [Cell(op, bits, iv, cause) for cause in causes]
            numbers = [str(counts[cell]) if cell in wanted else "" for cell in row]
            left = f"{op_name(op):10} {bits or '-':>3}  {iv.value}"
            lines.append(f"{left:26}" + _cells(numbers, widths))
        return "\n".join(line.rstrip() for line in lines)


def op_name(op: int) -> str:
    """The operation of a command as the tables print it."""
    return "illegal" if op == NO_OPERATION else Op(op).name.lower()


def _cells(words: Iterable[str], widths: Iterable[int]) -> str:
    return "".join(f"{word:>{width}}" for word, width in zip(words, widths, strict=True))


def _row_order(row: tuple[int, int, IvKind]) -> tuple[int, int, int]:
    return row[0], row[1], list(IvKind).index(row[2])


def _order(cell: Cell) -> tuple[int, int, int, int]:
    return (*_row_order(cell.row()), cell.cause)
