# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_deep: twelve of them at once, each against a queue.

The model follows the header: a word is visible four cycles after its push if nothing is in front
of it, at most Depth words are in the queue, and a full one takes a push together with a pop.
"""

import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

QUEUES = 12
AHEAD = 5
WIDTH = 16
MASK = (1 << WIDTH) - 1
LATENCY = 4


class Bench:
    """Drives all queues on falling edges; of each, the words and when they become visible."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.words: list[deque[tuple[int, int]]] = [deque() for _ in range(QUEUES)]
        self.rng = random.Random(cocotb.RANDOM_SEED)
        self.now = 0
        self.full = [0] * QUEUES
        self.popped = [0] * QUEUES

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.drive(0, 0, 0)
        self.dut.zero_i.value = 0
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
            seen = bool(valid >> queue & 1)
            assert seen == (bool(words) and words[0][1] <= self.now), f"valid of queue {queue}"
            if seen:
                assert heads >> (WIDTH * queue) & MASK == words[0][0], f"head of queue {queue}"
            self.full[queue] += len(words) == queue + 1
            out = seen and self.rng.random() < want_pop
            if out:
                words.popleft()
            if len(words) <= queue and self.rng.random() < want_push:
                word = self.rng.randrange(1, 1 << WIDTH)
                words.append((word, self.now + LATENCY))
                push |= 1 << queue
                data |= word << (WIDTH * queue)
            pop |= out << queue
            self.popped[queue] += out
        self.drive(push, pop, data)
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
    """Also after the queue was full and nothing was popped."""
    bench = Bench(dut)
    await bench.start()
    for _ in range(300):
        await bench.cycle(1.0, 1.0)
    for queue, popped in enumerate(bench.popped):
        if queue >= LATENCY:  # a word is inside for so many cycles, and takes a place
            assert popped == 300 - LATENCY, f"queue {queue}"
    for _ in range(20):
        await bench.cycle(1.0, 0.0)
    before = list(bench.popped)
    for _ in range(300):
        await bench.cycle(1.0, 1.0)
    for queue in range(LATENCY, QUEUES):
        assert bench.popped[queue] - before[queue] == 300, f"queue {queue}"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zeros(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        for _ in range(20 + turn):
            await bench.cycle(0.9, 0.5)
        bench.drive(0, 0, (1 << WIDTH * QUEUES) - 1)
        dut.zero_i.value = 1
        for _ in range(QUEUES + 3):
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
        assert int(dut.data_o.value) == 0
        for queue, words in enumerate(bench.words):
            fifo = dut[f"g_fifo[{queue}]"].u_fifo
            ahead = fifo.u_ahead.g_mem.mem
            assert [int(fifo.mem[i].value) for i in range(queue + 1)] == [0] * (queue + 1)
            assert [int(ahead[i].value) for i in range(AHEAD)] == [0] * AHEAD
            assert int(fifo.read_q.value) == int(fifo.out_q.value) == 0
            words.clear()
        dut.zero_i.value = 0
