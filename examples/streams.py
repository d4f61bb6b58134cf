# SPDX-License-Identifier: Apache-2.0
"""Clock, reset and streams of a core, for the drivers in cocotb 2.

Transfers to be sent wait in a queue for each stream, so that they follow each other without a gap.
Sinks are always ready. Inputs change at the falling edge; everything is sampled after it, when it
is stable.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.queue import Queue
from cocotb.triggers import FallingEdge, ReadOnly

Fields = dict[str, int]


def number(data: bytes) -> int:
    """Byte 0 is in bits [7:0]."""
    return int.from_bytes(data, "little")


def beats(strings: list[tuple[int, bytes]]) -> Iterator[Fields]:
    """Each string, with its section number, begins a beat; without any it is one null beat."""
    pieces = [(s, data[i : i + 16]) for s, data in strings for i in range(0, len(data), 16)]
    pieces = pieces or [(2, b"")]
    for i, (section, piece) in enumerate(pieces):
        keep, last = (1 << len(piece)) - 1, i == len(pieces) - 1
        yield {"data": number(piece), "keep": keep, "last": last, "user": section}


class Core:
    """One core. INPUTS and OUTPUTS have the fields of each stream, beside valid and ready."""

    INPUTS: Mapping[str, tuple[str, ...]]
    OUTPUTS: Mapping[str, tuple[str, ...]]

    def __init__(self, dut: Any, period_ns: int = 10) -> None:
        self.dut, self.period_ns = dut, period_ns
        self.queues: dict[str, Queue[Fields]] = {stream: Queue() for stream in self.INPUTS}

    async def start(self) -> None:
        """Clock, reset, and the sweep of the memories after it."""
        Clock(self.dut.clk_i, self.period_ns, "ns").start()
        for stream in self.INPUTS:
            self._set(stream, valid=0)
        for stream in self.OUTPUTS:
            self._set(stream, ready=1)
        self.dut.zeroise_i.value = 0
        self.dut.rst_ni.value = 0
        for _ in range(2):
            await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        for stream in self.INPUTS:
            cocotb.start_soon(self._drive(stream))
        cocotb.start_soon(self._watch())
        while self.dut.busy_o.value:
            await FallingEdge(self.dut.clk_i)

    def send(self, stream: str, fields: Fields) -> None:
        """One transfer, after those that wait."""
        self.queues[stream].put_nowait(fields)

    def received(self, stream: str, fields: Fields) -> None:
        """A transfer on an output."""
        raise NotImplementedError

    def _set(self, stream: str, **fields: int) -> None:
        for name, value in fields.items():
            getattr(self.dut, stream + name).value = value

    async def _drive(self, stream: str) -> None:
        queue, ready = self.queues[stream], getattr(self.dut, f"{stream}ready")
        while True:
            if queue.empty():
                self._set(stream, valid=0)
                fields = await queue.get()
                await FallingEdge(self.dut.clk_i)
            else:
                fields = queue.get_nowait()
            self._set(stream, valid=1, **fields)
            taken = False
            while not taken:
                await ReadOnly()
                taken = bool(ready.value)
                await FallingEdge(self.dut.clk_i)

    async def _watch(self) -> None:
        while True:
            await ReadOnly()
            for stream, names in self.OUTPUTS.items():
                if getattr(self.dut, f"{stream}valid").value:
                    values = (getattr(self.dut, stream + name).value for name in names)
                    self.received(stream, dict(zip(names, map(int, values), strict=True)))
            await FallingEdge(self.dut.clk_i)
