# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_fifo_flat: queues of one, two and three words per cycle, each against a model."""

import random
from collections import deque
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

PORTS: Final = (1, 2, 3)
DEPTHS: Final = (2, 5, 3)


async def start(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.push_i, dut.data_i, dut.pop_i, dut.sweep_i, dut.rst_ni):
        port.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


def check(dut: Any, queue: int, words: deque[int]) -> None:
    """The oldest words are at the ports, bits of valid_o tell how many, and there is room."""
    ports = PORTS[queue]
    seen = min(len(words), ports)
    assert int(dut.valid_o.value) >> 3 * queue & 7 == (1 << seen) - 1, f"queue {queue}"
    data = int(dut.data_o.value) >> 24 * queue
    assert [data >> 8 * n & 255 for n in range(seen)] == [words[n] for n in range(seen)]
    assert int(dut.room_o.value) >> queue & 1 == (len(words) + ports <= DEPTHS[queue])


@cocotb.test(timeout_time=100, timeout_unit="us")
async def several_words_in_a_cycle(dut: Any) -> None:
    """What is pushed fits with the words that leave in the same cycle."""
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    queues: list[deque[int]] = [deque() for _ in PORTS]
    full, passed = [0] * len(PORTS), [0] * len(PORTS)
    for cycle in range(4000):
        eager = (0.9, 0.2, 0.6)[cycle // 100 % 3]
        push = data = pop = 0
        zero = cycle % 1000 > 985
        for queue, words in enumerate(queues):
            check(dut, queue, words)
            full[queue] += len(words) == DEPTHS[queue]
            drawn = [rng.random() for _ in range(2 * PORTS[queue])]
            pops = min(len(words), sum(value > eager for value in drawn[::2]))
            room = DEPTHS[queue] - len(words) + pops
            pushes = min(room, sum(value < eager for value in drawn[1::2]))
            passed[queue] += pops > 0 and pushes == room
            new = [rng.getrandbits(8) for _ in range(PORTS[queue])]  # also without a push
            pop |= (1 << pops) - 1 << 3 * queue
            push |= (1 << pushes) - 1 << 3 * queue
            data |= sum(word << 8 * n for n, word in enumerate(new)) << 24 * queue
            for _ in range(pops):
                words.popleft()
            words.extend(new[:pushes])
            if zero:
                words.clear()
        dut.push_i.value, dut.data_i.value, dut.pop_i.value = push, data, pop
        dut.sweep_i.value = int(zero)
        await FallingEdge(dut.clk_i)
    assert min(full) > 50 and min(passed) > 50


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_zeroise_clears_every_word_at_once(dut: Any) -> None:
    await start(dut)
    for _ in range(min(DEPTHS)):
        dut.push_i.value, dut.data_i.value = 0o111, 0x0000A5_0000A5_0000A5
        await FallingEdge(dut.clk_i)
    dut.sweep_i.value = 1
    await FallingEdge(dut.clk_i)
    for queue in range(len(PORTS)):
        assert int(dut[f"g_queue[{queue}]"].u_fifo.word_q.value) == 0
    assert int(dut.valid_o.value) == 0
