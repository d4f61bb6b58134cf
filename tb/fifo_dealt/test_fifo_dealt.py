# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_deal, seal_fifo_dealt and seal_collect: words in any lanes come out in order.

The model follows the headers: a word is visible six cycles after its push if nothing is in front
of it; a word is pushed if an entry is free for it, and entries are given back.
"""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

LATENCY: Final = 6


@dataclass
class Set:
    """Some queues beside each other, as one."""

    inputs: int
    ports: int
    depth: int
    words: deque[tuple[int, int]] = field(default_factory=deque)  # and from when on visible
    entries: int = 0
    full: int = 0
    popped: int = 0
    patterns: set[int] = field(default_factory=set)


def sets() -> list[Set]:
    return [Set(4, 4, 40), Set(8, 3, 30), Set(2, 2, 20)]


class Bench:
    def __init__(self, dut: Any) -> None:
        self.dut, self.sets, self.now = dut, sets(), 0
        self.rng = random.Random(cocotb.RANDOM_SEED)
        for one in self.sets:
            one.entries = one.depth

    async def start(self) -> None:
        for port in (self.dut.push_i, self.dut.data_i, self.dut.pop_i, self.dut.sweep_i):
            port.value = 0
        self.dut.rst_ni.value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def push(self, one: Set, rate: float) -> tuple[int, int]:
        """The oldest word in the lowest lane."""
        wanted = sum(self.rng.random() < rate for _ in range(one.ports))
        lanes = self.rng.sample(range(one.inputs), min(wanted, one.entries))
        data = self.rng.getrandbits(16 * one.inputs)
        for lane in sorted(lanes):
            one.words.append((data >> 16 * lane & 0xFFFF, self.now + LATENCY))
        one.entries -= len(lanes)
        one.full += one.entries == 0
        pattern = sum(1 << lane for lane in lanes)
        one.patterns.add(pattern)
        return pattern, data

    def pop(self, one: Set, index: int, rate: float) -> int:
        """Checks the words at the ports, and takes some of them."""
        valid = int(self.dut.valid_o.value) >> 4 * index & 15
        count = valid.bit_count()
        due = sum(visible <= self.now for _, visible in list(one.words)[: one.ports])
        assert valid == (1 << count) - 1 and count <= due
        if due == len(one.words):  # nothing more is on its way
            assert count == due, (index, self.now)
        data = int(self.dut.data_o.value) >> 64 * index
        for n in range(count):
            assert data >> 16 * n & 0xFFFF == one.words[n][0], (index, n)
        taken = sum(self.rng.random() < rate for _ in range(count))
        for _ in range(taken):
            one.words.popleft()
        one.popped += taken
        return (1 << taken) - 1

    async def run(self, cycles: int, pushes: float, pops: float) -> None:
        dut = self.dut
        for _ in range(cycles):
            push = data = pop = 0
            for index, one in enumerate(self.sets):
                pop |= self.pop(one, index, pops) << 4 * index
                pattern, words = self.push(one, pushes)
                push |= pattern << 8 * index
                data |= words << 128 * index
            dut.push_i.value, dut.data_i.value, dut.pop_i.value = push, data, pop
            await Timer(1, "ns")
            given = int(dut.give_o.value)
            for index, one in enumerate(self.sets):
                one.entries += (given >> 4 * index & 15).bit_count()
            await FallingEdge(dut.clk_i)
            self.now += 1

    async def sweep(self, cycles: int) -> None:
        dut = self.dut
        dut.push_i.value = dut.data_i.value = dut.pop_i.value = 0
        dut.sweep_i.value = 1
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
        for one in self.sets:
            one.words.clear()
            one.entries = one.depth


@cocotb.test(timeout_time=200, timeout_unit="us")
async def words_stay_in_order(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(30):
        await bench.run(
            100, *((0.9, 0.3), (0.3, 0.9), (0.7, 0.7), (1.0, 0.0), (0.0, 1.0))[turn % 5]
        )
    for one in bench.sets:
        wanted = [n for n in range(1 << one.inputs) if n.bit_count() <= one.ports]
        assert len(one.patterns) == len(wanted) and one.full > 20
        assert one.entries + len(one.words) <= one.depth + 2 * one.ports


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_word_for_each_queue_in_every_cycle(dut: Any) -> None:
    """Also after all were full."""
    bench = Bench(dut)
    await bench.start()
    await bench.run(300, 1.0, 1.0)
    assert all(one.popped == (300 - LATENCY) * one.ports for one in bench.sets)
    await bench.run(40, 1.0, 0.0)
    before = [one.popped for one in bench.sets]
    await bench.run(300, 1.0, 1.0)
    for one, popped in zip(bench.sets, before, strict=True):
        assert one.popped - popped == 300 * one.ports


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zeros(dut: Any) -> None:
    """A zeroise clears everything, and the next word is in queue 0 again."""
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        await bench.run(20 + turn, 0.8, 0.5)
        await bench.sweep(10 + 10)
        for index, one in enumerate(bench.sets):
            inside = dut[f"g_set[{index}]"].u_fifo
            assert int(inside.u_deal.data_q.value) == 0
            for n in range(one.ports):
                queue = inside[f"g_queue[{n}]"]
                assert not any(int(word) for word in queue.u_fifo.mem.value)
                head = queue.u_head
                for word in (head.ctrl_q, head.spare_q, head.u_data.word_q):
                    assert int(word.value) == 0
        dut.sweep_i.value = 0
        await FallingEdge(dut.clk_i)  # the memory is cleared once more
        bench.now += 1
