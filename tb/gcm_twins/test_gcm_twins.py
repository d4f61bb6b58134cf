# SPDX-License-Identifier: Apache-2.0
"""A GCM core under two sets of secrets, all else equal: nothing differs after a zeroise or reset.

The same traffic goes through the core several times, with other keys, AAD, texts and tags. IVs are
the same: they are no secrets, and those of commands remain.
"""

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

SEAL, OPEN, COUNTER = range(3)
IV, AAD, TEXT, TAG = range(4)
PERIOD = 10  # ns
CLEAR = 300  # cycles from the fall of zeroise_i, after which nothing may differ
# Operation, bytes of an IV in the data, of AAD, of text
MESSAGES = ((SEAL, 0, 20, 70), (OPEN, 20, 33, 50), (COUNTER, 16, 0, 40), (OPEN, 0, 0, 0))


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
        self.dut.s_key_min_tag.value = 16
        self.dut.s_cmd_tag_len.value = 16
        self.dut.m_key_ready.value = self.dut.m_status_ready.value = 1
        self.quiet()
        await Timer(2 * PERIOD, "ns")
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        self.begun = get_sim_time("ns")

    def quiet(self) -> None:
        """Nothing is offered, and no secret is at an input."""
        names = ("s_key_valid", "s_key_slot", "s_key_data", "s_cmd_valid", "s_cmd_op", "s_cmd_slot")
        names += ("s_cmd_iv", "s_cmd_iv_in_data")
        names += ("s_axis_tvalid", "s_axis_tdata", "s_axis_tkeep", "s_axis_tlast", "s_axis_tuser")
        for name in names:
            getattr(self.dut, name).value = 0
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
        self.dut.s_key_data.value = self.secret.getrandbits(256)
        self.dut.s_key_valid.value = 1
        await self.taken(self.dut.s_key_ready)
        self.dut.s_key_valid.value = 0
        await self.taken(self.dut.m_key_valid)

    async def command(self, op: int, slot: int, in_data: bool) -> None:
        self.dut.s_cmd_op.value = op
        self.dut.s_cmd_slot.value = slot
        self.dut.s_cmd_iv.value = self.choice.getrandbits(96)
        self.dut.s_cmd_iv_in_data.value = int(in_data)
        self.dut.s_cmd_valid.value = 1
        await self.taken(self.dut.s_cmd_ready)
        self.dut.s_cmd_valid.value = 0

    async def beat(self, section: int, size: int, last: bool) -> None:
        source = self.choice if section == IV else self.secret
        self.dut.s_axis_tdata.value = source.getrandbits(128)
        self.dut.s_axis_tkeep.value = (1 << size) - 1
        self.dut.s_axis_tuser.value = section
        self.dut.s_axis_tlast.value = int(last)
        self.dut.s_axis_tvalid.value = 1
        await self.taken(self.dut.s_axis_tready)
        self.dut.s_axis_tvalid.value = 0

    async def message(
        self, op: int, iv: int, aad: int, text: int, slot: int, missing: int = 0
    ) -> None:
        """A message without its last beats. Those to be opened have tags that are wrong."""
        await self.command(op, slot, bool(iv))
        lengths = {IV: iv, AAD: aad, TEXT: text, TAG: 16 if op == OPEN else 0}
        beats = [(s, min(16, n - i)) for s, n in lengths.items() for i in range(0, n, 16)]
        for i, (section, size) in enumerate(beats[: len(beats) - missing]):
            await self.beat(section, size, last=i + 1 == len(beats))

    async def turn(self, pause: int, pulse: int) -> None:
        """Traffic under all slots; then a message that has begun, outputs that wait, a zeroise.

        Its pulse has so many cycles; with 0 it is a reset that clears the core.
        """
        dut = self.dut
        for slot in range(len(dut.slot_ready_o)):
            await self.load(slot)
        for slot, message in enumerate(MESSAGES * 2):
            await self.message(*message, slot=slot % len(dut.slot_ready_o))
        if int(dut.busy_o.value):
            await FallingEdge(dut.busy_o)
            await FallingEdge(dut.clk_i)
        dut.m_axis_tready.value = 0
        for op in (SEAL, OPEN):
            await self.message(op, 20, 20, 40, slot=0)
        await self.message(SEAL, 0, 20, 100, slot=1, missing=4)
        await Timer(PERIOD * pause + 1, "ns")
        await FallingEdge(dut.clk_i)
        self.look()
        dut.zeroise_i.value, dut.rst_ni.value = int(pulse > 0), int(pulse > 0)
        for _ in range(pulse):
            await FallingEdge(dut.clk_i)
        await Timer(1, "ns")  # a reset needs no edge of the clock
        dut.zeroise_i.value, dut.rst_ni.value = 0, 1
        self.quiet()
        if pulse:  # the rest of the message
            dut.s_axis_tvalid.value = dut.s_axis_tlast.value = 1
            dut.s_axis_tuser.value = TEXT
            await self.taken(dut.s_axis_tready)
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
            assert differ, "keys and texts differ, and the core's registers do not"
