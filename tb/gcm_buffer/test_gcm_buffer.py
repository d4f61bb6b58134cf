# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_buffer: words at their addresses, first counter blocks, and clear_i."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.tools.sv_package import read_package

PACKAGE = read_package("rtl/message/seal_message_pkg.sv")
CONSTANTS, IV_SOURCE = PACKAGE.constants, PACKAGE.structs["iv_t"]
BEATS, STARTS = 1 << CONSTANTS["BlockAddrW"], 1 << CONSTANTS["StartAddrW"]
IV = (1 << 96) - 1
TWO = 0x02 << 120  # [2]_32 as the last four bytes of a block


async def start(dut: Any) -> random.Random:
    for name in ("clear_i", "word_i", "next_addr_i", "iv_i", "word_addr_i", "start_addr_i"):
        getattr(dut, name).value = 0
    iv_fields.clear()
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return random.Random(cocotb.RANDOM_SEED)


iv_fields: dict[str, int] = {}


def drive(dut: Any, **fields: int) -> None:
    """Changes these fields of iv_i."""
    iv_fields.update(fields)
    dut.iv_i.value = IV_SOURCE.pack(**iv_fields)


async def word(dut: Any, addr: int, value: int) -> None:
    dut.word_i.value, dut.next_addr_i.value = value, addr
    await FallingEdge(dut.clk_i)


async def read(dut: Any, beat: int = 0, message: int = 0) -> tuple[int, int]:
    dut.word_addr_i.value, dut.start_addr_i.value = beat, message
    await Timer(1, "ns")
    found = int(dut.word_o.value)
    await FallingEdge(dut.clk_i)
    return found, int(dut.start_o.value)  # a register


async def fill(dut: Any, rng: random.Random) -> list[int]:
    """A word at each address; the one that follows is written to the last again."""
    words = [rng.getrandbits(128) for _ in range(BEATS)]
    for addr, value in enumerate(words):
        await word(dut, addr, value)
    await word(dut, BEATS - 1, words[-1])
    return words


@cocotb.test(timeout_time=100, timeout_unit="us")
async def words_lie_at_their_addresses(dut: Any) -> None:
    rng = await start(dut)
    words = await fill(dut, rng)
    for _ in range(100):
        addr = rng.randrange(BEATS)
        assert (await read(dut, addr))[0] == words[addr]
    for addr in range(BEATS):
        await word(dut, addr, 5)
        await word(dut, (addr + 1) % BEATS, 0)
        assert (await read(dut, addr))[0] == 5, "readable two cycles behind its register"


async def command(dut: Any, message: int, iv: int) -> None:
    """The check's number follows one cycle later; the IV is stable until then."""
    drive(dut, command=1, iv=iv)
    await FallingEdge(dut.clk_i)
    drive(dut, command=0, message=message)
    await FallingEdge(dut.clk_i)
    drive(dut, iv=~iv & IV)


async def direct(dut: Any, addr: int, counter: bool) -> None:
    """The beat at addr is in view for one cycle, and then the next one."""
    drive(dut, direct=1, counter=int(counter), block_addr=addr)
    await FallingEdge(dut.clk_i)
    drive(dut, direct=0, counter=0, block_addr=(addr + 1) % BEATS)
    await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def first_counter_blocks(dut: Any) -> None:
    """Of the IV of a command, of an IV in data, and a counter block in data."""
    rng = await start(dut)
    words = await fill(dut, rng)
    expected: dict[int, int] = {}
    for number in range(60):
        message, iv = number % STARTS, rng.getrandbits(96)
        await command(dut, message, iv)
        expected[message] = TWO | iv
        addr = rng.randrange(BEATS)
        form = rng.choice(("command", "IV", "counter"))
        if form != "command":
            await direct(dut, addr, form == "counter")
            expected[message] = words[addr] if form == "counter" else TWO | words[addr] & IV
        else:  # a counter block that is refused changes nothing
            drive(dut, counter=1)
            await FallingEdge(dut.clk_i)
            drive(dut, counter=0)
        for known, block in expected.items():
            assert (await read(dut, message=known))[1] == block, form


@cocotb.test(timeout_time=100, timeout_unit="us")
async def clear_leaves_nothing(dut: Any) -> None:
    rng = await start(dut)
    for addr in range(BEATS):
        await fill(dut, rng)
        for message in range(STARTS):
            await command(dut, message, rng.getrandbits(96) | 1)
            await direct(dut, addr, message % 2 == 1)
        await word(dut, addr, rng.getrandbits(128))
        dut.word_i.value, dut.clear_i.value = 0, 1
        for _ in range(BEATS + 1):
            await FallingEdge(dut.clk_i)
        dut.clear_i.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        assert int(dut.start_o.value) == 0
        left = {await read(dut, beat, beat % STARTS) for beat in range(BEATS)}
        assert left == {(0, 0)}
        assert int(dut.iv_q.value) == 0
