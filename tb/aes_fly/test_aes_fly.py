# SPDX-License-Identifier: Apache-2.0
"""seal_aes_fly against `cryptography`: keys that change at every distance, with exact cycles.

Inputs change at falling edges; what the core answers to them is read a moment later. The source
follows the rule of order: it offers a key as soon as the blocks before it are accepted, and with it
the block behind it.
"""

import random
from collections import deque
from itertools import pairwise
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from sink import ZERO, Due, Sink

from sealwright.model.aes import encrypt_blocks

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = {
    0: "69c4e0d86a7b0430d8cdb78070b4c55a",
    1: "dda97ca4864cdfe06eaf70a0ec0d7191",
    2: "8ea2b7ca516745bfeafc49904b496089",
}

Key = tuple[int, bytes]  # size code, bytes
Op = Key | bytes


class Core:
    """Source of keys and blocks, model of the core, and sink."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        mask, self.fixed = int(dut.KeySizes.value), int(dut.Fixed.value)
        self.sizes = [s for s in range(3) if mask >> s & 1]
        self.rounds = 10 + 2 * self.sizes[-1]
        spread = 2 * (self.sizes[-1] - self.sizes[0])
        self.gap = [max(1, spread), 1, 0][self.fixed]
        self.depth = self.rounds + (5 if self.fixed == 2 else 4)
        self.sink = Sink(dut)
        self.now = 0
        self.ops: deque[Op] = deque()
        self.key: Key | None = None
        self.answers: deque[int] = deque()
        self.idle, self.answer_rate = 0.0, 1.0
        self.offer_key = self.offer_block = False
        self.taken: list[tuple[int, Op]] = []

    async def start(self) -> None:
        dut = self.dut
        Clock(dut.clk_i, 10, unit="ns").start()
        for name in ("s_key_valid", "s_axis_tvalid", "zeroise_i", "m_key_ready", "m_axis_tready"):
            getattr(dut, name).value = 0
        dut.rst_ni.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1

    def random_key(self) -> Key:
        size = random.choice(self.sizes)
        return size, random.randbytes(16 + 8 * size)

    def latency(self, size: int) -> int:
        return [10 + 2 * size + 3, self.rounds + 3, self.rounds + 4][self.fixed]

    def _heads(self) -> tuple[Key | None, bytes | None]:
        """The key and the block that may be offered now."""
        ops = self.ops
        if not ops:
            return None, None
        if isinstance(ops[0], bytes):
            return None, ops[0]
        behind = ops[1] if len(ops) > 1 else None
        return ops[0], behind if isinstance(behind, bytes) else None

    def _accept_key(self, key: Key) -> None:
        legal = key[0] in self.sizes
        self.answers.append(int(not legal))
        if legal:
            self.key = key

    def _accept_block(self, block: bytes) -> None:
        if self.key is None:  # as long as any; its cycle is checked where that is known
            self.sink.due.append(Due(self.now + self.latency(self.sizes[-1]), ZERO, True))
        else:
            result = encrypt_blocks(self.key[1], block)
            self.sink.due.append(Due(self.now + self.latency(self.key[0]), result, False))

    async def step(self, zeroise: bool = False) -> None:
        """One cycle."""
        dut = self.dut
        key, block = self._heads()
        self.offer_key = key is not None and (self.offer_key or random.random() >= self.idle)
        # A block behind a key must not come before it: it waits for the key's valid.
        may = block is not None and (key is None or self.offer_key)
        self.offer_block = may and (self.offer_block or random.random() >= self.idle)
        dut.s_key_valid.value = int(self.offer_key)
        dut.s_key_size.value = key[0] if key else random.randrange(4)
        data = int.from_bytes(key[1], "little") if key else 0
        bits = 8 * len(key[1]) if key else 0
        dut.s_key_data.value = data | random.getrandbits(256) >> bits << bits
        dut.s_axis_tvalid.value = int(self.offer_block)
        shown = block if self.offer_block else random.randbytes(16)
        dut.s_axis_tdata.value = int.from_bytes(shown or ZERO, "little")
        dut.zeroise_i.value = int(zeroise)
        answer_ready = random.random() < self.answer_rate
        dut.m_key_ready.value = int(answer_ready)
        self.sink.drive()
        await Timer(1, "ns")
        if zeroise:
            self.sink.drop()
            self.answers.clear()
            self.key = None
            for name in ("m_axis_tvalid", "m_axis_tdata", "m_axis_tuser", "m_key_valid"):
                assert not int(getattr(dut, name).value), f"{name} is not gated"
            assert not int(dut.s_key_ready.value) and not int(dut.s_axis_tready.value)
            assert not int(dut.key_ready_o.value) and int(dut.busy_o.value)
        self.sink.look(self.now)
        assert not self.sink.due or int(dut.busy_o.value)
        if int(dut.m_key_valid.value):
            assert self.answers and int(dut.m_key_cause.value) == self.answers[0]
            if answer_ready:
                self.answers.popleft()
        else:
            assert not self.answers
        if not zeroise:
            self._handshakes(key, block)
        await FallingEdge(dut.clk_i)
        self.now += 1

    def _handshakes(self, key: Key | None, block: bytes | None) -> None:
        dut = self.dut
        key_taken = self.offer_key and int(dut.s_key_ready.value)
        if key_taken and key is not None:
            self._accept_key(key)
            self.ops.popleft()
            self.taken.append((self.now, key))
            self.offer_key = False
        if self.offer_block and int(dut.s_axis_tready.value) and block is not None:
            assert key is None or key_taken, "a block overtook its key"
            self._accept_block(block)
            self.ops.popleft()
            self.taken.append((self.now, block))
            self.offer_block = False

    async def run(self, *ops: Op, limit: int = 20000) -> None:
        """Sends operations and waits until everything is out."""
        self.ops.extend(ops)
        end = self.now + limit
        while self.ops or self.sink.due or self.answers:
            assert self.now < end, "the core hangs"
            await self.step()
        for _ in range(self.rounds + 3):  # the schedule may still run
            await self.step()
        assert not int(self.dut.busy_o.value)


async def start(dut: Any) -> Core:
    core = Core(dut)
    await core.start()
    return core


def blocks(count: int) -> list[bytes]:
    return [random.randbytes(16) for _ in range(count)]


@cocotb.test
async def appendix_c(dut: Any) -> None:
    core = await start(dut)
    for size in core.sizes:
        await core.run((size, bytes(range(16 + 8 * size))), PLAIN)
        assert core.sink.got[-1].hex() == APPENDIX_C[size]


@cocotb.test
async def no_key_yet(dut: Any) -> None:
    """Blocks without a key come back as zeros, also with a refused key before them."""
    core = await start(dut)
    assert not int(dut.key_ready_o.value)
    absent = [s for s in range(4) if s not in core.sizes]
    await core.run(*blocks(5), (absent[0], random.randbytes(32)), *blocks(3))
    assert not int(dut.key_ready_o.value)
    await core.run(*blocks(4), core.random_key(), *blocks(5))
    assert int(dut.key_ready_o.value)
    for size in absent:  # nothing is disturbed by a refused key
        await core.run(*blocks(2), (size, random.randbytes(32)), *blocks(2))


@cocotb.test
async def one_block_per_cycle(dut: Any) -> None:
    """No cycle without a block in 500, each exactly on time."""
    core = await start(dut)
    for size in core.sizes:
        await core.run((size, random.randbytes(16 + 8 * size)), *blocks(500))
        cycles = [cycle for cycle, op in core.taken if isinstance(op, bytes)][-500:]
        assert cycles[-1] - cycles[0] == 499


@cocotb.test
async def key_change_latency(dut: Any) -> None:
    """Every pair of sizes and every number of blocks from 0 to 20 between two keys, in one stream.

    A key of 17 blocks comes before each pair, so that its round keys are complete.
    """
    core = await start(dut)
    points = [(o, n, c) for o in core.sizes for n in core.sizes for c in range(21)]
    random.shuffle(points)
    ops: list[Op] = [core.random_key(), *blocks(17)]
    for old, new, count in points:
        ops += [(old, random.randbytes(16 + 8 * old)), *blocks(count)]
        ops += [(new, random.randbytes(16 + 8 * new)), *blocks(17)]
    await core.run(*ops)
    cycles = [cycle for cycle, op in core.taken if isinstance(op, bytes)]
    dead = [after - before - 1 for before, after in pairwise(cycles)]
    at = 16
    measured: dict[tuple[int, int], set[int]] = {}
    for old, _, count in points:
        if count:
            assert dead[at] == core.gap, f"after a complete key of 17 blocks: {dead[at]}"
        filled = 11 + 2 * old
        expected = max(core.gap, filled - count) if count else filled + core.gap
        at += count
        assert dead[at] == expected, f"{old}, {count} blocks: {dead[at]}, not {expected}"
        measured.setdefault((old, count), set()).add(dead[at])
        at += 17
    for old in core.sizes:
        rows = [measured[old, count] for count in range(21)]
        assert all(len(row) == 1 for row in rows), "the new key's size makes a difference"
        found = [row.pop() for row in rows]
        dut._log.info(f"Fixed={core.fixed} size {old}: {found}")
        assert (min(found[1:]), max(found[1:])) == (core.gap, max(core.gap, 10 + 2 * old))


async def traffic(core: Core, rounds: int) -> None:
    """Keys of any kind, often one after the other, and blocks in between."""
    for _ in range(rounds):
        core.idle = random.choice((0.0, 0.0, 0.2, 0.7))
        core.sink.rate = random.choice((1.0, 1.0, 0.7, 0.2))
        core.answer_rate = random.choice((1.0, 0.3))
        core.sink.exact = False
        for _ in range(12):
            for _ in range(random.choice((1, 1, 1, 2, 3))):
                refused = random.choice([s for s in range(4) if s not in core.sizes])
                core.ops.append((refused, random.randbytes(32)))
                if random.random() < 0.85:
                    core.ops[-1] = core.random_key()
            core.ops.extend(blocks(random.choice((0, 1, 2, 3, 7, 12, 15, 25))))
        await core.run()


@cocotb.test
async def random_traffic(dut: Any) -> None:
    core = await start(dut)
    await traffic(core, 12)
    assert len(core.sink.got) > 500


@cocotb.test
async def exact_traffic(dut: Any) -> None:
    """Any change of keys with a sink that never waits: every result in its cycle."""
    core = await start(dut)
    await core.run(core.random_key())
    for _ in range(120):
        core.idle = random.choice((0.0, 0.0, 0.4))
        core.ops.append(core.random_key())
        core.ops.extend(blocks(random.choice((0, 1, 2, 5, 11, 13, 15, 18))))
        while len(core.ops) > 5:
            await core.step()
    await core.run()


@cocotb.test
async def stalled_sink(dut: Any) -> None:
    """Exactly as many blocks get in as there are places, and none is lost."""
    core = await start(dut)
    await core.run(core.random_key())
    core.sink.exact, core.sink.rate = False, 0.0
    core.ops.extend(blocks(3 * core.depth))
    for _ in range(4 * core.depth):
        await core.step()
    assert len(core.sink.due) == core.depth
    core.sink.rate = 1.0
    await core.run(core.random_key(), *blocks(3))


@cocotb.test
async def zeroise(dut: Any) -> None:
    """At any time: gated at once, done in time, nothing left, right afterwards."""
    core = await start(dut)
    left = set()
    for turn in range(14):
        await core.run(core.random_key(), *blocks(3))
        core.sink.exact, core.sink.rate = False, random.choice((1.0, 0.3, 0.0))
        core.ops.extend([core.random_key(), *blocks(4), core.random_key(), *blocks(30)])
        for _ in range(random.randrange(1, 45)):
            await core.step()
        for _ in range(random.choice((1, 1, 4))):
            await core.step(zeroise=True)
        kept = list(core.ops)
        core.ops.clear()
        core.offer_key = core.offer_block = False  # a zeroised source starts again
        for _ in range(core.depth):
            assert not int(dut.s_axis_tready.value) and not int(dut.s_key_ready.value)
            assert int(dut.busy_o.value)
            await core.step()
        await Timer(1, "ns")
        assert int(dut.s_axis_tready.value) and int(dut.s_key_ready.value)
        assert not int(dut.busy_o.value) and not int(dut.key_ready_o.value)
        assert not int(dut.window_q.value) and not int(dut.key_q.value)
        left.add(int(dut.block.value))  # what rounds make of zeros
        await FallingEdge(dut.clk_i)
        core.now += 1
        core.sink.rate = 1.0
        if turn % 2:
            await core.run(*blocks(2))  # without a key
        await core.run(core.random_key(), *kept, core.random_key(), *blocks(9))
        core.sink.exact = True
    assert len(left) == 1, "the pipe holds what depends on the traffic"
