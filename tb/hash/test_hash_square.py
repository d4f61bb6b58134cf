# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_hash with Square: a new key with each message, without a bubble.

H of a message comes two cycles before its first block, together with the last block of the message
before; four slots are used in turn. HASH_STAGES in the environment says how many stages there are.
"""

import os
import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.ghash import ghash_fast

STAGES = int(os.environ["HASH_STAGES"])
SLOTS = 4
BOUND = 2 * STAGES + 4


async def play(dut: Any, lengths: list[int], gaps: float = 0.0) -> None:
    """Messages of so many blocks, each under a key of its own; a token of H takes a cycle, too."""
    keys = [random.randbytes(16) for _ in lengths]
    messages = [[random.randbytes(16) for _ in range(length)] for length in lengths]
    plan: list[tuple[int, int] | None] = []  # number of the message, and of its block or -1
    for number, blocks in enumerate(messages):
        for block in range(-1, len(blocks)):
            while random.random() < gaps:
                plan.append(None)
            plan.append((number, block))
    plan += [None] * (2 * BOUND)
    due: deque[tuple[bytes, int]] = deque()
    late: list[int] = []
    block_of_next: tuple[int, int] | None = None
    for now, what in enumerate(plan):
        if int(dut.valid_o.value):
            expected, until = due.popleft()
            assert int(dut.hash_o.value).to_bytes(16, "little") == expected
            late.append(until - now)
        dut.h_valid_i.value = int(what is not None and what[1] < 0)
        if what is not None and what[1] < 0:
            dut.h_slot_i.value = what[0] % SLOTS
            dut.h_i.value = int.from_bytes(keys[what[0]], "little")
        dut.valid_i.value = int(block_of_next is not None)
        if block_of_next is not None:
            number, block = block_of_next
            last = block + 1 == lengths[number]
            dut.slot_i.value, dut.last_i.value = number % SLOTS, last
            dut.data_i.value = int.from_bytes(messages[number][block], "little")
            if last:
                due.append((ghash_fast(keys[number], b"".join(messages[number])), now + BOUND))
        # A block comes a cycle later than H of the same token would.
        block_of_next = what if what is not None and what[1] >= 0 else None
        await FallingEdge(dut.clk_i)
    assert not due and len(late) == len(lengths) and min(late) >= 0


async def start(dut: Any) -> None:
    for name in ("valid_i", "h_valid_i", "sweep_i", "sweep_addr_i", "pow_valid_i", "pow_index_i"):
        getattr(dut, name).value = 0
    dut.tag_i.value = 0
    dut.rst_ni.value = 0
    Clock(dut.clk_i, 10, "ns").start()
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)


@cocotb.test
async def every_length_after_every_length(dut: Any) -> None:
    await start(dut)
    lengths = range(1, 2 * STAGES + 3)
    pairs = [length for first in lengths for second in lengths for length in (first, second)]
    await play(dut, [1] * 12 + pairs)


@cocotb.test
async def gaps(dut: Any) -> None:
    await start(dut)
    for rest in (0.1, 0.4, 0.8):
        await play(dut, [random.choice((1, 1, 2, 3, 20)) for _ in range(30)], rest)
