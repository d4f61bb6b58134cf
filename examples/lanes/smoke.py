# SPDX-License-Identifier: Apache-2.0
"""Smoke test of seal_gcm_lanes in cocotb: a published case, then short messages side by side."""

from random import Random
from typing import Any

import cocotb
from driver import OPEN, SEAL, Answer, Gcm
from published import AAD, CIPHER, IV, KEY, PLAIN, TAG

TAG_MISMATCH = 1
KEYS = (KEY, bytes(range(16)))


async def ready(dut: Any) -> Gcm:
    gcm = Gcm(dut)
    await gcm.start()
    for slot, key in enumerate(KEYS):
        assert await gcm.load_key(slot, key) == 0
    return gcm


@cocotb.test(timeout_time=50, timeout_unit="us")
async def published_case(dut: Any) -> None:
    gcm = await ready(dut)
    sealed = await gcm.message(SEAL, 0, IV, AAD, PLAIN)
    assert (sealed.aad, sealed.text, sealed.tag) == (AAD, CIPHER, TAG)
    opened = await gcm.message(OPEN, 0, IV, AAD, CIPHER, TAG)
    assert (opened.passed, opened.text) == (True, PLAIN)
    wrong = await gcm.message(OPEN, 0, IV, AAD, CIPHER, bytes(16))
    assert (wrong.passed, wrong.cause) == (False, TAG_MISMATCH)


async def row(gcm: Gcm, messages: list[tuple[int, int, bytes, bytes, bytes]]) -> list[Answer]:
    """Messages (operation, slot, AAD, text, tag) that follow each other without a gap."""
    started = []
    for number, (op, slot, aad, text, tag) in enumerate(messages):
        iv = number.to_bytes(12, "big") if number % 4 else number.to_bytes(7, "big")
        started.append(cocotb.start_soon(gcm.message(op, slot, iv, aad, text, tag)))
    return [await one for one in started]


@cocotb.test(timeout_time=200, timeout_unit="us")
async def short_messages_side_by_side(dut: Any) -> None:
    """Under two keys, of all lengths; the same with lanes that stay empty, and with pauses."""
    plain = [(SEAL, n % 2, AAD[: n % 21], PLAIN[:n], b"") for n in range(61)]
    sealed = await row(gcm := await ready(dut), plain)
    assert all(answer.passed for answer in sealed)
    back = [
        (OPEN, slot, aad, answer.text, answer.tag)
        for (_, slot, aad, _, _), answer in zip(plain, sealed, strict=True)
    ]
    opened = await row(gcm, back)
    assert [(True, text) for *_, text, _ in plain] == [(one.passed, one.text) for one in opened]
    gcm.pauses = Random(1)
    assert await row(gcm, plain) == sealed
    assert await row(gcm, back) == opened
