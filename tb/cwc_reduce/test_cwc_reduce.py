# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_cwc_reduce against integers: sums of limbs, and lengths, around the modulus.

Every multiple of 2^127 - 1 that a sum can be near, one less and one more; each limb full by itself;
carries through both halves; random ones. One in every cycle, and in some cycles none.
"""

import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

PRIME = 2**127 - 1
LIMBS, ROOM, LATENCY = 8, 21, 5
MOST = 5 * (2**17 + 2**8 - 1)  # of a limb of a sum
Limbs = list[int]


def number(limbs: Limbs) -> int:
    return sum(limb << 16 * i for i, limb in enumerate(limbs))


def spread(value: int, rng: random.Random) -> Limbs:
    """The value as a sum of limbs, with as much as possible, or less, in the lower ones."""
    limbs = [value >> 16 * i & 0xFFFF for i in range(LIMBS - 1)] + [value >> 112]
    for i in range(LIMBS - 1, 0, -1):
        most = min(limbs[i], (MOST - limbs[i - 1]) >> 16)
        moved = rng.randint(0, most) if most > 0 else 0
        limbs[i] -= moved
        limbs[i - 1] += moved << 16
    return limbs


def sums(rng: random.Random) -> list[tuple[Limbs, int, int]]:
    """Sum, bytes of AAD and of text."""
    found = []
    for multiple in range(1, 9):
        for off in (-2, -1, 0, 1, 2):
            found += [(spread(multiple * PRIME + off, rng), 0, 0) for _ in range(5)]
    for aad, text in ((0, 0), (0, 1), (1, 0), (2**61 - 1, 2**36 - 1)):
        found += [(spread(PRIME - (aad << 64 | text) + off, rng), aad, text) for off in (-1, 0, 1)]
        found.append(([MOST] * LIMBS, aad, text))
    for i in range(LIMBS):
        found += [([value if n == i else 0 for n in range(LIMBS)], 0, 0) for value in (1, MOST)]
    for low in (2**64 - 1, 2**64, 2**63):
        for high in (0, 1, 2**63 - 1, 2**62):
            found += [(spread(high << 64 | low, rng), 0, 0) for _ in range(3)]
    for _ in range(300):
        limbs = [rng.randint(0, MOST) for _ in range(LIMBS)]
        found.append((limbs, rng.getrandbits(61), rng.getrandbits(36)))
    return [each for each in found if max(each[0]) <= MOST]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def canonical(dut: Any) -> None:
    rng = random.Random(7)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.sweep_i.value = dut.valid_i.value = 0
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    due: deque[int | None] = deque()
    sent = sums(rng)
    assert len(sent) > 400
    while sent or any(each is not None for each in due):
        valid = bool(sent) and rng.random() < 0.9
        dut.valid_i.value = int(valid)
        if valid:
            limbs, aad, text = sent.pop(0)
            dut.sum_i.value = sum(limb << ROOM * i for i, limb in enumerate(limbs))
            dut.aad_i.value, dut.text_i.value = aad, text
            due.append((number(limbs) + (aad << 64) + text) % PRIME)
        else:
            due.append(None)
        await FallingEdge(dut.clk_i)
        if len(due) == LATENCY:
            wanted = due.popleft()
            assert int(dut.valid_o.value) == (wanted is not None)
            assert wanted is None or int(dut.y_o.value) == wanted
