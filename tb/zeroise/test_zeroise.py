# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_zeroise: rise and fall of each output, the words it counts, the flush behind it.

ZEROISE_CYCLES, ZEROISE_DEPTH and ZEROISE_FLUSH in the environment say which one it is; it counts
with four bits.
"""

import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

CYCLES = int(os.environ["ZEROISE_CYCLES"])
FLUSH = os.environ["ZEROISE_FLUSH"] == "1"
DEPTH = int(os.environ["ZEROISE_DEPTH"])
WORDS = 16


async def reset(dut: Any) -> None:
    """Back in the first cycle of the sweep behind it."""
    dut.rst_ni.value, dut.zeroise_i.value, dut.flushed_i.value = 0, 0, 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def flush(dut: Any) -> None:
    dut.flushed_i.value = 1
    assert state(dut) == (0, 0, int(FLUSH), int(FLUSH))
    await FallingEdge(dut.clk_i)
    dut.flushed_i.value = 0
    assert state(dut) == (0, 0, 0, 0)


async def start(dut: Any) -> None:
    """A core that is idle, after the sweep of its reset."""
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await reset(dut)
    await sweep(dut, 1)
    await flush(dut)


def state(dut: Any) -> tuple[int, int, int, int]:
    ports = (dut.gate_o, dut.sweep_o, dut.flush_o, dut.halt_o)
    gate, zero, flush, halt = (int(port.value) for port in ports)
    return gate, zero, flush, halt


async def pulse(dut: Any, length: int) -> None:
    """A pulse from idle or from within a sweep; back in its last cycle but one."""
    dut.zeroise_i.value = 1
    for _ in range(length):
        await Timer(1, "ns")
        assert int(dut.gate_o.value), "the gate is not closed at once"
        await FallingEdge(dut.clk_i)
    dut.zeroise_i.value = 0


async def sweep(dut: Any, length: int) -> None:
    """The whole sweep behind a pulse of so many cycles from idle, and what follows."""
    words = []
    for cycle in range(CYCLES):
        await Timer(1, "ns")
        up = min(length + cycle, DEPTH)
        assert state(dut) == (1, (1 << up) - 1, 0, 1), f"cycle {cycle}"
        words.append(int(dut.addr_o.value))
        await FallingEdge(dut.clk_i)
    assert words == [cycle % WORDS for cycle in range(CYCLES)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def every_length(dut: Any) -> None:
    await start(dut)
    assert state(dut) == (0, 0, 0, 0)
    for length in (1, 2, 3, 4, 30):
        for wait in (0, 1, 7):
            await pulse(dut, length)
            await sweep(dut, length)
            if FLUSH:
                for _ in range(wait):
                    assert state(dut) == (0, 0, 1, 1)
                    await FallingEdge(dut.clk_i)
                await flush(dut)
            assert state(dut) == (0, 0, 0, 0)
            await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_pulse_starts_it_anew(dut: Any) -> None:
    """At any moment of a sweep and of a flush, the whole of it follows once more."""
    await start(dut)
    for moment in range(1, CYCLES + 4):
        await pulse(dut, DEPTH)
        for _ in range(moment):
            await FallingEdge(dut.clk_i)
        await pulse(dut, DEPTH)
        await sweep(dut, DEPTH)
        await flush(dut)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_reset_starts_it_anew(dut: Any) -> None:
    """So does a reset, which must not leave half of the words as they were."""
    await start(dut)
    for moment in range(CYCLES + 4):
        await pulse(dut, DEPTH)
        for _ in range(moment):
            await FallingEdge(dut.clk_i)
        await reset(dut)
        await sweep(dut, 1)
        await flush(dut)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def flushed_means_nothing_before(dut: Any) -> None:
    """The end of what was in flight is no end of the sweep."""
    await start(dut)
    dut.flushed_i.value = 1
    await pulse(dut, 1)
    await sweep(dut, 1)
    assert state(dut)[2] == int(FLUSH)
