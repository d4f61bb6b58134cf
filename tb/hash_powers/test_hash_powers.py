# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_hash_powers with two lanes: every power of every slot, read by both; the sweep.

Three slots, a multiplier of three stages: six powers of each hash key. The key form is the power
itself (school multiplier), and powers are any words here.
"""

import random
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

SLOTS: Final = 3
LANES: Final = 2
POWERS: Final = 6
POWER_BITS: Final = 3
INPUTS: Final = (
    "sweep_i", "sweep_addr_i", "h_valid_i", "h_slot_i", "h_i", "pow_valid_i", "pow_index_i",
    "store_i", "product_i", "slot_i", "power_i",
)  # fmt: skip


async def start(dut: Any) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for name in INPUTS:
        getattr(dut, name).value = 0
    await FallingEdge(dut.clk_i)


async def load(dut: Any, slot: int, powers: list[int], gap: int) -> None:
    """H, then one power after the other, as a key load does it; idle cycles between."""
    dut.h_valid_i.value, dut.h_slot_i.value, dut.h_i.value = 1, slot, powers[0]
    await FallingEdge(dut.clk_i)
    dut.h_valid_i.value = 0
    dut.h_slot_i.value = (slot + 1) % SLOTS  # of no meaning now
    for index, power in enumerate(powers[1:], 1):
        assert int(dut.newest_o.value) == powers[index - 1]
        assert int(dut.load_slot_o.value) == slot
        dut.pow_valid_i.value, dut.pow_index_i.value = 1, index
        await FallingEdge(dut.clk_i)
        dut.pow_valid_i.value, dut.pow_index_i.value = 0, 0
        for _ in range(gap):
            await FallingEdge(dut.clk_i)
        dut.store_i.value, dut.product_i.value = 1, power
        await FallingEdge(dut.clk_i)
        dut.store_i.value = 0
    await FallingEdge(dut.clk_i)


async def read(dut: Any, looks: list[tuple[int, int]]) -> list[int]:
    """What the lanes read at their slots and powers."""
    dut.slot_i.value = sum(slot << 4 * lane for lane, (slot, _) in enumerate(looks))
    dut.power_i.value = sum(power << POWER_BITS * lane for lane, (_, power) in enumerate(looks))
    await Timer(1, "ps")
    word = int(dut.key_o.value)
    return [word >> 128 * lane & (1 << 128) - 1 for lane in range(LANES)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def every_lane_reads_every_power(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    await start(dut)
    powers = {slot: [rng.getrandbits(128) for _ in range(POWERS)] for slot in range(SLOTS)}
    for turn in range(6):
        slot = turn % SLOTS
        powers[slot] = [rng.getrandbits(128) for _ in range(POWERS)]
        if turn < SLOTS:
            await load(dut, slot, powers[slot], 0)
            continue
        await load(dut, slot, powers[slot], turn)
        everything = [(s, p) for s in range(SLOTS) for p in range(POWERS)]
        for look in everything:
            looks = [look, rng.choice(everything)]
            assert await read(dut, looks) == [powers[s][p] for s, p in looks]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def a_sweep_clears_every_word(dut: Any) -> None:
    await start(dut)
    for slot in range(SLOTS):
        await load(dut, slot, [1 + slot] * POWERS, 0)
    dut.sweep_i.value = 1
    for address in range(SLOTS << POWER_BITS):
        dut.sweep_addr_i.value = address
        await FallingEdge(dut.clk_i)
    dut.sweep_i.value = 0
    await FallingEdge(dut.clk_i)
    for slot in range(SLOTS):
        for power in range(POWERS):
            assert await read(dut, [(slot, power)] * LANES) == [0] * LANES
