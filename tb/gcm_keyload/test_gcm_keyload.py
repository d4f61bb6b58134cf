# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_keyload: an offer that is withdrawn, against the rules, blocks nothing."""

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

INPUTS = ("zero_i", "s_key_valid", "s_key_slot", "s_key_size", "s_key_data", "s_key_min_tag")
LIMIT = 400  # cycles, far more than a load takes here


async def start(dut: Any) -> None:
    for name in (*INPUTS, "uses_i", "gnt_i", "h_valid_i", "pow_done_i"):
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)


async def until(dut: Any, name: str, value: int = 1) -> None:
    for _ in range(LIMIT):
        if int(getattr(dut, name).value) == value:
            return
        await FallingEdge(dut.clk_i)
    raise AssertionError(f"{name} did not become {value}")


async def whole_load(dut: Any) -> None:
    """A load with an obliging environment, up to the slot being set."""
    dut.s_key_valid.value, dut.s_key_size.value = 1, 2
    await until(dut, "s_key_ready")
    await FallingEdge(dut.clk_i)
    dut.s_key_valid.value = 0
    dut.gnt_i.value = dut.h_valid_i.value = dut.pow_done_i.value = 1
    await until(dut, "set_o")
    dut.gnt_i.value = dut.h_valid_i.value = dut.pow_done_i.value = 0
    await until(dut, "busy_o", 0)


@cocotb.test()
async def withdrawn_at_any_moment(dut: Any) -> None:
    await start(dut)
    for cycles in range(12):
        dut.s_key_valid.value, dut.s_key_slot.value = 1, 1
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
            if int(dut.s_key_ready.value):
                break
        dut.s_key_valid.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
            assert not int(dut.drop_o.value), "the old key is lost although none was taken"
        assert not int(dut.busy_o.value)
        await whole_load(dut)


@cocotb.test()
async def withdrawn_when_it_is_about_to_be_taken(dut: Any) -> None:
    await start(dut)
    dut.s_key_valid.value = 1
    await until(dut, "s_key_ready")
    dut.s_key_valid.value = 0
    await FallingEdge(dut.clk_i)
    assert not int(dut.busy_o.value)
    await whole_load(dut)
