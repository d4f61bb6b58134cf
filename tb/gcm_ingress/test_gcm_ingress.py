# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_ingress: what is wrong with a beat, masked bytes, the beat behind in view."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

NONE, ORDER, KEEP, PARTIAL, ABORTED, ZEROISED = 0, 6, 7, 8, 11, 12


@dataclass(frozen=True)
class Beat:
    data: int
    keep: int
    section: int
    abort: bool
    last: bool

    @property
    def whole_run(self) -> bool:
        return self.keep & (self.keep + 1) == 0

    @property
    def masked(self) -> int:
        return sum(self.data & 0xFF << 8 * i for i in range(16) if self.keep >> i & 1)


def bad(beat: Beat, before: Beat) -> int:
    """The header's rules. `before` is the beat in front, of this message or of another."""
    if beat.abort and beat.last:
        return ABORTED
    if not beat.whole_run:
        return KEEP
    if beat.keep == 0 and not beat.last:
        return PARTIAL
    if not before.last and before.keep != 0xFFFF and before.section == beat.section:
        return PARTIAL
    return ORDER if not before.last and beat.section < before.section else NONE


def draw(rng: random.Random, before: Beat) -> Beat:
    """Mostly well-formed beats, so that faults come up one by one."""
    low = 0 if before.last else before.section
    if not before.last and before.keep != 0xFFFF:
        low += 1
    section = rng.choice((min(low, 3), min(low, 3), rng.randint(min(low, 3), 3), rng.randrange(4)))
    short = (1 << rng.randrange(17)) - 1
    keep = rng.choice((0xFFFF, 0xFFFF, 0xFFFF, short, rng.getrandbits(16)))
    return Beat(rng.getrandbits(128), keep, section, rng.random() < 0.2, rng.random() < 0.2)


async def start(dut: Any) -> random.Random:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.rst_ni, dut.zero_i, dut.clear_i, dut.take_i, dut.s_axis_tvalid):
        port.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return random.Random(cocotb.RANDOM_SEED)


def offer(dut: Any, beat: Beat) -> None:
    dut.s_axis_tdata.value, dut.s_axis_tkeep.value = beat.data, beat.keep
    dut.s_axis_tlast.value = int(beat.last)
    dut.s_axis_tuser.value = int(beat.abort) << 2 | beat.section


def check(dut: Any, beat: Beat, before: Beat) -> int:
    """Compares the beat in view; returns its fault."""
    fault = bad(beat, before)
    assert int(dut.bad_o.value) == fault, (beat, before)
    assert int(dut.data_o.value) == beat.masked
    assert int(dut.bytes_o.value) == beat.keep.bit_count()
    assert int(dut.null_o.value) == (beat.keep == 0)
    assert int(dut.section_o.value) == beat.section
    assert int(dut.first_o.value) == before.last
    assert int(dut.last_o.value) == beat.last
    return fault


@cocotb.test(timeout_time=100, timeout_unit="us")
async def beats_and_faults(dut: Any) -> None:
    rng = await start(dut)
    before = drawn = Beat(0, 0xFFFF, 0, False, True)
    inside: list[Beat] = []
    faults: Counter[int] = Counter()
    waiting: Beat | None = None
    for cycle in range(3000):
        want_in, want_out = ((1, 1), (0.6, 0.9), (0.9, 0.4))[cycle // 500 % 3]
        if waiting is None and rng.random() < want_in:
            waiting = drawn = draw(rng, drawn)
            offer(dut, waiting)
        dut.s_axis_tvalid.value = int(waiting is not None)
        take = int(dut.valid_o.value) and rng.random() < want_out
        dut.take_i.value = int(take)
        if int(dut.next_valid_o.value) and int(dut.valid_o.value):
            assert int(dut.next_section_o.value) == inside[1].section
        if take:
            beat = inside.pop(0)
            faults[check(dut, beat, before)] += 1
            before = beat
        await Timer(1, "ns")
        if waiting is not None and int(dut.s_axis_tready.value):
            inside.append(waiting)
            waiting = None
        await FallingEdge(dut.clk_i)
    assert all(faults[fault] > 50 for fault in (NONE, ORDER, KEEP, PARTIAL, ABORTED)), faults


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_beat_per_cycle(dut: Any) -> None:
    rng = await start(dut)
    dut.s_axis_tvalid.value = dut.take_i.value = 1
    views = 0
    for _ in range(40):
        offer(dut, Beat(rng.getrandbits(128), 0xFFFF, 2, False, False))
        await Timer(1, "ns")
        assert int(dut.s_axis_tready.value) == 1
        dut.take_i.value = dut.valid_o.value
        views += int(dut.valid_o.value)
        await FallingEdge(dut.clk_i)
    assert views == 37  # three registers on the way


@cocotb.test(timeout_time=100, timeout_unit="us")
async def zero_clears_data_and_keeps_framing(dut: Any) -> None:
    rng = await start(dut)
    beats = [Beat(rng.getrandbits(128), 0xFFFF, 1, False, False) for _ in range(3)]
    beats.append(Beat(rng.getrandbits(128), 0x00FF, 2, False, True))
    for beat in beats:
        offer(dut, beat)
        dut.s_axis_tvalid.value = 1
        await FallingEdge(dut.clk_i)
    dut.s_axis_tvalid.value = 0
    dut.zero_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.clear_i.value = 1
    for _ in range(4):
        await FallingEdge(dut.clk_i)
        assert not int(dut.valid_o.value) and not int(dut.s_axis_tready.value)
        assert int(dut.data_o.value) == 0
    dut.zero_i.value = dut.clear_i.value = 0
    for i, beat in enumerate(beats):
        await Timer(1, "ns")
        while not int(dut.valid_o.value):
            await FallingEdge(dut.clk_i)
            await Timer(1, "ns")
        assert int(dut.data_o.value) == 0
        assert int(dut.bad_o.value) == ZEROISED
        assert int(dut.first_o.value) == (i == 0)
        assert int(dut.last_o.value) == beat.last
        dut.take_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.take_i.value = 0
    await FallingEdge(dut.clk_i)
    assert int(dut.empty_o.value) == 1


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_beat_in_the_first_register_is_not_overlooked(dut: Any) -> None:
    """zero_i comes right behind a beat: the core must not look empty for a cycle."""
    rng = await start(dut)
    offer(dut, Beat(rng.getrandbits(128), 0xFFFF, 2, False, True))
    dut.s_axis_tvalid.value = 1
    await FallingEdge(dut.clk_i)
    dut.s_axis_tvalid.value = 0
    dut.zero_i.value = 1
    for cycle in range(6):
        dut.clear_i.value = int(0 < cycle < 4)
        dut.zero_i.value = int(cycle < 4)
        await Timer(1, "ns")
        assert int(dut.empty_o.value) == 0
        await FallingEdge(dut.clk_i)
