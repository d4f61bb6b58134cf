# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo: ten of them at once, each against a queue.

The model follows the header: a word is visible one cycle after its push (two with a
registered read) if nothing is in front of it, with a registered read one word more fits, and a
full queue takes a push together with a pop.
"""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

DEPTHS = 5
LANES = 2 * DEPTHS
WIDTH = 16
MASK = (1 << WIDTH) - 1


@dataclass
class Model:
    """A queue of (word, cycle in which it becomes visible)."""

    depth: int
    sync: bool
    words: deque[tuple[int, int]] = field(default_factory=deque)
    most: int = 0

    def valid(self, now: int) -> bool:
        return bool(self.words) and self.words[0][1] <= now

    def may_push(self, now: int, pop: bool) -> bool:
        if not self.sync:
            return len(self.words) < self.depth or pop
        valid = self.valid(now)
        return len(self.words) - valid < self.depth or not valid or pop

    def step(self, now: int, pop: bool, word: int | None) -> None:
        if pop:
            self.words.popleft()
        if word is not None:
            self.words.append((word, now + (2 if self.sync else 1)))
        self.most = max(self.most, len(self.words))


class Bench:
    """Drives all lanes on falling edges and keeps their models."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.models = [Model(i % DEPTHS + 1, i >= DEPTHS) for i in range(LANES)]
        self.rng = random.Random(cocotb.RANDOM_SEED)
        self.now = 0

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
        for lane, model in enumerate(self.models):
            seen = bool(valid >> lane & 1)
            assert seen == model.valid(self.now), f"valid of FIFO {lane} in cycle {self.now}"
            if seen:
                head = heads >> (WIDTH * lane) & MASK
                assert head == model.words[0][0], f"head of FIFO {lane} in cycle {self.now}"
            out = seen and self.rng.random() < want_pop
            word = None
            if self.rng.random() < want_push and model.may_push(self.now, out):
                word = self.rng.randrange(1, 1 << WIDTH)
                push |= 1 << lane
                data |= word << (WIDTH * lane)
            pop |= out << lane
            model.step(self.now, out, word)
        self.drive(push, pop, data)
        await FallingEdge(self.dut.clk_i)
        self.now += 1


@cocotb.test(timeout_time=100, timeout_unit="us")
async def order_and_room(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for want_push, want_pop in [(1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.9, 0.4), (0.4, 0.9), (1, 1)]:
        for _ in range(150):
            await bench.cycle(want_push, want_pop)
    for model in bench.models:
        assert model.most == model.depth + model.sync


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_word_per_cycle_when_full(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for _ in range(12):
        await bench.cycle(1, 0)
    for _ in range(20):
        await bench.cycle(1, 1)
        assert int(dut.push_i.value) == int(dut.pop_i.value) == (1 << LANES) - 1


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zero_sweeps_the_memory(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        for _ in range(20 + turn):
            await bench.cycle(0.9, 0.5)
        bench.drive(0, 0, (1 << WIDTH * LANES) - 1)
        dut.zero_i.value = 1
        for _ in range(DEPTHS):
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
        assert int(dut.data_o.value) == 0
        for lane, model in enumerate(bench.models):
            memory = dut[f"g_fifo[{lane}]"].u_fifo.g_mem.mem
            assert [int(memory[i].value) for i in range(model.depth)] == [0] * model.depth
            model.words.clear()
        dut.zero_i.value = 0
