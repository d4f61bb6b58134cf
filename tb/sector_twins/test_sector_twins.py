# SPDX-License-Identifier: Apache-2.0
"""Two sector engines that differ in their secrets alone: after a zeroise, nothing differs."""

import random
import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_twins"))
from twins import differing

SLOTS = 2
UNIT = 48  # bytes; whole blocks, which all schemes take
BEATS = UNIT // 16


class Twins:
    """Drives both engines; secrets are random numbers, the rest is the same for both."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.width = len(dut.s_key_data)

    async def start(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        self.quiet()
        self.dut.zeroise_i.value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def quiet(self) -> None:
        """Nothing is offered, and no secret is at an input."""
        names = ("s_key_valid", "s_key_slot", "s_key_data", "s_cmd_valid", "s_cmd_op", "s_cmd_slot")
        names += ("s_cmd_unit", "s_cmd_count", "s_axis_tvalid", "s_axis_tdata", "s_axis_tlast")
        for name in names:
            getattr(self.dut, name).value = 0
        self.dut.s_key_unit.value = UNIT
        self.dut.s_axis_tkeep.value = 0xFFFF
        self.dut.m_axis_tready.value = 1

    async def taken(self, ready: Any) -> None:
        """Until both take what is offered, in the same cycle."""
        await RisingEdge(self.dut.clk_i)
        while int(ready.value) != 3:
            assert not int(ready.value), "one of the two takes it alone"
            await RisingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)

    async def load(self, slot: int) -> None:
        self.dut.s_key_slot.value = slot
        self.dut.s_key_data.value = random.getrandbits(self.width)
        self.dut.s_key_valid.value = 1
        await self.taken(self.dut.s_key_ready)
        self.dut.s_key_valid.value = 0
        await self.taken(self.dut.m_key_valid)

    def number(self) -> int:
        """Tweaks of both: small, since some schemes leave the highest bits of byte 0 free."""
        return random.getrandbits(120) << 8 | random.getrandbits(120) << 136

    async def command(self, count: int) -> None:
        self.dut.s_cmd_op.value = random.getrandbits(1)
        self.dut.s_cmd_slot.value = random.randrange(SLOTS)
        self.dut.s_cmd_unit.value = self.number()
        self.dut.s_cmd_count.value = count
        self.dut.s_cmd_valid.value = 1
        await self.taken(self.dut.s_cmd_ready)
        self.dut.s_cmd_valid.value = 0

    async def packet(self, beats: int, end: bool) -> None:
        for beat in range(beats):
            self.dut.s_axis_tdata.value = random.getrandbits(256)
            self.dut.s_axis_tlast.value = int(end and beat + 1 == beats)
            self.dut.s_axis_tvalid.value = 1
            await self.taken(self.dut.s_axis_tready)
        self.dut.s_axis_tvalid.value = 0


@cocotb.test(timeout_time=600, timeout_unit="us")
async def nothing_is_left(dut: Any) -> None:
    """After traffic under all slots, with a packet that has begun and outputs that wait."""
    twins = Twins(dut)
    await twins.start()
    for turn in range(3):
        for slot in range(SLOTS):
            await twins.load(slot)
        for count in (1, 4, 3, 6):
            await twins.command(count)
            await twins.packet(count * BEATS, end=True)
        while int(dut.busy_o.value):
            await FallingEdge(dut.clk_i)
        dut.m_axis_tready.value = 0
        await twins.command(4)
        await twins.packet(2 * BEATS + 1, end=False)
        for _ in range(30 * turn):
            await FallingEdge(dut.clk_i)
        assert differing(dut), "keys and texts differ, and the engines do not"
        dut.zeroise_i.value = 1
        for _ in range((1, 2, 7)[turn]):
            await FallingEdge(dut.clk_i)
        dut.zeroise_i.value = 0
        twins.quiet()
        await twins.packet(1, end=True)  # the rest of the packet
        twins.quiet()
        for _ in range(int(dut.clear_o.value)):
            await FallingEdge(dut.clk_i)
        left = differing(dut)
        assert not left, f"{len(left)} signals hold a secret: {left[:8]}"
        assert not int(dut.busy_o.value)
