# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo: ten of them at once, each against a queue.

The model follows the header: a word is visible one cycle after its push (two with a
registered read) if nothing is in front of it, with a registered read one word more fits, and a
full queue takes a push together with a pop.
"""

import sys
from pathlib import Path
from typing import Any

import cocotb

sys.path.append(str(Path(__file__).resolve().parents[1]))
from queues import Queues

DEPTHS = 5
QUEUES = 2 * DEPTHS


class Bench(Queues):
    """The later half has a registered read: one word more fits, once the oldest is visible."""

    def __init__(self, dut: Any) -> None:
        holds = [*range(1, DEPTHS + 1), *range(2, DEPTHS + 2)]
        super().__init__(dut, holds, [1] * DEPTHS + [2] * DEPTHS)

    def room(self, queue: int, popped: bool) -> bool:
        on_the_way = queue >= DEPTHS and not self.seen(queue)
        return on_the_way or super().room(queue, popped)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def order_and_room(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for want_push, want_pop in [(1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.9, 0.4), (0.4, 0.9), (1, 1)]:
        await bench.run(150, want_push, want_pop)
    assert all(bench.full)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_word_per_cycle_when_full(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.run(12, 1, 0)
    for _ in range(20):
        await bench.cycle(1, 1)
        assert int(dut.push_i.value) == int(dut.pop_i.value) == (1 << QUEUES) - 1


@cocotb.test(timeout_time=100, timeout_unit="us")
async def sweep_clears_the_memory(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        await bench.run(20 + turn, 0.9, 0.5)
        await bench.sweep(DEPTHS)
        for queue in range(QUEUES):
            memory, depth = dut[f"g_fifo[{queue}]"].u_fifo.g_mem.mem, queue % DEPTHS + 1
            assert [int(memory[i].value) for i in range(depth)] == [0] * depth
        dut.sweep_i.value = 0
