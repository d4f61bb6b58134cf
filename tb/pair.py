# SPDX-License-Identifier: Apache-2.0
"""Cores that differ in their secrets alone: what is inside, and what of it differs.

Either they are two, g_copy[0] and g_copy[1] of a bench, or one core whose traffic is repeated with
other secrets (`Run`).
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cocotb.clock import Clock
from cocotb.handle import HierarchyArrayObject, HierarchyObject
from cocotb.triggers import FallingEdge, RisingEdge, Timer
from cocotb.utils import get_sim_time

PERIOD = 10  # ns


def signals(handle: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every register, memory and output of a core, by its path within it."""
    if isinstance(handle, HierarchyObject | HierarchyArrayObject):
        for child in handle:
            name = child._name.rsplit(".", 1)[-1]
            yield from signals(child, f"{path}.{name}")
    elif hasattr(handle, "value"):
        yield path, handle


def differing(dut: Any) -> list[str]:
    """Names of what is not the same in both; there are hundreds of signals in all."""
    one, other = (dict(signals(dut[f"g_copy[{n}]"])) for n in (0, 1))
    assert one.keys() == other.keys() and len(one) > 100
    return [name for name in one if str(one[name].value) != str(other[name].value)]


@dataclass
class Run:
    """The traffic, with the secrets of a seed; when each of its steps ended, and what was left.

    What differs between cores is in `fixed` (inputs, and what they are all the time), `quiet` and
    `turn`.
    """

    dut: Any
    state: dict[str, Any]
    secret: random.Random
    choice: random.Random = field(default_factory=lambda: random.Random(1))
    steps: list[float] = field(default_factory=list)
    before: list[dict[str, str]] = field(default_factory=list)  # what was inside at a zeroise
    after: list[dict[str, str]] = field(default_factory=list)
    fixed: ClassVar[dict[str, int]] = {}
    clear: ClassVar[int]  # cycles from the fall of zeroise_i, after which nothing may differ

    async def start(self) -> None:
        ready = {"m_key_ready": 1, "m_status_ready": 1, **self.fixed}
        zero = ("s_cmd_id", "zeroise_i", "s_key_size", "rst_ni")
        for name, value in {**dict.fromkeys(zero, 0), **ready}.items():
            getattr(self.dut, name).value = value
        self.quiet()
        await self.reset()
        self.dut.rst_ni.value = 0  # only a reset, or a zeroise, withdraws an offer
        self.quiet()
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        self.begun = get_sim_time("ns")

    async def reset(self) -> None:
        """Sources that offer something from the reset on wait: a reset begins a zeroise."""
        dut = self.dut
        for valid in (dut.s_key_valid, dut.s_cmd_valid, dut.s_axis_tvalid):
            valid.value = 1
        await Timer(2 * PERIOD, "ns")
        await FallingEdge(dut.clk_i)
        self.closed()
        dut.rst_ni.value = 1
        self.begun = get_sim_time("ns")
        for _ in range(8):
            await Timer(1, "ns")
            self.closed()
            await FallingEdge(dut.clk_i)

    def closed(self) -> None:
        for port in ("s_key_ready", "s_cmd_ready", "s_axis_tready"):
            assert not int(getattr(self.dut, port).value), f"{port} is high too early"

    def quiet(self) -> None:
        """Nothing is offered, and no secret is at an input."""
        names = ("s_key_valid", "s_key_slot", "s_key_data", "s_cmd_valid", "s_cmd_op", "s_cmd_slot")
        names += ("s_axis_tvalid", "s_axis_tdata", "s_axis_tkeep", "s_axis_tlast", "s_axis_tuser")
        for name in names:
            getattr(self.dut, name).value = 0
        self.dut.m_axis_tready.value = 1

    async def turn(self, pause: int, pulse: int) -> None:
        """Traffic, a pause, and a zeroise whose pulse has so many cycles; with 0, a reset."""
        raise NotImplementedError

    def look(self) -> dict[str, str]:
        """What is in every register."""
        return {name: str(signal.value) for name, signal in self.state.items()}

    async def look_when_clear(self) -> None:
        self.quiet()
        await Timer(PERIOD * self.clear, "ns")
        await FallingEdge(self.dut.clk_i)
        self.after.append(self.look())
        assert not int(self.dut.busy_o.value)

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

    async def command(self, **fields: int) -> None:
        """Named without their prefix."""
        for name, value in fields.items():
            getattr(self.dut, f"s_cmd_{name}").value = value
        self.dut.s_cmd_valid.value = 1
        await self.taken(self.dut.s_cmd_ready)
        self.dut.s_cmd_valid.value = 0

    async def beat(self, data: int, size: int, section: int, last: bool) -> None:
        await self.offer(data, (1 << size) - 1, section, int(last))

    async def offer(self, data: int, keep: int, user: int, last: int) -> None:
        """A beat by its fields."""
        self.dut.s_axis_tdata.value = data
        self.dut.s_axis_tkeep.value = keep
        self.dut.s_axis_tuser.value = user
        self.dut.s_axis_tlast.value = last
        self.dut.s_axis_tvalid.value = 1
        await self.taken(self.dut.s_axis_tready)
        self.dut.s_axis_tvalid.value = 0


async def nothing_is_left(dut: Any, kind: type[Run]) -> None:
    """The first run is there so that what nothing clears, like old statuses, is equal in both."""
    Clock(dut.clk_i, PERIOD, unit="ns").start()
    state = dict(signals(dut))
    assert len(state) > 100
    runs = [kind(dut, state, random.Random(f"secrets {n}")) for n in range(3)]
    for run in runs:
        await run.start()
        for pause, pulse in ((0, 1), (45, 7), (20, 0)):
            await run.turn(pause, pulse)
    _, one, other = runs
    assert one.steps == other.steps, "how long something takes depends on a secret"
    for left, right in zip(one.before, other.before, strict=True):
        assert differing_in(left, right), "keys and texts differ, and the core's registers do not"
    for left, right in zip(one.after, other.after, strict=True):
        differ = differing_in(left, right)
        assert not differ, f"{len(differ)} signals hold a secret: {differ[:8]}"
    assert one.before and one.after


def differing_in(left: dict[str, str], right: dict[str, str]) -> list[str]:
    """Names of what is not the same in both."""
    return [name for name in left if left[name] != right[name]]
