# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_status: identifiers in, one status per message out, in order, whatever waits.

Eight messages at most, of which STATUS_EVENTS may begin and end in one cycle, and STATUS_STATUSES
have their statuses leave. Packets end in any cycle in which a message is open.
"""

import os
import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

MESSAGES, ID_BITS, CAUSE_BITS = 8, 7, 4
EVENTS, STATUSES = int(os.environ["STATUS_EVENTS"]), int(os.environ["STATUS_STATUSES"])


def word(values: list[int], width: int) -> int:
    """Value n at place n."""
    return sum(value << n * width for n, value in enumerate(values))


@cocotb.test(timeout_time=400, timeout_unit="us")
async def one_status_per_message(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    for name in ("start_i", "id_i", "end_i", "cause_i", "m_status_ready"):
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    waiting: deque[int] = deque()  # begun
    statuses: deque[tuple[int, int]] = deque()
    credits, most, given = MESSAGES, 0, 0
    together: set[tuple[str, int]] = set()  # how many began, ended and left in a cycle
    held: int | None = None  # how many are on offer, which is not taken yet
    for cycle in range(6000):
        busy = (cycle // 500) % 3  # fills up, drains, or both
        starting = sum(rng.random() < (0.9, 0.1, 0.6)[busy] for _ in range(EVENTS))
        ending = sum(rng.random() < (0.1, 0.9, 0.6)[busy] for _ in range(EVENTS))
        ids = [rng.getrandbits(ID_BITS) for _ in range(min(starting, credits))]
        causes = [rng.choice((0, 0, rng.randrange(16))) for _ in range(min(ending, len(waiting)))]
        assert int(dut.open_o.value) == (1 << min(EVENTS, len(waiting))) - 1
        dut.start_i.value, dut.id_i.value = (1 << len(ids)) - 1, word(ids, ID_BITS)
        dut.end_i.value, dut.cause_i.value = (1 << len(causes)) - 1, word(causes, CAUSE_BITS)
        ready = rng.random() < (0.2, 0.9, 0.6)[busy]
        dut.m_status_ready.value = int(ready)
        await Timer(1, "ns")
        offered = min(len(statuses), STATUSES) if held is None else held
        assert int(dut.m_status_valid.value) == (1 << offered) - 1
        assert int(dut.give_o.value) == ((1 << offered) - 1 if ready else 0)
        expected = [statuses[n] for n in range(offered)]
        found_ids, found_causes = int(dut.m_status_id.value), int(dut.m_status_cause.value)
        for n, (number, cause) in enumerate(expected):
            assert found_ids >> ID_BITS * n & ((1 << ID_BITS) - 1) == number
            assert found_causes >> CAUSE_BITS * n & 15 == cause
            assert int(dut.m_status_pass.value) >> n & 1 == (cause == 0)
        held = None if ready or not offered else offered
        if ready:
            for _ in range(offered):
                statuses.popleft()
            credits += offered
            given += offered
            together.add(("status", offered))
        for cause in causes:
            statuses.append((waiting.popleft(), cause))
        waiting.extend(ids)
        credits -= len(ids)
        most = max(most, MESSAGES - credits)
        together |= {("start", len(ids)), ("end", len(causes))}
        await FallingEdge(dut.clk_i)
    assert most == MESSAGES and given > 800
    assert len(together) == 2 * (EVENTS + 1) + STATUSES + 1
