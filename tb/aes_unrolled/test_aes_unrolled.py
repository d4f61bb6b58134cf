# SPDX-License-Identifier: Apache-2.0
"""seal_aes_unrolled against `cryptography`: a key of its own beside every block.

Inputs change at falling edges; what the core answers to them is read a moment later.
"""

import random
import sys
from collections import deque
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from sealwright.model.aes import encrypt_blocks

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_fly"))
from sink import ZERO, Due, Sink

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = {
    0: "69c4e0d86a7b0430d8cdb78070b4c55a",
    1: "dda97ca4864cdfe06eaf70a0ec0d7191",
    2: "8ea2b7ca516745bfeafc49904b496089",
}

Item = tuple[int, bytes, bytes]  # size code, key, block


class Core:
    """Source, model and sink."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        mask = int(dut.KeySizes.value)
        self.sizes = [s for s in range(3) if mask >> s & 1]
        self.absent = [s for s in range(4) if s not in self.sizes]
        self.latency = 10 + 2 * self.sizes[-1] + 3
        self.depth = self.latency + 1
        self.sink = Sink(dut)
        self.now = 0
        self.items: deque[Item] = deque()
        self.idle, self.offer = 0.0, False
        self.taken: list[int] = []

    async def start(self) -> None:
        dut = self.dut
        Clock(dut.clk_i, 10, unit="ns").start()
        for name in ("s_axis_tvalid", "m_axis_tready", "zeroise_i"):
            getattr(dut, name).value = 0
        dut.rst_ni.value = 0
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1

    def item(self, size: int | None = None) -> Item:
        code = random.choice(self.sizes) if size is None else size
        return code, random.randbytes(min(16 + 8 * code, 32)), random.randbytes(16)

    async def step(self, zeroise: bool = False) -> None:
        """One cycle."""
        dut = self.dut
        self.offer = bool(self.items) and (self.offer or random.random() >= self.idle)
        size, key, block = self.items[0] if self.offer else self.item()
        bits = 8 * len(key)  # what lies above a short key does not count
        dut.s_axis_tvalid.value = int(self.offer)
        dut.s_axis_size.value = size
        dut.s_axis_key.value = (
            int.from_bytes(key, "little") | random.getrandbits(256) >> bits << bits
        )
        dut.s_axis_tdata.value = int.from_bytes(block, "little")
        dut.zeroise_i.value = int(zeroise)
        self.sink.drive()
        await Timer(1, "ns")
        if zeroise:
            self.sink.drop()
            for name in ("m_axis_tvalid", "m_axis_tdata", "m_axis_tuser", "s_axis_tready"):
                assert not int(getattr(dut, name).value), f"{name} is not gated"
            assert int(dut.busy_o.value)
        assert bool(dut.busy_o.value) >= bool(self.sink.due)
        self.sink.look(self.now)
        if self.offer and int(dut.s_axis_tready.value):
            wrong = size not in self.sizes
            result = ZERO if wrong else encrypt_blocks(key, block)
            self.sink.due.append(Due(self.now + self.latency, result, wrong))
            self.taken.append(self.now)
            self.items.popleft()
            self.offer = False
        await FallingEdge(dut.clk_i)
        self.now += 1

    async def run(self, *items: Item, limit: int = 20000) -> None:
        """Sends items and waits until everything is out."""
        self.items.extend(items)
        end = self.now + limit
        while self.items or self.sink.due:
            assert self.now < end, "the core hangs"
            await self.step()
        await self.step()
        assert not int(self.dut.busy_o.value)


async def start(dut: Any) -> Core:
    core = Core(dut)
    await core.start()
    return core


@cocotb.test
async def appendix_c(dut: Any) -> None:
    core = await start(dut)
    await core.run(*((size, bytes(range(16 + 8 * size)), PLAIN) for size in core.sizes))
    assert [result.hex() for result in core.sink.got] == [APPENDIX_C[s] for s in core.sizes]


@cocotb.test
async def a_key_per_block(dut: Any) -> None:
    """No cycle without a block in 400, sizes mixed and some refused, each exactly on time."""
    core = await start(dut)
    choice = (*core.sizes, *core.sizes, *core.sizes, *core.absent)
    sizes = [random.choice(choice) for _ in range(400)]
    await core.run(*(core.item(size) for size in sizes))
    assert core.taken[-1] - core.taken[0] == 399


@cocotb.test
async def random_traffic(dut: Any) -> None:
    core = await start(dut)
    for _ in range(12):
        core.idle = random.choice((0.0, 0.0, 0.2, 0.7))
        core.sink.rate = random.choice((1.0, 0.7, 0.2))
        core.sink.exact = core.sink.rate == 1.0
        await core.run(*(core.item(random.choice((None, None, None, 3))) for _ in range(60)))


@cocotb.test
async def stalled_sink(dut: Any) -> None:
    """Exactly as many blocks get in as there are places, and none is lost."""
    core = await start(dut)
    core.sink.exact, core.sink.rate = False, 0.0
    core.items.extend(core.item() for _ in range(3 * core.depth))
    for _ in range(4 * core.depth):
        await core.step()
    assert len(core.sink.due) == core.depth
    core.sink.rate = 1.0
    await core.run()


@cocotb.test
async def zeroise(dut: Any) -> None:
    """At any time: gated at once, done in time, nothing left, right afterwards."""
    core = await start(dut)
    left = set()
    for _ in range(10):
        core.sink.exact, core.sink.rate = False, random.choice((1.0, 0.3, 0.0))
        core.items.extend(core.item() for _ in range(40))
        for _ in range(random.randrange(1, 35)):
            await core.step()
        for _ in range(random.choice((1, 1, 4))):
            await core.step(zeroise=True)
        core.items.clear()
        core.offer = False
        for _ in range(core.depth):
            assert not int(dut.s_axis_tready.value) and int(dut.busy_o.value)
            await core.step()
        await Timer(1, "ns")
        assert int(dut.s_axis_tready.value) and not int(dut.busy_o.value)
        left.add((int(dut.block.value), int(dut.window_q.value)))  # what zeros turn into
        await FallingEdge(dut.clk_i)
        core.now += 1
        core.sink.exact, core.sink.rate = True, 1.0
        await core.run(*(core.item() for _ in range(9)))
    assert len(left) == 1, "the pipe holds what depends on the traffic"
