# SPDX-License-Identifier: Apache-2.0
"""Two GHASH cores with equal handshakes and different secrets: after a zeroise, nothing differs."""

import random
import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pair import differing


class Pair:
    """Drives both cores; secrets are random numbers, the rest is the same for both."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.slots, self.lanes = int(dut.Slots.value), int(dut.Lanes.value)
        self.fixed = int(dut.FixedKey.value)

    async def start(self) -> None:
        Clock(self.dut.clk_i, 10, unit="ns").start()
        self.quiet()
        self.dut.zeroise_i.value = 0
        self.dut.rst_ni.value = 0
        # A reset begins a zeroise: what is offered from the reset on waits.
        self.dut.s_key_valid.value = self.dut.s_axis_tvalid.value = 1
        for cycle in range(8):
            await FallingEdge(self.dut.clk_i)
            self.dut.rst_ni.value = int(cycle >= 2)
            await Timer(1, "ns")
            assert not int(self.dut.s_key_ready.value), "s_key_ready is high too early"
            assert not int(self.dut.s_axis_tready.value), "s_axis_tready is high too early"
        self.dut.rst_ni.value = 0  # only a reset, or a zeroise, withdraws an offer
        self.quiet()
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        await FallingEdge(self.dut.clk_i)

    def quiet(self) -> None:
        """Nothing is offered, and no secret is at an input."""
        names = ("s_key_valid", "s_axis_tvalid", "s_key_data", "s_axis_tdata", "s_key_slot")
        for name in (*names, "s_axis_tkeep", "s_axis_tuser"):
            getattr(self.dut, name).value = 0
        self.dut.s_axis_tlast.value = 1  # nothing begins a message
        self.dut.m_key_ready.value = self.dut.m_axis_tready.value = 1

    def offer(self, slot: int) -> None:
        """A key for each of the cores."""
        self.dut.s_key_valid.value = 1
        self.dut.s_key_slot.value = slot
        self.dut.s_key_data.value = random.getrandbits(256)

    async def load(self, slot: int) -> None:
        """Until it is answered."""
        self.offer(slot)
        await Timer(1, "ns")
        while int(self.dut.s_key_ready.value) != 3:
            await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.s_key_valid.value = 0
        await Timer(1, "ns")
        while int(self.dut.m_key_valid.value) != 3:
            await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)

    async def traffic(self, cycles: int) -> None:
        """Messages, and a sink that is slow at times: all entries of the queue get a word."""
        taken = True  # or nothing was offered
        for _ in range(cycles):
            if taken:
                self.dut.s_axis_tvalid.value = random.random() < 0.8
                last = random.random() < 0.4
                size = random.randrange(1, 16 * self.lanes + 1) if last else 16 * self.lanes
                self.dut.s_axis_tkeep.value = (1 << size) - 1
                self.dut.s_axis_tlast.value = int(last)
                self.dut.s_axis_tuser.value = random.randrange(self.slots)
                self.dut.s_axis_tdata.value = random.getrandbits(256 * self.lanes)
            self.dut.m_axis_tready.value = random.random() < 0.3
            await Timer(1, "ns")
            taken = not int(self.dut.s_axis_tvalid.value) or int(self.dut.s_axis_tready.value) == 3
            await FallingEdge(self.dut.clk_i)

    async def end(self) -> None:
        """Of a message that a zeroise has cut: its last beat."""
        self.dut.s_axis_tvalid.value = 1
        self.dut.s_axis_tdata.value = self.dut.s_axis_tkeep.value = 0
        self.dut.s_axis_tlast.value = 1
        await Timer(1, "ns")
        while int(self.dut.s_axis_tready.value) != 3:
            await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.s_axis_tvalid.value = 0


@cocotb.test
async def nothing_is_left(dut: Any) -> None:
    """After traffic under all slots, and pulses of any length, with a key on offer.

    The key is not taken, and nothing of it is left. A reset does the same.
    """
    pair = Pair(dut)
    await pair.start()
    clear = int(dut.clear_o.value)
    for pulse, slot in ((1, 0), (2, pair.slots - 1), (7, 0), (0, 0)):
        for each in range(0 if pair.fixed else pair.slots):
            await pair.load(each)
        await pair.traffic(60 + 2 * clear)
        assert differing(dut), "keys and messages differ, and the cores do not"
        dut.s_axis_tvalid.value = 0
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        pair.offer(slot)
        for _ in range(pulse or 2):
            await Timer(1, "ns")
            assert not int(dut.s_key_ready.value), "a key is taken during a zeroise"
            await FallingEdge(dut.clk_i)
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        pair.quiet()
        for _ in range(clear):
            assert not int(dut.m_axis_tvalid.value) and not int(dut.m_key_valid.value)
            await FallingEdge(dut.clk_i)
        left = differing(dut)
        assert not left, f"{len(left)} signals hold a secret: {left[:5]}"
        assert not int(dut.busy_o.value)
        await pair.end()
        for _ in range(30):
            await FallingEdge(dut.clk_i)
