# SPDX-License-Identifier: Apache-2.0
"""seal_aes_pipelined against `cryptography`: one block per cycle, sizes and slots mixed in flight.

Inputs change and outputs are read at falling edges. A block driven at one of them must be at the
output exactly the latency later; blocks that nobody awaits are random.
"""

import random
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.aes import encrypt_blocks

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_key_expand"))
from schedule import round_keys

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = {
    0: "69c4e0d86a7b0430d8cdb78070b4c55a",
    1: "dda97ca4864cdfe06eaf70a0ec0d7191",
    2: "8ea2b7ca516745bfeafc49904b496089",
}


class Pipe:
    """Drives one cycle at a time and checks what comes out."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.slots = int(dut.Slots.value)
        self.sizes = [s for s in range(3) if int(dut.KeySizes.value) >> s & 1]
        self.latency = 2 + (10 + 2 * self.sizes[-1]) * int(dut.RoundStages.value)
        self.now = 0
        self.due: deque[tuple[int, bytes | None]] = deque()
        self.got: list[bytes] = []
        self.keys: dict[int, bytes] = {}
        Clock(dut.clk_i, 10, unit="ns").start()
        self.idle()

    def idle(self) -> None:
        self.drive_block(random.randbytes(16), random.randrange(self.slots), self.sizes[0])
        self.dut.key_we_i.value = 0
        self.dut.zero_we_i.value = 0

    def drive_block(self, block: bytes, slot: int, size: int) -> None:
        self.dut.block_i.value = int.from_bytes(block, "little")
        self.dut.slot_i.value = slot
        self.dut.size_i.value = size

    async def step(self) -> None:
        """To the next falling edge; the output that is due must be there."""
        await FallingEdge(self.dut.clk_i)
        self.now += 1
        if self.due and self.due[0][0] == self.now:
            _, expected = self.due.popleft()
            block = int(self.dut.block_o.value).to_bytes(16, "little")
            self.got.append(block)
            assert expected is None or block == expected, f"{block.hex()}, not {expected.hex()}"
        self.idle()

    def send(self, slot: int, block: bytes, size: int | None = None) -> None:
        """Drives a block. Without a size it is under the slot's key and the result is checked."""
        expected = None
        if size is None:
            key = self.keys[slot]
            size = len(key) // 8 - 2
            expected = encrypt_blocks(key, block)
        self.drive_block(block, slot, size)
        self.due.append((self.now + self.latency, expected))

    def write(self, slot: int, size: int, index: int, key: bytes) -> None:
        self.dut.key_we_i.value = 1
        self.dut.key_slot_i.value = slot
        self.dut.key_size_i.value = size
        self.dut.key_round_i.value = index
        self.dut.key_i.value = int.from_bytes(key, "little")

    async def load(self, slot: int, key: bytes, others: Iterable[int] = ()) -> None:
        """Writes a key's round keys in random order while the slots `others` carry traffic."""
        busy = list(others)
        writes = list(enumerate(round_keys(key)))
        random.shuffle(writes)
        for index, word in writes:
            if busy:
                self.send(random.choice(busy), random.randbytes(16))
            self.write(slot, len(key) // 8 - 2, index, word)
            await self.step()
        self.keys[slot] = key

    def random_key(self) -> bytes:
        return random.randbytes(16 + 8 * random.choice(self.sizes))

    async def drain(self) -> None:
        while self.due:
            await self.step()


@cocotb.test
async def appendix_c(dut: Any) -> None:
    pipe = Pipe(dut)
    await pipe.step()
    for size in pipe.sizes:
        slot = random.randrange(pipe.slots)
        await pipe.load(slot, bytes(range(16 + 8 * size)))
        pipe.send(slot, PLAIN)
        await pipe.drain()
        assert pipe.got[-1].hex() == APPENDIX_C[size]


@cocotb.test
async def random_traffic(dut: Any) -> None:
    """Every slot in use, any change between neighbours, keys replaced under traffic."""
    pipe = Pipe(dut)
    await pipe.step()
    for slot in range(pipe.slots):
        await pipe.load(slot, pipe.random_key())
    sent = len(pipe.due)
    for _ in range(30):
        for _ in range(random.randrange(2 * pipe.latency)):
            if random.random() < 0.9:
                pipe.send(random.randrange(pipe.slots), random.randbytes(16))
                sent += 1
            await pipe.step()
        renewed = random.randrange(pipe.slots)
        others = [slot for slot in range(pipe.slots) if slot != renewed]
        for _ in range(pipe.latency):  # the old key's blocks leave, the others go on
            if others:
                pipe.send(random.choice(others), random.randbytes(16))
            await pipe.step()
        await pipe.load(renewed, pipe.random_key(), others)
        pipe.send(renewed, random.randbytes(16))  # right after the last write
        await pipe.step()
    await pipe.drain()
    assert len(pipe.got) > sent > 300


@cocotb.test
async def every_pair_of_sizes(dut: Any) -> None:
    """Each size right after each other, in one slot after the other."""
    pipe = Pipe(dut)
    await pipe.step()
    for slot in range(pipe.slots):
        size = pipe.sizes[slot % len(pipe.sizes)]
        await pipe.load(slot, random.randbytes(16 + 8 * size))
    for first in range(pipe.slots):
        for second in range(pipe.slots):
            for slot in (first, second):
                pipe.send(slot, random.randbytes(16))
                await pipe.step()
    await pipe.drain()


@cocotb.test
async def zeroise(dut: Any) -> None:
    """A zeroised slot encrypts as if all its round keys had been written as zero."""
    pipe = Pipe(dut)
    await pipe.step()
    for size in pipe.sizes:
        slot = random.randrange(pipe.slots)
        for _ in range(pipe.latency):
            await pipe.step()
        for other in range(pipe.slots):
            await pipe.load(other, pipe.random_key())
        kept = [other for other in range(pipe.slots) if other != slot]
        pipe.write(slot, size, 0, random.randbytes(16))  # zero comes first
        dut.zero_we_i.value = 1
        dut.key_slot_i.value = slot
        await pipe.step()
        blocks = [random.randbytes(16) for _ in range(4)]
        for block in blocks:
            pipe.send(slot, block, size)
            await pipe.step()
        for other in kept:
            pipe.send(other, random.randbytes(16))
            await pipe.step()
        await pipe.drain()
        zeroised = pipe.got[-len(kept) - 4 :][:4]
        for index in range(11 + 2 * size):
            pipe.write(slot, size, index, bytes(16))
            await pipe.step()
        for block in blocks:
            pipe.send(slot, block, size)
            await pipe.step()
        await pipe.drain()
        assert pipe.got[-4:] == zeroised
