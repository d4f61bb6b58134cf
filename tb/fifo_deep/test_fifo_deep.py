# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_deep: twelve of them at once, each against a queue.

The model follows the header: a word is visible four cycles after its push if nothing is in front
of it, at most Depth + 1 words are in the queue (one with Depth = 1), and a full one takes a push
together with a pop.
"""

import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge

sys.path.append(str(Path(__file__).resolve().parents[1]))
from queues import Queues

QUEUES = 12
AHEAD = 5
LATENCY = 4


class Bench(Queues):
    """Queue n has a memory of n + 1 words."""

    def __init__(self, dut: Any) -> None:
        super().__init__(dut, [1, *range(3, QUEUES + 2)], [LATENCY] * QUEUES)


@cocotb.test(timeout_time=200, timeout_unit="us")
async def random_traffic(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.mix()


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_word_in_every_cycle(dut: Any) -> None:
    """Also after the queue was full and nothing was popped."""
    bench = Bench(dut)
    await bench.start()
    await bench.run(300, 1.0, 1.0)
    for popped in bench.popped[LATENCY:]:  # a word is inside for so many cycles
        assert popped == 300 - LATENCY
    await bench.run(20, 1.0, 0.0)
    before = list(bench.popped)
    await bench.run(300, 1.0, 1.0)
    for queue in range(LATENCY, QUEUES):
        assert bench.popped[queue] - before[queue] == 300, f"queue {queue}"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zeros(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for turn in range(10):
        await bench.run(20 + turn, 0.9, 0.5)
        await bench.sweep(QUEUES + 8)
        for queue in range(QUEUES):
            fifo = dut[f"g_fifo[{queue}]"].u_fifo
            assert [int(fifo.mem[i].value) for i in range(queue + 1)] == [0] * (queue + 1)
            for lane in range(3 if queue % 2 else 1):
                ahead = fifo[f"g_lane[{lane}]"].u_ahead.g_mem.mem
                assert [int(ahead[i].value) for i in range(AHEAD)] == [0] * AHEAD
            assert int(fifo.read_q.value) == int(fifo.out_q.value) == 0
        dut.sweep_i.value = 0
        await FallingEdge(dut.clk_i)  # the memory is cleared once more
