# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gcm_issue: the counter block, of which nothing outlives a zeroise; keys that wait.

J0 of a hashed IV depends on the hash key, so a core that kept it would keep something of the key.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

AAD, TEXT, END, IV, IV_LEN = range(5)
# step_t, most significant field first
FIELDS = {"kind": 3, "first": 1, "op": 2, "slot": 4, "size": 2, "raw_counter": 1, "fin": 1}
FIELDS |= {"cause": 4, "tag_len": 5, "bytes": 5, "data": 128}


def step(**values: int) -> int:
    packed = 0
    for name, width in FIELDS.items():
        packed = packed << width | values.get(name, 0)
    return packed


async def offer(dut: Any, value: int, iv: int = 0, in_data: int = 0) -> None:
    """Hands one step over; returns just before the cycle in which it waits."""
    dut.step_i.value, dut.start_i.value = value, in_data << 96 | iv
    dut.step_valid_i.value = 1
    while not int(dut.ready_o.value):
        await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.step_valid_i.value = 0


async def start(dut: Any) -> None:
    for name in ("step_valid_i", "zero_i", "key_req_i", "j0_valid_i", "step_i", "start_i", "j0_i"):
        getattr(dut, name).value = 0
    for name in ("clear_i", "key_kind_i", "key_slot_i", "key_size_i"):
        getattr(dut, name).value = 0
    dut.place_free_i.value = 1
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)


def block(prefix: int, low: int) -> int:
    """Bytes 0 to 11, then the counter as four big-endian bytes; byte 0 in the low bits."""
    return prefix | int.from_bytes((low & 0xFFFF_FFFF).to_bytes(4, "big"), "little") << 96


@cocotb.test()
async def counters_follow_the_iv_of_the_command(dut: Any) -> None:
    await start(dut)
    rng = random.Random(1)
    for _ in range(20):
        iv = rng.getrandbits(96)
        await offer(dut, step(kind=TEXT, first=1), iv=iv)
        await offer(dut, step(kind=TEXT))
        assert int(dut.block_o.value) == block(iv, 2)
        await offer(dut, step(kind=END, fin=1))
        assert int(dut.block_o.value) == block(iv, 3)
        await FallingEdge(dut.clk_i)
        assert int(dut.block_o.value) == block(iv, 1)


@cocotb.test()
async def zeroise_leaves_nothing_of_a_hashed_iv(dut: Any) -> None:
    await start(dut)
    rng = random.Random(2)
    await offer(dut, step(kind=IV, first=1, bytes=16, data=rng.getrandbits(128)), in_data=1)
    await offer(dut, step(kind=IV_LEN))
    await offer(dut, step(kind=TEXT))
    prefix = rng.getrandbits(96) | 1
    dut.j0_i.value, dut.j0_valid_i.value = block(prefix, 0xFFFF_FFFF), 1
    await FallingEdge(dut.clk_i)
    dut.j0_valid_i.value = 0
    await FallingEdge(dut.clk_i)
    assert int(dut.block_o.value) == block(prefix, 0), "inc32 wraps at 32 bits"
    dut.zero_i.value = dut.clear_i.value = 1
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    assert int(dut.block_o.value) == 0
    dut.zero_i.value = dut.clear_i.value = 0
    for _ in range(3):
        await FallingEdge(dut.clk_i)
        assert int(dut.block_o.value) == 0
        assert not int(dut.busy_o.value)


@cocotb.test()
async def a_key_waits_for_the_steps_of_its_slot(dut: Any) -> None:
    """Of the message in front and of the one behind it; not of one that is refused at its start."""
    await start(dut)

    async def waits() -> list[int]:
        found = []
        for slot in range(16):
            dut.key_slot_i.value = slot
            await FallingEdge(dut.clk_i)
            found += [slot] if int(dut.key_uses_o.value) else []
        return found

    rng = random.Random(3)
    for _ in range(20):
        first, second, refused = rng.sample(range(16), 3)
        dut.place_free_i.value = 0
        assert await waits() == []
        await offer(dut, step(kind=AAD, fin=1, slot=first))
        assert await waits() == [first]
        await offer(dut, step(kind=AAD, first=1, slot=second))
        assert await waits() == sorted([first, second])
        dut.place_free_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.place_free_i.value = 0
        assert await waits() == [second]
        await offer(dut, step(kind=END, first=1, fin=1, cause=1, slot=refused))
        assert await waits() == [second]
        dut.place_free_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.place_free_i.value = 0
        assert await waits() == []
        dut.place_free_i.value = 1
        await FallingEdge(dut.clk_i)
