# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gf_key_serial: the stored key against the definition, and the cycles of a load.

GF_POLY and GF_HALT in the environment say which one it is (cocotb sees no parameters).
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.field import Field

Diagonals = list[int]


def sequence(field: Field, b: int) -> Diagonals:
    """Coefficient of x^(width-1) in x^k b."""
    found = []
    for _ in range(2 * field.width - 1):
        found.append(b >> (field.width - 1) & 1)
        b = field.multiply(b, 2)
    return found


def matrices(t: Diagonals, halt: int) -> Iterator[Diagonals]:
    """The small matrices at the bottom of the recursion: of T0 + T1, T1 + T2, T1."""
    width = (len(t) + 1) // 2
    if width <= halt:
        yield t
        return
    half = width // 2
    t0, t1, t2 = (t[first : first + 2 * half - 1] for first in (0, half, 2 * half))
    yield from matrices([x ^ y for x, y in zip(t0, t1, strict=True)], halt)
    yield from matrices([x ^ y for x, y in zip(t1, t2, strict=True)], halt)
    yield from matrices(t1, halt)


@cocotb.test()
async def loads(dut: Any) -> None:
    field = Field(int(os.environ["GF_POLY"], 16))
    halt = int(os.environ["GF_HALT"])
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value = 0
    dut.start_i.value = 0
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await FallingEdge(dut.clk_i)
    assert not dut.busy_o.value and not dut.done_o.value
    for b in (1, 1 << (field.width - 1), *(rng.getrandbits(field.width) for _ in range(6))):
        bits = [bit for word in matrices(sequence(field, b), halt) for bit in word]
        count = len(list(matrices(sequence(field, b), halt)))
        for end in (rng.randrange(1, count), count):  # a load cut short by the next one, then whole
            dut.b_i.value = b if end == count else rng.getrandbits(field.width)
            dut.start_i.value = 1
            await FallingEdge(dut.clk_i)
            dut.start_i.value = 0
            for cycle in range(1, end + 1):
                assert dut.busy_o.value
                assert bool(dut.done_o.value) == (cycle == count)
                await FallingEdge(dut.clk_i)
        assert not dut.busy_o.value
        await FallingEdge(dut.clk_i)  # nothing changes after that
        assert int(dut.key_o.value) == sum(bit << i for i, bit in enumerate(bits))
