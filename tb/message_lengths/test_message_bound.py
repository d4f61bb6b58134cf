# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_lengths with TagBound 128: lengths that no simulation reaches.

The counts of a message are set a few blocks below a limit.
"""

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
FULL, SECTION = PACKAGE.structs["full_t"], PACKAGE.enums["message_section_e"]
AAD, TEXT = SECTION.SecAad, SECTION.SecText
BOUNDS = {12: 2**28, 14: 2**12}  # blocks by bytes of the tag
OTHERS = (4, 6, 8)


class Bench:
    def __init__(self, dut: Any) -> None:
        self.dut = dut

    async def begin(self, tag_len: int) -> None:
        """A message."""
        self.dut.begin_i.value = 1
        await FallingEdge(self.dut.clk_i)
        self.dut.begin_i.value, self.dut.tag_len_i.value = 0, tag_len

    async def take(self, section: int) -> dict[str, int]:
        """One block; the limits behind it."""
        self.dut.take_i.value, self.dut.section_i.value = 1, section
        await FallingEdge(self.dut.clk_i)
        self.dut.take_i.value = 0
        return FULL.unpack(int(self.dut.full_o.value))


async def started(dut: Any) -> Bench:
    for name in ("begin_i", "take_i", "fresh_i", "section_i", "tag_len_i"):
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return Bench(dut)


@cocotb.test()
async def a_tag_bounds_text_and_aad(dut: Any) -> None:
    bench = await started(dut)
    for tag_len, most in BOUNDS.items():
        for section, count, flag in ((AAD, dut.aad_q, "bound"), (TEXT, dut.text_q, "text")):
            for before in (most - 3, most // 2 - 2, most * 2 - 2):
                await bench.begin(tag_len)
                await bench.take(section)  # the counts begin anew
                count.value = before
                for taken in range(1, 5):
                    full = await bench.take(section)
                    reached = before + taken == most
                    assert full[flag] == reached, (tag_len, before, taken)
                    assert not any(value for name, value in full.items() if name in other(flag))
                    if reached:
                        break


def other(flag: str) -> set[str]:
    return {"bound", "text", "aad"} - {flag}


@cocotb.test()
async def other_tags_do_not(dut: Any) -> None:
    bench = await started(dut)
    for tag_len in OTHERS:
        for section, count in ((AAD, dut.aad_q), (TEXT, dut.text_q)):
            for most in BOUNDS.values():
                await bench.begin(tag_len)
                await bench.take(section)
                count.value = most - 2
                for _ in range(4):
                    full = await bench.take(section)
                    assert not (full["bound"] or full["text"] or full["aad"])


@cocotb.test()
async def the_limit_of_text_stays(dut: Any) -> None:
    """That of the core: 2^32 - 3 blocks."""
    bench = await started(dut)
    for tag_len in OTHERS:
        await bench.begin(tag_len)
        await bench.take(TEXT)
        dut.text_q.value = 2**32 - 6
        found = [(await bench.take(TEXT))["text"] for _ in range(3)]
        assert found == [0, 0, 1]
