# SPDX-License-Identifier: Apache-2.0
"""Classes of messages of a GCM core: by operation, key size, kind of IV and cause.

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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.sim import Cause, Op

NO_OPERATION = 3  # the code of s_cmd_op without a meaning
MAX_TEXT_BLOCKS = 4096
MAX_AAD_LOG2 = 12
MAX_IV = 4096
MAX_MESSAGES = 64


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


def op_name(op: int) -> str:
    """The operation of a command as the tables print it."""
    return "illegal" if op == NO_OPERATION else Op(op).name.lower()
