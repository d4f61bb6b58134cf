# SPDX-License-Identifier: Apache-2.0
"""A bench of many queues at once, each against a model: for seal_fifo and its relatives.

Their tops have one bit of push_i, pop_i and valid_o, and WIDTH bits of data_i and data_o, for each
queue. A queue is driven as its header allows, and a word must be visible when the header says.
"""

import random
from collections import deque
from collections.abc import Sequence
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

WIDTH = 16
MASK = (1 << WIDTH) - 1


class Queues:
    """Drives all of them on falling edges; of each, the words and when they become visible."""

    silent = False  # whether data_o is zero from the first cycle of a zeroise on

    def __init__(self, dut: Any, holds: Sequence[int], latency: Sequence[int]) -> None:
        """`holds`: words that each has room for; `latency`: cycles until a word is visible."""
        self.dut = dut
        self.holds, self.latency = holds, latency
        self.words: list[deque[tuple[int, int]]] = [deque() for _ in holds]
        self.rng = random.Random(cocotb.RANDOM_SEED)
        self.now = 0
        self.full = [0] * len(holds)  # cycles in which each was full
        self.popped = [0] * len(holds)

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.drive(0, 0, 0)
        self.dut.sweep_i.value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def drive(self, push: int, pop: int, data: int) -> None:
        self.dut.push_i.value = push
        self.dut.pop_i.value = pop
        self.dut.data_i.value = data

    def seen(self, queue: int) -> bool:
        """Whether its oldest word should be visible."""
        words = self.words[queue]
        return bool(words) and words[0][1] <= self.now

    def room(self, queue: int, popped: bool) -> bool:
        """Whether it takes a word; `popped`: one is taken from it in the same cycle."""
        return popped or len(self.words[queue]) < self.holds[queue]

    def check(self, queue: int, head: int) -> None:
        """Its output."""
        if self.seen(queue):
            assert head == self.words[queue][0][0], f"head of queue {queue} in cycle {self.now}"

    async def cycle(self, want_push: float, want_pop: float) -> None:
        """One cycle: checks the heads, then pushes and pops at random where that is legal."""
        push = pop = data = 0
        valid, heads = int(self.dut.valid_o.value), int(self.dut.data_o.value)
        for queue, words in enumerate(self.words):
            seen = bool(valid >> queue & 1)
            assert seen == self.seen(queue), f"valid of queue {queue} in cycle {self.now}"
            self.check(queue, heads >> (WIDTH * queue) & MASK)
            out = seen and self.rng.random() < want_pop
            push_it = self.rng.random() < want_push and self.room(queue, out)
            if out:
                words.popleft()
                pop |= 1 << queue
                self.popped[queue] += 1
            if push_it:
                word = self.rng.randrange(1, 1 << WIDTH)
                words.append((word, self.now + self.latency[queue]))
                push |= 1 << queue
                data |= word << (WIDTH * queue)
            self.full[queue] += len(words) == self.holds[queue]
        self.drive(push, pop, data)
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    async def run(self, cycles: int, want_push: float, want_pop: float) -> None:
        for _ in range(cycles):
            await self.cycle(want_push, want_pop)

    async def mix(self) -> None:
        """Source and sink of different haste in turn; each queue is often full."""
        for want_push, want_pop in ((0.5, 0.5), (1.0, 0.3), (0.3, 1.0), (1.0, 1.0), (0.9, 0.9)):
            await self.run(400, want_push, want_pop)
        assert all(count > 20 for count in self.full)

    async def sweep(self, cycles: int) -> None:
        """A zeroise, while the data at the input are ones; nothing may be visible."""
        self.drive(0, 0, (1 << WIDTH * len(self.words)) - 1)
        self.dut.sweep_i.value = 1
        for _ in range(cycles):
            await FallingEdge(self.dut.clk_i)
            assert int(self.dut.valid_o.value) == 0
            assert not self.silent or int(self.dut.data_o.value) == 0
        assert int(self.dut.data_o.value) == 0
        for words in self.words:
            words.clear()
