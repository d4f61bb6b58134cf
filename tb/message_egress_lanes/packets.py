# SPDX-License-Identifier: Apache-2.0
"""Messages for the bench of seal_message_egress_lanes: their blocks, verdicts and segments."""

import os
import random
from collections import deque
from dataclasses import dataclass, field

from sealwright.tools.sv_package import read_package

STORE = int(os.environ["EGRESS_STORE"])
ID_BITS = 7
PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
BLOCK, VERDICT = (PACKAGE.structs[name] for name in ("out_block_t", "verdict_t"))
CAUSES = PACKAGE.enums["message_cause_e"]
MISMATCH, ORDER, ZEROISED = (
    int(CAUSES[f"Cause{name}"]) for name in ("TagMismatch", "Order", "Zeroised")
)
AAD, TEXT, TAG, ABORT = 1, 2, 3, 4


@dataclass(frozen=True)
class Segment:
    data: int
    keep: int
    last: bool
    user: int


@dataclass(frozen=True)
class Block:
    data: int
    bytes: int = 0
    fin: bool = False
    text: bool = True
    tag: bool = False

    @property
    def word(self) -> int:
        return BLOCK.pack(fin=self.fin, text=self.text, tag=self.tag, bytes=self.bytes)

    @property
    def segment(self) -> Segment:
        kept = self.data & ((1 << 8 * self.bytes) - 1)
        return Segment(kept, (1 << self.bytes) - 1, self.fin, TEXT if self.text else AAD)


@dataclass
class Message:
    id: int
    blocks: list[Block]
    seal: bool
    cause: int
    tag_len: int = 0
    tag: int = 0
    judged: bool = False  # its verdict has been given
    left: deque[Segment] = field(default_factory=deque)

    def __post_init__(self) -> None:
        *body, end = self.blocks
        if self.cause:
            body = [] if STORE else body
            last = Segment(0, 0, True, ABORT | TEXT)
        elif self.seal:
            last = Segment(self.tag, (1 << self.tag_len) - 1, True, TAG)
        else:
            last = end.segment
        self.left = deque([*(block.segment for block in body), last])

    @property
    def verdict(self) -> int:
        said = {"seal": self.seal, "refused": bool(self.cause), "cause": self.cause}
        return VERDICT.pack(**said, tag_len=self.tag_len)

    def cut_short(self) -> None:
        self.cause = ZEROISED
        self.left = deque([Segment(0, 0, True, ABORT | TEXT)])


def message(rng: random.Random, body: int, refused: float) -> Message:
    """With `body` blocks before the last one: sealed, opened, or refused early or late."""
    seal, early = rng.random() < 0.5, rng.random() < refused / 2
    aad = rng.randint(0, body)
    blocks = [
        Block(rng.getrandbits(128), 16 if rng.random() < 0.8 else rng.randint(1, 16), text=i >= aad)
        for i in range(body)
    ]
    number = rng.getrandbits(ID_BITS)
    end = Block(0, fin=True, tag=True)
    cause = ORDER if early else MISMATCH if rng.random() < refused and not seal else 0
    if seal and not early:
        length = rng.choice((4, 8, 12, 13, 16))
        return Message(number, [*blocks, end], True, 0, length, rng.getrandbits(8 * length))
    if not (seal or early) and rng.random() < 0.8:  # its data end the packet
        size = rng.randint(1, 16)
        end = Block(rng.getrandbits(128), size, fin=True, text=rng.random() < 0.7)
    return Message(number, [*blocks, end], seal, cause)
