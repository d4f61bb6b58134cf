# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_check with the smallest limits: a block of text, AAD and IV.

IV_LIMIT is the limit of the IV in bytes, 16 at most. Beats follow their command at once, when the
lengths begin anew; a cycle later it must be the same.
"""

import os
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from test_message_check import AAD, CAUSE, IV, TEXT, Bench

IV_LIMIT = int(os.environ["IV_LIMIT"])
FULL = [(IV, IV_LIMIT), (AAD, 16), (TEXT, 16)]


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_block_of_each(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    cases = [(FULL, CAUSE.CauseNone)] + [
        ([beat for beat in FULL if beat[0] <= section] + [(section, bytes_)], CAUSE.CauseLength)
        for section in (IV, AAD, TEXT)
        for bytes_ in (16, 1)
        if (section, bytes_) != (AAD, 1)  # fewer than 32 bytes are allowed
        and (section != IV or IV_LIMIT == 16)  # nothing of an IV follows a partial beat
    ]
    cases += [([(IV, IV_LIMIT + 1)], CAUSE.CauseLength)] * (IV_LIMIT < 16)
    alone = [([(section, 16)] * 2, CAUSE.CauseLength) for section in (AAD, TEXT)]
    for beats, cause in [*cases, *alone] * 3:
        for late in (0, 1):
            await bench.command(iv_in_data=beats[0][0] == IV)
            for _ in range(late):
                await FallingEdge(dut.clk_i)
            last = (await bench.message(beats))[-1]
            assert last.request is not None
            assert last.request["cause"] == cause, beats
            await FallingEdge(dut.clk_i)
