# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_axis_error: packets as they should leave, rates and latencies, zeroise, reset."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer


@dataclass(frozen=True)
class Beat:
    """Of either stream; `flag` is the highest bit of tuser: abort, or error."""

    data: int
    keep: int
    last: bool
    flag: bool
    section: int


def made(packet: Sequence[Beat]) -> list[Beat]:
    """The packet that leaves for one that comes in, by the rules of the header."""
    *before, end = packet
    beats = [replace(beat, flag=False) for beat in before]
    if end.keep:
        return [*beats, end]
    if beats:
        return [*beats[:-1], replace(beats[-1], last=True, flag=end.flag)]
    return [replace(end, data=0, keep=1)] if end.flag else [end]


class Bench:
    """Drives at the falling edge; what passes is seen shortly before the rising one."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.bytes = len(dut.s_axis_tkeep)
        self.rng = random.Random(cocotb.RANDOM_SEED)
        self.left: list[tuple[int, Beat]] = []  # with the cycle
        self.taken: list[int] = []  # cycles
        self.cycle = 0
        self.stalled: Beat | None = None

    async def start(self) -> None:
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        self.dut.rst_ni.value = self.dut.zeroise_i.value = self.dut.m_axis_tready.value = 0
        self.offer(None)
        await FallingEdge(self.dut.clk_i)
        assert not int(self.dut.s_axis_tready.value) and not int(self.dut.m_axis_tvalid.value)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1
        await FallingEdge(self.dut.clk_i)

    def packet(self) -> list[Beat]:
        """Up to six beats, often few; half of the packets end with a null beat, or are one."""
        rng, full = self.rng, (1 << self.bytes) - 1
        count = rng.choice((0, 0, 1, 1, 2, 3, rng.randrange(7)))
        keeps = [(1 << rng.randint(1, self.bytes)) - 1 for _ in range(count)]
        ends_null = not count or rng.random() < 0.5
        keeps += [0] * ends_null
        beats = []
        for n, keep in enumerate(keeps):
            mask = sum(0xFF << 8 * i for i in range(self.bytes) if keep >> i & 1)
            data = rng.getrandbits(8 * self.bytes) & mask if keep else rng.getrandbits(8)
            flag = rng.random() < (0.5 if n + 1 == len(keeps) else 0.1)
            beats.append(Beat(data, keep, n + 1 == len(keeps), flag, rng.randrange(4)))
        assert all(beat.keep <= full for beat in beats)
        return beats

    def offer(self, beat: Beat | None) -> None:
        """What stands on a stream without valid is random."""
        shown = beat or Beat(
            *(self.rng.getrandbits(n) for n in (8 * self.bytes, self.bytes, 1, 1, 2))
        )
        self.dut.s_axis_tvalid.value = int(beat is not None)
        self.dut.s_axis_tdata.value = shown.data
        self.dut.s_axis_tkeep.value = shown.keep
        self.dut.s_axis_tlast.value = int(shown.last)
        self.dut.s_axis_tuser.value = int(shown.flag) << 2 | shown.section

    def seen(self) -> Beat | None:
        dut = self.dut
        if not int(dut.m_axis_tvalid.value):
            return None
        user = int(dut.m_axis_tuser.value)
        data, keep = int(dut.m_axis_tdata.value), int(dut.m_axis_tkeep.value)
        return Beat(data, keep, bool(int(dut.m_axis_tlast.value)), bool(user >> 2), user & 3)

    async def turn(self, beat: Beat | None, ready: bool, zeroise: bool = False) -> bool:
        """One cycle: whether the beat was taken."""
        dut = self.dut
        self.offer(beat)
        dut.m_axis_tready.value, dut.zeroise_i.value = int(ready), int(zeroise)
        await Timer(3, "ns")
        seen, taken = self.seen(), beat is not None and bool(int(dut.s_axis_tready.value))
        assert not (zeroise and seen), "not gated"
        assert zeroise or self.stalled is None or seen == self.stalled, "not stable while stalled"
        self.stalled = seen if not ready else None
        if seen and ready:
            self.left.append((self.cycle, seen))
        if taken:
            self.taken.append(self.cycle)
        await FallingEdge(dut.clk_i)
        self.cycle += 1
        return taken

    async def pass_on(
        self, packets: Sequence[Sequence[Beat]], offers: float, readys: float
    ) -> None:
        """Until all have been taken, and then until nothing more leaves."""
        queue = [beat for packet in packets for beat in packet]
        offered = False
        for _ in range(40 * len(queue) + 40):
            offered = bool(queue) and (offered or self.rng.random() < offers)
            if await self.turn(queue[0] if offered else None, self.rng.random() < readys):
                queue.pop(0)
                offered = False
        assert not queue

    def check(self, packets: Sequence[Sequence[Beat]]) -> None:
        assert [beat for _, beat in self.left] == [beat for one in packets for beat in made(one)]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def packets_leave_as_they_should(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for offers, readys in ((1, 1), (1, 0.3), (0.3, 1), (0.6, 0.6), (1, 0.8), (0.8, 1)):
        packets = [bench.packet() for _ in range(60)]
        bench.left.clear()
        await bench.pass_on(packets, offers, readys)
        bench.check(packets)


def full(count: int, *, last: bool = True) -> list[Beat]:
    return [Beat(n + 1, 1, last and n + 1 == count, False, 2) for n in range(count)]


REFUSED = Beat(0, 0, True, True, 2)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_beat_in_every_cycle(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    packets = [full(7), full(1), [*full(3, last=False), REFUSED], [REFUSED]]
    for beat in (beat for packet in packets for beat in packet):
        assert await bench.turn(beat, ready=True)
    for _ in range(3):
        await bench.turn(None, ready=True)
    bench.check(packets)
    assert [cycle - bench.taken[0] for cycle, _ in bench.left] == [*range(2, 14)]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_stall_costs_no_more_than_its_cycles(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    beats = full(20)
    taken = [await bench.turn(beats[n], ready=False) for n in range(3)]
    assert taken == [True] * 3 and not await bench.turn(beats[3], ready=False)
    at, start = 3, bench.cycle
    while at < len(beats):
        at += await bench.turn(beats[at], ready=True)
    for _ in range(3):
        await bench.turn(None, ready=True)
    assert [cycle - start for cycle, _ in bench.left] == [*range(20)]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def latencies_of_the_header(dut: Any) -> None:
    """A last beat leaves in the next cycle; any other when the next one has come."""
    bench = Bench(dut)
    await bench.start()
    for beats in (full(1), [REFUSED], full(2), [*full(1, last=False), REFUSED]):
        for wait in (0, 5):
            bench.left.clear()
            for n, beat in enumerate(beats):
                assert await bench.turn(beat, ready=True)
                for _ in range(wait if n + 1 < len(beats) else 0):
                    await bench.turn(None, ready=True)
            end = bench.cycle
            for _ in range(4):
                await bench.turn(None, ready=True)
            assert [cycle - end for cycle, _ in bench.left] == [*range(len(made(beats)))]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def ready_and_valid_are_registered(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    taken = 0
    for cycle in range(60):
        found = set()
        beat = REFUSED if taken % 4 == 0 else full(1, last=False)[0]
        for valid, ready in ((0, 0), (0, 1), (1, 0), (1, cycle % 3 == 0)):
            bench.offer(beat if valid else None)
            dut.m_axis_tready.value = int(ready)
            await Timer(1, "ns")
            found.add((int(dut.s_axis_tready.value), int(dut.m_axis_tvalid.value)))
        assert len(found) == 1, "an input reaches an output within a cycle"
        taken += int(dut.s_axis_tready.value)
        await FallingEdge(dut.clk_i)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def zeroise_at_any_moment(dut: Any) -> None:
    """What waited leaves without its data and in error; as many packets end as have begun."""
    bench = Bench(dut)
    await bench.start()
    for _ in range(150):
        packets = [bench.packet() for _ in range(4)]
        beats = [beat for packet in packets for beat in packet]
        cut, at, share = bench.rng.randrange(len(beats) + 1), 0, bench.rng.choice((0, 0.4, 1))
        bench.left.clear()
        while at < cut and not (share == 0 and at == 3):
            at += await bench.turn(beats[at], bench.rng.random() < share)
        before = len(bench.left)
        for _ in range(bench.rng.randint(1, 3)):
            await bench.turn(None, bench.rng.random() < 0.5, zeroise=True)
        assert int(dut.data_q.value) == 0
        begun = list(beats[:at])
        if begun and not begun[-1].last:
            end = replace(REFUSED, flag=bench.rng.random() < 0.5)  # error stays in either case
            begun.append(end)
            while not await bench.turn(end, bench.rng.random() < 0.7):
                pass
        for _ in range(4):
            await bench.turn(None, ready=True)
        wanted, packet = [], list[Beat]()
        for beat in begun:
            packet.append(beat)
            if beat.last:
                wanted += made(packet)
                packet = []
        wanted[before:] = [
            replace(b, data=0, flag=b.last, keep=b.keep or 1) for b in wanted[before:]
        ]
        assert [beat for _, beat in bench.left] == wanted
