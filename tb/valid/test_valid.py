# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_valid: lines of 1 to 6 cycles, with any taps, against a list; clears between."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LINES = 6


def seen(dut: Any, cycles: int, taps: int) -> list[int]:
    """The taps of a line, the youngest first."""
    row = int(dut.valid_o.value) >> LINES * (LINES * (cycles - 1) + taps - 1)
    return [row >> tap & 1 for tap in range(taps)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def follows_and_clears(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value, dut.clear_i.value, dut.valid_i.value = 0, 0, 1
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    assert int(dut.valid_o.value) == 0
    dut.rst_ni.value = 1
    past = [0] * LINES  # the latest first
    for _ in range(600):
        valid, clear = rng.randrange(2), int(rng.random() < 0.05)
        dut.valid_i.value, dut.clear_i.value = valid, clear
        await FallingEdge(dut.clk_i)
        past = [0] * LINES if clear else [valid, *past[:-1]]
        for cycles in range(1, LINES + 1):
            for taps in range(1, cycles + 1):
                assert seen(dut, cycles, taps) == past[cycles - taps : cycles]
