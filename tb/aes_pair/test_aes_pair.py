# SPDX-License-Identifier: Apache-2.0
"""Two AES cores with equal handshakes and different secrets: after a zeroise, nothing differs."""

import random
import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pair import differing

BOTH = read_package("rtl/aes/seal_aes_pkg.sv").enums["dir_e"].DirBoth


class Pair:
    """Drives both cores; secrets are random numbers, the rest is the same for both."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.sizes = [size for size in range(3) if int(dut.KeySizes.value) >> size & 1]
        self.slots = int(dut.Slots.value) if int(dut.Core.value) == 0 else 1

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
        await FallingEdge(self.dut.clk_i)
        self.quiet()

    def quiet(self, user: int = 0) -> None:
        """Nothing is offered, and no secret is at an input."""
        for name in ("s_key_valid", "s_axis_tvalid", "s_key_data", "s_axis_tdata", "s_key_slot"):
            getattr(self.dut, name).value = 0
        self.dut.s_key_size.value = self.sizes[0]
        self.dut.s_axis_tuser.value = user
        self.dut.m_key_ready.value = self.dut.m_axis_tready.value = 1

    def offer(self, slot: int) -> None:
        """A key for each of the cores, of the same size."""
        self.dut.s_key_valid.value = 1
        self.dut.s_key_slot.value = slot
        self.dut.s_key_size.value = random.choice(self.sizes)
        self.dut.s_key_data.value = random.getrandbits(512)

    async def load(self, slot: int) -> None:
        """Until it is answered."""
        self.offer(slot)
        while int(self.dut.s_key_ready.value) != 3:
            await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.s_key_valid.value = 0
        while int(self.dut.m_key_valid.value) != 3:
            await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)

    async def traffic(self, cycles: int) -> None:
        """Blocks, and a sink that is slow at times: all entries of the queue get a word."""
        taken = True  # or nothing was offered
        for _ in range(cycles):
            if taken:
                self.dut.s_axis_tvalid.value = random.random() < 0.8
                inverse = random.getrandbits(1) if int(self.dut.Dir.value) == BOTH else 0
                self.dut.s_axis_tuser.value = inverse << 4 | random.randrange(self.slots)
                self.dut.s_axis_tdata.value = random.getrandbits(256)
            self.dut.m_axis_tready.value = random.random() < 0.3
            await Timer(1, "ns")
            taken = not int(self.dut.s_axis_tvalid.value) or int(self.dut.s_axis_tready.value) == 3
            await FallingEdge(self.dut.clk_i)


@cocotb.test
async def nothing_is_left(dut: Any) -> None:
    """After traffic under all slots, and pulses of any length, with each slot at the inputs.

    A key on offer during the pulse is not taken, and nothing of it is left. A reset does the same.
    """
    pair = Pair(dut)
    await pair.start()
    clear = int(dut.clear_o.value)
    for pulse, slot in ((1, 0), (2, pair.slots // 2), (7, pair.slots - 1), (0, 0)):
        for each in range(pair.slots):
            await pair.load(each)
        await pair.traffic(60 + 2 * clear)
        assert differing(dut), "keys and blocks differ, and the cores do not"
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        pair.offer(slot)
        for _ in range(pulse or 2):
            await Timer(1, "ns")
            assert not int(dut.s_key_ready.value), "a key is taken during a zeroise"
            await FallingEdge(dut.clk_i)
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        pair.quiet(slot)
        for _ in range(clear):
            assert not int(dut.m_axis_tvalid.value) and not int(dut.m_key_valid.value)
            await FallingEdge(dut.clk_i)
        left = differing(dut)
        assert not left, f"{len(left)} signals hold a secret: {left[:5]}"
        assert not int(dut.busy_o.value)
