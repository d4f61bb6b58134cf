# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_lanes: all numbers of lanes and words at once, each against a queue.

The model follows the header: a push announces the word of the next cycle, which is visible
three cycles after it if nothing is in front, and Depth words fit. A full queue takes a push
together with a pop.
"""

import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

DEPTHS, LANES = 9, (2, 3, 4)
QUEUES = DEPTHS * len(LANES)
WIDTH = 16
MASK = (1 << WIDTH) - 1


class Bench:
    """Drives all queues on falling edges; of each, the words and when they become visible."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.words: list[deque[tuple[int, int]]] = [deque() for _ in range(QUEUES)]
        self.rng = random.Random(cocotb.RANDOM_SEED)
        self.now = 0
        self.announced = 0
        self.full = [0] * QUEUES
        self.popped = [0] * QUEUES

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.drive(0, 0, 0)
        self.dut.zero_i.value = 0
        self.dut.hide_i.value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def drive(self, push: int, pop: int, data: int) -> None:
        self.dut.push_i.value = push
        self.dut.pop_i.value = pop
        self.dut.data_i.value = data

    async def cycle(self, want_push: float, want_pop: float) -> None:
        """One cycle: checks the heads, then pushes and pops at random where that is legal."""
        push = pop = data = 0
        valid, heads = int(self.dut.valid_o.value), int(self.dut.data_o.value)
        for queue, words in enumerate(self.words):
            depth = queue % DEPTHS + 1
            seen = bool(valid >> queue & 1)
            assert seen == (bool(words) and words[0][1] <= self.now), f"valid of queue {queue}"
            head = words[0][0] if seen else 0
            assert heads >> (WIDTH * queue) & MASK == head, f"head of queue {queue}"
            self.full[queue] += len(words) == depth
            out = seen and self.rng.random() < want_pop
            if out:
                words.popleft()
            if len(words) < depth and self.rng.random() < want_push:
                word = self.rng.randrange(1, 1 << WIDTH)
                words.append((word, self.now + 3))
                push |= 1 << queue
                data |= word << (WIDTH * queue)
            pop |= out << queue
            self.popped[queue] += out
        self.drive(push, pop, self.announced)
        self.announced = data
        await FallingEdge(self.dut.clk_i)
        self.now += 1


@cocotb.test(timeout_time=200, timeout_unit="us")
async def random_traffic(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for want_push, want_pop in ((0.5, 0.5), (1.0, 0.3), (0.3, 1.0), (1.0, 1.0), (0.9, 0.9)):
        for _ in range(400):
            await bench.cycle(want_push, want_pop)
    assert all(count > 20 for count in bench.full)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_word_in_every_cycle(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for _ in range(300):
        await bench.cycle(1.0, 1.0)
    for queue, popped in enumerate(bench.popped):
        if queue % DEPTHS + 1 > 3:  # a word is inside for three cycles
            assert popped == 300 - 3, f"queue {queue}"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zeros(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        for _ in range(20 + turn):
            await bench.cycle(0.9, 0.5)
        bench.drive(0, 0, (1 << WIDTH * QUEUES) - 1)
        for hidden in range(turn % 3):
            dut.hide_i.value = int(not hidden)
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
            assert int(dut.data_o.value) == 0
        dut.hide_i.value = 0
        dut.zero_i.value = 1
        for _ in range(DEPTHS // 2 + 1):
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
            assert int(dut.data_o.value) == 0
        for queue, words in enumerate(bench.words):
            for lane in range(LANES[queue // DEPTHS]):
                fifo = dut[f"g_fifo[{queue}]"].u_fifo[f"g_lane[{lane}]"].u_fifo
                memory = fifo.g_mem.mem
                places = -(-(queue % DEPTHS + 1) // LANES[queue // DEPTHS])
                assert [int(memory[i].value) for i in range(places)] == [0] * places
                assert int(fifo.data_o.value) == 0
            words.clear()
        bench.announced = 0
        dut.zero_i.value = 0
