# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_judge: beats become entries, and swallowed beats become nothing at all.

Which beat is refused for what is tested on whole cores (tests/gcm/test_gcm_errors.py). What the
judge keeps of a beat that it swallows can only be seen here.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

SEAL = 0
AAD, TEXT = 1, 2
TOKEN_AAD, TOKEN_TEXT = 0, 1
DATA = (1 << 128) - 1  # lowest field of step_t
KIND_SHIFT = 128 + 5 + 5 + 4 + 1 + 1 + 2 + 4 + 2 + 1  # of its highest field


async def start(dut: Any) -> random.Random:
    for name in ("zero_i", "clear_i", "cmd_valid_i", "beat_valid_i", "take_i", "next_valid_i"):
        getattr(dut, name).value = 0
    for name in ("op", "slot", "size", "iv", "iv_in_data", "tag_len", "cause"):
        getattr(dut, f"cmd_{name}_i").value = 0
    for name in ("first", "last", "section", "null", "bad"):
        getattr(dut, f"beat_{name}_i").value = 0
    dut.next_section_i.value = dut.key_slot_i.value = 0
    dut.beat_data_i.value, dut.beat_bytes_i.value, dut.msg_free_i.value = 0, 16, 1
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return random.Random(cocotb.RANDOM_SEED)


async def command(dut: Any) -> None:
    """Hands over a command to seal, with the IV in it."""
    dut.cmd_op_i.value, dut.cmd_tag_len_i.value, dut.cmd_valid_i.value = SEAL, 16, 1
    await Timer(1, "ns")
    assert int(dut.cmd_take_o.value)
    await FallingEdge(dut.clk_i)
    dut.cmd_valid_i.value = 0


async def beat(dut: Any, section: int, data: int, first: bool, last: bool) -> None:
    """Offers a full beat that is taken at once."""
    dut.beat_section_i.value, dut.beat_data_i.value = section, data
    dut.beat_first_i.value, dut.beat_last_i.value = int(first), int(last)
    dut.beat_valid_i.value = 1
    await Timer(1, "ns")
    assert int(dut.beat_take_o.value)
    await FallingEdge(dut.clk_i)
    dut.beat_valid_i.value = 0


@cocotb.test(timeout_time=100, timeout_unit="us")
async def every_beat_is_an_entry_one_cycle_later(dut: Any) -> None:
    rng = await start(dut)
    dut.take_i.value = 1
    for blocks in (1, 2, 7):
        await command(dut)
        for number in range(2 * blocks):
            section = AAD if number < blocks else TEXT
            data = rng.getrandbits(128)
            await beat(dut, section, data, number == 0, number == 2 * blocks - 1)
            step = int(dut.entry_o.value)
            assert int(dut.valid_o.value)
            assert int(dut.last_o.value) == (number == 2 * blocks - 1)
            assert step >> KIND_SHIFT == (TOKEN_AAD if section == AAD else TOKEN_TEXT)
            assert step & DATA == data
        await FallingEdge(dut.clk_i)
        assert not int(dut.valid_o.value)
        assert not int(dut.busy_o.value)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def what_is_swallowed_goes_no_further(dut: Any) -> None:
    rng = await start(dut)
    await command(dut)
    for number in range(2):
        await beat(dut, TEXT, rng.getrandbits(128) | 1, number == 0, False)
    dut.zero_i.value = dut.clear_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.zero_i.value = dut.clear_i.value = 0
    for number in range(6):
        assert not int(dut.valid_o.value)
        assert int(dut.entry_o.value) & DATA == 0
        await beat(dut, TEXT, rng.getrandbits(128) | 1, False, number == 5)
    for _ in range(3):
        assert not int(dut.valid_o.value)
        assert int(dut.entry_o.value) & DATA == 0
        await FallingEdge(dut.clk_i)
    assert not int(dut.busy_o.value)
    # the next message is judged as ever
    await command(dut)
    data = rng.getrandbits(128)
    await beat(dut, TEXT, data, True, True)
    assert int(dut.valid_o.value)
    assert int(dut.entry_o.value) & DATA == data
