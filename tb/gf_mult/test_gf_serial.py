# SPDX-License-Identifier: Apache-2.0
"""Bench of the kinds of seal_gf_mult with a start: products, some of them broken off by the next.

GF_POLY and GF_CYCLES in the environment say which multiplier it is. With GF_KEY_MOVES set, b_i
changes in the last cycle of a product, which an assertion of digit-serial-dual has to find.
"""

import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from sealwright.model.field import Field

_PRODUCTS = 100


@cocotb.test()
async def products(dut: Any) -> None:
    field = Field(int(os.environ["GF_POLY"], 16))
    cycles = int(os.environ["GF_CYCLES"])
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.start_i.value = 0
    await FallingEdge(dut.clk_i)
    for n in range(_PRODUCTS):
        a, b = (rng.randrange(1 << field.width) for _ in "ab")
        dut.start_i.value, dut.a_i.value, dut.b_i.value = 1, a, b
        await FallingEdge(dut.clk_i)
        dut.start_i.value = 0
        left = rng.randrange(cycles - 1) if n % 4 == 1 else cycles - 1
        for cycle in range(left):
            if n > _PRODUCTS // 2 and cycle == cycles - 2 and "GF_KEY_MOVES" in os.environ:
                dut.b_i.value = b ^ 1
            await FallingEdge(dut.clk_i)
        if left == cycles - 1:
            assert int(dut.p_o.value) == field.multiply(a, b), f"product {n}"
