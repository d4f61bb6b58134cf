# SPDX-License-Identifier: Apache-2.0
"""Smoke test of seal_gcm in cocotb: test case 4 of the GCM specification, and a row of messages."""

from typing import Any

import cocotb
from driver import COUNTER, OPEN, SEAL, Gcm
from published import AAD, CIPHER, IV, KEY, PLAIN, TAG

TAG_MISMATCH = 1
SLOT = 2


async def ready(dut: Any) -> Gcm:
    gcm = Gcm(dut)
    await gcm.start()
    assert await gcm.load_key(SLOT, KEY) == 0
    return gcm


@cocotb.test(timeout_time=50, timeout_unit="us")
async def published_case(dut: Any) -> None:
    gcm = await ready(dut)
    sealed = await gcm.message(SEAL, SLOT, IV, AAD, PLAIN)
    assert (sealed.aad, sealed.text, sealed.tag) == (AAD, CIPHER, TAG)
    opened = await gcm.message(OPEN, SLOT, IV, AAD, CIPHER, TAG)
    assert opened.passed
    assert opened.text == PLAIN
    wrong = await gcm.message(OPEN, SLOT, IV, AAD, CIPHER, bytes(16))
    assert (wrong.passed, wrong.cause) == (False, TAG_MISMATCH)


@cocotb.test(timeout_time=50, timeout_unit="us")
async def many_messages_at_once(dut: Any) -> None:
    """Of all lengths, with a long IV; sealed messages open, and counter mode has its text."""
    gcm = await ready(dut)
    iv, texts = bytes(range(20)), [PLAIN[:n] for n in range(0, 60, 7)]
    rows = [cocotb.start_soon(gcm.message(SEAL, SLOT, iv, AAD, text)) for text in texts]
    for text, row in zip(texts, rows, strict=True):
        sealed = await row
        counted = await gcm.message(COUNTER, SLOT, iv, text=text)
        assert counted.text == sealed.text
        opened = await gcm.message(OPEN, SLOT, iv, AAD, sealed.text, sealed.tag)
        assert (opened.passed, opened.text) == (True, text)
