# SPDX-License-Identifier: Apache-2.0
"""seal_aes_pipe_keyed against `cryptography`: another key for each block, of any size.

Inputs change and outputs are read at falling edges. The key of a block is driven a cycle before it;
where there is none, keys and blocks are random.
"""

import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.aes import encrypt_blocks

# FIPS 197, appendix C: key 00 01 02 ..., one ciphertext per size
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
APPENDIX_C = {
    0: "69c4e0d86a7b0430d8cdb78070b4c55a",
    1: "dda97ca4864cdfe06eaf70a0ec0d7191",
    2: "8ea2b7ca516745bfeafc49904b496089",
}
Pair = tuple[bytes, bytes]


def latency_of(sizes: list[int], stages: int) -> int:
    """From block_i to block_o."""
    early = stages > 1 and len(sizes) > 1  # a round that may be passed by needs its key early
    return 1 + early + stages * (10 + 2 * sizes[-1])


async def results(dut: Any, work: list[Pair | None]) -> list[bytes]:
    """What comes out for keys and blocks of consecutive cycles; None is a pause."""
    sizes = [s for s in range(3) if int(dut.KeySizes.value) >> s & 1]
    latency = latency_of(sizes, int(dut.RoundStages.value))
    blocks: list[bytes | None] = []
    found: list[bytes | None] = []
    for now in range(len(work) + latency + 1):
        key = (work[now] if now < len(work) else None) or (b"", b"")
        size = len(key[0]) // 8 - 2 if key[0] else random.choice(sizes)
        filled = key[0] + random.randbytes(32 - len(key[0]))  # what is above does not count
        dut.size_i.value, dut.key_i.value = size, int.from_bytes(filled, "little")
        before = work[now - 1] if 0 < now <= len(work) else None
        block = before[1] if before else random.randbytes(16)
        dut.block_i.value = int.from_bytes(block, "little")
        blocks.append(before[1] if before else None)
        await FallingEdge(dut.clk_i)
        due = now + 1 - latency
        if due >= 0 and blocks[due] is not None:
            found.append(int(dut.block_o.value).to_bytes(16, "little"))
    return [block for block in found if block is not None]


def sizes_of(dut: Any) -> list[int]:
    return [s for s in range(3) if int(dut.KeySizes.value) >> s & 1]


async def check(dut: Any, work: list[Pair | None]) -> None:
    expected = [encrypt_blocks(*pair) for pair in work if pair]
    assert await results(dut, work) == expected


@cocotb.test
async def appendix_c(dut: Any) -> None:
    Clock(dut.clk_i, 10, unit="ns").start()
    for size in sizes_of(dut):
        (found,) = await results(dut, [(bytes(range(16 + 8 * size)), PLAIN)])
        assert found.hex() == APPENDIX_C[size]


@cocotb.test
async def a_key_with_each_block(dut: Any) -> None:
    """Every size right after every other one, with pauses and without."""
    Clock(dut.clk_i, 10, unit="ns").start()
    for rest in (0.0, 0.5):
        work: list[Pair | None] = [
            (random.randbytes(16 + 8 * random.choice(sizes_of(dut))), random.randbytes(16))
            if random.random() >= rest
            else None
            for _ in range(200)
        ]
        await check(dut, work)
