# SPDX-License-Identifier: Apache-2.0
"""The small GCM core: busy_o, and counts that no simulation reaches, put into its memory.

Lengths are counted in bits, in two words of which the first byte is the highest one.
"""

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

AAD, TEXT = 1, 2
LENGTH, MESSAGE_LIMIT = 9, 3
AAD_HIGH, TEXT_HIGH, COUNT = 8, 10, 14  # words of the memory of data


class Core:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        Clock(dut.clk_i, 10, unit="ns").start()

    async def start(self) -> None:
        """Out of reset, with a key."""
        dut = self.dut
        for name in ("s_key", "s_cmd"):
            getattr(dut, f"{name}_valid").value = getattr(dut, f"{name}_slot").value = 0
        for name in (
            "s_key_size",
            "s_key_data",
            "s_key_min_tag",
            "s_key_short_tags",
            "s_axis_tvalid",
            "zeroise_i",
        ):
            getattr(dut, name).value = 0
        for name in ("iv", "iv_in_data", "op", "id"):
            getattr(dut, f"s_cmd_{name}").value = 0
        dut.s_cmd_tag_len.value, dut.s_axis_tdata.value = 16, 0x01020304
        dut.m_axis_tready.value = dut.m_key_ready.value = 1
        dut.m_status_ready.value = 0
        dut.rst_ni.value = 0
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await self.give("s_key_valid", dut.s_key_ready)
        while not int(dut.slot_ready_o.value):
            await FallingEdge(dut.clk_i)

    async def give(self, valid: str, ready: Any) -> None:
        getattr(self.dut, valid).value = 1
        await RisingEdge(self.dut.clk_i)
        while not int(ready.value):
            await RisingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        getattr(self.dut, valid).value = 0

    async def block(self, section: int, last: bool = False) -> None:
        """And then until it has been counted."""
        dut = self.dut
        for word in range(4):
            dut.s_axis_tkeep.value, dut.s_axis_tuser.value = 15, section
            dut.s_axis_tlast.value = int(last and word == 3)
            await self.give("s_axis_tvalid", dut.s_axis_tready)
        for _ in range(150):
            await FallingEdge(dut.clk_i)

    def put(self, word: int, number: int) -> None:
        """A number of 64 bits, or 32 into COUNT."""
        size = 4 if word == COUNT else 8
        data = number.to_bytes(size, "big")
        for i in range(0, size, 4):
            self.dut.u_data.mem[word + i // 4].value = int.from_bytes(data[i : i + 4], "little")

    def got(self, word: int) -> int:
        words = [int(self.dut.u_data.mem[word + i].value).to_bytes(4, "little") for i in (0, 1)]
        return int.from_bytes(b"".join(words), "big")

    async def cause(self) -> int:
        while not int(self.dut.m_status_valid.value):
            await FallingEdge(self.dut.clk_i)
        found = int(self.dut.m_status_cause.value)
        self.dut.m_status_ready.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.m_status_ready.value = 0
        return found


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def long_sections(dut: Any) -> None:
    core = Core(dut)
    await core.start()
    limits = {AAD: (AAD_HIGH, 2**57 - 1), TEXT: (TEXT_HIGH, 2**32 - 2)}
    for section, (word, most) in limits.items():
        for before in (2**24, 2**25 - 1, 2**25, 2**26 - 1, 2**31 + 5, most - 1, most):
            await core.give("s_cmd_valid", dut.s_cmd_ready)
            await core.block(section)
            assert core.got(word) == 128
            core.put(word, 128 * before)
            await core.block(section, last=True)
            assert await core.cause() == (LENGTH if before == most else 0)
            assert core.got(word) == 128 * (before + 1) % 2**64


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def many_messages(dut: Any) -> None:
    core = Core(dut)
    await core.start()
    for before in (2**16 - 1, 2**31, 2**32 - 2, 2**32 - 1):
        core.put(COUNT, before)
        await core.give("s_cmd_valid", dut.s_cmd_ready)
        await core.block(TEXT, last=True)
        assert await core.cause() == (MESSAGE_LIMIT if before == 2**32 - 1 else 0)
    core.put(COUNT, 2**31 - 1)
    await core.give("s_cmd_valid", dut.s_cmd_ready)
    await core.block(TEXT, last=True)
    assert core.got(COUNT) >> 32 == 2**31


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def busy_while_something_is_under_way(dut: Any) -> None:
    """From a key to its answer, from a command to its status, and as long as a zeroise lasts."""
    core = Core(dut)
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    assert int(dut.busy_o.value)
    await core.start()
    await FallingEdge(dut.clk_i)
    assert not int(dut.busy_o.value)
    await core.give("s_cmd_valid", dut.s_cmd_ready)
    await core.block(TEXT, last=True)
    for _ in range(9):
        assert int(dut.busy_o.value), "the status waits"
        await FallingEdge(dut.clk_i)
    await core.cause()
    assert not int(dut.busy_o.value)
    dut.zeroise_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.zeroise_i.value = 0
    cycles = 0
    while int(dut.busy_o.value):
        cycles += 1
        assert cycles == 1 or not int(dut.slot_ready_o.value)
        await FallingEdge(dut.clk_i)
    assert cycles == int(dut.SweepCycles.value)
