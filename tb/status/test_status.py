# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_status: identifiers in, one status per message out, in order, whatever waits.

Eight messages at most. The next packet's last beat is formed as early as the rules allow, which is
in the cycle in which the one before has been accepted.
"""

import random
from collections import deque
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

MESSAGES, ID_BITS = 8, 7


@cocotb.test(timeout_time=400, timeout_unit="us")
async def one_status_per_message(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    for name in ("start_i", "id_i", "pop_i", "end_i", "cause_i", "m_status_ready"):
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    waiting: deque[int] = deque()  # begun
    ending: int | None = None  # its last beat is formed
    statuses: deque[tuple[int, int]] = deque()
    credits, most, given = MESSAGES, 0, 0
    for cycle in range(6000):
        busy = (cycle // 500) % 3  # fills up, drains, or both
        starts = credits > 0 and rng.random() < (0.9, 0.1, 0.6)[busy]
        ident, cause = rng.getrandbits(ID_BITS), rng.choice((0, 0, rng.randrange(16)))
        ends = ending is not None and rng.random() < (0.1, 0.9, 0.6)[busy]
        assert bool(dut.open_o.value) == bool(waiting)
        pops = bool(waiting) and (ends or ending is None) and rng.random() < 0.8
        dut.start_i.value, dut.id_i.value = int(starts), ident
        dut.pop_i.value, dut.end_i.value, dut.cause_i.value = int(pops), int(ends), cause
        ready = rng.random() < (0.2, 0.9, 0.6)[busy]
        dut.m_status_ready.value = int(ready)
        await Timer(1, "ns")
        assert bool(dut.m_status_valid.value) == bool(statuses)
        assert bool(dut.give_o.value) == (ready and bool(statuses))
        if statuses:
            found = (int(dut.m_status_id.value), int(dut.m_status_cause.value))
            assert found == statuses[0]
            assert bool(dut.m_status_pass.value) == (found[1] == 0)
            if ready:
                statuses.popleft()
                credits += 1
                given += 1
        if ends:
            assert ending is not None
            statuses.append((ending, cause))
            ending = None
        if pops:
            ending = waiting.popleft()
        if starts:
            waiting.append(ident)
            credits -= 1
        most = max(most, MESSAGES - credits)
        await FallingEdge(dut.clk_i)
    assert most == MESSAGES and given > 800
