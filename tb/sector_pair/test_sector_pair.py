# SPDX-License-Identifier: Apache-2.0
"""A sector engine under two sets of secrets, all else equal: after a zeroise or a reset, nothing
differs.

The same traffic goes through the engine several times, with other keys, tweaks and texts.
PAIR_UNIT (bytes of a data unit) and PAIR_TWEAK (bytes of the tweaks in the data; 0: none are) in
the environment say what it takes.
"""

import os
import sys
from pathlib import Path
from typing import Any, ClassVar

import cocotb
from cocotb.triggers import FallingEdge, Timer

sys.path.append(str(Path(__file__).resolve().parents[1]))
import pair
from pair import PERIOD

UNIT, TWEAK = (int(os.environ[f"PAIR_{name}"]) for name in ("UNIT", "TWEAK"))
IN_TWEAK, IN_TEXT = 0, 2  # sections


def lengths(size: int) -> list[int]:
    """Bytes of the beats of a string."""
    return [min(16, size - i) for i in range(0, size, 16)]


class Run(pair.Run):
    """Commands of several data units under all slots."""

    fixed: ClassVar[dict[str, int]] = {"s_key_unit": UNIT}
    clear: ClassVar[int] = 700

    def quiet(self) -> None:
        super().quiet()
        for name in ("unit", "count", "tweak_in_data"):
            getattr(self.dut, f"s_cmd_{name}").value = 0

    def block(self, size: int = 16) -> int:
        """A random block of that many bytes; as a tweak, it suits every scheme."""
        return self.secret.getrandbits(8 * size) & ~0xC0

    async def units(self, count: int, cut: bool = False) -> None:
        """A command and its packet; or all but the last unit and most of the text before it."""
        in_data = bool(TWEAK and self.choice.getrandbits(1))
        op, slot = self.choice.getrandbits(1), self.choice.randrange(len(self.dut.slot_ready_o))
        first = self.block() & ~0x20  # so that no number of the row reaches the masked bits
        named = {"op": op, "slot": slot, "unit": first, "count": count}
        await self.command(**named, tweak_in_data=int(in_data))
        unit = [(size, IN_TWEAK) for size in lengths(TWEAK if in_data else 0)]
        unit += [(size, IN_TEXT) for size in lengths(UNIT)]
        beats = unit * count
        missing = len(unit) + len(lengths(UNIT)) - 1 if cut else 0
        for i, (size, section) in enumerate(beats[: len(beats) - missing]):
            await self.beat(self.block(size), size, section, last=i + 1 == len(beats))

    async def turn(self, pause: int, pulse: int) -> None:
        """Traffic; then a packet that has begun, outputs that wait, a zeroise or a reset."""
        dut = self.dut
        for slot in range(len(dut.slot_ready_o)):
            await self.load(slot)
        for count in (1, 17):
            await self.units(count)
        if int(dut.busy_o.value):
            await FallingEdge(dut.busy_o)
            await FallingEdge(dut.clk_i)
        dut.m_axis_tready.value = 0
        await self.units(4, cut=True)
        await Timer(PERIOD * pause + 1, "ns")
        await FallingEdge(dut.clk_i)
        self.before.append(self.look())
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        for _ in range(pulse or 2):
            await FallingEdge(dut.clk_i)
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        self.quiet()
        if pulse:
            await self.beat(self.block(1), 1, IN_TEXT, last=True)  # the rest of the packet
        await self.look_when_clear()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def nothing_is_left(dut: Any) -> None:
    await pair.nothing_is_left(dut, Run)
