# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_delay: lines of 0 to 7 cycles behind one input, and how zeros clear them."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

LANES, WIDTH = 8, 16


async def feed(dut: Any, words: list[int], before: list[int]) -> None:
    """Feeds words, checking every lane in every cycle once its past is known."""
    for word in words:
        dut.d_i.value = word
        before.append(word)
        await Timer(1, "ns")
        lanes = int(dut.q_o.value)
        for lane in range(min(LANES, len(before))):
            seen = lanes >> (WIDTH * lane) & 0xFFFF
            assert seen == before[-1 - lane], f"{lane} cycles"
        await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def delays(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value, dut.d_i.value = 0, 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    before: list[int] = []
    await feed(dut, [rng.randrange(1 << WIDTH) for _ in range(200)], before)
    await feed(dut, [0] * (LANES - 1), before)
    for lane in range(3, LANES):
        memory = dut[f"g_delay[{lane}]"].u_delay.g_ring.g_mem.mem
        assert all(int(memory[i].value) == 0 for i in range(lane - 1)), f"{lane} cycles"
    await feed(dut, [0xFFFF, 0x0001, 0x8000, 0, 0, 0, 0, 0, 0], before)
