# SPDX-License-Identifier: Apache-2.0
"""seal_aes_key_expand, by each row of the bench's table: schedules, cycle counts, clearing."""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from schedule import round_keys

# FIPS 197, appendix A: the key and the last round key
EXAMPLES = {
    "2b7e151628aed2a6abf7158809cf4f3c": "d014f9a8c9ee2589e13f0cc8b6630ca6",
    "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b": "e98ba06f448c773c8ecc720401002202",
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4": (
        "fe4890d1e6188d0b046df344706c631e"
    ),
}
SUB_WORDS = {16: 10, 24: 8, 32: 13}
POINTS = range(9)  # rows of the bench's table


async def reset(dut: Any, point: int) -> None:
    dut.point_i.value = point
    Clock(dut.clk_i, 10, unit="ns").start()
    dut.offer_i.value = 0
    dut.start_i.value = 0
    dut.clear_i.value = 0
    dut.rst_ni.value = 0
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    assert not int(dut.we_o.value) and not int(dut.busy_o.value) and not int(dut.done_o.value)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    assert not int(dut.we_o.value) and not int(dut.busy_o.value) and not int(dut.done_o.value)


async def start(dut: Any, key: bytes) -> None:
    """One start pulse; afterwards the inputs change."""
    assert dut.busy_o.value == 0
    size = len(key) // 8 - 2
    only = len(lengths(dut)) == 1  # which is taken for any code
    dut.size_i.value = random.randrange(4) if only else size
    spare = random.randbytes(32 - len(key))  # bits above a short key do not count
    dut.key_i.value = int.from_bytes(key + spare, "little")
    dut.offer_i.value = 1
    dut.start_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.offer_i.value = 0
    dut.start_i.value = 0
    dut.key_i.value = random.getrandbits(256)
    dut.size_i.value = random.randrange(3)


async def expand(dut: Any, key: bytes) -> list[bytes]:
    """Runs one expansion; checks handshake, order and number of cycles."""
    await start(dut, key)
    keys: list[bytes] = []
    cycles = 1
    while True:
        assert dut.busy_o.value == 1
        if dut.we_o.value == 1:
            assert int(dut.round_o.value) == len(keys)
            keys.append(int(dut.key_o.value).to_bytes(16, "little"))
        if dut.done_o.value == 1:
            break
        assert cycles < 500
        dut.offer_i.value = random.getrandbits(1)  # neither has an effect while busy
        dut.start_i.value = random.getrandbits(1)
        await FallingEdge(dut.clk_i)
        cycles += 1
    dut.offer_i.value = 0
    dut.start_i.value = 0
    rounds = len(key) // 4 + 6
    stages = int(dut.stages_o.value)
    assert cycles == 4 * rounds + 5 + SUB_WORDS[len(key)] * stages
    await FallingEdge(dut.clk_i)
    assert dut.busy_o.value == 0 and dut.done_o.value == 0 and dut.we_o.value == 0
    assert int(dut.held_o.value) == 0, "the expansion left key material behind"
    return keys


def lengths(dut: Any) -> list[int]:
    """Bytes of the keys that this point takes."""
    return [16 + 8 * size for size in range(3) if int(dut.sizes_o.value) >> size & 1]


def a_key(dut: Any) -> bytes:
    return random.randbytes(random.choice(lengths(dut)))


@cocotb.test
@cocotb.parametrize(point=POINTS)
async def appendix_a(dut: Any, point: int) -> None:
    await reset(dut, point)
    for key, last in EXAMPLES.items():
        if len(key) // 2 not in lengths(dut):
            continue
        keys = await expand(dut, bytes.fromhex(key))
        assert keys[-1].hex() == last
        assert keys == round_keys(bytes.fromhex(key))


@cocotb.test
@cocotb.parametrize(point=POINTS)
async def random_keys(dut: Any, point: int) -> None:
    await reset(dut, point)
    for _ in range(60):
        key = a_key(dut)
        assert await expand(dut, key) == round_keys(key)
        for _ in range(random.choice((0, 0, 1, 5))):
            await FallingEdge(dut.clk_i)


@cocotb.test
@cocotb.parametrize(point=POINTS)
async def clear_at_any_time(dut: Any, point: int) -> None:
    """Whenever clear comes, also with start: nothing is written, and a cycle later nothing held."""
    await reset(dut, point)
    for wait in [*range(12), *(random.randrange(12, 120) for _ in range(20))]:
        await start(dut, a_key(dut))
        for _ in range(wait):
            await FallingEdge(dut.clk_i)
        dut.clear_i.value = 1
        dut.offer_i.value = random.getrandbits(1)
        dut.start_i.value = random.getrandbits(1)
        await FallingEdge(dut.clk_i)
        dut.clear_i.value = 0
        dut.offer_i.value = 0
        dut.start_i.value = 0
        for cycle in range(5):
            assert dut.busy_o.value == 0 and dut.we_o.value == 0 and dut.done_o.value == 0
            assert cycle == 0 or int(dut.held_o.value) == 0
            await FallingEdge(dut.clk_i)
    key = a_key(dut)
    assert await expand(dut, key) == round_keys(key)


@cocotb.test
@cocotb.parametrize(point=POINTS)
async def a_key_that_is_not_taken(dut: Any, point: int) -> None:
    """Offered without a start, for any number of cycles, it is gone a cycle later."""
    await reset(dut, point)
    for cycles in (1, 2, 5):
        for _ in range(cycles):
            dut.offer_i.value = 1
            dut.size_i.value = random.randrange(3)
            dut.key_i.value = random.getrandbits(256)
            await FallingEdge(dut.clk_i)
        dut.offer_i.value = 0
        await FallingEdge(dut.clk_i)
        assert int(dut.held_o.value) == 0 and dut.busy_o.value == 0
    key = a_key(dut)
    assert await expand(dut, key) == round_keys(key)


@cocotb.test
async def every_point_is_seen(dut: Any) -> None:
    """The tests cover the whole table."""
    for point in range(16):
        dut.point_i.value = point
        await Timer(1, "ns")
        assert bool(int(dut.sizes_o.value)) == (point in POINTS)
