# SPDX-License-Identifier: Apache-2.0
"""An XTS engine at 2^44 blocks under a key, from sums that are set a few units before."""

import os
import random
import sys
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge

sys.path.append(str(Path(__file__).resolve().parents[2] / "examples"))
sys.path.append(str(Path(__file__).resolve().parents[2] / "examples/sector"))
from driver import DECRYPT, ENCRYPT, Sector

from sealwright.model.sector.xts import Xts, tweak_of
from sealwright.tools.sv_package import read_package

CAUSE = read_package("rtl/sector/seal_sector_pkg.sv").enums["sector_cause_e"]
LIMIT = 1 << int(os.environ["LIMIT_LOG2"])


class Disk(Sector):
    """The engine, with the ports that read its sums."""

    async def begun(self, slot: int) -> int:
        await FallingEdge(self.dut.clk_i)
        self.dut.blocks_slot_i.value = slot
        await FallingEdge(self.dut.clk_i)
        return int(self.dut.blocks_o.value)

    async def preset(self, slot: int, blocks: int) -> None:
        await FallingEdge(self.dut.clk_i)
        self.dut.u_input.g_limit.u_key_blocks.u_sums.mem[slot].value = blocks
        assert await self.begun(slot) == blocks


async def disk_of(dut: Any) -> tuple[Disk, random.Random]:
    dut.blocks_slot_i.value = 0
    disk = Disk(dut)
    await disk.start()
    return disk, random.Random(cocotb.RANDOM_SEED)


def cut(text: bytes, unit: int) -> list[bytes]:
    return [text[at : at + unit] for at in range(0, len(text), unit)]


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_unit_past_the_limit_is_refused(dut: Any) -> None:
    """Units before it come out; its cause is CauseLimit; a new key of the slot starts again."""
    disk, rng = await disk_of(dut)
    for unit, rest in ((48, 0), (48, 2), (41, 1), (16, 0), (512, 31)):
        blocks = -(-unit // 16)
        keys = [rng.randbytes(16), rng.randbytes(16)]
        for slot in (0, 1):
            assert await disk.load_key(slot, keys, unit) == 0
            assert await disk.begun(slot) == 0
            assert (await disk.units(ENCRYPT, slot, 1, rng.randbytes(unit), unit)).passed
            assert await disk.begun(slot) == blocks
        text, xts = rng.randbytes(4 * unit), Xts(b"".join(keys))
        sealed = [xts.encrypt(tweak_of(9 + n), part) for n, part in enumerate(cut(text, unit))]
        await disk.preset(0, LIMIT - rest - 3 * blocks)
        answer = await disk.units(ENCRYPT, 0, 9, text, unit)  # three of the four units fit
        assert (answer.passed, answer.cause) == (False, CAUSE.CauseLimit)
        assert answer.text == b"".join(sealed[:3])
        assert await disk.begun(0) == LIMIT - rest
        for op in (DECRYPT, ENCRYPT):
            answer = await disk.units(op, 0, 9, text, unit)
            assert (answer.cause, answer.text) == (CAUSE.CauseLimit, b"")
        assert await disk.begun(0) == LIMIT - rest
        answer = await disk.units(DECRYPT, 1, 9, b"".join(sealed), unit)  # of another slot
        assert (answer.passed, answer.text) == (True, text)
        assert await disk.load_key(0, keys, unit) == 0
        assert await disk.begun(0) == 0
        answer = await disk.units(ENCRYPT, 0, 9, text, unit)
        assert (answer.passed, answer.text) == (True, b"".join(sealed))
        assert await disk.begun(0) == 4 * blocks


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_refused_key_and_a_refused_command_change_no_sum(dut: Any) -> None:
    disk, rng = await disk_of(dut)
    keys, unit = [rng.randbytes(32), rng.randbytes(32)], 64
    assert await disk.load_key(1, keys, unit) == 0
    assert (await disk.units(ENCRYPT, 1, 0, rng.randbytes(3 * unit), unit)).passed
    assert await disk.begun(1) == 12
    assert await disk.load_key(1, [keys[0], keys[0]], unit) == 6
    assert (await disk.units(2, 1, 0, rng.randbytes(unit), unit)).cause == CAUSE.CauseOp
    top = (1 << 128) - 1
    assert (await disk.units(0, 1, top, rng.randbytes(2 * unit), unit)).cause == CAUSE.CauseWrap
    assert await disk.begun(1) == 12
    assert (await disk.units(ENCRYPT, 1, 0, rng.randbytes(unit), unit)).passed
    assert await disk.begun(1) == 16
    assert await disk.begun(0) == 0


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_zeroise_clears_the_sums(dut: Any) -> None:
    disk, rng = await disk_of(dut)
    keys, unit = [rng.randbytes(32), rng.randbytes(32)], 32
    assert await disk.load_key(0, keys, unit) == 0
    assert (await disk.units(ENCRYPT, 0, 0, rng.randbytes(unit), unit)).passed
    await disk.preset(0, LIMIT - 2)
    assert (await disk.units(ENCRYPT, 0, 0, rng.randbytes(unit), unit)).passed
    await FallingEdge(dut.clk_i)
    dut.zeroise_i.value = 1
    await FallingEdge(dut.clk_i)
    dut.zeroise_i.value = 0
    while int(dut.busy_o.value):
        await FallingEdge(dut.clk_i)
    assert await disk.begun(0) == 0
    assert (await disk.units(ENCRYPT, 0, 0, rng.randbytes(unit), unit)).cause == CAUSE.CauseSlot
    assert await disk.load_key(0, keys, unit) == 0
    assert (await disk.units(ENCRYPT, 0, 0, rng.randbytes(unit), unit)).passed
    assert await disk.begun(0) == 2
