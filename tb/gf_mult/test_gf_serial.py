# SPDX-License-Identifier: Apache-2.0
"""Bench of the kinds of seal_gf_mult with a start: products, some of them broken off by the next.

GF_POLY and GF_CYCLES in the environment say which multiplier it is. Between products b_i moves. If
GF_MOVES is set, bit GF_BIT of it moves in that cycle of a product, too: an assertion of
digit-serial-dual has to find it.
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
    moves, bit = (int(os.environ.get(name, -1)) for name in ("GF_MOVES", "GF_BIT"))
    for n in range(_PRODUCTS):
        a, b = (rng.randrange(1 << field.width) for _ in "ab")
        dut.start_i.value, dut.a_i.value, dut.b_i.value = 1, a, b
        await FallingEdge(dut.clk_i)
        dut.start_i.value = 0
        broken_off = n % 4 == 1
        for cycle in range(1, rng.randrange(1, cycles) if broken_off else cycles):
            if cycle == moves and n > _PRODUCTS // 2:
                dut.b_i.value = b ^ 1 << bit
            await FallingEdge(dut.clk_i)
        if not broken_off:
            assert int(dut.p_o.value) == field.multiply(a, b), f"product {n}"
            for _ in range(rng.randrange(3)):
                dut.b_i.value = rng.randrange(1 << field.width)
                await FallingEdge(dut.clk_i)
