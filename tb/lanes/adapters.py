# SPDX-License-Identifier: Apache-2.0
"""Drives the adapters of lanes: a source and a sink for each, and the clock of the top."""

import random
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from streams import Beat

RATES = ((1.0, 1.0), (0.5, 1.0), (1.0, 0.5), (0.3, 0.3), (1.0, 0.15))


class Source:
    """Offers beats on one stream; `rate` is the chance that it offers one in a cycle."""

    def __init__(self, dut: Any, prefix: str, rng: random.Random) -> None:
        self.dut, self.prefix, self.rng = dut, prefix, rng
        self.beats: deque[Beat] = deque()
        self.rate = 1.0
        self.taken = 0
        self.offered = False
        self.port("valid").value = 0

    def port(self, name: str) -> Any:
        return getattr(self.dut, f"{self.prefix}_{name}")

    def drive(self, *, gated: bool) -> None:
        """`gated`: a zeroise takes the offer back, as a core does."""
        if gated:
            self.offered = False
        elif not self.offered and self.beats and self.rng.random() < self.rate:
            for name, value in self.beats[0].items():
                self.port(name).value = value
            self.offered = True
        self.port("valid").value = int(self.offered)

    def sample(self) -> None:
        if self.offered and int(self.port("ready").value):
            self.beats.popleft()
            self.taken += 1
            self.offered = False


class Sink:
    """Takes beats from one stream; `rate` is the chance that it is ready."""

    def __init__(self, dut: Any, prefix: str, fields: Sequence[str], rng: random.Random) -> None:
        self.dut, self.prefix, self.fields, self.rng = dut, prefix, fields, rng
        self.beats: list[Beat] = []
        self.rate = 1.0

    def port(self, name: str) -> Any:
        return getattr(self.dut, f"{self.prefix}_{name}")

    def drive(self) -> None:
        self.port("ready").value = int(self.rng.random() < self.rate)

    def sample(self, *, gated: bool) -> None:
        valid = int(self.port("valid").value)
        assert not (valid and gated), "valid while zeroise_i is high"
        if valid and int(self.port("ready").value):
            self.beats.append({name: int(self.port(name).value) for name in self.fields})


LANE_FIELDS = ("data", "keep", "last", "user")
MAC_FIELDS = ("data", "ena", "sop", "eop", "err", "mty")


class Bench:
    """All four adapters: sources and sinks by the letters of the top, and its clock."""

    def __init__(self, dut: Any, seed: int = 0) -> None:
        self.dut = dut
        self.rng = random.Random(cocotb.RANDOM_SEED + seed)
        inputs = {"a": "a_plain", "b": "b_lanes", "c": "c_mac", "d": "d_lanes"}
        outputs = {"a": "a_lanes", "b": "b_plain", "c": "c_lanes", "d": "d_mac"}
        self.source = {key: Source(dut, prefix, self.rng) for key, prefix in inputs.items()}
        self.sink = {
            key: Sink(dut, prefix, MAC_FIELDS if key == "d" else LANE_FIELDS, self.rng)
            for key, prefix in outputs.items()
        }
        self.now = 0

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.dut.zeroise_i.value = 0
        await self.reset()

    async def reset(self) -> None:
        """Sources forget what they have not sent, too."""
        for source in self.source.values():
            source.beats.clear()
            source.offered = False
            source.port("valid").value = 0
        self.dut.rst_ni.value = 0
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        await FallingEdge(self.dut.clk_i)

    async def cycle(self, keys: str, *, zeroise: bool = False) -> None:
        self.dut.zeroise_i.value = int(zeroise)
        for key in keys:
            self.source[key].drive(gated=zeroise and key in "bd")
            self.sink[key].drive()
        await Timer(1, "ns")
        for key in keys:
            self.sink[key].sample(gated=zeroise and key != "a")
            self.source[key].sample()
        await FallingEdge(self.dut.clk_i)
        self.now += 1

    async def run(self, key: str, beats: Iterable[Beat], rates: tuple[float, float]) -> list[Beat]:
        """Plays beats through one adapter until nothing comes any more; its output."""
        source, sink = self.source[key], self.sink[key]
        source.beats.extend(beats)
        source.rate, sink.rate = rates
        sink.beats = []
        quiet, count = 0, 0
        latest = self.now + 40 * len(source.beats) + 4000
        while source.beats or quiet < 40:
            await self.cycle(key)
            quiet = quiet + 1 if len(sink.beats) == count else 0
            count = len(sink.beats)
            assert quiet < 2000, "nothing moves"
            assert self.now < latest, "it does not end"
        return sink.beats
