# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_hash_serial against the definition: lengths, slots, gaps, key loads, bit orders.

Blocks follow each other as closely as the product allows, or with pauses. The hash of a message
comes once, with its tag, c + 2 cycles after its last block, whatever went before. HASH_CYCLES (c),
HASH_SLOTS and HASH_ORDER in the environment say which unit it is. With the bit order of GCM the
model is that of SP 800-38D, else the sum of powers.
"""

import os
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.field import GCM_FIELD, Order, block_to_poly, poly_to_block
from sealwright.model.ghash import ghash_fast

CYCLES = int(os.environ["HASH_CYCLES"])
SLOTS = int(os.environ["HASH_SLOTS"])
ORDER = Order(int(os.environ["HASH_ORDER"]))
TAG_BITS = 3
LATENCY = CYCLES + 2


def digest(h: bytes, blocks: list[bytes]) -> bytes:
    """The sum of X_j H^(N+1-j), by Horner's rule."""
    if ORDER is Order.GCM:
        return ghash_fast(h, b"".join(blocks))
    key, total = block_to_poly(h, ORDER), 0
    for block in blocks:
        total = GCM_FIELD.multiply(total ^ block_to_poly(block, ORDER), key)
    return poly_to_block(total, ORDER)


@dataclass
class Bench:
    """One cycle at a time: results are checked, then inputs are driven."""

    dut: Any
    rng: random.Random
    now: int = 0
    keys: list[bytes] = field(default_factory=list)
    due: deque[tuple[int, int, bytes]] = field(default_factory=deque)  # cycle, tag, hash

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.idle()
        self.dut.sweep_i.value = 0
        self.dut.sweep_addr_i.value = 0
        self.dut.rst_ni.value = 0
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        for _ in range(2 * LATENCY):  # nothing comes of what was in the registers before
            await self.cycle()
        self.keys = [b""] * SLOTS
        for slot in range(SLOTS):
            await self.key(slot)

    def idle(self) -> None:
        """No inputs: data as they may be then, any."""
        self.dut.valid_i.value = 0
        self.dut.h_valid_i.value = 0
        for port, bits in ((self.dut.last_i, 1), (self.dut.tag_i, TAG_BITS), (self.dut.slot_i, 4)):
            port.value = self.rng.getrandbits(bits)
        for port in (self.dut.data_i, self.dut.h_i):
            port.value = self.rng.getrandbits(128)
        self.dut.h_slot_i.value = self.rng.getrandbits(4)

    async def cycle(self) -> None:
        await FallingEdge(self.dut.clk_i)
        self.now += 1
        self.idle()
        expected = bool(self.due) and self.due[0][0] == self.now
        assert bool(int(self.dut.valid_o.value)) == expected, f"cycle {self.now}"
        if expected:
            _, tag, hashed = self.due.popleft()
            assert int(self.dut.hash_o.value).to_bytes(16, "little") == hashed
            assert int(self.dut.tag_o.value) == tag

    async def key(self, slot: int) -> None:
        """Loads it; it may be used from the second cycle after it on."""
        self.keys[slot] = self.rng.randbytes(16)
        self.dut.h_valid_i.value = 1
        self.dut.h_slot_i.value = slot
        self.dut.h_i.value = int.from_bytes(self.keys[slot], "little")
        await self.cycle()
        await self.cycle()

    async def message(self, slot: int, count: int, pause: float = 0, other: int = -1) -> None:
        """Its blocks, and the key of another slot beside one of them."""
        blocks = [self.rng.randbytes(16) for _ in range(count)]
        beside = self.rng.randrange(count)
        for number, block in enumerate(blocks):
            tag, last = self.rng.getrandbits(TAG_BITS), number == count - 1
            self.dut.valid_i.value = 1
            self.dut.last_i.value = last
            self.dut.slot_i.value = slot
            self.dut.tag_i.value = tag
            self.dut.data_i.value = int.from_bytes(block, "little")
            if last:
                self.due.append((self.now + LATENCY, tag, digest(self.keys[slot], blocks)))
            wait = CYCLES
            if number == beside and other >= 0:
                await self.cycle()
                await self.key(other)
                wait = max(CYCLES - 3, 0)
            for _ in range(wait):
                await self.cycle()
            while self.rng.random() < pause:
                await self.cycle()

    async def drain(self) -> None:
        for _ in range(LATENCY + 2):
            await self.cycle()
        assert not self.due


async def bench_of(dut: Any) -> Bench:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    return bench


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def every_length_after_every_length(dut: Any) -> None:
    bench = await bench_of(dut)
    for first in range(1, 5):
        for second in range(1, 5):
            await bench.message(bench.rng.randrange(SLOTS), first)
            await bench.message(bench.rng.randrange(SLOTS), second)
    await bench.message(SLOTS - 1, 100)
    await bench.drain()


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def gaps_and_key_loads(dut: Any) -> None:
    """A slot is loaded while no block of its is on the way."""
    bench = await bench_of(dut)
    for pause in (0, 0.3, 0.7, 0.9):
        for _ in range(240 // (CYCLES + 10)):
            slot = bench.rng.randrange(SLOTS)
            other = (slot + 1) % SLOTS if SLOTS > 1 else -1
            await bench.drain()
            await bench.message(slot, bench.rng.choice((1, 1, 2, 3, 9)), pause, other)
    await bench.drain()


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def sweep_clears_keys_and_messages(dut: Any) -> None:
    bench = await bench_of(dut)
    for turn in range(0, CYCLES + 3, CYCLES // 8 or 1):
        await bench.message(0, 2)
        bench.due.clear()
        dut.valid_i.value = 1
        dut.last_i.value = 1
        for _ in range(turn):  # the sweep begins at each cycle of a product
            await FallingEdge(dut.clk_i)
            bench.idle()
        dut.sweep_i.value = 1
        for address in range(max(SLOTS, 2)):
            dut.sweep_addr_i.value = address
            await FallingEdge(dut.clk_i)
            bench.idle()
            assert not int(dut.valid_o.value)
        for _ in range(CYCLES + 3):
            await FallingEdge(dut.clk_i)
        words = dut.keys
        assert all(int(words[i].value) == 0 for i in range(len(words)))
        for name in ("x_q", "y_q", "h_q"):
            assert int(getattr(dut, name).value) == 0
        dut.sweep_i.value = 0
        for _ in range(2 * LATENCY):
            await bench.cycle()
        for slot in range(SLOTS):
            await bench.key(slot)
        await bench.message(SLOTS - 1, 2)
        await bench.drain()
