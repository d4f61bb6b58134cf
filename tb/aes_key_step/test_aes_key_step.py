# SPDX-License-Identifier: Apache-2.0
"""seal_aes_key_step against the schedule in plain Python."""

import random
import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import Timer

sys.path.append(str(Path(__file__).resolve().parents[1] / "aes_key_expand"))
from schedule import round_keys

# FIPS 197, appendix A
EXAMPLES = (
    "2b7e151628aed2a6abf7158809cf4f3c",
    "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
    "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
)


async def walk(dut: Any, key: bytes) -> None:
    """All steps of a schedule, in every build that has its size."""
    size = len(key) // 8 - 2
    builds = [mask for mask in range(1, 8) if mask >> size & 1]
    dut.size_i.value = size
    bits = 8 * len(key)  # what lies above a short key does not count
    dut.key_i.value = int.from_bytes(key, "little") | random.getrandbits(256) >> bits << bits
    await Timer(1, "ns")
    window = int(dut.first_o.value)
    for index, expected in enumerate(round_keys(key)):
        unused = 256 - 64 * (size + 2)  # nor what is below its window
        dut.window_i.value = window >> unused << unused | random.getrandbits(256) % (1 << unused)
        dut.round_i.value = index
        await Timer(1, "ns")
        emitted, windows = int(dut.key_o.value), int(dut.window_o.value)
        for mask in builds:
            word = (emitted >> 128 * (mask - 1)) % (1 << 128)
            assert word.to_bytes(16, "little") == expected, f"round {index}, mask {mask}"
        made = {(windows >> 256 * (mask - 1)) % (1 << 256) >> unused for mask in builds}
        assert len(made) == 1
        window = made.pop() << unused


@cocotb.test
async def appendix_a(dut: Any) -> None:
    for key in EXAMPLES:
        await walk(dut, bytes.fromhex(key))


@cocotb.test
async def random_keys(dut: Any) -> None:
    for size in (16, 24, 32) * 60:
        await walk(dut, random.randbytes(size))


@cocotb.test
async def sizes_of_a_mask(dut: Any) -> None:
    """Code 3 is in none."""
    for sizes in range(1, 8):
        dut.sizes_i.value = sizes
        for size in range(4):
            dut.size_i.value = size
            await Timer(1, "ns")
            assert bool(dut.built_o.value) == (size < 3 and bool(sizes >> size & 1))
