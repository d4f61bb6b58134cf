# SPDX-License-Identifier: Apache-2.0
"""Clock, reset and streams of a core, for the drivers in cocotb 2.

Words to be sent wait in a queue for each stream, so that they follow each other without a gap.
Where a stream has places for several words in a cycle, as in a core of several lanes, as many go
together as there are. Sinks are always ready; with `pauses`, a source of random numbers, sources
and sinks rest now and then, and lanes stay empty. Inputs change at the falling edge; everything is
sampled after it, when it is stable.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.queue import Queue
from cocotb.triggers import FallingEdge, ReadOnly

Fields = dict[str, int]
MARKS = ("keep", "last")  # a lane without any of them is empty


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


def width(port: Any) -> int:
    """Bits of a port; one of a single bit has no length."""
    return len(port) if hasattr(port, "__len__") else 1


class Core:
    """One core. INPUTS and OUTPUTS have the fields of each stream, beside valid and ready."""

    INPUTS: Mapping[str, tuple[str, ...]]
    OUTPUTS: Mapping[str, tuple[str, ...]]

    def __init__(self, dut: Any, period_ns: int = 10, pauses: Random | None = None) -> None:
        self.dut, self.period_ns, self.pauses = dut, period_ns, pauses
        self.queues: dict[str, Queue[Fields]] = {stream: Queue() for stream in self.INPUTS}
        self.places = {
            stream: max(width(self._port(stream, name)) for name in ("valid", *_last(names)))
            for stream, names in {**self.INPUTS, **self.OUTPUTS}.items()
        }

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
        """One word, after those that wait."""
        self.queues[stream].put_nowait(fields)

    def received(self, stream: str, fields: Fields) -> None:
        """A word on an output."""
        raise NotImplementedError

    def _port(self, stream: str, name: str) -> Any:
        return getattr(self.dut, stream + name)

    def _set(self, stream: str, **fields: int) -> None:
        for name, value in fields.items():
            self._port(stream, name).value = value

    def _rests(self) -> bool:
        return self.pauses is not None and self.pauses.random() < 0.3

    async def _drive(self, stream: str) -> None:
        queue, ready = self.queues[stream], self._port(stream, "ready")
        while True:
            if queue.empty() or self._rests():
                self._set(stream, valid=0)
                words = [await queue.get()]
                await FallingEdge(self.dut.clk_i)
            else:
                words = [queue.get_nowait()]
            while len(words) < self.places[stream] and not (queue.empty() or self._rests()):
                words.append(queue.get_nowait())
            self._offer(stream, words)
            taken = False
            while not taken:
                await ReadOnly()
                taken = bool(ready.value)
                await FallingEdge(self.dut.clk_i)

    def _offer(self, stream: str, words: Sequence[Fields]) -> None:
        """Words side by side, in order, from place 0 on; with pauses, lanes between are empty."""
        names, places = self.INPUTS[stream], range(len(words))
        if self.pauses is not None and _last(names):
            places = sorted(self.pauses.sample(range(self.places[stream]), len(words)))
        for name in names:
            port = self._port(stream, name)
            bits = width(port) // self.places[stream]
            port.value = sum(w[name] << bits * at for at, w in zip(places, words, strict=True))
        valid = self._port(stream, "valid")
        valid.value = (1 << len(words)) - 1 if width(valid) > 1 else 1

    async def _watch(self) -> None:
        while True:
            await ReadOnly()
            for stream in self.OUTPUTS:
                if self._port(stream, "ready").value:
                    for word in self._offered(stream):
                        self.received(stream, word)
            await FallingEdge(self.dut.clk_i)
            if self.pauses is not None:
                for stream in self.OUTPUTS:
                    self._set(stream, ready=not self._rests())

    def _offered(self, stream: str) -> Iterator[Fields]:
        """The words on an output, by place."""
        names, places = self.OUTPUTS[stream], self.places[stream]
        valid = int(self._port(stream, "valid").value)
        if not valid:
            return
        values = {name: int(self._port(stream, name).value) for name in names}
        for at in range(places):
            word = {}
            for name, value in values.items():
                bits = width(self._port(stream, name)) // places
                word[name] = value >> bits * at & (1 << bits) - 1
            if places > 1 and _last(names):
                filled = any(word[name] for name in MARKS)
            else:
                filled = bool(valid >> at & 1)
            if filled:
                yield word


def _last(names: Sequence[str]) -> tuple[str, ...]:
    """The field with a bit for each lane, of a stream that has it."""
    return ("last",) if "last" in names else ()
