# SPDX-License-Identifier: Apache-2.0
"""Bench of seal_message_egress_lanes, against a list of segments and one of statuses.

Messages of all kinds come as blocks in any pattern of lanes; their verdicts come later, and the
sink may wait. A zeroise comes at any moment, also while another one ends the messages in flight.
EGRESS_LANES, EGRESS_ENDS, EGRESS_COMMANDS and EGRESS_STORE tell the parameters.
"""

import os
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyArrayObject, HierarchyObject
from cocotb.triggers import FallingEdge, Timer
from cocotb.types import Array
from packets import (
    BLOCK,
    ID_BITS,
    PACKAGE,
    STORE,
    VERDICT,
    ZEROISED,
    Block,
    Message,
    Segment,
    message,
)

LANES, ENDS, COMMANDS = (
    int(os.environ[f"EGRESS_{name}"]) for name in ("LANES", "ENDS", "COMMANDS")
)
DEPTH, MESSAGES = 40 * LANES, 32 * ENDS
ENOUGH = 4000  # cycles for any flush
SWEEP = PACKAGE.structs["egress_sweep_t"]
# Registers and memories with text, tags or causes
WIDE: Final = ("mem", "fifo.read_q", "out_q", "word_q", "ctrl_q", "spare_q", "data_q", "cause_q")


def join(values: list[int], width: int) -> int:
    return sum(value << n * width for n, value in enumerate(values))


def inside(handle: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every register and memory below, by its path."""
    if isinstance(handle, HierarchyObject | HierarchyArrayObject):
        for child in handle:
            yield from inside(child, f"{path}.{child._name.rsplit('.', 1)[-1]}")
    elif hasattr(handle, "value"):
        yield path, handle


@dataclass
class Rates:
    start: float = 1.0
    block: float = 1.0
    lane: float = 1.0  # that a lane has a block, in a cycle with blocks
    ready: float = 1.0
    status: float = 1.0
    delay: int = 20  # of a verdict, at most
    least: int = 0  # and at least
    body: tuple[int, int] = (4, 4)
    refused: float = 0.0


class Egress:
    """The module, what drives it, and what must come out of it."""

    def __init__(self, dut: Any, rng: random.Random) -> None:
        self.dut, self.rng, self.rates, self.now = dut, rng, Rates(), 0
        self.entries, self.credits = DEPTH, MESSAGES
        self.blocks: deque[tuple[Message, Block]] = deque()  # still to come
        self.waiting: deque[tuple[int, Message]] = deque()  # for their verdict, and since when
        self.packets: deque[Message] = deque()  # still to leave, or leaving
        self.ended: deque[Message] = deque()  # without their status yet
        self.offer: tuple[Any, ...] | None = None  # that was not taken
        self.status_offer: tuple[Any, ...] | None = None
        self.beats: list[tuple[int, int, int]] = []  # of each its cycle, segments and ends
        self.done = 0
        self.least_entries, self.open = DEPTH, False  # of credits; a packet has begun
        self.closed = self.halted = False
        self.clean: dict[str, list[int]] = {}  # what a zeroise leaves behind without traffic

    async def reset(self) -> None:
        names = ("gate_i", "sweep_i", "flush_i", "m_axis_tready", "m_status_ready", "rst_ni")
        for name in names:
            getattr(self.dut, name).value = 0
        self.idle()
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await FallingEdge(self.dut.clk_i)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def idle(self) -> None:
        for name in ("start_i", "id_i", "block_valid_i", "block_i", "block_data_i"):
            getattr(self.dut, name).value = 0
        for name in ("verdict_valid_i", "verdict_i", "tag_i"):
            getattr(self.dut, name).value = 0

    # ---- inputs ----------------------------------------------------------------------------------
    def drive_blocks(self) -> None:
        words, data, mask = [0] * LANES, [0] * LANES, 0
        if self.rng.random() < self.rates.block:
            for lane in range(LANES):
                if not (self.blocks and self.entries and self.rng.random() < self.rates.lane):
                    continue
                owner, block = self.blocks.popleft()
                self.entries -= 1
                mask |= 1 << lane
                words[lane], data[lane] = block.word, block.data
                if block.fin:
                    self.waiting.append((self.now, owner))
        self.least_entries = min(self.least_entries, self.entries)
        self.dut.block_valid_i.value, self.dut.block_i.value = mask, join(words, BLOCK.width)
        self.dut.block_data_i.value = join(data, 128)

    def drive_verdicts(self) -> None:
        given: list[Message] = []
        while self.waiting and len(given) < ENDS:
            due = self.waiting[0][0] + self.rng.randint(self.rates.least, self.rates.delay)
            if due > self.now:
                break
            given.append(self.waiting.popleft()[1])
            given[-1].judged = True
        self.dut.verdict_valid_i.value = (1 << len(given)) - 1
        self.dut.verdict_i.value = join([m.verdict for m in given], VERDICT.width)
        self.dut.tag_i.value = join([m.tag for m in given], 128)

    def drive_starts(self) -> None:
        new: list[Message] = []
        wanted = len(self.blocks) < 2 * LANES + 4
        for _ in range(COMMANDS):
            if wanted and self.credits and self.rng.random() < self.rates.start:
                body = self.rng.randint(*self.rates.body)
                new.append(message(self.rng, body, self.rates.refused))
                self.credits -= 1
        self.dut.start_i.value = (1 << len(new)) - 1
        self.dut.id_i.value = join([m.id for m in new], ID_BITS)
        self.packets.extend(new)
        self.blocks.extend((m, block) for m in new for block in m.blocks)

    # ---- outputs ---------------------------------------------------------------------------------
    def segments(self) -> list[Segment | None]:
        dut = self.dut
        data, keep = int(dut.m_axis_tdata.value), int(dut.m_axis_tkeep.value)
        last, user = int(dut.m_axis_tlast.value), int(dut.m_axis_tuser.value)
        found: list[Segment | None] = []
        for lane in range(LANES):
            segment = Segment(
                data >> 128 * lane & ((1 << 128) - 1),
                keep >> 16 * lane & 0xFFFF,
                bool(last >> lane & 1),
                user >> 3 * lane & 7,
            )
            empty = not (segment.keep or segment.last)
            assert not empty or segment == Segment(0, 0, False, 0), "an empty lane is not zero"
            found.append(None if empty else segment)
        return found

    def check_beat(self, ready: bool) -> None:
        valid = bool(self.dut.m_axis_tvalid.value)
        segments = self.segments()
        assert valid or segments == [None] * LANES
        assert not (valid and self.closed)
        offer = (valid, *segments)
        assert self.offer is None or offer == self.offer, "a beat changes while it waits"
        self.offer = offer if valid and not ready else None
        if not (valid and ready):
            return
        filled = [s for s in segments if s is not None]
        assert filled and segments[: len(filled)] == filled, "an empty lane before a segment"
        assert len(filled) == LANES or filled[-1].last, "a beat that is not full ends a packet"
        ends = sum(s.last for s in filled)
        assert ends <= ENDS
        for segment in filled:
            owner = self.packets[0]
            assert segment == owner.left.popleft(), owner
            assert owner.judged or owner.cause == ZEROISED or not (STORE or segment.last)
            self.open = not segment.last
            if segment.last:
                assert not owner.left
                self.ended.append(self.packets.popleft())
        self.beats.append((self.now, len(filled), ends))

    def check_status(self, ready: bool, ended: int) -> None:
        dut = self.dut
        valid = int(dut.m_status_valid.value)
        count = valid.bit_count()
        assert valid == (1 << count) - 1 and count <= ended
        ids, causes = int(dut.m_status_id.value), int(dut.m_status_cause.value)
        offer = []
        for n in range(count):
            found = (ids >> ID_BITS * n & ((1 << ID_BITS) - 1), causes >> 4 * n & 15)
            assert found == (self.ended[n].id, self.ended[n].cause), n
            assert int(dut.m_status_pass.value) >> n & 1 == (found[1] == 0)
            offer.append(found)
        assert self.status_offer is None or tuple(offer) == self.status_offer
        self.status_offer = tuple(offer) if offer and not ready else None
        assert int(dut.msg_give_o.value) == (valid if ready else 0)
        if ready:
            for _ in range(count):
                self.ended.popleft()
            self.credits += count
            self.done += count

    async def cycle(self) -> None:
        """One cycle, from falling edge to falling edge."""
        dut, rates = self.dut, self.rates
        if self.halted:
            self.idle()
        else:
            self.drive_verdicts()
            self.drive_blocks()
            self.drive_starts()
        ready, status = self.rng.random() < rates.ready, self.rng.random() < rates.status
        dut.m_axis_tready.value, dut.m_status_ready.value = int(ready), int(status)
        await Timer(1, "ns")
        ended = len(self.ended)  # those that end now have their status later
        self.check_beat(ready)
        self.check_status(status, ended)
        if not self.halted:
            self.entries += int(dut.entry_give_o.value).bit_count()
            assert self.entries <= DEPTH
        await FallingEdge(dut.clk_i)
        self.now += 1

    async def run(self, cycles: int, rates: Rates) -> None:
        self.rates = rates
        for _ in range(cycles):
            await self.cycle()

    async def drain(self) -> None:
        """Until nothing is left, and all credits are back."""
        start, self.rates = self.now, Rates(start=0.0)
        while self.packets or self.ended or self.entries < DEPTH:
            await self.cycle()
            assert self.now < start + 40 * DEPTH, "stuck"
        assert self.credits == MESSAGES and self.dut.flushed_o.value == 1

    def content(self) -> dict[str, list[int]]:
        """All that may hold a secret. Without one it is the same after each zeroise."""
        wide = {name: signal.value for name, signal in inside(self.dut) if name.endswith(WIDE)}
        assert len(wide) > 9 * (LANES + ENDS)
        return {
            name: [int(word) for word in (value if isinstance(value, Array) else [value])]
            for name, value in wide.items()
            if ".u_status" not in name
        }

    # ---- zeroise ---------------------------------------------------------------------------------
    async def zeroise(self, gates: int, late: int) -> None:
        """From its first cycle to the last one of the sweep; sources stop `late` cycles later."""
        dut = self.dut
        self.offer, self.closed = None, True
        for cycle in range(gates + DEPTH // LANES + MESSAGES // ENDS + 16):
            dut.gate_i.value = int(cycle < gates)
            swept = {name: cycle >= at for name, at in (("out", 1), ("blocks", 4), ("verdicts", 5))}
            dut.sweep_i.value = SWEEP.pack(**swept)
            dut.flush_i.value = int(cycle == 0 and self.flushing)
            self.halted = self.halted or cycle >= late
            await self.cycle()
        left = self.content()
        self.clean = self.clean or left
        assert left == self.clean, {name for name in left if left[name] != self.clean[name]}
        self.blocks.clear()
        self.waiting.clear()
        for packet in self.packets:
            packet.cut_short()
        self.entries, self.open = DEPTH, False

    flushing = False

    async def flush(self, most: int) -> bool:
        """Ends the messages in flight; false if it takes longer than `most` cycles."""
        dut = self.dut
        dut.sweep_i.value, self.closed, self.flushing = 0, False, True
        dut.flush_i.value = 1
        for _ in range(most):
            flushed = bool(dut.flushed_o.value)
            assert flushed == (not self.packets) or not self.packets
            await self.cycle()
            if flushed:
                dut.flush_i.value, self.flushing, self.halted = 0, False, False
                return True
        return False


PHASES: Final = (
    Rates(body=(0, 6), refused=0.2),
    Rates(body=(0, 1), refused=0.4, delay=3, ready=0.7),
    Rates(body=(0, 9), lane=0.6, ready=0.5, status=0.5, refused=0.1),
    Rates(body=(0, 3), start=0.4, block=0.5, delay=60, refused=0.2),
    Rates(body=(0, 12), ready=0.05, refused=0.2),
    Rates(body=(0, 2), status=0.1, refused=0.5, delay=0),
    Rates(body=(5, 30), delay=5, lane=0.9, refused=0.3),
)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def packets_and_statuses(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    egress = Egress(dut, rng)
    await egress.reset()
    for _ in range(3):
        for rates in rng.sample(PHASES, len(PHASES)):
            await egress.run(300, rates)
    await egress.drain()
    assert egress.done > 600 and egress.least_entries == 0
    seen = {(segments, ends) for _, segments, ends in egress.beats}
    assert {segments for segments, _ in seen} == set(range(1, LANES + 1))
    assert {ends for _, ends in seen} == set(range(ENDS + 1))


async def rate(dut: Any, body: int, delay: int) -> None:
    """Messages of `body` blocks and their end, for which the sink and the verdicts are ready."""
    egress = Egress(dut, random.Random(cocotb.RANDOM_SEED))
    await egress.reset()
    steady = Rates(body=(body, body), delay=delay, least=delay)
    await egress.run(300, steady)
    counts = {cycle: segments for cycle, segments, _ in egress.beats if 100 <= cycle < 300}
    assert len(counts) == 200 and set(counts.values()) == {LANES}, counts
    await egress.drain()


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def full_rate(dut: Any) -> None:
    """Packets of 64 bytes and a tag, back to back: each beat is full, in each cycle."""
    await rate(dut, 4, 20)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def full_rate_of_short_messages(dut: Any) -> None:
    """As short as those may be that begin and end in a cycle."""
    await rate(dut, -(-LANES // min(COMMANDS, ENDS)) - 1, 12)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def zeroise_at_any_moment(dut: Any) -> None:
    rng = random.Random(cocotb.RANDOM_SEED)
    egress = Egress(dut, rng)
    await egress.reset()
    await egress.zeroise(1, 0)
    await egress.flush(1)
    assert not any(any(words) for name, words in egress.clean.items() if "mem" in name)
    flushed = interrupted = 0
    for _ in range(25):
        await egress.run(rng.randint(1, 120), rng.choice(PHASES))
        open_, before = len(egress.packets), egress.now
        await egress.zeroise(rng.choice((1, 1, 3)), rng.randint(0, 3))
        while not await egress.flush(most := rng.choice((4, 9, ENOUGH))):
            assert most < ENOUGH, "stuck"
            await egress.zeroise(1, 0)
            interrupted += 1
        assert not egress.packets and egress.now > before
        flushed += open_ > 2 * ENDS
    await egress.run(100, Rates(body=(0, 6)))
    await egress.drain()
    assert flushed > 5 and interrupted > 3


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_flush_ends_several_messages_per_cycle(dut: Any) -> None:
    """Of as many as there may be."""
    egress = Egress(dut, random.Random(cocotb.RANDOM_SEED))
    await egress.reset()
    await egress.run(MESSAGES + 20, Rates(body=(0, 0), ready=0.0))
    await egress.zeroise(1, 0)
    count, egress.rates = len(egress.packets), Rates()
    assert count == MESSAGES
    await egress.flush(1000)
    first, last = (beat[0] for beat in (egress.beats[0], egress.beats[-1]))
    assert last - first == -(-count // ENDS) - 1
    await egress.drain()
