# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_finish: every bit of every tag length counts, and no bit beyond it.

Messages of all kinds meet their hashes back to back and with gaps; the hash of an IV passes in
between. A verdict comes four cycles after its hash; the tag of anything but a sealed message, and
of a refused one, is zero.
"""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
PENDING = read_package("rtl/gcm/seal_gcm_pkg.sv").structs["pending_t"]
VERDICT = PACKAGE.structs["verdict_t"]
SEAL, OPEN, COUNTER, _ = PACKAGE.enums["message_op_e"]
NONE, TAG_MISMATCH, ORDER = (
    PACKAGE.enums["message_cause_e"][f"Cause{name}"] for name in ("None", "TagMismatch", "Order")
)
LENGTHS = (4, 8, 12, 13, 14, 15, 16)
LATENCY = 4
PENDING_LEADS = 4  # cycles at least from a pending to its hash


@dataclass(frozen=True)
class Pending:
    op: int
    cause: int
    length: int
    mask: int  # E(J0), and for opening the received tag
    hash: int

    @property
    def verdict(self) -> dict[str, int]:
        left = (self.mask ^ self.hash) & ((1 << 8 * self.length) - 1)
        cause = self.cause or (TAG_MISMATCH if self.op == OPEN and left else NONE)
        tag, length = (left, self.length) if self.op == SEAL and not cause else (0, 0)
        said = {"seal": self.op == SEAL, "refused": bool(cause), "cause": cause}
        return {**said, "tag_len": length, "tag": tag}


def pending_tags(rng: random.Random) -> list[Pending]:
    found = []
    for length in LENGTHS:
        hash_ = rng.getrandbits(128)
        beyond = rng.getrandbits(128) >> 8 * length << 8 * length
        found.append(Pending(OPEN, NONE, length, hash_ ^ beyond, hash_))  # passes
        for bit in range(8 * length):
            found.append(Pending(OPEN, NONE, length, hash_ ^ beyond ^ 1 << bit, hash_))
        for op in (SEAL, COUNTER, SEAL, OPEN):
            cause = rng.choice((NONE, ORDER))
            found.append(Pending(op, cause, length, rng.getrandbits(128), rng.getrandbits(128)))
    rng.shuffle(found)
    return found


def idle(dut: Any) -> None:
    dut.pending_valid_i.value = dut.hash_valid_i.value = dut.hash_iv_i.value = 0


async def start(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    idle(dut)
    dut.sweep_i.value = dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


def drive_pending(dut: Any, pending: Pending) -> None:
    operation = {"open": pending.op == OPEN, "seal": pending.op == SEAL}
    rest = {"cause": pending.cause, "tag_len": pending.length}
    dut.pending_valid_i.value, dut.pending_i.value = 1, PENDING.pack(**operation, **rest)
    dut.mask_i.value = pending.mask


def verdict(dut: Any) -> dict[str, int]:
    return VERDICT.unpack(int(dut.verdict_o.value)) | {"tag": int(dut.tag_o.value)}


@cocotb.test(timeout_time=100, timeout_unit="us")
async def verdicts(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    todo = deque(pending_tags(rng))
    waiting: deque[tuple[int, Pending]] = deque()  # from which cycle on its hash may come
    due: deque[tuple[int, Pending]] = deque()
    now = j0s = 0
    while todo or waiting or due:
        seen = bool(int(dut.verdict_valid_o.value))
        assert seen == bool(due and due[0][0] == now)
        if seen:
            pending = due.popleft()[1]
            assert verdict(dut) == pending.verdict, pending
        idle(dut)
        rate = 1.0 if now < 300 else 0.5
        if waiting and waiting[0][0] <= now and rng.random() < rate:
            pending = waiting.popleft()[1]
            dut.hash_valid_i.value, dut.hash_i.value = 1, pending.hash
            due.append((now + LATENCY, pending))
        elif rng.random() < 0.1:
            value = rng.getrandbits(128)
            dut.hash_valid_i.value, dut.hash_iv_i.value, dut.hash_i.value = 1, 1, value
        if todo and len(waiting) < 7 and rng.random() < rate:
            pending = todo.popleft()
            waiting.append((now + PENDING_LEADS, pending))
            drive_pending(dut, pending)
        await FallingEdge(dut.clk_i)
        if int(dut.hash_iv_i.value):
            assert int(dut.j0_valid_o.value) and dut.j0_o.value == dut.hash_i.value
            j0s += 1
        now += 1
    assert j0s > 10


@cocotb.test(timeout_time=100, timeout_unit="us")
async def sweep_forgets(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    for pending in pending_tags(rng)[:5]:
        drive_pending(dut, pending)
        await FallingEdge(dut.clk_i)
    idle(dut)
    dut.hash_valid_i.value, dut.hash_i.value = 1, rng.getrandbits(128)
    await FallingEdge(dut.clk_i)
    idle(dut)
    dut.sweep_i.value = 1
    for _ in range(8 + 8 + 1):  # the queue, and the pending behind it
        await FallingEdge(dut.clk_i)
        assert not int(dut.verdict_valid_o.value)
    queue = dut.u_pending
    assert [int(queue.mem[i].value) for i in range(8)] == [0] * 8
    for lane in range(3):
        ahead = queue[f"g_lane[{lane}]"].u_ahead.g_mem.mem
        assert [int(ahead[i].value) for i in range(5)] == [0] * 5
    assert int(queue.read_q.value) == int(queue.out_q.value) == 0
    assert int(dut.pending_q.value) == int(dut.mask_q.value) == 0
    dut.sweep_i.value = 0
    await FallingEdge(dut.clk_i)  # the queue is cleared once more
    pending = Pending(SEAL, NONE, 16, 1 << 127, 1)
    drive_pending(dut, pending)
    for _ in range(PENDING_LEADS):
        await FallingEdge(dut.clk_i)
        idle(dut)
    dut.hash_valid_i.value, dut.hash_i.value = 1, pending.hash
    for _ in range(LATENCY):
        await FallingEdge(dut.clk_i)
        idle(dut)
    assert int(dut.verdict_valid_o.value) and verdict(dut)["tag"] == 1 << 127 | 1
