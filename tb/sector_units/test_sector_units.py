# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_sector_units: numbers that advance over all bytes, refusals, zeroise, latency."""

import os
import random
from collections import deque
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/sector/seal_sector_pkg.sv")
OP, CAUSE = PACKAGE.enums["sector_op_e"], PACKAGE.enums["sector_cause_e"]
COUNT_BITS = int(os.environ["UNITS_COUNT_BITS"])
OPS = int(os.environ["UNITS_OPS"])  # a mask: bit 0 encryption
READY = 0b0101_1010_1111_0011  # slots with a key
EDGES = [1 << 128, 1 << 127, 1 << 64, 1 << COUNT_BITS, 1 << 32, 1 << 16, 256]


@dataclass(frozen=True)
class Command:
    op: int
    slot: int
    unit: int
    count: int
    id: int

    def cause(self) -> int:
        """The first that holds, in the order of the package."""
        if self.op not in (OP.OpEncrypt, OP.OpDecrypt) or not OPS >> self.op & 1:
            return CAUSE.CauseOp
        if not READY >> self.slot & 1:
            return CAUSE.CauseSlot
        if self.count == 0:
            return CAUSE.CauseCount
        return CAUSE.CauseWrap if self.unit + self.count > 1 << 128 else CAUSE.CauseNone

    def units(self) -> list[tuple[int, ...]]:
        """What m_unit has: op, slot, tweak, info, first, last, cause."""
        inv, cause = int(self.op == OP.OpDecrypt), self.cause()
        if cause:
            return [(inv, self.slot, self.unit, self.id, 1, 1, cause)]
        last = self.count - 1
        return [
            (inv, self.slot, self.unit + i, self.id, int(i == 0), int(i == last), 0)
            for i in range(self.count)
        ]


def draw(rng: random.Random) -> Command:
    """Mostly right; numbers near the ends of bytes and words, where carries are."""
    good = [slot for slot in range(16) if READY >> slot & 1]
    edge = rng.choice(EDGES) * rng.randint(1, 3)
    count = rng.choice((0, 1, 1, 2, 3, 5, 20)) % (1 << COUNT_BITS)
    return Command(
        op=rng.choice((0, 0, 0, 1, 1, 1, 2, 3)),
        slot=rng.choice((rng.choice(good), rng.choice(good), rng.randrange(16))),
        unit=max(0, min(edge - rng.randint(-3, 20), (1 << 128) - 1)),
        count=count,
        id=rng.getrandbits(16),
    )


class Bench:
    def __init__(self, dut: Any) -> None:
        self.dut, self.rng = dut, random.Random(1)
        self.queue: deque[Command] = deque()
        self.expected: deque[tuple[int, ...]] = deque()
        self.seen = 0

    async def start(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        self.dut.sweep_i.value = self.dut.s_cmd_valid.value = self.dut.m_unit_ready.value = 0
        self.dut.hold_i.value = self.dut.cancel_i.value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def offer(self, command: Command | None) -> None:
        """Scrambles the fields while nothing is offered."""
        shown = command or Command(*(self.rng.getrandbits(n) for n in (2, 4, 128, COUNT_BITS, 16)))
        for name in ("op", "slot", "unit", "count"):
            getattr(self.dut, f"s_cmd_{name}").value = getattr(shown, name)
        self.dut.s_cmd_info.value = shown.id
        self.dut.s_cmd_valid.value = int(command is not None)
        self.dut.slot_ready_i.value = READY >> shown.slot & 1

    async def cycle(self, offer: bool = True, ready: bool = True) -> bool:
        """One cycle, in its second half; whether a command was taken."""
        command = self.queue[0] if offer and self.queue else None
        self.offer(command)
        self.dut.m_unit_ready.value = int(ready)
        await Timer(1, "ns")
        if int(self.dut.m_unit_valid.value) and ready:
            names = ("op", "slot", "tweak", "info", "first", "last", "cause")
            found = tuple(int(getattr(self.dut, f"m_unit_{name}").value) for name in names)
            assert found == self.expected.popleft()
            self.seen += 1
        taken = command is not None and bool(int(self.dut.s_cmd_ready.value))
        if taken:
            self.expected.extend(self.queue.popleft().units())
        await FallingEdge(self.dut.clk_i)
        return taken


@cocotb.test
async def random_commands(dut: Any) -> None:
    """Every cause, carries over all widths, with gaps on both sides."""
    bench = Bench(dut)
    await bench.start()
    commands = [draw(bench.rng) for _ in range(1500)]
    own = {CAUSE.CauseNone, CAUSE.CauseOp, CAUSE.CauseSlot, CAUSE.CauseCount, CAUSE.CauseWrap}
    assert {command.cause() for command in commands} == own
    bench.queue.extend(commands)
    total = sum(len(command.units()) for command in commands)
    for _ in range(12 * total):
        await bench.cycle(bench.rng.random() < 0.8, bench.rng.random() < 0.7)
        if not bench.queue and not bench.expected:
            break
    assert bench.seen == total


@cocotb.test
async def a_unit_per_cycle(dut: Any) -> None:
    """Two cycles from a command to its first unit, then one after the other."""
    bench = Bench(dut)
    await bench.start()
    count = min(40, (1 << COUNT_BITS) - 1)
    bench.queue.append(Command(OP.OpDecrypt, 0, (1 << 64) - 5, count, 7))
    assert await bench.cycle()
    for cycle in range(1 + count):
        await bench.cycle()
        assert bench.seen == cycle
    assert not bench.expected


@cocotb.test
async def many_units(dut: Any) -> None:
    """A command of more than 2^8, and the ends of longer ones, whose count is set near them."""
    bench = Bench(dut)
    await bench.start()
    count = min(258, (1 << COUNT_BITS) - 1)
    bench.queue.append(Command(OP.OpDecrypt, 0, 0, count, 1))
    while bench.queue or bench.expected:
        await bench.cycle()
    assert bench.seen == count
    for bits in (8, 12, 16, 20, 24, 31):
        left = (1 << bits) + 2
        if left >= 1 << COUNT_BITS:
            continue
        bench.queue.append(Command(OP.OpDecrypt, 0, 0, 5, 1))
        assert await bench.cycle()
        await bench.cycle()
        bench.expected.clear()
        dut.left_q.value, dut.last_q.value = left, 0
        bench.expected.extend((1, 0, i, 1, int(i == 0), 0, 0) for i in range(4))
        for _ in range(4):
            await bench.cycle()
        assert not bench.expected and int(dut.busy_o.value)
        dut.sweep_i.value = 1
        bench.offer(None)
        await FallingEdge(dut.clk_i)
        dut.sweep_i.value = 0


@cocotb.test
async def zeroise(dut: Any) -> None:
    """At every moment of a command: nothing of it is left, and the next one is right."""
    bench = Bench(dut)
    await bench.start()
    for moment in range(6):
        bench.queue.append(Command(OP.OpDecrypt, 1, (1 << 128) - 9, 3 % (1 << COUNT_BITS), 1))
        for _ in range(moment):
            await bench.cycle()
        dut.sweep_i.value = dut.hold_i.value = 1
        bench.offer(None)
        for _ in range(2):
            await FallingEdge(dut.clk_i)
            assert not int(dut.m_unit_valid.value) and not int(dut.s_cmd_ready.value)
        dut.sweep_i.value = dut.hold_i.value = 0
        await Timer(1, "ns")
        assert int(dut.m_unit_tweak.value) == 0 and int(dut.high_next_q.value) == 0
        bench.expected.clear()
        bench.queue.clear()
        bench.queue.append(Command(OP.OpEncrypt, 4, 255, 1, moment))
        for _ in range(4):
            await bench.cycle()
        assert not bench.expected and not bench.queue


@cocotb.test(timeout_time=200, timeout_unit="us")
async def hold_and_cancel(dut: Any) -> None:
    """A held command is not taken. A cancelled one ends behind the units that were taken."""
    bench = Bench(dut)
    await bench.start()
    count = min(30, (1 << COUNT_BITS) - 1)
    command = Command(OP.OpDecrypt, 0, 5, count, 3)
    bench.queue.append(command)
    dut.hold_i.value = 1
    for _ in range(3):
        assert not await bench.cycle()
    dut.hold_i.value = 0
    for seen in range(count):
        bench.queue, bench.seen = deque([command]), 0
        bench.expected.clear()
        assert not int(dut.busy_o.value)
        assert await bench.cycle()
        assert int(dut.busy_o.value) and int(dut.m_unit_slot.value) == command.slot
        if seen == 0:  # a command of which no unit has been taken stays
            dut.cancel_i.value = 1
            await bench.cycle(ready=False)
            await bench.cycle(ready=False)
            dut.cancel_i.value = 0
            assert int(dut.m_unit_valid.value)
            while bench.seen < count:
                await bench.cycle()
            continue
        while bench.seen < seen:
            await bench.cycle()
        dut.cancel_i.value = 1
        await bench.cycle(ready=False)
        dut.cancel_i.value = 0
        assert not int(dut.m_unit_valid.value) and not int(dut.busy_o.value)
