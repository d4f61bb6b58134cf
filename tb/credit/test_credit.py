# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_credit: counters of 1 to 8 credits, of one, two and three events in a cycle.

Some keep credits back for a take_i that comes a cycle late.
"""

import random
from dataclasses import dataclass
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@dataclass
class Counter:
    credits: int
    late: int
    takes: int
    gives: int
    taken: int = 0

    @property
    def left(self) -> int:
        return self.credits - self.taken


# As in seal_credit_bench
COUNTERS: Final = [
    *(Counter(credits, 0, 1, 1) for credits in (1, 2, 3, 4, 5)),
    *(Counter(credits, 1, 1, 1) for credits in (2, 3, 4, 5)),
    *(Counter(*of) for of in ((2, 0, 2, 2), (5, 1, 2, 2), (7, 0, 3, 3), (8, 1, 3, 3))),
    *(Counter(*of) for of in ((5, 0, 3, 1), (7, 1, 2, 1), (4, 0, 1, 3))),
]


def drawn(rng: random.Random, bits: int, most: int, want: float) -> int:
    """Each of the bits with that probability, but no more than so many."""
    wanted = [bit for bit in range(bits) if rng.random() < want]
    return sum(1 << bit for bit in rng.sample(wanted, min(most, len(wanted))))


@cocotb.test(timeout_time=100, timeout_unit="us")
async def counts(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for port in (dut.take_i, dut.give_i, dut.clear_i, dut.rst_ni):
        port.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    extremes = {(i, end): 0 for i in range(len(COUNTERS)) for end in ("all", "none", "most")}
    for cycle in range(4000):
        free, idle = int(dut.free_o.value), int(dut.idle_o.value)
        want = (0.2, 0.5, 0.8, 1.0)[cycle // 100 % 4]
        back = (0.5, 0.1)[cycle // 400 % 2]
        take = give = 0
        clear = rng.random() < 0.01
        for i, counter in enumerate(COUNTERS):
            enough = counter.left >= counter.takes * (1 + counter.late)
            assert bool(free >> i & 1) == enough, f"free, counter {i}"
            assert bool(idle >> i & 1) == (counter.taken == 0), f"idle, counter {i}"
            extremes[i, "all"] += counter.left == 0
            extremes[i, "none"] += counter.taken == 0
            takes = drawn(rng, counter.takes, counter.left, want)
            gives = drawn(rng, counter.gives, counter.taken, back)
            extremes[i, "most"] += takes.bit_count() == counter.takes
            take |= takes << 3 * i
            give |= gives << 3 * i
            counter.taken += takes.bit_count() - gives.bit_count()
            if clear:
                counter.taken = 0
        dut.take_i.value, dut.give_i.value, dut.clear_i.value = take, give, int(clear)
        await FallingEdge(dut.clk_i)
    rare = {what: count for what, count in extremes.items() if count <= 20}
    assert not rare, rare
