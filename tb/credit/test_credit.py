# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_credit: counters of 1 to 5 credits, some that keep one back."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

# Credits of each counter, and how many it keeps back
CREDITS = (1, 2, 3, 4, 5, 2, 3, 4, 5)
LATE = (0, 0, 0, 0, 0, 1, 1, 1, 1)
LANES = len(CREDITS)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def counts(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.take_i, dut.give_i, dut.clear_i, dut.rst_ni):
        port.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    taken = [0] * LANES
    extremes = {(lane, end): 0 for lane in range(LANES) for end in ("all", "none")}
    for cycle in range(2000):
        free, idle = int(dut.free_o.value), int(dut.idle_o.value)
        want = (0.2, 0.5, 0.8, 1.0)[cycle // 100 % 4]
        take = give = 0
        clear = rng.random() < 0.01
        for lane in range(LANES):
            left = CREDITS[lane] - taken[lane]
            assert free >> lane & 1 == (left > LATE[lane]), f"free, counter {lane}"
            assert idle >> lane & 1 == (taken[lane] == 0), f"idle, counter {lane}"
            extremes[lane, "all"] += left == 0
            extremes[lane, "none"] += taken[lane] == 0
            takes = left > 0 and rng.random() < want
            gives = taken[lane] > 0 and rng.random() < 0.5
            take |= takes << lane
            give |= gives << lane
            taken[lane] = 0 if clear else taken[lane] + takes - gives
        dut.take_i.value, dut.give_i.value, dut.clear_i.value = take, give, int(clear)
        await FallingEdge(dut.clk_i)
    assert all(count > 20 for count in extremes.values())
