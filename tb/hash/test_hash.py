# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_hash against the definition: any lengths, slots, gaps, key loads and bit orders.

Messages of 1 block and up follow each other; keys are loaded beside them, one power after another,
into slots that no message in flight uses. Every message has to come out once, in order, with its
tag, at most 2 s + 4 cycles after its last block, whatever went before: without gaps in the input,
this shows that there is no bubble. A message of N blocks by itself takes
min(N, s + 1) + s + 3. HASH_STAGES, HASH_SLOTS and HASH_ORDER in the environment say which unit it
is. With the bit order of GCM the model is that of SP 800-38D, else the sum of the header.
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

STAGES = int(os.environ["HASH_STAGES"])
SLOTS = int(os.environ["HASH_SLOTS"])
ORDER = Order(int(os.environ["HASH_ORDER"]))
TAG_BITS = 3
BOUND = 2 * STAGES + 4


def digest(h: bytes, blocks: list[bytes]) -> bytes:
    """The sum of X_j H^(N+1-j), by Horner's rule."""
    if ORDER is Order.GCM:
        return ghash_fast(h, b"".join(blocks))
    key, total = block_to_poly(h, ORDER), 0
    for block in blocks:
        total = GCM_FIELD.multiply(total ^ block_to_poly(block, ORDER), key)
    return poly_to_block(total, ORDER)


@dataclass
class Expected:
    """A message whose last block has gone in."""

    slot: int
    tag: int
    hash: bytes
    due: int


@dataclass
class Load:
    """A key on its way into a slot; `power` is how many powers there are."""

    slot: int
    h: bytes
    power: int = 0
    busy: bool = False


@dataclass
class Bench:
    """One cycle at a time: results are checked, then inputs are driven."""

    dut: Any
    rng: random.Random
    now: int = 0
    keys: dict[int, bytes] = field(default_factory=dict)
    queue: deque[tuple[int, int, list[bytes]]] = field(default_factory=deque)
    blocks: list[bytes] = field(default_factory=list)
    sent: int = 0
    expected: deque[Expected] = field(default_factory=deque)
    load: Load | None = None
    results: int = 0
    latest: list[int] = field(default_factory=list)

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.idle()
        self.dut.sweep_i.value = 0
        self.dut.sweep_addr_i.value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def idle(self) -> None:
        dut = self.dut
        for port in (dut.valid_i, dut.last_i, dut.tag_i, dut.slot_i, dut.data_i, dut.h_valid_i):
            port.value = 0
        for port in (dut.h_slot_i, dut.h_i, dut.pow_valid_i, dut.pow_index_i):
            port.value = 0

    def add(self, slot: int, blocks: int) -> None:
        """Appends a message; the first block is still to come when it is hashed."""
        data = [self.rng.randbytes(16) for _ in range(blocks)]
        self.queue.append((slot, self.rng.getrandbits(TAG_BITS), data))

    def check(self) -> None:
        if int(self.dut.valid_o.value):
            assert self.expected, f"cycle {self.now}: a result without a message"
            want = self.expected.popleft()
            assert int(self.dut.hash_o.value).to_bytes(16, "little") == want.hash
            assert int(self.dut.tag_o.value) == want.tag
            assert self.now <= want.due, f"cycle {self.now}: {self.now - want.due} late"
            self.latest.append(want.due - self.now)
            self.results += 1

    def uses(self, slot: int) -> bool:
        waiting = any(want.slot == slot for want in self.expected)
        return waiting or (self.sent > 0 and self.queue[0][0] == slot)

    def step_load(self) -> bool:
        """Moves the key load on; true if it takes this cycle of the multiplier."""
        load = self.load
        if load is None or load.busy or (load.power == 0 and self.uses(load.slot)):
            return False
        if load.power == 0:
            self.keys.pop(load.slot, None)
            self.dut.h_valid_i.value = 1
            self.dut.h_slot_i.value = load.slot
            self.dut.h_i.value = int.from_bytes(load.h, "little")
            load.power = 1
            return False
        if load.power < STAGES:
            self.dut.pow_valid_i.value = 1
            self.dut.pow_index_i.value = load.power
            load.busy = True
            for want in self.expected:
                want.due += 1  # it takes a cycle of the multiplier from all that wait
            return True
        self.keys[load.slot] = load.h
        self.load = None
        return False

    def send(self) -> None:
        """The next block, if its key is there."""
        slot, tag, blocks = self.queue[0]
        if slot not in self.keys or (self.load and self.load.slot == slot and not self.sent):
            return
        last = self.sent == len(blocks) - 1
        self.dut.valid_i.value = 1
        self.dut.slot_i.value = slot
        self.dut.tag_i.value = tag if last else self.rng.getrandbits(TAG_BITS)
        self.dut.last_i.value = last
        self.dut.data_i.value = int.from_bytes(blocks[self.sent], "little")
        self.sent += 1
        if last:
            hashed = digest(self.keys[slot], blocks)
            self.expected.append(Expected(slot, tag, hashed, self.now + BOUND))
            self.queue.popleft()
            self.sent = 0

    async def cycle(self, rate: float = 1.0) -> None:
        self.check()
        self.idle()
        if not self.step_load() and self.queue and self.rng.random() < rate:
            self.send()
        if int(self.dut.pow_done_o.value):
            assert self.load and self.load.busy, f"cycle {self.now}: a power without a request"
            self.load.busy = False  # the next power may follow in the next cycle
            self.load.power += 1
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    async def drain(self, rate: float = 1.0) -> None:
        while self.queue or self.expected or self.load:
            await self.cycle(rate)
        for _ in range(2 * BOUND):
            await self.cycle()

    async def key(self, slot: int) -> None:
        self.load = Load(slot, self.rng.randbytes(16))
        while self.load:
            await self.cycle()


async def bench_of(dut: Any) -> Bench:
    bench = Bench(dut, random.Random(cocotb.RANDOM_SEED))
    await bench.start()
    for _ in range(2 * BOUND):  # nothing comes of what was in the registers before the reset
        await bench.cycle()
    for slot in range(SLOTS):
        await bench.key(slot)
    return bench


@cocotb.test(timeout_time=400, timeout_unit="us")
async def every_length_after_every_length(dut: Any) -> None:
    bench = await bench_of(dut)
    lengths = range(1, 2 * STAGES + 3)
    for first in lengths:
        for second in lengths:
            bench.add(bench.rng.randrange(SLOTS), first)
            bench.add(bench.rng.randrange(SLOTS), second)
    messages = len(bench.queue)
    done = bench.results
    await bench.drain()
    assert bench.results - done == messages
    assert min(bench.latest) == 0, "no message takes as long as the bound says"


@cocotb.test(timeout_time=400, timeout_unit="us")
async def latency_of_one_message(dut: Any) -> None:
    bench = await bench_of(dut)
    for blocks in range(1, 3 * STAGES + 3):
        bench.add(bench.rng.randrange(SLOTS), blocks)
        await bench.drain()
        assert BOUND - bench.latest[-1] == min(blocks, STAGES + 1) + STAGES + 3


@cocotb.test(timeout_time=400, timeout_unit="us")
async def gaps_and_key_loads(dut: Any) -> None:
    bench = await bench_of(dut)
    loads = 0
    for rate in (1.0, 0.9, 0.6, 0.3, 0.1):
        for _ in range(40):
            blocks = bench.rng.choice((1, 1, 2, 3, STAGES, STAGES + 1, bench.rng.randint(1, 40)))
            bench.add(bench.rng.randrange(SLOTS), blocks)
        while bench.queue:
            if bench.load is None and bench.rng.random() < 0.05:
                bench.load = Load(bench.rng.randrange(SLOTS), bench.rng.randbytes(16))
                loads += 1
            await bench.cycle(rate)
        await bench.drain()
    assert bench.results == 200
    assert loads > 10


@cocotb.test(timeout_time=400, timeout_unit="us")
async def a_long_message(dut: Any) -> None:
    bench = await bench_of(dut)
    bench.add(0, 600)
    bench.add(SLOTS - 1, 1)
    await bench.drain()
    assert bench.results == 2


@cocotb.test(timeout_time=400, timeout_unit="us")
async def sweep_clears_powers_and_messages(dut: Any) -> None:
    bench = await bench_of(dut)
    for turn in range(1, 8):
        bench.add(bench.rng.randrange(SLOTS), 3 * turn)
        bench.add(bench.rng.randrange(SLOTS), 40)
        for _ in range(5 * turn):
            await bench.cycle()
        bench.idle()
        dut.sweep_i.value = 1
        for address in range(SLOTS << max((STAGES - 1).bit_length(), 1)):
            dut.sweep_addr_i.value = address
            await FallingEdge(dut.clk_i)
            assert not int(dut.valid_o.value)
        for _ in range(2 * STAGES + 4):
            await FallingEdge(dut.clk_i)
        dut.sweep_i.value = 0
        powers = dut.u_powers.powers
        assert all(int(powers[i].value) == 0 for i in range(len(powers)))
        bench.queue.clear()
        bench.expected.clear()
        bench.keys.clear()
        bench.sent = 0
        for slot in range(SLOTS):
            await bench.key(slot)
        bench.add(0, turn)
        done = bench.results
        await bench.drain()
        assert bench.results == done + 1
