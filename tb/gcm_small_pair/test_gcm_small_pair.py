# SPDX-License-Identifier: Apache-2.0
"""The small GCM core under two sets of secrets, all else equal: nothing differs after a zeroise.

As for the other GCM core, but a message is sent after the one before; see gcm_pair.
"""

import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, Timer

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in (".", "gcm_pair")]
import pair
import test_gcm_pair as gcm
from pair import PERIOD


class Run(gcm.Run):
    """Messages of all operations, the last one cut off at any point."""

    async def turn(self, pause: int, pulse: int) -> None:
        dut = self.dut
        await self.load(0)
        for message in gcm.MESSAGES * 2:
            await self.message(*message, slot=0)
        await self.message(gcm.SEAL, 20, 20, 100, slot=0, missing=4 + pause)
        await Timer(PERIOD * pause + 1, "ns")
        await FallingEdge(dut.clk_i)
        self.before.append(self.look())
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        for _ in range(pulse):
            await FallingEdge(dut.clk_i)
        await Timer(1, "ns")  # a reset needs no edge of the clock
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        self.quiet()
        rest = cocotb.start_soon(self.beat(0, 0, gcm.TEXT, last=True)) if pulse else None
        for _ in range(int(dut.SweepCycles.value) - 1):
            await FallingEdge(dut.clk_i)
        await Timer(1, "ns")
        self.after.append(self.look())
        if rest:
            await rest
        await self.look_when_clear()


@cocotb.test(timeout_time=8, timeout_unit="ms")
async def nothing_is_left(dut: Any) -> None:
    await pair.nothing_is_left(dut, Run)
