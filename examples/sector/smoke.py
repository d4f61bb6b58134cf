# SPDX-License-Identifier: Apache-2.0
"""Smoke test of seal_sector in cocotb, as XTS: vector 2 of IEEE Std 1619, and rows of units."""

from typing import Any

import cocotb
from driver import DECRYPT, ENCRYPT, Sector

SLOT, UNIT = 1, 32
KEYS = [bytes([0x11]) * 16, bytes([0x22]) * 16]
NUMBER = 0x3333333333
PLAIN = bytes([0x44]) * UNIT
CIPHER = bytes.fromhex("c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0")


@cocotb.test(timeout_time=50, timeout_unit="us")
async def published_vector(dut: Any) -> None:
    disk = Sector(dut)
    await disk.start()
    assert await disk.load_key(SLOT, KEYS, UNIT) == 0
    assert (await disk.units(ENCRYPT, SLOT, NUMBER, PLAIN, UNIT)).text == CIPHER
    assert (await disk.units(DECRYPT, SLOT, NUMBER, CIPHER, UNIT)).text == PLAIN
    refused = await disk.units(ENCRYPT, SLOT + 1, NUMBER, PLAIN, UNIT)
    assert not refused.passed


@cocotb.test(timeout_time=50, timeout_unit="us")
async def rows_of_units(dut: Any) -> None:
    """Two commands at once; a unit alone comes out as in a row."""
    disk = Sector(dut)
    await disk.start()
    unit = 53
    assert await disk.load_key(SLOT, KEYS, unit) == 0
    texts = [bytes(range(n, n + 3 * unit)) for n in (0, 90)]
    rows = [cocotb.start_soon(disk.units(ENCRYPT, SLOT, 7, text, unit)) for text in texts]
    for text, row in zip(texts, rows, strict=True):
        sealed = (await row).text
        assert (await disk.units(DECRYPT, SLOT, 7, sealed, unit)).text == text
        alone = await disk.units(ENCRYPT, SLOT, 8, text[unit : 2 * unit], unit)
        assert alone.text == sealed[unit : 2 * unit]
