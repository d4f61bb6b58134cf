# SPDX-License-Identifier: Apache-2.0
"""What leaves an AES core on m_axis: in order, at its time, and stable while it waits."""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

ZERO = bytes(16)


@dataclass
class Due:
    """A result: its cycle when nothing is in its way, its bytes, and whether it is an error."""

    cycle: int
    block: bytes
    error: bool


class Sink:
    """Takes results with probability `rate`. `look` goes between the edges of each cycle."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.rate = 1.0
        self.exact = True
        self.due: deque[Due] = deque()
        self.got: list[bytes] = []
        self.held: tuple[bytes, int] | None = None
        self.ready = True

    def drive(self) -> None:
        self.ready = random.random() < self.rate
        self.dut.m_axis_tready.value = int(self.ready)

    def look(self, now: int) -> None:
        dut = self.dut
        if not int(dut.m_axis_tvalid.value):
            assert self.held is None, "a stalled result went away"
            assert not int(dut.m_axis_tdata.value) and not int(dut.m_axis_tuser.value)
            assert not self.exact or not self.due or self.due[0].cycle > now, "a result is late"
            return
        seen = int(dut.m_axis_tdata.value).to_bytes(16, "little"), int(dut.m_axis_tuser.value)
        assert self.held in (None, seen), "a stalled result changed"
        assert self.due, "a result that nobody asked for"
        first = self.due[0]
        assert seen == (first.block, int(first.error)), f"{seen}, not {first}"
        assert now == first.cycle if self.exact else now >= first.cycle, f"at {now}: {first}"
        self.held = None if self.ready else seen
        if self.ready:
            self.due.popleft()
            self.got.append(first.block)

    def drop(self) -> None:
        """Zeroise: nothing of what was due will come."""
        self.due.clear()
        self.held = None
