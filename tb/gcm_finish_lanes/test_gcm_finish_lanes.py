# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_finish_lanes: verdicts of several messages per cycle, in their order.

Pending tags come in any pattern of lanes, their hashes later and up to as many as messages may end
in a cycle, and hashes of IVs in between, which go back as J0. Every bit of every tag length counts,
and no bit beyond it. FINISH_LANES and FINISH_ENDS tell the parameters.
"""

import os
import random
from collections import deque
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.tools.sv_package import read_package

LANES, ENDS = int(os.environ["FINISH_LANES"]), int(os.environ["FINISH_ENDS"])
PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
PENDING = read_package("rtl/gcm/seal_gcm_pkg.sv").structs["pending_t"]
VERDICT = PACKAGE.structs["verdict_t"]
SEAL, OPEN, COUNTER, _ = PACKAGE.enums["message_op_e"]
NONE, TAG_MISMATCH, ORDER = (
    PACKAGE.enums["message_cause_e"][f"Cause{name}"] for name in ("None", "TagMismatch", "Order")
)
LENGTHS = (4, 8, 12, 13, 14, 15, 16)
LATENCY = 5
PENDING_LEADS = 4  # cycles at least from a pending tag to its hash
DEPTH = 16 * ENDS


@dataclass(frozen=True)
class Pending:
    op: int
    cause: int
    length: int
    mask: int  # E(J0), and for opening the received tag
    hash: int

    @property
    def word(self) -> int:
        operation = {"open": self.op == OPEN, "seal": self.op == SEAL}
        return PENDING.pack(**operation, cause=self.cause, tag_len=self.length)

    @property
    def verdict(self) -> tuple[dict[str, int], int]:
        left = (self.mask ^ self.hash) & ((1 << 8 * self.length) - 1)
        cause = self.cause or (TAG_MISMATCH if self.op == OPEN and left else NONE)
        tag, length = (left, self.length) if self.op == SEAL and not cause else (0, 0)
        said = {"seal": self.op == SEAL, "refused": bool(cause), "cause": cause}
        return {**said, "tag_len": length}, tag


def pending_tags(rng: random.Random) -> list[Pending]:
    found = []
    for length in LENGTHS:
        hash_ = rng.getrandbits(128)
        beyond = rng.getrandbits(128) >> 8 * length << 8 * length
        found.append(Pending(OPEN, NONE, length, hash_ ^ beyond, hash_))  # passes
        for bit in range(8 * length):
            found.append(Pending(OPEN, NONE, length, hash_ ^ beyond ^ 1 << bit, hash_))
        for op in (SEAL, COUNTER, SEAL, OPEN) * 4:
            cause = rng.choice((NONE, ORDER))
            found.append(Pending(op, cause, length, rng.getrandbits(128), rng.getrandbits(128)))
    rng.shuffle(found)
    return found


def join(values: list[int], width: int) -> int:
    return sum(value << n * width for n, value in enumerate(values))


class Finish:
    """The module, what drives it, and the verdicts that must come."""

    def __init__(self, dut: Any, rng: random.Random) -> None:
        self.dut, self.rng, self.now = dut, rng, 0
        self.room = self.least = DEPTH
        self.waiting: deque[tuple[int, Pending]] = deque()  # from which cycle on its hash may come
        self.due: deque[tuple[int, Pending]] = deque()
        self.j0s: deque[tuple[int, int]] = deque()
        self.patterns: set[int] = set()
        self.together: set[tuple[int, bool]] = set()  # hashes of a cycle, and if one is of an IV

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.drive_pending([])
        self.drive_hashes([])
        self.dut.sweep_i.value = self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def drive_pending(self, new: list[Pending]) -> None:
        """In any lanes; what is in the others does not matter."""
        lanes = sorted(self.rng.sample(range(LANES), len(new)))
        words = [self.rng.getrandbits(PENDING.width) for _ in range(LANES)]
        masks = [self.rng.getrandbits(128) for _ in range(LANES)]
        for lane, pending in zip(lanes, new, strict=True):
            words[lane], masks[lane] = pending.word, pending.mask
        pattern = sum(1 << lane for lane in lanes)
        self.patterns.add(pattern)
        self.dut.pending_valid_i.value = pattern
        self.dut.pending_i.value = join(words, PENDING.width)
        self.dut.mask_i.value = join(masks, 128)

    def drive_hashes(self, values: list[tuple[int, bool]]) -> None:
        self.dut.hash_valid_i.value = (1 << len(values)) - 1
        self.dut.hash_i.value = join([value for value, _ in values], 128)
        self.dut.hash_iv_i.value = join([int(iv) for _, iv in values], 1)

    def hashes(self, rate: float) -> list[tuple[int, bool]]:
        """Those of this cycle, the hash of an IV among them or not."""
        values: list[tuple[int, bool]] = []
        has_iv = self.rng.random() < 0.15
        at = self.rng.randrange(ENDS)
        while len(values) < ENDS and self.rng.random() < rate:
            if has_iv and len(values) == at:
                values.append((self.rng.getrandbits(128), True))
                self.j0s.append((self.now + 1, values[-1][0]))
            elif self.waiting and self.waiting[0][0] <= self.now:
                pending = self.waiting.popleft()[1]
                values.append((pending.hash, False))
                self.due.append((self.now + LATENCY, pending))
            else:
                break
        self.together.add((len(values), any(iv for _, iv in values)))
        return values

    def check(self) -> None:
        dut, now = self.dut, self.now
        count = sum(cycle == now for cycle, _ in self.due)
        assert int(dut.verdict_valid_o.value) == (1 << count) - 1
        words, tags = int(dut.verdict_o.value), int(dut.tag_o.value)
        for n in range(count):
            pending = self.due.popleft()[1]
            word = VERDICT.unpack(words >> n * VERDICT.width & ((1 << VERDICT.width) - 1))
            assert (word, tags >> 128 * n & ((1 << 128) - 1)) == pending.verdict, pending
        self.room += count
        is_j0 = bool(self.j0s and self.j0s[0][0] == now)
        assert bool(dut.j0_valid_o.value) == is_j0
        if is_j0:
            assert dut.j0_o.value == self.j0s.popleft()[1]

    async def play(self, todo: deque[Pending], rate: float, hashes: float = 1.0) -> None:
        """A cycle with some of the next pending tags, and some of the hashes that may come."""
        self.check()
        new: list[Pending] = []
        while todo and self.room and len(new) < ENDS and self.rng.random() < rate:
            new.append(todo.popleft())
            self.room -= 1
        self.least = min(self.least, self.room)
        self.drive_hashes(self.hashes(hashes))
        self.waiting.extend((self.now + PENDING_LEADS, pending) for pending in new)
        self.drive_pending(new)
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    async def drain(self) -> None:
        while self.waiting or self.due or self.j0s:
            await self.play(deque(), 1.0)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def verdicts(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    finish = Finish(dut, rng)
    await finish.start()
    todo = deque(tag for _ in range(4) for tag in pending_tags(rng))
    while todo:
        phase = ((1.0, 1.0), (0.5, 0.5), (1.0, 0.1), (0.8, 0.7))[finish.now // 50 % 4]
        await finish.play(todo, *phase)
    await finish.drain()
    assert finish.least == 0
    wanted = {n for n in range(1 << LANES) if n.bit_count() <= ENDS}
    assert len(finish.patterns) > 0.9 * len(wanted)
    assert finish.together >= {(n, iv) for n in range(1, ENDS + 1) for iv in (False, True)}


@cocotb.test(timeout_time=100, timeout_unit="us")
async def as_many_as_end_in_every_cycle(dut: Any) -> None:
    """Without a gap in any of the three."""
    rng = random.Random(cocotb.RANDOM_SEED)
    finish = Finish(dut, rng)
    await finish.start()
    todo = deque(pending_tags(rng)[: 60 * ENDS])
    for cycle in range(60 + PENDING_LEADS + LATENCY):
        finish.check()
        new = [todo.popleft() for _ in range(ENDS)] if todo else []
        early = cycle < PENDING_LEADS or not finish.waiting
        ready = [] if early else [finish.waiting.popleft()[1] for _ in range(ENDS)]
        finish.drive_hashes([(pending.hash, False) for pending in ready])
        finish.due.extend((finish.now + LATENCY, pending) for pending in ready)
        finish.waiting.extend((finish.now, pending) for pending in new)
        finish.drive_pending(new)
        await FallingEdge(dut.clk_i)
        finish.now += 1
    finish.check()
    assert not (todo or finish.waiting or finish.due)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def sweep_forgets(dut: Any) -> None:
    """In the middle of anything; then the first message is the first of all again."""
    rng = random.Random(cocotb.RANDOM_SEED)
    finish = Finish(dut, rng)
    await finish.start()
    for _ in range(20):
        todo = deque(rng.sample(pending_tags(rng), 40))
        for _ in range(rng.randint(1, 20)):
            await finish.play(todo, rng.choice((1.0, 0.7)))
        finish.drive_pending([])
        finish.drive_hashes([])
        for port in (dut.pending_i, dut.mask_i):
            port.value = 0
        dut.sweep_i.value = 1
        for _ in range(16 + 8 + 4):
            await FallingEdge(dut.clk_i)
            assert int(dut.verdict_valid_o.value) == 0
        for n in range(ENDS):
            one = dut[f"g_finish[{n}]"].u_finish
            assert not any(int(word) for word in one.u_pending.mem.value)
            for name in ("pending_q", "mask_q", "hash_q", "sum_tag_q", "verdict_tag_q"):
                assert int(getattr(one, name).value) == 0
        for name in ("u_pending", "u_hash"):
            assert int(dut[name].data_q.value) == 0
        finish.waiting.clear()
        finish.due.clear()
        finish.j0s.clear()
        finish.room = DEPTH
        dut.sweep_i.value = 0
        await FallingEdge(dut.clk_i)  # the queue is cleared once more
        finish.now += 1
    await finish.play(deque(pending_tags(rng)[:ENDS]), 1.0)
    await finish.drain()
