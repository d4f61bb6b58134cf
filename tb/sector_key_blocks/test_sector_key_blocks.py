# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_sector_key_blocks: sums beside whole numbers, up to the limit and never past it."""

import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

SLOTS, LOG2 = int(os.environ["BLOCKS_SLOTS"]), int(os.environ["BLOCKS_LOG2"])
LIMIT, LONGEST = 1 << LOG2, 511


class Counter:
    """The module and its sums as numbers; the length of a slot's units belongs to its key."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.rng = dut, random.Random(cocotb.RANDOM_SEED)
        self.sums, self.unit = [0] * SLOTS, [1] * SLOTS

    async def start(self) -> None:
        dut = self.dut
        for name in ("sweep_i", "sweep_addr_i", "set_i", "set_slot_i", "slot_i", "count_i"):
            getattr(dut, name).value = 0
        dut.blocks_i.value = dut.read_slot_i.value = dut.rst_ni.value = 0
        Clock(dut.clk_i, 10, unit="ns").start()
        await self.cycles(2)
        dut.rst_ni.value = 1
        await self.cycles(1)

    async def cycles(self, count: int) -> None:
        for _ in range(count):
            await FallingEdge(self.dut.clk_i)

    async def key(self, slot: int, unit: int) -> None:
        self.dut.set_i.value, self.dut.set_slot_i.value = 1, slot
        await self.cycles(1)
        self.dut.set_i.value, self.dut.set_slot_i.value = 0, self.rng.randrange(16)
        self.sums[slot], self.unit[slot] = 0, unit

    async def full(self, slot: int) -> bool:
        self.dut.slot_i.value = slot
        await Timer(1, "ns")
        return bool(int(self.dut.full_o.value))

    async def begin(self, slot: int, idle: int = 0) -> bool:
        """A unit, unless the key takes no more; the next one may follow two cycles later."""
        dut, unit = self.dut, self.unit[slot]
        dut.blocks_i.value = unit
        over = await self.full(slot)
        assert over == (self.sums[slot] + unit > LIMIT), (slot, unit, self.sums[slot])
        dut.count_i.value = int(not over)
        await self.cycles(1)
        dut.count_i.value, dut.slot_i.value = 0, self.rng.randrange(16)
        dut.blocks_i.value = self.rng.randrange(1, LONGEST + 1)
        await self.cycles(1 + idle)
        self.sums[slot] += 0 if over else unit
        return not over

    async def read(self) -> None:
        """The sum of each slot, and none of those that there are not."""
        for slot, wanted in enumerate([*self.sums, *[0] * (16 - SLOTS)]):
            self.dut.read_slot_i.value = slot
            await Timer(1, "ns")
            assert int(self.dut.read_o.value) == wanted, slot
            await self.cycles(1)

    async def preset(self, slot: int, blocks: int) -> None:
        """A sum that would take years; the flag follows with the next unit."""
        assert self.sums[slot]
        self.dut.u_sums.mem[slot].value = blocks
        self.sums[slot] = blocks
        await self.cycles(1)


async def counter_of(dut: Any) -> Counter:
    counter = Counter(dut)
    await counter.start()
    return counter


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def random_units(dut: Any) -> None:
    """Of all slots, one behind the other, with keys between them."""
    counter = await counter_of(dut)
    rng = counter.rng
    await counter.read()
    for turn in range(1500):
        slot = rng.randrange(SLOTS)
        if turn < SLOTS or rng.random() < 0.02:
            await counter.key(turn if turn < SLOTS else slot, rng.choice((1, 2, 33, 256, 511)))
        else:
            await counter.begin(slot, rng.choice((0, 0, 0, 1, 5)))
        if rng.random() < 0.3:
            await counter.read()


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def the_limit_is_reached_and_not_passed(dut: Any) -> None:
    """From a few units below it: exactly, or with a rest that no unit fits into."""
    counter = await counter_of(dut)
    for unit in (1, 2, 3, 33, 255, 256, 511):
        for rest in {0, unit // 2, unit - 1}:
            for slot in {0, SLOTS - 1}:
                await counter.key(slot, unit)
                assert await counter.begin(slot)
                first = LIMIT - rest - 2 * unit
                if first <= 0:
                    continue
                await counter.preset(slot, first)
                assert await counter.begin(slot) and await counter.begin(slot)
                for _ in range(3):
                    assert not await counter.begin(slot)
                assert counter.sums[slot] == LIMIT - rest
                await counter.read()
                if SLOTS > 1:  # another slot is not concerned
                    await counter.key(other := (slot + 1) % SLOTS, unit)
                    assert await counter.begin(other) and await counter.full(slot)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_new_key_and_a_zeroise_start_again(dut: Any) -> None:
    counter = await counter_of(dut)
    for way in ("key", "sweep", "reset"):
        for slot in range(SLOTS):
            await counter.key(slot, 64)
            assert await counter.begin(slot)
            await counter.preset(slot, LIMIT - 64)
            assert await counter.begin(slot) and await counter.full(slot)
        if way == "key":
            for slot in range(SLOTS):
                await counter.key(slot, 64)
                assert not await counter.full(slot)
                await counter.read()
        else:
            line = dut.sweep_i if way == "sweep" else dut.rst_ni
            before = int(line.value)
            dut.slot_i.value, dut.blocks_i.value = 0, 64
            line.value = 1 - before
            for address in range(16):
                dut.sweep_addr_i.value = address
                await counter.cycles(1)
            line.value = before
            counter.sums = [0] * SLOTS
            await counter.cycles(1)
        await counter.read()
        for slot in range(SLOTS):
            assert not await counter.full(slot)
            assert await counter.begin(slot)
        await counter.read()


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_sweep_ends_a_unit_and_clears_the_words(dut: Any) -> None:
    """Of a unit that begins just before it nothing counts."""
    counter = await counter_of(dut)
    for slot in range(SLOTS):
        await counter.key(slot, 5)
        assert await counter.begin(slot)
    dut.slot_i.value, dut.blocks_i.value, dut.count_i.value = 0, 5, 1
    await counter.cycles(1)
    dut.count_i.value, dut.sweep_i.value = 0, 1
    for address in range(16):
        dut.sweep_addr_i.value = address
        await counter.cycles(1)
    dut.sweep_i.value, counter.sums = 0, [0] * SLOTS
    await counter.cycles(2)
    await counter.read()
    assert all(int(dut.u_sums.mem[slot].value) == 0 for slot in range(SLOTS))
