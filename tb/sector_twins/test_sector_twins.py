# SPDX-License-Identifier: Apache-2.0
"""A sector engine under two sets of secrets, all else equal: after a zeroise or a reset, nothing
differs.

The same traffic goes through the engine several times, with other keys, tweaks and texts.
TWINS_UNIT (bytes of a data unit) and TWINS_TWEAK (bytes of the tweaks in the data; 0: none are) in
the environment say what it takes.
"""

import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer
from cocotb.utils import get_sim_time

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_twins"))
from twins import signals

UNIT, TWEAK = (int(os.environ[f"TWINS_{name}"]) for name in ("UNIT", "TWEAK"))
IN_TWEAK, IN_TEXT = 0, 2  # sections
PERIOD = 10  # ns
CLEAR = 700  # cycles from the fall of zeroise_i, after which nothing may differ


def lengths(size: int) -> list[int]:
    """Bytes of the beats of a string."""
    return [min(16, size - i) for i in range(0, size, 16)]


@dataclass
class Run:
    """The traffic, with the secrets of a seed; when each of its steps ended, and what was left."""

    dut: Any
    state: dict[str, Any]
    secret: random.Random
    choice: random.Random = field(default_factory=lambda: random.Random(1))
    steps: list[float] = field(default_factory=list)
    found: list[dict[str, str]] = field(default_factory=list)  # before and after each zeroise

    async def start(self) -> None:
        for name in ("s_cmd_id", "zeroise_i", "s_key_size", "rst_ni"):
            getattr(self.dut, name).value = 0
        self.dut.m_key_ready.value = self.dut.m_status_ready.value = 1
        self.quiet()
        await Timer(2 * PERIOD, "ns")
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        self.begun = get_sim_time("ns")

    def quiet(self) -> None:
        """Nothing is offered, and no secret is at an input."""
        names = ("s_key_valid", "s_key_slot", "s_key_data", "s_cmd_valid", "s_cmd_op", "s_cmd_slot")
        names += ("s_cmd_unit", "s_cmd_count", "s_cmd_tweak_in_data")
        names += ("s_axis_tvalid", "s_axis_tdata", "s_axis_tkeep", "s_axis_tlast", "s_axis_tuser")
        for name in names:
            getattr(self.dut, name).value = 0
        self.dut.s_key_unit.value = UNIT
        self.dut.m_axis_tready.value = 1

    def look(self) -> None:
        """Keeps what is in every register."""
        self.found.append({name: str(signal.value) for name, signal in self.state.items()})

    async def taken(self, ready: Any) -> None:
        await RisingEdge(self.dut.clk_i)
        while not int(ready.value):
            await RisingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.steps.append(get_sim_time("ns") - self.begun)

    async def load(self, slot: int) -> None:
        self.dut.s_key_slot.value = slot
        self.dut.s_key_data.value = self.secret.getrandbits(len(self.dut.s_key_data))
        self.dut.s_key_valid.value = 1
        await self.taken(self.dut.s_key_ready)
        self.dut.s_key_valid.value = 0
        await self.taken(self.dut.m_key_valid)

    def block(self, size: int = 16) -> int:
        """A random block of that many bytes; as a tweak, it suits every scheme."""
        return self.secret.getrandbits(8 * size) & ~0xC0

    async def command(self, count: int) -> bool:
        """Whether the tweaks are in the data."""
        in_data = bool(TWEAK and self.choice.getrandbits(1))
        self.dut.s_cmd_op.value = self.choice.getrandbits(1)
        self.dut.s_cmd_slot.value = self.choice.randrange(len(self.dut.slot_ready_o))
        self.dut.s_cmd_unit.value = self.block()
        self.dut.s_cmd_count.value = count
        self.dut.s_cmd_tweak_in_data.value = int(in_data)
        self.dut.s_cmd_valid.value = 1
        await self.taken(self.dut.s_cmd_ready)
        self.dut.s_cmd_valid.value = 0
        return in_data

    async def beat(self, size: int, section: int, last: bool) -> None:
        self.dut.s_axis_tdata.value = self.block(size)
        self.dut.s_axis_tkeep.value = (1 << size) - 1
        self.dut.s_axis_tuser.value = section
        self.dut.s_axis_tlast.value = int(last)
        self.dut.s_axis_tvalid.value = 1
        await self.taken(self.dut.s_axis_tready)
        self.dut.s_axis_tvalid.value = 0

    async def units(self, count: int, in_data: bool, missing: int = 0) -> None:
        """The packet of a command, without its last beats."""
        unit = [(size, IN_TWEAK) for size in lengths(TWEAK if in_data else 0)]
        unit += [(size, IN_TEXT) for size in lengths(UNIT)]
        beats = unit * count
        for i, (size, section) in enumerate(beats[: len(beats) - missing]):
            await self.beat(size, section, last=i + 1 == len(beats))

    async def turn(self, pause: int, pulse: int) -> None:
        """Traffic under all slots; then a packet that has begun, outputs that wait, a zeroise.

        Its pulse has so many cycles; with 0 it is a reset that clears the engine.
        """
        dut = self.dut
        for slot in range(len(dut.slot_ready_o)):
            await self.load(slot)
        for count in (1, 17):
            await self.units(count, await self.command(count))
        if int(dut.busy_o.value):
            await FallingEdge(dut.busy_o)
            await FallingEdge(dut.clk_i)
        dut.m_axis_tready.value = 0
        in_data = await self.command(4)
        await self.units(3, in_data, missing=len(lengths(UNIT)) - 1)
        await Timer(PERIOD * pause + 1, "ns")
        await FallingEdge(dut.clk_i)
        self.look()
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        for _ in range(pulse or 2):
            await FallingEdge(dut.clk_i)
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        self.quiet()
        if pulse:
            await self.beat(1, IN_TEXT, last=True)  # the rest of the packet
        self.quiet()
        await Timer(PERIOD * CLEAR, "ns")
        await FallingEdge(dut.clk_i)
        self.look()
        assert not int(dut.busy_o.value)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def nothing_is_left(dut: Any) -> None:
    """The first run is there so that what nothing clears, like old statuses, is equal in both."""
    Clock(dut.clk_i, PERIOD, unit="ns").start()
    state = dict(signals(dut))
    assert len(state) > 100
    runs = [Run(dut, state, random.Random(f"secrets {n}")) for n in range(3)]
    for run in runs:
        await run.start()
        for pause, pulse in ((0, 1), (45, 7), (20, 0)):
            await run.turn(pause, pulse)
    _, one, other = runs
    assert one.steps == other.steps, "how long something takes depends on a secret"
    for i, (left, right) in enumerate(zip(one.found, other.found, strict=True)):
        differ = [name for name in left if left[name] != right[name]]
        if i % 2:
            assert not differ, f"{len(differ)} signals hold a secret: {differ[:8]}"
        else:
            assert differ, "keys and texts differ, and the engine's registers do not"
