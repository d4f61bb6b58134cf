# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_cwc_mult against integers: (x + y) k modulo 2^127 - 1, and the bounds of its limbs.

Every pair of limbs by itself, so that each product is seen to go to its column with its factor;
then the ends of limbs and of numbers, and random ones, with products as operands. CWC_STAGES in
the environment is the latency.
"""

import os
import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

STAGES = int(os.environ["CWC_STAGES"])
PRIME = 2**127 - 1
LIMBS, ROOM = 8, 18
MOST = 2**17 + 2**8 - 1  # of a limb of a product
NUMBERS = (0, 1, 2, 2**112 - 1, 2**112, 2**126, PRIME - 2, PRIME - 1, PRIME)
Limbs = list[int]


def number(limbs: Limbs) -> int:
    return sum(limb << 16 * i for i, limb in enumerate(limbs))


def limbs_of(value: int) -> Limbs:
    """Canonical."""
    return [value >> 16 * i & 0xFFFF for i in range(LIMBS)]


def operands(rng: random.Random) -> list[tuple[Limbs, Limbs, Limbs]]:
    """x, y, k."""
    zero, full, ends = [0] * LIMBS, [MOST] * LIMBS, [limbs_of(value) for value in NUMBERS]
    found = []
    for i in range(LIMBS):
        for j in range(LIMBS):
            one, other = list(zero), list(zero)
            one[i], other[j] = rng.randint(1, MOST), rng.randint(1, MOST)
            found += [(one, zero, other), (zero, one, other)]
    found += [(a, zero, b) for a in (*ends, full) for b in (*ends, full)]
    found += [(limbs_of(2**128 - 1), full, full), (full, limbs_of(2**128 - 1), full)]
    for _ in range(400):
        loose = [[rng.choice((0, 1, 2**16 - 1, 2**16, MOST)) for _ in zero] for _ in range(2)]
        piece = limbs_of(rng.getrandbits(96))
        found.append((piece, loose[0], loose[1]))
        found.append((limbs_of(rng.getrandbits(127)), zero, limbs_of(rng.getrandbits(127))))
    return found


def packed(limbs: Limbs) -> int:
    return sum(limb << ROOM * i for i, limb in enumerate(limbs))


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def products(dut: Any) -> None:
    """One in every cycle."""
    rng = random.Random(7)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    due: deque[int] = deque()
    product = [0] * LIMBS
    sent = operands(rng)
    for turn in range(len(sent) + 200 + STAGES):
        if turn < len(sent):
            x, y, k = sent[turn]
        else:  # products of products
            x, y, k = limbs_of(rng.getrandbits(96)), product, rng.choice((product, [MOST] * LIMBS))
        dut.x_i.value, dut.y_i.value, dut.k_i.value = packed(x), packed(y), packed(k)
        due.append((number(x) + number(y)) * number(k) % PRIME)
        await FallingEdge(dut.clk_i)
        if len(due) == STAGES:
            word = int(dut.p_o.value)
            product = [word >> ROOM * i & (1 << ROOM) - 1 for i in range(LIMBS)]
            assert number(product) % PRIME == due.popleft(), turn
            assert max(product) <= MOST
