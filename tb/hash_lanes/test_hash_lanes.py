# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_hash_lanes against the definition: any lengths, slots, gaps, keys and bit orders.

Up to q blocks of any messages come in a cycle, in any places; keys are loaded beside them, into
slots that no block needs any longer. Every hash has to come out in order, with its tag, in the
cycle which a plain queue says: in each cycle, those blocks go that are known (q s blocks behind
them are here, or the last one of their message), q of them at most, and none behind the last block
of the E-th message that ends. HASH_LANES, HASH_STAGES, HASH_ENDS, HASH_SLOTS and HASH_ORDER in the
environment say which unit it is. With the bit order of GCM the model is that of SP 800-38D, else
the sum of the header.
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

LANES = int(os.environ["HASH_LANES"])
STAGES = int(os.environ["HASH_STAGES"])
ENDS = int(os.environ["HASH_ENDS"])
SLOTS = int(os.environ["HASH_SLOTS"])
ORDER = Order(int(os.environ["HASH_ORDER"]))
TAG_BITS = 3
AHEAD = LANES * STAGES
BOUND = 2 * STAGES + 5
DIGIT = next(d for d in (1, 2, 4, 8, 16, 32, 64, 128) if (AHEAD - 1) * (128 // d + 1) <= 160)
POWER_CYCLES = (AHEAD - 1) * (128 // DIGIT + 1) + 2
PLACES = range(LANES)


def digest(h: bytes, blocks: list[bytes]) -> bytes:
    """The sum of X_j H^(N+1-j), by Horner's rule."""
    if ORDER is Order.GCM:
        return ghash_fast(h, b"".join(blocks))
    key, total = block_to_poly(h, ORDER), 0
    for block in blocks:
        total = GCM_FIELD.multiply(total ^ block_to_poly(block, ORDER), key)
    return poly_to_block(total, ORDER)


@dataclass
class Message:
    """A message; `last_at` is the cycle of its last block, `due_at` that of its hash."""

    slot: int
    tag: int
    blocks: list[bytes]
    hash: bytes = b""
    sent: int = 0
    last_at: int = -1
    due_at: int = -1


@dataclass
class Waiting:
    """The plain queue: messages of the blocks that wait, the oldest first; None: it goes on."""

    blocks: deque[Message | None] = field(default_factory=deque)
    most: int = 0

    def pop(self) -> list[Message]:
        """The messages that end among the blocks which go in this cycle."""
        self.most = max(self.most, len(self.blocks))
        ends: list[Message] = []
        for _ in PLACES:
            known = len(self.blocks) > AHEAD or any(self.blocks)
            if not known or len(ends) == ENDS:
                break
            message = self.blocks.popleft()
            if message:
                ends.append(message)
        return ends


@dataclass
class Bench:
    """One cycle at a time: results are checked, then inputs are driven."""

    dut: Any
    rng: random.Random
    now: int = 0
    keys: dict[int, bytes] = field(default_factory=dict)
    busy_until: dict[int, int] = field(default_factory=dict)  # slots: their blocks need the key
    queue: deque[Message] = field(default_factory=deque)
    coming: deque[list[Message | None]] = field(default_factory=lambda: deque([[], []]))
    waiting: Waiting = field(default_factory=Waiting)
    expected: deque[Message] = field(default_factory=deque)
    load: tuple[int, bytes] | None = None
    load_done: int = -1
    loads: int = 0
    results: int = 0
    delays: list[int] = field(default_factory=list)

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
        self.drive([None] * LANES)
        for port in (self.dut.h_valid_i, self.dut.h_slot_i, self.dut.h_i):
            port.value = 0

    def drive(self, places: list[Message | None]) -> None:
        """The next blocks of these messages; whatever is not valid is random."""
        words = dict.fromkeys(("valid", "last", "tag", "slot", "data"), 0)
        widths = {"valid": 1, "last": 1, "tag": TAG_BITS, "slot": 4, "data": 128}
        for place, message in enumerate(places):
            values = {name: self.rng.getrandbits(width) for name, width in widths.items()}
            values["valid"] = int(message is not None)
            if message:
                last = message.sent == len(message.blocks) - 1
                values["last"], values["slot"] = int(last), message.slot
                values["data"] = int.from_bytes(message.blocks[message.sent], "little")
                values["tag"] = message.tag if last else values["tag"]
                message.sent += 1
            for name, width in widths.items():
                words[name] |= values[name] << place * width
        for name, word in words.items():
            getattr(self.dut, f"{name}_i").value = word

    def add(self, slot: int, blocks: int) -> None:
        """Appends a message."""
        data = [self.rng.randbytes(16) for _ in range(blocks)]
        self.queue.append(Message(slot, self.rng.getrandbits(TAG_BITS), data))

    def check(self) -> None:
        """Results of this cycle, and when those of the blocks that go in it will come."""
        valid, tags, hashes = (
            int(port.value) for port in (self.dut.valid_o, self.dut.tag_o, self.dut.hash_o)
        )
        ends = 0
        while self.expected and self.expected[0].due_at == self.now:
            want = self.expected.popleft()
            assert valid >> ends & 1, f"cycle {self.now}: no hash"
            found = (hashes >> 128 * ends & (1 << 128) - 1).to_bytes(16, "little")
            assert found == want.hash, f"cycle {self.now}: {len(want.blocks)} blocks"
            assert tags >> TAG_BITS * ends & (1 << TAG_BITS) - 1 == want.tag
            assert self.now - want.last_at <= BOUND
            self.delays.append(self.now - want.last_at)
            ends += 1
        assert valid == (1 << ends) - 1, f"cycle {self.now}: a hash without a message"
        self.results += ends
        self.waiting.blocks.extend(self.coming.popleft())
        for message in self.waiting.pop():
            message.due_at = self.now + STAGES + 3
            self.expected.append(message)

    def step_load(self) -> None:
        """Begins a key load when its slot is free, and ends it in its cycle."""
        done = int(self.dut.powers_done_o.value)
        assert done == int(self.load_done == self.now), f"cycle {self.now}: done {done}"
        if self.load is None:
            return
        slot, h = self.load
        if done:
            self.keys[slot] = h
            self.load, self.load_done = None, -1
            self.loads += 1
        elif self.load_done < 0 and self.now >= self.busy_until.get(slot, 0):
            self.keys.pop(slot, None)
            self.dut.h_valid_i.value = 1
            self.dut.h_slot_i.value = slot
            self.dut.h_i.value = int.from_bytes(h, "little")
            self.load_done = self.now + POWER_CYCLES

    def send(self, count: int) -> list[Message | None]:
        """Up to so many blocks, in random places, as far as keys and the limit of ends allow."""
        places: list[Message | None] = [None] * LANES
        entered: list[Message | None] = []
        ends = 0
        for place in sorted(self.rng.sample(PLACES, count)):
            if not self.queue or ends == ENDS:
                break
            message = self.queue[0]
            sent = message.sent + sum(1 for other in places if other is message)
            waits = self.load is not None and self.load[0] == message.slot and not sent
            if message.slot not in self.keys or waits:
                break
            places[place] = message
            last = sent == len(message.blocks) - 1
            entered.append(message if last else None)
            self.busy_until[message.slot] = self.now + STAGES + 2 if last else 1 << 60
            if last:
                message.last_at = self.now
                message.hash = digest(self.keys[message.slot], message.blocks)
                self.queue.popleft()
                ends += 1
        self.drive(places)
        return entered

    async def cycle(self, count: int = LANES) -> None:
        self.check()
        self.idle()
        self.step_load()
        self.coming.append(self.send(count))
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    async def drain(self, rate: float = 1.0) -> None:
        while self.queue or self.expected or self.load or any(self.coming) or self.waiting.blocks:
            await self.cycle(self.count(rate))
        for _ in range(2 * BOUND):
            await self.cycle()

    def count(self, rate: float) -> int:
        """A number of blocks: each place has one with this probability."""
        return sum(self.rng.random() < rate for _ in PLACES)

    async def key(self, slot: int) -> None:
        self.load = (slot, self.rng.randbytes(16))
        while self.load:
            await self.cycle()

    def slot(self) -> int:
        return self.rng.randrange(SLOTS)


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
    edges = {1, 2, 3, LANES - 1, LANES, LANES + 1, AHEAD - 1, AHEAD, AHEAD + 1, 2 * AHEAD + 1}
    lengths = sorted(edges if AHEAD > 8 else set(range(1, 2 * AHEAD + 2)))
    for first in lengths:
        for second in lengths:
            bench.add(bench.slot(), first)
            bench.add(bench.slot(), second)
    messages = len(bench.queue)
    done = bench.results
    await bench.drain()
    assert bench.results - done == messages


@cocotb.test(timeout_time=400, timeout_unit="us")
async def latency_of_one_message(dut: Any) -> None:
    bench = await bench_of(dut)
    for blocks in range(1, 2 * AHEAD + LANES + 2):
        bench.add(bench.slot(), blocks)
        await bench.drain()
        beats = -(-blocks // LANES)
        assert bench.delays[-1] == min(beats, STAGES + 1) + STAGES + 4


@cocotb.test(timeout_time=400, timeout_unit="us")
async def the_most_that_waits(dut: Any) -> None:
    """Behind q s blocks of one message, all that may come: the queues are full, nothing is late."""
    bench = await bench_of(dut)
    for turn in range(12):
        bench.add(bench.slot(), AHEAD + 1 + turn % LANES)
        for _ in range(20 * ENDS):
            bench.add(bench.slot(), 1 + (turn % 2) * bench.rng.randrange(LANES))
        while bench.queue[0].sent < AHEAD:
            await bench.cycle(min(bench.rng.choice((1, LANES)), AHEAD - bench.queue[0].sent))
        await bench.cycle(0)
        await bench.drain()
    assert bench.waiting.most == AHEAD + LANES, "the queues are never full"
    assert max(bench.delays) == BOUND, "no message takes as long as the bound says"


@cocotb.test(timeout_time=400, timeout_unit="us")
async def messages_of_one_block_at_the_limit(dut: Any) -> None:
    bench = await bench_of(dut)
    for _ in range(120):
        bench.add(bench.slot(), 1)
    began, done = bench.now, bench.results
    while bench.queue:
        await bench.cycle()
    assert bench.now - began == 120 // ENDS
    await bench.drain()
    assert bench.results - done == 120


@cocotb.test(timeout_time=400, timeout_unit="us")
async def gaps_and_key_loads(dut: Any) -> None:
    bench = await bench_of(dut)
    loads, done = bench.loads, bench.results
    for rate in (1.0, 0.9, 0.6, 0.3, 0.1):
        for _ in range(60):
            length = bench.rng.choice((1, 1, 2, 3, LANES, AHEAD + 1, bench.rng.randint(1, 100)))
            bench.add(bench.slot(), length)
        while bench.queue:
            if bench.load is None and bench.rng.random() < 0.05:
                bench.load = (bench.slot(), bench.rng.randbytes(16))
            await bench.cycle(bench.count(rate))
        await bench.drain()
    assert bench.results - done == 300
    assert bench.loads - loads > 5


@cocotb.test(timeout_time=400, timeout_unit="us")
async def a_long_message(dut: Any) -> None:
    bench = await bench_of(dut)
    bench.add(0, 1000)
    bench.add(SLOTS - 1, 1)
    done = bench.results
    await bench.drain()
    assert bench.results - done == 2


def remains(dut: Any) -> list[str]:
    """Registers and memories with data that are not zero."""
    words = {"newest": dut.u_powers.newest_o, "h": dut.u_key.h_q, "sums": dut.hash_o}
    words |= {"tags": dut.tag_o, "data": dut.data_q, "tags of blocks": dut.tag_q}
    memories = {"powers": dut.u_powers.powers}
    for n in PLACES:
        unit = getattr(dut, f"g_lane[{n}]")
        words |= {f"x {n}": unit.x_q, f"k {n}": unit.k_q, f"products {n}": unit.u_mult.flight_q}
        words[f"added {n}"] = unit.u_feedback.early_o
        memories[f"early {n}"] = unit.u_feedback.u_early.g_mem.mem
        memories[f"bank {n}"] = getattr(dut.u_banks, f"g_bank[{n}]").u_fifo.g_mem.mem
    words["product of a key"] = dut.u_key.u_mult.flight_q
    for name, memory in memories.items():
        words |= {f"{name}, {i}": memory[i] for i in range(len(memory))}
    return [name for name, word in words.items() if int(word.value)]


@cocotb.test(timeout_time=600, timeout_unit="us")
async def sweep_clears_powers_and_messages(dut: Any) -> None:
    bench = await bench_of(dut)
    for turn in range(1, 8):
        bench.add(bench.slot(), 3 * turn)
        bench.add(bench.slot(), AHEAD * turn)
        bench.add(bench.slot(), 1)
        for _ in range(3 * turn):
            await bench.cycle()
        bench.load = (bench.slot(), bench.rng.randbytes(16))
        bench.busy_until.clear()
        for _ in range(turn):
            await bench.cycle()
        bench.idle()
        dut.sweep_i.value = 1
        addresses = SLOTS << (AHEAD - 1).bit_length()
        for address in range(addresses):
            dut.sweep_addr_i.value = address
            await FallingEdge(dut.clk_i)
            assert not int(dut.valid_o.value) and not int(dut.powers_done_o.value)
        for _ in range(BOUND - addresses):
            await FallingEdge(dut.clk_i)
        dut.sweep_i.value = 0
        await FallingEdge(dut.clk_i)
        assert remains(dut) == []
        bench = Bench(dut, bench.rng)
        for slot in range(SLOTS):
            await bench.key(slot)
        bench.add(0, turn)
        bench.add(SLOTS - 1, AHEAD + turn)
        await bench.drain()
        assert bench.results == 2
