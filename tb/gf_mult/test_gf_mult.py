# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_gf_mult: a product of new operands every cycle, against the model.

GF_POLY and GF_STAGES in the environment say which multiplier it is (cocotb sees no parameters).
The proof covers the function; this shows that simulation agrees, and the latency in clock cycles.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.field import Field

_RANDOM_PRODUCTS = 200


def _operands(width: int) -> Iterator[tuple[int, int]]:
    """Corners first: zero, one, single bits at both ends, all ones; then random values."""
    ones = (1 << width) - 1
    corners = [0, 1, 2, 1 << (width - 1), ones, ones >> 1]
    yield from ((a, b) for a in corners for b in corners)
    rng = random.Random(cocotb.RANDOM_SEED)
    for _ in range(_RANDOM_PRODUCTS):
        yield rng.randrange(1 << width), rng.randrange(1 << width)


@cocotb.test()
async def product_every_cycle(dut: Any) -> None:
    field = Field(int(os.environ["GF_POLY"], 16))
    stages = int(os.environ["GF_STAGES"])
    assert len(dut.a_i) == field.width
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    expected: list[int] = []
    await FallingEdge(dut.clk_i)
    for a, b in _operands(field.width):
        dut.a_i.value = a
        dut.b_i.value = b
        expected.append(field.multiply(a, b))
        await FallingEdge(dut.clk_i)
        if len(expected) >= stages:
            assert int(dut.p_o.value) == expected[-stages], f"product {len(expected) - stages}"
