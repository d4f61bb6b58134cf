# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_credit: counters of 1 to 5 credits against whole numbers."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LANES = 5


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
            assert free >> lane & 1 == (taken[lane] < lane + 1), f"free, {lane + 1} credits"
            assert idle >> lane & 1 == (taken[lane] == 0), f"idle, {lane + 1} credits"
            extremes[lane, "all"] += taken[lane] == lane + 1
            extremes[lane, "none"] += taken[lane] == 0
            takes = taken[lane] < lane + 1 and rng.random() < want
            gives = taken[lane] > 0 and rng.random() < 0.5
            take |= takes << lane
            give |= gives << lane
            taken[lane] = 0 if clear else taken[lane] + takes - gives
        dut.take_i.value, dut.give_i.value, dut.clear_i.value = take, give, int(clear)
        await FallingEdge(dut.clk_i)
    assert all(count > 20 for count in extremes.values())
