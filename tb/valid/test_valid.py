# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_valid: every tap of lines of 1 to 6 cycles against a list, with clears between."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LINES = 6


def seen(dut: Any) -> list[list[int]]:
    """The taps of each line, the youngest first."""
    rows = int(dut.valid_o.value)
    return [[rows >> (LINES * line + tap) & 1 for tap in range(line + 1)] for line in range(LINES)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def follows_and_clears(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value, dut.clear_i.value, dut.valid_i.value = 0, 0, 1
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    assert int(dut.valid_o.value) == int(dut.oldest_o.value) == 0
    dut.rst_ni.value = 1
    past = [0] * LINES  # the latest first
    for _ in range(600):
        valid, clear = rng.randrange(2), int(rng.random() < 0.05)
        dut.valid_i.value, dut.clear_i.value = valid, clear
        await FallingEdge(dut.clk_i)
        past = [0] * LINES if clear else [valid, *past[:-1]]
        assert seen(dut) == [past[: line + 1] for line in range(LINES)]
        assert int(dut.oldest_o.value) == sum(bit << i for i, bit in enumerate(past))
