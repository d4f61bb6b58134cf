# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_multi: queues of one, two and three words per cycle, each against a model."""

import random
from collections import deque
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

PORTS: Final = (1, 2, 3)
DEPTH: Final = 7


async def start(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.push_i, dut.data_i, dut.pop_i, dut.sweep_i, dut.rst_ni):
        port.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


def check(dut: Any, queue: int, words: deque[int]) -> None:
    """The oldest words are at the ports, and bits of valid_o tell how many."""
    seen = min(len(words), PORTS[queue])
    assert int(dut.valid_o.value) >> 3 * queue & 7 == (1 << seen) - 1, f"queue {queue}"
    data = int(dut.data_o.value) >> 24 * queue
    assert [data >> 8 * n & 255 for n in range(seen)] == [words[n] for n in range(seen)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def several_words_in_a_cycle(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    queues: list[deque[int]] = [deque() for _ in PORTS]
    full = [0] * len(PORTS)
    for cycle in range(4000):
        eager = (0.9, 0.2, 0.6)[cycle // 100 % 3]
        push = data = pop = 0
        zero = cycle % 1000 > 985
        for queue, words in enumerate(queues):
            check(dut, queue, words)
            full[queue] += len(words) == DEPTH
            drawn = [rng.random() for _ in range(2 * PORTS[queue])]
            pops = min(len(words), sum(value > eager for value in drawn[::2]))
            pushes = min(DEPTH - len(words), sum(value < eager for value in drawn[1::2]))
            new = [rng.getrandbits(8) for _ in range(pushes)]
            pop |= (1 << pops) - 1 << 3 * queue
            push |= (1 << pushes) - 1 << 3 * queue
            data |= sum(word << 8 * n for n, word in enumerate(new)) << 24 * queue
            for _ in range(pops):
                words.popleft()
            words.extend(new)
            if zero:
                words.clear()
        dut.push_i.value, dut.data_i.value, dut.pop_i.value = push, data, pop
        dut.sweep_i.value = int(zero)
        await FallingEdge(dut.clk_i)
    assert min(full) > 50


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_zeroise_clears_every_word(dut: Any) -> None:
    await start(dut)
    for n in range(DEPTH):
        dut.push_i.value, dut.data_i.value = 0o111, 0x0000A5_0000A5_0000A5 + n
        await FallingEdge(dut.clk_i)
    dut.push_i.value, dut.sweep_i.value = 0, 1
    for _ in range(DEPTH):
        await FallingEdge(dut.clk_i)
    for queue, ports in enumerate(PORTS):
        for port in range(ports):
            fifo = dut[f"g_queue[{queue}]"].u_fifo[f"g_queue[{port}]"].u_fifo
            depth = -(-DEPTH // ports)
            assert all(int(fifo.g_mem.mem[n].value) == 0 for n in range(depth)), (queue, port)
