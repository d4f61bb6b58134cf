# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_skid and seal_skid_wide: order, rate, stability, and what sweep_i leaves."""

import random
from collections.abc import AsyncIterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

WIDTH = 24


async def start(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.valid_i, dut.ready_i, dut.data_i, dut.sweep_i):
        port.value = 0
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def transfers(
    dut: Any, cycles: int, want_valid: float, want_ready: float, seed: int
) -> AsyncIterator[tuple[int | None, int | None]]:
    """Runs the stream for some cycles: (word taken in, word let out) of each."""
    rng = random.Random(f"{cocotb.RANDOM_SEED}-{seed}")
    offered: int | None = None
    stalled: int | None = None
    for _ in range(cycles):
        if offered is None and rng.random() < want_valid:
            offered = rng.randrange(1, 1 << WIDTH)
        dut.valid_i.value = offered is not None
        dut.data_i.value = offered or 0
        dut.ready_i.value = rng.random() < want_ready
        await Timer(1, "ns")
        word = int(dut.data_o.value) if int(dut.valid_o.value) else None
        assert stalled is None or word == stalled, "not stable while stalled"
        leaves = int(dut.ready_i.value) == 1
        stalled = None if leaves else word
        taken = offered if offered is not None and int(dut.ready_o.value) else None
        if taken is not None:
            offered = None
        yield taken, word if leaves else None
        await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def order_is_kept(dut: Any) -> None:
    await start(dut)
    inside: list[int] = []
    for seed, rates in enumerate([(1, 1), (1, 0), (0, 1), (0.5, 0.5), (0.9, 0.3), (0.3, 0.9)]):
        async for taken, left in transfers(dut, 200, *rates, seed):
            if left is not None:
                assert left == inside.pop(0)
            if taken is not None:
                inside.append(taken)
            assert len(inside) <= 2
    assert len(inside) < 2


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_word_per_cycle(dut: Any) -> None:
    await start(dut)
    seen = [pair async for pair in transfers(dut, 50, 1, 1, 0)]
    assert all(taken is not None for taken, _ in seen)
    assert [left for _, left in seen[1:]] == [taken for taken, _ in seen[:-1]]
    # After a stall the rate is back at once: two words wait, and both are followed without a gap.
    _ = [pair async for pair in transfers(dut, 5, 1, 0, 1)]
    seen = [pair async for pair in transfers(dut, 20, 1, 1, 2)]
    assert all(left is not None for _, left in seen)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def ready_and_valid_are_registered(dut: Any) -> None:
    await start(dut)
    for cycle in range(40):
        readys, valids = set(), set()
        for valid, ready in [(0, 0), (0, 1), (1, 0), (1, cycle % 3 == 0)]:
            dut.valid_i.value, dut.ready_i.value = valid, int(ready)
            await Timer(1, "ns")
            readys.add(int(dut.ready_o.value))
            valids.add(int(dut.valid_o.value))
        assert len(readys) == len(valids) == 1, "an input reaches an output within a cycle"
        await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def sweep_leaves_nothing(dut: Any) -> None:
    await start(dut)
    wide = getattr(dut, "u_skid", None)
    slices = [dut] if wide is None else [wide.u_data]
    for before in range(3):  # three words on their way through both registers; two that wait; one
        for word in (0xABCD01, 0x123402, 0x567803)[before:]:
            dut.valid_i.value, dut.data_i.value = 1, word
            dut.ready_i.value = before == 0
            await FallingEdge(dut.clk_i)
        dut.sweep_i.value, dut.ready_i.value = 1, 1
        for cycle in range(4):
            dut.data_i.value = 0xFFFFFF if cycle < 2 else 0
            await Timer(1, "ns")
            assert cycle == 0 or not int(dut.valid_o.value)
            await FallingEdge(dut.clk_i)
        assert not any(int(place.value) for each in slices for place in each.word_q)
        assert wide is None or int(wide.ctrl_q.value) == int(wide.spare_q.value) == 0
        dut.sweep_i.value = dut.valid_i.value = 0
        await Timer(1, "ns")
        assert int(dut.valid_o.value) == 0 and int(dut.ready_o.value) == 1
        # It works as before.
        dut.valid_i.value, dut.data_i.value = 1, 0x777701 + before
        await FallingEdge(dut.clk_i)
        dut.valid_i.value = 0
        await Timer(1, "ns")
        assert int(dut.valid_o.value) == 1 and int(dut.data_o.value) == 0x777701 + before
        await FallingEdge(dut.clk_i)
