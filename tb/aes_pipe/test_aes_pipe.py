# SPDX-License-Identifier: Apache-2.0
"""seal_aes_pipe against `cryptography`: sizes, slots and directions mixed in flight.

Inputs change and outputs are read at falling edges. A block driven at one of them must be at the
output exactly the latency later; between blocks the input is random. A step is as long as a block
takes: Fold cycles, in the first of which blocks enter.
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

from sealwright.model.aes import decrypt_blocks, encrypt_blocks
from sealwright.tools.sv_package import read_package

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_key_expand"))
from schedule import round_keys

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = {
    0: "69c4e0d86a7b0430d8cdb78070b4c55a",
    1: "dda97ca4864cdfe06eaf70a0ec0d7191",
    2: "8ea2b7ca516745bfeafc49904b496089",
}
FORWARD, INVERSE, BOTH = read_package("rtl/aes/seal_aes_pkg.sv").enums["dir_e"]


class Pipe:
    """Drives one step at a time and checks what comes out."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.slots = int(dut.Slots.value)
        self.sizes = [s for s in range(3) if int(dut.KeySizes.value) >> s & 1]
        self.dir = int(dut.Dir.value)
        self.fold = int(dut.Fold.value)
        self.latency = self.cycles(10 + 2 * self.sizes[-1], int(dut.RoundStages.value))
        self.now = 0
        self.due: deque[tuple[int, bytes | None]] = deque()
        self.got: list[bytes] = []
        self.keys: dict[int, bytes] = {}
        Clock(dut.clk_i, 10, unit="ns").start()
        self.idle()

    def cycles(self, rounds: int, stages: int) -> int:
        """From input to output: the units, the loops in front of the last pass, the entrance."""
        through = -(-rounds // self.fold) * stages
        loop = through + 1 + through % 2
        return 2 + through + (self.fold - 1) * loop

    def idle(self) -> None:
        slot, size = random.randrange(self.slots), self.sizes[0]
        self.drive_block(random.randbytes(16), slot, size, inverse=bool(random.getrandbits(1)))
        self.dut.enter_i.value = int(self.now % self.fold == 0)
        self.dut.key_we_i.value = 0
        self.dut.clear_we_i.value = 0

    def drive_block(self, block: bytes, slot: int, size: int, *, inverse: bool) -> None:
        self.dut.block_i.value = int.from_bytes(block, "little")
        self.dut.inv_i.value = inverse
        self.dut.slot_i.value = slot
        self.dut.size_i.value = size

    async def step(self, steps: int = 1) -> None:
        """To the next falling edge at which a block may enter; outputs that are due must come."""
        for _ in range(steps * self.fold):
            await FallingEdge(self.dut.clk_i)
            self.now += 1
            if self.due and self.due[0][0] == self.now:
                _, expected = self.due.popleft()
                block = int(self.dut.block_o.value).to_bytes(16, "little")
                self.got.append(block)
                assert expected is None or block == expected, f"{block.hex()}, not {expected.hex()}"
            self.idle()

    def send(
        self, slot: int, block: bytes, size: int | None = None, inverse: bool | None = None
    ) -> None:
        """Drives a block. Without a size it is under the slot's key and the result is checked."""
        if inverse is None or self.dir != BOTH:
            inverse = self.dir == INVERSE or (self.dir == BOTH and bool(random.getrandbits(1)))
        expected = None
        if size is None:
            key = self.keys[slot]
            size = len(key) // 8 - 2
            expected = (decrypt_blocks if inverse else encrypt_blocks)(key, block)
        self.drive_block(block, slot, size, inverse=inverse)
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
            for phase in range(2 if self.dir == BOTH else 1):  # writes two cycles apart
                if busy:
                    self.send(random.choice(busy), random.randbytes(16))
                if phase == 0:
                    self.write(slot, len(key) // 8 - 2, index, word)
                await self.step()
        await self.step(1 + (self.dir == INVERSE))
        self.keys[slot] = key

    async def zeroise(self, slot: int) -> None:
        """Clears the slot's words of all passes."""
        for index in range(self.fold):
            for phase in range(2):
                self.dut.clear_we_i.value = int(phase == 0)
                self.dut.clear_pass_i.value = index
                self.dut.key_slot_i.value = slot
                await self.step()
        await self.step()

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
        if pipe.dir != INVERSE:
            pipe.send(slot, PLAIN, inverse=False)
            await pipe.drain()
            assert pipe.got[-1].hex() == APPENDIX_C[size]
        if pipe.dir != FORWARD:
            pipe.send(slot, bytes.fromhex(APPENDIX_C[size]), inverse=True)
            await pipe.drain()
            assert pipe.got[-1] == PLAIN


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
        for _ in range(-(-pipe.latency // pipe.fold)):  # old blocks leave, the others go on
            if others:
                pipe.send(random.choice(others), random.randbytes(16))
            await pipe.step()
        await pipe.load(renewed, pipe.random_key(), others)
        pipe.send(renewed, random.randbytes(16))  # as soon as it may
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
        await pipe.step(-(-pipe.latency // pipe.fold))
        for other in range(pipe.slots):
            await pipe.load(other, pipe.random_key())
        kept = [other for other in range(pipe.slots) if other != slot]
        if pipe.dir == FORWARD:
            pipe.write(slot, size, 0, random.randbytes(16))  # zero comes first
        await pipe.zeroise(slot)
        blocks = [(random.randbytes(16), bool(random.getrandbits(1))) for _ in range(4)]
        for block, inverse in blocks:
            pipe.send(slot, block, size, inverse)
            await pipe.step()
        for other in kept:
            pipe.send(other, random.randbytes(16))
            await pipe.step()
        await pipe.drain()
        zeroised = pipe.got[-len(kept) - 4 :][:4]
        for index in range(11 + 2 * size):
            pipe.write(slot, size, index, bytes(16))
            await pipe.step(2)
        await pipe.step()
        for block, inverse in blocks:
            pipe.send(slot, block, size, inverse)
            await pipe.step()
        await pipe.drain()
        assert pipe.got[-4:] == zeroised
