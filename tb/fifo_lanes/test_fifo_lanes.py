# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_lanes: all numbers of lanes and words at once, each against a queue.

The model follows the header: a push announces the word of the next cycle, which is visible
three cycles after it if nothing is in front, and Depth words fit. A full queue takes a push
together with a pop.
"""

import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge

sys.path.append(str(Path(__file__).resolve().parents[1]))
from queues import WIDTH, Queues

DEPTHS, LANES = 9, (2, 3, 4)
QUEUES = DEPTHS * len(LANES)
LATENCY = 3


class Bench(Queues):
    """The word follows the push; what is not visible is zero."""

    silent = True

    def __init__(self, dut: Any) -> None:
        super().__init__(dut, [*range(1, DEPTHS + 1)] * len(LANES), [LATENCY] * QUEUES)
        self.announced = 0
        dut.gate_i.value = 0

    def drive(self, push: int, pop: int, data: int) -> None:
        super().drive(push, pop, self.announced)
        self.announced = data

    def check(self, queue: int, head: int) -> None:
        super().check(queue, head)
        assert self.seen(queue) or head == 0, f"head of queue {queue} in cycle {self.now}"


@cocotb.test(timeout_time=200, timeout_unit="us")
async def random_traffic(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.mix()


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_word_in_every_cycle(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.run(300, 1.0, 1.0)
    for queue, popped in enumerate(bench.popped):
        if bench.holds[queue] > LATENCY:  # a word is inside for so many cycles
            assert popped == 300 - LATENCY, f"queue {queue}"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zeros(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        await bench.run(20 + turn, 0.9, 0.5)
        bench.drive(0, 0, (1 << WIDTH * QUEUES) - 1)
        for gated in range(turn % 3):
            dut.gate_i.value = int(not gated)
            await FallingEdge(dut.clk_i)
            assert int(dut.valid_o.value) == 0
            assert int(dut.data_o.value) == 0
        dut.gate_i.value = 0
        await bench.sweep(DEPTHS // 2 + 1)
        for queue, words in enumerate(bench.holds):
            for lane in range(LANES[queue // DEPTHS]):
                fifo = dut[f"g_fifo[{queue}]"].u_fifo[f"g_lane[{lane}]"].u_fifo
                depth = -(-words // LANES[queue // DEPTHS])
                assert [int(fifo.g_mem.mem[i].value) for i in range(depth)] == [0] * depth
                assert int(fifo.data_o.value) == 0
        bench.announced = 0
        dut.sweep_i.value = 0
