# SPDX-License-Identifier: Apache-2.0
"""Cycle model of a sector engine whose phases overlap: what a data unit costs, back to back.

A data unit of m blocks passes these phases, each of which works on one unit at a time:

    prepare   calls of the cipher on the tweak, one after the other
    receive   a block per cycle into the input buffer; the first hash takes them as they come
    first     with EME: a first layer of the cipher over all blocks
    middle    calls that depend on the first hash or layer, one after the other
    stream    a call for each block (or all but one); the second hash takes the results
    finish    calls that depend on the second hash
    send      a block per cycle out of the output buffer

All calls go to one pipe, one per cycle, with a latency; a hash takes a step per cycle and has a
latency. When several phases want the pipe, the chains of single calls come before the streams,
and an older unit before a younger one. A word of a buffer is free again when its block has been
used or sent. Counts of calls and steps per scheme: Mancillas-López 2010, Table I, without the
values that are kept with a key.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from sealwright.base.errors import CheckFailed

CHAINS_FIRST = ("finish", "middle", "prepare", "stream", "first")
OLDEST_PHASE_FIRST = ("finish", "stream", "middle", "first", "prepare")
_AHEAD = 2  # units whose tweak is known before their blocks come
_WINDOW = 8  # units that may be in flight


@dataclass(frozen=True)
class Phases:
    """Calls of the cipher and steps of the hashes for one data unit."""

    prepare: int = 0
    hash_in: int = 0
    first: int = 0
    middle: int = 0
    stream: int = 0
    hash_out: int = 0
    finish: int = 0
    key_of_tweak: bool = False  # the first hash needs the first call of `prepare`

    def calls(self) -> int:
        return self.prepare + self.first + self.middle + self.stream + self.finish


# Of m blocks, with a multiplier of s stages (which matters where each unit has a hash key)
SCHEMES: dict[str, Callable[[int, int], Phases]] = {
    "xts": lambda m, s: Phases(prepare=1, stream=m),
    "hctr": lambda m, s: Phases(hash_in=m + 1, middle=1, stream=m - 1, hash_out=m + 1),
    "hctr2": lambda m, s: Phases(hash_in=m + 1, middle=1, stream=m - 1, hash_out=m + 1),
    "hch": lambda m, s: Phases(2, m + s - 2, 0, 2, m - 1, m - 1, key_of_tweak=True),
    "hchfp": lambda m, s: Phases(1, m - 1, 0, 2, m - 1, m - 1),
    "xcb": lambda m, s: Phases(1, m + 1, 0, 0, m - 1, m + 1, finish=1),
    "tet": lambda m, s: Phases(1, m + 1, 0, 0, m, m + 1),
    "heh": lambda m, s: Phases(2, m - 1, 0, 1, m - 1, m - 1),
    "heh-fp": lambda m, s: Phases(1, m - 1, 0, 1, m - 1, m - 1),
    "eme": lambda m, s: Phases(first=m, middle=1, stream=m),
    "eme2": lambda m, s: Phases(prepare=1, first=m, middle=1, stream=m),
}


@dataclass(frozen=True)
class Engine:
    """Latencies in cycles, sizes of the buffers in data units."""

    cipher_latency: int
    hash_latency: int
    buffer_in: int
    buffer_out: int
    mult_stages: int = 4
    priority: tuple[str, ...] = CHAINS_FIRST


@dataclass
class _Unit:
    """How far a data unit has come: blocks, and calls begun and done in each phase."""

    received: int = 0
    hashed_in: int = 0
    hashed_out: int = 0
    sent: int = 0
    hash_in_at: int | None = None  # when the hash is there
    hash_out_at: int | None = None
    end: int | None = None
    begun: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHAINS_FIRST, 0))
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHAINS_FIRST, 0))


class _Run:
    """The engine in each cycle."""

    def __init__(self, engine: Engine, phases: Phases, m: int, units: int) -> None:
        self.engine, self.phases, self.m = engine, phases, m
        self.units = [_Unit() for _ in range(units)]
        self.in_flight: deque[tuple[int, str, _Unit]] = deque()
        self.time = self.oldest = 0
        self.free_in, self.free_out = engine.buffer_in * m, engine.buffer_out * m

    def play(self) -> list[int]:
        """The cycle in which each unit has been sent."""
        limit = 20 * (len(self.units) + 10) * (self.m + self.engine.cipher_latency)
        while self.units[-1].end is None:
            self.cycle()
            if self.time > limit:
                raise CheckFailed("the phases wait for each other: a buffer is too small")
        return [unit.end for unit in self.units if unit.end is not None]

    def cycle(self) -> None:
        while self.in_flight and self.in_flight[0][0] == self.time:
            _, phase, unit = self.in_flight.popleft()
            unit.done[phase] += 1
        while self.units[self.oldest].end is not None:
            self.oldest += 1
        window = self.units[self.oldest : self.oldest + _WINDOW]
        self.receive(window)
        self.hash(window)
        self.call(window)
        self.send(window)
        self.time += 1

    def receive(self, window: list[_Unit]) -> None:
        unit = next((u for u in window if u.received < self.m), None)
        if unit and self.free_in:
            unit.received += 1
            self.free_in -= 1

    def hash(self, window: list[_Unit]) -> None:
        """A step of each hash. The first block is in no hash that ends with other steps."""
        p, ready_at = self.phases, self.time + self.engine.hash_latency
        unit = next((u for u in window if u.hashed_in < p.hash_in), None)
        here = unit and (unit.received > unit.hashed_in + 1 or unit.received == self.m)
        if unit and here and (not p.key_of_tweak or unit.done["prepare"]):
            unit.hashed_in += 1
            unit.hash_in_at = ready_at
        unit = next((u for u in window if u.hashed_out < p.hash_out), None)
        if unit and (unit.done["stream"] > unit.hashed_out or unit.done["stream"] == p.stream):
            unit.hashed_out += 1
            unit.hash_out_at = ready_at

    def hashed(self, unit: _Unit) -> bool:
        """Whether the first hash or layer is there."""
        if self.phases.hash_in:
            done = unit.hashed_in == self.phases.hash_in
            return done and unit.hash_in_at is not None and unit.hash_in_at <= self.time
        return unit.done["first"] == self.phases.first

    def finished_hash(self, unit: _Unit) -> bool:
        done = unit.hashed_out == self.phases.hash_out
        return done and unit.hash_out_at is not None and unit.hash_out_at <= self.time

    def wants(self, phase: str, unit: _Unit, near: bool) -> bool:
        """Whether a unit can begin a call of a phase."""
        p, begun, done = self.phases, unit.begun, unit.done
        if begun[phase] == getattr(p, phase):
            return False
        prepared = done["prepare"] == p.prepare
        if phase == "stream":
            there = self.hashed(unit) and unit.received > begun["stream"]
            return there and prepared and done["middle"] == p.middle and self.free_out > 0
        if phase == "first":
            return unit.received > begun["first"]
        if begun[phase] > done[phase]:
            return False  # a chain: one call after the other
        if phase == "finish":
            return self.finished_hash(unit)
        return near if phase == "prepare" else self.hashed(unit) and prepared

    def call(self, window: list[_Unit]) -> None:
        """One call of the cipher, of the first phase and unit that can begin one."""
        for phase in self.engine.priority:
            for place, unit in enumerate(window):
                near = place == 0 or window[max(0, place - _AHEAD)].received > 0
                if self.wants(phase, unit, near):
                    self.begin(phase, unit)
                    return
                if phase in ("stream", "first") and unit.begun[phase] < getattr(self.phases, phase):
                    break  # streams go in order

    def begin(self, phase: str, unit: _Unit) -> None:
        unit.begun[phase] += 1
        self.in_flight.append((self.time + self.engine.cipher_latency, phase, unit))
        if phase == "stream":
            last = unit.begun[phase] == self.phases.stream
            blocks = 1 + (self.m - self.phases.stream if last else 0)  # with the first block
            self.free_in += blocks
            self.free_out -= blocks

    def send(self, window: list[_Unit]) -> None:
        unit = next((u for u in window if u.sent < self.m), None)
        if unit is None:
            return
        p, results = self.phases, unit.done["stream"]
        if p.hash_out:
            ready = self.finished_hash(unit) and unit.done["finish"] == p.finish
        elif p.first:
            ready = results == self.m  # the first block is the last to be made
        else:
            ready = results > unit.sent
        if ready:
            unit.sent += 1
            self.free_out += 1
            if unit.sent == self.m:
                unit.end = self.time


def sustained(scheme: str, m: int, engine: Engine, units: int = 120) -> float:
    """Cycles per data unit of m blocks, when units follow each other without a pause."""
    ends = _Run(engine, SCHEMES[scheme](m, engine.mult_stages), m, units).play()
    settled = units // 2
    return (ends[-1] - ends[settled]) / (units - 1 - settled)
